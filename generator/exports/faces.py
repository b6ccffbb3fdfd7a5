"""The distinct faces of a build, each once, in the spec's order: what every export begins with. mm, y downward."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.scene import Scene, Segment
from generator.faces.distinct import distinct
from generator.plan.drawer import Drawer
from generator.plan.manifest import FaceCounts
from generator.sheets.printable import Item, Stock
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
    stock: Stock
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

    @property
    def flap(self) -> Scene | None:
        """What a standee's flaps show, the fold at its top."""
        return self.item().flap

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
    drawn = (_drawn(drawer, number, printable.item(number)) for number in range(printable.count))
    found = distinct(drawn, attrgetter("looks"))
    names: dict[tuple[Side, str], str] = {}
    for place, alike in enumerate(found, 1):
        front, back, _ = alike[0].looks
        stem = f"{name}_{place:0{len(str(len(found)))}}_{_UNSAFE.sub('_', alike[0].piece)}"
        yield Face(
            component=name,
            number=place,
            front_name=names.setdefault(("front", front), f"{stem}-front"),
            back_name=names.setdefault(("back", back), f"{stem}-back") if back else "",
            pieces=tuple(each.piece for each in alike),
            width=printable.width,
            height=printable.height,
            bleed=printable.bleed,
            safe=printable.scale * drawer.selection.document.spec.components[name].safe,
            outline=printable.trim,
            stock=printable.stock,
            folds=printable.folds,
            item=partial(printable.item, alike[0].number),
        )


class _Drawn(Struct, frozen=True):
    """The piece drawn as a printable's `number`th, and the fingerprints of its front, back and flap."""

    number: int
    piece: str
    looks: tuple[str, str, str]


def _drawn(drawer: Drawer, number: int, item: Item) -> _Drawn:
    front, back, flap = (
        "" if scene is None else drawer.prints.of((scene,), b"") for scene in (item.front, item.back, item.flap)
    )
    return _Drawn(number, item.piece, (front, back, flap))


def _unfolded(drawer: Drawer) -> Drawer:
    """The same, the pages of its texts one by one and not as they are folded; it counts for itself."""
    selection = drawer.selection
    document, spec = selection.document, selection.document.spec
    components = {
        name: replace(part, pages=replace(part.pages, impose="none")) if isinstance(part, PagedText) else part
        for name, part in spec.components.items()
    }
    unfolded = replace(document, spec=replace(spec, components=components))
    selection = replace(selection, titles=replace(selection.titles, document=unfolded))
    return replace(drawer, selection=selection, counts=FaceCounts())
