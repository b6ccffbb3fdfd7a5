"""A document in two languages on one piece: each text of a face with the same in the second."""

from __future__ import annotations

from msgspec.structs import replace

from specs.base.unfit import KeyPath
from specs.model.component import Component
from specs.model.document import Document
from specs.model.elements import AnyElement, Face, Text, mapped, walk
from specs.translation.said import Twofold


def twofold(first: Document, second: Document, tongue: str) -> Document:
    """The first document, with the texts of the second on its faces too."""
    own, other = first.spec, second.spec
    components = {name: _component(part, other.components[name]) for name, part in own.components.items()}
    templates = {name: _face(face, other.templates[name]) for name, face in own.templates.items()}
    spec = replace(own, components=components, templates=templates)
    return replace(first, spec=spec, second=second, tongue=tongue)


def _component(own: Component, other: Component) -> Component:
    return own.redrawn(lambda side, face: _face(face, getattr(other, side)))


def _face(own: Face, other: Face) -> Face:
    there = {path: element for path, element, _ in walk(other)}

    def both(element: AnyElement, path: KeyPath) -> AnyElement:
        match element, there[path]:
            case Text() as one, Text() as two:
                return replace(one, text=Twofold(one.text, two.text))
            case _:
                return element

    return mapped(own, both)
