"""First positions, as the setup sheet deals them, and final ones from a file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta

from companion.contract.faults import ValueFault, within
from companion.contract.finals import FinalPlayer, FinalPosition
from companion.contract.position import Position
from companion.contract.values import Options, Player, SetupOption
from companion.games.free.plan import Piece, Site, planned
from companion.games.free.state import State, seen_by, unknown
from specs.base.languages import mark
from specs.expand.deal import deal
from specs.expand.table_kit import Kit, called, kit_of, piles_of, words_of
from specs.model.document import Document, Piece as Printed
from specs.model.schema import MOST_PLAYERS
from specs.model.values import Written
from specs.translation.overlay import table_words

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("cards", mark("hidden: the companion sees no hands; dealt: the seed deals them"), ("hidden", "dealt")),
)


def first(document: Document, seats: int, options: Options, seed: int | None) -> State:
    """Return the first position: what the setup sheet of the seed deals, with the rest in the box. Without `cards:
    dealt` what no player sees is unknown. Raises ValueFault, SpecError."""
    if seats > MOST_PLAYERS:
        raise ValueFault(("players",), f"{seats} players", f"at most {MOST_PLAYERS}")
    with within("setup"):
        kit = kit_of(document, table_words(document))
    laying, words = _Laying(kit, options.colours or ("",) * seats), words_of(document)
    called = {(piece.component, piece.id): word for piece, word in words}
    for site, pieces in _laid(document, kit, laying.colours, seed or 0):
        for piece in pieces:
            laying.lay(site, called.get((piece.component, piece.id), ""))
    state = laying.state()
    if options.cards != "dealt":
        state = _known(state, document, seeded=seed is not None)
    return state._replace(luck=seed, dealt=options.cards == "dealt")


class _Laying:
    """A position being laid out, piece by piece; counters are at their start."""

    def __init__(self, kit: Kit, colours: Sequence[str]) -> None:
        self.kit, self.colours, self.plan = kit, colours, planned(kit, len(colours))
        self.lies: list[list[Piece]] = [[] for _ in self.plan.sites]
        self.left = {kind.word: kind.count for kind in kit.kinds}
        self.counts = {key: kit.counters[key[0]].start for key in self.plan.counters}

    def lay(self, site: Site, word: str) -> bool:
        """Lay a piece; return false if there is no such piece, or no more of them."""
        kind = self.plan.kinds.get(word.lower())
        if kind is None or not self.left[kind.word]:
            return False
        self.left[kind.word] -= 1
        self.lies[self.plan.numbers[site]].append(Piece(kind.word))
        return True

    def state(self) -> State:
        """Return the position, with all else in the box."""
        self.lies[self.plan.numbers[Site("box")]] += map(Piece, Counter(self.left).elements())
        lies = tuple(map(tuple, self.lies))
        return State(self.kit, lies, tuple(self.counts.values()), ((),) * len(self.kit.dice), tuple(self.colours))


def _laid(document: Document, kit: Kit, colours: Sequence[str], seed: int) -> Iterator[tuple[Site, Sequence[Printed]]]:
    """Yield what lies where at first, the top or first first."""
    found, piles = deal(document, len(colours), seed), piles_of(document.spec.setup)
    yield from ((Site(piles[name]), pile) for name, pile in found.piles.items())
    yield from ((Site(called(name)), row) for name, row in found.open.items())
    for name, stacks in found.tracks.items():
        yield from ((Site(called(name), None, str(n)), stack[::-1]) for n, stack in enumerate(stacks, 1))
    for name, cells in found.cells.items():
        yield from ((Site(called(name), None, cell), stack[::-1]) for cell, stack in cells.items())
    for name, areas in (("hand", found.hands), *found.areas.items()):
        yield from ((Site(called(name), seat), area) for seat, area in enumerate(areas))
    for name, zone in kit.zones.items():
        for component, field in zone.start.items():
            for seat, colour in enumerate(colours):
                own = [piece for piece in document.pieces[component] if piece.row.get(field) == colour]
                yield Site(name, seat), own


def _known(state: State, document: Document, *, seeded: bool) -> State:
    """Return a first position as far as the table knows it: of what is shuffled, what a seed dealt face up."""
    shuffled = {pile.from_ for pile in document.spec.setup.piles.values() if pile.shuffle}
    hidden, lies = seen_by(state, None), []
    for (site, mine), theirs in zip(state.lying, hidden.lies, strict=True):
        backs = theirs if seeded else [unknown(state, piece) for piece in mine]
        known = [site.zone == "box" or state.component(piece) not in shuffled for piece in mine]
        lies.append(tuple(piece if one else back for piece, back, one in zip(mine, backs, known, strict=True)))
    return state._replace(lies=tuple(lies))


Words = tuple[Written, ...]
Laid = Annotated[
    Mapping[str, Words | Mapping[str, Words]],
    Meta(description="zones with the pieces that lie there, of many places each with its own"),
]
Counted = Annotated[Mapping[str, int], Meta(description="counters with their numbers")]


class Seated(FinalPlayer, frozen=True, kw_only=True):
    """A player of a file, and what lies before them."""

    zones: Laid = MappingProxyType({})
    counters: Counted = MappingProxyType({})


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lay where when a game ended: everything else is in the box."""

    players: tuple[Seated, ...]
    zones: Laid = MappingProxyType({})
    counters: Counted = MappingProxyType({})


def final(document: Document, players: Sequence[Player], options: Options, values: Ended) -> Position:
    """Return the position in the file. Raises ValueFault."""
    laying = _Laying(kit_of(document, table_words(document)), [player.colour for player in players])
    everybody: list[tuple[int | None, Ended | Seated]] = [(None, values), *enumerate(values.players)]
    for seat, whose in everybody:
        path: tuple[str | int, ...] = () if seat is None else ("players", seat)
        for name, laid in whose.zones.items():
            for cell, words in (laid if isinstance(laid, Mapping) else {"": laid}).items():
                where, site = (*path, "zones", name, *((cell,) if cell else ())), Site(name, seat, cell)
                if site not in laying.plan.numbers:
                    raise ValueFault(where, f"'{cell or name}'", "a zone that belongs here, and one of its places")
                for n, word in enumerate(words):
                    if not laying.lay(site, word):
                        raise ValueFault((*where, n), f"'{word}'", "a piece of this game that lies nowhere else")
        for name, number in whose.counters.items():
            if (name, seat) not in laying.counts:
                raise ValueFault((*path, "counters", name), f"'{name}'", "a counter that belongs here")
            laying.counts[name, seat] = number
    return Position(laying.state()._replace(over=True), tuple(players))
