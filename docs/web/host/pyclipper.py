"""A browser's own clipping library, under the names that `generator.draw.geometry.areas` uses.

It is the same version of Clipper as pyclipper's, 6.4.2, in JavaScript, and counts in whole numbers too. It finds the
same outlines in another order, seldom with a point more or less. The worker registers it as `clipper`.
"""

from collections.abc import Sequence

from clipper import area, clip, grow, simplify
from pyodide.ffi import JsException, to_js

CT_INTERSECTION, CT_UNION, JT_ROUND, JT_MITER, ET_CLOSEDPOLYGON = 0, 1, 1, 2, 4
PT_SUBJECT, PT_CLIP, PFT_NONZERO = 0, 1, 1
Path = Sequence[tuple[int, int]]


class ClipperException(Exception):
    """Paths that enclose nothing."""


def SimplifyPolygons(paths: Sequence[Path], rule: int) -> list[list[list[int]]]:
    return simplify(to_js(paths), rule).to_py()


def Area(path: Path) -> float:
    return area(to_js(path))


def OpenPathsFromPolyTree(found: list[list[list[int]]]) -> list[list[list[int]]]:
    return found


class PyclipperOffset:
    def __init__(self, mitre: float, arc: float) -> None:
        self.how = mitre, arc
        self.paths: list[Path] = []

    def AddPaths(self, paths: Sequence[Path], join: int, end: int) -> None:
        self.paths, self.ends = [*self.paths, *paths], (join, end)

    def Execute(self, by: float) -> list[list[list[int]]]:
        return grow(to_js(self.paths), *self.how, *self.ends, by).to_py()


class Pyclipper:
    def __init__(self) -> None:
        self.added: list[tuple[Sequence[Path], int, bool]] = []

    def AddPaths(self, paths: Sequence[Path], kind: int, closed: bool) -> None:
        try:
            clip(to_js([[paths, kind, closed]]), CT_INTERSECTION, PFT_NONZERO)
        except JsException:
            raise ClipperException from None
        self.added.append((paths, kind, closed))

    def Execute(self, deed: int, rule: int, _: int) -> list[list[list[int]]]:
        return clip(to_js(self.added), deed, rule).to_py()

    Execute2 = Execute
