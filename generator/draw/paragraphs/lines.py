"""Breaks words into lines: greedily, or with all lines of a paragraph optimized together. mm; a size is the em."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from math import fsum
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts.bidi import OBJECT, arranged
from generator.draw.fonts.fonts import width
from generator.draw.paragraphs.hyphens import Hyphenate
from generator.draw.paragraphs.markup import BREAK, SOFT, ZERO, Kind, Span, breakable, places
from generator.draw.scene import Font

ICON_EM = 1.15  # size of an icon in a line, in ems
HYPHEN = "-"
STRETCH, SHRINK = 0.6, 0.25  # how far a space may stretch comfortably, and shrink at most, as parts of its width
HYPHENATED, ALONE = 1.2, 7.0  # added to the cube of that stretch: for a hyphen, and for a last line of one word
LOOSE = 1.0  # how far lines may stretch before words are hyphenated
MOST_PARTED = 5_000  # words whose parts are cached
MOST_WEIGHED = 1000  # bits of a paragraph: about 400 words
ALMOST_NONE = 0.02  # part of its room by which a line without spaces may be wider
TOO_FAR = 1e3  # stretch of a line whose single bit is too wide
NEVER = 1e30
_LETTERS = re.compile(r"[^\W\d_]+")
_NO_LETTERS = str.maketrans("", "", SOFT + ZERO)
_UNITS = re.compile(r"(?:mm|cm|g|%)(?![^\W_])")
_SHORT = frozenset({"cs", "pl", "sk"})  # languages where a one-letter word stays with the next
_OPENS = "(„«‚“"


class Run(Struct, frozen=True):
    """A piece of a line: text in one font and one `look`, or an icon (`icon` is its name, `text` empty). `x` is from
    the line's start."""

    text: str
    font: Font
    size: float
    width: float
    icon: str = ""
    x: float = 0.0
    rtl: bool | None = None  # as a `Text` has it
    look: str = ""

    def joins(self, other: Run) -> bool:
        """Return whether another run is text in the same font and look."""
        return not self.icon and not other.icon and (self.font, self.look) == (other.font, other.look)


class Line(Struct, frozen=True):
    """`y` is the baseline from the block's first baseline, `indent` from the box's left edge; `rtl` says that the
    paragraph is read from right to left, and indented from there. `room` is how wide the line may be; beside an
    obstacle it begins `left` mm from the box's edge."""

    runs: tuple[Run, ...]
    width: float
    size: float
    y: float = 0.0
    indent: float = 0.0
    rtl: bool = False
    left: float = 0.0
    room: float = 0.0


class Bit(Struct, frozen=True):
    """Runs side by side that are never broken apart. `before` says how a line may end before them: at a space of
    `space_font` (space), with a hyphen (soft) or without (free). It must (hard), or may not, at a space (tied)."""

    runs: tuple[Run, ...]
    width: float
    before: Kind | Literal["space", "tied", "hard"]
    space: float = 0.0
    space_font: Font | None = None


_Part = tuple[Kind, list[Run]]


class _Word(Struct):
    """Runs between two spaces, not measured yet, and what precedes them; `space` is the font of a space there."""

    before: Literal["space", "tied", "hard"]
    space: Font | None
    runs: list[Run]


def bits(spans: Iterable[Span], size: float, *, wrap: bool, hyphenate: Hyphenate | None = None) -> list[Bit]:
    """Split a paragraph into bits, the first one after a hard break. Without wrapping, words stay whole."""
    found: list[Bit] = []
    for word in _words(spans, size):
        space = width(word.space, " ", size) if word.space is not None else 0.0
        (_, first, wide), *more = _parts(tuple(word.runs), hyphenate) if wrap else (_measured_part("free", word.runs),)
        found.append(Bit(first, wide, word.before, space, word.space))
        found += [Bit(runs, wide, kind) for kind, runs, wide in more]
    return found


@lru_cache(maxsize=MOST_PARTED)
def _parts(runs: tuple[Run, ...], hyphenate: Hyphenate | None) -> tuple[tuple[Kind, tuple[Run, ...], float], ...]:
    """Return the parts of a word, measured; a text repeats most words."""
    return tuple([_measured_part(kind, part) for kind, part in _parted(runs, hyphenate)])


