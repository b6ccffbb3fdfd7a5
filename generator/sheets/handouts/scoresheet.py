"""A score sheet from a spec's `play:`: what is added up, by players; a column for each round. mm."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Node, Page, Paint, Path, Text
from generator.sheets.handouts.handout import HEAD, Handout
from generator.sheets.lettering import INK, fitting
from generator.sheets.printable import Foot, SheetOptions
from specs.base.languages import say
from specs.model.colours import players_colour
from specs.model.document import Document
from specs.model.schema import MOST_PLAYERS, Counter, ScoreRow, Spec

RULE: Colour = (0.45, 0.50, 0.53)
BAND: Colour = (0.93, 0.95, 0.95)
GREY: Colour = (0.55, 0.55, 0.55)
TALL, LOW, BREAK = 11.0, 6.0, 5.0  # largest and smallest height of a line; gap before a block
LABELS = 0.34  # part of the width for labels
NARROWEST = 7.0  # of a round's column
USUALLY = 6  # players shown when the spec allows more than any table
ROUNDS = 8  # rounds shown when the spec does not limit them
MOST_CIRCLES = 30


class Strip(NamedTuple):
    """A line of the sheet: `draw` gets its top and height. Lines of a `block` stay together; if a page begins with one,
    `head` is above it. If there is room for another game, all of them are repeated."""

    block: int
    draw: Callable[[float, float], Iterator[Node]]
    head: Callable[[float, float], Iterator[Node]] | None = None


def has_score(spec: Spec) -> bool:
    """Return whether there is anything to write down."""
    return bool(spec.play.score or spec.play.counters)


def rounds(spec: Spec) -> int:
    """Return after how many rounds the game ends, if its `end:` says so directly; else `ROUNDS`."""
    said = " ".join(end.when or "" for end in spec.play.ends)
    found = re.search(r"\bround\s*(>=?|==)\s*(\d{1,3})\b", said)
    return ROUNDS if found is None else max(1, int(found[2]) - (found[1] != ">"))


def scoresheet(document: Document, sheet: SheetOptions, footer: Foot, players: int | None = None) -> tuple[Page, ...]:
    """Return the pages for this number of players, by default for the largest."""
    return _ScoreSheet(document, Handout(sheet, footer), players).pages()


class _ScoreSheet:
    def __init__(self, document: Document, handout: Handout, players: int | None) -> None:
        self.spec, self.handout, self.area = document.spec, handout, handout.area
        most = self.spec.players.max
        self.players = players or (most if most <= MOST_PLAYERS else USUALLY)
        self.labels = self.area.width * LABELS
        self.rest = self.area.width - self.labels

    def pages(self) -> tuple[Page, ...]:
        once = [*self.each_round(), *self.end(), *self.shared()]
        top, room = self.area.y + HEAD, self.area.height - HEAD
        parts = len([*groupby(once, key=lambda strip: strip.block)])
        high = max(LOW, min(TALL, (room - BREAK * parts) / len(once)))
        games = max(1, int(room / (len(once) * high + parts * BREAK + BREAK)))
        strips = [strip._replace(block=strip.block + game * len(once)) for game in range(games) for strip in once]
        found: list[list[Node]] = []
        y, before = top, strips[0].block
        for strip in strips:
            y += 0 if strip.block == before else BREAK
            if not found or y + high > top + room:
                title = say("Score sheet") if not found else say("Score sheet, continued")
                found.append(self.handout.head(self.spec.title, title))
                y = top
                if strip.head is not None:
                    found[-1] += strip.head(y, high)
                    y += high
            found[-1] += strip.draw(y, high)
            before, y = strip.block, y + high
        called = say("Score sheet")
        return tuple(self.handout.page(nodes, "scoresheet", called) for nodes in found)

    # ---- parts -------------------------------------------------------------------------------

    def each_round(self) -> Iterator[Strip]:
        """Yield, for each player, a band with a place for the name, and a line for each row that a round adds to."""
        rows = [row for row in self.spec.play.score if row.after == "round"]
        columns = min(rounds(self.spec), int(self.rest / NARROWEST) - 1)
        called = [str(n) for n in range(1, columns + 1)] + [say("Sum")]
        for player in range(self.players if rows else 0):

            def band(y: float, high: float, player: int = player) -> Iterator[Node]:
                yield self.box(self.area.x, y, self.area.width, high, BAND)
                yield from self.named(player, self.area.x, y, self.labels, high)
                for index, word in enumerate(called):
                    x, wide = self.cell(index, len(called))
                    yield self.word(word, x + wide / 2, y, wide, high, middle=True)

            yield Strip(player, band)
            for row in rows:
                yield Strip(player, self.line(text(row), len(called)), band)

    def end(self) -> Iterator[Strip]:
        """Yield a column for each player: what the rounds added, the rows of the end, the total, each player's
        counters."""
        table = self.spec.play
        lines = [text(row) for row in table.score if row.after == "end"]
        counters = [spoken(name) for name, counter in table.counters.items() if counter.per_player]
        by_round = len(table.score) - len(lines)
        if not lines and not counters and by_round < 2:
            return  # the rounds make up the whole score
        if lines and by_round:
            lines.insert(0, say("From the rounds"))

        def head(y: float, high: float) -> Iterator[Node]:
            yield self.box(self.area.x, y, self.area.width, high, BAND)
            for player in range(self.players):
                x, wide = self.cell(player, self.players)
                yield from self.named(player, x, y, wide, high)

        yield Strip(self.players, head)
        for line in lines:
            yield Strip(self.players, self.line(line, self.players), head)
        if table.score:
            yield Strip(self.players, self.line(say("Total"), self.players, bold=True), head)
        for counter in counters:
            yield Strip(self.players, self.line(counter, self.players), head)

    def shared(self) -> Iterator[Strip]:
        """Yield the table's counters: a circle for each of their numbers, or room to write."""
        for name, counter in self.spec.play.counters.items():
            if not counter.per_player:
                yield Strip(self.players + 1, self.track(spoken(name), counter))

    # ---- lines -------------------------------------------------------------------------------

    def line(self, called: str, columns: int, *, bold: bool = False) -> Callable[[float, float], Iterator[Node]]:
        def draw(y: float, high: float) -> Iterator[Node]:
            yield self.word(called, self.area.x + 1.5, y, self.labels - 3, high, bold=bold)
            for index in range(columns):
                x, wide = self.cell(index, columns)
                yield self.box(x, y, wide, high, BAND if bold else None)

        return draw

    def track(self, called: str, counter: Counter) -> Callable[[float, float], Iterator[Node]]:
        low = counter.start if counter.min is None else counter.min
        count = 0 if counter.max is None else counter.max - low + 1

        def draw(y: float, high: float) -> Iterator[Node]:
            yield self.word(called, self.area.x + 1.5, y, self.labels - 3, high)
            if not 0 < count <= MOST_CIRCLES:
                yield self.box(self.area.x + self.labels, y, self.rest, high)
                return
            wide = min(self.rest / count, high)
            for index in range(count):
                x = self.area.x + self.labels + (index + 0.5) * wide
                yield Path(geo.ellipse(x, y + high / 2, wide * 0.44, wide * 0.44), Paint(stroke=RULE, width=0.3))
                yield self.word(str(low + index), x, y, wide * 0.7, high, middle=True, colour=GREY)

        return draw

    # ---- what lines are made of --------------------------------------------------------------

    def cell(self, index: int, of: int) -> tuple[float, float]:
        """Return the left edge and the width of a column."""
        wide = self.rest / of
        return self.area.x + self.labels + index * wide, wide

    def named(self, player: int, x: float, y: float, wide: float, high: float) -> Iterator[Node]:
        """Draw a player's colour, if the game has any, and a line to write the name on."""
        colours = self.spec.players.colours
        start = x + 1.5
        if player < len(colours):
            try:
                hue = players_colour(self.spec, colours[player])
            except (KeyError, ValueError):
                hue = GREY
            yield Path(geo.ellipse(x + 3.5, y + high / 2, 1.8, 1.8), Paint(fill=hue, stroke=INK, width=0.2))
            start = x + 6.5
        under = geo.polyline([(start, y + high * 0.78), (x + wide - 1.5, y + high * 0.78)], closed=False)
        yield Path(under, Paint(stroke=RULE, width=0.3))

    def word(
        self, called: str, x: float, y: float, wide: float, high: float, *,
        bold: bool = False, middle: bool = False, colour: Colour = INK,
    ) -> Node:  # fmt: skip
        font = self.handout.bold if bold else self.handout.plain
        size = fitting(font, called, min(4.0, high * 0.55), wide)
        return Text(x, y + high / 2 + size * 0.34, called, font, size, colour, "middle" if middle else "start")

    @staticmethod
    def box(x: float, y: float, wide: float, high: float, fill: Colour | None = None) -> Node:
        return Path(geo.rectangle(x, y, wide, high), Paint(fill=fill, stroke=RULE, width=0.25))


def text(row: ScoreRow) -> str:
    """Return what a row is about; for a majority, what it is worth."""
    return f"{row.text} ({', '.join(map(str, row.points))})" if isinstance(row.points, tuple) else row.text


def spoken(name: str) -> str:
    """Return a counter's name as it is spoken."""
    return name.replace("_", " ")


def written(spec: Spec) -> Sequence[str]:
    """Return what there is to write down, line by line, for programs."""
    return [*(text(row) for row in spec.play.score), *map(spoken, spec.play.counters)]
