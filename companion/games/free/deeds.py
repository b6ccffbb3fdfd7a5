"""What a turn does on the table: all movement is one deed, and what is not there cannot be moved.

A piece is looked for only where the mover sees it. What is not known there may be it, as long as not every copy is
seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from companion.contract import IllegalMove
from companion.games.free.counting import rows
from companion.games.free.moves import Move, Place, Ref
from companion.games.free.state import LARGEST_COUNT, Piece, Site, State, place, sees, unknown
from companion.ruling import Ruling, refusals
from specs.ground.languages import Said, listed, say, verbatim

SOURCES = {
    "piece": "what lies on the table", "pile": "what lies on the table", "place": "what lies on the table",
    "zone": "table: zones", "count": "table: counters", "die": "table: dice", "house": "table: refuse",
    "button": "table: buttons", "game": "table: end",
}  # fmt: skip
refusal = refusals(SOURCES, unseen={"button.unseen"})
GOES = {"play": "table", "take": "hand", "draw": "hand", "flip": "discard", "discard": "discard"}
Spot = tuple[int, int]  # a site's number, and a piece's there


class Deed:
    """One ply at work on a position: `state` is what it comes to, `moved` what it moved, `target` where that lies and
    `left` the sites it came from."""

    def __init__(self, state: State, ruling: Ruling) -> None:
        self.before, self.kit, self.plan, self.ruling = state, state.kit, state.plan, ruling
        self.mover, self.turn, self.round, self.first = state.turn, state.turn, state.round, state.first
        self.lies = [list(pieces) for pieces in state.lies]
        self.counts, self.dice, self.chance = list(state.counts), list(state.dice), state.chance
        self.over, self.ended_round = state.over, False
        self.moved: list[Piece] = []
        self.target: Site | None = None
        self.left: list[Site] = []

    @property
    def state(self) -> State:
        lies = tuple(map(tuple, self.lies))
        return self.before._replace(
            lies=lies, counts=tuple(self.counts), dice=tuple(self.dice), turn=self.turn, round=self.round,
            first=self.first, chance=self.chance, over=self.over,
        )  # fmt: skip

    def do(self, move: Move) -> None:
        """Raises IllegalMove."""
        match move.word:
            case "play" | "take" | "discard" | "move" | "add" | "remove" | "give" if move.pieces:
                self.carry(move)
            case "draw":
                pile = self.site(move.source or Place(self.pile()))
                self.told(self.deal(pile, self.site(Place(self.goes("draw"))), move.n or 1), move.told)
            case "deal":
                pile = self.site(move.source or Place(self.pile()))
                self.short(pile, (move.n or 1) * len(self.before.players))
                for seat in range(len(self.before.players)):
                    self.deal(
                        pile, self.site(Place("hand", (self.first + seat) % len(self.before.players))), move.n or 1
                    )
            case "flip":
                self.flip(move)
            case "turn":
                for site, at in self.sought(move.pieces[0], None):
                    self.lies[site][at] = self.lies[site][at]._replace(turn=move.n or 0)
            case "fill" if move.target is not None:
                self.fill(self.site(move.target), move)
            case "gather" if move.target is not None:
                self.gather(self.site(move.target))
            case "shuffle" if move.source is not None:
                self.shuffle(move.source, self.site(move.target or move.source))
            case "roll":
                self.roll(move)
            case "found" if move.target is not None:
                self.found(move.pieces[0].kind, move.target)
            case "give":
                self.count(move.note, self.mover, -(move.n or 0))
                self.count(move.note, move.seat or 0, move.n or 0)
            case "next" | "round":
                self.passed(move.seat, told=move.word == "round")
            case "end":
                self.over = True
            case counter:
                seat = self.mover if move.seat is None else move.seat
                now, n = self.before.counted(counter, seat), move.n or 0
                self.count(counter, seat, {"+": n, "-": -n}.get(move.sign, n - now))

    # ---- places and pieces -------------------------------------------------------------------------

    def site(self, where: Place) -> int:
        """The number of the one site a place names. Raises IllegalMove."""
        zone = self.kit.zones[where.zone]
        if zone.cells and not where.cell:
            example = f"{where.zone}.{next(iter(zone.cells))}"
            raise refusal(
                "place.cell",
                say("{zone} has many places; say which, such as {example}", zone=where.zone, example=example),
            )
        return self.plan.numbers[Site(where.zone, self.owner(where), where.cell)]

    def owner(self, where: Place) -> int | None:
        return (self.mover if where.seat is None else where.seat) if self.kit.zones[where.zone].each else None

    def pile(self) -> str:
        """The first pile there is. Raises IllegalMove."""
        for name, zone in self.kit.zones.items():
            if zone.lay == "stack" and zone.see == "none" and not zone.each:
                return name
        raise refusal("pile.none", say("there is no pile here"))

    def name(self, site: int) -> str:
        return place(self.before, self.plan.sites[site])

    def short(self, site: int, n: int) -> None:
        if len(self.lies[site]) < n:
            raise refusal(
                "pile.short",
                say("{place} has {there}, not {n}", place=self.name(site), there=len(self.lies[site]), n=n),
            )

    def zones(self, word: str) -> list[int]:
        """The sites where a word looks for a piece, in their order."""
        kit, sites = self.kit.zones, self.plan.sites
        if word == "add":
            return [n for n, site in enumerate(sites) if site.zone == "box"]
        put = self.goes(word)  # what lies there already is not put there
        own = [n for n, site in enumerate(sites) if site.owner == self.mover and site.zone != put]
        own.sort(key=lambda n: sites[n].zone != "hand")
        open_ = [name for name, zone in kit.items() if not zone.each and zone.see == "all" and name not in ("box", put)]
        shared = [n for n, site in enumerate(sites) if site.zone in open_]
        if word in ("play", "discard", "give"):
            return own + shared
        others = [n for n, site in enumerate(sites) if site.owner not in (None, self.mover)]
        return shared + own + others if word != "take" else shared + others + own

    def goes(self, word: str) -> str:
        """The zone a word puts things in, when no place is said; empty where one must be."""
        return self.kit.goes.get(word) or GOES.get(word, "")

    def sought(self, ref: Ref, source: Place | None, word: str = "move") -> list[Spot]:
        """Where the pieces that are named lie. Raises IllegalMove."""
        if ref.place is not None:
            return self.named(ref.place)
        within = self.zones(word)
        if source is not None:
            within = [
                n for n, site in enumerate(self.plan.sites)
                if (site.zone, site.owner) == (source.zone, self.owner(source)) and source.cell in ("", site.cell)
            ]  # fmt: skip
        found, first = list[Spot](), None
        for spot in self.copies(ref.kind, within):
            if word in ("move", "remove") and source is None and first not in (None, spot[0]) and len(found) >= ref.n:
                told = listed([verbatim(self.name(first)), verbatim(self.name(spot[0]))]) if first is not None else ""
                raise refusal(
                    "piece.which", say("{piece} lies at {places}; say from which", piece=ref.kind, places=told)
                )
            if len(found) < ref.n:
                found.append(spot)
                first = spot[0] if first is None else first
        if len(found) < ref.n:
            raise self.missing(ref, within, len(found))
        return found

    def named(self, where: Place) -> list[Spot]:
        if where.at is None and not where.cell and self.kit.zones[where.zone].cells:
            self.site(where)
        site = self.site(where)
        if where.at is not None:
            self.short(site, where.at + 1)
            return [(site, where.at)]
        self.short(site, 1)
        return [(site, at) for at in range(len(self.lies[site]))]

    def copies(self, kind: str, within: Sequence[int]) -> Iterator[Spot]:
        """Where copies of a kind lie that the mover sees, site by site; what is not known there may be one."""
        component, free = self.plan.kinds[kind.lower()].component, self.free(kind)
        for site in filter(self.lies.__getitem__, within):
            where = self.plan.sites[site]
            seen = [(at, each) for at, each in enumerate(self.lies[site]) if sees(self.before, where, each, self.mover)]
            yield from ((site, at) for at, each in seen if each.word == kind)
            for at, each in seen:
                if each.word == f"?{component}" and free > 0:
                    free -= 1
                    yield site, at

    def free(self, kind: str) -> int:
        """How many copies of a kind are not seen anywhere."""
        seen = Counter(piece.word for pieces in self.lies for piece in pieces)
        return self.plan.kinds[kind.lower()].count - seen[kind]

    def missing(self, ref: Ref, within: Sequence[int], there: int) -> IllegalMove:
        """Why a piece is not where it was sought, in words of what the mover sees."""
        elsewhere = [
            site for site, _ in self.copies(ref.kind, range(len(self.lies)))
            if site not in within and any(piece.word == ref.kind for piece in self.lies[site])
        ]  # fmt: skip
        if there:
            return refusal(
                "piece.few", say("there are {there} {piece} there, not {n}", there=there, piece=ref.kind, n=ref.n)
            )
        if elsewhere:
            return refusal(
                "piece.elsewhere", say("{piece} lies at {place}", piece=ref.kind, place=self.name(elsewhere[0]))
            )
        return refusal(
            "piece.elsewhere",
            say("{piece} is nowhere there that {name} sees", piece=ref.kind, name=self.who(self.mover)),
        )

    def who(self, seat: int) -> str:
        return self.before.players[seat].name

    # ---- moving ------------------------------------------------------------------------------------

    def carry(self, move: Move) -> None:
        spots: list[Spot] = []
        for ref in move.pieces:
            found = [spot for spot in self.sought(ref, move.source, move.word) if spot not in spots]
            if not found:
                raise refusal("piece.twice", say("one piece is named twice"))
            if ref.kind:
                for site, at in found:
                    self.lies[site][at] = self.lies[site][at]._replace(word=ref.kind)
            spots += found
        match move.word:
            case "give":
                from_zone = self.plan.sites[spots[0][0]].zone
                target = Place(from_zone if self.kit.zones[from_zone].each else "hand", move.seat)
            case "remove":
                target = Place("box")
            case _:
                target = move.target or Place(self.goes(move.word))
        self.lay(spots, self.site(target), down=move.down, steps=move.n)

    def lay(self, spots: Sequence[Spot], to: int, *, down: bool = False, steps: int | None = None) -> list[int]:
        """Put pieces where they go; what each is numbered there."""
        pieces = [self.lies[site][at] for site, at in spots]
        for site, at in sorted(spots, reverse=True):
            del self.lies[site][at]
        self.left += [self.plan.sites[site] for site, _ in spots]
        target, zone = self.plan.sites[to], self.kit.zones[self.plan.sites[to].zone]
        pieces = [piece._replace(down=down, turn=piece.turn if steps is None else steps) for piece in pieces]
        for piece in pieces:
            component = self.before.component(piece)
            if zone.holds and component not in zone.holds:
                told = listed([verbatim(name) for name in zone.holds])
                self.ruling.against(
                    "zone.holds", say("{zone} holds {what}, not {piece}", zone=target.zone, what=told, piece=component)
                )
        on_top = zone.lay == "stack" or bool(zone.cells)
        self.lies[to] = [*pieces, *self.lies[to]] if on_top else [*self.lies[to], *pieces]
        whole = [n for n, site in enumerate(self.plan.sites) if (site.zone, site.owner) == (target.zone, target.owner)]
        there = sum(len(self.lies[n]) for n in whole)
        if zone.limit is not None and there > zone.limit:
            self.ruling.against(
                "zone.full", say("{place} takes {n}, not {there}", place=self.name(to), n=zone.limit, there=there)
            )
        here = Counter(self.before.component(piece) for piece in self.lies[to])
        for component, most in zone.place.items():
            if here[component] > most and component in {self.before.component(piece) for piece in pieces}:
                self.ruling.against(
                    "place.full", say("{place} takes {n} of {what}", place=self.name(to), n=most, what=component)
                )
        self.moved, self.target = [*self.moved, *pieces], target
        first = 0 if on_top else len(self.lies[to]) - len(pieces)
        return list(range(first, first + len(pieces)))

    def deal(self, pile: int, to: int, n: int) -> list[Spot]:
        self.short(pile, n)
        return [(to, at) for at in self.lay([(pile, at) for at in range(n)], to)]

    def told(self, spots: Sequence[Spot], kinds: Sequence[str]) -> None:
        """What came to light, as the table tells it. Raises IllegalMove for what cannot be."""
        if len(kinds) > len(spots):
            raise refusal("pile.short", say("{n} are told, of {there}", n=len(kinds), there=len(spots)))
        for (site, at), kind in zip(spots, kinds, strict=False):
            piece = self.lies[site][at]
            same = piece.word == f"?{self.plan.kinds[kind.lower()].component}"
            if piece.word != kind and not (same and self.free(kind) > 0):
                seen = [self.name(n) for n, pieces in enumerate(self.lies) if any(each.word == kind for each in pieces)]
                if same:
                    told = listed([verbatim(name) for name in seen])
                    raise refusal("piece.gone", say("every {piece} is seen: {places}", piece=kind, places=told))
                raise refusal(
                    "piece.told", say("what lies at {place} is not {piece}", place=self.name(site), piece=kind)
                )
            self.lies[site][at] = piece._replace(word=kind)

    def flip(self, move: Move) -> None:
        ref = move.pieces[0]
        where = ref.place
        if where is not None and where.at is None and self.kit.zones[where.zone].see == "none":
            to = Place(self.goes("flip"))
            self.told(self.deal(self.site(where), self.site(to), 1), move.told)
            return
        spots = self.sought(ref, None)[:1]
        for site, at in spots:
            self.lies[site][at] = self.lies[site][at]._replace(down=not self.lies[site][at].down)
        self.told(spots, move.told)

    def fill(self, to: int, move: Move) -> None:
        zone = self.kit.zones[self.plan.sites[to].zone]
        if zone.fill is None or zone.limit is None:
            raise refusal("pile.fill", say("{place} has no pile to fill it from, or no size", place=self.name(to)))
        pile = self.site(Place(zone.fill))
        spots = self.deal(pile, to, max(0, min(zone.limit - len(self.lies[to]), len(self.lies[pile]))))
        self.told(spots, move.told)

    def gather(self, to: int) -> None:
        held = self.kit.zones[self.plan.sites[to].zone].holds
        spots = [
            (n, at) for n, site in enumerate(self.plan.sites) if n != to and site.zone != "box"
            for at, piece in enumerate(self.lies[n]) if not held or self.before.component(piece) in held
        ]  # fmt: skip
        self.lay(spots, to, steps=0)

    def shuffle(self, source: Place, to: int) -> None:
        zone = (source.zone, source.seat) if source.seat is not None else (source.zone,)
        spots = [
            (n, at) for n, site in enumerate(self.plan.sites)
            if n != to and zone in ((site.zone,), (site.zone, site.owner)) for at in range(len(self.lies[n]))
        ]  # fmt: skip
        self.lay(spots, to, steps=0)
        pieces, chance = self.lies[to], self.ask()
        if chance is None or not all(piece.known for piece in pieces):
            self.lies[to] = [unknown(self.before, piece) for piece in pieces]
            return
        for i in range(len(pieces) - 1, 0, -1):
            j = int(chance.random() * (i + 1))
            pieces[i], pieces[j] = pieces[j], pieces[i]

    def found(self, kind: str, where: Place) -> None:
        site = self.site(where)
        at = where.at
        if at is None:
            at = next((n for n, piece in enumerate(self.lies[site]) if not piece.known), 0)
        self.short(site, at + 1)
        self.told([(site, at)], [kind])

    # ---- chance, counters, turns -------------------------------------------------------------------

    def ask(self) -> Random | None:
        """Chance, once more; None where there is no seed."""
        self.chance += 1
        return None if self.before.seed is None else Random(self.before.seed * 1000 + self.chance)

    def roll(self, move: Move) -> None:
        die, chance = self.kit.dice[move.note], self.ask()
        faces: tuple[int | None, ...] = (None,) * die.count
        if move.told:
            wrong = [face for face in move.told if face not in map(str, die.faces)]
            if wrong or len(move.told) != die.count:
                each = listed([verbatim(str(face)) for face in die.faces])
                told = say("faces of {name}: {n}, each one of {faces}", n=die.count, name=move.note, faces=each)
                raise refusal("die.face", told)
            faces = tuple(map(int, move.told))
        elif chance is not None:
            faces = tuple(die.faces[int(chance.random() * len(die.faces))] for _ in range(die.count))
        self.dice[list(self.kit.dice).index(move.note)] = faces

    def count(self, counter: str, seat: int, by: int) -> None:
        owned = (counter, seat) if (counter, seat) in self.plan.counters else (counter, None)
        at, bounds = self.plan.counters.index(owned), self.kit.counters[counter]
        now = self.counts[at] + by
        least = -LARGEST_COUNT if bounds.min is None else bounds.min
        if now < least:
            raise refusal("count.low", self.had(counter, owned[1], self.counts[at], -by))
        if now > LARGEST_COUNT:
            raise refusal("count.far", say("{counter} counts to {n} at most", counter=counter, n=LARGEST_COUNT))
        if bounds.max is not None and now > bounds.max:
            self.ruling.against(
                "count.high", say("{counter} goes to {n}, not {now}", counter=counter, n=bounds.max, now=now)
            )
        self.counts[at] = now

    def had(self, counter: str, seat: int | None, there: int, n: int) -> Said:
        if seat is None:
            return say("{counter}: there are {there}, not {n}", counter=counter, there=there, n=n)
        return say("{counter}: {name} has {there}, not {n}", counter=counter, name=self.who(seat), there=there, n=n)

    def passed(self, to: int | None, *, told: bool) -> None:
        """The turn goes on, and with it the round where that is at its end."""
        self.turn = ((self.mover + (not told)) % len(self.before.players)) if to is None else to
        seated = self.kit.turn.round == "seats"
        if told or (seated and self.turn == self.first):
            for seat, found in enumerate(rows(self.state, "round")):
                if points := sum(row.points or 0 for row in found):
                    self.count("score", seat, points)
            self.round, self.ended_round = self.round + 1, True
            self.first = self.turn
