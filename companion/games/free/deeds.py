"""What a turn does on the table: all movement goes through one function, and missing pieces cannot be moved.

A piece is searched only where the mover sees it. An unknown piece may be the one, as long as not every copy is seen.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NoReturn

from companion.contract.rules import Judge
from companion.games.free import moves
from companion.games.free.counting import Did, points_of
from companion.games.free.moves import word_of
from companion.games.free.plan import Ref, Site
from companion.games.free.state import State, goes, reach, sees, unknown
from specs.base.seeds import shuffle
from specs.model.schema import LARGEST_COUNT

Spot = tuple[int, int]  # the number of a site, and of a piece there


class Deed:
    """One ply applied to a position: `state` is the result, `did` what it moved. Raises what the judge raises. Each
    kind of move has the method named after it."""

    def __init__(self, state: State, move: Any, judge: Judge) -> None:
        self.before, self.kit, self.plan, self.judge = state, state.kit, state.plan, judge
        self.lies = [list(pieces) for pieces in state.lies]
        self.counts, self.dice = list(state.counts), list(state.dice)
        self.after, self.word = state, word_of(move)
        self.did = Did()
        getattr(self, f"do_{type(move).__name__.lower()}")(move)

    @property
    def state(self) -> State:
        lies = tuple(map(tuple, self.lies))
        return self.after._replace(lies=lies, counts=tuple(self.counts), dice=tuple(self.dice))

    def site(self, where: Site | None) -> int:
        """Return the number of the one site a place names; of the first pile, if none is named."""
        if where is None:
            hidden = [name for name, zone in self.kit.zones.items() if (zone.lay, zone.see) == ("stack", "none")]
            piles = [Site(name) for name in hidden if not self.kit.zones[name].each]
            where = piles[0] if piles else self.judge.cannot("pile.none")
        zone = self.kit.zones[where.zone]
        if zone.cells and not where.cell:
            example = f"{where.zone}.{next(iter(zone.cells))}"
            self.judge.cannot("place.cell", zone=where.zone, example=example)
        return self.plan.numbers[self.before.whole(where)._replace(at=None)]

    def short(self, site: int, n: int) -> None:
        if len(self.lies[site]) < n:
            self.judge.cannot("pile.short", place=self.plan.sites[site], there=len(self.lies[site]), n=n)

    def sought(self, ref: Ref, source: Site | None = None) -> list[Spot]:
        """Return where the named pieces may lie."""
        if ref.place is not None:
            site, at = self.site(ref.place), ref.place.at
            self.short(site, 1 if at is None else at + 1)
            return [(site, n) for n in (range(len(self.lies[site])) if at is None else (at,))]
        within = reach(self.kit, len(self.before.colours), self.before.turn, self.word)
        if source is not None:
            numbers = self.plan.zones[source.zone, self.before.whole(source).owner]
            within = [n for n in numbers if source.cell in ("", self.plan.sites[n].cell)]
        spots = list(self.copies(ref.kind, within))
        if len(spots) < ref.n:
            self.missing(ref, within, len(spots))
        others = [site for site, _ in spots[ref.n :] if site != spots[0][0]]
        if others and self.word in ("move", "remove", "flip", "turn") and source is None:
            both = self.plan.sites[spots[0][0]], self.plan.sites[others[0]]
            self.judge.cannot("piece.which", piece=ref.kind, places=both)
        return spots[: ref.n]

    def copies(self, kind: str, within: Sequence[int]) -> Iterator[Spot]:
        """Yield where copies of a kind lie that the mover sees, site by site; unknown pieces may be one."""
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
        """Return how many copies of a kind are not seen anywhere."""
        return self.plan.kinds[kind.lower()].count - len(self.lying(kind))

    def lying(self, kind: str) -> list[int]:
        """Return the site of each known copy of a kind."""
        return [site for site, pieces in enumerate(self.lies) for piece in pieces if piece.word == kind]

    def missing(self, ref: Ref, within: Sequence[int], there: int) -> NoReturn:
        """Refuse a piece that is not where it was sought, in words of what the mover sees."""
        if there:
            self.judge.cannot("piece.few", why="there", there=there, piece=ref.kind, n=ref.n)
        elsewhere = [site for site in dict.fromkeys(self.lying(ref.kind)) if site not in within]
        for site, _ in self.copies(ref.kind, elsewhere):
            self.judge.cannot("piece.elsewhere", why="lies", piece=ref.kind, place=self.plan.sites[site])
        self.judge.cannot("piece.elsewhere", why="nowhere", piece=ref.kind, who=self.before.turn)

    def change(self, spots: Sequence[Spot], **how: Any) -> None:
        for site, at in spots:
            self.lies[site][at] = self.lies[site][at]._replace(**how)

    def taken(self, refs: Sequence[Ref], source: Site | None = None) -> list[Spot]:
        """Return where all that is named lies, now known by name."""
        spots: list[Spot] = []
        for ref in refs:
            found = [spot for spot in self.sought(ref, source) if spot not in spots]
            if not found:
                self.judge.cannot("piece.twice")
            if ref.kind:
                self.change(found, word=ref.kind)
            spots += found
        return spots

    def do_carry(self, move: moves.Carry) -> None:
        spots = self.taken(move.pieces, move.source)
        to = self.site(move.target or Site(goes(self.kit, self.word)))
        self.lay(spots, to, down=move.down, steps=move.turned)

    def do_give(self, move: moves.Give) -> None:
        spots = self.taken(move.pieces)
        zone = self.plan.sites[spots[0][0]].zone
        self.lay(spots, self.site(Site(zone if self.kit.zones[zone].each else "hand", move.whom)))

    def lay(self, spots: Sequence[Spot], to: int, *, down: bool = False, steps: int | None = None) -> list[Spot]:
        """Put pieces on a site; return where each lies there."""
        target = self.plan.sites[to]
        lying = [self.lies[site][at] for site, at in spots]
        pieces = [piece._replace(down=down, turn=piece.turn if steps is None else steps) for piece in lying]
        for site, at in sorted(spots, reverse=True):
            del self.lies[site][at]
        zone = self.kit.zones[target.zone]
        first = 0 if zone.lay == "stack" or zone.cells else len(self.lies[to])
        self.lies[to][first:first] = pieces
        left = [self.plan.sites[site] for site, _ in spots]
        self.did = Did((*self.did.moved, *pieces), target, (*self.did.left, *left))
        self.held(to, {self.before.component(piece) for piece in pieces})
        return [(to, first + n) for n in range(len(pieces))]

    def held(self, to: int, laid: set[str]) -> None:
        """Check whether a zone accepts what was laid there, by its own rules."""
        target = self.plan.sites[to]
        zone, here = self.kit.zones[target.zone], Counter(map(self.before.component, self.lies[to]))
        for component in sorted(laid - {*zone.holds}) if zone.holds else ():
            self.judge.refuse("zone.holds", zone=target.zone, what=zone.holds, piece=component)
        there = sum(len(self.lies[n]) for n in self.plan.zones[target.zone, target.owner])
        if zone.limit is not None and there > zone.limit:
            self.judge.refuse("zone.full", place=target, n=zone.limit, there=there)
        for component, most in zone.place.items():
            if component in laid and here[component] > most:
                self.judge.refuse("place.full", place=target, n=most, what=(component,))

    def do_draw(self, move: moves.Draw) -> None:
        self.shown(self.top(self.site(move.pile), self.site(Site(goes(self.kit, self.word))), move.n), move.shown)

    def top(self, pile: int, to: int, n: int) -> list[Spot]:
        """Put the top `n` pieces of a pile on a site; return where each lies there."""
        self.short(pile, n)
        return self.lay([(pile, at) for at in range(n)], to)

    def do_deal(self, move: moves.Deal) -> None:
        pile, seats = self.site(move.pile), len(self.before.colours)
        self.short(pile, move.n * seats)
        for seat in range(seats):
            self.top(pile, self.site(Site("hand", (self.before.first + seat) % seats)), move.n)

    def shown(self, spots: Sequence[Spot], kinds: Sequence[str]) -> None:
        """Name the pieces that were revealed, as the table says; refuse the impossible."""
        if len(kinds) > len(spots):
            self.judge.cannot("pile.short", why="named", n=len(kinds), there=len(spots))
        for (site, at), kind in zip(spots, kinds, strict=False):
            piece = self.lies[site][at]
            if piece.word not in (kind, self.back(kind)):
                self.judge.cannot("piece.other", place=self.plan.sites[site], piece=kind)
            if piece.word != kind and self.free(kind) <= 0:
                seen = tuple([self.plan.sites[site] for site in dict.fromkeys(self.lying(kind))])
                self.judge.cannot("piece.gone", piece=kind, places=seen)
            self.change([(site, at)], word=kind)

    def do_flip(self, move: moves.Flip) -> None:
        [ref] = move.pieces
        if ref.place is not None and ref.place.at is None and self.kit.zones[ref.place.zone].see == "none":
            spots = self.top(self.site(ref.place), self.site(Site(goes(self.kit, self.word))), 1)
        else:
            spots = self.sought(ref)[: ref.n]
            for site, at in spots:
                self.change([(site, at)], down=not self.lies[site][at].down)
        self.shown(spots, move.shown)

    def do_turn(self, move: moves.Turn) -> None:
        self.change(self.sought(move.pieces[0]), turn=move.turned)

    def do_fill(self, move: moves.Fill) -> None:
        to = self.site(move.zone)
        zone = self.kit.zones[self.plan.sites[to].zone]
        if zone.fill is None or zone.limit is None:
            self.judge.cannot("pile.fill", place=self.plan.sites[to])
        pile = self.site(Site(zone.fill))
        room = max(0, zone.limit - len(self.lies[to]))
        self.shown(self.top(pile, to, min(room, len(self.lies[pile]))), move.shown)

    def do_gather(self, move: moves.Gather) -> None:
        to = self.site(move.zone)
        held = self.kit.zones[self.plan.sites[to].zone].holds
        away = [n for n, site in enumerate(self.plan.sites) if n != to and site.zone != "box"]
        spots = [(n, at) for n in away for at, piece in enumerate(self.lies[n])
                 if not held or self.before.component(piece) in held]  # fmt: skip
        self.lay(spots, to, steps=0)

    def do_shuffle(self, move: moves.Shuffle) -> None:
        zone, seat, *_ = move.zone
        to = self.site(move.into or move.zone)
        away = [n for n, site in enumerate(self.plan.sites) if site.zone == zone and seat in (None, site.owner)]
        self.lay([(n, at) for n in away if n != to for at in range(len(self.lies[n]))], to, steps=0)
        pieces, chance = self.lies[to], self.ask()
        if chance is None or not all(piece.known for piece in pieces):
            self.lies[to] = [unknown(self.before, piece) for piece in pieces]
        else:
            self.lies[to] = shuffle(pieces, chance)

    def do_found(self, move: moves.Found) -> None:
        site, at = self.site(move.place), move.place.at
        if at is None:
            at = next((n for n, piece in enumerate(self.lies[site]) if piece.word == self.back(move.kind)), 0)
        self.short(site, at + 1)
        self.shown([(site, at)], [move.kind])

    def ask(self) -> Random | None:
        """Ask chance once more; None if there is no seed."""
        self.after = self.after._replace(asked=self.after.asked + 1)
        return None if self.before.luck is None else Random(self.before.luck * 1000 + self.after.asked)

    def do_roll(self, move: moves.Roll) -> None:
        die, chance = self.kit.dice[move.die], self.ask()
        faces: tuple[int | None, ...] = (None,) * die.count
        if move.faces:
            if len(move.faces) != die.count or not {*move.faces} <= {*map(str, die.faces)}:
                self.judge.cannot("die.face", n=die.count, name=move.die, faces=die.faces)
            faces = tuple(map(int, move.faces))
        elif chance is not None:
            faces = tuple(die.faces[int(chance.random() * len(die.faces))] for _ in range(die.count))
        self.dice[list(self.kit.dice).index(move.die)] = faces

    def do_pay(self, move: moves.Pay) -> None:
        self.count(move.counter, self.before.turn, -move.n)
        self.count(move.counter, move.whom, move.n)

    def do_count(self, move: moves.Count) -> None:
        seat, n = self.before.turn if move.whose is None else move.whose, int(move.by[1:])
        now = self.before.counted(move.counter, seat)
        self.count(move.counter, seat, {"+": n, "-": -n}.get(move.by[0], n - now))

    def count(self, counter: str, seat: int, by: int) -> None:
        at, bounds = self.plan.counter(counter, seat), self.kit.counters[counter]
        there, now = self.counts[at], self.counts[at] + by
        if now < (-LARGEST_COUNT if bounds.min is None else bounds.min):
            why = "own" if bounds.per_player else "all"
            self.judge.cannot("count.low", why=why, counter=counter, who=seat, there=there, n=-by)
        if now > LARGEST_COUNT:
            self.judge.cannot("count.far", counter=counter, n=LARGEST_COUNT)
        if bounds.max is not None and now > bounds.max:
            self.judge.refuse("count.high", counter=counter, n=bounds.max, now=now)
        self.counts[at] = now

    def do_pass(self, move: moves.Pass) -> None:
        """Go to the next phase; after the last one to the next turn, and after the last turn to the next round."""
        ends, state = move.verb == "round", self.after
        if not ends and move.whose is None and state.phase + 1 < len(self.kit.turn.phases):
            self.after = state._replace(phase=state.phase + 1)
            return
        turn = (state.turn + (not ends)) % len(state.colours) if move.whose is None else move.whose
        self.after = state._replace(turn=turn, phase=0, turns=state.turns + 1)
        if ends or (self.kit.turn.round == "seats" and turn == state.first):
            now = self.state
            for seat in range(len(state.colours)):
                if points := points_of(now, "round", seat):
                    self.count("score", seat, points)
            self.after = self.after._replace(round=state.round + 1, first=turn)

    def do_end(self, move: moves.End) -> None:
        self.after = self.after._replace(over=True)
