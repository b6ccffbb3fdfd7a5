"""A printer's colours: read off a page of swatches by an eye that is simulated, told, and corrected. The printers
are of another kind than the model: inks on paper, whose dots spread and whose lightest dots are lost."""

from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import load
from generator.draw.colour import vision
from generator.draw.colour.vision import DARK, LIGHT, MATCH, Corrected, Tone, corrected, ink, printed, tones
from generator.draw.scene import Font, Gradient, Paint, Scene, Stop, Text
from generator.draw.scene import Path as Drawn
from generator.plan.printers import Profile, coloured, merging, store
from generator.plan.printers import load as profiles
from specs.base.errors import SpecError

Colour = tuple[float, float, float]
Printer = Callable[[Colour], Colour]
AS_IT_SHOULD = tones([1, 5, 1] * 4)
SRGB_LIGHT = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def light(colour: Colour) -> np.ndarray:
    value = np.asarray(colour)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(colour: Colour) -> np.ndarray:
    x, y, z = (SRGB_LIGHT @ light(colour)) / np.array([0.9505, 1.0, 1.089])
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
            dots = 1 - float(light((value, value, value))[0])
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
    """What an eye reads off the page: 2 of CIE 1976 can just be seen, and half the light is matched."""
    found = []
    for row in range(4):
        full, paper = printer(ink(row, 0.0)), printer(ink(row, 1.0))
        half = (light(full) + light(paper)) / 2
        dark = (n for n, v in enumerate(DARK, 1) if apart(printer(ink(row, v / 255)), full) > 2)
        pale = (n for n, v in enumerate(LIGHT, 1) if apart(printer(ink(row, v / 255)), paper) > 2)
        near = [abs(float((light(printer(ink(row, v / 255))) - half).sum())) for v in MATCH]
        found += [next(dark, len(DARK) + 1), near.index(min(near)) + 1, next(pale, len(LIGHT) + 1)]
    return found


def palette() -> list[Colour]:
    grid = np.linspace(0.12, 0.92, 5)
    return [(float(r), float(g), float(b)) for r in grid for g in grid for b in grid]


@pytest.mark.parametrize(("name", "share"), [("heavy", 0.6), ("cold", 0.6), ("weak", 0.8)])
def test_what_is_corrected_comes_out_nearer_to_what_is_meant(name: str, share: float) -> None:
    printer = PRINTERS[name]
    rows = tones(read(printer))
    assert rows is not None
    before = [apart(colour, printer(colour)) for colour in palette()]
    after = [apart(colour, printer(corrected(colour, rows))) for colour in palette()]
    told = [apart(printed(colour, rows), printer(colour)) for colour in palette()]
    assert median(after) < share * median(before), (median(before), median(after))
    assert median(told) < share * median(before), (median(before), median(told))


def test_a_printer_that_is_right_is_read_so_and_left_alone() -> None:
    rows = tones(read(PRINTERS["even"]))
    assert rows is not None
    assert max(apart(colour, corrected(colour, rows)) for colour in palette()) < 6
    assert AS_IT_SHOULD is not None
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
    spec = tmp_path / "s.yaml"
    spec.write_text(
        "game: s\ntitle: S\nplayers: {min: 2, max: 2, colours: [navy, black]}\ncredits: {designer: D}\n"
        "components:\n  c:\n    title: C\n    size: poker\n    front:\n"
        "    - {draw: rect, fill: '#101010'}\n"
        "    - {draw: text, text: dusk, box: [5, 5, 50, 9], fill: '#4d4d4d'}\n"
        "    - {draw: text, text: noon, box: [5, 25, 50, 9], fill: white}\n"
    )
    store("dark", Profile(colours=(6, 8, 2) * 4))
    found = [fault.found for fault in merging(load(spec), "dark")]
    assert [text.partition(",")[0] for text in found] == ["navy and black", "'dusk' on 'c'"]
    store("plain", Profile())
    with pytest.raises(SpecError, match="of whose colours nothing is stored"):
        merging(load(spec), "plain")


def test_shapes_and_letters_are_corrected_and_what_a_camera_reads_is_not() -> None:
    rows = tones([3, 7, 2] * 4)
    assert rows is not None
    brown, dark = (0.4, 0.3, 0.2), (0.0, 0.0, 0.0)
    square = (("M", 0.0, 0.0), ("L", 5.0, 0.0), ("L", 5.0, 5.0), ("Z",))
    letters = Text(0, 5, "a", Font("f", Path("f")), 3, brown)
    scene = Scene(
        (0, 0, 9, 9), (Drawn(square, Paint(fill=brown)), Drawn(square, Paint(fill=dark, exact=True)), letters)
    )
    painted, exact, written = Corrected("normal", rows)(scene).nodes
    assert isinstance(painted, Drawn)
    assert isinstance(exact, Drawn)
    assert isinstance(written, Text)
    assert painted.paint.fill == written.fill == corrected(brown, rows) != brown
    assert exact.paint.fill == dark


def test_paper_and_full_ink_are_sent_as_they_are() -> None:
    rows = tones([4, 7, 4] * 4)
    assert rows is not None
    for colour in ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (1.0, 0.0, 0.0)):
        assert corrected(colour, rows) == pytest.approx(colour)


def test_letters_that_fade_are_corrected_at_each_stop() -> None:
    rows, brown = tones([3, 7, 2] * 4), (0.4, 0.3, 0.2)
    assert rows is not None
    fading = Gradient((0, 0, 1, 0), (Stop(0.0, brown, 1.0), Stop(1.0, brown, 1.0)))
    (letters,) = Corrected("normal", rows)(
        Scene((0, 0, 9, 9), (Text(0, 5, "a", Font("f", Path("f")), 3, brown, gradient=fading),))
    ).nodes
    assert isinstance(letters, Text)
    assert letters.gradient is not None
    assert {stop.colour for stop in letters.gradient.stops} == {corrected(brown, rows)}


@pytest.mark.parametrize("figures", ["[1e999]", "[1.5, 5, 1, 1, 5, 1, 1, 5, 1, 1, 5, 1]", '"abc"', "5"])
def test_stored_colours_that_are_no_whole_numbers_are_a_broken_profile(figures: str, tmp_path: Path) -> None:
    (tmp_path / "printers.json").write_text(f'{{"k": {{"colours": {figures}}}}}')
    with pytest.raises(SpecError, match="a broken profile 'k'"):
        profiles(tmp_path)
