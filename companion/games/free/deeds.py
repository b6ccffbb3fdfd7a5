"""What a turn does on the table: all movement is one deed, and what is not there cannot be moved.

A piece is looked for only where the mover sees it. What is not known there may be it, as long as not every copy is
seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.contract import IllegalMove
from companion.games.free.counting import rows
from companion.games.free.moves import Move, Place, Ref
from companion.games.free.state import Piece, Site, State, place, sees, unknown
from companion.ruling import Ruling, refusals
from specs.base.languages import listed, say, verbatim
from specs.model.schema import LARGEST_COUNT

SOURCES = {
    "piece": "what lies on the table", "pile": "what lies on the table", "place": "what lies on the table",
    "zone": "table: zones", "count": "table: counters", "die": "table: dice", "house": "table: refuse",
    "button": "table: buttons", "game": "table: end",
}  # fmt: skip
refusal = refusals(SOURCES, unseen={"button.unseen"})
GOES = {"play": "table", "take": "hand", "draw": "hand", "flip": "discard", "discard": "discard", "remove": "box"}
Spot = tuple[int, int]  # a site's number, and a piece's there


class Deed:
    """One ply at work on a position: `state` is what it comes to, `moved` what it moved, `target` where that lies and
    `left` the sites it came from. Raises IllegalMove."""

    def __init__(self, state: State, move: Move, ruling: Ruling) -> None:
        self.before, self.kit, self.plan, self.ruling = state, state.kit, state.plan, ruling
        self.lies = [list(pieces) for pieces in state.lies]
        self.counts, self.dice = list(state.counts), list(state.dice)
        self.after = state
        self.moved: list[Piece] = []
        self.target: Site | None = None
        self.left: list[Site] = []
        DEEDS.get(move.word, Deed.counted)(self, move)

    @property
    def state(self) -> State:
        lies = tuple(map(tuple, self.lies))
        return self.after._replace(lies=lies, counts=tuple(self.counts), dice=tuple(self.dice))

    # ---- places and pieces -------------------------------------------------------------------------

    def site(self, where: Place | None) -> int:
        """The number of the one site a place names; of the first pile, where none is named."""
        if where is None:
            return self.pile()
        zone = self.kit.zones[where.zone]
        if zone.cells and not where.cell:
            example = f"{where.zone}.{next(iter(zone.cells))}"
            told = say("{zone} has many places; say which, such as {example}", zone=where.zone, example=example)
            raise refusal("place.cell", told)
        return self.plan.numbers[Site(where.zone, self.owner(where), where.cell)]

    def owner(self, where: Place) -> int | None:
        if not self.kit.zones[where.zone].each:
            return None
        return self.before.turn if where.seat is None else where.seat

    def pile(self) -> int:
        for name, zone in self.kit.zones.items():
            if zone.lay == "stack" and zone.see == "none" and not zone.each:
                return self.plan.zones[name, None][0]
        raise refusal("pile.none", say("there is no pile here"))

    def name(self, site: int) -> str:
        return place(self.before, self.plan.sites[site])

    def goes(self, word: str) -> str:
        """The zone a word puts things in, when no place is said; empty where one must be."""
        return self.kit.goes.get(word) or GOES.get(word, "")

    def short(self, site: int, n: int) -> None:
        if len(self.lies[site]) < n:
            told = say("{place} has {there}, not {n}", place=self.name(site), there=len(self.lies[site]), n=n)
            raise refusal("pile.short", told)

    def reach(self, word: str) -> list[int]:
        """The sites where a word looks for a piece, in their order; what lies there already is not put there."""
        if word == "add":
            return [*self.plan.zones["box", None]]
        put, mover = self.goes(word), self.before.turn
        own, shared, others = list[int](), list[int](), list[int]()
        for n, site in enumerate(self.plan.sites):
            if site.owner is None:
                if site.zone not in ("box", put) and self.kit.zones[site.zone].see == "all":
                    shared.append(n)
            elif site.owner != mover:
                others.append(n)
            elif site.zone != put:
                own.append(n)
        own.sort(key=lambda n: self.plan.sites[n].zone != "hand")
        if word in ("play", "discard", "give"):
            return own + shared
        return shared + others + own if word == "take" else shared + own + others

    def sought(self, ref: Ref, source: Place | None = None, word: str = "move") -> list[Spot]:
        """Where the pieces that are named lie."""
        if ref.place is not None:
            site, at = self.site(ref.place), ref.place.at
            self.short(site, 1 if at is None else at + 1)
            return [(site, n) for n in (range(len(self.lies[site])) if at is None else (at,))]
        within = self.reach(word)
        if source is not None:
            numbers = self.plan.zones[source.zone, self.owner(source)]
            within = [n for n in numbers if source.cell in ("", self.plan.sites[n].cell)]
        spots = list(self.copies(ref.kind, within))
        if len(spots) < ref.n:
            raise self.missing(ref, within, len(spots))
        others = [site for site, _ in spots[ref.n :] if site != spots[0][0]]
        if others and word in ("move", "remove") and source is None:
            told = listed([verbatim(self.name(site)) for site in (spots[0][0], others[0])])
            raise refusal("piece.which", say("{piece} lies at {places}; say from which", piece=ref.kind, places=told))
        return spots[: ref.n]

    def copies(self, kind: str, within: Sequence[int]) -> Iterator[Spot]:
        """Where copies of a kind lie that the mover sees, site by site; what is not known there may be one."""
        free = self.free(kind)
        for site in within:
            where = self.plan.sites[site]
            seen = [n for n, each in enumerate(self.lies[site]) if sees(self.before, where, each, self.before.turn)]
            yield from ((site, at) for at in seen if self.lies[site][at].word == kind)
            for at in seen:
                if free > 0 and self.lies[site][at].word == self.back(kind):
                    free -= 1
                    yield site, at

    def back(self, kind: str) -> str:
        return f"?{self.plan.kinds[kind.lower()].component}"

    def free(self, kind: str) -> int:
        """How many copies of a kind are not seen anywhere."""
        return self.plan.kinds[kind.lower()].count - sum(len(found) for found in self.lying(kind).values())

    def lying(self, kind: str) -> Mapping[int, Sequence[Piece]]:
        """The sites where copies of a kind are known to lie, with those."""
        found = {site: [piece for piece in pieces if piece.word == kind] for site, pieces in enumerate(self.lies)}
        return {site: pieces for site, pieces in found.items() if pieces}

    def missing(self, ref: Ref, within: Sequence[int], there: int) -> IllegalMove:
        """Why a piece is not where it was sought, in words of what the mover sees."""
        if there:
            told = say("there are {there} {piece} there, not {n}", there=there, piece=ref.kind, n=ref.n)
            return refusal("piece.few", told)
        known = self.lying(ref.kind)
        for site, _ in self.copies(ref.kind, [site for site in known if site not in within]):
            return refusal("piece.elsewhere", say("{piece} lies at {place}", piece=ref.kind, place=self.name(site)))
        name = self.before.players[self.before.turn].name
        return refusal("piece.elsewhere", say("{piece} is nowhere there that {name} sees", piece=ref.kind, name=name))

    # ---- moving ------------------------------------------------------------------------------------

    def change(self, spots: Sequence[Spot], **how: Any) -> None:
        for site, at in spots:
            self.lies[site][at] = self.lies[site][at]._replace(**how)

    def carry(self, move: Move) -> None:
        spots: list[Spot] = []
        for ref in move.pieces:
            found = [spot for spot in self.sought(ref, move.source, move.word) if spot not in spots]
            if not found:
                raise refusal("piece.twice", say("one piece is named twice"))
            if ref.kind:
                self.change(found, word=ref.kind)
            spots += found
        target = move.target or Place(self.goes(move.word))
        if move.word == "give":
            zone = self.plan.sites[spots[0][0]].zone
            target = Place(zone if self.kit.zones[zone].each else "hand", move.seat)
        self.lay(spots, self.site(target), down=move.down, steps=move.n)

    def lay(self, spots: Sequence[Spot], to: int, *, down: bool = False, steps: int | None = None) -> list[Spot]:
        """Put pieces where they go; what each is numbered there."""
        target = self.plan.sites[to]
        lying = [self.lies[site][at] for site, at in spots]
        pieces = [piece._replace(down=down, turn=piece.turn if steps is None else steps) for piece in lying]
        for site, at in sorted(spots, reverse=True):
            del self.lies[site][at]
            self.left.append(self.plan.sites[site])
        zone = self.kit.zones[target.zone]
        first = 0 if zone.lay == "stack" or zone.cells else len(self.lies[to])
        self.lies[to][first:first] = pieces
        self.moved, self.target = [*self.moved, *pieces], target
        self.held(to, {self.before.component(piece) for piece in pieces})
        return [(to, first + n) for n in range(len(pieces))]

    def held(self, to: int, laid: set[str]) -> None:
        """Whether a zone takes what was laid there, as it says of itself."""
        target, name = self.plan.sites[to], self.name(to)
        zone, here = self.kit.zones[target.zone], Counter(map(self.before.component, self.lies[to]))
        for component in sorted(laid - {*zone.holds}) if zone.holds else ():
            told = listed([verbatim(each) for each in zone.holds])
            against = say("{zone} holds {what}, not {piece}", zone=target.zone, what=told, piece=component)
            self.ruling.against("zone.holds", against)
        there = sum(len(self.lies[n]) for n in self.plan.zones[target.zone, target.owner])
        if zone.limit is not None and there > zone.limit:
            self.ruling.against(
                "zone.full", say("{place} takes {n}, not {there}", place=name, n=zone.limit, there=there)
            )
        for component, most in zone.place.items():
            if component in laid and here[component] > most:
                told = say("{place} takes {n} of {what}", place=name, n=most, what=component)
                self.ruling.against("place.full", told)

    def draw(self, move: Move) -> None:
        self.told(self.top(self.site(move.source), self.site(Place(self.goes("draw"))), move.n or 1), move.told)

    def top(self, pile: int, to: int, n: int) -> list[Spot]:
        """So many from the top of a pile."""
        self.short(pile, n)
        return self.lay([(pile, at) for at in range(n)], to)

    def deal(self, move: Move) -> None:
        pile, n, seats = self.site(move.source), move.n or 1, len(self.before.players)
        self.short(pile, n * seats)
        for seat in range(seats):
            self.top(pile, self.site(Place("hand", (self.before.first + seat) % seats)), n)

    def told(self, spots: Sequence[Spot], kinds: Sequence[str]) -> None:
        """What came to light, as the table tells it; refused where it cannot be."""
        if len(kinds) > len(spots):
            raise refusal("pile.short", say("{n} are told, of {there}", n=len(kinds), there=len(spots)))
        for (site, at), kind in zip(spots, kinds, strict=False):
            piece = self.lies[site][at]
            if piece.word not in (kind, self.back(kind)):
                told = say("what lies at {place} is not {piece}", place=self.name(site), piece=kind)
                raise refusal("piece.told", told)
            if piece.word != kind and self.free(kind) <= 0:
                seen = listed([verbatim(self.name(site)) for site in self.lying(kind)])
                raise refusal("piece.gone", say("every {piece} is seen: {places}", piece=kind, places=seen))
            self.change([(site, at)], word=kind)

    def flip(self, move: Move) -> None:
        [ref] = move.pieces
        if ref.place is not None and ref.place.at is None and self.kit.zones[ref.place.zone].see == "none":
            spots = self.top(self.site(ref.place), self.site(Place(self.goes("flip"))), 1)
        else:
            spots = self.sought(ref)[: ref.n]
            for site, at in spots:
                self.change([(site, at)], down=not self.lies[site][at].down)
        self.told(spots, move.told)

    def turned(self, move: Move) -> None:
        self.change(self.sought(move.pieces[0]), turn=move.n or 0)

    def fill(self, move: Move) -> None:
        to = self.site(move.target)
        zone = self.kit.zones[self.plan.sites[to].zone]
        if zone.fill is None or zone.limit is None:
            raise refusal("pile.fill", say("{place} has no pile to fill it from, or no size", place=self.name(to)))
        pile = self.site(Place(zone.fill))
        room = max(0, zone.limit - len(self.lies[to]))
        self.told(self.top(pile, to, min(room, len(self.lies[pile]))), move.told)

    def gather(self, move: Move) -> None:
        to = self.site(move.target)
        held = self.kit.zones[self.plan.sites[to].zone].holds
        away = [n for n, site in enumerate(self.plan.sites) if n != to and site.zone != "box"]
        spots = [(n, at) for n in away for at, piece in enumerate(self.lies[n])
                 if not held or self.before.component(piece) in held]  # fmt: skip
        self.lay(spots, to, steps=0)

    def shuffle(self, move: Move) -> None:
        assert move.source is not None
        zone, seat, *_ = move.source
        to = self.site(move.target or move.source)
        away = [n for n, site in enumerate(self.plan.sites) if site.zone == zone and seat in (None, site.owner)]
        self.lay([(n, at) for n in away if n != to for at in range(len(self.lies[n]))], to, steps=0)
        pieces, chance = self.lies[to], self.ask()
        if chance is None or not all(piece.known for piece in pieces):
            self.lies[to] = [unknown(self.before, piece) for piece in pieces]
            return
        for i in range(len(pieces) - 1, 0, -1):
            j = int(chance.random() * (i + 1))
            pieces[i], pieces[j] = pieces[j], pieces[i]

    def found(self, move: Move) -> None:
        site, at = self.site(move.target), move.target and move.target.at
        if at is None:
            at = next((n for n, piece in enumerate(self.lies[site]) if not piece.known), len(self.lies[site]))
        self.short(site, at + 1)
        self.told([(site, at)], [move.pieces[0].kind])

    # ---- chance, counters, turns -------------------------------------------------------------------

    def ask(self) -> Random | None:
        """Chance, once more; None where there is no seed."""
        self.after = self.after._replace(chance=self.after.chance + 1)
        return None if self.before.seed is None else Random(self.before.seed * 1000 + self.after.chance)

    def roll(self, move: Move) -> None:
        die, chance = self.kit.dice[move.note], self.ask()
        faces: tuple[int | None, ...] = (None,) * die.count
        if move.told:
            if len(move.told) != die.count or not {*move.told} <= {*map(str, die.faces)}:
                each = listed([verbatim(str(face)) for face in die.faces])
                told = say("faces of {name}: {n}, each one of {faces}", n=die.count, name=move.note, faces=each)
                raise refusal("die.face", told)
            faces = tuple(map(int, move.told))
        elif chance is not None:
            faces = tuple(die.faces[int(chance.random() * len(die.faces))] for _ in range(die.count))
        self.dice[list(self.kit.dice).index(move.note)] = faces

    def give(self, move: Move) -> None:
        if move.pieces:
            self.carry(move)
        else:
            self.count(move.note, self.before.turn, -(move.n or 0))
            self.count(move.note, move.seat or 0, move.n or 0)

    def counted(self, move: Move) -> None:
        seat, n = self.before.turn if move.seat is None else move.seat, move.n or 0
        now = self.before.counted(move.word, seat)
        self.count(move.word, seat, {"+": n, "-": -n}.get(move.sign, n - now))

    def count(self, counter: str, seat: int, by: int) -> None:
        at, bounds = self.plan.counter(counter, seat), self.kit.counters[counter]
        there, now = self.counts[at], self.counts[at] + by
        if now < (-LARGEST_COUNT if bounds.min is None else bounds.min):
            told = say("{counter}: there are {there}, not {n}", counter=counter, there=there, n=-by)
            if bounds.each:
                name = self.before.players[seat].name
                told = say("{counter}: {name} has {there}, not {n}", counter=counter, name=name, there=there, n=-by)
            raise refusal("count.low", told)
        if now > LARGEST_COUNT:
            raise refusal("count.far", say("{counter} counts to {n} at most", counter=counter, n=LARGEST_COUNT))
        if bounds.max is not None and now > bounds.max:
            told = say("{counter} goes to {n}, not {now}", counter=counter, n=bounds.max, now=now)
            self.ruling.against("count.high", told)
        self.counts[at] = now

    def passed(self, move: Move) -> None:
        """The next phase; after the last one the turn goes on, and with it the round where that is at its end."""
        told, state = move.word == "round", self.after
        if not told and move.seat is None and state.phase + 1 < len(self.kit.turn.phases):
            self.after = state._replace(phase=state.phase + 1)
            return
        turn = (state.turn + (not told)) % len(state.players) if move.seat is None else move.seat
        self.after = state._replace(turn=turn, phase=0)
        if told or (self.kit.turn.round == "seats" and turn == state.first):
            for seat, found in enumerate(rows(self.state, "round")):
                if points := sum(row.points or 0 for row in found):
                    self.count("score", seat, points)
            self.after = self.after._replace(round=state.round + 1, first=turn)

    def end(self, move: Move) -> None:
        self.after = self.after._replace(over=True)


DEEDS: Mapping[str, Callable[[Deed, Move], None]] = {
    **dict.fromkeys(("play", "take", "discard", "move", "add", "remove"), Deed.carry),
    "give": Deed.give, "draw": Deed.draw, "deal": Deed.deal, "flip": Deed.flip, "turn": Deed.turned, "fill": Deed.fill,
    "gather": Deed.gather, "shuffle": Deed.shuffle, "found": Deed.found, "roll": Deed.roll, "next": Deed.passed,
    "round": Deed.passed, "end": Deed.end,
}  # fmt: skip
