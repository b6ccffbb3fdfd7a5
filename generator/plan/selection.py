"""What a build prints: which pieces of a game, with which settings; and its titles as sheets write them beside the
pieces: which fonts have their letters, and what replaces a title that no font can write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts import fonts
from generator.draw.paragraphs.hyphens import curled
from generator.draw.scene import Font, Page, Text
from generator.draw.walk import walk
from generator.faces.elements.resources import BadValue, Resources
from generator.plan.settings import Pieces, Settings, chosen
from generator.sheets.printable import Foot
from specs.base.chosen_language import preferred
from specs.base.errors import Fault
from specs.base.languages import ENGLISH, Tongue, languages, say
from specs.base.unfit import KeyPath
from specs.model.document import Document
from specs.model.schema import Spec

if TYPE_CHECKING:
    from specs.expand.deal import Deal


EXPECTED = "letters of AlegreyaSans, or a font under `fonts:` that has them"
SHOWN = 12  # letters named in a warning


class Selection(Struct, frozen=True):
    """A game as a build prints it: `spec` has its own titles, `document` those that fonts can write, of which `fonts`
    are its own; `warnings` are about those that no font can."""

    spec: Spec
    document: Document
    fonts: tuple[Font, ...]
    warnings: tuple[Fault, ...]
    settings: Settings
    pieces: Pieces

    @property
    def components(self) -> tuple[str, ...]:
        return tuple(self.pieces)

    def size(self, name: str) -> tuple[float, float]:
        return self.document.spec.components[name].size_mm

    def title(self, name: str) -> str:
        components = self.document.spec.components
        return components[name].title if name in components else name.title()

    def page_name(self, page: Page) -> str:
        """Name a page in a list: by its bookmarks, or by the components on it."""
        if page.bookmarks:
            first, *others = page.bookmarks
            start = first.partition(": ")[0] + ": "
            return ", ".join((first, *(each.removeprefix(start) for each in others)))
        titles = list(dict.fromkeys(map(self.title, page.components)))
        more = (say("{n} more", n=len(titles) - 3),) if len(titles) > 4 else ()
        return ", ".join((*(titles[:3] if more else titles), *more))

    @property
    def foot(self) -> Foot:
        """Return what each sheet's foot says besides its component and number: the game; the spec's hash, the credit.
        It names no seed: what is printed once is the same for every seed."""
        spec = self.document.spec
        words = "".join(f" {words.tag} {words.sha256[:8]}" for words in self.document.all_words)
        credit = ", ".join(filter(None, (designer(spec), personal_use())))
        return Foot(spec.title, f"spec {self.document.sha256[:8]}{words} · {credit}", self.fonts)

    @property
    def seeded_foot(self) -> Foot:
        return self.foot._replace(credit=f"{say('seed {seed}', seed=self.settings.given.seed)} · {self.foot.credit}")

    def deal(self) -> Deal | None:
        """Return what the seed deals; None without a seed, or if there is nothing to deal. Raises SpecError."""
        given = self.settings.given
        if given.seed is None or given.players is None or not deals(self.document):
            return None
        from specs.expand.deal import deal  # few builds deal

        return deal(self.document, given.players, given.seed)


def select(document: Document, settings: Settings) -> Selection:
    """Return what some settings print of a document. Raises SpecError if no piece is left."""
    pieces = chosen(document, settings.components, settings.given)
    titles = printable_titles(document)
    return Selection(document.spec, titles.document, titles.fonts, titles.warnings, settings, pieces)


def deals(document: Document) -> bool:
    """Return whether there is anything that a seed deals."""
    rules = document.spec.setup
    return bool(rules.tracks or rules.open or rules.boards or rules.hands)


def designer(spec: Spec) -> str:
    """Say who designed the game, if the spec does."""
    return say("designed by {designer}", designer=spec.credits.designer) if spec.credits.designer else ""


def personal_use() -> str:
    """Say what a printed copy is for."""
    return say("for personal use")


# ---- titles ------------------------------------------------------------------------------------------


class PrintableTitles(Struct, frozen=True):
    """A spec as sheets write it: `document` with titles that can be written, `fonts` the spec's own, and a warning for
    each title that cannot."""

    document: Document
    fonts: tuple[Font, ...]
    warnings: tuple[Fault, ...]


def printed_in(document: Document) -> Tongue | None:
    """Return the language of what is printed beside a document's own words: its own, if there is a catalogue of it (for
    de_AT also de's); None for English."""
    language = preferred([document.spec.language or ENGLISH], languages("generator"))
    return None if language == ENGLISH else Tongue(language, ("generator", "specs"))


def printable_titles(document: Document) -> PrintableTitles:
    """Return the titles of a game and its components, and its designer; if no font has all letters of one, the game's
    or component's name stands for it, and an empty text for the designer."""
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
            path = ("components", name, "print", "group")
            warnings.append(_warning(document, path, "group", lacking, "the sheets show '?' for them"))
    written_spec = replace(spec, title=title, credits=credits_, components=components)
    if written_spec == spec:
        return PrintableTitles(document, own, tuple(warnings))
    return PrintableTitles(replace(document, spec=written_spec), own, tuple(warnings))


def unwritable(document: Document, pages: Iterable[Page]) -> Iterator[Fault]:
    """Yield a warning for each text on these pages with letters that no font has, at its place in the setup."""
    for page in pages:
        for text in (leaf.node for leaf in walk(page.nodes, into_uses=False) if isinstance(leaf.node, Text)):
            lacking = fonts.missing(text.font, text.text)
            if lacking:
                path = _where(document.spec.setup, lacking, ("setup",)) or ("setup",)
                what = next(key for key in reversed(path) if isinstance(key, str))  # in a list of texts, the list's key
                yield _warning(document, path, what, lacking, "the sheets show '?' for them")


def _warning(document: Document, path: KeyPath, what: object, lacking: str, shown: str) -> Fault:
    letters = lacking[:SHOWN] + "…" * (len(lacking) > SHOWN)
    found = f"{what} with '{letters}', which no font for labels has; {shown}"
    return document.warning("missing-letter", path, found, EXPECTED)


def _own_fonts(document: Document) -> tuple[Font, ...]:
    """Return the fonts beside a spec; an unreadable one is a fault where it is used."""
    resources, found = Resources(document), []
    for name in document.spec.fonts:
        try:
            font = resources.font(name)
        except BadValue:
            continue
        found += [one for one in (replace(font, others=()), *font.others) if one.name not in fonts.bundled()]
    return tuple(dict.fromkeys(found))


def _where(value: object, letters: str, path: KeyPath) -> KeyPath | None:
    """Return the path of the first text with one of some letters; None if there is none."""
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
