"""What a printer's colours do to a game, by what was read off its swatches: players' colours that merge, and text that
sinks into its ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.draw.colour.tone import Tones, printed
from generator.draw.colour.vision import distance, lightness
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Image, Matrix, Node, Path, Segment, Shaded, Text
from generator.draw.walk import walk
from generator.faces.faces import Faces
from generator.plan.printers import toned
from specs.base.errors import Fault, SpecError
from specs.model.colours import players_colour
from specs.model.component import PagedText
from specs.model.document import Document

APART = 12.0  # CIE 1976: what two players' colours need to be told apart across a table
READ = 25.0  # of L*: what letters need to stand out from their ground
WHITE: Colour = (1.0, 1.0, 1.0)
Area = tuple[list[list[tuple[float, float]]], Colour | None]


def merging(document: Document, printer: str) -> list[Fault]:
    """Warnings of what a printer merges, also where any printer does. Raises SpecError for a printer that is not
    known, or whose colours are not."""
    rows = toned(printer)
    return [*_players(document, rows), *_texts(document, rows)]


def _players(document: Document, rows: Tones) -> Iterator[Fault]:
    spec = document.spec
    known: dict[str, Colour] = {}
    for name in spec.players.colours:
        try:
            known[name] = players_colour(spec, name)
        except KeyError:  # a name that nothing is painted with
            continue
    for (one, first), (other, second) in combinations(known.items(), 2):
        comes_out = distance(printed(first, rows), printed(second, rows))
        if comes_out < APART:
            found = f"{one} and {other}, {comes_out:.0f} apart on this printer, {distance(first, second):.0f} as drawn"
            expected = f"players' colours at least {APART:.0f} apart"
            yield document.warning("colours-alike", ("players", "colours"), found, expected)


def _texts(document: Document, rows: Tones) -> Iterator[Fault]:
    """Text of each pair of colours once in a component."""
    faces = Faces(document, frozenset())
    for name, pieces in document.pieces.items():
        seen: set[tuple[Colour, Colour]] = set()
        for piece in () if isinstance(document.spec.components[name], PagedText) else pieces:
            try:
                sides = [scene for scene in (faces.front(piece), faces.back(piece)) if scene is not None]
            except SpecError:
                continue
            for text, ground in (each for scene in sides for each in grounded(scene.nodes)):
                if text.fill is None or (text.fill, ground) in seen:
                    continue
                seen.add((text.fill, ground))
                apart = abs(lightness(printed(text.fill, rows)) - lightness(printed(ground, rows)))
                if apart < READ and text.outline is None:
                    drawn = abs(lightness(text.fill) - lightness(ground))
                    what = f"'{text.text[:30]}' on '{piece.id}'"
                    found = f"{what}, {apart:.0f} of lightness from its ground on this printer"
                    expected = f"at least {READ:.0f}; as drawn it is {drawn:.0f}"
                    yield document.warning("colours-alike", ("components", name), found, expected)


def grounded(nodes: Sequence[Node]) -> Iterator[tuple[Text, Colour]]:
    """Each text with the colour that lies under its middle, where that is one."""
    areas: list[Area] = []
    texts: list[tuple[Text, Matrix, int]] = []
    for node, matrix, _ in walk(nodes):
        match node:
            case Path(segments, paint) if paint.fill is not None:
                areas.append((_lines(segments, matrix), paint.fill if paint.opacity == 1 else None))
            case Shaded(segments, paint) if paint.fill is not None:
                areas.append((_lines(segments, matrix), None))
            case Image(x, y, width, height):
                areas.append((_lines(geo.rectangle(x, y, width, height), matrix), None))
            case Text():
                texts.append((node, matrix, len(areas)))
    for text, matrix, below in texts:
        x, y, width, height = geo.text_box(text)
        middle = geo.apply(matrix, x + width / 2, y + height / 2)
        ground = next((colour for lines, colour in reversed(areas[:below]) if geo.inside(middle, lines)), WHITE)
        if ground is not None and text.opacity == 1:
            yield text, ground


def _lines(segments: Sequence[Segment], matrix: Matrix) -> list[list[tuple[float, float]]]:
    return list(geo.flatten(geo.transform(segments, matrix), 4))
