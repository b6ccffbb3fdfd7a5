"""Layout sheets: for each number of players, every board that the printed islands can build, and who starts where; and
one board as large as a page allows, with its fields' names. mm."""

from collections.abc import Iterator
from math import ceil

from generator.draw.fonts.fonts import width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import WHITE, Colour, Node, Page, Paint, Path, Text
from generator.sheets.area import Area
from generator.sheets.handouts.handout import HEAD, Handout
from generator.sheets.lettering import INK, fitted
from generator.sheets.printable import Foot, SheetOptions
from specs.base.languages import say, say_many
from specs.model.colours import CSS, colour
from specs.model.document import Document
from specs.model.schema import Layout
from specs.model.shapes import hexes
from specs.translation.rendering import notes

LAND: Colour = (0.95, 0.91, 0.82)
FIELD: Colour = (1.0, 0.99, 0.96)
GROOVE: Colour = (0.55, 0.45, 0.33)
PLAIN: Colour = (0.45, 0.45, 0.45)
GAP = 6.0
CAPTION = 14.0
MOST = 10**6  # islands: without printed ones, players bring their own
LEAST = 5.0  # smallest em of a player's number


def layout_pages(
    document: Document, sheet: SheetOptions, footer: Foot, players: int | None = None, layout: str | None = None
) -> Iterator[Page]:
    """Yield a page for each number of players some layout takes, or for that number alone; or the chosen layout on a
    page of its own. There are no pages if the spec has no layouts."""
    draw = _Draw(document, sheet, footer)
    if layout is not None:
        yield draw.named(layout, players)
        return
    counts = sorted({count for one in draw.built for count in one.players})
    for count in counts:
        if players in (None, count):
            yield draw.page(count)


def islands(layout: Layout) -> str:
    """Say how many islands a layout has."""
    return say_many("{n} island", "{n} islands", len(layout.places))


class _Draw:
    def __init__(self, document: Document, sheet: SheetOptions, footer: Foot) -> None:
        self.document, self.handout = document, Handout(sheet, footer)
        self.area, self.display, self.plain = self.handout.area, self.handout.display, self.handout.plain
        layouts, components = document.spec.setup.layouts, document.spec.components
        laid = [len(document.pieces[name]) for name, each in components.items() if each.rows.name in layouts]
        printed = min(laid, default=MOST)  # printed islands, if there are any
        self.built = [one for one in layouts.values() if len(one.places) <= printed]

    def page(self, players: int) -> Page:
        spec, area = self.document.spec, self.area
        shown = sorted((one for one in self.built if players in one.players), key=lambda one: len(one.places))
        columns = 1 if len(shown) == 1 else 2 if len(shown) <= 6 else 3
        rows = ceil(len(shown) / columns)
        people = say_many("{n} player", "{n} players", players)
        nodes = self.handout.head(f"{spec.title}: {people}", " ".join(notes(self.document, players)))
        wide = (area.width - (columns - 1) * GAP) / columns
        tall = (area.height - HEAD - (rows - 1) * GAP) / rows
        for index, layout in enumerate(shown):
            row, column = divmod(index, columns)
            box = Area(area.x + column * (wide + GAP), area.y + HEAD + row * (tall + GAP), wide, tall)
            text = islands(layout)
            if not index:
                text = say("{islands}: for a first game", islands=text)
            elif index == len(shown) - 1:
                text = say("{islands}: the largest board", islands=text)
            nodes += self.captioned(layout, players, box, text)
        name = say_many("Layouts for {n} player", "Layouts for {n} players", players)
        return self.handout.page(nodes, "layouts", name)

    def named(self, name: str, players: int | None) -> Page:
        """Draw one layout with the names of its fields; `players` colours where each starts."""
        spec, area = self.document.spec, self.area
        layout = spec.setup.layouts[name]
        fields = say("{n} fields", n=7 * len(layout.places))
        text = f"{layout.note}: {islands(layout)}, {fields}"
        if players in layout.players:
            text += ", " + say_many("for {n} player", "for {n} players", players or 0)
        nodes = self.handout.head(spec.title, text)
        box = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
        nodes += self.board(layout, players, box, numbered=False)
        return self.handout.page(nodes, "layouts", say("Fields: {layout}", layout=layout.note))

    def captioned(self, layout: Layout, players: int, box: Area, text: str) -> Iterator[Node]:
        """Draw one board, as large as its box allows, with its caption and `text` below."""
        yield from self.board(layout, players, Area(box.x, box.y, box.width, box.height - CAPTION), numbered=True)
        middle, low = box.x + box.width / 2, box.y + box.height
        yield fitted(middle, low - 9, layout.note, self.display, 4.2, box.width, "middle")
        yield fitted(middle, low - 4.7, text, self.plain, 3.6, box.width, "middle")

    def board(self, layout: Layout, players: int | None, box: Area, *, numbered: bool) -> Iterator[Node]:
        """Draw the islands with their fields: each with its name or, if `numbered`, each player's number where that
        player starts."""
        left, top, right, bottom = hexes.extent(layout.places, 1.0)
        scale = min(box.width / (right - left), box.height / (bottom - top))
        dx = box.x + (box.width - scale * (right - left)) / 2 - scale * left
        dy = box.y + (box.height - scale * (bottom - top)) / 2 - scale * top
        starts = {place: number for number, place in enumerate(layout.start.get(str(players), ()))}
        radius = hexes.circle(scale) / 2
        names = {} if numbered else self.names(layout)
        for place in layout.places:
            corners = [(dx + x, dy + y) for x, y in hexes.outline(place, scale)]
            yield Path(geo.polyline(corners, closed=True), Paint(fill=LAND, stroke=INK, width=0.25, join="round"))
            number = starts.get(place)
            fill = FIELD if number is None else self.colour(number)
            for cell in hexes.island(place):
                x, y = hexes.upright(cell, scale)
                circle = geo.ellipse(dx + x, dy + y, radius, radius)
                yield Path(circle, Paint(fill=fill, stroke=GROOVE if number is None else INK, width=0.2))
                if names:
                    ink = INK if sum(fill) > 1.5 else WHITE
                    size = min(radius * 0.9, 1.75 * radius / max(width(self.handout.bold, names[cell], 1.0), 0.5))
                    yield Text(dx + x, dy + y + size * 0.34, names[cell], self.handout.bold, size, ink, "middle")
            if number is not None and numbered:
                x, y = hexes.upright(hexes.centre(place), scale)
                size = max(scale * 0.36, LEAST)
                shield = geo.ellipse(dx + x, dy + y, size * 0.58, size * 0.58)
                yield Path(shield, Paint(fill=WHITE, stroke=INK, width=0.3))
                yield Text(dx + x, dy + y + size * 0.34, str(number + 1), self.handout.bold, size, INK, "middle")

    @staticmethod
    def names(layout: Layout) -> dict[hexes.Cell, str]:
        """Return the fields' names, as the layout counts them."""
        left, low = hexes.origin(layout.places) if layout.at is None else layout.at
        return {(q, r): hexes.name((q - left, r - low)) for place in layout.places for q, r in hexes.island(place)}

    def colour(self, player: int) -> Colour:
        names = self.document.spec.players.colours
        name = names[player] if player < len(names) else ""
        known = name in self.document.spec.palette or name.lower() in CSS
        return colour(self.document.spec.palette, name) if known else PLAIN
