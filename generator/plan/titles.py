"""The titles that sheets write beside the pieces: which fonts have their letters, and what stands for a title that no
font can write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.paragraphs.quotes import curled
from generator.draw.scene import Font, Page, Text
from generator.draw.walk import walk
from generator.faces.elements.resources import BadValue, Resources
from specs.base.chosen_language import preferred
from specs.base.errors import Fault
from specs.base.languages import ENGLISH, Tongue, languages
from specs.base.unfit import KeyPath
from specs.model.document import Document

EXPECTED = "letters of AlegreyaSans, or a font under `fonts:` that has them"
SHOWN = 12  # letters named in a warning


class PrintableTitles(Struct, frozen=True):
    """A spec as sheets write it: `document` with titles that can be written, `fonts` the spec's own, and a warning for
    each title that cannot."""

    document: Document
    fonts: tuple[Font, ...]
    warnings: tuple[Fault, ...]


def printed_in(document: Document) -> Tongue | None:
    """The language of what is printed beside a document's own words: its own, where there is a catalogue of it."""
    language = preferred([document.spec.language or ENGLISH], languages("generator"))
    return None if language == ENGLISH else Tongue(language, ("generator", "specs"))


def printable_titles(document: Document) -> PrintableTitles:
    """The titles of a game and its components, and who made it; where no font has all letters of one, the game's or
    component's name stands for it, and nothing for who made it."""
    own = _own_fonts(document)
    font, spec = fonts.label("AlegreyaSans-Regular", own), document.spec
    warnings: list[Fault] = []

    def written(text: str, path: KeyPath, instead: str) -> str:
        lacking = fonts.missing(font, text)
        if lacking:
            shown = f"the sheets say '{instead}' instead" if instead else "the sheets leave it out"
            warnings.append(_warning(document, path, path[-1], lacking, shown))
        return instead if lacking else curled(text, font)

    components = {
        name: replace(component, title=written(component.title, ("components", name, "title"), name))
        for name, component in spec.components.items()
    }
    credits_ = replace(spec.credits, designer=written(spec.credits.designer, ("credits", "designer"), ""))
    title = written(spec.title, ("title",), spec.game)
    for name, pieces in document.pieces.items():
        lacking = fonts.missing(font, "".join({piece.group for piece in pieces}))
        if lacking:
            path = ("components", name, "group")
            warnings.append(_warning(document, path, "group", lacking, "the sheets show '?' for them"))
    written_spec = replace(spec, title=title, credits=credits_, components=components)
    if written_spec == spec:
        return PrintableTitles(document, own, tuple(warnings))
    return PrintableTitles(replace(document, spec=written_spec), own, tuple(warnings))


def unwritable(document: Document, pages: Iterable[Page]) -> Iterator[Fault]:
    """What of a setup's words is written on pages in letters that no font has."""
    for page in pages:
        for text in (leaf.node for leaf in walk(page.nodes, into_uses=False) if isinstance(leaf.node, Text)):
            lacking = fonts.missing(text.font, text.text)
            if lacking:
                path = _where(document.spec.setup, lacking, ("setup",)) or ("setup",)
                what = next(key for key in reversed(path) if isinstance(key, str))  # of a list's texts, the list
                yield _warning(document, path, what, lacking, "the sheets show '?' for them")


def _warning(document: Document, path: KeyPath, what: object, lacking: str, shown: str) -> Fault:
    letters = lacking[:SHOWN] + "…" * (len(lacking) > SHOWN)
    found = f"{what} with '{letters}', which no font for labels has; {shown}"
    return document.warning("missing-letter", path, found, EXPECTED)


def _own_fonts(document: Document) -> tuple[Font, ...]:
    """The fonts that lie beside a spec; one that cannot be read is a fault where it is used."""
    resources, found = Resources(document), []
    for name in document.spec.fonts:
        try:
            font = resources.font(name)
        except BadValue:
            continue
        found += [one for one in (replace(font, others=()), *font.others) if one.name not in fonts.bundled()]
    return tuple(dict.fromkeys(found))


def _where(value: object, letters: str, path: KeyPath) -> KeyPath | None:
    """The first text in which one of some letters is."""
    match value:
        case str():
            return path if set(letters) & set(value) else None
        case dict():
            parts = list(value.items())
        case tuple():
            parts = list(enumerate(value))
        case Struct():
            parts = [(name, getattr(value, name)) for name in value.__struct_fields__]
        case _:
            return None
    for key, inner in parts:
        here = (*path, key)
        found = here if isinstance(key, str) and set(letters) & set(key) else _where(inner, letters, here)
        if found is not None:
            return found
    return None
