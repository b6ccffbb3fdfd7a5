"""A picture of everything that a build makes: each component's faces, spread out, with their number. mm.

Large pieces are reduced more than small ones, so that a board leaves room and a token can be seen.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts.fonts import width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Group, Matrix, Node, Paint, Path, Scene, Text, Use
from generator.faces.distinct import distinct
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.sheets.area import Area
from generator.sheets.lettering import INK
from specs.base.languages import say
from specs.model.component import FoldedBox
from specs.model.document import Document, Piece
from specs.model.shapes.nets import Side

MOST_FACES = 400  # of a component that are looked through
MOST = 5  # faces of a component that are shown
POWER = 0.6  # a picture's size is its piece's size to this power
SMALLEST = 0.8  # times that: a playing card is 10 mm high
READ = 0.6  # of that, for a page to read
CAPTION, EM = 6.0, 3.5  # the strip below a group, and the size of its words
BETWEEN, ROWS = 5.0, 3.0  # between the groups of a row, and between rows
OBLIQUE = 0.45  # how far a box is seen from its side and from above
LARGEST = 0.62  # of the area's height: one board alone
COVER, BOXED = 0.3, 100.0  # of an area's width for a game's box; narrower areas have it among the rest


class Spread(Struct, frozen=True):
    """A component's pieces to be shown, at mm of picture for a mm of piece, each `step` of its width right of the one
    before."""

    name: str
    pieces: tuple[Piece, ...]
    words: tuple[str, str, str]
    size: tuple[float, float]
    scale: float
    step: float
    caption: float

    @property
    def wide(self) -> float:
        return max(self.scale * self.size[0] * (1 + self.step * (len(self.pieces) - 1)), self.caption)

    @property
    def tall(self) -> float:
        return self.scale * self.size[1]


class Contents:
    """The picture for some pieces; `fonts` are for their numbers and names."""

    def __init__(
        self, document: Document, pieces: Mapping[str, Sequence[Piece]], faces: Faces, fonts: tuple[Font, Font]
    ) -> None:
        self.document, self.pieces, self.faces, self.fonts = document, pieces, faces, fonts
        self.shown = {name: self._shown(name, each) for name, each in pieces.items() if each}

    def draw(self, area: Area) -> Iterator[Node]:
        """Draw the game's box on the left, as its cover, and the rest beside it. Raises SpecError as faces do."""
        names = list(self.shown)
        cover = next((name for name in names if self._boxed(name)), None) if len(names) > 1 else None
        if cover is None or area.width < BOXED:
            yield from self._spread(names, area)
            return
        names.remove(cover)
        wide, (across, down) = COVER * area.width, self._size(cover)
        scale = min(wide / across, (area.height - CAPTION - 2 * ROWS) / down, 1.0)
        group = replace(self._sized(cover, 1.0, area), scale=scale)
        foot = area.y + (area.height - CAPTION + group.tall) / 2
        yield from self._group(group, area.x + (wide - group.wide) / 2, foot)
        left = wide + 2 * BETWEEN
        yield from self._spread(names, Area(area.x + left, area.y, area.width - left, area.height))

    def _boxed(self, name: str) -> bool:
        component = self.document.spec.components[name]
        return isinstance(component, FoldedBox) and component.is_tuckbox

    def _spread(self, names: Sequence[str], area: Area) -> Iterator[Node]:
        """Draw components as large as the area has room for, with their rows in the middle; if there is no room for
        all, the first ones, and how many more there are."""
        every = len(names)
        rows = self._fitted(names, area)
        while rows is None and len(names) > 1:
            names = names[: len(names) * 9 // 10]
            rows = self._fitted(names, Area(area.x, area.y, area.width, area.height - CAPTION))
        if rows is None:
            return
        if rest := every - len(names):
            words, plain = say("and {n} more kinds", n=rest), self.fonts[1]
            yield Text(area.x + area.width / 2, area.y + area.height - 1, words, plain, EM, INK, "middle")
            area = Area(area.x, area.y, area.width, area.height - CAPTION)
        spare = area.height - _height(rows)
        y = area.y + spare / (len(rows) + 1)
        for row in rows:
            tall = max(group.tall for group in row)
            free = area.width - sum(group.wide for group in row)
            gap = min(free / (len(row) + 1), 4 * BETWEEN)
            x = area.x + (free - gap * (len(row) - 1)) / 2
            for group in row:
                yield from self._group(group, x, y + tall)
                x += group.wide + gap
            y += tall + CAPTION + ROWS + spare / (len(rows) + 1)

    @property
    def alt(self) -> str:
        """Return the picture's alt text."""
        return ", ".join("".join(self._words(name)) for name in self.shown)

    def _words(self, name: str) -> tuple[str, str, str]:
        """Return the number and name of a component: in three parts, the second of which is the number."""
        count, title = len(self.pieces[name]), self.document.spec.components[name].title
        return say("{count} {title}", count=count, title=title).partition(str(count)) if count > 1 else ("", "", title)

    def _fitted(self, names: Sequence[str], area: Area) -> list[list[Spread]] | None:
        """Return rows of these components, as large as possible; None if they would be too small to recognise."""
        low, high, rows = SMALLEST, 12.0, self._rows(names, SMALLEST, area)
        if not _fits(rows, area):
            return None
        for _ in range(14):
            middle = (low + high) / 2
            tried = self._rows(names, middle, area)
            if _fits(tried, area):
                low, rows = middle, tried
            else:
                high = middle
        return rows

    # ---- what is shown -----------------------------------------------------------------------

    def _shown(self, name: str, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """Return a few pieces that look different, from the first to the last of their kind."""
        component = self.document.spec.components[name]
        most = 1 if component.print.page or self._boxed(name) else MOST
        kinds = [alike[0] for alike in distinct(pieces[:MOST_FACES], lambda piece: self.faces.front(piece).nodes)]
        if len(kinds) <= most:
            return tuple(kinds)
        return tuple(kinds[round(n * (len(kinds) - 1) / max(most - 1, 1))] for n in range(most))

    def _rows(self, names: Sequence[str], factor: float, area: Area) -> list[list[Spread]]:
        """Return groups in rows as wide as the area, the tallest first, so that those of a row are about
        equally tall."""
        groups = sorted((self._sized(name, factor, area) for name in names), key=lambda group: -group.tall)
        rows: list[list[Spread]] = [[]]
        used = 0.0
        for group in groups:
            if rows[-1] and used + BETWEEN + group.wide > area.width:
                rows.append([])
                used = 0.0
            used += group.wide + (BETWEEN if rows[-1] else 0.0)
            rows[-1].append(group)
        return rows

    def _sized(self, name: str, factor: float, area: Area) -> Spread:
        component, shown = self.document.spec.components[name], self.shown[name]
        size = self._size(name)
        long = max(size)
        factor *= READ if component.print.page else 1.0
        scale = min(factor * long**POWER / long, 1.0, LARGEST * area.height / size[1], area.width / size[0])
        step = 1.08 if component.folds() or long < 32 else 0.52
        room = area.width / min(len(self.shown), 2)
        while len(shown) > 1 and scale * size[0] * (1 + step * (len(shown) - 1)) > room:
            shown = shown[: len(shown) - 1]
        words, (bold, plain) = self._words(name), self.fonts
        caption = sum(width(font, text, EM) for font, text in zip((plain, bold, plain), words, strict=True))
        return Spread(name, shown, words, size, scale, step, caption)

    def _size(self, name: str) -> tuple[float, float]:
        component = self.document.spec.components[name]
        if not isinstance(component, FoldedBox):
            return component.size_mm
        front, right, _ = _seen(component)
        deep = OBLIQUE * right.box[2]
        return front.box[2] + deep, front.box[3] + deep

    # ---- drawing -----------------------------------------------------------------------------

    def _group(self, group: Spread, x: float, foot: float) -> Iterator[Node]:
        """Draw the pieces from the left, each over the one before, standing on a line; with their name below."""
        spread = group.scale * group.size[0] * (1 + group.step * (len(group.pieces) - 1))
        left = x + (group.wide - spread) / 2
        for number, piece in enumerate(group.pieces):
            at = left + number * group.step * group.scale * group.size[0]
            yield Group(tuple(self._piece(group, piece)), (group.scale, 0, 0, group.scale, at, foot - group.tall))
        bold, plain = self.fonts
        start, low = x + (group.wide - group.caption) / 2, foot + EM + 0.9
        for font, text in zip((plain, bold, plain), group.words, strict=True):
            if text:
                yield Text(start, low, text, font, EM, INK)
                start += width(font, text, EM)

    def _piece(self, group: Spread, piece: Piece) -> Iterator[Node]:
        face, edge = self.faces.front(piece), Paint(stroke=INK, width=0.2 / group.scale)
        component = self.document.spec.components[group.name]
        if isinstance(component, FoldedBox):
            yield from _box(component, face, edge)
            return
        shape = trim(self.document, group.name)
        yield Group((Use(face),), clip=shape)
        yield Path(shape, edge)


def _seen(box: FoldedBox) -> tuple[Side, Side, Side]:
    """Return a box's front, right side and top."""
    sides = {side.name: side for side in box.net.sides}
    return sides["front"], sides["right"], sides["top"]


def _box(box: FoldedBox, net: Scene, edge: Paint) -> Iterator[Node]:
    """Draw a folded box, seen from its front, its right side and from above."""
    front, right, top = _seen(box)
    high, k = OBLIQUE * right.box[2], OBLIQUE
    seen: tuple[tuple[Side, Matrix], ...] = (
        (front, (1, 0, 0, 1, 0, high)),
        (right, (k, -k, 0, 1, front.box[2], high)),
        (top, (1, 0, -k, k, high, 0)),
    )
    for side, matrix in seen:
        x, y, wide, tall = side.box
        shape = geo.rectangle(0, 0, wide, tall)
        turned = geo.rotation(180, wide / 2, tall / 2) if side.turned else geo.translate(0, 0)
        panel = Group((Use(net, geo.multiply(turned, geo.translate(-x, -y))),), clip=shape)
        yield Group((panel, Path(shape, edge)), matrix)


def _fits(rows: Sequence[Sequence[Spread]], area: Area) -> bool:
    return _height(rows) <= area.height and all(group.wide <= area.width for row in rows for group in row)


def _height(rows: Sequence[Sequence[Spread]]) -> float:
    return sum(max(group.tall for group in row) + CAPTION for row in rows) + ROWS * (len(rows) - 1)
