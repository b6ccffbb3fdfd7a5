"""Perft: every ply counted a second way, by a model of wooden pieces that shares no code with the referee.

The second count knows people, boats and creatures as things in a list, touches hexes by their distance on the plane,
and tries every pair of hexes that touch for every kind of step.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from companion.contract import entering, position
from companion.contract.position import Position
from companion.games.escape import flooding
from companion.games.escape.moves import Go, Move, Put, Reveal, Roll, Sink
from tests.companion.escape.drawing import GAME, drawn

FACES = [f"{creature} {n}" for creature in ("monster", "shark", "octopus", "dolphin") for n in "123D"]
SYMBOLS = ("monster", "shark", "octopus", "dolphin", "boat", "whirlpool")


@dataclass
class Person:
    """`where` is land, boat, water or coral; `tired` in the turn it entered the water or swam."""

    tribe: str
    where: str
    hex: str
    tired: bool = False


@dataclass
class Table:
    sea: set[str]
    pieces: dict[str, str]
    corals: set[str]
    places: dict[str, tuple[int, int]]
    supply: dict[str, Counter[str]]
    me: str
    people: list[Person] = field(default_factory=list)
    boats: set[str] = field(default_factory=set)
    beasts: list[tuple[str, str]] = field(default_factory=list)
    box: Counter[str] = field(default_factory=Counter)

    def touch(self, a: str, b: str) -> bool:
        (x, y), (u, v) = self.places[a], self.places[b]
        return (abs(x - u), abs(y - v)) in ((2, 0), (1, 1))

    def on(self, where: str, hexagon: str) -> list[Person]:
        return [p for p in self.people if p.where == where and p.hex == hexagon]

    def has(self, hexagon: str, *kinds: str) -> bool:
        return any((kind, hexagon) in self.beasts for kind in kinds)

    def into_water(self, person: Person, hexagon: str) -> None:
        person.where, person.hex, person.tired = "water", hexagon, True
        if self.has(hexagon, "monster", "shark"):
            self.people.remove(person)

    # ---- moving ------------------------------------------------------------------------------

    def step(self, text: str) -> Table | None:
        """The table after a step, None where it is illegal."""
        boat = text.startswith("=")
        source, target = text.removeprefix("=").replace("~", "").split(">")
        if source not in self.boats and all(person.hex != source for person in self.people):
            return None
        after = copy(self)
        after.people = [copy(person) for person in self.people]
        return after if (after._sail if boat else after._walk)(text, source, target) else None

    def _sail(self, text: str, source: str, target: str) -> bool:
        crew = Counter(person.tribe for person in self.on("boat", source))
        mine = not crew or crew[self.me] == max(crew.values())
        clear = target in self.sea and target not in self.boats and not self.has(target, "monster", "octopus")
        if source not in self.boats or not mine or not clear or not self.touch(source, target):
            return False
        for person in self.on("boat", source):
            person.hex = target
        self.boats = self.boats - {source} | {target}
        return True

    def _walk(self, text: str, source: str, target: str) -> bool:
        swims, dives = "~>" in text, text.endswith("~")
        where = ["water"] if swims else ["land", "boat"]
        mine = [p for w in where for p in self.on(w, source) if p.tribe == self.me]
        if not mine or (swims and dives):
            return False
        person = max(mine, key=lambda p: p.tired)
        if swims and target in self.sea and source != target:
            person = min(mine, key=lambda p: p.tired)
            if person.tired or not self.touch(source, target):
                return False
            self.into_water(person, target)
            return True
        if dives:
            fits = source == target if person.where == "boat" else target in self.sea and self.touch(source, target)
            if fits:
                self.into_water(person, target)
            return fits
        if swims and source == target:
            return self._board(person, target)
        if not self.touch(source, target):
            return False
        if target in self.corals:
            person.where, person.hex = ("coral", target) if person.where != "land" else ("land", source)
            return person.where == "coral"
        if target in self.pieces:
            fits = person.where == "land" and len(self.on("land", target)) < 3
            person.hex = target
            return fits
        return person.where != "water" and self._board(person, target)

    def _board(self, person: Person, target: str) -> bool:
        fits = target in self.boats and len(self.on("boat", target)) < 3
        person.where, person.hex, person.tired = "boat", target, False
        return fits

    def moves(self) -> Iterator[tuple[str, Table]]:
        hexes = sorted(self.places)
        near = [(a, b) for a, b in product(hexes, hexes) if a == b or self.touch(a, b)]
        words = [f"{a}{t}>{b}{u}" for a, b in near for t, u in (("", ""), ("~", ""), ("", "~"))]
        words += [f"={a}>{b}" for a, b in near]
        rows: list[tuple[str, Table]] = [("", self)]
        for _ in range(3):
            yield from rows
            rows = [(f"{done} {w}", t) for done, before in rows for w in words if (t := before.step(w)) is not None]
        yield from rows
        for coral, person in product(sorted(self.corals), [p for p in self.people if p.where == "water"]):
            dolphin = ("dolphin", person.hex)
            if person.tribe == self.me and dolphin in self.beasts and not self.touch(person.hex, coral):
                after = deepcopy(self)
                carried = next(p for p in after.people if p == person)
                after.beasts.remove(dolphin)
                after.beasts.append(("dolphin", next(h for h in sorted(self.sea) if self.touch(h, coral))))
                carried.where, carried.hex = "coral", coral
                yield f" {person.hex}~>{coral}", after

    # ---- sinking -----------------------------------------------------------------------------

    def sinkings(self) -> Iterator[tuple[str, Table]]:
        low = min(self.pieces.values(), key="lhm".index)
        for piece in [h for h, region in self.pieces.items() if region == low]:
            those = self.on("land", piece)
            room = {h: 3 - len(self.on("land", h)) for h in self.pieces if h != piece}
            wet = [h for h in self.sea if self.touch(h, piece)] or [piece]
            targets = [(h, False) for h in room] + [(h, True) for h in wet]
            seen = set()
            for ways in product(targets, repeat=len(those)):
                load = Counter(h for h, water in ways if not water)
                dry = min(len(those), sum(room.values()))
                if sum(load.values()) != dry or any(load[h] > room[h] for h in load):
                    continue
                key = tuple(sorted((p.tribe, *way) for p, way in zip(those, ways, strict=True)))
                if key in seen:
                    continue
                seen.add(key)
                for symbol in SYMBOLS:
                    if self.supply[low][symbol]:
                        yield f"{piece} {symbol} {key}", self.sunk(piece, symbol, ways)

    def sunk(self, piece: str, symbol: str, ways: tuple[tuple[str, bool], ...]) -> Table:
        after = deepcopy(self)
        for person, (target, water) in zip(after.on("land", piece), ways, strict=True):
            person.hex = target
            if water:
                after.into_water(person, target)
        after.supply[after.pieces.pop(piece)][symbol] -= 1
        after.sea.add(piece)
        if symbol == "whirlpool":
            gone = {h for h in after.sea if after.touch(h, piece)} | {piece}
            after.people = [p for p in after.people if p.where not in ("boat", "water") or p.hex not in gone]
            after.boats -= gone
            after.beasts = [beast for beast in after.beasts if beast[1] not in gone]
        elif after.box[symbol]:
            after.box[symbol] -= 1
            if symbol == "boat":
                after.boats.add(piece)
            else:
                after.beasts.append((symbol, piece))
        return after

    # ---- dice --------------------------------------------------------------------------------

    def rolls(self) -> Iterator[str]:
        if not self.beasts:  # nobody asks for the dice
            yield "-"
            return
        for face in FACES:
            creature, number = face.split()
            yield f"{face} -"
            for source in sorted({h for kind, h in self.beasts if kind == creature}):
                for target in sorted(self.sea - {source}):
                    vacant = not any(h == target for _, h in self.beasts) and target not in self.boats
                    vacant = vacant and not self.on("water", target)
                    if vacant if number == "D" else self.far(source, target) <= int(number):
                        yield f"{face} {source}>{target}"

    def far(self, a: str, b: str) -> int:
        reached, steps = {a}, 0
        while b not in reached and steps < 9:
            reached |= {h for h in self.sea for near in reached if self.touch(h, near)}
            steps += 1
        return steps


def model(here: Position) -> Table:
    """The wooden table of a position, from its facts and its line."""
    facts: dict[str, Any] = dict(GAME.facts(here))
    line = position.write(GAME.rules, here)
    places, sea, corals = {}, set(), set()
    for y, row in enumerate(line.split(" ")[0].split("/")):
        marks = re.sub("[0-9]+", lambda run: "." * int(run[0]), row)
        for x, mark in enumerate(marks):
            name = f"{chr(65 + y)}{x + 1}"
            places[name] = (2 * x + y % 2, y)
            sea |= {name} if mark == "." else set()
            corals |= {name} if mark == "C" else set()
    supply = re.search(r"supply=(\S+)", line)
    box = re.search(r"box=(\S+)", line)
    assert supply
    assert box
    left = [dict(zip(SYMBOLS, map(int, part.split(".")), strict=True)) for part in supply[1].split(",")]
    table = Table(
        sea,
        dict(facts["pieces"]),
        corals,
        places,
        {region: Counter(counts) for region, counts in zip("lhm", left, strict=True)},
        "rbyg"[here.state.turn],
        box=Counter(dict(zip(SYMBOLS, map(int, box[1].split(",")), strict=False))),
    )
    for key, where in (("atlanteans", "land"), ("boats", "boat"), ("swimmers", "water"), ("coral", "coral")):
        table.people += [Person(tribe, where, h) for h, tribes in facts[key].items() for tribe in tribes]
    table.boats = set(facts["boats"])
    table.beasts = [(kind, h) for h, kinds in facts["creatures"].items() for kind in kinds]
    return table


def after(here: Position, *moves: Any) -> Position:
    for move in moves:
        here = entering.ply(GAME, here, move, entering.mover(GAME.rules.turn(here.state))).after
    return here


def listed(here: Position, kind: type[Any]) -> list[Any]:
    return [move for move in GAME.moves(here) if isinstance(move, kind)]


def moved(here: Position, steps: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Position]]:
    """The steps of each move, and the position once it is over."""
    ways = listed(here, Move) if here.state.phase == "move" else []
    yield steps, here if here.state.phase in ("sink", "dice") else after(here, Move(None))
    for step in ways:
        if step.step is not None:
            yield from moved(after(here, step), (*steps, entering.written(GAME, here, step)))


def sunk(here: Position) -> Iterator[Position]:
    """The positions after a sinking, each set of puts once, in whatever order they are told."""
    for sink in listed(here, Sink):
        ways = dict[tuple[Any, ...], Position]()
        _put(after(here, sink), (), ways)
        for at in ways.values():
            yield from (after(at, symbol) for symbol in listed(at, Reveal))


def _put(here: Position, goals: tuple[Any, ...], ways: dict[tuple[Any, ...], Position]) -> None:
    if here.state.phase == "reveal":
        ways.setdefault((*sorted((*goals, *(flooding.forced(here.state) or ()))),), here)
    for put in listed(here, Put):
        _put(after(here, put), (*goals, put.goal), ways)


def perft(here: Position) -> tuple[int, int, int]:
    """How many moves, then sinkings, then rolls there are."""
    moves = [at for _, at in moved(here)]
    sinks = [at for move in moves for at in sunk(move)]
    rolled = [after(at, roll) for at in sinks for roll in listed(at, Roll)]
    rolls = sum(len(listed(at, Go)) for at in (*sinks, *rolled))
    return len(moves), len(sinks), rolls


def counted(table: Table) -> tuple[int, int, int]:
    moves = sinks = rolls = 0
    for _, moved in table.moves():
        moves += 1
        for _, sunk in moved.sinkings():
            sinks += 1
            rolls += sum(1 for _ in sunk.rolls())
    return moves, sinks, rolls


FEW = "1.0.1.0.0.1/0.0.0.0.1.0/0.0.0.0.0.0"
POSITIONS = {
    "a boat and a coast": ("C .=\n .=b l:r", FEW),
    "a swimmer among beasts": (". .~r!d C\n l:b . .!s", "0.1.0.0.1.0/0.0.0.0.0.0/0.0.0.0.0.0"),
    "a crowd that must swim": ("l:rr h:bbb\n . .=b", FEW),
    "the last piece": ("l:rb .\n .=b~b .!o", FEW),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_to_depth_3_counted_two_ways(name: str) -> None:
    drawing, supply = POSITIONS[name]
    here = drawn(drawing, supply=supply)
    assert counted(model(here)) == perft(here)


@pytest.mark.parametrize(
    "drawing",
    [
        "C r . .\n .=r l:rb h:r .~r",
        "C .~r!d . .\n . .=r~r . .!d\nC .=b . .=",
        ". .=rb .~r\n l:rrb h:b .!mo",
    ],
)
def test_every_move_is_listed_once_and_none_is_missing(drawing: str) -> None:
    here = drawn(drawing)
    found = [" ".join(["move", *(step.removeprefix("move ") for step in steps or ("-",))]) for steps, _ in moved(here)]
    assert len(set(found)) == len(found)
    assert set(found) == {" ".join(["move", *(words.split() or ["-"])]) for words, _ in model(here).moves()}
