"""Draws faces when they are asked for, keeps them as long as there is room, and finds what lies at a point of one.

It also lays folded pieces flat, as they are printed, and says where their sides are then, in mm.
"""

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.building.watch import State
from generator.draw.fonts import fonts
from generator.draw.paragraphs import lines
from generator.draw.scene import Scene
from generator.faces import outline
from generator.faces.elements.context import DrawnElement
from generator.faces.faces import Faces
from generator.faces.pictures import icons
from generator.formats import svg
from generator.plan.drawer import as_printable
from generator.sheets import marks
from generator.sheets.layout.n_up import folded
from generator.sheets.printable import Foot, Item
from generator.studio.findings import Editor
from generator.studio.tiles import Tile, TileSet
from specs.base.errors import Fault, Place, SpecError
from specs.base.files import unread
from specs.base.web.streams import Part, facts
from specs.expand.expr import show
from specs.expand.fields import FieldsOf
from specs.load import survey
from specs.model.component import Component, FoldedBox, Standee
from specs.model.document import Document, Piece
from specs.model.elements import Composed
from specs.read.beside import ARTWORK

KEPT = 32_000_000  # bytes of drawings
NEAR = 0.4  # mm beside a line that still count as a hit
MOST_LISTED = 40  # elements listed for a face
LONGEST = 200  # letters shown of a field's value


class Reading(Struct, frozen=True):
    """The result of a save: a document, or what is wrong with it, and what could be read anyway."""

    document: Document | None
    faults: tuple[Fault, ...]


def read(spec: str) -> Reading:
    """Read a spec as it is saved now."""
    try:
        document, faults = survey(spec, icons=icons.bundled(), fonts=fonts.bundled())
    except SpecError as error:
        return Reading(None, error.faults)
    except OSError as error:  # a network folder that is temporarily gone
        return Reading(None, (unread(spec, error),))
    return Reading(document, tuple(faults))


class TileDrawer:
    """Draws the tiles of one document after another, in one thread. `pages` is the number of pages of each text."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.tile_set: TileSet | None = None
        self.pages: dict[str, int] = {}
        self.files: State = {}
        self.kept: OrderedDict[str, Part] = OrderedDict()
        self.writer = svg.NumberedWriter()
        self._size = 0

    def take(self, document: Document, files: State, changed: set[Path]) -> TileSet:
        """Switch to a document. Artwork is read again only if some was saved."""
        if any(file.suffix.lower() in (".ttf", ".otf") for file in changed):
            fonts.forget()
            lines.forget()
            svg.forget()
        anew = self.tile_set is None or any(file.suffix.lower() in ARTWORK for file in changed)
        before = None if anew else self.tile_set
        faces = Faces(document, like=None if before is None else before.faces, keep=True)
        self.tile_set, self.files = TileSet(document, faces, files, self.pages, before), files
        return self.tile_set

    def relist(self) -> None:
        """List the tiles anew: a text has another number of pages."""
        if self.tile_set is not None:
            before = self.tile_set
            self.tile_set = TileSet(before.document, before.faces, self.files, self.pages, before)

    def drawn(self, tile: Tile, tile_set: TileSet) -> Part:
        """Return a face for the page: its drawing, or why there is none."""
        if (kept := self.kept.get(tile.key)) is not None:
            self.kept.move_to_end(tile.key)
            return kept
        try:
            found = facts(self.picture(tile, tile_set))
        except SpecError as error:
            return facts(self._failed(error.faults))
        except OSError as error:  # a file that is gone again
            return facts(self._failed([unread(str(error.filename or tile_set.document.file), error)]))
        self._keep(tile.key, found)
        return found

    def picture(self, tile: Tile, tile_set: TileSet) -> dict[str, object]:
        """Return a face's drawing and its words. Raises SpecError, and OSError for a file that is gone again."""
        scene = self.scene(tile, tile_set)
        return _picture(scene, svg.scene_svg(scene))

    def numbered(self, tile: Tile, tile_set: TileSet) -> tuple[dict[str, object], list[DrawnElement]]:
        """Return a face for editing: its drawing with the number of each element, or why there is none; and these
        elements from the bottom up, none for a page. Raises OSError for a file that is gone again."""
        try:
            if tile.side == "page":
                return self.picture(tile, tile_set), []
            scene, trace = tile_set.faces.traced(tile.piece, tile.side)
        except SpecError as error:
            return self._failed(error.faults), []
        assert scene is not None, "a tile has a face"
        return _picture(scene, self.writer.svg(scene, [each.drawing for each in trace])), trace

    def _failed(self, faults: Iterable[Fault]) -> dict[str, object]:
        return {"faults": [self.editor.facts(fault) for fault in faults]}

    def scene(self, tile: Tile, tile_set: TileSet) -> Scene:
        """Draw a face. Raises as `picture` does."""
        match tile.side:
            case "front":
                return tile_set.faces.front(tile.piece)
            case "page":
                pages = tile_set.faces.pages(tile.piece)
                self.pages[tile.piece.component] = len(pages)
                return pages[min(tile.number, len(pages)) - 1]
            case "back" | "flap":
                scene = tile_set.faces.side(tile.piece, tile.side)
                assert scene is not None, "a tile has a face"
                return scene

    def _keep(self, key: str, found: Part) -> None:
        self.kept[key] = found
        self._size += len(found.plain) + len(found.packed)
        while self._size > KEPT and len(self.kept) > 1:
            _, oldest = self.kept.popitem(last=False)
            self._size -= len(oldest.plain) + len(oldest.packed)

    # ---- what lies where ---------------------------------------------------------------------

    def at(self, tile: Tile, tile_set: TileSet, point: tuple[float, float] | None) -> Part:
        """Return what lies at a point of a face, mm, the topmost first; everything without a point."""
        document = tile_set.document
        file, line = document.origin(tile.piece)
        row = Place(str(document.folder / file) if file else str(document.file), line, 1 if line else 0)
        trace = [each for each in self.trace(tile, tile_set) if not isinstance(each.element, Composed)]
        hit = [each for each in reversed(trace) if point is None or _holds(each, point)]
        found = [self._element(document, each) for each in hit[:MOST_LISTED]]
        [component] = map(self.editor.place, document.places([("components", tile.piece.component)]))
        place, more = self.editor.place(row) if line else None, max(0, len(hit) - MOST_LISTED)
        return facts({"elements": found, "more": more, "component": component, "row": place})

    def trace(self, tile: Tile, tile_set: TileSet) -> list[DrawnElement]:
        """Return what is drawn on a face, from the bottom up; empty for a page, or for what cannot be drawn."""
        if tile.side != "page":
            with suppress(SpecError):  # what is wrong with it is shown beside it
                return tile_set.faces.traced(tile.piece, tile.side)[1]
        return []

    def _element(self, document: Document, drawn: DrawnElement) -> dict[str, object]:
        names = FieldsOf(document.spec).element(drawn.element)
        *_, place = document.places((*drawn.used, drawn.path))
        uses = [self.editor.place(way) for path in drawn.used for way in document.places([path])]
        return {
            "draw": str(drawn.element.__struct_config__.tag),
            "place": self.editor.place(place),
            "box": [round(side, 2) for side in drawn.box],
            "template": drawn.path[1] if drawn.path[0] == "templates" else "",
            "uses": uses,
            "fields": {name: show(drawn.env[name])[:LONGEST] for name in sorted(names) if name in drawn.env},
        }


