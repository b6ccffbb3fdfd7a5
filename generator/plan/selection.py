"""What a build prints: a game with its titles as sheets write them, and which of its pieces, by which
settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from generator.draw.scene import Font, Page
from generator.plan.choose import Pieces, chosen
from generator.plan.settings import Settings
from generator.plan.titles import PrintableTitles, printable_titles
from generator.sheets.printable import Foot
from specs.base.languages import say
from specs.model.document import Document
from specs.model.schema import Spec

if TYPE_CHECKING:
    from specs.expand.deal import Deal


class Selection(Struct, frozen=True):
    """A game as a build prints it: `spec` has the titles that it has, `titles` those that its fonts can write."""

    spec: Spec
    titles: PrintableTitles
    settings: Settings
    pieces: Pieces

    @property
    def document(self) -> Document:
        """The game, its titles as sheets write them."""
        return self.titles.document

    @property
    def fonts(self) -> tuple[Font, ...]:
        """The spec's own fonts, for labels."""
        return self.titles.fonts

    @property
    def components(self) -> tuple[str, ...]:
        return tuple(self.pieces)

    def size(self, name: str) -> tuple[float, float]:
        return self.document.spec.components[name].size_mm

    def title(self, name: str) -> str:
        components = self.document.spec.components
        return components[name].title if name in components else name.title()

    def page_name(self, page: Page) -> str:
        """What a page is called in a list: as its bookmarks are, or by the components on it."""
        if page.bookmarks:
            first, *others = page.bookmarks
            start = first.partition(": ")[0] + ": "
            return ", ".join((first, *(each.removeprefix(start) for each in others)))
        titles = list(dict.fromkeys(map(self.title, page.components)))
        more = (say("{n} more", n=len(titles) - 3),) if len(titles) > 4 else ()
        return ", ".join((*(titles[:3] if more else titles), *more))

    @property
    def foot(self) -> Foot:
        """What each sheet's foot says beside its component and number: the game; the spec's hash, the credit. It
        names no seed: what is printed once is the same for every seed."""
        spec = self.document.spec
        words = "".join(f" {words.tag} {words.sha256[:8]}" for words in self.document.all_words)
        credit = ", ".join(filter(None, (designer(spec), personal_use())))
        return Foot(spec.title, f"spec {self.document.sha256[:8]}{words} · {credit}", self.fonts)

    @property
    def seeded_foot(self) -> Foot:
        return self.foot._replace(credit=f"{say('seed {seed}', seed=self.settings.given.seed)} · {self.foot.credit}")

    def deal(self) -> Deal | None:
        """What the seed deals, where it is asked for and there is anything to deal. Raises SpecError."""
        given = self.settings.given
        if given.seed is None or given.players is None or not deals(self.document):
            return None
        from specs.expand.deal import deal  # few builds deal

        return deal(self.document, given.players, given.seed)


def select(document: Document, settings: Settings) -> Selection:
    """What some settings print of a document. Raises SpecError where no piece is left."""
    pieces = chosen(document, settings.components, settings.choice)
    return Selection(document.spec, printable_titles(document), settings, pieces)


def deals(document: Document) -> bool:
    """Whether there is anything that a seed deals."""
    rules = document.spec.setup
    return bool(rules.tracks or rules.open or rules.boards or rules.hands)


def designer(spec: Spec) -> str:
    """Who designed the game, where the spec says so."""
    return say("designed by {designer}", designer=spec.credits.designer) if spec.credits.designer else ""


def personal_use() -> str:
    """What a printed copy is for."""
    return say("for personal use")
