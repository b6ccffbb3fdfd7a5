"""What differs between two editions, what was beside what is: as one tall page to look at, and as the sheets of an
update, which say what to take out of the box and what to put in. mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.building.editions import Difference, Edition, span
from generator.draw.fonts.fonts import width
from generator.draw.scene import Colour, Font, Group, Node, Page, Paint, Path, Text, Use
from generator.faces.outline import trim
from generator.plan.drawer import Drawer
from generator.sheets.handouts.handout import Handout, heading
from generator.sheets.lettering import INK
from generator.sheets.printable import Foot, SheetOptions
from specs.base.languages import say
from specs.model.document import Piece

ROW, HEAD, PICTURE, APART = 25.0, 10.0, 22.0, 8.0
TOP = 18.0  # the headline's strip
WIDTH = 190.0  # of the page to look at
MARGIN = 10.0
FAINT: Colour = (0.42, 0.42, 0.45)
COMPONENT = "update"


def picture(old: Edition, new: Edition, found: Sequence[Difference], foot: Foot) -> Page:
    """All of it on one page as tall as it takes. Raises SpecError as faces do."""
    tall = 3 * MARGIN + TOP + HEAD * len(_by_kind(found)) + ROW * len(found)
    sheet = SheetOptions(paper=(WIDTH, tall), margin=MARGIN)
    (page,) = _Pages(old, new, Handout(sheet, foot), tall).pages(found)
    return page


def update(old: Edition, new: Edition, found: Sequence[Difference], sheet: SheetOptions, foot: Foot) -> list[Page]:
    """The sheets of an update on a paper. Raises SpecError as faces do."""
    handout = Handout(sheet, foot)
    return _Pages(old, new, handout, handout.area.height).pages(found)


def _by_kind(found: Sequence[Difference]) -> dict[str, list[Difference]]:
    """The differences of each kind that there is, by their headline."""
    headlines: dict[str, str] = {
        "changed": say("Changed: take out the old, put in the new"),
        "gone": say("Gone: take out"),
        "new": say("New: put in"),
    }
    kinds = {headline: [each for each in found if each.kind == kind] for kind, headline in headlines.items()}
    return {headline: some for headline, some in kinds.items() if some}


class _Pages(Struct, frozen=True):
    old: Edition
    new: Edition
    handout: Handout
    tall: float

    def pages(self, found: Sequence[Difference]) -> list[Page]:
        title = say("From edition {old} to {new}", old=self.old.edition, new=self.new.edition)
        pages: list[list[Node]] = []
        y = bottom = 0.0
        area = self.handout.area
        for headline, some in _by_kind(found).items():
            for each in some:
                first = each is some[0]
                if not pages or y + ROW + (HEAD if first else 0.0) > bottom:
                    pages.append(list(self.handout.head(self.new.title, title)))
                    y, bottom, first = area.y + TOP, area.y + min(area.height, self.tall), True
                if first:
                    y = self.headline(pages[-1], headline, y)
                pages[-1] += self.row(each, y)
                y += ROW
        return [self.handout.page(nodes, COMPONENT, say("update"), say("Update")) for nodes in pages]

    def headline(self, nodes: list[Node], text: str, y: float) -> float:
        nodes.append(heading(2, Text(self.handout.area.x, y + 6.5, text, self.handout.bold, 4.6, INK)))
        return y + HEAD

    def row(self, each: Difference, y: float) -> Iterator[Node]:
        x = self.handout.area.x
        if each.kind != "new":
            yield from self.face(self.old.drawer, each.before, each.number, x, y)
        if each.kind == "changed" and self.old.drawer is not None:
            yield Text(x + PICTURE + APART / 2, y + ROW / 2 + 1.5, "→", self.handout.bold, 6, INK, "middle")
        if each.kind != "gone":
            yield from self.face(self.new.drawer, each.after, each.number, x + PICTURE + APART, y)
        left = x + 2 * (PICTURE + APART)
        room = self.handout.area.x + self.handout.area.width - left
        count = f"{len(each.pieces):,} × "
        yield self.fitted(left, y + 7, count + (each.title or span(each.pieces)), self.handout.bold, 4.2, room, INK)
        if each.words:
            yield self.fitted(left, y + 13, each.words, self.handout.plain, 3.8, room, INK)
        if each.title:
            yield self.fitted(left, y + 19, span(each.pieces), self.handout.plain, 3.2, room, FAINT)

    def fitted(self, x: float, y: float, text: str, font: Font, size: float, room: float, ink: Colour) -> Text:
        """A line as far as there is room for it."""
        if width(font, text, size) > room:
            while text and width(font, text + "…", size) > room:
                text = text[:-1]
            text = text.rstrip() + "…"
        return Text(x, y, text, font, size, ink)

    def face(self, drawer: Drawer | None, piece: Piece | None, number: int, x: float, y: float) -> Iterator[Node]:
        """A side of a piece in its square; an edition known by its manifest has none to show."""
        if drawer is None or piece is None:
            return
        sides = drawer.sides(piece)
        scene = (sides[number] if number < len(sides) else None) or sides[0]
        if scene is None:
            return
        wide, high = drawer.selection.size(piece.component)
        scale = min(PICTURE / wide, PICTURE / high, 1.0)
        cut = trim(drawer.selection.document, piece.component)
        place = (scale, 0.0, 0.0, scale, x + (PICTURE - wide * scale) / 2, y + (ROW - high * scale) / 2)
        edge = Path(cut, Paint(stroke=FAINT, width=0.25 / scale))
        yield Group((Group((Use(drawer.ink(scene)),), clip=cut), edge), place)
