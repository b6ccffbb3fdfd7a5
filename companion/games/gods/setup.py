"""First positions, dealt from a seed or laid out as the table says, and final positions to be settled."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from companion.contract import Player, Position, SetupOption, SyntaxFault, ValueFault, within
from companion.contract.entering import seated
from companion.contract.finals import FinalPlayer, FinalPosition, RuleOptions
from companion.contract.values import Options

from companion.games.gods.state import (  # isort: skip
    ACTIONS, COLOURS, DRAWS, INDEX, LETTERS, NEUTRAL, NO_CARDS, NO_SITES, OPPONENT, PLACES, ROMAN, SITE, TILES, Cards,
    Sites, State, Table, Temple, count, meets, place_text, plus, shape,
)  # fmt: skip
from specs.base.languages import mark, say, word
from specs.base.unfit import KeyPath
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece
from specs.model.values import Written
from specs.read.typed import shown

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("cards", mark("hidden: the companion sees no hands; dealt: the seed deals them"), ("hidden", "dealt")),
    SetupOption("sides", mark("the side of each region's board that lies up, 1 the front: B1 G2 R1 Y2")),
    SetupOption("order", mark("the regions with the order tokens 1 to 4: R G B Y"), needed=True),
    SetupOption("marker", mark("the region where the presence marker starts: R"), needed=True),
    SetupOption("followers", mark("each player's first follower, in turn order: R G Y"), needed=True),
    SetupOption("deities", mark("each player's deity card by its number, in turn order: 1 4 2"), needed=True),
)
_SIDE = re.compile(r"([BGRY])([12])\Z")
Words = Annotated[str | tuple[str, ...], Meta(description="text")]
Tile = Annotated[Written, Meta(description="a tile such as II")]
Temples = Annotated[
    Mapping[str, Tile | tuple[Tile, ...] | None] | None,
    Meta(description="a mapping of sites to tiles, such as {R: [II, I], Gn: [I]}"),
]


def first(document: Document, seats: int, options: Options, seed: int | None) -> State:
    """Return the first position. Raises ValueFault for a bad value, SyntaxFault for a missing one."""
    is_dealt, solo = options.cards == "dealt", seats == 1
    if is_dealt and options.followers:
        raise ValueFault(("setup", "followers"), "followers", "none: the seed deals them")
    dealt = deal(document, seats, seed or 0)
    order, deities, [marker], own = _laid(document, seats, options, seed, dealt)
    hands, deck = [_count(hand) for hand in dealt.hands], "".join(map(_letter, dealt.piles["deck"]))
    if not is_dealt:
        hands, deck = [(sum(hand), *NO_CARDS[1:]) for hand in hands], "?" * len(deck)
    state = _state(_table(document, seats, options, order, deities, seed), hands, own, marker)
    return state._replace(
        row=_count(dealt.open["row"]), deck=deck, phase="opponent" if solo else "draw", left=0 if solo else DRAWS
    )


def _laid(document: Document, seats: int, options: Options, seed: int | None, dealt: Deal) -> Iterator[tuple[int, ...]]:
    """Yield the order of the regions, the deity cards, the marker, each first follower: as the table says, or as
    dealt."""
    known, each = deity_cards(document), f"a colour for each of {seats} players, such as R G Y"
    areas: dict[str, tuple[Callable[[str], tuple[int, ...]], Iterable[int]]] = {
        "order": (_order, map(_index, dealt.open["regions"])),
        "deities": (
            lambda text: _deities(text, seats, known), (int(area[0].row["deity"]) for area in dealt.areas["deities"])
        ),
        "marker": (lambda text: _colours(text, 1, "a region, one of B G R Y"), [_index(dealt.open["row"][0])]),
        "followers": (
            lambda text: _colours(text, seats, each), (_index(area[0]) for area in dealt.areas["followers"])
        ),
    }  # fmt: skip
    for key, (read, by_seed) in areas.items():
        if given := getattr(options, key):
            with within("setup", key):
                yield read(given)
        elif seed is not None:
            yield tuple(by_seed)
        else:
            text = word(next(each.text for each in OPTIONS if each.name == key))
            missing = say("a setup without a seed and without '{option}'", option=key)
            raise SyntaxFault(missing, say("a seed, or {option}: {text}", option=key, text=text))


def _table(
    document: Document, seats: int, options: Options, order: tuple[int, ...], deities: Sequence[int], seed: int | None
) -> Table:
    sides, known, solo = _sides(options.sides), deity_cards(document), seats == 1
    abilities, neutral = list[Any]([None] * 5), [False] * 5
    for piece in document.pieces["regions"]:
        side = "back" if sides[_index(piece)] == 2 else "front"
        abilities[_index(piece)], neutral[_index(piece)] = str(piece.row[side]), bool(piece.row[f"neutral_{side}"])
    dealt, is_dealt = deal(document, seats, 0), options.cards == "dealt"
    cards = [dealt.piles["deck"], *dealt.hands, *dealt.areas["followers"], dealt.open["row"]]
    return options.table(
        Table, dealt=is_dealt, seed=seed if is_dealt else None, copies=sum(map(len, cards)) // len(COLOURS),
        abilities=tuple(abilities), neutral=tuple(neutral), order=order, deities=(*deities, *[0] * solo),
        cards=(*[known[deity] for deity in deities], *[()] * solo), solo=solo,
    )  # fmt: skip


def _state(table: Table, hands: Sequence[Cards], followers: Sequence[int], marker: int) -> State:
    """Return a position with actions to come and the other cards unseen."""
    seats, opponent = len(table.cards), [NO_CARDS] * table.solo
    return State(
        hands=(*hands, *opponent), shown=(NO_CARDS,) * seats,
        followers=(*[plus(NO_CARDS, colour) for colour in followers], *opponent),
        sites=(NO_SITES,) * seats, assistants=(False,) * seats,
        marker=marker, row=NO_CARDS, deck="?" * len(COLOURS) * table.copies, discards=NO_CARDS, shuffles=0,
        turn=0, turns=0, phase="act", left=ACTIONS, converted=False, solo_turns=0, winner=None, away=(), table=table,
    )  # fmt: skip


def _letter(piece: Piece) -> str:
    return str(piece.row["letter"])


def _index(piece: Piece) -> int:
    return INDEX[_letter(piece)]


def _count(pieces: Sequence[Piece]) -> Cards:
    return count("".join(map(_letter, pieces)))


def _colours(text: str, number: int, expected: str, *, apart: bool = False) -> tuple[int, ...]:
    """Read `number` colours, no two alike if they are `apart`. Raises SyntaxFault."""
    found = "".join(text.split()).upper()
    if len(found) != number or set(found) - set(LETTERS[1:]) or (apart and len(set(found)) < number):
        raise SyntaxFault(f"'{text[:30]}'", expected)
    return tuple([INDEX[letter] for letter in found])


def _order(text: str) -> tuple[int, ...]:
    return _colours(text, 4, "the four regions in the order of their tokens, such as R G B Y", apart=True)


def _deities(text: str, seats: int, known: Mapping[int, object]) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if len(words) != seats or len(set(words)) < len(words) or not set(words) <= set(map(str, known)):
        raise SyntaxFault(f"'{text[:30]}'", f"{seats} different cards of {', '.join(map(str, known))}")
    return tuple(map(int, words))


def deity_cards(document: Document) -> Mapping[int, tuple[Temple, ...]]:
    """Return the shapes of each deity card by its number, in the order of the regions 1 to 4."""
    rows = (piece.row for piece in document.pieces["deities"])
    return {int(row["deity"]): tuple([shape(str(row[f"r{n}"])) for n in (1, 2, 3, 4)]) for row in rows}


def _sides(text: str, path: KeyPath = ("setup", "sides")) -> tuple[int, ...]:
    """Return the side of each region that lies up, by its colour; the front by default."""
    sides, seen = [1] * 5, set[int]()
    for side in text.upper().replace(",", " ").split():
        match = _SIDE.match(side)
        if not match or INDEX[match[1]] in seen:
            raise ValueFault(path, f"'{side[:20]}'", "a side of each region once, such as B1 G2 R1 Y2")
        seen.add(INDEX[match[1]])
        sides[INDEX[match[1]]] = int(match[2])
    return tuple(sides)


# ---- a final position ----------------------------------------------------------------------------


class Owner(FinalPlayer, frozen=True, kw_only=True):
    """A player of a final position. Other keys of `import --check --json` are allowed and ignored."""

    deity: Annotated[Written, Meta(description="a deity card's number")]
    temples: Temples = None
    hand: Any = None
    known: Any = None
    followers: Any = None
    assistant: Any = None
    stock: Any = None
    complete: Any = None


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A described end's file: `order`, `sides` (both also under `setup`), `turn` (a name). Other keys that `import
    --check --json` prints are allowed and ignored."""

    players: tuple[Owner, ...]
    setup: Any = None
    rules: RuleOptions = None
    order: Words = ""
    sides: Words = ""
    turn: Written | None = None
    marker: Any = None
    row: Any = None
    deck: Any = None
    discards: Any = None
    phase: Any = None
    actions_left: Any = None
    solo_turns: Any = None


