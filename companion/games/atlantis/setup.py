"""The first position from a seed or a path, and a bare final position from a file's values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from companion import positions
from companion.contract import Player, Setup, SetupOption, SyntaxFault, ValueFault, Within
from companion.finals import FinalPlayer, FinalPosition, RuleOptions
from companion.games.atlantis.position import Path, read_path, tile_code
from companion.games.atlantis.pricing import unseen_at_the_end
from companion.games.atlantis.state import (
    ATLANTIS,
    CODES,
    COPIES,
    GAP_SPACE,
    LAND,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    NOTHING,
    SPACES,
    UNKNOWN,
    State,
    Table,
    add,
    closed,
    set_of,
    tile,
    tile_text,
)
from specs.base.languages import mark, say
from specs.base.unfit import KeyPath
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece
from specs.model.values import Written
from specs.read.typed import shown

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption(
        "path",
        mark("the 53 spaces from Atlantis to the mainland: F3/O5 is F3 on O5, F3/? unseen below, ~ water"),
        needed=True,
    ),
    SetupOption("cards", mark("hidden: the companion sees no hands; dealt: the seed deals them"), ("hidden", "dealt")),
)

Sets = tuple[Counter[int], Counter[int]]


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    """The first position. Raises SyntaxFault for a setup that cannot be, ValueFault where one value is at fault."""
    table = _table(document, players, setup, dealt=setup.options.get("cards") == "dealt")
    words_of_path = setup.options.get("path")
    dealt = deal(document, len(players), setup.seed) if setup.seed is not None else None
    if dealt is None and words_of_path is None:
        raise SyntaxFault(say("a setup without a seed"), say("a seed or a path"))
    tiles = _tiles_of(document)
    if words_of_path is not None:
        path = _path(words_of_path, ("setup", "path"))
        _check_sets(path, ("setup", "path"), tiles)
        if path.figures:
            raise ValueFault(("setup", "path"), f"a figure on space {path.figures[0][2]}", "every figure on Atlantis")
        if path.bridges:
            space = path.bridges.bit_length() - 1
            raise ValueFault(("setup", "path"), f"a bridge on space {space}", "every bridge with its player")
    else:
        assert dealt is not None
        path = _path_of(dealt)
    if table.dealt:
        assert dealt is not None
        hands = [add(NO_CARDS, "".join(map(_letter, hand))) for hand in dealt.hands]
        deck = "".join(map(_letter, dealt.piles["deck"]))
    else:
        counts = document.spec.setup.hands[0].count[: len(players)]
        hands = [(number, *NO_CARDS[1:]) for number in counts]
        deck = "?" * (COPIES * (len(LETTERS) - 1) - sum(counts))
    return _state(table, path, tiles, hands=hands, deck=deck)


def _state(
    table: Table,
    path: Path,
    tiles: Sets,
    *,
    hands: Sequence[tuple[int, ...]],
    deck: str,
    owned: Sequence[tuple[int, ...]] = (),
    figures: Sequence[int] = (),
    over: bool = False,
) -> State:
    players = len(table.names)
    owned = owned or [()] * players
    on_path = sum(1 for code in path.tops + path.unders if code not in (NOTHING, LAND))
    unseen = tuple(tuple(sorted((tiles[s] - _seen(path, s)).elements())) for s in (0, 1))
    return State(
        table=table,
        tops=path.tops,
        unders=path.unders,
        bridges=closed(path.tops, path.bridges),
        unlaid=(True,) * players,
        figures=tuple(figures) or (ATLANTIS,) * 3 * players,
        hands=tuple(hands),
        tiles=tuple(owned),
        deck=deck,
        discards=NO_CARDS,
        shuffles=0,
        gone=sum(own.total() for own in tiles) - on_path - sum(map(len, owned)),
        unseen=(unseen[0], unseen[1]) if UNKNOWN in path.tops + path.unders else ((), ()),
        turn=0,
        over=over,
    )


def _table(document: Document, players: Sequence[Player], setup: Setup, *, dealt: bool) -> Table:
    for i, player in enumerate(players):
        if player.colour not in CODES or player.colour in [other.colour for other in players[:i]]:
            expected = f"one of {', '.join(CODES)}, each once"
            raise ValueFault(("players", i), f"colour '{player.colour}'", expected)
    rules = {name: option.default for name, option in document.spec.rules.items()} | dict(setup.rules)
    buys, settle = rules["buys_per_turn"], rules["settle_from_atlantis"]
    if not isinstance(buys, int) or not 0 <= buys < 1000:
        raise ValueFault(("rules", "buys_per_turn"), f"'{buys}'", "a whole number from 0 to 999")
    names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
    return Table(names, colours, dealt, setup.seed, buys, bool(settle), str(rules["stuck_with_bridge"]))


# ---- the path ------------------------------------------------------------------------------------


def _code(piece: Piece) -> int:
    return tile(str(piece.row["letter"]), int(piece.row["value"]))


def _letter(piece: Piece) -> str:
    return str(piece.row["letter"])


def _tiles_of(document: Document) -> Sets:
    """How many there are of each tile, in set A and in set B."""
    sets = (Counter[int](), Counter[int]())
    for piece in document.pieces[document.spec.setup.piles["A"].component]:
        sets[piece.row["set"] == "B"][_code(piece)] += 1
    return sets


def _path_of(dealt: Deal) -> Path:
    tops, unders = bytearray((LAND,)), bytearray((NOTHING,))
    for stack in dealt.tracks["path"]:
        tops.append(_code(stack[-1]) if stack else NOTHING)
        unders.append(_code(stack[0]) if len(stack) > 1 else NOTHING)
    if len(tops) != MAINLAND:
        raise SyntaxFault(f"a spec whose path has {len(tops) - 1} spaces", f"{SPACES}")
    return Path(bytes((*tops, LAND)), bytes((*unders, NOTHING)), 0, ())


def _seen(path: Path, own: int) -> Counter[int]:
    spaces = [space for space in range(1, MAINLAND) if set_of(space) == own]
    codes = [row[space] for row in (path.tops, path.unders) for space in spaces]
    return Counter(code for code in codes if code not in (NOTHING, UNKNOWN))


def _path(text: str, key: KeyPath) -> Path:
    with Within(*key):
        return read_path(positions.words(text), len(text) + 1)


def _check_sets(path: Path, key: KeyPath, tiles: Sets) -> None:
    """No more of a tile on the spaces of a set than the set has, and no tile on the first water."""
    if path.tops[GAP_SPACE]:
        raise ValueFault(key, f"a tile on space {GAP_SPACE}", "water there, between set A and set B")
    for own in (0, 1):
        where = f"spaces 1 to {GAP_SPACE - 1}" if own == 0 else f"spaces {GAP_SPACE + 1} to {SPACES}"
        for code, number in sorted(_seen(path, own).items()):
            there = tiles[own][code]
            if number > there:
                found = f"{tile_text(code)} {number} time{'s' * (number != 1)} on {where}"
                raise ValueFault(key, found, f"no more than set {'AB'[own]} has: {there}")
        spaces = [space for space in range(1, MAINLAND) if set_of(space) == own]
        number = sum(1 for row in (path.tops, path.unders) for space in spaces if row[space])
        if number > tiles[own].total():
            raise ValueFault(key, f"{number} tiles on {where}", f"at most {tiles[own].total()}")


# ---- a final position ----------------------------------------------------------------------------

PLACE = f'"atlantis", a space from 1 to {SPACES}, or "mainland"'
TILE = "a tile such as F3"
Tile = Annotated[Written, Meta(description=TILE)]
Place = Annotated[
    Annotated[int, Meta(ge=1, le=SPACES)] | Annotated[str, Meta(pattern="^(?i:atlantis|mainland)$(?!\n)")],
    Meta(description=PLACE),
]


class Owner(FinalPlayer, frozen=True, kw_only=True):
    """A player of a final position."""

    tiles: Annotated[str | tuple[Tile, ...] | None, Meta(description="a list of tiles such as [F3, O5]")]
    cards: Annotated[int, Meta(ge=0, description="how many cards, 0 or more")]
    figures: Annotated[tuple[Place, Place, Place], Meta(description=f"a list of three, each {PLACE}")]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A final position's file."""

    path: Annotated[str, Meta(description=f"{SPACES} spaces as text")]
    players: tuple[Owner, ...]
    rules: RuleOptions = None


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    """The position as the file tells it. Raises ValueFault."""
    sets = _tiles_of(document)
    path = _path(values.path, ("path",))
    tiles = [_tiles(owner.tiles, ("players", i, "tiles")) for i, owner in enumerate(values.players)]
    table = _table(document, players, setup, dealt=False)
    marked = {(code, number): space for code, number, space in path.figures}
    figures: list[int] = []
    for i, owner in enumerate(values.players):
        for n, place in enumerate(owner.figures, start=1):
            key = ("players", i, "figures", n - 1)
            space = _space(place, path, key)
            there = marked.pop((CODES[players[i].colour], n), space)
            if there != space:
                raise ValueFault(key, f"figure {n} on space {there} by the path", "the same place in both")
            if space in figures and space not in (ATLANTIS, MAINLAND):
                raise ValueFault(key, f"a second figure on space {space}", "one a tile")
            figures.append(space)
    if marked:
        (code, number), space = next(iter(marked.items()))
        raise ValueFault(("path",), f"figure {code}{number} on space {space}", "figures of these players")
    together = sets[0] + sets[1]
    seen = _seen(path, 0) + _seen(path, 1)
    for lying, number in sorted(seen.items()):
        if number > together[lying]:
            found = f"{tile_text(lying)} {number} times"
            raise ValueFault(("path",), found, f"no more than there are: {together[lying]}")
    for i, own in enumerate(tiles):
        for n, owned in enumerate(own):
            seen[owned] += 1
            if seen[owned] > together[owned]:
                found = f"{tile_text(owned)} {seen[owned]} times, path and players together"
                raise ValueFault(("players", i, "tiles", n), found, f"no more than there are: {together[owned]}")
    total = sum(owner.cards for owner in values.players)
    cards = COPIES * (len(LETTERS) - 1)
    if total > cards:
        raise ValueFault(("players",), f"{total} cards in hand", f"at most {cards}")
    state = _state(
        table,
        path,
        sets,
        hands=[(owner.cards, *NO_CARDS[1:]) for owner in values.players],
        deck="?" * (cards - total),
        owned=[tuple(sorted(own)) for own in tiles],
        figures=figures,
        over=any(figures[p : p + 3] == [MAINLAND] * 3 for p in range(0, len(figures), 3)),
    )
    unseen = unseen_at_the_end(state)
    if unseen:
        raise ValueFault(
            ("path",), f"'?' on space {unseen}, beside a gap that somebody owes", "the tile that lies there"
        )
    return state


def _tiles(given: str | Sequence[str] | None, key: KeyPath) -> list[int]:
    found = []
    for n, text in enumerate(given.replace(",", " ").split() if isinstance(given, str) else given or ()):
        try:
            found.append(tile_code(text))
        except ValueError:
            raise ValueFault((*key, n), shown(text), TILE) from None
    return found


def _space(place: int | str, path: Path, key: KeyPath) -> int:
    if isinstance(place, str):
        return ATLANTIS if place.lower() == "atlantis" else MAINLAND
    if not path.tops[place]:
        raise ValueFault(key, f"a figure on space {place}, which is water", "a space with a tile")
    return place
