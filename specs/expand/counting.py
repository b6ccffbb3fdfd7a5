"""The functions that an expression of `play:` can call besides those of a face: they count pieces in zones.

A column is a list with one value for each piece: place by place, the top of each first. `hand.count` is a number,
`hand.suit` a column, and both are one name.

>>> evaluate("6 * sets(shelf.colour, 4) + sum(shelf.value)", {"shelf.colour": ("r", "g", "b", "y", "r"),
...     "shelf.value": (1, 2, 3, 4, 5)})
21
>>> evaluate("run(hand.value), kinds(hand.value), at(hand.value, 9)", {"hand.value": (4, 2, 9, 3, 3)})
(3, 4, 3)
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from specs.expand import expr, functions

__all__ = ["TABLE", "Unknown", "evaluate", "names", "said"]


class Unknown(Exception):
    """A value that depends on something hidden."""


def _sets(column: Any, size: int) -> int:
    """Count the sets of `size` different values in a column."""
    if not 1 <= size <= functions.WIDEST:
        raise ValueError(f"sets of {size}")
    counts = Counter(_list(column)).values()
    made = sum(counts) // size
    while sum(min(count, made) for count in counts) < made * size:
        made -= 1
    return made


def _run(column: Any) -> int:
    """Return the longest run of consecutive whole numbers."""
    values = {value for value in _list(column) if isinstance(value, int)}
    longest = 0
    for value in values:
        if value - 1 not in values:
            end = value
            while end in values:
                end += 1
            longest = max(longest, end - value)
    return longest


def _at(column: Any, index: int) -> object:
    """Return the value at an index from 0; past the end the last, for an empty list ""."""
    values = _list(column)
    return values[max(0, min(index, len(values) - 1))] if values else ""


def _list(column: Any) -> tuple[Any, ...]:
    return column if isinstance(column, tuple) else (column,)


def _of(extreme: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *values: extreme(_list(values[0]) if len(values) == 1 else values, default=0)


TABLE = expr.Vocabulary(
    {
        **functions.FUNCTIONS,
        "at": _at,
        "count": lambda column, value: _list(column).count(value),
        "counts": lambda column: tuple(sorted(Counter(_list(column)).values(), reverse=True)),
        "kinds": lambda column: len(set(_list(column))),
        "max": _of(max),
        "min": _of(min),
        "run": _run,
        "sets": _sets,
        "sum": lambda column: sum(_list(column)),
    },
    None,
)


def evaluate(value: object, env: Mapping[str, object]) -> expr.Value:
    """Evaluate an expression. Raises ExprError, and Unknown if a name it uses is hidden."""
    return expr.compile_expr(str(value), TABLE).value(env)


def names(text: str, braces: bool) -> Collection[str]:
    """Return the names that an expression, or a text's braces, use. Raises ExprError."""
    return expr.names(text, TABLE) if braces else expr.compile_expr(text, TABLE).names


def said(text: str, env: Mapping[str, object]) -> str:
    """Fill in a text's fields. Raises ExprError, Unknown."""
    return expr.render(text, env, vocabulary=TABLE)
