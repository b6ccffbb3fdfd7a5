"""Which components of a build a print shop takes, each in one of its sizes. mm."""

from __future__ import annotations

from msgspec import Struct

from generator.exports.faces import Face, faces, sides
from generator.plan.drawer import Drawer
from generator.plan.print_shops.shop import Shop, Size
from specs.base.errors import Fault


class Part(Struct, frozen=True):
    """A component as a shop takes it: in one of its sizes, `turned` where it lies on its side there."""

    component: str
    title: str
    size: Size
    turned: bool
    faces: tuple[Face, ...]

    @property
    def count(self) -> int:
        return sum(face.count for face in self.faces)

    @property
    def backed(self) -> bool:
        return any(face.back_name for face in self.faces)

    @property
    def pages(self) -> int:
        """How many a PDF has, in which each piece is as often as it is printed."""
        return self.count * (1 + self.backed)

    @property
    def pictures(self) -> int:
        return sum(1 for _ in sides(list(self.faces)))


def parts(drawer: Drawer, shop: Shop) -> tuple[list[Part], list[Fault]]:
    """The components that a shop takes, and what is wrong with the others."""
    found: list[Part] = []
    wrong: list[Fault] = []
    drawn: dict[str, list[Face]] = {}
    for face in faces(drawer):
        drawn.setdefault(face.component, []).append(face)
    for name, each in drawn.items():
        shape, size = drawer.selection.document.spec.components[name].shape, (each[0].width, each[0].height)
        fit, title, path = shop.fit(size, shape), drawer.selection.title(name), ("components", name, "size")
        if fit is not None:
            found.append(Part(name, title, *fit, tuple(each)))
            continue
        nearest = shop.nearest(size, shape)
        expected = (
            f"a flat piece that {shop.title} cuts"
            if nearest is None
            else f"a size of {shop.title}'s, nearest {nearest}"
        )
        what = f"{title} of {size[0]:g} × {size[1]:g} mm, {shape}"
        wrong.append(drawer.selection.document.fault("wrong-value", path, what, expected))
    return found, wrong
