"""Hexagons with `turns`: on their sheet each lies another way, and its back behind it all the same."""

from itertools import pairwise
from math import atan2, degrees

import pytest

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Scene
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Duplex, Item, Printable, SheetOptions

FRONT, BACK = Scene((0, 0, 34, 39.26), ()), Scene((0, 0, 34, 39.26), ())
ISLAND = Printable(
    id="island",
    title="Island",
    width=34,
    height=39.26,
    bleed=1,
    trim=geo.polyline(geo.hexagon(17, 19.63, 34, pointy=True), closed=True),
    lattice="hex-pointy",
    count=20,
    backs=True,
    item=lambda n: Item(f"island-{n}", FRONT, BACK),
    turns=True,
)
ONE_BEHIND = pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])


def sides(duplex: Duplex) -> tuple[Page, Page]:
    front, back = impose(pack([ISLAND], SheetOptions(duplex=duplex)))
    return front, back


def ways(page: Page) -> list[float]:
    """How far each piece of a page is turned, in degrees."""
    return [round(degrees(atan2(each.matrix[1], each.matrix[0]))) % 360 for each in page.placements]


def test_they_lie_in_all_six_turns_and_neighbours_differ() -> None:
    found = ways(sides("long-edge")[0])
    assert len({way % 60 for way in found}) == 1
    assert len(set(found)) == 6
    assert all(one != other for one, other in pairwise(found))


@ONE_BEHIND
def test_a_mark_pricked_through_a_front_comes_out_at_the_same_corner_of_its_back(duplex: Duplex) -> None:
    front, back = sides(duplex)
    for one, behind in zip(front.placements, back.placements, strict=True):
        for x, y in geo.hexagon(17, 19.63, 30, pointy=True):
            ahead = geo.apply(one.matrix, x, y)
            seen = (210 - ahead[0], ahead[1]) if duplex == "long-edge" else (ahead[0], 297 - ahead[1])
            # a face and its back have the same head, so left and right change places
            assert geo.apply(behind.matrix, 34 - x, y) == pytest.approx(seen, abs=1e-6)
