"""Sets text in a box: paragraphs in lines, sizes that fit. mm, y downward; a size is the em."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts.bidi import reads_rtl, turned
from generator.draw.fonts.fonts import metrics, width
from generator.draw.paragraphs.around import Around, Rooms
from generator.draw.paragraphs.hyphens import Hyphenate
from generator.draw.paragraphs.lines import Bit, Line, Run, bits, fitted, greedy, seen, set_line
from generator.draw.paragraphs.markup import Fonts, Span, Table, paragraphs, spans
from specs.base.unfit import Unfit

MIN_SIZE = 4 * 25.4 / 72  # 4 points, in mm: smaller text cannot be read
HEADING = 1.3
BULLET = "•"
SECOND = 0.82  # size of the second language relative to the first
BETWEEN = " · "
APART = 0.8  # between a table's columns, in ems
WIDEST = 3.0  # most times its width that a space has in a justified line beside an obstacle
ROW = 0.15  # additional space between a table's rows, in ems


class Overflow(Unfit):
    """Text that does not fit its box: what is too large, and how much room there is."""


class Setting(Struct, frozen=True):
    """How a text is set. `leading` is in ems; `justify` fills all wrapped lines but the last of a paragraph;
    `hyphenate` divides words, None = never; `rtl` is the direction of paragraphs, None = by the first letter of each.
    Wrapped text may flow `around` something, in the coordinates of its box."""

    leading: float = 1.2
    wrap: bool = False
    markup: bool = False
    justify: bool = False
    hyphenate: Hyphenate | None = None
    rtl: bool | None = None
    around: Around | None = None


class Block(Struct, frozen=True):
    """Lines of text; `top` is what is above the first baseline, `bottom` what is below the last."""

    lines: tuple[Line, ...]
    width: float
    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.top + self.lines[-1].y + self.bottom


def lay_out(
    text: str, fonts: Fonts, size: float, box: tuple[float, float], setting: Setting, *, fit: bool = False
) -> Block:
    """Lay text out for a box of (width, height). With `fit` its size shrinks until it fits.

    Raises Overflow if it does not fit: at `size`, or with `fit` at 4 points.
    """

    def block(em: float) -> Block:
        return _block(text, fonts, em, box[0], setting)

    found = block(size)
    if _inside(found, box):
        return found
    if not fit:
        raise Overflow("text-overflow", _measure(text, found), f"at most {_sides(box)} (or shrink: true)")
    if not setting.wrap and not setting.markup:
        scale = min(box[0] / found.width if found.width else 1, box[1] / found.height)
        found = block(size * min(1, scale) * 0.9999)
    else:
        found = _largest(block, MIN_SIZE, size, box) or block(MIN_SIZE)
    if found.lines[0].size < MIN_SIZE - 1e-6 or not _inside(found, box):
        raise Overflow("text-overflow", _measure(text, found) + " at 4 points", f"at most {_sides(box)}")
    return found


class Spoken(Struct, frozen=True):
    """A text with its fonts and setting, in a language."""

    text: str
    fonts: Fonts
    setting: Setting


def lay_out_two(first: Spoken, second: Spoken, size: float, box: tuple[float, float]) -> Block:
    """Lay out a text in two languages, the second smaller and below; or after a dot, if both are of one line and larger
    that way. Their size shrinks until they fit.

    Raises Overflow if they do not fit when the smaller one is of 4 points.
    """

    def below(em: float) -> Block:
        upper = _block(first.text, first.fonts, em, box[0], first.setting)
        down = upper.lines[-1].y + em * SECOND * second.setting.leading
        below = second.setting
        if below.around is not None:
            below = replace(below, around=below.around.lower(down + (1 - SECOND) * upper.top))
        lower = _block(second.text, second.fonts, em * SECOND, box[0], below)
        lines = (*upper.lines, *(replace(line, y=line.y + down) for line in lower.lines))
        return Block(lines, max(upper.width, lower.width), upper.top, lower.bottom)

    text = f"{first.text}{BETWEEN}{second.text}"

    def beside(em: float) -> Block:
        return _block(text, first.fonts, em, box[0], replace(first.setting, wrap=False))

    ways = [(below, MIN_SIZE / SECOND)]
    if not first.setting.markup and first.setting.around is None and "\n" not in first.text + second.text:
        ways.append((beside, MIN_SIZE))
    found = [block for way, least in ways if (block := _largest(way, min(least, size), size, box)) is not None]
    if not found:
        smallest = _measure(text, below(MIN_SIZE / SECOND))
        raise Overflow("text-overflow", f"{smallest} at 4 points", f"at most {_sides(box)}")
    return max(found, key=lambda block: block.lines[-1].size)


def _largest(way: Callable[[float], Block], least: float, most: float, box: tuple[float, float]) -> Block | None:
    """Return a text at the largest size that fits; None if even the `least` does not."""
    if _inside(found := way(most), box):
        return found
    if not _inside(found := way(least), box):
        return None
    low, high = least, most
    for _ in range(12):
        middle = (low + high) / 2
        if _inside(tried := way(middle), box):
            low, found = middle, tried
        else:
            high = middle
    return found


def _sides(box: tuple[float, float]) -> str:
    return f"{box[0]:.1f} × {box[1]:.1f} mm"


def _measure(text: str, block: Block) -> str:
    line = " ".join(text.split())  # a fault is one line
    short = line if len(line) <= 40 else line[:37] + "..."
    return f"text '{short}' of {block.width:.1f} × {block.height:.1f} mm"


def _inside(block: Block, box: tuple[float, float]) -> bool:
    # descenders of a single line may hang out: a number in a small disc is centred by its capitals
    height = block.height if len(block.lines) > 1 else block.top
    return block.width <= box[0] + 0.01 and height <= box[1] + 0.01


def _block(text: str, fonts: Fonts, size: float, room: float, setting: Setting) -> Block:
    lines: list[Line] = []
    y = top = 0.0
    for words, gap in paragraphs(text, markup=setting.markup):
        rooms = None
        if setting.around is not None:
            em = size * HEADING if setting.markup and words.startswith("# ") else size
            top = top or metrics(fonts.regular).cap_height * em
            start = y + em * setting.leading + gap * size if lines else 0.0
            rooms = Rooms(setting.around, top, start, em * setting.leading, em)
        for index, (line, more) in enumerate(_lines(words, fonts, size, room, setting, rooms)):
            if lines:
                y += line.size * setting.leading + more + (gap * size if index == 0 else 0)
            y = max(y, line.y)  # beside something there may be no room until here
            lines.append(replace(line, y=y))
    # capitals end at the top; a paragraph's ascenders may rise a little further
    top = metrics(fonts.regular).cap_height * lines[0].size
    bottom = metrics(fonts.regular).descent * lines[-1].size
    return Block(tuple(lines), max(line.width + (room - line.room) for line in lines), top, bottom)


def _lines(
    words: str, fonts: Fonts, size: float, room: float, setting: Setting, rooms: Rooms | None
) -> Iterator[tuple[Line, float]]:
    """Yield the lines of a paragraph, a heading, a bullet or a table, each with what is added to the gap above it."""
    if not setting.markup:
        yield from ((line, 0.0) for line in paragraph([Span(words, fonts.regular)], size, room, setting, rooms=rooms))
    elif table := Table.of(words):
        left, wide = (0.0, room) if rooms is None else rooms.room(all_below=True)
        for line, more in _table(table, fonts, size, wide, setting):
            yield replace(line, left=left, room=wide), more
    elif words.startswith("# "):
        found = list(spans(words[2:], fonts, bold=True))
        yield from ((line, 0.0) for line in paragraph(found, size * HEADING, room, setting, rooms=rooms))
    elif words.startswith("- "):
        indent, found = 0.9 * size, list(spans(words[2:], fonts))
        first, *others = paragraph(found, size, room - indent, setting, indent, rooms)
        dot = width(fonts.regular, BULLET, size)
        at = first.width + indent - 0.1 * size - dot if first.rtl else -indent + 0.1 * size
        yield replace(first, runs=(Run(BULLET, fonts.regular, size, dot, x=at), *first.runs)), 0.0
        yield from ((line, 0.0) for line in others)
    else:
        yield from ((line, 0.0) for line in paragraph(list(spans(words, fonts)), size, room, setting, rooms=rooms))


def _table(table: Table, fonts: Fonts, size: float, room: float, setting: Setting) -> Iterator[tuple[Line, float]]:
    """Yield a table's rows as lines as wide as the table; the widest column wraps if there is not enough room."""
    plain = replace(setting, justify=False)
    cells = [
        [list(spans(cell, fonts, bold=table.heading and not number)) for cell in row]
        for number, row in enumerate(table.rows)
    ]
    whole = [[paragraph(cell, size, 1e6, plain) for cell in row] for row in cells]
    wide = [max(line.width for cell in column for line in cell) for column in zip(*whole, strict=True)]
    apart, widest = APART * size, wide.index(max(wide))
    wide[widest] = min(wide[widest], max(size, room - apart * (len(wide) - 1) - sum(wide) + wide[widest]))
    for row, set_ in zip(cells, whole, strict=True):
        set_[widest] = paragraph(row[widest], size, wide[widest] + 1e-6, plain)
        for number, parts in enumerate(zip_longest(*set_)):
            yield _row(parts, wide, table.aligned, apart, size), 0.0 if number else ROW * size


