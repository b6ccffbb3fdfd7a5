"""Seen before it is printed: what a printer, a knife or other eyes would spoil is told with its place."""

import re
from pathlib import Path

import numpy as np
import pytest
from cases import cases, data
from colours import SIMULATIONS, simulated
from command import generator
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from generator.building.check import check
from generator.draw.colour.vision import VISIONS, distance, picture, seen
from generator.draw.geometry import geometry as geo
from generator.faces.outline import cut_line
from specs.load import bundled
from specs.model.shapes.outlines import Circle, PathData

SPEC = data(__file__)["SPEC"]


def spec(folder: Path, element: str, *changes: tuple[str, str]) -> Path:
    text = SPEC.replace("ELEMENT", element)
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file = folder / "proof.yaml"
    file.write_text(text, encoding="utf-8")
    Image.new("RGB", (200, 100), "teal").save(folder / "coarse.png")
    return file


def warned(folder: Path, element: str, *changes: tuple[str, str]) -> list[str]:
    found = check(spec(folder, element, *changes))
    assert found.faults == ()
    lines = [str(warning).replace(f"{folder}/", "").replace(": warning: ", ": ") for warning in found.warnings]
    return [line.replace("piece card: ", "") for line in lines]


BAD = data(__file__)["BAD"]


@pytest.mark.parametrize("name", BAD)
def test_what_would_print_badly_is_told_at_its_element(name: str, tmp_path: Path) -> None:
    element, expected = BAD[name]
    (found,) = warned(tmp_path, element)
    assert expected in found
    assert found.startswith("proof.yaml:10:")


@cases
def test_what_prints_well_is_told_nothing(element: str, tmp_path: Path) -> None:
    assert warned(tmp_path, element) == []


def test_a_picture_cut_to_its_box_is_judged_by_what_shows(tmp_path: Path) -> None:
    # 64 × 32 mm behind a window of 30 × 32: its edges cannot be seen, its pixels can
    (found,) = warned(tmp_path, "{draw: image, image: coarse.png, box: [5, 10, 30, 32], fit: cover}")
    assert "on 64 × 32 mm, 79 dpi" in found
    *_, shown = warned(tmp_path, "{draw: image, image: coarse.png, box: [0.5, 10, 30, 32], fit: cover}")
    assert "from 0.5, 10.0 to 30.5, 42.0 mm" in shown


@pytest.mark.parametrize("x", [6, 34])
def test_an_icon_near_the_cut_is_told_with_where_it_is_painted(x: int, tmp_path: Path) -> None:
    (found,) = warned(tmp_path, f"{{draw: icon, icon: star, at: [{x}, 30], size: 10}}")
    told = re.search(r"an icon or drawing from ([\d.]+), ([\d.]+) to ([\d.]+), ([\d.]+) mm", found)
    assert told is not None
    left, top, right, bottom = map(float, told.groups())
    assert (left + right) / 2 == pytest.approx(x, abs=0.2)
    assert 25 <= top < 30 < bottom <= 35
    assert 8 < right - left <= 10


def test_a_piece_without_bleed_may_be_filled_to_its_edge(tmp_path: Path) -> None:
    element = "{draw: image, image: coarse.png, box: [0, 10, 40, 20], fit: stretch}"
    changes = ("    front:", "    bleed: 0\n    front:")
    assert [line for line in warned(tmp_path, element, changes) if "dpi" not in line] == []
    assert len([line for line in warned(tmp_path, element) if "dpi" not in line]) == 1


# ---- colours alone ---------------------------------------------------------------------------------


def coloured(folder: Path, *colours: str, mark: str = "") -> list[str]:
    rows = ", ".join(f"{{id: c{i}, colour: '{name}', n1: {i}}}" for i, name in enumerate(colours))
    element = "{draw: circle, at: [20, 30], r: 9, fill: '{colour}'}" + mark
    return warned(folder, element, ("    front:", f"    rows: {{list: [{rows}]}}\n    front:"))


def test_red_and_green_of_one_lightness_are_told_with_whom_they_fail(tmp_path: Path) -> None:
    (found,) = coloured(tmp_path, "#c0392b", "#6b7d1e", "white")
    assert found.startswith("proof.yaml:10:7: fronts of c0 and c1, which differ by colours that ")
    assert "deutan" in found
    assert "a grey print" in found
    assert found.endswith("; expected a letter, an icon or a pattern that differs, or a lighter and a darker colour")


def test_each_pair_is_counted(tmp_path: Path) -> None:
    (found,) = coloured(tmp_path, "#808080", "#828282", "#848484")
    assert "(and 2 pairs more)" in found


def test_black_and_white_and_a_letter_are_enough(tmp_path: Path) -> None:
    assert coloured(tmp_path, "black", "white") == []
    letter = "\n      - {draw: text, text: '{n1}', box: [15, 45, 10, 8]}"
    assert coloured(tmp_path, "#c0392b", "#6b7d1e", mark=letter) == []


def test_backs_are_compared_too(tmp_path: Path) -> None:
    element = "{draw: text, text: '{id}', box: [5, 5, 30, 8]}\n    back: [{draw: rect, fill: '{colour}'}]"
    rows = "rows: {list: [{id: a, colour: '#777777'}, {id: b, colour: '#7b7b7b'}]}"
    (found,) = warned(tmp_path, element, ("    front:", f"    {rows}\n    front:"))
    assert "backs of a and b" in found


