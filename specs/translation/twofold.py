"""A document in two languages on one piece: each text of a face with the same in the second."""

from __future__ import annotations

from msgspec.structs import replace

from specs.model.document import Document
from specs.model.schema import AnyElement, Cells, Component, Face, Group, Repeat, Text
from specs.translation.said import Twofold


def twofold(first: Document, second: Document, tongue: str) -> Document:
    """The first document, with the texts of the second on its faces too."""
    own, other = first.spec, second.spec
    components = {name: _component(part, other.components[name]) for name, part in own.components.items()}
    templates = {name: _face(face, other.templates[name]) for name, face in own.templates.items()}
    spec = replace(own, components=components, templates=templates)
    return replace(first, spec=spec, second=second, tongue=tongue)


def _component(own: Component, other: Component) -> Component:
    back = None if own.back is None or other.back is None else _face(own.back, other.back)
    flap = None if own.flap is None or other.flap is None else _face(own.flap, other.flap)
    return replace(own, front=_face(own.front, other.front), back=back, flap=flap)


def _face(own: Face, other: Face) -> Face:
    return tuple(_element(one, two) for one, two in zip(own, other, strict=True))


def _element(own: AnyElement, other: AnyElement) -> AnyElement:
    match own, other:
        case Text(), Text():
            return replace(own, text=Twofold(own.text, other.text))
        case ((Group() | Repeat() | Cells()), (Group() | Repeat() | Cells())):
            return replace(own, items=_face(own.items, other.items))
        case _:
            return own
