"""Tuck boxes and blocks: nets that fold to a box, as large as what it holds, drawn on all six sides."""

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from pathlib import Path

import pytest
from cases import cases, data, put
from hypothesis import given, strategies as st
from said import words

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Use
from generator.faces.faces import Faces
from generator.faces.outline import trim
from specs.base.errors import SpecError
from specs.load import bundled, load
from specs.model.shapes.nets import Net, net, tuckbox

Size = tuple[float, float, float]
Point = tuple[float, float]
SIZES = st.tuples(st.floats(40, 120), st.floats(50, 150), st.floats(8, 40))
BLOCKS = st.tuples(*[st.floats(8, 120)] * 3)
BOTH = st.tuples(st.just(tuckbox), SIZES) | st.tuples(st.just(net), BLOCKS)
FIT = "    size: auto\n    box: {holds: {cards: 0.5, tiles: 0.5}}\n"


def spec(folder: Path, name: str, old: str = "", new: str = "") -> Path:
    text = data(__file__)[name]
    assert old in text
    return put(folder / "boxes.yaml", text.replace(old, new, 1))


def outline(shape: Net) -> list[tuple[Point, Point]]:
    return [*pairwise(shape.outline), (shape.outline[-1], shape.outline[0])]


def inside(shape: Net, x: float, y: float) -> bool:
    """Whether a point is paper: crossings of the outline to its right are odd."""
    hits = [(a, b) for a, b in outline(shape) if (a[1] > y) != (b[1] > y)]
    return sum(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > x for a, b in hits) % 2 == 1


# ---- nets --------------------------------------------------------------------------------------------


@given(BOTH)
def test_a_net_has_the_sides_of_its_box_and_lies_in_its_size(made: tuple[Callable[..., Net], Size]) -> None:
    kind, (width, height, depth) = made
    shape = kind(width, height, depth)
    sides = {side.name: side.box[2:] for side in shape.sides}
    assert sides["front"] == sides["back"] == (width, height)
    assert sides["left"] == sides["right"] == (depth, height)
    assert sides["top"] == sides["bottom"] == (width, depth)
    xs, ys = zip(*shape.outline, strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, shape.width, shape.height), abs=1e-6)


@given(SIZES)
def test_every_side_is_paper_and_every_fold_lies_between_paper(size: Size) -> None:
    shape = tuckbox(*size)
    for side in shape.sides:
        x, y, width, height = side.box
        assert inside(shape, x + width / 2, y + height * 0.6), side.name
    for (x0, y0), (x1, y1) in shape.folds:
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        aside = (0.5, 0.0) if x0 == x1 else (0.0, 0.5)
        assert inside(shape, x + aside[0], y + aside[1])
        assert inside(shape, x - aside[0], y - aside[1])


def edge(box: geo.Rectangle, which: str) -> tuple[float, ...]:
    x, y, width, height = box
    right, low = x + width, y + height
    return {"left": (x, y, x, low), "right": (right, y, right, low), "top": (x, y, right, y),
            "bottom": (x, low, right, low)}[which]  # fmt: skip


@given(SIZES)
def test_the_sides_that_meet_when_folded_adjoin_at_a_fold(size: Size) -> None:
    """Left, front, right and back go round; the lid hangs on the back, the bottom on the front."""
    shape = tuckbox(*size)
    boxes = {side.name: side.box for side in shape.sides}

    def folded(line: tuple[float, ...]) -> bool:
        """Whether a fold goes all along a line, and perhaps further."""
        ends = [(min(a, c), min(b, d), max(a, c), max(b, d)) for (a, b), (c, d) in shape.folds]
        low, high = line[:2], line[2:]
        return any(
            all(a <= b + 1e-6 for a, b in zip(fold[:2], low, strict=True))
            and all(a >= b - 1e-6 for a, b in zip(fold[2:], high, strict=True))
            for fold in ends
        )

    for one, its, other, others in data(__file__)["MEET"]:
        assert edge(boxes[one], its) == pytest.approx(edge(boxes[other], others))
        assert folded(edge(boxes[one], its)), (one, other)
    assert folded(edge(boxes["left"], "left")), "the tab that is glued behind the back's right edge"
    assert boxes["back"][3] == pytest.approx(boxes["left"][3])


def test_the_front_has_a_notch_for_a_thumb_and_the_back_has_none() -> None:
    shape = tuckbox(60, 90, 20)
    places = {side.name: side.box for side in shape.sides}
    for name, paper in (("front", False), ("back", True)):
        x, y, width, _ = places[name]
        assert inside(shape, x + width / 2, y + 3) == paper


@given(BLOCKS)
def test_a_sides_picture_reaches_beyond_it_where_no_other_side_is_joined(size: Size) -> None:
    sides, around = net(*size).sides, ("left", "top", "right", "bottom")
    edges = {side.name: [tuple(round(end, 6) for end in edge(side.box, each)) for each in around] for side in sides}
    every = [each for own in edges.values() for each in own]
    for side in sides:
        assert side.free == tuple(int(every.count(each) == 1) for each in edges[side.name]), side.name


