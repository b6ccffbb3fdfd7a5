"""The first sheet: what is in the game, which pages are printed on what, what the lines mean, what else is needed, and
how long it takes. mm."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from generator.draw.fonts.fonts import width
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import CUT, FOLD, GLUE
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import WHITE, Colour, Font, Group, Node, Page, Paint, Path, Tag, Text
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.handouts.contents import Contents
from generator.sheets.handouts.handout import Handout, heading, paragraph
from generator.sheets.imposition.sections import Batch, Line
from generator.sheets.lettering import INK, fitted, paragraphs
from specs.base.languages import mark, say, say_many

COMPONENT = "first-sheet"
TITLE = mark("This sheet")
GROUND: Colour = (0.975, 0.960, 0.925)
SEA: Colour = (0.11, 0.33, 0.46)
GOLD: Colour = (0.80, 0.63, 0.24)
PALE: Colour = (0.8, 0.9, 0.93)  # words on it can be read in low ink too
EM, LEADING = 3.5, 1.22
HEADING = 7.0  # height of a heading with its gap
BAND, LINE = 7.2, 4.7  # heights in the plan: of a batch's band, of a line
SAMPLE = 11.0  # width of a sample line in the legend
COLUMNS, APART = 7.0, 2.1  # gaps between columns, and between needed things
LEAST = 0.6  # of a line's height; below that, the plan's last lines are joined
NARROW = 0.75  # of a line's letters' size; below that, its last words are dropped
HEAD = 25.0


class Facts(Struct, frozen=True):
    """The sheet's texts: a line below the title, how to print, the plan, the seed it is for, what is needed, how long
    it takes; `by_sheet`: the plan numbers sheets, not pages."""

    below: str
    printed: str
    plan: tuple[Batch, ...]
    seed: int | None
    needs: tuple[str, ...]
    time: str
    by_sheet: bool = False


def first_sheet(title: str, facts: Facts, contents: Contents, handout: Handout) -> Page:
    """Return the sheet, upright or landscape as the paper is. Raises SpecError as faces do."""
    return _First(title, facts, contents, handout).page()


class _First:
    def __init__(self, title: str, facts: Facts, contents: Contents, handout: Handout) -> None:
        self.title, self.facts, self.contents, self.handout = title, facts, contents, handout
        self.fonts = Fonts(handout.plain, handout.bold, handout.plain)

    def page(self) -> Page:
        area = self.handout.area
        nodes = list(self.head())
        top, left, right = area.y + HEAD, area.x, area.x + area.width
        low = area.y + area.height - 2
        if area.width > area.height:
            picture = 0.44 * (area.width - 2 * COLUMNS)
            column = (area.width - picture - 2 * COLUMNS) / 2
            nodes += self.picture(Area(left, top, picture, low - top))
            nodes += self.plan(Area(right - 2 * column - COLUMNS, top, column, low - top))
            nodes += self.notes(right - column, top, column)[0]
        else:
            plan = 0.56 * (area.width - COLUMNS)
            notes = area.width - COLUMNS - plan
            tall = max(self.notes(left, top, notes)[1], min(self.tall(1.0), 0.55 * (low - top)))
            nodes += self.picture(Area(left, top, area.width, low - top - tall - 4))
            nodes += self.plan(Area(left, low - tall, plan, tall))
            nodes += self.notes(left + plan + COLUMNS, low - tall, notes)[0]
        return self.handout.page(nodes, COMPONENT, say("first sheet"), say("First sheet"))

    def head(self) -> Iterator[Node]:
        area, middle = self.handout.area, self.handout.area.x + self.handout.area.width / 2
        title = fitted(middle, area.y + 11, self.title, self.handout.display, 12.0, area.width, "middle", SEA)
        yield heading(1, title)
        yield fitted(middle, area.y + 17.2, self.facts.below, self.handout.plain, 4.0, area.width, "middle")
        for y, line, colour in ((area.y + 20.6, 0.7, SEA), (area.y + 21.6, 0.35, GOLD)):
            yield Path((("M", area.x, y), ("L", area.x + area.width, y)), Paint(stroke=colour, width=line))

    def picture(self, area: Area) -> Iterator[Node]:
        if not (drawn := list(self.contents.draw(Area(area.x + 4, area.y + 2, area.width - 8, area.height - 4)))):
            return
        ground = geo.rectangle(area.x, area.y, area.width, area.height, 3)
        yield Path(ground, Paint(fill=GROUND))
        yield Group(tuple(drawn), tag=Tag((("Figure", 0),), self.contents.alt))

    # ---- the plan ----------------------------------------------------------------------------

    def tall(self, part: float) -> float:
        """Return the height of the plan with its lines at a part of their height."""
        return HEADING + sum(BAND + len(batch.lines) * LINE * part + 2.5 for batch in self.facts.plan)

    def plan(self, area: Area) -> Iterator[Node]:
        """Draw each batch in a band, with its pages below; the band's words and shade name the stock."""
        plan, part = self.facts.plan, 1.0
        fixed = self.tall(0.0)
        lines = sum(len(batch.lines) for batch in plan)
        part = min(1.0, max(LEAST, (area.height - fixed) / max(lines * LINE, 1e-6)))
        room = int((area.height - fixed) / (LINE * part) + 1e-6)
        yield self.heading(say("Sheet plan"), area.x, area.y)
        y = area.y + HEADING
        for batch in plan:
            share = max(1, room * len(batch.lines) // max(lines, 1)) if lines > room else len(batch.lines)
            yield from self.band(batch, area.x, y, area.width)
            y += BAND
            for line in _shortened(batch.lines, share):
                y += LINE * part
                yield from self.line(line, area.x, y - 0.28 * LINE * part, area.width, min(EM, EM * part * 1.1))
            y += 2.5

    def band(self, batch: Batch, x: float, y: float, wide: float) -> Iterator[Node]:
        card = batch.stock == "card"
        back = PALE if card else WHITE
        yield Path(geo.rectangle(x, y, wide, BAND - 1.2, 1.2), Paint(fill=back, stroke=SEA, width=0.4))
        numbers = _numbers(batch.first, batch.last, by_sheet=self.facts.by_sheet)
        name = say("Card: {numbers}", numbers=numbers) if card else say("Paper: {numbers}", numbers=numbers)
        lasts = say("only for seed {seed}", seed=self.facts.seed) if batch.seeded else say("print once")
        text = f"{sheets(batch.sheets)}, {lasts}"
        room = wide - 6 - width(self.handout.bold, name, 3.7)
        yield paragraph(
            Text(x + 2, y + 4.2, name, self.handout.bold, 3.7, INK),
            fitted(x + wide - 2, y + 4.2, text, self.handout.plain, EM, room, "end", INK),
        )

    def line(self, line: Line, x: float, y: float, wide: float, size: float) -> Iterator[Node]:
        plain = self.handout.plain
        numbers = f"{line.first}" if line.first == line.last else f"{line.first}–{line.last}"
        taken = sheets(line.sheets) if line.sheets > 1 else ""
        room = wide - 20 - width(plain, taken, size)
        many_ = (Text(x + wide - 2, y, taken, plain, size, INK, "end"),) if taken else ()
        yield paragraph(
            Text(x + 12, y, numbers, plain, size, INK, "end"),
            fitted(x + 15, y, _cut(line.what, plain, size * NARROW, room), plain, size, room),
            *many_,
        )

    # ---- beside the plan ---------------------------------------------------------------------

    def notes(self, x: float, y: float, wide: float) -> tuple[list[Node], float]:
        """Write how to print, what the lines mean, what is needed, how long it takes; return the height too."""
        top, nodes = y, []
        parts: tuple[tuple[str, Callable[[float, float, float], tuple[list[Node], float]]], ...] = (
            (say("Printing"), lambda x, y, wide: self.words(self.facts.printed, x, y, wide)),
            (say("The lines"), self.legend),
            (say("You need"), self.needs),
            (say("Time"), lambda x, y, wide: self.words(self.facts.time, x, y, wide)),
        )
        for title, draw in parts:
            nodes.append(self.heading(title, x, y))
            drawn, tall = draw(x, y + HEADING, wide)
            nodes += drawn
            y += HEADING + tall + 3.0
        return nodes, y - top

    def legend(self, x: float, y: float, wide: float) -> tuple[list[Node], float]:
        nodes: list[Node] = []
        glue = Text(x + SAMPLE / 2, y + 11.7, say("glue"), self.handout.plain, 2.4, INK, "middle")
        rows: tuple[tuple[Sequence[Node], str], ...] = (
            ((_across(x, y + 1.2, Paint(stroke=CUT.stroke, width=0.2)),), say("solid: cut")),
            ((_across(x, y + 6.0, FOLD),), say("dashed: score and fold")),
            ((Path(geo.rectangle(x, y + 8.8, SAMPLE, 4.0), Paint(fill=GLUE)), glue), say("grey: glue")),
            (marks.numbered_cut(1, x, y + 15.6, x + SAMPLE, y + 15.6), say("numbered: cut along it first")),
        )
        for number, (sample, text) in enumerate(rows):
            low = y + number * 4.8 + 2.3
            nodes += sample
            nodes.append(fitted(x + SAMPLE + 3, low, text, self.handout.plain, EM, wide - SAMPLE - 3))
        return nodes, 4.8 * len(rows) - 0.8

    def needs(self, x: float, y: float, wide: float) -> tuple[list[Node], float]:
        nodes: list[Node] = []
        tall = 0.0
        for need in self.facts.needs:
            drawn, high = self.words(need, x + 4, y + tall, wide - 4)
            nodes += (Path(geo.ellipse(x + 1.2, y + tall + 1.2, 0.6, 0.6), Paint(fill=SEA)), *drawn)
            tall += high + APART
        return nodes, tall - APART

    # ---- words -------------------------------------------------------------------------------

    def heading(self, words: str, x: float, y: float) -> Node:
        return heading(2, Text(x, y + 3.9, words, self.handout.display, 4.6, SEA))

    def words(self, text: str, x: float, y: float, wide: float) -> tuple[list[Node], float]:
        """Write a paragraph from `y` down; return its height too."""
        texts, high = paragraphs(x, y, wide, text, self.fonts, EM, LEADING)
        return [paragraph(*texts)], high


def _across(x: float, y: float, paint: Paint) -> Node:
    return Path((("M", x, y), ("L", x + SAMPLE, y)), paint)


def _cut(words: str, font: Font, size: float, room: float) -> str:
    """Return as many of the words as there is room for."""
    if width(font, words, size) <= room:
        return words
    kept = words.split()
    while len(kept) > 1 and width(font, " ".join(kept) + " …", size) > room:
        kept.pop()
    return " ".join(kept) + " …"


def sheets(count: int) -> str:
    """Say `1 sheet`, `12 sheets`."""
    return say_many("{n} sheet", "{n} sheets", count)


def _numbers(first: int, last: int, *, by_sheet: bool) -> str:
    if first == last:
        return say("sheet {n}", n=first) if by_sheet else say("page {n}", n=first)
    if by_sheet:
        return say("sheets {first}–{last}", first=first, last=last)
    return say("pages {first}–{last}", first=first, last=last)


def _shortened(lines: Sequence[Line], most: int) -> Sequence[Line]:
    """Return the lines, with the last joined into one if they are more than `most`."""
    if len(lines) <= most:
        return lines
    kept, rest = lines[: most - 1], lines[most - 1 :]
    return (
        *kept,
        Line(say("{n} more kinds", n=len(rest)), rest[0].first, rest[-1].last, sum(line.sheets for line in rest)),
    )