def forget() -> None:
    """Measure every word anew: a font's file has changed."""
    _parts.cache_clear()


def _measured_part(kind: Kind, runs: Sequence[Run]) -> tuple[Kind, tuple[Run, ...], float]:
    measured = tuple([_measured(run) for run in runs])
    return kind, measured, fsum([run.width for run in measured])


def _words(spans: Iterable[Span], size: float) -> Iterator[_Word]:
    word = _Word("hard", None, [])
    for span in spans:
        if span.icon:
            word.runs.append(Run("", span.font, size, ICON_EM * size, span.icon, look=span.look))
            continue
        for number, line in enumerate(span.text.split(BREAK)):
            if number:
                if word.runs:
                    yield word
                word = _Word("hard", None, [])
            for index, letters in enumerate(line.split(" ")):
                if index and word.runs:
                    yield word
                    word = _Word("tied" if _tied(word.runs, letters) else "space", span.font, [])
                elif index and word.space is not None:
                    word.space = span.font  # of two spaces one is kept
                if _bare(letters):
                    word.runs.append(Run(letters, span.font, size, 0.0, look=span.look))
    if word.runs:
        yield word


def _tied(runs: Sequence[Run], after: str) -> bool:
    """Return whether a line may not end between a word and the next: a number and its unit; and a word of one letter,
    in languages with that rule."""
    last = runs[-1].text
    if last[-1:].isdigit():
        return _UNITS.match(after) is not None
    short = len(runs) == 1 and len(last) <= 2 and len(last.lstrip(_OPENS)) == 1 and last[-1].isalpha()
    return short and runs[-1].font.language.partition("_")[0] in _SHORT


def _parted(runs: Sequence[Run], hyphenate: Hyphenate | None) -> list[_Part]:
    """Split a word where it may be broken."""
    parts: list[_Part] = [("free", [])]
    for run in runs:
        cuts = _cuts(run.text, hyphenate) if run.text else ()
        at = 0
        for cut, kind in (*cuts, (len(run.text), None)):
            if letters := _bare(run.text[at:cut]):
                parts[-1][1].append(replace(run, text=letters))
            if kind is not None:
                parts.append((kind, []))
            at = cut
        if run.icon:
            parts[-1][1].append(run)
    return [part for part in parts if part[1]]


def _cuts(text: str, hyphenate: Hyphenate | None) -> list[tuple[int, Kind]]:
    if breakable(text):  # hand-set breaks replace all others
        return list(places(text))
    if hyphenate is None:
        return []
    return [(word.start() + at, "soft") for word in _LETTERS.finditer(text) for at in hyphenate(word[0])]


def _bare(text: str) -> str:
    """Return a text without its break marks."""
    return text if text.isascii() else text.translate(_NO_LETTERS)


def _measured(run: Run) -> Run:
    if run.icon:
        return run
    text = _bare(run.text)
    return replace(run, text=text, width=width(run.font, text, run.size))


# ---- breaking ------------------------------------------------------------------------------------


def greedy(found: Sequence[Bit], rooms: float | Callable[[float], float]) -> list[Sequence[Bit]]:
    """Fill each line as far as possible; if the last line is one word, it gets another from the line before. If rooms
    differ, each is asked for in turn, with the width of the line's first part."""
    lines: list[Sequence[Bit]] = []
    room = 0.0
    for part in _hard(found):
        own: list[Sequence[Bit]] = []
        start = 0
        while start < len(part):
            end = best = start + 1
            used = part[start].width
            room = rooms(used) if callable(rooms) else rooms
            while end < len(part):
                if part[end].before != "tied" and used + _mark(part[end - 1], part[end]) <= room + 1e-6:
                    best = end
                used += part[end].space + part[end].width
                if used > room + 1e-6:
                    break
                end += 1
            else:
                best = end
            own.append(part[start:best])
            start = best
        lines += _fuller(own, room)
    if not lines and callable(rooms):
        rooms(0.0)
    return lines or [[]]


def _fuller(lines: list[Sequence[Bit]], room: float) -> list[Sequence[Bit]]:
    if len(lines) > 1 and len(lines[-1]) == 1 and len(lines[-2]) > 2:
        last, before = lines[-1][0], lines[-2][-1]
        spaced = last.before == before.before == "space"
        if spaced and before.width + last.space + last.width <= room + 1e-6:
            return [*lines[:-2], lines[-2][:-1], (before, last)]
    return lines


