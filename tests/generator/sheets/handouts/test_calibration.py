"""The calibration pages, measured: what a misprinting printer shows on them is what puts it right again."""

from itertools import chain
from math import hypot
from pathlib import Path

import pytest
from command import generator
from foreign import run

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Text
from generator.draw.scene import Path as Drawn
from generator.sheets.handouts.calibration import REACH, WINDOW, correction, pages, stations, window
from specs.model.shapes.sizes import PAPERS as NAMED

PAPERS = [*NAMED.values(), (297.0, 210.0), (279.4, 215.9), (148.0, 210.0)]


def words(page: Page) -> dict[str, tuple[float, float]]:
    return {node.text: (node.x, node.y) for node in page.nodes if isinstance(node, Text)}


def lines(page: Page, width: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Straight lines of a stroke width, as pairs of points."""
    return [
        (node.segments[0][1:], node.segments[1][1:])
        for node in page.nodes
        if isinstance(node, Drawn) and len(node.segments) == 2 and node.paint.width == width
    ]


@pytest.mark.parametrize("size", PAPERS, ids=str)
def test_nothing_reaches_the_papers_edge(size: tuple[float, float]) -> None:
    for page in pages(*size):
        for _, (x, y, width, height) in geo.paint_box(page.nodes):
            assert x >= 2
            assert y >= 2
            assert x + width <= size[0] - 2
            assert y + height <= size[1] - 2


@pytest.mark.parametrize("size", PAPERS, ids=str)
def test_the_fronts_crosses_are_the_middles_of_the_backs_scales(size: tuple[float, float]) -> None:
    """Both flips: mirrored in x or in y, a cross comes to lie on one of the two scales' zero."""
    front, back = pages(*size)
    place = stations(*size)
    crosses = {(place.x, place.top), (place.x, place.bottom)}
    drawn = {((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in lines(front, 0.35)}
    assert drawn == crosses
    zeros = [(node.x, node.y) for node in back.nodes if isinstance(node, Text) and node.text == "0"]
    assert len(zeros) == 4
    for flip in (lambda x, y: (size[0] - x, y), lambda x, y: (x, size[1] - y)):
        behind = sorted(flip(*cross) for cross in crosses)
        assert [*chain(*behind)] == pytest.approx([*chain(*sorted(crosses))])
        for x, y in behind:
            assert any(abs(zx - x) < 0.01 and 0 < y - zy < REACH + 8 for zx, zy in zeros)


@pytest.mark.parametrize("size", PAPERS, ids=str)
def test_the_frame_encloses_the_edge_that_was_flipped(size: tuple[float, float]) -> None:
    _, back = pages(*size)
    upright = size[0] <= size[1]
    x, y = window(*size)
    said = words(back)
    # turning the sheet about an upright line mirrors x, about a level line y
    behind = {("LONG EDGE" if upright else "SHORT EDGE"): (size[0] - x, y)}
    behind |= {("SHORT EDGE" if upright else "LONG EDGE"): (x, size[1] - y)}
    for edge, (wx, wy) in behind.items():
        inside = [
            word
            for word in ("LONG EDGE", "SHORT EDGE")
            if abs(said[word][0] - wx) < WINDOW[0] / 2 and abs(said[word][1] - wy) < WINDOW[1] / 2
        ]
        assert inside == [edge]


def test_the_rulers_have_the_lengths_they_name() -> None:
    front, _ = pages(210, 297)
    said = {text: at for text, at in words(front).items() if text.isdigit()}
    # the downward ruler is drawn last, so its figures are those found
    assert said["200"][1] - said["100"][1] == pytest.approx(100)
    across = sorted(node.x for node in front.nodes if isinstance(node, Text) and node.text in ("50", "150"))
    assert 100.0 in {round(b - a, 6) for a in across for b in across}


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
