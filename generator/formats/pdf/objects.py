"""What a PDF's pages are made of: their operators, dictionaries and streams, and references to these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log10
from zlib import compress

FONTS = "1 0 R"  # what all pages of a chunk have their fonts by
_PROCEDURES = "[ /PDF /Text /ImageB /ImageC /ImageI ]"
_PACKED = "[ /FlateDecode ]"


def number(value: float) -> str:
    """A number of about six digits."""
    size = abs(value)
    if size <= 1e-7:
        return "0"
    places = 6 if size <= 1 else max(0, min(6, 6 - int(log10(size))))
    text = f"{value:.{places}f}"
    return (text.rstrip("0").rstrip(".") if places else text).removeprefix("0") or "0"


def dictionary(entries: Mapping[str, object]) -> str:
    """A dictionary by its names without their slash; values as a PDF has them."""
    return f"<<\n{_spaced([f'/{name} {entries[name]}' for name in sorted(entries)], 6)}\n>>"


def array(values: Iterable[str]) -> str:
    return f"[ {_spaced(list(values), 10)} ]"


def _spaced(parts: list[str], most: int) -> str:
    """Parts side by side, so many in a line."""
    return " \n  ".join([" ".join(parts[start : start + most]) for start in range(0, len(parts), most)])


class Content:
    """The operators of a page or a form, and what they name."""

    __slots__ = ("code", "forms", "states")

    def __init__(self) -> None:
        self.code: list[str] = []
        self.forms: dict[str, str] = {}
        self.states: dict[tuple[str, float], str] = {}

    def draw(self, name: str, form: str) -> None:
        """Draw a form or a picture, by a name and a reference."""
        self.forms[f"FormXob.{name}"] = form
        self.code.append(f"/FormXob.{name} Do")

    def opaque(self, opacity: float, *kinds: str) -> None:
        """Go on less opaque: what is filled (ca), lines (CA)."""
        for kind in kinds:
            state = self.states.setdefault((kind, opacity), f"gRLs{len(self.states)}")
            self.code.append(f"/{state} gs")

    def resources(self) -> str:
        """What the operators name."""
        found: dict[str, object] = {"Font": FONTS, "ProcSet": _PROCEDURES}
        if self.forms:
            found["XObject"] = dictionary(self.forms)
        if self.states:
            states = self.states.items()
            found["ExtGState"] = dictionary({name: dictionary({kind: number(v)}) for (kind, v), name in states})
        return dictionary(found)


class Objects:
    """What pages refer to: numbered as it comes, `FONTS` first. A reference is text, such as `7 0 R`."""

    def __init__(self) -> None:
        self.found: list[tuple[int, bytes, bytes]] = []
        self.fonts: dict[str, str] = {}

    def add(self, entries: Mapping[str, object]) -> str:
        return self.keep(dictionary(entries).encode("latin-1"), b"")

    def stream(self, entries: Mapping[str, object], content: bytes) -> str:
        """A stream, to be compressed."""
        packed = compress(content)
        head = dictionary({**entries, "Filter": _PACKED, "Length": len(packed)}) + "\n"
        return self.keep(head.encode("latin-1"), b"stream\n" + packed + b"endstream")

    def keep(self, head: bytes, content: bytes) -> str:
        """A dictionary as it is written, and a stream's content, within its brackets."""
        self.found.append((len(self.found) + 2, head, content))
        return f"{len(self.found) + 1} 0 R"

    def all(self) -> list[tuple[int, bytes, bytes]]:
        return [(1, dictionary(self.fonts).encode(), b""), *self.found]