def _hard(found: Sequence[Bit]) -> Iterator[Sequence[Bit]]:
    """Yield the parts between hard breaks."""
    starts = [n for n, bit in enumerate(found) if bit.before == "hard"]
    for start, end in pairwise((*starts, len(found))):
        yield found[start:end]


def _mark(last: Bit, after: Bit) -> float:
    """Return the width of the hyphen of a line that ends between two bits."""
    if after.before != "soft":
        return 0.0
    run = last.runs[-1]
    return width(run.font, HYPHEN, run.size)


def fitted(found: Sequence[Bit], room: float) -> list[Sequence[Bit]]:
    """Break into lines to be justified, all of a paragraph weighed together; hyphenate only if that helps."""
    lines: list[Sequence[Bit]] = []
    for part in _hard(found):
        if len(part) > MOST_WEIGHED:
            lines += greedy(part, room)
            continue
        whole, worst = _weighed(part, room, parted=False)
        lines += whole if worst <= LOOSE else _weighed(part, room, parted=True)[0]
    return lines or [[]]


def _weighed(part: Sequence[Bit], room: float, *, parted: bool) -> tuple[list[Sequence[Bit]], float]:
    """Return the lines whose spaces differ least from their own width, and by how much the worst does.

    Every place where a line may end is a node in a row; the best way to each is found from the left.
    """
    count = len(part)
    wide, gaps = [0.0], [0.0]  # running width up to each bit with its spaces, and the width of those spaces
    for bit in part:
        wide.append(wide[-1] + bit.space + bit.width)
        gaps.append(gaps[-1] + bit.space)
    barred = {"tied"} if parted else {"tied", "soft"}
    ends = [n for n in range(1, count) if part[n].before not in barred] + [count]
    best: dict[int, tuple[float, int, float]] = {0: (0.0, 0, 0.0)}  # total cost, start of the last line, worst line
    # possible line starts, each with the width and the spaces up to its first bit (its leading space, which the line
    # drops, included), and with the cost of the lines before it
    starts, first = [(0, part[0].space, part[0].space, 0.0)], 0
    for end in ends:
        last, gap = end == count, gaps[end]
        while first < len(starts) - 1:
            _, before, spaces, _ = starts[first]
            if room - (wide[end] - before) >= -1e-6 - SHRINK * (gap - spaces):
                break
            first += 1  # every later line from there is too long too
        mark, disliked = (0.0, 0.0) if last else (_mark(part[end - 1], part[end]), _dislike(part, 0, end))
        whole, chosen = wide[end] + mark, (NEVER * NEVER, starts[-1][0], NEVER)
        for start, before, spaces, paid in islice(starts, first, None):
            space, slack = gap - spaces, room - (whole - before)
            if paid + 1 > chosen[0] or (slack < -1e-6 - SHRINK * space and start != starts[-1][0]):
                continue  # every line costs at least 1
            ratio = _ratio(slack, space, room, last=last)
            cost = paid + (1 + abs(ratio) ** 3 + (_dislike(part, start, end) if last else disliked)) ** 2
            if cost <= chosen[0]:
                chosen = (cost, start, max(best[start][2], ratio))
            elif ratio > 0 and (slack / max(space * STRETCH, room * ALMOST_NONE)) ** 6 > chosen[0]:
                break  # and later starts make it even shorter
        best[end] = chosen
        if not last:
            starts.append((end, wide[end] + part[end].space, gap + part[end].space, chosen[0]))
    places = [count]
    while places[-1] > 0:
        places.append(best[places[-1]][1])
    return [part[start:end] for start, end in pairwise(places[::-1])], best[count][2]


def _dislike(part: Sequence[Bit], start: int, end: int) -> float:
    """Return a line's penalty besides its spaces: a hyphen at its end, or a last line of one word."""
    if end < len(part):
        return HYPHENATED if part[end].before == "soft" else 0.0
    alone = start > 0 and all(bit.before != "space" for bit in part[start + 1 :])
    return ALONE if alone else 0.0


