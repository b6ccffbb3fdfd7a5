"""Printers: profiles that are stored once, found by name and never half-written; the pages they are read off;
colours that come out nearer to what is meant."""

import sys
from collections.abc import Callable
from itertools import chain
from math import hypot
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from cases import cases, data
from command import generator
from foreign import run
from hypothesis import given, strategies as st
from pieces import edges, within

from generator import load
from generator.draw.colour import vision
from generator.draw.colour.vision import DARK, LIGHT, MATCH, Corrected, Tone, corrected, ink, printed, tones
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Gradient, Page, Paint, Path as Drawn, Scene, Stop, Text
from generator.plan.printers import Profile, coloured, get, load as profiles, merging, store
from generator.sheets.handouts.calibration import REACH, correction, pages, stations
from generator.sheets.imposition.sections import scaled
from generator.sheets.printable import SheetOptions
from specs.base.errors import SpecError
from specs.base.folders import user_settings
from specs.model.shapes.sizes import PAPERS as NAMED


def test_profiles_lie_with_the_users_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = user_settings()
    assert folder.name == "tideline"
    assert store("kitchen", Profile(1, 2)) == folder / "printers.json"
    assert get("kitchen") == Profile(1, 2)
    assert sys.platform != "linux" or folder == tmp_path / "tideline"


def test_a_stored_profile_is_found_again(tmp_path: Path) -> None:
    store("kitchen", Profile(1.5, -0.5, 0.2), tmp_path)
    store("office", Profile(0, 1), tmp_path)
    store("kitchen", Profile(1.25, -0.5), tmp_path)
    assert profiles(tmp_path) == {"kitchen": Profile(1.25, -0.5), "office": Profile(0, 1)}
    assert [file.name for file in tmp_path.iterdir()] == ["printers.json"]


@cases
def test_a_broken_file_is_named_and_kept(text: str, tmp_path: Path) -> None:
    (tmp_path / "printers.json").write_text(text, encoding="latin-1")
    with pytest.raises(SpecError, match=r"printers\.json"):
        profiles(tmp_path)
    with pytest.raises(SpecError):
        store("kitchen", Profile(), tmp_path)
    assert (tmp_path / "printers.json").read_text(encoding="latin-1") == text


@pytest.mark.parametrize("profile", [Profile(21, 0), Profile(0, -21), Profile(0, 0, 6), Profile(float("nan"), 0)])
def test_figures_that_cannot_be_meant_are_refused(profile: Profile, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="expected between"):
        store("kitchen", profile, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["", "-x", "a/b", "k" * 41, "a\nb", "kitchen\n", "kitchen\r"])
def test_names_that_cannot_be_typed_again_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="printer's name"):
        store(name, Profile(), tmp_path)


# ---- scale and margins -------------------------------------------------------------------------------


def test_a_printer_that_prints_too_small_prints_true_with_its_profile() -> None:
    """What is 100 mm on the page, printed by a printer that makes 99 of 100 mm, is 100 mm on paper, on both sides."""
    scale = Profile(across_100_mm=99, down_100_mm=101).scale
    box = (10.0, 10.0, 100.0, 100.0)
    line = Drawn((("M", 55.0, 98.5), ("L", 155.0, 198.5)), Paint(stroke=(0, 0, 0)))
    for side in ("front", "back"):
        page = scaled(Page(210, 297, (line,), box, box, ("card",), side), scale)  # type: ignore[arg-type]
        ((_, (x, y, across, down)),) = geo.paint_box(page.nodes)
        assert (across * 0.99, down * 1.01) == pytest.approx((100, 100), abs=0.4)  # half a line's width at each end
        assert (x + across / 2, y + down / 2) == pytest.approx((105, 148.5))


@cases
def test_margins_are_kept_on_both_sides(duplex: str, area: tuple[float, ...]) -> None:
    options = SheetOptions(margins=(5, 6, 7, 12), duplex=duplex)  # type: ignore[arg-type]
    found = options.area
    assert (found.x, found.y, found.width, found.height) == area


# ---- a printer's colours ---------------------------------------------------------------------------

Colour = tuple[float, float, float]
Printer = Callable[[Colour], Colour]
AS_IT_SHOULD = tones([1, 5, 1] * 4)
SRGB_LIGHT = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: Colour) -> np.ndarray:
    value = np.asarray(colour)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(colour: Colour) -> np.ndarray:
    x, y, z = (SRGB_LIGHT @ linear(colour)) / np.array([0.9505, 1.0, 1.089])
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def apart(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(lab(one) - lab(other)))


