"""The distinct faces of a build, each once, in the spec's order: what every export begins with. mm, y downward."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import itemgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.scene import Scene, Segment
from generator.faces.distinct import distinct
from generator.plan.drawer import Drawer
from generator.plan.manifest import FaceCounts
from generator.sheets.printable import Item
from specs.model.component import PagedText

Side = Literal["front", "back"]
_UNSAFE = re.compile(r"[^\w.+-]+")


class Face(Struct, frozen=True):
    """A front and its back, and the pieces that have both: `count` of them, an id as often as it is printed.

    `front_name` and `back_name` are what files are called without their ending: they sort in the component's order,
    and who has the same picture has the same name; `back_name` is "" where there is no back. `width` and `height` are
    of the trim box, `outline` is the path it is cut along from that box's top left corner, `safe` how far from it text
    keeps. What `folds` is a standee: above and below it is folded, not cut. A page of a text is a face too, with the
    next page behind it. `item` draws: a large deck's faces are not kept, so ask for it once. Raises SpecError.
    """

    component: str
    number: int
    front_name: str
    back_name: str
    pieces: tuple[str, ...]
    width: float
    height: float
    bleed: float
    safe: float
    outline: tuple[Segment, ...]
    folds: bool
    item: Callable[[], Item]

    @property
    def count(self) -> int:
        return len(self.pieces)

    @property
    def front(self) -> Scene:
        return self.item().front

    @property
    def back(self) -> Scene | None:
        """As seen from behind."""
        return self.item().back

    def side(self, side: Side) -> Scene:
        """A side that there is."""
        scene = self.front if side == "front" else self.back
        assert scene is not None, "only sides that there are"
        return scene

    def named(self, side: Side) -> str:
        return self.front_name if side == "front" else self.back_name


def faces(drawer: Drawer) -> list[Face]:
    """The distinct faces of the pieces that a build prints, in its ink and size. Raises SpecError."""
    unfolded = _unfolded(drawer)
    return [face for name in unfolded.selection.components for face in _of(unfolded, name)]


def sides(found: Iterable[Face]) -> Iterator[tuple[Face, Side]]:
    """Every distinct picture of some faces once, with the first face that has it."""
    done: set[str] = set()
    both: tuple[Side, ...] = ("front", "back")
    for face in found:
        for side in both:
            name = face.named(side)
            if name and name not in done:
                done.add(name)
                yield face, side


def _of(drawer: Drawer, name: str) -> Iterator[Face]:
    printable = drawer.printable(name, drawer.selection.pieces[name])
    items = ((number, printable.item(number)) for number in range(printable.count))
    drawn = [(number, item.piece, _looks(drawer, item)) for number, item in items]
    found = distinct(drawn, itemgetter(2))
    names: dict[tuple[Side, str], str] = {}
    for place, alike in enumerate(found, 1):
        number, piece, (front, back, _) = alike[0]
        stem = f"{name}_{place:0{len(str(len(found)))}}_{_UNSAFE.sub('_', piece)}"
        yield Face(
            component=name,
            number=place,
            front_name=names.setdefault(("front", front), f"{stem}-front"),
            back_name=names.setdefault(("back", back), f"{stem}-back") if back else "",
            pieces=tuple(piece for _, piece, _ in alike),
            width=printable.width,
            height=printable.height,
            bleed=printable.bleed,
            safe=printable.scale * drawer.selection.document.spec.components[name].safe,
            outline=printable.trim,
            folds=printable.folds,
            item=partial(printable.item, number),
        )


def _looks(drawer: Drawer, item: Item) -> tuple[str, str, str]:
    """The fingerprints of a piece's front, back and flap."""
    front, back, flap = (
        "" if scene is None else drawer.prints.of((scene,), b"") for scene in (item.front, item.back, item.flap)
    )
    return front, back, flap


def _unfolded(drawer: Drawer) -> Drawer:
    """The same, the pages of its texts one by one and not as they are folded; it counts for itself."""
    selection = drawer.selection
    document, spec = selection.document, selection.document.spec
    components = {
        name: replace(part, pages=replace(part.pages, impose="none")) if isinstance(part, PagedText) else part
        for name, part in spec.components.items()
    }
    unfolded = replace(document, spec=replace(spec, components=components))
    selection = replace(selection, document=unfolded)
    return replace(drawer, selection=selection, counts=FaceCounts())
