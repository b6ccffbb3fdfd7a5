"""From a spec's elements and one piece's data to a `Scene`. It knows no file format.

Pieces whose faces are equal share one `Scene` object, so that a backend draws it once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Node, Scene, Segments
from generator.faces import outline
from generator.faces.elements import elements
from generator.faces.elements.alt_text import AltPart, alt_text
from generator.faces.elements.context import MAX_NODES, DrawContext, DrawnElement, Env, Exhausted
from generator.faces.elements.resources import Resources
from generator.faces.outline import cut_line
from generator.faces.preflight import Preflight
from generator.faces.unchanged import drawn_over, same_ground
from specs.base.errors import Fault, KeyPath, SpecError
from specs.expand import expr
from specs.expand.fields import FieldsOf, of_game
from specs.model import elements as el
from specs.model.component import SIDES, FoldedBox, PagedText, Side
from specs.model.document import Document, Piece
from specs.model.shapes import nets
from specs.model.shapes.sizes import LARGER
from specs.translation.rendering import rendered, saying

MAX_KEPT_FACES = 2000  # of one side of a component: a deck of more distinct faces is streamed, not kept
MAX_KEPT_WAYS = 64  # variants of one element: by name, suit or colour
DECK = 50  # with this many pieces, unique faces are drawn in place; with fewer, any may be shown again
_SAME_FOR_ALL = ("w", "h", "game.id", "game.title")  # names with one value on all pieces of a component

Cut = tuple[Scene, Segments]  # a side of a piece, and its cut path
Warnings = dict[KeyPath, dict[str, Fault]]
_Key = tuple[object, ...]
_SideKey = tuple[str, Side, nets.Side | None]
# nodes, ids of their fiducials, their alt text, and the number of parts drawn
_Drawn = tuple[tuple[Node, ...], tuple[int, ...], tuple[AltPart, ...], int]


class _Part(Struct, frozen=True):
    """An element of a side, or several of which one stands below another, from the `first` of the face's list; drawn
    once for pieces that agree in the fields they use, as long as that is in `kept`."""

    elements: el.Face
    path: KeyPath
    first: int
    fields: tuple[str, ...]
    kept: dict[_Key, _Drawn]
    traces: dict[_Key, tuple[Sequence[DrawnElement], Sequence[Node], Sequence[AltPart]]]

    def make_room(self) -> None:
        """Forget what was drawn, if that is too much to keep."""
        if len(self.kept) >= MAX_KEPT_WAYS:
            self.forget()

    def forget(self) -> None:
        """Forget what was drawn."""
        self.kept.clear()
        self.traces.clear()


class _Side(Struct, frozen=True):
    """One side of a component: its box (bleed included), its elements, and the fields that tell its faces apart.

    `alt` is the alt text that the spec has at `path`; `repeated` are the keys that several pieces of a deck share, None
    if any face may be asked for again.
    """

    box: geo.Rectangle
    preflight: Preflight
    parts: tuple[_Part, ...]
    fields: tuple[str, ...]
    base: dict[str, object]
    alt: str | None
    path: KeyPath
    kept: dict[_Key, Scene]
    repeated: set[_Key] | None


@lru_cache(maxsize=4)
def faces_of(document: Document) -> Faces:
    """Return the faces of a document without print options, the same object each time: for pictures of successive
    positions, so that a face is drawn once in a game, not once a turn."""
    return Faces(document)


class Faces:
    """Draws the faces of a document's pieces. `options` are the print options that are on; `large` is large print.

    `work` counts the parts drawn, of all faces that share it; pictures are those that the faces `like` these have read.
    With `keep`, so are unchanged parts. `warnings` has, by its element and kind, the first of what would print badly:
    text or an icon close to the cut, lines and letters too small, pictures too coarse.
    """

    def __init__(
        self,
        document: Document,
        options: frozenset[str] = frozenset(),
        work: list[int] | None = None,
        *,
        large: bool = False,
        like: Faces | None = None,
        keep: bool = False,
    ) -> None:
        self.document, self.spec, self._fields = document, document.spec, FieldsOf(document.spec)
        self._work, self._larger = [0] if work is None else work, LARGER if large else 1.0
        self._base: dict[str, object] = of_game(self.spec) | saying(document)
        self._base |= {f"option.{name}": name in options for name in self.spec.print_options}
        self._resources: Resources = Resources(document, None if like is None else like._resources)
        self._sides: dict[_SideKey, _Side | None] = {}
        self._nets: dict[tuple[object, ...], Scene] = {}  # at most one for each piece; blocks are few
        self._same: dict[tuple[object, ...], Scene] = {}
        self._pages: dict[str, Sequence[Scene]] = {}
        self._markers: dict[int, tuple[int, ...]] = {} if like is None else like._markers
        self._streaming = False
        self._known = self._kept_from(like) if like is not None and keep else {}
        self.warnings: Warnings = {}
        self._others = {id(part.document): part.document for part in document.parts.values()}
        self._drawn_by = {
            key: Faces(other, options, self._work, large=large, like=self) for key, other in self._others.items()
        }

    def _kept_from(self, like: Faces) -> dict[_SideKey, _Side]:
        """Return the sides of other faces whose parts may be drawn here: none if a name that every part may use has
        changed, or the print is larger."""
        if self._larger != like._larger or not same_ground(self.document, self._base, like.document, like._base):
            return {}
        sides = like._known | {key: side for key, side in like._sides.items() if side is not None}
        own, other = self.spec.components, like.spec.components
        return {key: side for key, side in sides.items() if drawn_over(own.get(key[0]), other.get(key[0]))}

    def _elsewhere(self, piece: Piece) -> tuple[Faces, Piece] | None:
        """Return the faces that draw a piece in another language, and the piece there; None for this language."""
        part = self.document.parts.get(piece.component)
        return None if part is None else (self._drawn_by[id(part.document)], part.piece(piece))

    def flaws(self) -> Iterator[Fault]:
        """Yield the warnings, each as a fault."""
        for faces in (self, *self._drawn_by.values()):
            for kinds in faces.warnings.values():
                yield from kinds.values()

    def forget(self, *, passing: bool = False) -> None:
        """Forget the faces drawn so far, and their warnings. With `passing`, when each piece is drawn once and not
        asked for again, faces that only one piece has are not kept from now on."""
        for faces in (self, *self._drawn_by.values()):
            faces._streaming = passing
            for side in faces._sides.values():
                if side is not None:
                    side.kept.clear()
                    for part in side.parts:
                        part.forget()
            for kept in (faces._nets, faces._same, faces._markers, faces.warnings):
                kept.clear()

    def warned(self) -> list[Warnings]:
        """Return the warnings, by the languages that pieces are in."""
        return [dict(faces.warnings) for faces in (self, *self._drawn_by.values())]

    def warn(self, warned: Sequence[Warnings]) -> None:
        """Add warnings found in other processes; known ones stay."""
        for faces, found in zip((self, *self._drawn_by.values()), warned, strict=False):
            for path, kinds in found.items():
                faces.warnings[path] = {**kinds, **faces.warnings.get(path, {})}

    def side(self, piece: Piece, side: Side) -> Scene | None:
        """Return a side of a piece, (0, 0) at its trim box's top left; None if it has no such side. The back is as seen
        from behind, a flap has the fold at its top; a box's front is its whole net. Raises SpecError naming the piece.
        """
        if (there := self._elsewhere(piece)) is not None:
            return there[0].side(there[1], side)
        match self.spec.components[piece.component]:
            case PagedText():
                return dict(zip(SIDES, self.pages(piece)[:2], strict=False)).get(side)
            case FoldedBox() as box:
                return self._box(piece, box) if side == "front" else None
            case _:
                drawn = self._side(piece.component, side)
                return None if drawn is None else self._face(piece, drawn)

    def front(self, piece: Piece) -> Scene:
        """Return the front of a piece. Raises SpecError."""
        scene = self.side(piece, "front")
        assert scene is not None, "a component has a front"
        return scene

    def back(self, piece: Piece) -> Scene | None:
        """Return the back of a piece; None if it has none. Raises SpecError."""
        return self.side(piece, "back")

    def icon(self, name: str) -> Scene:
        """Return a named icon in its own units. Raises BadValue."""
        return self._resources.artwork(self._resources.icon(name), {}, 1.0, "icon")

    def pages(self, piece: Piece) -> Sequence[Scene]:
        """Return the pages of a component that is a text. Raises SpecError, also with places in its file."""
        if (there := self._elsewhere(piece)) is not None:
            return there[0].pages(there[1])
        if piece.id not in self._pages:
            from generator.faces.pages.book import book

            component, ctx, side = self._text(piece)

            def ground(page: int, of: int) -> Scene:
                return self._face(replace(piece, row={**piece.row, "page": page, "pages": of}), side)

            path = ("components", piece.component, "pages")
            self._pages[piece.id] = book(ctx, component.pages, component.size_mm, path, ground, self._named)
        return self._pages[piece.id]

    def web_page(self, piece: Piece, draw: Callable[[Scene], dict[str, Any]]) -> list[dict[str, Any]]:
        """Return a component that is a text as a web page shows it. Raises SpecError."""
        from generator.faces.pages.book import opened
        from generator.faces.pages.web_page import web_page

        component, ctx, _ = self._text(piece)
        left, _, right, _ = component.pages.margins
        blocks, setter = opened(ctx, component.pages, ("components", piece.component, "pages"), self._named)
        return list(web_page(setter, blocks, component.size_mm[0] - left - right, draw))

    def _text(self, piece: Piece) -> tuple[PagedText, DrawContext, _Side]:
        """Return a component that is a text, what it is drawn with, and what lies under its pages."""
        component, side = self.spec.components[piece.component], self._front(piece.component)
        assert isinstance(component, PagedText), "pages are those of a text"
        ctx = self._context(piece, _fields_of(piece, side.base), side)
        if component.pages.language is not None:
            spec = replace(self.spec, language=component.pages.language)
            ctx = replace(ctx, resources=Resources(replace(self.document, spec=spec), self._resources))
        return component, ctx, side

    def _named(self, id_: str, side: str) -> Cut | None:
        """Return a side of a piece, by its id, and its cut path; None for an unknown id or a side that it lacks."""
        for name, pieces in self.document.pieces.items():
            if not isinstance(self.spec.components[name], PagedText):
                for piece in pieces:
                    if piece.id == id_:
                        scene = self.back(piece) if side == "back" else self.front(piece)
                        return None if scene is None else (scene, outline.trim(self.document, name))
        return None

    def markers(self, scene: Scene) -> tuple[int, ...]:
        """Return the ids of the fiducials on a face, in order."""
        return self._markers.get(id(scene), ())

    def face_key(self, piece: Piece, name: Side) -> tuple[object, ...] | None:
        """Return the values that this side of a piece depends on, known before it is drawn: pieces with equal keys look
        alike. None if it has no such side; not for pages."""
        side = self._side(piece.component, name)
        return None if side is None else _key(_fields_of(piece, side.base), side.fields)

    def traced(self, piece: Piece, name: Side) -> tuple[Scene | None, list[DrawnElement]]:
        """Return a side of a piece with a group for each element, and these elements in drawing order; for a block,
        without groups, on its net. None if it has no such side. Raises SpecError."""
        component = self.spec.components[piece.component]
        if not isinstance(component, FoldedBox):
            side = self._side(piece.component, name)
            return (None, []) if side is None else self._traced(piece, side)
        places = component.net.sides if name == "front" else ()
        return self.side(piece, name), [
            replace(each, box=place.on_net(each.box))
            for place in places
            for each in self._traced(piece, self._front(piece.component, place))[1]
        ]

    def _traced(self, piece: Piece, side: _Side) -> tuple[Scene, list[DrawnElement]]:
        trace, drawn, alt_parts = list[DrawnElement](), list[Node](), list[AltPart]()
        env = _fields_of(piece, side.base)
        for part in side.parts:
            key = _key(env, part.fields)
            if key not in part.traces:
                ctx = replace(self._context(piece, env, side), trace=[], work=[0])
                nodes = elements.face(ctx, part.elements, part.path, part.first)
                part.make_room()
                part.traces[key] = ctx.trace or (), nodes, ctx.alt_parts
            found, below, words = part.traces[key]
            trace, drawn, alt_parts = [*trace, *found], [*drawn, *below], [*alt_parts, *words]
        return Scene(side.box, tuple(drawn), alt=self._alt_text(piece, env, side, alt_parts)), trace

    def _box(self, piece: Piece, component: FoldedBox) -> Scene:
        """Draw the six sides of a block or a tuck box at their places on its net, with the folds over them."""
        net = component.net
        drawn = [(place, self._face(piece, self._front(piece.component, place))) for place in net.sides]
        key_of_all = (piece.component, *(id(scene) for _, scene in drawn))
        if key_of_all not in self._nets:
            scene = outline.folded_net(net, drawn, component.print.bleed)
            self._nets[key_of_all] = scene
            if marks := tuple(mark for _, side_scene in drawn for mark in self.markers(side_scene)):
                self._markers[id(scene)] = marks
        return self._nets[key_of_all]

    def _front(self, name: str, place: nets.Side | None = None) -> _Side:
        """Return the front of a component, or a side of a box at its place on the net."""
        side = self._side(name, "front", place)
        assert side is not None, "a component has a front"
        return side

    def _side(self, name: str, side: Side, place: nets.Side | None = None) -> _Side | None:
        """Return a side of a component, None if it has no such side; for a box, the front at a place on its net."""
        key = name, side, place
        if key not in self._sides:
            component = self.spec.components[name]
            width, height = component.size_mm if place is None else place.box[2:]
            own = {"w": width, "h": component.standee.depth if side == "flap" else height}
            on_net = {} if place is None else {"side": place.name, "pips": place.pips}
            self._sides[key] = self._new_side(name, side, place, own | on_net)
        return self._sides[key]

    def _new_side(self, name: str, side: Side, place: nets.Side | None, own: dict[str, Any]) -> _Side | None:
        """Make one side of a component, None if it has none such; `own` are its size and, on a block, which side it
        is."""
        component = self.spec.components[name]
        face = getattr(component, side)
        if face is None:
            return None
        width, height = own["w"], own["h"]
        bleed, far = component.print.bleed, component.print.safe
        known = self._known.get((name, side, place))
        kept = {(part.path, part.first): part for part in known.parts} if known is not None else {}
        parts: list[_Part] = []
        used: set[str] = set()
        for first, some in elements.flows(face):
            names = {
                found
                for element in some
                for found in self._fields.element(element)
                if found not in _SAME_FOR_ALL and not found.startswith("option.")
            }
            used |= names
            part = _Part(some, ("components", name, *SIDES[side]), first, tuple(sorted(names)), {}, {})
            old = kept.get((part.path, first))
            parts.append(old if old is not None and old.elements == some else part)
        alt = component.alt if side == "front" else None
        used |= self._fields.alt(component) if alt is not None else set()
        box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        safe = (far, far, width - 2 * far, height - 2 * far)
        cut = None  # a flap's edges are straight, whatever its figure's are
        if side != "flap":
            cut = cut_line(component.outline(), outline.trim(self._resources.document, name))
        preflight = Preflight((0, 0, width, height), bleed, safe, self._resources.pixels, cut, far)
        base, fields = {**self._base, **own}, tuple(sorted(used))
        path = ("components", name, "alt")
        return _Side(box, preflight, tuple(parts), fields, base, alt, path, {}, self._repeated(name, base, fields))

    def _repeated(self, name: str, base: Env, fields: Sequence[str]) -> set[_Key] | None:
        """Return the keys that several pieces of a deck share; None for fewer pieces than a deck. At most
        MAX_KEPT_FACES."""
        pieces = self.document.pieces.get(name, ())
        if len(pieces) < DECK:
            return None
        seen: set[_Key] = set()
        repeated: set[_Key] = set()
        for piece in pieces:
            key = _key(_fields_of(piece, base), fields)
            if key in seen:
                repeated.add(key)
            elif len(seen) < MAX_KEPT_FACES:
                seen.add(key)
        return repeated

    def _face(self, piece: Piece, side: _Side) -> Scene:
        env = _fields_of(piece, side.base)
        key = _key(env, side.fields)
        scene = side.kept.get(key)
        if scene is None:
            nodes: list[Node] = []
            marks: list[int] = []
            alt_parts: list[AltPart] = []
            faults: list[Fault] = []
            counted = [0]
            for part in side.parts:
                try:
                    drawn, found, words = self._part(piece, env, side, part, counted)
                except Exhausted:
                    raise
                except SpecError as error:
                    faults += error.faults
                    continue
                nodes += drawn
                marks += found
                alt_parts += words
            if faults:
                raise SpecError(faults)
            alt = self._alt_text(piece, env, side, alt_parts)
            single = side.repeated is not None and key not in side.repeated
            # a face with fiducials is always kept: its ids are asked for later
            keep = (len(side.kept) < MAX_KEPT_FACES and not (single and self._streaming)) or bool(marks)
            scene = Scene(side.box, tuple(nodes), keep, single, alt)
            if keep:
                # a named field may make no difference, as when `when` leaves its element out
                scene = side.kept[key] = self._same.setdefault((scene.box, scene.nodes, alt), scene)
                if marks:
                    self._markers[id(scene)] = tuple(marks)
        return scene

    def _part(
        self, piece: Piece, env: Env, side: _Side, part: _Part, counted: list[int]
    ) -> tuple[tuple[Node, ...], tuple[int, ...], tuple[AltPart, ...]]:
        """Draw an element on a piece: the same objects for all pieces with equal values in its fields."""
        key = _key(env, part.fields)
        kept = part.kept.get(key)
        if kept is None or counted[0] + kept[3] > MAX_NODES:
            before = counted[0]
            ctx = self._context(piece, env, side, counted)
            nodes = tuple(elements.face(ctx, part.elements, part.path, part.first))
            part.make_room()
            kept = part.kept[key] = nodes, tuple(ctx.markers), tuple(ctx.alt_parts), counted[0] - before
        else:
            counted[0] += kept[3]
        return kept[:3]

    def _alt_text(self, piece: Piece, env: Env, side: _Side, alt_parts: Sequence[AltPart]) -> str:
        """Return a face's alt text: the spec's, else its elements', else the component's title. Raises SpecError."""
        if side.alt is None:
            return alt_text(alt_parts) or self.spec.components[piece.component].title
        try:
            return " ".join(rendered(side.alt, env).split())
        except expr.ExprError as error:
            raise SpecError([self.document.fault(error.code, side.path, error.found, error.expected)]) from None

    def _context(self, piece: Piece, env: Env, side: _Side, counted: list[int] | None = None) -> DrawContext:
        # what is printed larger as a whole needs no larger text
        larger = 1.0 if self.spec.components[piece.component].print.large else self._larger
        return DrawContext(
            self._resources,
            piece.id,
            env,
            side.box,
            side.preflight,
            self.warnings,
            drawn=[0] if counted is None else counted,
            work=self._work,
            larger=larger,
        )


def _fields_of(piece: Piece, base: Env) -> dict[str, object]:
    return {**piece.row, **base, "id": piece.id, "n": piece.n}


def _key(env: Env, fields: Sequence[str]) -> _Key:
    values = [env.get(name) for name in fields]
    return (*values, *map(type, values))  # 1, 1.0 and true are equal, and print differently