def _picture(scene: Scene, text: str) -> dict[str, object]:
    digest = blake2b(text.encode(), digest_size=10).hexdigest()
    return {"svg": text, "box": scene.box, "alt": scene.alt, "digest": digest, "faults": ()}


def _holds(drawn: DrawnElement, point: tuple[float, float]) -> bool:
    left, top, width, height = drawn.box
    return -NEAR <= point[0] - left <= width + NEAR and -NEAR <= point[1] - top <= height + NEAR


def sizes(document: Document) -> list[dict[str, object]]:
    """Return the components for the page: title, size, cut line; mm."""
    found: list[dict[str, object]] = []
    for name, component in document.spec.components.items():
        width, height = component.size_mm
        try:
            clip = svg.path_data(outline.trim(document, name))
        except SpecError:
            clip = ""
        found.append(
            {
                "name": name,
                "title": component.title,
                "base": component.standee.depth,
                "bleed": component.print.bleed,
                "safe": component.print.safe,
                "width": width,
                "height": height,
                "clip": clip,
                "folds": bool(component.folds()),
            }
        )
    return found


# ---- folded pieces, laid flat --------------------------------------------------------------------


Box = tuple[float, float, float, float]


def flat(document: Document, faces: Faces, piece: Piece) -> dict[str, object]:
    """Return a piece laid flat with its folds and its cut line, and its sides, upside down if `turned`. Raises
    SpecError."""
    component = document.spec.components[piece.component]
    printable = as_printable(document, piece.component, 1, foot=Foot("", ""))
    scene = faces.front(piece)
    if isinstance(component, Standee):
        item = Item(piece.id, scene, faces.back(piece), faces.side(piece, "flap"))
        printable = folded(replace(printable, item=lambda _: item))
        scene = printable.item(0).front
    whole = Scene(scene.box, (*scene.nodes, *marks.contour(printable.trim)), alt=scene.alt)
    sides = [{"name": name, "box": box, "turned": turned} for name, box, turned in _sides(component)]
    return {"svg": svg.scene_svg(whole), "box": scene.box, "alt": scene.alt, "sides": sides}


def _sides(component: Component) -> list[tuple[str, Box, bool]]:
    if isinstance(component, FoldedBox):
        return [(side.name, side.box, side.turned) for side in component.net.sides]
    (width, height), base = component.size_mm, component.standee.depth
    return [
        ("front", (0, base + height, width, height), False),
        ("back", (0, base, width, height), True),
        ("front-flap", (0, base + 2 * height, width, base), False),
        ("back-flap", (0, 0, width, base), True),
    ]
