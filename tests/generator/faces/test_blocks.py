"""Blocks: nets that fold to a box, the six sides drawn on them, and what a spec must not say of them."""

from math import hypot
from pathlib import Path

import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st
from said import said

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Scene
from generator.faces.faces import Faces
from generator.faces.outline import trim
from specs.base.errors import SpecError
from specs.load import load
from specs.model.shapes.nets import net

DIE = data(__file__)["DIE"]

sizes = st.floats(8, 120)


def spec(folder: Path, old: str = "", new: str = "") -> Path:
    assert old in DIE
    (folder / "dice.yaml").write_text(DIE.replace(old, new, 1), encoding="utf-8")
    return folder / "dice.yaml"


@given(sizes, sizes, sizes)
def test_a_net_has_the_sides_of_its_box(width: float, height: float, depth: float) -> None:
    sides = {side.name: side.box[2:] for side in net(width, height, depth).sides}
    assert sides["front"] == sides["back"] == (width, height)
    assert sides["left"] == sides["right"] == (depth, height)
    assert sides["top"] == sides["bottom"] == (width, depth)


@given(sizes, sizes, sizes)
def test_a_sides_picture_reaches_beyond_it_where_no_other_side_is_joined(
    width: float, height: float, depth: float
) -> None:
    def edges(box: tuple[float, float, float, float]) -> list[tuple[float, ...]]:
        x, y, across, tall = box
        right, low = x + across, y + tall
        ends = ((x, y, x, low), (x, y, right, y), (right, y, right, low), (x, low, right, low))
        return [tuple(round(end, 6) for end in each) for each in ends]

    sides = net(width, height, depth).sides
    every = [edge for side in sides for edge in edges(side.box)]
    for side in sides:
        assert side.free == tuple(int(every.count(edge) == 1) for edge in edges(side.box)), side.name


@given(sizes, sizes, sizes)
def test_opposite_sides_add_up_to_seven(width: float, height: float, depth: float) -> None:
    pips = {side.name: side.pips for side in net(width, height, depth).sides}
    assert pips["front"] + pips["back"] == pips["left"] + pips["right"] == pips["top"] + pips["bottom"] == 7
    assert sorted(pips.values()) == [1, 2, 3, 4, 5, 6]


@given(sizes, sizes, sizes)
def test_a_net_is_one_simple_piece_inside_its_size(width: float, height: float, depth: float) -> None:
    shape = net(width, height, depth)
    corners = shape.outline
    assert len(set(corners)) == len(corners)
    assert min(x for x, _ in corners) == min(y for _, y in corners) == 0
    assert max(x for x, _ in corners) == pytest.approx(shape.width)
    assert max(y for _, y in corners) == pytest.approx(shape.height)
    edges = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    for number, (a, b) in enumerate(edges):
        for c, d in edges[number + 2 : len(edges) - (number == 0)]:
            assert not crosses(a, b, c, d)


@given(sizes, sizes, sizes)
def test_seven_tabs_close_the_seven_open_edges(width: float, height: float, depth: float) -> None:
    """A cube's net of six squares leaves seven pairs of free edges: one tab for each pair."""
    shape = net(width, height, depth)
    boxes = [side.box for side in shape.sides]
    assert len(shape.folds) == 12  # five between sides, seven to tabs
    area = sum(w * h for _, _, w, h in boxes)
    tabs = polygon_area(shape.outline) - area
    long = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in shape.folds]
    assert 0 < tabs < 7.0 * sum(long)
    assert len(shape.outline) - 14 == 10  # two corners of each tab stand out; the rest are corners of the sides


def crosses(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < -1e-6 and turn(c, d, a) * turn(c, d, b) < -1e-6


def polygon_area(corners: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def words(scene: Scene) -> set[str]:
    return {each.text for each in said(scene.nodes)}


def test_each_side_is_drawn_with_its_own_fields(tmp_path: Path) -> None:
    document = load(spec(tmp_path), icons=(), fonts=None)
    scene = Faces(document).front(document.pieces["die"][0])
    assert words(scene) == {"front 1 20 12", "right 2 30 12", "back 6 20 12", "top 3 20 30", "bottom 4 20 30", "glue"}


def test_the_same_block_is_one_scene(tmp_path: Path) -> None:
    document = load(spec(tmp_path, "    bleed: 1", "    bleed: 1\n    rows: {count: 3}"))
    faces = Faces(document)
    assert len({id(faces.front(piece)) for piece in document.pieces["die"]}) == 1


def test_a_block_is_cut_along_its_net(tmp_path: Path) -> None:
    document = load(spec(tmp_path))
    width, height = document.spec.components["die"].size_mm
    assert geo.bounds(trim(document, "die")) == pytest.approx((0, 0, width, height))
    assert width > 2 * (20 + 30)
    assert height > 12 + 2 * 30


@cases
def test_faults_of_a_block_say_what_is_wrong(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        load(spec(tmp_path, old, new), icons=())


def test_a_block_has_no_back_even_after_its_side_of_that_name_is_drawn(tmp_path: Path) -> None:
    document = load(spec(tmp_path))
    faces = Faces(document)
    (piece, *_) = document.pieces["die"]
    faces.front(piece)
    assert faces.back(piece) is None