def test_of_very_many_faces_some_of_all_are_compared(tmp_path: Path) -> None:
    """Each face has a letter of its own, but for the last tenth of them, which differ by their greys alone."""
    rows = ["id,mark,shade"]
    rows += [f"c{n},{n},white" for n in range(2700)]
    rows += [f"c{n},x,#{0x70 + n % 16:02x}{0x70 + n // 16 % 16:02x}{0x70 + n // 256:02x}" for n in range(2700, 3000)]
    (tmp_path / "many.csv").write_text("\n".join(rows), encoding="utf-8")
    element = "{draw: rect, fill: '{shade}'}\n      - {draw: text, text: '{mark}', box: [5, 20, 30, 9], size: 5}"
    (found,) = warned(tmp_path, element, ("    front:", "    rows: {csv: many.csv}\n    front:"))
    assert "which differ by colours that" in found


# ---- round pieces ----------------------------------------------------------------------------------


def shaped(folder: Path, shape: str, element: str) -> list[str]:
    return warned(folder, element, ("    size: [40, 60]", f"    {shape}\n    safe: 3"))


ROUND, HEX = "shape: circle\n    size: 40", "shape: hex-flat\n    size: 40"
HEART = "shape: outline\n    size: [40, 40]\n    outline: M20 40 L0 20 L0 0 L20 10 L40 0 L40 20 Z"


@cases
def test_a_cut_that_is_no_rectangle_is_kept_away_from_as_it_is(
    shape: str, element: str, said: str, tmp_path: Path
) -> None:
    (found,) = shaped(tmp_path, shape, element)
    assert said in found
    assert "mm from the cut at" in found


@cases
def test_what_keeps_away_or_is_meant_to_be_cut_is_told_nothing(shape: str, element: str, tmp_path: Path) -> None:
    assert shaped(tmp_path, shape, element) == []


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


# ---- the commands ----------------------------------------------------------------------------------


def test_strict_makes_each_warning_a_fault_and_writes_nothing(tmp_path: Path) -> None:
    file = spec(tmp_path, "{draw: line, points: [[5, 5], [20, 5]], stroke_width: 0.05}")
    line = "proof.yaml:10:30: {}piece card: a line 0.05 mm wide; expected lines of at least 0.1 mm (0.3 pt)\n"
    done = generator("check", file.name, "--strict", cwd=tmp_path)
    assert (done.status, done.err, done.out) == (2, line.format(""), "")
    assert generator("check", file.name, "--strict", "--json", cwd=tmp_path).status == 2
    assert generator("check", file.name, "--json", cwd=tmp_path).status == 0
    done = generator("build", file.name, "--strict", "--format", "pdf", cwd=tmp_path)
    assert (done.status, done.err) == (2, line.format(""))
    assert not (tmp_path / "output" / "proof").exists()
    done = generator("build", file.name, "--format", "pdf", cwd=tmp_path)
    assert (done.status, done.err) == (0, line.format("warning: "))
    assert (tmp_path / "output" / "proof" / "proof.pdf").is_file()


@pytest.mark.parametrize("game", bundled())
def test_the_bundled_games_are_seen_to_be_right(game: str) -> None:
    assert check(game).warnings == ()


@pytest.mark.parametrize("eyes", VISIONS)
def test_a_preview_is_shown_as_others_see_it(eyes: str, tmp_path: Path) -> None:
    file = spec(tmp_path, "{draw: circle, at: [20, 30], r: 15, fill: '#c0392b'}")
    assert generator("preview", file, "--out", "plain", cwd=tmp_path).status == 0
    done = generator("preview", file, "--vision", eyes, "--out", "seen", cwd=tmp_path)
    assert done.out.strip().endswith(f"proof-preview-{eyes}.png")
    with Image.open(tmp_path / "plain" / "proof-preview.png") as plain:
        whole = np.asarray(plain.convert("RGB"), dtype=float) / 255
    with Image.open(tmp_path / "seen" / f"proof-preview-{eyes}.png") as other:
        shown = np.asarray(other.convert("RGB"), dtype=float) / 255
    # Viénot's matrices are another source than the ones used; on a red they agree within a fifth
    names = {"deutan": "deuteranopia", "protan": "protanopia", "tritan": "tritanopia", "grey": "grey"}
    expected = simulated(whole, names[eyes])
    expected = np.where(
        expected <= 0.0031308, expected * 12.92, 1.055 * np.maximum(expected, 1e-9) ** (1 / 2.4) - 0.055
    )
    assert np.abs(shown - expected).max() < 0.2
    assert np.abs(shown - expected).mean() < 0.01
    assert set(names.values()) == {*SIMULATIONS, "grey"}


def test_unknown_eyes_are_named(tmp_path: Path) -> None:
    done = generator("preview", spec(tmp_path, "{draw: rect}"), "--vision", "detan", cwd=tmp_path)
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "--vision: 'detan'" in done.err.replace(";", ":")
    assert "did you mean 'deutan'" in done.err


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


def test_a_picture_is_turned_as_its_colours_are() -> None:
    colours = [(200, 30, 40), (20, 140, 60), (250, 220, 40), (10, 20, 30)]
    image = Image.new("RGB", (4, 1))
    image.putdata(colours)
    for eyes in VISIONS:
        turned = np.asarray(picture(image, eyes))[0] / 255
        for pixel, (red, green, blue) in zip(turned, colours, strict=True):
            assert pixel == pytest.approx(seen((red / 255, green / 255, blue / 255), eyes), abs=0.03)
