"""Seen before it is printed: what a printer, a knife or other eyes would spoil is told with its place."""

import re
from pathlib import Path

import numpy as np
import pytest
from cases import cases, data, put
from colours import simulated
from hypothesis import given, strategies as st
from msgspec.structs import replace
from PIL import Image

from generator.building.check import check
from generator.draw.colour.vision import VISIONS, distance, picture, seen
from generator.draw.geometry import geometry as geo
from generator.faces.outline import cut_line
from specs.model.shapes.outlines import Circle, PathData

SPEC = data(__file__)["SPEC"]


def spec(folder: Path, element: str, keys: str = "size: [40, 60]") -> Path:
    file = put(folder / "proof.yaml", SPEC.format(element=element, keys=keys))
    Image.new("RGB", (200, 100), "teal").save(folder / "coarse.png")
    return file


def warned(folder: Path, element: str, keys: str = "size: [40, 60]") -> list[str]:
    found = check(spec(folder, element, keys))
    assert found.faults == ()
    lines = [str(warning).replace(f"{folder}/", "").replace(": warning: ", ": ") for warning in found.warnings]
    return [line.replace("piece card: ", "") for line in lines]


@cases
def test_what_would_print_badly_is_told_at_its_element(
    element: str, keys: str, told: list[str], tmp_path: Path
) -> None:
    """Parts of each line that is told, in their order."""
    found = warned(tmp_path, element, keys)
    assert len(found) == len(told)
    for line, parts in zip(found, told, strict=True):
        for part in parts.split(" | "):
            assert part in line


@pytest.mark.parametrize("x", [6, 34])
def test_an_icon_near_the_cut_is_told_with_where_it_is_painted(x: int, tmp_path: Path) -> None:
    (found,) = warned(tmp_path, f"{{draw: icon, icon: star, at: [{x}, 30], size: 10}}")
    told = re.search(r"an icon or drawing from ([\d.]+), ([\d.]+) to ([\d.]+), ([\d.]+) mm", found)
    assert told is not None
    left, top, right, bottom = map(float, told.groups())
    assert (left + right) / 2 == pytest.approx(x, abs=0.2)
    assert 25 <= top < 30 < bottom <= 35
    assert 8 < right - left <= 10


def test_of_very_many_faces_some_of_all_are_compared(tmp_path: Path) -> None:
    """Each face has a letter of its own, but for the last tenth of them, which differ by their greys alone."""
    rows = ["id,mark,shade"]
    rows += [f"c{n},{n},white" for n in range(2700)]
    rows += [f"c{n},x,#{0x70 + n % 16:02x}{0x70 + n // 16 % 16:02x}{0x70 + n // 256:02x}" for n in range(2700, 3000)]
    (tmp_path / "many.csv").write_text("\n".join(rows), encoding="utf-8")
    element = "{draw: rect, fill: '{shade}'}\n      - {draw: text, text: '{mark}', box: [5, 20, 30, 9], size: 5}"
    (found,) = warned(tmp_path, element, "size: [40, 60]\n    rows: many.csv")
    assert "which differ by colours that" in found


# ---- round pieces ----------------------------------------------------------------------------------


@given(st.floats(0, 40), st.floats(5, 45))
def test_the_depth_in_a_circle_is_that_in_the_polygon_of_many_sides(x: float, y: float) -> None:
    cut = cut_line(Circle(40, 40), geo.ellipse(20, 25, 20, 20))
    assert cut is not None
    assert cut.round == pytest.approx((20, 25, 20))
    assert replace(cut, round=None).depth((x, y)) == pytest.approx(cut.depth((x, y)), abs=0.03)


@given(st.floats(-5, 45), st.floats(-5, 45))
def test_a_cut_that_is_not_drawn_to_its_end_is_closed(x: float, y: float) -> None:
    path = geo.parse_path("M20 40 L0 20 L0 0 L20 10 L40 0 L40 20")
    opened, closed = (cut_line(PathData(40, 50, ""), each) for each in (path, (*path, ("Z",))))
    assert opened is not None
    assert closed is not None
    assert opened.depth((x, y)) == pytest.approx(closed.depth((x, y)))


# ---- colours ---------------------------------------------------------------------------------------

COLOURS = st.tuples(*[st.floats(0, 1, width=32)] * 3)


@given(st.floats(0, 1), st.sampled_from(sorted(VISIONS)))
def test_greys_look_grey_to_everybody(level: float, eyes: str) -> None:
    assert seen((level, level, level), eyes) == pytest.approx((level, level, level), abs=2e-3)


@given(COLOURS, COLOURS, st.sampled_from(sorted(VISIONS)))
def test_a_distance_is_one(one: tuple[float, float, float], other: tuple[float, float, float], eyes: str) -> None:
    assert distance(one, other, eyes) == pytest.approx(distance(other, one, eyes))
    assert distance(one, one, eyes) == 0


def test_black_is_a_hundred_from_white() -> None:
    assert distance((0, 0, 0), (1, 1, 1), "grey") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("eyes", VISIONS)
def test_colours_and_pictures_are_seen_as_others_found(eyes: str) -> None:
    """Viénot's matrices are another source than the ones used; on a red they agree within a fifth."""
    colours = [(200, 30, 40), (20, 140, 60), (250, 220, 40), (10, 20, 30), (192, 57, 43)]
    image = Image.new("RGB", (5, 1))
    image.putdata(colours)
    turned = np.asarray(picture(image, eyes))[0] / 255
    for pixel, (red, green, blue) in zip(turned, colours, strict=True):
        assert pixel == pytest.approx(seen((red / 255, green / 255, blue / 255), eyes), abs=0.03)
    names = {"deutan": "deuteranopia", "protan": "protanopia", "tritan": "tritanopia", "grey": "grey"}
    linear = simulated(np.asarray(colours[-1:], dtype=float)[None] / 255, names[eyes])[0][0]
    expected = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)
    assert turned[-1] == pytest.approx(expected, abs=0.2)
