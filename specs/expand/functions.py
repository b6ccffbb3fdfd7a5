"""The functions that expressions can call. Each step is bounded, so that no spec can use up the machine's time or
memory."""

from collections.abc import Callable, Mapping
from typing import Any

LARGEST = 1e15  # beyond it a float does not hold every whole number
LONGEST = 20_000
WIDEST = 1_000
MOST_DIGITS = 12
NUMBERS = (int, float, bool)


def _bounded(value: object) -> object:
    """Return one step's value. Raises ValueError if it is larger than any card needs."""
    if isinstance(value, int | float):
        if not abs(value) <= LARGEST:
            raise ValueError(f"a number beyond {LARGEST:.0e}")
    elif isinstance(value, str):
        if len(value) > LONGEST:
            raise ValueError(f"a text of {len(value):,} characters, more than {LONGEST:,}")
    elif isinstance(value, tuple) and _size(value) > WIDEST:
        raise ValueError(f"a list of more than {WIDEST:,} values")
    return value


def _size(values: tuple[object, ...]) -> int:
    """Count a list's values, including those of nested lists. Parts are bounded, so this ends soon."""
    return sum(_size(value) if isinstance(value, tuple) else 1 for value in values) or 1


def step(work: Callable[..., Any]) -> Callable[..., object]:
    def bounded(*given: Any) -> object:
        result = work(*given)
        # the usual case costs two comparisons and no call
        if result.__class__ in NUMBERS and -LARGEST <= result <= LARGEST:
            return result
        return _bounded(result)

    return bounded


def numeric(work: Callable[[Any, Any], Any]) -> Callable[..., object]:
    """Make an operator for numbers only: text * 9 could fill the memory, and text % 9 is a format of any width."""

    def bounded(a: object, b: object) -> object:
        if a.__class__ not in NUMBERS or b.__class__ not in NUMBERS:
            raise TypeError("only numbers can be multiplied or divided")
        result = work(a, b)
        return result if -LARGEST <= result <= LARGEST else _bounded(result)

    return bounded


def _round(number: Any, digits: Any = None) -> object:
    if digits is not None and not -MOST_DIGITS <= digits <= MOST_DIGITS:
        raise ValueError(f"{digits} digits, not {-MOST_DIGITS} to {MOST_DIGITS}")
    return round(number, digits)


def _replace(text: Any, old: Any, new: Any) -> object:
    text, old, new = str(text), str(old), str(new)
    if len(text) + text.count(old) * len(new) > 2 * LONGEST:
        raise ValueError(f"a text of more than {LONGEST:,} characters")
    return text.replace(old, new)


def _split(text: Any, divider: str = ",") -> object:
    parts = [part.strip() for part in str(text).split(divider, WIDEST)]
    return tuple(int(part) if part.isdecimal() and str(int(part)) == part else part for part in parts if part)


def item(values: Any, index: Any) -> object:
    if not isinstance(values, tuple | str):
        raise TypeError("only a list or a text has parts")
    if not -len(values) <= index < len(values):
        raise ValueError(f"no part {index} of {len(values)}")
    return values[index]


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "abs": abs,
    "int": int,
    "len": len,
    "lower": lambda text: str(text).lower(),
    "max": max,
    "min": min,
    "replace": _replace,
    "round": _round,
    "split": _split,
    "title": lambda text: str(text).title(),
    "upper": lambda text: str(text).upper(),
}
