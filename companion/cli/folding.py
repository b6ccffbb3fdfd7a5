"""Shortens lists of turns: those with the same first word are joined in one line. Nothing is left out: each turn can be
read off."""

from collections.abc import Iterable


def folded(turns: Iterable[str]) -> list[str]:
    """Return the turns in their order, those with the same first word together, with numbers gathered.

    >>> folded(["1:F", "1:F bridge 13", "1:F bridge 27", "1:F bridge 30 pay 1c", "1:O"])
    ['1:F | bridge 13, 27 | bridge 30 pay 1c', '1:O']
    """
    ways: dict[str, list[list[list[str]]]] = {}
    for turn in turns:
        first, *rest = turn.split()
        _gathered(ways.setdefault(first, []), rest)
    return [" | ".join(_lines(first, found)) for first, found in ways.items()]


def _gathered(ways: list[list[list[str]]], words: list[str]) -> None:
    """Add the words to the ways: as a new one, or as another value in one that differs only there. A way holds, for
    each word, what may stand there."""
    for way in ways:
        if len(way) == len(words):
            unlike = [n for n, word in enumerate(words) if way[n] != [word]]
            if len(unlike) == 1 and all(each.isdigit() for each in (*way[unlike[0]], words[unlike[0]])):
                way[unlike[0]].append(words[unlike[0]])
                return
    ways.append([[word] for word in words])


def _lines(first: str, ways: list[list[list[str]]]) -> list[str]:
    """Return a line for each way, the first of them in full."""
    said = [" ".join([", ".join(each) for each in way]) for way in ways]
    return [f"{first} {said[0]}".rstrip(), *said[1:]]