def final(document: Document, players: Sequence[Player], options: Options, values: Ended) -> Position:
    """Return the position in the file. Raises ValueFault."""
    given, paths = {"order": options.order, "sides": options.sides}, {}
    for key, words in (("order", values.order), ("sides", values.sides)):
        paths[key] = (key,) if words else ("setup", key)
        given[key] = (words if isinstance(words, str) else " ".join(words)) or given[key]
    if not given["order"]:
        raise ValueFault((), "a position without 'order'", "'order:', the regions with the tokens 1 to 4, such as RGBY")
    with within(*paths["order"]):
        order = _order(given["order"])
    _sides(given["sides"], paths["sides"])
    cards = list(map(str, deity_cards(document)))
    for n, owner in enumerate(values.players):
        if owner.deity not in cards:
            raise ValueFault(("players", n, "deity"), shown(owner.deity), f"a deity card, one of {', '.join(cards)}")
    sites = [_temples(owner.temples or {}, ("players", n, "temples")) for n, owner in enumerate(values.players)]
    deities = [int(owner.deity) for owner in values.players]
    table = _table(document, len(players), Options(options | given), order, deities, None)
    _check_neutral(table, sites)
    seats = seated(players, OPPONENT)
    mover = _mover(values.turn, [player.name for player in seats])
    state = _state(table, [NO_CARDS] * len(players), [], order[0])
    state = state._replace(
        followers=(NO_CARDS,) * len(seats), sites=(*sites, *[NO_SITES] * table.solo), turn=mover or 0
    )
    met = [seat for seat in range(len(players)) if meets(state, seat) and mover in (None, seat)]
    if len(met) == 1:
        state = state._replace(turn=met[0], winner=met[0], phase="over", left=0)
    return Position(state, seats)


