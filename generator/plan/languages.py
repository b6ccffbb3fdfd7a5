"""A game in several languages: each piece once in the first, and in the others those that their words change.

A piece in another language belongs to a component of its own, drawn by the document of that language.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from generator.draw.scene import Text
from generator.draw.walk import walk
from generator.faces.faces import Faces
from generator.plan.settings import Pieces
from specs.base.errors import bad
from specs.model.component import SIDES, PagedText
from specs.model.document import Document, Part, Piece
from specs.translation.overlay import Words, in_language, pruned, replaced_texts, tag, twofold, untranslated
from specs.translation.texts import readings


def in_languages(document: Document, languages: Sequence[str]) -> Document:
    """Return a document in some languages, the first of which is printed as a whole; with two on each piece for
    `en+de`. Raises SpecError for a language it has no words in."""
    if any("+" in each for each in languages):
        return _both(document, ",".join(languages).split("+"))
    first, *others = [in_language(document, language) for language in dict.fromkeys(map(tag, languages))]
    parts: dict[str, Part] = {}
    pieces: dict[str, tuple[Piece, ...]] = {}
    tags = [_tag(first)]
    for other in others:
        if other.words is None and first.words is None:
            continue
        tags.append(_tag(other))
        for name, changed in _changed(document, first if other.words is None else other).items():
            called, part = f"{name}-{tags[-1].lower()}", Part(other, name, f"-{tags[-1]}")
            parts[called], pieces[called] = part, tuple(part.here(called, piece) for piece in changed)
    return _with(first, parts, pieces, "-".join(tags)) if parts else first


def _tag(document: Document) -> str:
    return tag(document.spec.language or "") or "own"


def _with(document: Document, parts: Mapping[str, Part], pieces: Pieces, tongue: str) -> Document:
    """Return a document with components in other languages after its own."""
    more = {name: part.document.spec.components[part.component] for name, part in parts.items()}
    spec = replace(document.spec, components={**document.spec.components, **more})
    return replace(document, spec=spec, pieces={**document.pieces, **pieces}, parts=parts, tongue=tongue)


def _both(document: Document, languages: Sequence[str]) -> Document:
    """Return a document with two languages on each piece; texts are printed in each. Raises SpecError unless there are
    two."""
    if len(languages) != 2 or "," in "".join(languages):
        found = f"'{'+'.join(languages)}'"
        raise bad("conflict", "--language", found, "two languages on one piece, such as en+de, and no others")
    first, second = (in_language(document, each.strip()) for each in languages)
    if first.words is second.words:
        return first
    tongue = f"{_tag(first)}+{_tag(second)}"
    parts: dict[str, Part] = {}
    pieces: dict[str, tuple[Piece, ...]] = {}
    for name in replaced_texts(first, second):
        called = f"{name}-{_tag(second).lower()}"
        parts[called] = Part(second, name, f"-{_tag(second)}")
        pieces[called] = tuple(parts[called].here(called, piece) for piece in second.pieces[name])
    return _with(twofold(first, second, tongue), parts, pieces, tongue)


def _changed(own: Document, other: Document) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces that a language's words change, by component."""
    assert isinstance(other.words, Words)
    there, names = pruned(own, other.words, readings(own))
    faces = Faces(there), Faces(untranslated(own, there))
    found: dict[str, tuple[Piece, ...]] = {}
    texts = {name for name, part in own.spec.components.items() if isinstance(part, PagedText)}
    for name in (*names, *replaced_texts(own, other)):
        if name in texts:
            found[name] = own.pieces[name]
            continue
        changed = tuple(piece for piece in own.pieces[name] if len({tuple(_texts(each, piece)) for each in faces}) > 1)
        if changed:
            found[name] = changed
    return found


def _texts(faces: Faces, piece: Piece) -> Iterator[str]:
    for scene in filter(None, (faces.side(piece, side) for side in SIDES)):
        yield from (leaf.node.text for leaf in walk(scene.nodes, into_uses=False) if isinstance(leaf.node, Text))