@given(BLOCKS)
def test_opposite_sides_of_a_block_add_up_to_seven(size: Size) -> None:
    pips = {side.name: side.pips for side in net(*size).sides}
    assert pips["front"] + pips["back"] == pips["left"] + pips["right"] == pips["top"] + pips["bottom"] == 7
    assert sorted(pips.values()) == [1, 2, 3, 4, 5, 6]


@given(BLOCKS)
def test_a_block_is_one_simple_piece_whose_seven_tabs_close_its_seven_open_edges(size: Size) -> None:
    """A cube's net of six squares leaves seven pairs of free edges: one tab for each pair."""
    shape = net(*size)
    assert len(set(shape.outline)) == len(shape.outline)
    edges = outline(shape)
    for number, (a, b) in enumerate(edges):
        for c, d in edges[number + 2 : len(edges) - (number == 0)]:
            assert not (turn(a, b, c) * turn(a, b, d) < -1e-6 and turn(c, d, a) * turn(c, d, b) < -1e-6)
    assert len(shape.folds) == 12  # five between sides, seven to tabs
    whole = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges)) / 2
    tabs = whole - sum(side.box[2] * side.box[3] for side in shape.sides)
    assert 0 < tabs < 7.0 * sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in shape.folds)
    assert len(shape.outline) - 14 == 10  # two corners of each tab stand out; the rest are corners of the sides


def turn(p: Point, q: Point, r: Point) -> float:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


# ---- specs -------------------------------------------------------------------------------------------


def test_it_is_as_large_as_the_largest_piece_and_as_deep_as_the_stack(tmp_path: Path) -> None:
    component = load(spec(tmp_path, "BOX")).spec.components["box"]
    # poker is 63.5 × 88.9, a tile 50 × 70 upright; 1.5 mm of room; 50 pieces of 0.5 mm and 1 mm
    assert (component.size, component.box.depth) == ((65.0, 90.4), 26.0)


def test_a_box_of_a_given_size_needs_hold_nothing_and_is_cut_along_its_net(tmp_path: Path) -> None:
    document, shape = (
        load(spec(tmp_path, "BOX", FIT, "    size: [50, 80]\n    box: {depth: 18}\n")),
        tuckbox(50, 80, 18),
    )
    assert geo.bounds(trim(document, "box")) == pytest.approx((0, 0, shape.width, shape.height))
    document, shape = load(spec(tmp_path, "DIE")), net(20, 12, 30)
    assert geo.bounds(trim(document, "die")) == pytest.approx((0, 0, shape.width, shape.height))


def test_every_side_lies_in_its_place_with_its_own_fields_and_the_top_upside_down(tmp_path: Path) -> None:
    document = load(spec(tmp_path, "BOX", FIT, "    size: [50.5, 80.5]\n    box: {depth: 17.5}\n"))
    scene = Faces(document).front(document.pieces["box"][0])
    assert {"front 50.5 80.5", "top 50.5 17.5", "left 17.5 80.5"} <= set(words(scene.nodes))
    drawn = [node for node in scene.nodes if isinstance(node, Group) and isinstance(node.children[0], Use)]
    assert sum(node.matrix[0] == -1 for node in drawn) == 1
    for side, node in zip(tuckbox(50.5, 80.5, 17.5).sides, drawn, strict=True):
        x, y, width, height = side.box
        corners = {(px, py) for px in (x, x + width) for py in (y, y + height)}
        found = {geo.apply(node.matrix, px, py) for px in (0.0, width) for py in (0.0, height)}
        assert sorted(found) == [pytest.approx(corner) for corner in sorted(corners)]


def test_each_side_of_a_block_is_drawn_with_its_own_fields_once_for_all_and_has_no_back(tmp_path: Path) -> None:
    document = load(spec(tmp_path, "DIE", "    print: {bleed: 1}", "    print: {bleed: 1}\n    rows: {count: 3}"))
    faces, dice = Faces(document), document.pieces["die"]
    said = set(words(faces.front(dice[0]).nodes))
    assert said == {"front 1 20 12", "right 2 30 12", "back 6 20 12", "top 3 20 30", "bottom 4 20 30", "glue"}
    assert len({id(faces.front(piece)) for piece in dice}) == 1
    assert faces.back(dice[0]) is None


@cases
def test_what_cannot_be_meant_is_refused(spec_: str, old: str, new: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        load(spec(tmp_path, spec_, old, new), icons=(), fonts=())
    assert told in str(refused.value)


def test_each_bundled_game_has_a_box_unless_it_is_left_out() -> None:
    boxes = [part for game in bundled() for part in load(game).spec.components.values() if part.shape == "tuckbox"]
    assert [box.when for box in boxes] == ["not option.boxless"] * 4
