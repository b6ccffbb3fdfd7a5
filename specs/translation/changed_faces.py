"""A document in another language with nothing on its faces but what that language changes: enough to see that it fits.

What is left out leaves its place empty, so that every path means what it meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import asdict, replace

from specs.expand.expr import ExprError
from specs.model.component import Component, Flat, PagedText
from specs.model.document import Document
from specs.model.elements import AnyElement, Cells, Face, Group, HexGrid, Repeat, Text, Use, mapped, walk
from specs.translation.file import Words
from specs.translation.overlay import worded
from specs.translation.rendering import printed
from specs.translation.texts import Reading

NOTHING = Group(items=())


def pruned(document: Document, words: Words, known: Mapping[str, Reading]) -> tuple[Document, tuple[str, ...]]:
    """The document, and those of its components whose faces some words change; of texts, what lies under them. `known`
    are the texts of the spec."""
    said = worded(document, words)
    own = document.spec
    columns = {known[text].column for text in words.entries if text in known} - {""}

    def changed(before: str, now: str) -> bool:
        try:
            inside = printed(before)
        except ExprError:
            return True  # which is told
        return before != now or bool(inside.names & columns) or any(text in words.entries for text in inside.texts)

    templates: dict[str, Face] = {}
    prune = _Pruning(changed, templates, own.templates, said.spec.templates)
    components = {name: prune.component(own.components[name], part) for name, part in said.spec.components.items()}
    pieces = dict(said.pieces)
    for name, part in components.items():
        if isinstance(part, PagedText):
            components[name] = Flat(**asdict(part) | {"pages": None})
            pieces[name] = tuple(replace(each, row={**each.row, "page": 1, "pages": 1}) for each in pieces[name])
    spec = replace(said.spec, components=components, templates={**said.spec.templates, **templates})
    left = tuple(name for name, part in components.items() if _any(part))
    return replace(said, spec=spec, pieces=pieces), left


def replaced_texts(document: Document, said: Document) -> tuple[str, ...]:
    """The components that are texts of another file in a language."""
    texts = {name: part.pages.text for name, part in document.spec.components.items() if isinstance(part, PagedText)}
    there = {name: part.pages.text for name, part in said.spec.components.items() if isinstance(part, PagedText)}
    return tuple(name for name, text in texts.items() if there.get(name, text) != text)


def untranslated(document: Document, there: Document) -> Document:
    """A document in its own language, with those texts alone that are left of it in another."""
    own, left = document.spec, there.spec
    prune = _Pruning(lambda _, now: now != "", {}, left.templates, own.templates)
    components = {name: prune.component(left.components[name], part) for name, part in own.components.items()}
    templates = {name: prune.template(name) for name in own.templates}
    return replace(document, spec=replace(own, components=components, templates=templates))


def _any(part: Component) -> bool:
    return any(element is not NOTHING for _, face in part.faces() for element in face)


class _Pruning:
    """`done` collects the templates that were met, each pruned once; an element that uses one of nothing is nothing."""

    def __init__(
        self,
        changed: Callable[[str, str], bool],
        done: dict[str, Face],
        own: Mapping[str, Face],
        said: Mapping[str, Face],
    ) -> None:
        self.changed, self.done, self.own, self.said = changed, done, own, said

    def component(self, own: Component, said: Component) -> Component:
        return said.redrawn(lambda side, face: self.face(getattr(own, side), face))

    def face(self, own: Face, said: Face) -> Face:
        before = {path: element for path, element, _ in walk(own)}
        return mapped(said, lambda element, path: self.element(before.get(path, NOTHING), element))

    def element(self, own: AnyElement, said: AnyElement) -> AnyElement:
        """An element whose own elements are pruned; nothing, where that leaves nothing of it."""
        match own, said:
            case _ if own is NOTHING:
                return NOTHING
            case Text(), Text():
                return said if self.changed(own.text, said.text) else NOTHING
            case HexGrid(label=str() as before), HexGrid(label=str() as now):
                return said if self.changed(before, now) else NOTHING
            case _, Group() | Repeat() | Cells():
                return NOTHING if all(item is NOTHING for item in said.items) else said
            case Use(template=name), Use():
                return NOTHING if all(item is NOTHING for item in self.template(name)) else said
            case _:
                return NOTHING

    def template(self, name: str) -> Face:
        if name not in self.done:
            self.done[name] = self.own.get(name, ())  # what one that uses itself, which is a fault, finds there
            self.done[name] = self.face(self.own.get(name, ()), self.said.get(name, ()))
        return self.done[name]
