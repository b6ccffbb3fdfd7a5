"""A game in several languages: each piece once in the first, and in the others what their words change.

What stands in another language is a component of its own, drawn by the document of that language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from generator.draw.scene import Group, Node, Scene, Text
from generator.faces.faces import Faces
from specs.document import Document, Part, Piece
from specs.translation.file import tag
from specs.translation.overlay import in_language
from specs.translation.pruned import pruned, unsaid
from specs.translation.texts import readings


def in_languages(document: Document, languages: Sequence[str]) -> Document:
    """A document in some languages, the first of which it is printed in as a whole. Raises SpecError for one that it
    has no words in."""
    first, *others = [in_language(document, language) for language in dict.fromkeys(map(tag, languages))]
    own = tag(document.spec.language or "")
    said = [first, *(each for each in others if each.words is not None or first.words is not None)]
    tags = [own if each.words is None else each.words.tag for each in said]
    components, pieces = dict(first.spec.components), dict(first.pieces)
    parts: dict[str, Part] = {}
    for other, language in zip(said[1:], tags[1:], strict=True):
        for name, changed in _changed(document, first if other.words is None else other).items():
            called, suffix = f"{name}-{language.lower()}", f"-{language}"
            components[called] = other.spec.components[name]
            pieces[called] = tuple(replace(each, component=called, id=each.id + suffix) for each in changed)
            parts[called] = Part(other, name, suffix)
    if not parts:
        return first
    spec = replace(first.spec, components=components)
    return replace(first, spec=spec, pieces=pieces, parts=parts, tongue="-".join(tags))


def _changed(own: Document, said: Document) -> dict[str, tuple[Piece, ...]]:
    """The pieces on which a language's words change something, by component."""
    assert said.words is not None
    there, names = pruned(own, said.words, readings(own))
    faces = Faces(there), Faces(unsaid(own, there))
    found: dict[str, tuple[Piece, ...]] = {}
    for name in names:
        if own.spec.components[name].pages is not None:
            found[name] = own.pieces[name]
            continue
        changed = tuple(piece for piece in own.pieces[name] if len({tuple(_texts(each, piece)) for each in faces}) > 1)
        if changed:
            found[name] = changed
    return found


def _texts(faces: Faces, piece: Piece) -> Iterator[str]:
    for scene in (faces.front(piece), faces.back(piece), faces.flap(piece)):
        yield from _said(scene) if scene is not None else ()


def _said(scene: Scene) -> Iterator[str]:
    nodes: list[Node] = list(scene.nodes)
    for node in nodes:  # grows while it is walked
        if isinstance(node, Text):
            yield node.text
        elif isinstance(node, Group):
            nodes += node.children