def _mover(given: str | None, names: Sequence[str]) -> int | None:
    if given is None:
        return None
    if given not in names:
        raise ValueFault(("turn",), shown(given), f"one of {', '.join(names)}")
    return names.index(given)


def _check_neutral(table: Table, sites: Sequence[Sites]) -> None:
    """Check that a neutral site exists and holds one player's tiles."""
    for place in PLACES[NEUTRAL:]:
        holders = [p for p, own in enumerate(sites) if own[place]]
        for player in holders:
            path: KeyPath = ("players", player, "temples", place_text(place))
            if len(holders) > 1:
                raise ValueFault(path, f"tiles of {len(holders)} players on {place_text(place)}", "those of one player")
            if not table.neutral[place - NEUTRAL]:
                side = LETTERS[place - NEUTRAL]
                raise ValueFault(path, f"tiles on {place_text(place)}", f"a side with a neutral site: sides: {side}2")


def _temples(given: Mapping[str, str | Sequence[str] | None], path: KeyPath) -> Sites:
    sites: list[Temple] = list(NO_SITES)
    for site, tiles in given.items():
        place = SITE.get(site, 0)
        if not place:
            raise ValueFault((*path, site), f"site '{site}'", f"one of {', '.join(SITE)}")
        text = tiles or "" if isinstance(tiles, str | None) else "+".join(tiles)
        try:
            sites[place] = shape(text) if text else ()
        except ValueError:
            raise ValueFault((*path, site), f"'{text[:40]}'", "tiles from the bottom, such as II+I") from None
    used = [tile for temple in sites for tile in temple]
    for level in (1, 2, 3):
        if used.count(level) > TILES:
            raise ValueFault(path, f"{used.count(level)} tiles {ROMAN[level]}", f"at most {TILES} of each level")
    return tuple(sites)