def press(gain: Colour, lost: float, dirty: float) -> Printer:
    """A printer whose dots of each ink spread by `gain` in the middle, whose dots up to `lost` are lost, and whose full
    ink is reached before all of it is asked for."""

    def out(colour: Colour) -> Colour:
        found = []
        for value, spread in zip(colour, gain, strict=True):
            dots = 1 - float(linear((value, value, value))[0])
            dots = 0.0 if dots < lost else dots
            dots = min(1.0, dots + 4 * spread * dots * (1 - dots) + dirty * dots)
            rest = 1 - dots
            found.append(12.92 * rest if rest <= 0.0031308 else 1.055 * rest ** (1 / 2.4) - 0.055)
        return found[0], found[1], found[2]

    return out


PRINTERS = {
    "even": press((0.0, 0.0, 0.0), 0.0, 0.0),
    "heavy": press((0.18, 0.18, 0.18), 0.03, 0.05),
    "cold": press((0.22, 0.10, 0.06), 0.05, 0.03),
    "weak": press((-0.12, -0.12, -0.08), 0.06, 0.0),
}


def read(printer: Printer) -> list[int]:
    """What an eye reads off the page: 2 of CIE 1976 can just be seen, and half the linear is matched."""
    found = []
    for row in range(4):
        full, paper = printer(ink(row, 0.0)), printer(ink(row, 1.0))
        half = (linear(full) + linear(paper)) / 2
        dark = (n for n, v in enumerate(DARK, 1) if apart(printer(ink(row, v / 255)), full) > 2)
        pale = (n for n, v in enumerate(LIGHT, 1) if apart(printer(ink(row, v / 255)), paper) > 2)
        near = [abs(float((linear(printer(ink(row, v / 255))) - half).sum())) for v in MATCH]
        found += [next(dark, len(DARK) + 1), near.index(min(near)) + 1, next(pale, len(LIGHT) + 1)]
    return found


def palette() -> list[Colour]:
    grid = np.linspace(0.12, 0.92, 5)
    return [(float(r), float(g), float(b)) for r in grid for g in grid for b in grid]


@pytest.mark.parametrize(("name", "share"), [("heavy", 0.6), ("cold", 0.6), ("weak", 0.8)])
def test_what_is_corrected_comes_out_nearer_to_what_is_meant(name: str, share: float) -> None:
    printer = PRINTERS[name]
    rows = tones(read(printer))
    before = [apart(colour, printer(colour)) for colour in palette()]
    after = [apart(colour, printer(corrected(colour, rows))) for colour in palette()]
    told = [apart(printed(colour, rows), printer(colour)) for colour in palette()]
    assert median(after) < share * median(before), (median(before), median(after))
    assert median(told) < share * median(before), (median(before), median(told))


def test_a_printer_that_is_right_is_read_so_and_left_alone() -> None:
    rows = tones(read(PRINTERS["even"]))
    assert max(apart(colour, corrected(colour, rows)) for colour in palette()) < 6
    assert max(apart(colour, corrected(colour, AS_IT_SHOULD)) for colour in palette()) < 1.5


@given(
    st.tuples(*[st.floats(0, 1)] * 3),
    st.tuples(*[st.builds(Tone, st.integers(1, 8), st.integers(1, 9), st.integers(1, 8))] * 4),
)
def test_any_reading_gives_colours_that_there_are(colour: Colour, rows: tuple[Tone, Tone, Tone, Tone]) -> None:
    for found in (printed(colour, rows), corrected(colour, rows)):
        assert all(-1e-9 <= channel <= 1 + 1e-9 for channel in found)


def test_distances_are_those_of_another_reckoning() -> None:
    for one, other in zip(palette(), palette()[7:], strict=False):
        assert vision.distance(one, other) == pytest.approx(apart(one, other), rel=0.04, abs=0.4)


def test_numbers_that_no_page_has_are_refused_and_others_are_kept(tmp_path: Path) -> None:
    for reading in ("1,5,1", ",".join(["1"] * 11 + ["9.5"]), ",".join(["0"] * 12), ",".join(["x"] * 12)):
        with pytest.raises(SpecError):
            store("kitchen", coloured("kitchen", reading), tmp_path)
    store("kitchen", Profile(1.5, -0.5, colours=(1, 5, 1) * 4), tmp_path)
    store("kitchen", Profile(0.5, 0.0), tmp_path)
    assert profiles(tmp_path)["kitchen"] == Profile(0.5, 0.0, colours=(1, 5, 1) * 4)


