"""SVG artwork is drawn as the standard has it, left to pixels with a word, or refused: never drawn otherwise."""

from pathlib import Path

import numpy as np
import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st

from generator.faces.pictures.artwork.cascade import ALL, INHERITED, LETTERS, Sheet, styled
from generator.faces.pictures.artwork.drawing import Letters, Viewport
from generator.faces.pictures.artwork.pixels import Harmless
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Tree, Undrawable
from generator.formats import svg
from tests.generator.faces.rendering import SIDE, by_pdfium, by_resvg, far, page

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
BOX = '<rect x="20" y="20" width="50" height="40"/>'
RED = BOX.replace("/>", ' fill="red"/>')
LINE = 'fill="none" stroke="#06c"'
WAVE = '<path d="M10 70 30 20 50 80 90 30" '


def artwork(body: str, root: str = 'viewBox="0 0 100 100"') -> str:
    return f'<svg {NS} {root} width="{SIDE}" height="{SIDE}">{body}</svg>'


def sheet(css: str, body: str = BOX) -> str:
    return f"<style>{css}</style>{body}"


def paint(value: str) -> str:
    return f'<rect width="100" height="60" fill="#fc0"/>{BOX.replace("/>", f" fill={chr(34)}{value}{chr(34)}/>")}'


DRAWN = data(__file__)["DRAWN"]


@pytest.mark.parametrize("body", DRAWN.values(), ids=DRAWN.keys())
def test_our_pdf_and_our_svg_show_what_the_file_shows(body: str, tmp_path: Path) -> None:
    same(artwork(body), tmp_path)


def same(data: str, folder: Path) -> None:
    drawing = parse(data.encode())
    sheet = page(drawing)
    height = round(SIDE * sheet.height / 100)
    wanted = by_resvg(data, height)
    assert np.abs(wanted - 255).max() > 50, "there is something to see"
    average, edges = far(by_resvg(svg.page_svg(sheet), height), wanted)
    assert average < 0.5
    assert edges < 0.002
    average, edges = far(by_pdfium(drawing, folder / "art.pdf"), wanted)
    assert average < 1.5  # PDFium has edges of its own
    assert edges < 0.025


@cases
def test_colours_as_they_are_written_of_late_reach_the_renderer_in_older_words(new: str, old: str) -> None:
    assert parse(artwork(paint(new)).encode()) == parse(artwork(paint(old)).encode())
    view = Viewport((0, 0, 100, 100), (0, 0, 100, 100))
    sent = Harmless(Tree(artwork(paint(new) + f'<g style="stroke:{new}"/>').encode()).root, view, str)
    assert np.array_equal(by_resvg(sent.text), by_resvg(artwork(paint(old))))


@cases
def test_a_picture_is_as_large_as_its_width_and_height_whatever_its_view_box(root: str, tmp_path: Path) -> None:
    body = '<circle cx="45%" cy="40%" r="30%" fill="teal"/><path d="M0 0H.03V.05Z"/><rect width="30" height="20"/>'
    same(artwork(body, root), tmp_path)


PIXELS = data(__file__)["PIXELS"]


@pytest.mark.parametrize("body", PIXELS.values(), ids=PIXELS.keys())
def test_what_shapes_cannot_show_is_left_to_pixels_and_its_place_is_told(body: str) -> None:
    with pytest.raises(Undrawable) as told:
        parse(artwork("\n" + body).encode())
    if not body.startswith("<g opacity"):  # which is looked at as a whole
        assert str(told.value).startswith("2:")


def test_numbers_that_are_none_are_refused_with_their_line_and_column() -> None:
    for wrong in (
        '<rect width="wide" height="5"/>',
        '<path d="M0 0 L 5 oops 5 5"/>',
        '<path fill="qwe" d="M0 0H9V9Z"/>',
    ):
        with pytest.raises(ValueError, match=r"\A3:3: ") as refused:
            parse(artwork(f"\n<g>\n  {wrong}</g>").encode())
        assert not isinstance(refused.value, Undrawable)


@given(
    st.sampled_from([*ALL, "fills", "r", "-webkit-filter", "translate", "scale", "offset-path"]),
    st.sampled_from(["url(#a)", "multiply", "1.5", "bold", "evenodd", "inherit", "none", "initial", "3em", "!", "red"]),
    st.booleans(),
)
def test_what_is_not_known_to_be_drawn_is_never_passed_over(key: str, value: str, css: bool) -> None:
    attributes = {"style": f"{key}:{value}"} if css else {key: value}
    try:
        found = styled("path", attributes, Sheet()).style
    except ValueError:
        return
    assert found == {key.strip(): value} or (key == "marker" and not css)
    assert key.strip() in ALL


def test_what_is_inherited_is_one_list() -> None:
    assert ALL.keys() > INHERITED
    assert ALL.keys() > LETTERS
    assert not {"opacity", "clip-path", "display", "mask", "filter"} & INHERITED


def test_a_bold_italic_that_is_only_bold_is_told() -> None:
    drawing = parse(
        artwork('<text y="50" font-family="Cinzel" font-weight="bold" font-style="italic">a</text>').encode()
    )
    assert isinstance(drawing.shapes[0], Letters)
    assert [flaw.found for flaw in drawing.flaws] == ["bold italic text in 'Cinzel', drawn in Cinzel-Bold"]
