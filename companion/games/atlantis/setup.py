"""First positions, from a seed or a path that the table gives; and final positions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from companion.contract import Here, Player, Position, SetupOption, SyntaxFault, ValueFault, within
from companion.contract.finals import FinalPlayer, FinalPosition, RuleOptions
from companion.contract.values import Options
from companion.games.atlantis import state, texts
from companion.games.atlantis.state import State, Table
from companion.games.atlantis.texts import Cards, Path
from specs.base.languages import mark, say
from specs.base.unfit import KeyPath
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece
from specs.model.values import Written
from specs.read.typed import shown

Sets = tuple[Counter[int], Counter[int]]
OPTIONS: tuple[SetupOption, ...] = (
    SetupOption(
        "path",
        mark("the 53 spaces from Atlantis to the mainland: F3/O5 is F3 on O5, F3/? unseen below, ~ water"),
        needed=True,
    ),
    SetupOption("cards", mark("hidden: the companion sees no hands; dealt: the seed deals them"), ("hidden", "dealt")),
)
KEY = ("setup", "path")


def first(document: Document, seats: int, options: Options, seed: int | None) -> State:
    """Return the first position. Raises SyntaxFault for an impossible setup, ValueFault if one value is at fault."""
    if not 0 <= options.buys_per_turn < 1000:
        found = f"'{options.buys_per_turn}'"
        raise ValueFault(("rules", "buys_per_turn"), found, "a whole number from 0 to 999")
    dealt = deal(document, seats, seed) if seed is not None else None
    if dealt is None and not options.path:
        raise SyntaxFault(say("a setup without a seed"), say("a seed or a path"))
    sets = sets_of(document)
    path = _given(options.path, sets) if options.path else _dealt(dealt)
    path = path._replace(figures=(texts.ATLANTIS,) * 3 * seats)
    cards = options.cards == "dealt"
    if cards and dealt is not None:
        hands: list[Cards] = [state.add(state.NO_CARDS, "".join(map(_letter, hand))) for hand in dealt.hands]
        deck = "".join(map(_letter, dealt.piles["deck"]))
    else:
        counts = document.spec.setup.hands[0].count[:seats]
        hands = [(number, *state.NO_CARDS[1:]) for number in counts]
        deck = "?" * (state.COPIES * (len(texts.LETTERS) - 1) - sum(counts))
    s = placed(path, sets, seats, options, hands)
    return s._replace(deck=deck, table=s.table._replace(dealt=cards, seed=seed))


def placed(path: Path, sets: Sets, seats: int, options: Options, hands: Sequence[Cards]) -> State:
    """Return the first position of a path: players have no tiles, and the deck is unknown."""
    a, b = (tuple(sorted((sets[own] - seen(path, own)).elements())) for own in (0, 1))
    on_path = sum(1 for code in path.tops + path.unders if code not in (texts.NOTHING, texts.LAND))
    return State(
        path=path, unlaid=(True,) * seats, hands=tuple(hands), tiles=((),) * seats, deck="",
        discards=state.NO_CARDS, shuffles=0, gone=sum(own.total() for own in sets) - on_path,
        unseen=(a, b) if texts.UNKNOWN in path.tops + path.unders else ((), ()),
        turn=0, plies=0, over=False, away=(),
        table=options.table(Table, dealt=False, seed=None),
    )  # fmt: skip


def _code(piece: Piece) -> int:
    return texts.ITEMS[_letter(piece)] << 3 | int(piece.row["value"])


def _letter(piece: Piece) -> str:
    return str(piece.row["letter"])


def sets_of(document: Document) -> Sets:
    """Return how many there are of each tile, in set A and in set B."""
    sets = (Counter[int](), Counter[int]())
    for piece in document.pieces[document.spec.setup.piles["A"].from_]:
        sets[piece.row["set"] == "B"][_code(piece)] += 1
    return sets


def _dealt(dealt: Deal | None) -> Path:
    assert dealt is not None
    tops, unders = bytearray((texts.LAND,)), bytearray((texts.NOTHING,))
    for stack in dealt.tracks["path"]:
        tops.append(_code(stack[-1]) if stack else texts.NOTHING)
        unders.append(_code(stack[0]) if len(stack) > 1 else texts.NOTHING)
    if len(tops) != texts.MAINLAND:
        raise SyntaxFault(f"a spec whose path has {len(tops) - 1} spaces", f"{texts.SPACES}")
    return Path(bytes((*tops, texts.LAND)), bytes((*unders, texts.NOTHING)), 0, ())


def seen(path: Path, own: int) -> Counter[int]:
    """Return the tiles of a set that a path shows."""
    spaces = [space for space in range(1, texts.MAINLAND) if state.set_of(space) == own]
    codes = [row[space] for row in (path.tops, path.unders) for space in spaces]
    return Counter(code for code in codes if code not in (texts.NOTHING, texts.UNKNOWN))


def _given(text: str, sets: Sets) -> Path:
    """Read a path: no more of a tile on a set's spaces than the set has, and no tile on the first water."""
    if "@" in text:
        space = next(number for number, each in enumerate(text.split(), start=1) if "@" in each)
        raise ValueFault(KEY, f"a figure on space {space}", "every figure on Atlantis")
    with within(*KEY):
        path = texts.read_path(text, Here(None, None, ()))
    if path.tops[texts.GAP_SPACE]:
        raise ValueFault(KEY, f"a tile on space {texts.GAP_SPACE}", "water there, between set A and set B")
    for own in (0, 1):
        where = f"spaces 1 to {texts.GAP_SPACE - 1}" if own == 0 else f"spaces {texts.GAP_SPACE + 1} to {texts.SPACES}"
        for code, number in sorted(seen(path, own).items()):
            if number > sets[own][code]:
                found = f"{texts.tile_text(code)} {number} time{'s' * (number != 1)} on {where}"
                raise ValueFault(KEY, found, f"no more than set {'AB'[own]} has: {sets[own][code]}")
        spaces = [space for space in range(1, texts.MAINLAND) if state.set_of(space) == own]
        number = sum(1 for row in (path.tops, path.unders) for space in spaces if row[space])
        if number > sets[own].total():
            raise ValueFault(KEY, f"{number} tiles on {where}", f"at most {sets[own].total()}")
    if path.bridges:
        space = path.bridges.bit_length() - 1
        raise ValueFault(KEY, f"a bridge on space {space}", "every bridge with its player")
    return path


