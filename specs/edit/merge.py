"""Merges an edit of a text into what others saved meanwhile; lines that both changed are reported."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

MOST_COMPARED = 4000  # lines that are compared one by one


class _Hunk(NamedTuple):
    """Lines of a text that are replaced."""

    start: int
    end: int
    lines: Sequence[str]


def merged(base: str, ours: str, now: str, *, over: bool = False) -> str | None:
    """Apply the change from `base` to `ours` to `now`, the text as others saved it. If both changed the same lines,
    return None; with `over`, ours wins."""
    mine, theirs = _hunks(base, ours), _hunks(base, now)
    clear = [each for each in theirs if each not in mine and not any(_meet(each, other) for other in mine)]
    if not over and any(each not in mine and each not in clear for each in theirs):
        return None
    lines = base.splitlines(keepends=True)
    for start, end, new in sorted((*mine, *clear), reverse=True):
        lines[start:end] = new
    return "".join(lines)


def disputed(base: str, ours: str, now: str) -> tuple[str, str]:
    """Return the lines of `ours` and of `now` where both have changed `base`."""
    mine, theirs = _hunks(base, ours), _hunks(base, now)
    return _meeting(mine, theirs), _meeting(theirs, mine)


def _meeting(some: Sequence[_Hunk], others: Sequence[_Hunk]) -> str:
    return "".join(line for each in some if any(_meet(each, other) for other in others) for line in each.lines)


def _meet(one: _Hunk, other: _Hunk) -> bool:
    apart = one.end <= other.start or other.end <= one.start
    return not apart or one[:2] == other[:2]


def _hunks(base: str, other: str) -> list[_Hunk]:
    """Return where whole lines of two texts differ."""
    start, old, new = differing(base, other)
    if len(old) + len(new) > MOST_COMPARED:
        return [_Hunk(start, start + len(old), new)]
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [_Hunk(start + a, start + b, new[c:d]) for kind, a, b, c, d in steps if kind != "equal"]


def differing(base: str, other: str) -> tuple[int, Sequence[str], Sequence[str]]:
    """Return how many lines two texts share at their start, and the lines of each up to those they share at
    their end."""
    old, new = base.splitlines(keepends=True), other.splitlines(keepends=True)
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    return first, old[first : len(old) - last], new[first : len(new) - last]
