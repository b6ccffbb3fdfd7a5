"""Tuck boxes: nets that fold to a carton, as large as what they hold, drawn on all six sides."""

from itertools import pairwise
from pathlib import Path

import pytest
from cases import data
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Text, Use
from generator.faces.faces import Faces
from generator.faces.outline import trim
from specs.base.errors import SpecError
from specs.load import bundled, load
from specs.model.shapes.nets import Net, tuckbox

SPEC = data(__file__)["SPEC"]

sizes = st.tuples(st.floats(40, 120), st.floats(50, 150), st.floats(8, 40))


def spec(folder: Path, old: str = "", new: str = "") -> Path:
    assert old in SPEC
    (folder / "carton.yaml").write_text(SPEC.replace(old, new, 1), encoding="utf-8")
    return folder / "carton.yaml"


def inside(net: Net, x: float, y: float) -> bool:
    """Whether a point is paper: crossings of the outline to its right are odd."""
    ends = [*pairwise(net.outline), (net.outline[-1], net.outline[0])]
    hits = [(a, b) for a, b in ends if (a[1] > y) != (b[1] > y)]
    return sum(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) > x for a, b in hits) % 2 == 1


@given(sizes)
def test_the_sides_are_those_of_a_box(size: tuple[float, float, float]) -> None:
    width, height, depth = size
    sides = {side.name: side.box[2:] for side in tuckbox(*size).sides}
    assert sides["front"] == sides["back"] == (width, height)
    assert sides["left"] == sides["right"] == (depth, height)
    assert sides["top"] == sides["bottom"] == (width, depth)


@given(sizes)
def test_every_side_is_paper_and_every_fold_lies_between_paper(size: tuple[float, float, float]) -> None:
    net = tuckbox(*size)
    for side in net.sides:
        x, y, width, height = side.box
        assert inside(net, x + width / 2, y + height * 0.6), side.name
    for (x0, y0), (x1, y1) in net.folds:
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        aside = (0.5, 0.0) if x0 == x1 else (0.0, 0.5)
        assert inside(net, x + aside[0], y + aside[1])
        assert inside(net, x - aside[0], y - aside[1])


@given(sizes)
def test_all_of_the_net_lies_in_its_size(size: tuple[float, float, float]) -> None:
    net = tuckbox(*size)
    xs, ys = [x for x, _ in net.outline], [y for _, y in net.outline]
    assert min(xs) == pytest.approx(0, abs=1e-6)
    assert min(ys) == pytest.approx(0, abs=1e-6)
    assert (max(xs), max(ys)) == (pytest.approx(net.width), pytest.approx(net.height))


@given(sizes)
def test_the_sides_that_meet_when_folded_adjoin_at_a_fold(size: tuple[float, float, float]) -> None:
    """Left, front, right and back go round; the lid hangs on the back, the bottom on the front."""
    net = tuckbox(*size)
    boxes = {side.name: side.box for side in net.sides}

    def edge(name: str, which: str) -> tuple[float, ...]:
        x, y, width, height = boxes[name]
        return {
            "left": (x, y, x, y + height),
            "right": (x + width, y, x + width, y + height),
            "top": (x, y, x + width, y),
            "bottom": (x, y + height, x + width, y + height),
        }[which]

    def folded(line: tuple[float, ...]) -> bool:
        """Whether a fold goes all along a line, and perhaps further."""
        return any(
            min(x0, x1) <= line[0] + 1e-6
            and max(x0, x1) >= line[2] - 1e-6
            and min(y0, y1) <= line[1] + 1e-6
            and max(y0, y1) >= line[3] - 1e-6
            for (x0, y0), (x1, y1) in net.folds
        )

    for one, its, other, others in (
        ("left", "right", "front", "left"),
        ("front", "right", "right", "left"),
        ("right", "right", "back", "left"),
        ("back", "top", "top", "bottom"),
        ("front", "bottom", "bottom", "top"),
    ):
        assert edge(one, its) == pytest.approx(edge(other, others))
        assert folded(edge(one, its)), (one, other)
    assert folded(edge("left", "left")), "the tab that is glued behind the back's right edge"
    assert edge("back", "right")[3] - edge("back", "right")[1] == pytest.approx(boxes["left"][3])


def test_the_front_has_a_notch_for_a_thumb_and_the_back_has_none() -> None:
    net = tuckbox(60, 90, 20)
    places = {side.name: side.box for side in net.sides}
    for name, paper in (("front", False), ("back", True)):
        x, y, width, _ = places[name]
        assert inside(net, x + width / 2, y + 3) == paper


def test_it_is_as_large_as_the_largest_piece_and_as_deep_as_the_stack(tmp_path: Path) -> None:
    component = load(spec(tmp_path)).spec.components["box"]
    # poker is 63.5 × 88.9, a tile 50 × 70 upright; 1.5 mm of room; 50 pieces of 0.5 mm and 1 mm
    assert component.size == (65.0, 90.4)
    assert component.depth == 26.0


def test_a_box_of_a_given_size_needs_hold_nothing(tmp_path: Path) -> None:
    file = spec(tmp_path, "    size: fit\n    holds: [cards, tiles]\n", "    size: [50, 80]\n    depth: 18\n")
    document = load(file)
    assert geo.bounds(trim(document, "box")) == pytest.approx((0, 0, *whole(50, 80, 18)))


def whole(width: float, height: float, depth: float) -> tuple[float, float]:
    net = tuckbox(width, height, depth)
    return net.width, net.height


def test_each_side_is_drawn_with_its_own_size_and_the_top_upside_down(tmp_path: Path) -> None:
    document = load(spec(tmp_path))
    (piece,) = document.pieces["box"]
    scene = Faces(document).front(piece)
    sides = [node.children[0] for node in scene.nodes if isinstance(node, Group)]
    said = {each.text for use in sides if isinstance(use, Use) for each in use.scene.nodes if isinstance(each, Text)}
    assert {"front 65 90.4", "top 65 26", "left 26 90.4"} <= said
    turned = [node for node in scene.nodes if isinstance(node, Group) and node.matrix[0] == -1]
    assert len(turned) == 1


def test_every_side_lies_in_its_place_turned_or_not(tmp_path: Path) -> None:
    size = "    size: fit\n    holds: [cards, tiles]\n"
    document = load(spec(tmp_path, size, "    size: [50.5, 80.5]\n    depth: 17.5\n"))
    (piece,) = document.pieces["box"]
    scene = Faces(document).front(piece)
    drawn = [node for node in scene.nodes if isinstance(node, Group) and isinstance(node.children[0], Use)]
    for side, node in zip(tuckbox(50.5, 80.5, 17.5).sides, drawn, strict=True):
        x, y, width, height = side.box
        corners = {(px, py) for px in (x, x + width) for py in (y, y + height)}
        found = {geo.apply(node.matrix, px, py) for px in (0.0, width) for py in (0.0, height)}
        assert sorted(found) == [pytest.approx(corner) for corner in sorted(corners)]


WRONG = data(__file__)["WRONG"]


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_meant_is_refused(name: str, tmp_path: Path) -> None:
    old, new, expected = WRONG[name]
    with pytest.raises(SpecError) as error:
        load(spec(tmp_path, old, new), icons=(), fonts=())
    assert expected in str(error.value)


def test_the_boxes_of_bundled_games_are_printed_when_asked_for() -> None:
    boxes = [part for game in bundled() for part in load(game).spec.components.values() if part.shape == "tuckbox"]
    assert {box.when for box in boxes} == {"option.box"}