def _ratio(slack: float, space: float, room: float, *, last: bool) -> float:
    """Return how far a line's spaces are from their own width: 1 is as wide as they may be, −1 as narrow."""
    if last and slack >= -1e-6:
        return 0.0
    if slack < -1e-6 - SHRINK * space:
        return TOO_FAR
    if not space:
        return slack / (room * ALMOST_NONE)
    return slack / (space * (STRETCH if slack > 0 else SHRINK))


# ---- lines ---------------------------------------------------------------------------------------


def set_line(
    found: Sequence[Bit],
    size: float,
    indent: float,
    room: float,
    *,
    after: Bit | None,
    full: bool = False,
    widest: float = float("inf"),
) -> Line:
    """Make a line of bits. Words of one font are one run, so that text can be searched; if its spaces are
    stretched to fill a `full` line, or narrowed, each word is a run with the space after it; if they would be more than
    `widest` times as wide, the line stays short. `after` is what the next line begins with."""
    words = list(_whole(found, hyphen=after is not None and after.before == "soft"))
    natural = fsum(word.width + (word.space if n else 0.0) for n, word in enumerate(words))
    spaces = fsum(word.space for word in words[1:])
    wider = 1 + (room - natural) / spaces if spaces and (full or natural > room) else 1.0
    if wider > widest:
        wider = 1.0
    runs: list[Run] = []
    x = 0.0
    for index, word in enumerate(words):
        space = word.space if index else 0.0
        for number, run in enumerate(word.runs):
            gap = space if number == 0 else 0.0
            last = runs[-1] if runs else None
            if (
                last
                and last.joins(run)
                and (not gap or word.space_font == run.font)
                and abs(last.x + last.width - x) < 1e-9
            ):
                if gap and wider != 1:
                    runs[-1] = replace(last, text=last.text + " ")
                    runs.append(replace(run, x=x + gap * wider))
                else:
                    glue = " " if gap else ""
                    runs[-1] = replace(last, text=last.text + glue + run.text, width=last.width + gap + run.width)
            else:
                runs.append(replace(run, x=x + gap * wider))
            x += gap * wider + run.width
    behind = (
        runs[-1].font.tracking * runs[-1].size if runs and not runs[-1].icon else 0.0
    )  # tracking after the last letter
    return Line(tuple(runs), x - behind, size, indent=indent)


def seen(line: Line, rtl: bool) -> Line:
    """Return a line with its runs in visual order; `rtl` is the direction of its paragraph."""
    texts: list[str] = []
    found: list[Run | float] = []  # and the spaces between them
    x = 0.0
    for run in line.runs:
        if run.x > x + 1e-9:
            texts.append(" ")
            found.append(run.x - x)
        texts.append(OBJECT if run.icon else run.text.rstrip(" "))
        found.append(run)
        x = run.x + run.width
    runs: list[Run] = []
    x = 0.0
    for owner, text, turned in arranged(texts, rtl):
        run_or_gap = found[owner]
        if isinstance(run_or_gap, float):
            x += run_or_gap
            continue
        run = run_or_gap
        wide = run.width if run.icon else width(run.font, text, run.size)
        runs.append(replace(run, text="" if run.icon else text, width=wide, x=x, rtl=turned))
        x += wide
    return replace(line, runs=tuple(runs), width=x, rtl=rtl)


def _whole(found: Sequence[Bit], *, hyphen: bool) -> Iterator[Bit]:
    """Yield a line's bits with divided words joined again, and a hyphen at its end."""
    words: list[list[Bit]] = []
    for bit in found:
        if words and bit.before in ("soft", "free"):
            words[-1].append(bit)
        else:
            words.append([bit])
    for number, word in enumerate(words, 1):
        runs = [run for bit in word for run in bit.runs]
        if hyphen and number == len(words):
            runs.append(replace(runs[-1], text=HYPHEN, icon=""))
        yield word[0] if len(runs) == len(word[0].runs) else _joined(word[0], runs)


def _joined(bit: Bit, runs: Iterable[Run]) -> Bit:
    """Join the runs of a word: those of one font side by side are one run, since their letters are kerned."""
    joined: list[Run] = []
    for run in runs:
        if joined and joined[-1].joins(run):
            joined[-1] = replace(joined[-1], text=joined[-1].text + run.text)
        else:
            joined.append(run)
    measured = tuple(_measured(run) for run in joined)
    return replace(bit, runs=measured, width=fsum(run.width for run in measured))
