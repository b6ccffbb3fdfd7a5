"""Elements become nodes where geometry says, or are refused where they would print wrong."""

from math import sqrt
from pathlib import Path

import pytest
from cases import cases
from hypothesis import given, strategies as st
from PIL import Image as Picture

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Image, Path as Outline, Segment, Text, Use
from specs.base.errors import SpecError
from tests.generator.faces.described import described
from tests.generator.faces.written import front, fronts, written


@cases
def test_an_element_is_drawn_as_it_says(elements: str, drawn: str, tmp_path: Path) -> None:
    """Lines of `described`: a shape in its box, a text with its font, its size and its place, and their colours."""
    scene = front(tmp_path, elements)
    assert scene.box == (-3, -3, 66, 46), "the trim and its bleed"
    assert "\n".join(described(scene.nodes)) == drawn


@cases
def test_what_would_print_wrong_is_a_fault_with_its_piece(element: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        front(tmp_path, element, rows="[{name: One, v: 2, id: c}]")
    assert message in str(refused.value)


def test_options_decide_what_is_drawn(tmp_path: Path) -> None:
    file = written(tmp_path, "{draw: fiducial, id: 7, at: [20, 20], when: option.marks}")
    assert [len(scene.nodes) for scene in (*fronts(file), *fronts(file, frozenset({"marks"})))] == [0, 2]


@cases
def test_an_element_turns_about_its_own_middle(element: str, tmp_path: Path) -> None:
    (node,) = front(tmp_path, f"{{{element}, rotate: 30}}").nodes
    assert isinstance(node, Group)
    assert geo.apply(node.matrix, 30, 15) == pytest.approx((30, 15))
    x, y = geo.apply(node.matrix, 31, 15)
    assert (x, y) == pytest.approx((30 + 3**0.5 / 2, 15.5)), "clockwise: what was right of the middle goes down"


@cases
def test_opacity_reaches_every_kind_of_element(element: str, tmp_path: Path) -> None:
    found = [node for node, _ in geo.paint_box(front(tmp_path, f"{{{element}, opacity: 0.5}}").nodes)]
    assert found
    for leaf in found:
        assert isinstance(leaf, Outline | Text | Image)
        assert (leaf.paint.opacity if isinstance(leaf, Outline) else leaf.opacity) == 0.5


def test_an_icon_without_fill_is_hollow(tmp_path: Path) -> None:
    (icon,) = front(tmp_path, "{draw: icon, icon: star, at: [9, 9], size: 5, fill: none}").nodes
    assert isinstance(icon, Use)
    assert " fill " not in "\n".join(described(icon.scene.nodes))


# ---- files beside the spec -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_torn_picture_is_a_fault(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"torn.{kind.lower()}"
    Picture.effect_noise((100, 50), 80).save(file, kind)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(SpecError, match=r"which cannot be read .*expected a whole PNG"):
        front(tmp_path, f"{{draw: image, image: {file.name}, box: [0, 0, 9, 9]}}")


def test_a_picture_of_another_kind_is_a_fault(tmp_path: Path) -> None:
    Picture.new("RGB", (9, 9)).save(tmp_path / "moves.png", "GIF")
    with pytest.raises(SpecError, match=r"'moves.png', which is GIF inside"):
        front(tmp_path, "{draw: image, image: moves.png, box: [0, 0, 9, 9]}")


# ---- geometry --------------------------------------------------------------------------------------

COORDINATE = st.floats(-50, 50)


@given(st.tuples(*[COORDINATE] * 8))
def test_bounds_of_a_curve_touch_it_and_hold_it(numbers: tuple[float, ...]) -> None:
    x, y, *rest = numbers
    path: tuple[Segment, ...] = (("M", x, y), ("C", *rest))
    found = geo.bounds(path)
    assert found is not None
    (points,) = geo.flatten(path, 400)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    # 400 steps of a curve at most 300 mm long miss a turning point by well under 0.01 mm
    reached = (found[0], found[1], found[0] + found[2], found[1] + found[3])
    assert reached == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=0.01)
    assert found[0] <= min(xs) + 1e-9
    assert found[1] <= min(ys) + 1e-9


@pytest.mark.parametrize("angle", [-4e-278, -0.0, 0.0, 360.0, -360.0])
def test_a_turn_by_next_to_nothing_turns_nothing(angle: float) -> None:
    assert geo.rotation(angle, 3, 4) == pytest.approx((1, 0, 0, 1, 0, 0))


def test_circles_are_round_to_a_fortieth_of_a_percent() -> None:
    for points in geo.flatten(geo.ellipse(0, 0, 10, 10), 50):
        assert all(abs(sqrt(x * x + y * y) - 10) < 0.0028 for x, y in points)
