"""JSON that others wrote, as values of a type."""

from typing import TypeVar

from msgspec import DecodeError, json

T = TypeVar("T")


def decoded(data: bytes | str, kind: type[T]) -> T:
    """What JSON says. Raises DecodeError, also for what nests too deep and for what is no UTF-8."""
    try:
        return json.decode(data, type=kind)
    except (RecursionError, UnicodeError):
        raise DecodeError("JSON that nests too deep, or is not UTF-8") from None