# ---- a final position ----------------------------------------------------------------------------

PLACE = f'"atlantis", a space from 1 to {texts.SPACES}, or "mainland"'
TILE = "a tile such as F3"
Tile = Annotated[Written, Meta(description=TILE)]
Place = Annotated[
    Annotated[int, Meta(ge=1, le=texts.SPACES)] | Annotated[str, Meta(pattern="^(?i:atlantis|mainland)$(?!\n)")],
    Meta(description=PLACE),
]


class Owner(FinalPlayer, frozen=True, kw_only=True):
    """A player of a final position."""

    tiles: Annotated[str | tuple[Tile, ...] | None, Meta(description="a list of tiles such as [F3, O5]")]
    cards: Annotated[int, Meta(ge=0, description="how many cards, 0 or more")]
    figures: Annotated[tuple[Place, Place, Place], Meta(description=f"a list of three, each {PLACE}")]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A final position's file."""

    path: Annotated[str, Meta(description=f"{texts.SPACES} spaces as text")]
    players: tuple[Owner, ...]
    rules: RuleOptions = None


def final(document: Document, players: Sequence[Player], options: Options, values: Ended) -> Position:
    """Return the position in the file. Raises ValueFault."""
    sets, seats = sets_of(document), len(players)
    with within("path"):
        path = texts.read_path(values.path, Here(None, None, players))
    figures = tuple(_stand(values, path, players))
    tiles = [_tiles(owner.tiles, ("players", i, "tiles")) for i, owner in enumerate(values.players)]
    _check_tiles(sets, path, tiles)
    total, every = sum(owner.cards for owner in values.players), state.COPIES * (len(texts.LETTERS) - 1)
    if total > every:
        raise ValueFault(("players",), f"{total} cards in hand", f"at most {every}")
    path = path._replace(figures=figures, bridges=state.closed(path.tops, path.bridges))
    s = placed(path, sets, seats, options, [(owner.cards, *state.NO_CARDS[1:]) for owner in values.players])
    owned = tuple(tuple(sorted(own)) for own in tiles)
    gone, over = s.gone - sum(map(len, owned)), state.all_home(figures)
    s = s._replace(tiles=owned, gone=gone, deck="?" * (every - total), over=over)
    if space := state.unpriced(s):
        found = f"'?' on space {space}, beside a gap that somebody owes"
        raise ValueFault(("path",), found, "the tile that lies there")
    return Position(s, tuple(players))


def _stand(values: Ended, path: Path, players: Sequence[Player]) -> Iterator[int]:
    """Yield where each figure stands, as the players and the path say."""
    taken, marked = set[int](), [*path.figures]
    for i, owner in enumerate(values.players):
        for n, place in enumerate(owner.figures, start=1):
            key, there = ("players", i, "figures", n - 1), marked[i * 3 + n - 1]
            if isinstance(place, str):
                space = texts.ATLANTIS if place.lower() == "atlantis" else texts.MAINLAND
            elif not path.tops[place]:
                raise ValueFault(key, f"a figure on space {place}, which is water", "a space with a tile")
            else:
                space = place
            if there not in (texts.ATLANTIS, space):
                raise ValueFault(key, f"figure {n} on space {there} by the path", "the same place in both")
            if space in taken:
                raise ValueFault(key, f"a second figure on space {space}", "one a tile")
            taken |= {space} - {texts.ATLANTIS, texts.MAINLAND}
            yield space


def _check_tiles(sets: Sets, path: Path, tiles: Sequence[Sequence[int]]) -> None:
    """Check that the path and the players have no more of a tile than there are."""
    together, lying = sets[0] + sets[1], Counter[int]()
    each: list[tuple[KeyPath, int]] = [(("path",), code) for own in (0, 1) for code in seen(path, own).elements()]
    each += [(("players", i, "tiles", n), code) for i, own in enumerate(tiles) for n, code in enumerate(own)]
    for key, code in each:
        lying[code] += 1
        if lying[code] > together[code]:
            expected = f"no more than there are: {together[code]}"
            raise ValueFault(key, f"{texts.tile_text(code)} {lying[code]} times", expected)


def _tiles(given: str | Sequence[str] | None, key: KeyPath) -> list[int]:
    found = []
    for n, text in enumerate(given.replace(",", " ").split() if isinstance(given, str) else given or ()):
        try:
            found.append(texts.TILE.read(text, Here(None, None, ())))
        except ValueError:
            raise ValueFault((*key, n), shown(text), TILE) from None
    return found
