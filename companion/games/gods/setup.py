"""First positions, dealt from a seed or told by the table, and final positions to be settled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from companion.contract import Player, Setup, SetupOption, SyntaxFault, ValueFault, Within
from companion.finals import FinalPlayer, FinalPosition, RuleOptions
from companion.games.gods.play import beginning
from companion.games.gods.position import read_shape
from companion.games.gods.state import (
    ACT,
    ACTIONS,
    COLOURS,
    FULL_STOCK,
    INDEX,
    LETTERS,
    NEUTRAL,
    NO_CARDS,
    NO_SITES,
    NOBODY,
    OVER,
    PLACES,
    ROMAN,
    TILES,
    Cards,
    Sites,
    State,
    Table,
    Temple,
    count,
    place_text,
    plus,
    targets,
)
from specs.base.languages import mark, say, word
from specs.base.unfit import KeyPath
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece
from specs.model.values import Written
from specs.read.typed import shown

T = TypeVar("T")

OPPONENT_NAME = "opponent"
OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("cards", mark("hidden: the companion sees no hands; dealt: the seed deals them"), ("hidden", "dealt")),
    SetupOption("sides", mark("the side of each region's board that lies up, 1 the front: B1 G2 R1 Y2")),
    SetupOption("order", mark("the regions with the order tokens 1 to 4: R G B Y"), needed=True),
    SetupOption("marker", mark("the region where the presence marker starts: R"), needed=True),
    SetupOption("followers", mark("each player's first follower, in turn order: R G Y"), needed=True),
    SetupOption("deities", mark("each player's deity card by its number, in turn order: 1 4 2"), needed=True),
)
_SIDE = re.compile(r"([BGRY])([12])\Z")
_SITE = {place_text(place): place for place in PLACES}
Words = Annotated[str | tuple[str, ...], Meta(description="text")]
Tile = Annotated[Written, Meta(description="a tile such as II")]
Temples = Annotated[
    Mapping[str, Tile | tuple[Tile, ...] | None] | None,
    Meta(description="a mapping of sites to tiles, such as {R: [II, I], Gn: [I]}"),
]


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    """The first position. Raises ValueFault for a value that cannot be, SyntaxFault for one that is missing."""
    is_dealt, number, solo = setup.options.get("cards") == "dealt", len(players), len(players) == 1
    if is_dealt and "followers" in setup.options:
        raise ValueFault(("setup", "followers"), "followers that are told", "none: the seed deals them")
    dealt = deal(document, number, setup.seed or 0)
    told = _Told(setup, None if setup.seed is None else dealt, number)
    order, deities = told.order(), told.deities(deity_cards(document))
    table = _table(document, players, setup, order, deities, is_dealt)
    marker = told.marker()
    followers = [plus(NO_CARDS, colour) for colour in told.followers()]
    if is_dealt:
        hands = [count("".join(map(_letter, hand))) for hand in dealt.hands]
        deck = "".join(map(_letter, dealt.piles["deck"]))
    else:
        hands = [(len(hand), 0, 0, 0, 0) for hand in dealt.hands]
        deck = "?" * len(dealt.piles["deck"])
    if solo:
        followers, hands = [*followers, NO_CARDS], [*hands, NO_CARDS]
    area = tuple(map(int.__add__, NO_CARDS, count("".join(map(_letter, dealt.open["area"])))))
    return beginning(_state(table, hands, followers, marker, area, deck))


def _state(
    table: Table, hands: Sequence[Cards], followers: Sequence[Cards], marker: int, area: Cards, deck: str
) -> State:
    seats = len(table.names)
    return State(
        table=table,
        hands=tuple(hands),
        shown=(NO_CARDS,) * seats,
        followers=tuple(followers),
        sites=(NO_SITES,) * seats,
        stock=tuple(FULL_STOCK if card else (0, 0, 0, 0) for card in table.cards),
        assistants=(False,) * seats,
        marker=marker,
        area=area,
        deck=deck,
        discards=NO_CARDS,
        shuffles=0,
        turn=0,
        phase=ACT,
        left=ACTIONS,
        converted=False,
        solo_turns=0,
        winner=NOBODY,
    )


class _Told:
    """What the table says lies there; where it says nothing, what the seed deals."""

    def __init__(self, setup: Setup, dealt: Deal | None, players: int) -> None:
        self.options, self.dealt, self.players = setup.options, dealt, players

    def order(self) -> tuple[int, ...]:
        def dealt(deal: Deal) -> tuple[int, ...]:
            return tuple(INDEX[_letter(piece)] for piece in deal.open["regions"])

        return self._value("order", read_order, dealt)

    def marker(self) -> int:
        def read(text: str) -> int:
            letter = text.strip().upper()
            if letter not in set(LETTERS[1:]):
                raise SyntaxFault(f"'{text[:30]}'", "a region, one of B G R Y")
            return INDEX[letter]

        return self._value("marker", read, lambda deal: INDEX[_letter(deal.open["area"][0])])

    def followers(self) -> Sequence[int]:
        def read(text: str) -> Sequence[int]:
            letters = list("".join(text.split()).upper())
            if len(letters) != self.players or set(letters) - set(LETTERS[1:]):
                raise SyntaxFault(f"'{text[:30]}'", f"a colour for each of {self.players} players, such as R G Y")
            return [INDEX[letter] for letter in letters]

        return self._value(
            "followers", read, lambda deal: [INDEX[_letter(area[0])] for area in deal.areas["followers"]]
        )

    def deities(self, cards: Mapping[int, tuple[Temple, ...]]) -> Sequence[int]:
        def read(text: str) -> Sequence[int]:
            words = text.replace(",", " ").split()
            if len(words) != self.players or len(set(words)) < len(words) or not set(words) <= set(map(str, cards)):
                raise SyntaxFault(f"'{text[:30]}'", f"{self.players} different cards of {', '.join(map(str, cards))}")
            return [int(word) for word in words]

        return self._value("deities", read, lambda deal: [int(area[0].row["deity"]) for area in deal.areas["deities"]])

    def _value(self, key: str, read: Callable[[str], T], dealt: Callable[[Deal], T]) -> T:
        given = self.options.get(key)
        if given is not None:
            with Within("setup", key):
                return read(given)
        if self.dealt is None:
            text = next(option.text for option in OPTIONS if option.name == key)
            missing = say("a setup without a seed and without '{option}'", option=key)
            raise SyntaxFault(missing, say("a seed, or {option}: {text}", option=key, text=word(text)))
        return dealt(self.dealt)


def read_order(text: str) -> tuple[int, ...]:
    letters = "".join(text.split()).upper()
    if sorted(letters) != sorted(LETTERS[1:]):
        raise SyntaxFault(f"'{text[:30]}'", "the four regions in the order of their tokens, such as R G B Y")
    return tuple(INDEX[letter] for letter in letters)


# ---- what the spec holds -------------------------------------------------------------------------


def _letter(piece: Piece) -> str:
    return str(piece.row["letter"])


def deity_cards(document: Document) -> Mapping[int, tuple[Temple, ...]]:
    """The shapes of each deity card by its number, in the order of the regions 1 to 4."""
    rows = (piece.row for piece in document.pieces["deities"])
    return {int(row["deity"]): tuple(read_shape(str(row[f"r{n}"])) for n in (1, 2, 3, 4)) for row in rows}


def _table(
    document: Document,
    players: Sequence[Player],
    setup: Setup,
    order: tuple[int, ...],
    deities: Sequence[int],
    is_dealt: bool,
) -> Table:
    sides = _sides(setup.options.get("sides", ""))
    abilities, neutral = [""] * 5, [False] * 5
    for piece in document.pieces["regions"]:
        colour = INDEX[_letter(piece)]
        side = "back" if sides[colour] == 2 else "front"
        abilities[colour], neutral[colour] = str(piece.row[side]), bool(piece.row[f"neutral_{side}"])
    solo = len(players) == 1
    names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
    known = deity_cards(document)
    cards = tuple(known[deity] for deity in deities)
    dealt = deal(document, len(players), 0)
    pieces = [*dealt.piles["deck"], *dealt.open["area"]]
    pieces += [piece for hand in (*dealt.hands, *dealt.areas["followers"]) for piece in hand]
    taken = {name.lower() for name in names}
    other = next(name for name in (OPPONENT_NAME, "the opponent") if name not in taken)
    return Table(
        names=(*names, other) if solo else names,
        colours=(*colours, "") if solo else colours,
        dealt=is_dealt,
        seed=setup.seed if is_dealt else None,
        copies=len(pieces) // len(COLOURS),
        abilities=tuple(abilities),
        neutral=tuple(neutral),
        order=order,
        deities=(*deities, 0) if solo else tuple(deities),
        cards=(*cards, ()) if solo else cards,
        targets=tuple(targets(card, order) for card in cards) + ((NO_SITES,) if solo else ()),
        solo=solo,
        any_ends=setup.rules.get("end", document.spec.rules["end"].default) == "any-action",
    )


def _sides(text: str, path: KeyPath = ("setup", "sides")) -> tuple[int, ...]:
    """The side of each region that lies up, by its colour; the front where nothing is said."""
    sides, seen = [1] * 5, set[int]()
    for told in text.upper().replace(",", " ").split():
        match = _SIDE.match(told)
        if not match or INDEX[match[1]] in seen:
            raise ValueFault(path, f"'{told[:20]}'", "a side of each region once, such as B1 G2 R1 Y2")
        seen.add(INDEX[match[1]])
        sides[INDEX[match[1]]] = int(match[2])
    return tuple(sides)


# ---- a final position ----------------------------------------------------------------------------


class Owner(FinalPlayer, frozen=True, kw_only=True):
    """A player of a final position. What `check --json` tells besides decides nothing."""

    deity: Annotated[Written, Meta(description="a deity card's number")]
    temples: Temples = None
    hand: Any = None
    known: Any = None
    followers: Any = None
    assistant: Any = None
    stock: Any = None
    complete: Any = None


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A described end's file: `order`, `sides` (both also under `setup`), `turn` (a name). The other keys of
    `check --json` may stand there too and decide nothing."""

    players: tuple[Owner, ...]
    setup: Any = None
    rules: RuleOptions = None
    order: Words = ""
    sides: Words = ""
    turn: Written | None = None
    marker: Any = None
    area: Any = None
    deck: Any = None
    discards: Any = None
    phase: Any = None
    actions_left: Any = None
    solo_turns: Any = None


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    """The position as the file tells it. Raises ValueFault."""
    options, paths = dict(setup.options), dict[str, KeyPath]()
    for key, given in (("order", values.order), ("sides", values.sides)):
        paths[key] = (key,) if given else ("setup", key)
        if given:
            options[key] = given if isinstance(given, str) else " ".join(given)
    if "order" not in options:
        raise ValueFault((), "a position without 'order'", "'order:', the regions with the tokens 1 to 4, such as RGBY")
    with Within(*paths["order"]):
        order = read_order(options["order"])
    _sides(options.get("sides", ""), paths["sides"])
    cards = list(map(str, deity_cards(document)))
    for n, owner in enumerate(values.players):
        if owner.deity not in cards:
            raise ValueFault(("players", n, "deity"), shown(owner.deity), f"a deity card, one of {', '.join(cards)}")
    sites = [_temples(owner.temples or {}, ("players", n, "temples")) for n, owner in enumerate(values.players)]
    deities = [int(owner.deity) for owner in values.players]
    table = _table(document, players, setup._replace(options=options), order, deities, is_dealt=False)
    sites += [NO_SITES] * (len(table.names) - len(sites))
    stock = tuple(
        (0, *(TILES - [tile for temple in own for tile in temple].count(level) for level in (1, 2, 3))) for own in sites
    )
    _check_neutral(table, sites)
    nothing = (NO_CARDS,) * len(table.names)
    state = _state(table, nothing, nothing, order[0], NO_CARDS, "?" * 4 * table.copies)
    mover = _mover(values.turn, table)
    state = state._replace(sites=tuple(sites), stock=stock if not table.solo else (stock[0], (0, 0, 0, 0)))
    met = [p for p in range(len(players)) if sites[p] == table.targets[p] and mover in (None, p)]
    if len(met) == 1:
        return state._replace(turn=met[0], winner=met[0], phase=OVER, left=0)
    return state._replace(turn=mover or 0)


