"""A position of the free table: which piece lies at which site, the counters and dice, whose turn it is.

What lies at a site is a row or a stack, the first or top first. A position holds its kit.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from companion.games.free import texts
from companion.games.free.plan import Piece, Plan, Ref, Site, planned, unnamed
from specs.base.languages import Said, say
from specs.expand.table_kit import Kind, Kit, Zone

MOST_COUNTED = 10**9
GOES: Final = {
    "play": "table", "take": "hand", "draw": "hand", "flip": "discard", "discard": "discard", "remove": "box",
}  # fmt: skip
REACH: Final = {  # where a word looks for a piece, in order; places after the bar are searched but not offered
    "add": "box", "play": "own open | shared", "discard": "own | shared", "give": "own | shared",
    "take": "shared | others own", "": "shared own | others",
}  # fmt: skip
Pieces = tuple[Piece, ...]
Face = Annotated[int | None, texts.FACE]


class State(NamedTuple):
    """`lies` has what lies at each site, `counts` each counter in the plan's order, `dice` the faces thrown, None for
    an unknown one. `phase` is one of the turn's, from 0. `round` counts from 1 and began with the player `first`;
    `turns` is how many turns were passed, `asked` how often chance was asked. With `dealt`, everything comes from
    `luck`, the seed, which no view has. `colours` are those of each seat's pieces."""

    kit: Annotated[Kit, texts.KIT]
    lies: Annotated[tuple[Pieces, ...], texts.LIES]
    counts: tuple[int, ...]
    dice: tuple[tuple[Face, ...], ...]
    colours: tuple[str, ...]
    turn: int = 0
    phase: int = 0
    round: int = 1
    first: int = 0
    turns: int = 0
    asked: int = 0
    luck: int | None = None
    dealt: bool = False
    over: bool = False

    @property
    def plan(self) -> Plan:
        return planned(self.kit, len(self.colours))

    @property
    def phased(self) -> str:
        """Return the phase of the turn by name; empty if turns have none."""
        phases = self.kit.turn.phases
        return phases[self.phase] if phases else ""

    @property
    def lying(self) -> Iterator[tuple[Site, Pieces]]:
        """Yield every site with what lies there."""
        return zip(self.plan.sites, self.lies, strict=True)

    def at(self, site: Site) -> Pieces:
        return self.lies[self.plan.numbers[site]]

    def within(self, zone: str, seat: int | None) -> Sequence[tuple[Site, Pieces]]:
        """Return the sites of a zone with what lies there: the player's own, if each has one."""
        numbers = self.plan.zones[zone, seat if self.kit.zones[zone].each else None]
        return [(self.plan.sites[n], self.lies[n]) for n in numbers]

    def counted(self, counter: str, seat: int) -> int:
        """Return a counter: the player's, if each has one."""
        return self.counts[self.plan.counter(counter, seat)]

    def zone(self, site: Site) -> Zone:
        return self.kit.zones[site.zone]

    def beside(self, site: Site) -> list[Site]:
        """Return the neighbours of a place."""
        return [site._replace(cell=cell) for cell in self.zone(site).cells.get(site.cell, ())]

    def whole(self, site: Site) -> Site:
        """Return a site as it is named in a turn, with its player."""
        own = (self.turn if site.owner is None else site.owner) if self.zone(site).each else None
        return site._replace(owner=own)

    def kind(self, piece: Piece) -> Kind:
        """Return a piece's kind. Raises KeyError for an unknown one."""
        return self.plan.kinds[piece.word.lower()]

    def component(self, piece: Piece) -> str:
        """Return a piece's component, which its back shows too."""
        return self.kind(piece).component if piece.known else piece.word[1:]

    def places(self) -> list[Site]:
        """Return every common place, and one's own."""
        return [site._replace(owner=None) for site in self.plan.sites if site.owner in (None, self.turn)]

    def zones(self) -> list[Site]:
        """Return those zones that are a single place."""
        return [place for place in self.places() if not place.cell]

    def reached(self, word: str) -> Iterator[tuple[Ref, Site]]:
        """Yield what a word is offered, each with its place: pieces by their own words, each once, and unknown ones by
        number."""
        lies, found = seen_by(self, self.turn).lies, set[Piece]()
        for n in reach(self.kit, len(self.colours), self.turn, word, offered=True):
            for at, piece in enumerate(lies[n]):
                site = self.plan.sites[n]._replace(at=at)
                if piece.known and piece not in found:
                    found.add(piece)
                    yield Ref(piece.word), site
                elif not piece.known and site.owner is not None:
                    yield Ref("", site), site

    def pieces(self, word: str) -> Iterable[tuple[Ref]]:
        """Return what a turn can be about: pieces, and for some words all that lies in a zone."""
        found = dict.fromkeys((ref,) for ref, _ in self.reached(word))
        lying = [place for place in self.zones() if any(lie for _, lie in self.within(place.zone, self.turn))]
        return found | dict.fromkeys((Ref("", place),) for place in lying if word in ("take", "flip"))

    def its(self) -> Iterator[str]:
        """Yield what a button may be about."""
        names = unnamed(len(self.colours))
        yield from names
        yield from dict.fromkeys([*(ref.text(names) for (ref,) in self.pieces("")), *(p.text() for p in self.places())])


