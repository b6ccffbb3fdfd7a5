"""The room that lines of text have beside what they flow around. mm, y downward, from the text's upper left corner."""

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, floor

from msgspec import Struct, field

from generator.draw.scene import Point

ROW = 0.25  # mm: the height of a row in which an outline is measured
GAP = 0.5  # ems between a line and what is beside it
ABOVE, BELOW = 0.8, 0.3  # ems of a line above its baseline and below it
FAR = 1e6
LEAST = 4  # ems: no line begins where there is less room

Interval = tuple[float, float]


class Around(Struct):
    """What a text `width` mm wide flows around: for each row of it, the start and end of the obstacles."""

    width: float
    rows: dict[int, list[Interval]] = field(default_factory=dict)

    def add(self, line: Iterable[Point]) -> None:
        """Also flow around a closed line. Its inside is ignored: a ring is a disc."""
        reach: dict[int, Interval] = {}
        points = list(line)
        for (x1, y1), (x2, y2) in pairwise((*points, *points[:1])):
            for row in range(floor(min(y1, y2) / ROW), floor(max(y1, y2) / ROW) + 1):
                ends = [row * ROW, (row + 1) * ROW]
                shares = (0.0, 1.0) if y1 == y2 else [min(1.0, max(0.0, (y - y1) / (y2 - y1))) for y in ends]
                at = [x1 + share * (x2 - x1) for share in shares]
                first, last = reach.get(row, (at[0], at[0]))
                reach[row] = min(first, *at), max(last, *at)
        for row, interval in reach.items():
            self.rows.setdefault(row, []).append(interval)

    def lower(self, by: float) -> "Around":
        """Return the same for a text whose upper left corner is `by` mm lower."""
        down = round(by / ROW)
        return Around(self.width, {row - down: taken for row, taken in self.rows.items()})

    def room(self, top: float, bottom: float, gap: float) -> Interval:
        """Return the start and width of the widest gap between two heights."""
        rows = range(max(floor(top / ROW), min(self.rows)), min(ceil(bottom / ROW), max(self.rows) + 1))
        taken = sorted(each for row in rows for each in self.rows.get(row, ()))
        start, found = 0.0, list[Interval]()
        for left, right in (*taken, (self.width + gap, self.width + gap)):
            found.append((left - gap - start, start))
            start = max(start, right + gap)
        wide, at = max(found, key=lambda each: (round(each[0], 6), -each[1]))
        return at, wide

    def reaches(self, y: float) -> bool:
        """Return whether any obstacle is lower."""
        return y < (max(self.rows) + 1) * ROW


class Rooms(Struct):
    """The rooms of a paragraph's lines, each `step` below the one before, or as far below as needed to find room. `y`
    is the next baseline from the text's first one, which is `top` from its upper edge; `size` is an em. Each room
    `taken` is (left, width, y)."""

    around: Around
    top: float
    y: float
    step: float
    size: float
    taken: list[tuple[float, float, float]] = field(default_factory=list)

    def __call__(self, least: float) -> float:
        """Take the room of the next line, whose first part is `least` wide, and return its width."""
        wanted = max(least, LEAST * self.size)
        left, wide = self.room()
        while wide < wanted and self.around.reaches(self.top + self.y - ABOVE * self.size):
            self.y += ROW
            left, wide = self.room()
        self.taken.append((left, wide, self.y))
        self.y += self.step
        return wide

    def room(self, *, all_below: bool = False) -> Interval:
        """Return where the next line may begin, and how wide it may be; or all lines from there down."""
        baseline = self.top + self.y
        low = baseline + BELOW * self.size
        return self.around.room(baseline - ABOVE * self.size, FAR if all_below else low, GAP * self.size)
