"""Layout sheets: for each number of players, every board of a spec that takes them, and who starts where. mm."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from generator.draw import geometry as geo
from generator.draw.fonts import width
from generator.draw.scene import Colour, Node, Page, Paint, Path, Text
from generator.handouts.page import HEAD, INK, Handout
from generator.sheets.arrange import Area
from generator.sheets.printable import Options
from specs import hexes
from specs.document import Document
from specs.explain import many
from specs.names import CSS, colour
from specs.setup_schema import Layout
from specs.setup_words import notes

LAND: Colour = (0.95, 0.91, 0.82)
GROOVE: Colour = (0.55, 0.45, 0.33)
GAP = 6.0
CAPTION = 9.0
PLAIN: Colour = (0.45, 0.45, 0.45)


def layout_pages(document: Document, sheet: Options, footer: tuple[str, str]) -> Iterator[Page]:
    """A page for each number of players some layout is for; none where the spec has no layouts."""
    layouts = document.spec.setup.layouts
    counts = sorted({players for layout in layouts.values() for players in layout.players})
    for players in counts:
        yield _Draw(document, sheet, footer).page(players)


class _Draw:
    def __init__(self, document: Document, sheet: Options, footer: tuple[str, str]) -> None:
        self.document, self.sheet = document, Handout(sheet, footer)
        self.area, self.display, self.plain = self.sheet.area, self.sheet.display, self.sheet.plain

    def page(self, players: int) -> Page:
        spec, area = self.document.spec, self.area
        shown = {name: layout for name, layout in spec.setup.layouts.items() if players in layout.players}
        columns = 1 if len(shown) == 1 else 2 if len(shown) <= 6 else 3
        rows = ceil(len(shown) / columns)
        nodes = self.sheet.head(f"{spec.title}: {many(players, 'player')}", " ".join(notes(self.document, players)))
        wide = (area.width - (columns - 1) * GAP) / columns
        tall = (area.height - HEAD - (rows - 1) * GAP) / rows
        for index, (name, layout) in enumerate(shown.items()):
            row, column = divmod(index, columns)
            box = Area(area.x + column * (wide + GAP), area.y + HEAD + row * (tall + GAP), wide, tall)
            nodes += self.board(name, layout, players, box)
        name = f"Layouts for {many(players, 'player')}"
        return self.sheet.page(nodes, "layouts", name, name)

    def board(self, name: str, layout: Layout, players: int, box: Area) -> Iterator[Node]:
        """One board, as large as its box allows, with its name below."""
        left, top, right, bottom = hexes.extent(layout.places, 1.0)
        scale = min(box.width / (right - left), (box.height - CAPTION) / (bottom - top))
        dx = box.x + (box.width - scale * (right - left)) / 2 - scale * left
        dy = box.y + (box.height - CAPTION - scale * (bottom - top)) / 2 - scale * top
        starts = {place: number for number, place in enumerate(layout.starts.get(str(players), ()))}
        origin = hexes.origin(layout.places) if layout.origin is None else layout.origin
        radius = hexes.circle(scale) / 2
        for place in layout.places:
            corners = [(dx + x, dy + y) for x, y in hexes.outline(place, scale)]
            yield Path(geo.polyline(corners, closed=True), Paint(fill=LAND, stroke=INK, width=0.25, join="round"))
            number = starts.get(place)
            for cell in hexes.island(place):
                x, y = hexes.upright(cell, scale)
                paint = Paint(stroke=GROOVE, width=0.15)
                if number is not None:
                    paint = Paint(fill=self.colour(number), stroke=INK, width=0.15)
                yield Path(geo.ellipse(dx + x, dy + y, radius, radius), paint)
                if number is None and radius > 2.4:
                    label = hexes.name((cell[0] - origin[0], cell[1] - origin[1]))
                    size = radius * 0.85
                    yield Text(dx + x, dy + y + size * 0.3, label, self.plain, size, GROOVE, "middle")
            if number is not None:
                x, y = hexes.upright(hexes.centre(place), scale)
                size = scale * 0.3
                yield Text(
                    dx + x,
                    dy + y + size * 0.35,
                    str(number + 1),
                    self.display,
                    size,
                    INK,
                    "middle",
                    (1, 1, 1),
                    size * 0.07,
                )
        middle, low = box.x + box.width / 2, box.y + box.height
        yield Text(middle, low - 4.6, name, self.display, 4, INK, "middle")
        text = f"{layout.text}: {many(len(layout.places), 'island')}"
        size = min(3.0, 3.0 * box.width / width(self.plain, text, 3.0))
        yield Text(middle, low - 0.8, text, self.plain, size, INK, "middle")

    def colour(self, player: int) -> Colour:
        names = self.document.spec.players.colours
        name = names[player] if player < len(names) else ""
        known = name in self.document.spec.palette or name.lower() in CSS
        return colour(self.document.spec.palette, name) if known else PLAIN