def test_players_and_text_that_merge_on_a_printer_are_told(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(data(__file__)["MERGING"])
    store("dark", Profile(colours=(6, 8, 2) * 4))
    found = [fault.found for fault in merging(load(tmp_path / "s.yaml"), "dark")]
    assert [text.partition(",")[0] for text in found] == ["navy and black", "'dusk' on 'c'"]
    store("plain", Profile())
    with pytest.raises(SpecError, match="of whose colours nothing is stored"):
        merging(load(tmp_path / "s.yaml"), "plain")


def test_shapes_letters_and_fades_are_corrected_and_what_a_camera_reads_is_not() -> None:
    rows = tones([3, 7, 2] * 4)
    brown, dark = (0.4, 0.3, 0.2), (0.0, 0.0, 0.0)
    square = (("M", 0.0, 0.0), ("L", 5.0, 0.0), ("L", 5.0, 5.0), ("Z",))
    fading = Gradient((0, 0, 1, 0), (Stop(0.0, brown, 1.0), Stop(1.0, brown, 1.0)))
    letters = Text(0, 5, "a", Font("f", Path("f")), 3, brown, gradient=fading)
    shapes = (Drawn(square, Paint(fill=brown)), Drawn(square, Paint(fill=dark, exact=True)), letters)
    painted, exact, written = Corrected("normal", rows)(Scene((0, 0, 9, 9), shapes)).nodes
    assert painted.paint.fill == written.fill == corrected(brown, rows) != brown
    assert {stop.colour for stop in written.gradient.stops} == {written.fill}
    assert exact.paint.fill == dark


@pytest.mark.parametrize("colour", [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (1.0, 0.0, 0.0)])
def test_paper_and_full_ink_are_sent_as_they_are(colour: Colour) -> None:
    rows = tones([4, 7, 4] * 4)
    assert corrected(colour, rows) == pytest.approx(colour)


@pytest.mark.parametrize("figures", ["[1e999]", "[1.5, 5, 1, 1, 5, 1, 1, 5, 1, 1, 5, 1]", '"abc"', "5"])
def test_stored_colours_that_are_no_whole_numbers_are_a_broken_profile(figures: str, tmp_path: Path) -> None:
    (tmp_path / "printers.json").write_text(f'{{"k": {{"colours": {figures}}}}}')
    with pytest.raises(SpecError, match="a broken profile 'k'"):
        profiles(tmp_path)


# ---- the calibration pages -------------------------------------------------------------------------

PAPERS = [*NAMED.values(), (297.0, 210.0), (279.4, 215.9), (148.0, 210.0)]


def straight(page: Page, width: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Straight straight of a stroke width, as pairs of points."""
    return [
        (node.segments[0][1:], node.segments[1][1:])
        for node in page.nodes
        if isinstance(node, Drawn) and len(node.segments) == 2 and node.paint.width == width
    ]


@pytest.mark.parametrize("size", PAPERS, ids=str)
def test_nothing_reaches_the_papers_edge(size: tuple[float, float]) -> None:
    paper = (2, 2, size[0] - 2, size[1] - 2)
    assert all(within(edges(box), paper, 0) for page in pages(*size) for _, box in geo.paint_box(page.nodes))


@pytest.mark.parametrize("size", PAPERS, ids=str)
def test_the_fronts_crosses_are_the_middles_of_the_backs_scales(size: tuple[float, float]) -> None:
    """Both flips: mirrored in x or in y, a cross comes to lie on one of the two scales' zero."""
    front, back = pages(*size)
    place = stations(*size)
    crosses = {(place.x, place.top), (place.x, place.bottom)}
    drawn = {((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in straight(front, 0.35)}
    assert drawn == crosses
    zeros = [(node.x, node.y) for node in back.nodes if isinstance(node, Text) and node.text == "0"]
    assert len(zeros) == 4
    for flip in (lambda x, y: (size[0] - x, y), lambda x, y: (x, size[1] - y)):
        behind = sorted(flip(*cross) for cross in crosses)
        assert [*chain(*behind)] == pytest.approx([*chain(*sorted(crosses))])
        for x, y in behind:
            assert any(abs(zx - x) < 0.01 and 0 < y - zy < REACH + 8 for zx, zy in zeros)


@pytest.mark.parametrize("missed", [(1.5, -0.75, 0.0), (0.0, 0.0, 0.4), (-2.0, 1.0, -0.3)])
def test_the_reading_undoes_what_the_printer_did(missed: tuple[float, float, float]) -> None:
    """A printer that misses by the opposite of a correction shows exactly that correction at the two crosses."""
    width, height = 210.0, 297.0
    x, y, skew = missed
    place = stations(width, height)
    right = geo.multiply(geo.translate(x, y), geo.rotation(skew, width / 2, height / 2))
    readings = []
    for at in (place.top, place.bottom):
        moved = geo.apply(right, place.x, at)  # where the back's scale would have to be
        readings.append((moved[0] - place.x, moved[1] - at))
    found = correction(readings[0], readings[1], width, height)
    assert hypot(found[0] - x, found[1] - y) < 0.01
    assert found[2] == pytest.approx(skew, abs=0.005)


def test_the_pages_say_what_to_type(tmp_path: Path) -> None:
    generator("calibrate", cwd=tmp_path)
    text = run("pdftotext", "-layout", "output/calibration.pdf", "-", cwd=tmp_path)
    assert "generator calibrate --set kitchen X,Y --bottom X,Y" in " ".join(text.split())