def _mover(given: str | None, table: Table) -> int | None:
    if given is None:
        return None
    if given not in table.names:
        raise ValueFault(("turn",), shown(given), f"one of {', '.join(table.names)}")
    return table.names.index(given)


def _check_neutral(table: Table, sites: Sequence[Sites]) -> None:
    """A neutral site is there and holds one player's tiles."""
    for place in PLACES[NEUTRAL:]:
        holders = [p for p, own in enumerate(sites) if own[place]]
        for player in holders:
            path: KeyPath = ("players", player, "temples", place_text(place))
            if len(holders) > 1:
                raise ValueFault(path, f"tiles of {len(holders)} players on {place_text(place)}", "those of one player")
            if not table.neutral[place - NEUTRAL]:
                side = LETTERS[place - NEUTRAL]
                raise ValueFault(path, f"tiles on {place_text(place)}", f"a side with a neutral site: sides: {side}2")


def _temples(told: Mapping[str, str | Sequence[str] | None], path: KeyPath) -> Sites:
    sites: list[Temple] = list(NO_SITES)
    for site, tiles in told.items():
        place = _SITE.get(site, 0)
        if not place:
            raise ValueFault((*path, site), f"site '{site}'", f"one of {', '.join(_SITE)}")
        with Within(*path, site):
            sites[place] = read_shape(tiles if isinstance(tiles, str) else "+".join(tiles)) if tiles else ()
    used = [tile for temple in sites for tile in temple]
    for level in (1, 2, 3):
        if used.count(level) > TILES:
            raise ValueFault(path, f"{used.count(level)} tiles {ROMAN[level]}", f"at most {TILES} of each level")
    return tuple(sites)
