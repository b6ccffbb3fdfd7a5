"""First positions, as the setup sheet deals them, and final ones that are told by their line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta

from companion.contract import Player, Setup, SetupOption, ValueFault
from companion.finals import FinalPlayer, FinalPosition
from companion.games.free.position import MOST_PLAYERS
from companion.games.free.state import Piece, Site, State, planned, seen_by, unknown
from specs.deal import deal
from specs.document import Document
from specs.document import Piece as Printed
from specs.ground.languages import mark
from specs.ground.unfit import Unfit
from specs.kit import Kit, called, kit_of, piles_of, words_of
from specs.values import Written

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("cards", mark("are hands and piles told as they come to light, or dealt?"), ("hidden", "dealt")),
)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    """The first position: what the setup sheet of the seed deals, the rest in the box. Without `cards: dealt` what
    nobody sees is not known. Raises ValueFault, SpecError."""
    if len(players) > MOST_PLAYERS:
        raise ValueFault(("players",), f"{len(players)} players", f"at most {MOST_PLAYERS}")
    try:
        kit = kit_of(document)
    except Unfit as fault:
        raise ValueFault(("setup",), fault.found, fault.expected) from None
    plan, dealt = planned(kit, len(players)), setup.options.get("cards") == "dealt"
    words = {(piece.component, piece.id): word for piece, word in words_of(document)}
    lies: list[list[Piece]] = [[] for _ in plan.sites]
    laid: set[tuple[str, str]] = set()

    def lay(site: Site, pieces: Sequence[Printed]) -> None:
        for piece in pieces:
            if (key := (piece.component, piece.id)) in words:
                lies[plan.numbers[site]].append(Piece(words[key]))
                laid.add(key)

    piles = piles_of(document.spec.setup)
    found = deal(document, len(players), setup.seed or 0)
    for name, pile in found.piles.items():
        lay(Site(piles[name]), pile)
    for name, stacks in found.tracks.items():
        for n, stack in enumerate(stacks, 1):
            lay(Site(called(name), None, str(n)), stack[::-1])
    for name, row in found.open.items():
        lay(Site(called(name)), row)
    for name, cells in found.cells.items():
        for cell, stack in cells.items():
            lay(Site(called(name), None, cell), stack[::-1])
    for seat, hand in enumerate(found.hands):
        lay(Site("hand", seat), hand)
    for name, areas in found.areas.items():
        for seat, area in enumerate(areas):
            lay(Site(called(name), seat), area)
    for name, zone in kit.zones.items():
        for component, field in zone.start.items():
            for piece in document.pieces[component]:
                for seat, player in enumerate(players):
                    if piece.row.get(field) == player.colour and (component, piece.id) not in laid:
                        lay(Site(name, seat), [piece])
    lay(Site("box"), [piece for piece, _ in words_of(document) if (piece.component, piece.id) not in laid])
    counts = [kit.counters[name].start for name, _ in plan.counters]
    state = _first(kit, players, lies, counts)._replace(seed=setup.seed, dealt=dealt)
    if dealt:
        return state
    shuffled = {pile.component for pile in document.spec.setup.piles.values() if pile.shuffle}
    hidden = seen_by(state, None)
    known = [
        tuple(
            piece if state.kind(piece).component not in shuffled or site.zone == "box"
            else back if setup.seed is not None else unknown(state, piece)
            for piece, back in zip(mine, theirs, strict=True)
        )
        for site, mine, theirs in zip(plan.sites, state.lies, hidden.lies, strict=True)
    ]  # fmt: skip
    return state._replace(lies=tuple(known), seed=setup.seed)


Words = tuple[Written, ...]
Laid = Annotated[
    Mapping[str, Words | Mapping[str, Words]],
    Meta(description="zones with the pieces that lie there, of many places each with its own"),
]
Counted = Annotated[Mapping[str, int], Meta(description="counters with their numbers")]


class Seated(FinalPlayer, frozen=True, kw_only=True):
    """A player of a file, and what lies before whom."""

    zones: Laid = MappingProxyType({})
    counters: Counted = MappingProxyType({})


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lay where when a game ended: everything else is in the box."""

    players: tuple[Seated, ...]
    zones: Laid = MappingProxyType({})
    counters: Counted = MappingProxyType({})


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    """The position as the file tells it. Raises ValueFault."""
    kit = kit_of(document)
    plan = planned(kit, len(players))
    lies: list[list[Piece]] = [[] for _ in plan.sites]
    counts = {key: kit.counters[key[0]].start for key in plan.counters}
    left = {kind.word: kind.count for kind in kit.kinds}
    everybody: list[tuple[int | None, Ended | Seated]] = [(None, values), *enumerate(values.players)]
    for seat, told in everybody:
        path: tuple[str | int, ...] = () if seat is None else ("players", seat)
        for name, laid in told.zones.items():
            cells = laid if isinstance(laid, Mapping) else {"": laid}
            for cell, words in cells.items():
                where = (*path, "zones", name, *((cell,) if cell else ()))
                site = plan.numbers.get(Site(name, seat, cell))
                if site is None:
                    raise ValueFault(where, f"'{cell or name}'", "a zone of whose it is here, and one of its places")
                for n, word in enumerate(words):
                    kind = plan.kinds.get(word.lower())
                    if kind is None or not left[kind.word]:
                        raise ValueFault((*where, n), f"'{word}'", "a piece of this game that lies nowhere else")
                    left[kind.word] -= 1
                    lies[site].append(Piece(kind.word))
        for name, number in told.counters.items():
            if (name, seat) not in counts:
                raise ValueFault((*path, "counters", name), f"'{name}'", "a counter of whose it is here")
            counts[name, seat] = number
    box = lies[plan.numbers[Site("box")]]
    box += [Piece(word) for word, count in left.items() for _ in range(count)]
    return _first(kit, players, lies, counts.values())._replace(over=True)


def _first(kit: Kit, players: Sequence[Player], lies: Sequence[Sequence[Piece]], counts: Iterable[int]) -> State:
    return State(kit, tuple(players), tuple(map(tuple, lies)), tuple(counts), ((),) * len(kit.dice))
