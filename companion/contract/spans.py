"""Runs of terminal text that a game's board is made of, broken into lines.

>>> for line in wrapped([Span("> Ann", "bold"), Span(": 3 cards, no bridge; "), Span("F3", "red")], 16, 4):
...     "".join(span.text for span in line)
'> Ann: 3 cards, '
'    no bridge; '
'    F3'
"""

import re
from collections.abc import Sequence

from companion.contract.values import Span
from specs.base import measure


def wrapped(spans: Sequence[Span], width: int, indent: int) -> list[list[Span]]:
    """A run as lines of at most `width` columns, broken at blanks; all but the first begin with so many blanks."""
    lines, line, used, words = list[list[Span]](), list[Span](), 0, 0
    for span in spans:
        for part in re.findall(r"\s+|\S+", span.text):
            if used + measure.width(part.rstrip()) > width and words:
                lines.append(line)
                line, used, words = [Span(" " * indent)], indent, 0
            if part.strip() or words or not lines:
                line.append(Span(part, span.style))
                used, words = used + measure.width(part), words + bool(part.strip())
    return [*lines, line]


def cut(line: Sequence[Span], width: int) -> list[Span]:
    """A line cut to a width."""
    found = list[Span]()
    for span in line:
        if width <= 0:
            break
        found.append(Span(measure.cut(span.text, width), span.style))
        width -= measure.width(found[-1].text)
    return found