def _row(
    parts: Sequence[Line | None], wide: Sequence[float], aligned: Sequence[str], apart: float, size: float
) -> Line:
    """Join lines of cells side by side as one line; from the right if the first is read from there."""
    runs: list[Run] = []
    whole = sum(wide) + apart * (len(wide) - 1)
    rtl, x = any(part is not None and part.rtl for part in parts), 0.0
    for part, across, side in zip(parts, wide, aligned, strict=True):
        if part is not None:
            left = whole - x - across if rtl else x
            free = across - part.width
            left += {"left": free if rtl else 0.0, "center": free / 2, "right": 0.0 if rtl else free}[side]
            runs += [replace(run, x=run.x + left) for run in part.runs]
        x += across + apart
    return Line(tuple(runs), whole, size, rtl=rtl)


def paragraph(
    text: list[Span], size: float, room: float, setting: Setting, indent: float = 0.0, rooms: Rooms | None = None
) -> list[Line]:
    """Return a paragraph in one or more lines of at most `room` mm, or each in one of the `rooms` beside what it flows
    around; `indent` is where each begins."""
    found = bits(text, size, wrap=setting.wrap, hyphenate=setting.hyphenate)
    justify = setting.justify and setting.wrap
    if rooms is None:
        broken = (fitted if justify else greedy)(found, room if setting.wrap else float("inf"))
        places = [(0.0, room + indent, 0.0)] * len(broken)
    else:
        broken = greedy(found, lambda least: rooms(least + indent) - indent)
        places = rooms.taken
    starts: list[Bit | None] = [line[0] for line in broken[1:]]
    lines: list[Line] = []
    for line, after, (left, wide, y) in zip(broken, [*starts, None], places, strict=True):
        full, wide = justify and after is not None and after.before != "hard", wide - indent
        most = float("inf") if rooms is None else WIDEST
        set_ = set_line(line, size, indent, wide if justify else float("inf"), after=after, full=full, widest=most)
        lines.append(replace(set_, left=left, room=wide, y=y))
    whole = "".join(span.text for span in text)
    if setting.rtl or turned(whole):
        rtl = reads_rtl(whole) if setting.rtl is None else setting.rtl
        lines = [seen(line, rtl) for line in lines]
    return lines
