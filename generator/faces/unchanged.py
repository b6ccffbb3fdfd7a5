"""Finds what of a face can be drawn as before when a spec is saved again: everything that its parts may name is
unchanged."""

from collections.abc import Mapping

from msgspec.msgpack import Encoder
from msgspec.structs import replace

from specs.model.component import Component, Rows
from specs.model.document import Document

_encode = Encoder(enc_hook=repr).encode


def same_ground(
    document: Document, base: Mapping[str, object], other: Document, other_base: Mapping[str, object]
) -> bool:
    """Return whether what every part may name is the same in two documents; `base` has the print options that
    are on."""
    return not (document.parts or other.parts) and _ground(document, base) == _ground(other, other_base)


def _ground(document: Document, base: Mapping[str, object]) -> bytes:
    words = [each.sha256 for each in document.all_words]
    options = [name for name, on in base.items() if name.startswith("option.") and on]
    return _encode((replace(document.spec, components={}), words, options))


def drawn_over(one: Component | None, other: Component | None) -> bool:
    """Return whether two components differ only in what is drawn on them, and in their rows."""
    if one is None or other is None:
        return False
    first, second = (
        replace(each, front=(), back=None, standee=replace(each.standee, flap=None), written_rows=Rows())
        for each in (one, other)
    )
    return first == second
