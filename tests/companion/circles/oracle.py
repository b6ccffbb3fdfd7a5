"""Seven Circles once more, written from the rules alone and as plainly as can be, to hold the referee against.

Shares nothing with the referee but the names of fields: a board is a mapping of cells to what lies there, `None` for an
empty field, else `[sort, player, pieces]`; the sort is "stack", "tower" or "burned".
"""

from __future__ import annotations

from typing import Any

Cell = tuple[int, int]
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class Illegal(Exception):
    pass


class Game:
    """A whole game, changed in place."""

    def __init__(self, islands: list[list[Cell]], players: int, crossing: str, end: str) -> None:
        self.island = {cell: number for number, island in enumerate(islands) for cell in island}
        self.at: dict[Cell, Any] = dict.fromkeys(self.island)
        self.players, self.crossing, self.end = players, crossing, end
        self.turn, self.over = 0, False
        self.row: set[int] = set()
        self.gone: set[int] = set()

    def alive(self, cell: Cell) -> bool:
        return cell in self.at and (self.at[cell] is None or self.at[cell][0] == "stack")

    def near(self, cell: Cell) -> list[Cell]:
        return [(cell[0] + q, cell[1] + r) for q, r in AROUND]

    def put(self, cell: Cell, player: int, pieces: int) -> None:
        """Pieces come to an alive field: they join their own, or cancel others one for one."""
        there = self.at[cell]
        if there is None:
            left = [player, pieces]
        elif there[1] == player:
            left = [player, there[2] + pieces]
        else:
            left = [there[1] if there[2] > pieces else player, abs(there[2] - pieces)]
        self.at[cell] = ["stack", *left] if left[1] else None

    def move(self, moves: list[tuple[Cell, Cell]]) -> None:
        used: set[int] = set()
        fresh: dict[Cell, int] = {}
        for source, target in moves:
            there = self.at[source]
            if there is None or there[0] != "stack" or there[1] != self.turn or self.island[source] in used:
                raise Illegal
            way = [
                [(source[0] + q * step, source[1] + r * step) for step in range(1, there[2] - fresh.get(source, 0) + 1)]
                for q, r in AROUND
            ]
            ways = [cells[: cells.index(target) + 1] for cells in way if target in cells]
            if not ways or not all(self.alive(cell) for cell in ways[0]):
                raise Illegal
            used.add(self.island[source])
            moving = len(ways[0])
            there[2] -= moving
            if not there[2]:
                self.at[source] = None
            for cell in ways[0][:-1]:
                enemy = self.at[cell]
                if self.crossing == "cancel" and enemy is not None and enemy[1] != self.turn:
                    lost = min(moving, enemy[2])
                    moving -= lost
                    self.put(cell, self.turn, lost)
            enemy = self.at[target]
            arriving = max(0, moving - enemy[2]) if enemy is not None and enemy[1] != self.turn else moving
            if moving:
                self.put(target, self.turn, moving)
            fresh[target] = fresh.get(target, 0) + arriving

    def explode_and_grow(self) -> None:
        while ready := [cell for cell in self.at if self.ready(cell)]:
            cell = ready[0]
            tower = self.at[cell][0] == "tower"
            self.at[cell] = ["burned", -1, 0] if tower else ["tower", self.turn, 0]
            for other in self.near(cell):
                if self.alive(other):
                    self.put(other, self.turn, 1)
        for there in self.at.values():
            if there is not None and there[0] == "tower" and there[1] == self.turn:
                there[2] += 1

    def ready(self, cell: Cell) -> bool:
        there = self.at[cell]
        return there is not None and there[1] == self.turn and there[2] >= sum(map(self.alive, self.near(cell)))

    def areas(self) -> list[tuple[int, set[int], bool]]:
        """Of each area its size, whose pieces lie there, and whether a growth tower stands beside it."""
        left, found = {cell for cell in self.at if self.alive(cell)}, []
        while left:
            area, edge = set(), [left.pop()]
            while edge:
                cell = edge.pop()
                area.add(cell)
                edge += [other for other in self.near(cell) if other in left]
                left -= set(edge)
            sides = [self.at.get(other) for cell in area for other in self.near(cell)]
            towers = any(side is not None and side[0] == "tower" for side in sides)
            found.append((len(area), {self.at[cell][1] for cell in area if self.at[cell]}, towers))
        return found

    def scores(self) -> list[int]:
        return [sum(size for size, who, _ in self.areas() if who == {number}) for number in range(self.players)]

    def look(self) -> None:
        """Whether the game has ended."""
        here = {there[1] for there in self.at.values() if there is not None}
        playing = set(range(self.players)) & here - self.gone
        settled = all(len(who) < 2 and not towers for _, who, towers in self.areas())
        alone = len(playing) < 2 if self.end == "last-player" else not playing
        self.over = settled or alone or playing <= self.row

    def play(self, moves: list[tuple[Cell, Cell]], word: str = "") -> None:
        """A whole turn, and those of players who have none of their own up to the next who has."""
        self.move(moves)
        if word == "resign":
            self.gone.add(self.turn)
        elif word == "agree" or (not moves and self.end == "last-player"):
            self.row.add(self.turn)
        else:
            self.row.clear()
        while True:
            self.explode_and_grow()
            self.look()
            if self.over:
                return
            here = {there[1] for there in self.at.values() if there is not None}
            self.turn = (self.turn + 1) % self.players
            while self.turn not in here:
                self.turn = (self.turn + 1) % self.players
            if self.turn not in self.gone:
                return
