"""JSON from outside, as typed values."""

from typing import TypeVar

from msgspec import DecodeError, json

T = TypeVar("T")


def decoded(data: bytes | str, kind: type[T]) -> T:
    """Decode JSON. Raises DecodeError, also for text that nests too deep or is not UTF-8."""
    try:
        return json.decode(data, type=kind)
    except (RecursionError, UnicodeError):
        raise DecodeError("JSON that nests too deep, or is not UTF-8") from None
