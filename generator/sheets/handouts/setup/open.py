"""What a deal lays open, on one page: rows of pieces with their labels, what lies before each player, and notes. mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, fsum

from msgspec import Struct

from generator.draw.fonts.fonts import width
from generator.draw.scene import Node, Page, Text
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.handouts.handout import HEAD, Handout, Thumbnails
from generator.sheets.lettering import INK, fitted
from specs.base.languages import say, say_many
from specs.expand.deal import Deal
from specs.model.document import Document, Piece
from specs.translation.setup_words import called, labels, left_over, notes

GAP = 4.0
TITLE, LABEL, NOTE = 8.0, 5.5, 5.2  # heights of a row's headline, of the line below a piece, of a note
LARGEST = 0.5  # of a piece's own size
PLAYERS = 46.0  # the height of what lies before the players, headline included


class _Row(Struct, frozen=True):
    """An open row on the page; its pieces wrap into `lines`, each piece in a cell `wide` by `tall` and its label."""

    name: str
    text: str
    pieces: tuple[Piece, ...]
    labels: tuple[str, ...]
    lines: int
    wide: float
    tall: float

    @property
    def height(self) -> float:
        return TITLE + self.lines * (self.tall + (LABEL if any(self.labels) else 1.5) + 1)


def open_page(document: Document, deal: Deal, pictures: Thumbnails, handout: Handout) -> Page | None:
    """The page, or None where a deal lays nothing open and its notes have another. Raises SpecError as faces do."""
    elsewhere = deal.tracks or any(deal.cells.values())
    if not (deal.open or deal.areas) and (elsewhere or not notes(document, deal.players)):
        return None
    return _Open(document, deal, pictures, handout).page()


class _Open:
    def __init__(self, document: Document, deal: Deal, pictures: Thumbnails, handout: Handout) -> None:
        self.document, self.deal, self.pictures, self.handout = document, deal, pictures, handout
        self.area = handout.area
        self.notes = notes(document, deal.players)

    def page(self) -> Page:
        spec, deal, area = self.document.spec, self.deal, self.area
        setup = say_many("Setup for {n} player", "Setup for {n} players", deal.players)
        nodes = self.handout.head(
            spec.title, " · ".join((setup, *left_over(self.document, deal))), say("seed {seed}", seed=deal.seed)
        )
        y = area.y + HEAD
        for row in self.rows(area.height - HEAD - len(self.notes) * NOTE - 3 - (PLAYERS if deal.areas else 0)):
            nodes += self.row(row, y)
            y += row.height
        if deal.areas:
            nodes += self.players(y)
            y += PLAYERS
        for number, note in enumerate(self.notes, 1):
            nodes.append(fitted(area.x, y + number * NOTE, note, self.handout.plain, 3.8, area.width))
        return self.handout.page(nodes, "setup", say("Setup"), say("Setup: what lies open"))

    def rows(self, room: float) -> list[_Row]:
        """The rows as large as the room allows: the smallest pictures get another line while there is room for it."""
        rows = [self.laid(name, 1, 1.0) for name in self.deal.open]
        grown = True
        while grown:
            grown = False
            for index in sorted(range(len(rows)), key=lambda index: self.share(rows[index])):
                row = rows[index]
                larger = self.laid(row.name, row.lines + 1, 1.0)
                better = self.share(larger) > self.share(row) + 1e-9
                if better and sum(other.height for other in rows) - row.height + larger.height <= room:
                    rows[index], grown = larger, True
                    break
        used = fsum(row.height for row in rows)
        if used > room and rows:
            words = sum(row.height - row.lines * row.tall for row in rows)
            shrink = max(room - words, 1.0) / (used - words)
            rows = [self.laid(row.name, row.lines, shrink) for row in rows]
        return rows

    def share(self, row: _Row) -> float:
        """How large a row's pictures are, by the pieces' own size."""
        return min((self.pictures.scale(piece, row.wide, row.tall) for piece in row.pieces), default=1.0)

    def laid(self, name: str, lines: int, shrink: float) -> _Row:
        pieces = self.deal.open[name]
        columns = ceil(len(pieces) / lines) if pieces else 1
        wide = (self.area.width - (columns - 1) * GAP) / columns
        sizes = [self.document.spec.components[piece.component].size_mm for piece in pieces]
        tall = max((min(h * LARGEST, h * wide / w) for w, h in sizes), default=0.0) * shrink
        text = self.document.spec.setup.open[name].text
        return _Row(name, text, pieces, labels(self.document, self.deal, name), ceil(len(pieces) / columns), wide, tall)

    def row(self, row: _Row, y: float) -> Iterator[Node]:
        yield from self.headline(row.name, row.text, y)
        columns = ceil(len(row.pieces) / row.lines) if row.pieces else 1
        for index, piece in enumerate(row.pieces):
            line, column = divmod(index, columns)
            left = self.area.x + column * (row.wide + GAP)
            top = y + TITLE + line * ((row.height - TITLE) / row.lines)
            across = self.document.spec.components[piece.component].size_mm[0]
            shown = across * self.pictures.scale(piece, row.wide, row.tall)
            yield self.pictures.draw(piece, left + (row.wide - shown) / 2, top, row.wide, row.tall)
            if row.labels[index]:
                middle, low = left + row.wide / 2, top + row.tall + 4.2
                yield fitted(middle, low, row.labels[index], self.handout.bold, 3.8, row.wide, "middle")

    def headline(self, name: str, text: str, y: float) -> Iterator[Node]:
        title = self.document.spec.setup.open[name].title or name.capitalize()
        yield Text(self.area.x, y + 5.4, title, self.handout.display, 4.6, INK)
        if text:
            left = self.area.x + width(self.handout.display, title, 4.6) + 3
            yield fitted(left, y + 5.4, text, self.handout.plain, 3.6, self.area.x + self.area.width - left)

    def players(self, y: float) -> Iterator[Node]:
        """A column for each player with what lies open before them, area by area."""
        count = self.deal.players
        wide = (self.area.width - (count - 1) * GAP) / count
        for player in range(count):
            left = self.area.x + player * (wide + GAP)
            names = [name for name, area in self.deal.areas.items() if area[player]]
            yield marks.rule(left, y + 1, left + wide, y + 1)
            yield Text(left, y + 6.4, say("Player {n}", n=player + 1), self.handout.display, 4.6, INK)
            titles = ", ".join(called(self.document, name) for name in names)
            yield fitted(left + wide, y + 6.4, titles, self.handout.plain, 3.4, wide - 26, "end")
            yield from self.open_before(
                [piece for name in names for piece in self.deal.areas[name][player]], left, y, wide
            )

    def open_before(self, pieces: Sequence[Piece], left: float, y: float, wide: float) -> Iterator[Node]:
        cell = (wide - (len(pieces) - 1) * 2) / max(len(pieces), 1)
        for piece in pieces:
            w, h = self.document.spec.components[piece.component].size_mm
            box = Area(left, y + 8.6, min(cell, w * LARGEST), min(PLAYERS - 11, h * LARGEST))
            yield self.pictures.draw(piece, box.x, box.y, box.width, box.height)
            left += w * self.pictures.scale(piece, box.width, box.height) + 2