def goes(kit: Kit, word: str) -> str:
    """Return the zone a word puts things in, if no place is said; empty if one must be."""
    return kit.goes.get(word) or GOES.get(word, "")


@lru_cache(maxsize=256)  # asked for every turn that is tried
def reach(kit: Kit, players: int, turn: int, word: str, *, offered: bool = False) -> Sequence[int]:
    """Return the sites where a word looks for a piece, in order, without the zone that it puts pieces in."""
    sites, found, put = planned(kit, players).sites, defaultdict[str, list[int]](list), goes(kit, word)
    for n, site in enumerate(sites):
        if site.zone == "box":
            found["box"].append(n)
        elif site.owner not in (None, turn):
            found["others"].append(n)
        elif (site.zone != put or word == "flip") and (site.owner is not None or kit.zones[site.zone].see == "all"):
            found["shared" if site.owner is None else "own"].append(n)
    found["own"].sort(key=lambda n: sites[n].zone != "hand")
    found["open"] = [n for n in found["shared"] if not sites[n].cell]  # a single row or heap
    first, _, more = REACH.get(word, REACH[""]).partition("|")
    return [*dict.fromkeys(n for group in (first if offered else first + more).split() for n in found[group])]


def sound(state: State, seats: int) -> Iterator[tuple[bool, Said]]:
    """Yield what must hold in every position."""
    kit, phases = state.kit, max(1, len(state.kit.turn.phases))
    fits = len(state.colours) == seats > max(state.turn, state.first) and state.phase < phases and state.round > 0
    fits = fits and len(state.counts) == len(state.plan.counters) and max(map(abs, state.counts)) <= MOST_COUNTED
    thrown = list(zip(kit.dice.values(), state.dice, strict=False))
    faces = all(len(up) in (0, die.count) and {*up} <= {None, *die.faces} for die, up in thrown)
    yield fits and faces and len(state.dice) == len(kit.dice), say("turns, counters and dice as this table has them")
    lying = [piece for pieces in state.lies for piece in pieces]
    words, there, all_of = Counter(piece.word for piece in lying), Counter(map(state.component, lying)), Counter[str]()
    for kind in kit.kinds:
        all_of[kind.component] += kind.count
    few = there == all_of and all(words[kind.word] <= kind.count for kind in kit.kinds)
    yield few, say("each piece of this game in one place")


def sees(state: State, site: Site, piece: Piece, seat: int | None) -> bool:
    """Return whether a player (None: everybody) sees which piece it is, by where and how it lies."""
    see = state.zone(site).see
    if state.over and site.owner is not None:
        return True
    if see == "own":
        return seat is not None and seat == site.owner
    return see == "all" and not piece.down


def unknown(state: State, piece: Piece) -> Piece:
    """Return a piece of which only the back is known."""
    return piece._replace(word=f"?{state.component(piece)}")


@lru_cache(maxsize=16)  # asked for every turn tried in one position
def seen_by(state: State, seat: int | None) -> State:
    """Return the position as that player can know it; once the game is over, players' own zones lie open."""
    lies = tuple(
        tuple([piece if sees(state, site, piece, seat) else unknown(state, piece) for piece in pieces])
        if pieces
        else ()
        for site, pieces in state.lying
    )
    return state._replace(lies=lies, luck=None)
