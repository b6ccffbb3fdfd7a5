"""SVG artwork is drawn as the standard has it, left to pixels with a word, or refused: never drawn otherwise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.faces.pictures.artwork.cascade import Sheet
from generator.faces.pictures.artwork.drawing import Letters
from generator.faces.pictures.artwork.pixels import Harmless
from generator.faces.pictures.artwork.properties import ALL, INHERITED, LETTERS, styled
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Tree, Undrawable
from generator.faces.pictures.artwork.viewport import Viewport
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


DRAWN = {
    "a sheet behind what it styles": f"{BOX}<style>rect{{fill:teal}}</style>",
    "a sheet with comments": sheet("/* a{} */ rect { /* b */ fill: /* c */ teal } /* d"),
    "comments in a style": f'<g style="/* fill:red; */ fill: teal /* ; fill: red */">{BOX}</g>',
    "the important wins over what is later": sheet(
        "rect{fill:teal !important} #r{fill:red}", '<rect id="r" style="fill:red" width="50" height="50"/>'
    ),
    "an id, a class, a name, anything": sheet(
        "#r{fill:teal} .c{fill:red;stroke:navy} rect{stroke:red;stroke-width:6} *{stroke-width:1}",
        '<rect id="r" class="c" x="9" y="9" width="50" height="50"/>',
    ),
    "a name with a class": sheet("rect.c{fill:teal} .c{fill:red} g.c{fill:red}", BOX.replace("/>", ' class="c"/>')),
    "rgb of fractions": paint("rgb(9.4%, 50.2%, 75.5%)"),
    "rgb of spaces": paint("rgb(0 128 0)"),
    "rgba": paint("rgba(0, 127, 200, 0.4)"),
    "rgba of percentages": paint("rgba(0%, 50%, 90%, 0.4)"),
    "RGB": paint(" RGB( 0 , 128 , 0 ) "),
    "rgb out of range": paint("rgb(-20, 400, 90)"),
    "hsl": paint("hsl(210, 80%, 40%)"),
    "hsla": paint("hsla(-30, 80%, 40%, 0.5)"),
    "#rrggbbaa": paint("#00669980"),
    "#rgba": paint("#069a"),
    "a clear colour and opacity": paint("#00669980").replace("/><rect x", '/><rect fill-opacity=".5" x'),
    "dashes begun elsewhere": f'{WAVE}{LINE} stroke-width="6" stroke-dasharray="14 5" stroke-dashoffset="9"/>',
    "dashes begun before": f'{WAVE}{LINE} stroke-width="6" stroke-dasharray="14 5 2" stroke-dashoffset="-9mm"/>',
    "sharp corners are cut off": f'<path d="M10 90 22 10 34 90 60 10 95 90" {LINE} stroke-width="6"/>',
    "sharp corners are let stand": f'<path d="M10 90 22 30 34 90" {LINE} stroke-width="6" stroke-miterlimit="20"/>',
    "blunt corners are cut off": f'{WAVE}{LINE} stroke-width="8" stroke-miterlimit="1"/>',
    "a stroke under uneven scale": f'<g transform="scale(2 .5)"><circle cx="25" cy="90" r="18" {LINE} '
    'stroke-width="9"/></g>',
    "a stroke under a skew": f'<g transform="skewX(35)"><path d="M0 20H40V80" {LINE} stroke-width="12"/></g>',
    "dashes under uneven scale": f'<g transform="scale(.02 .1)"><path d="M500 100H4000V900" {LINE} stroke-width="300" '
    'stroke-dasharray="400 200" stroke-linejoin="round"/></g>',
    "an ellipse of one radius": '<ellipse cx="50" cy="50" rx="30" fill="teal"/>',
    "an ellipse of the other": '<ellipse cx="50" cy="50" ry="20%" rx="auto" fill="teal"/>',
    "a stroke of a percentage": f'{WAVE}{LINE} stroke-width="5%"/>',
    "a rule for clips that clips nothing": f'<g clip-rule="evenodd" fill-rule="evenodd">{BOX}</g>',
    "a rule for clips of one square": '<g clip-rule="evenodd"><clipPath id="c"><rect width="50" height="50"/>'
    f'</clipPath><g clip-path="url(#c)">{BOX}</g></g>',
    "a faded group of things apart": f'<g opacity=".5"><circle cx="9" cy="9" r="8"/>{RED}</g>',
    "a faded group in a faded group": f'<g opacity=".5"><g opacity=".5">{BOX}</g></g>',
    "a faded fill and a faded line": f'<circle cx="50" cy="50" r="30" fill-opacity=".5" stroke-opacity=".5" {LINE} '
    'stroke-width="20" fill="red"/>'.replace('fill="none" ', ""),
    "a stroke beneath": '<path d="M10 70 50 20 90 70Z" fill="gold" stroke="teal" stroke-width="12" '
    'paint-order="markers stroke"/>',
    "what is in a shape is not there": f'<rect width="30" height="30">{RED}</rect>',
    "a line without length": f'<path d="M50 50h0" {LINE} stroke-width="20" stroke-linecap="round"/>'
    f'<path d="M20 20h0" {LINE} stroke-width="20"/>',
    "currentColor": '<g fill="currentColor"><g color="teal">' + BOX + "</g></g>",
}


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


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("rgb(0 128 0 / 0.5)", "rgba(0, 128, 0, 0.5)"),
        ("rgba(0, 127, 0, 50%)", "rgba(0, 127, 0, 0.5)"),
        ("hsl(120 50% 25%)", "hsl(120, 50%, 25%)"),
        ("currentcolor", "currentColor"),
    ],
)
def test_colours_as_they_are_written_of_late_reach_the_renderer_in_older_words(new: str, old: str) -> None:
    assert parse(artwork(paint(new)).encode()) == parse(artwork(paint(old)).encode())
    view = Viewport((0, 0, 100, 100), (0, 0, 100, 100))
    sent = Harmless(Tree(artwork(paint(new) + f'<g style="stroke:{new}"/>').encode()).root, view, str)
    assert np.array_equal(by_resvg(sent.text), by_resvg(artwork(paint(old))))


@pytest.mark.parametrize(
    "root",
    [
        'viewBox="0 0 100 50"',
        'viewBox="0 0 100 50" preserveAspectRatio="xMaxYMin"',
        'viewBox="20 10 50 100" preserveAspectRatio="xMidYMin slice"',
        'viewBox="0 0 100 50" preserveAspectRatio="none"',
        'viewBox="0 0 70 30" preserveAspectRatio="none"',
        'viewBox="0 0 .1 .1"',
        'viewBox="-.02 -.03 .1 .07"',
    ],
)
def test_a_picture_is_as_large_as_its_width_and_height_whatever_its_view_box(root: str, tmp_path: Path) -> None:
    body = '<circle cx="45%" cy="40%" r="30%" fill="teal"/><path d="M0 0H.03V.05Z"/><rect width="30" height="20"/>'
    same(artwork(body, root), tmp_path)


PIXELS = {
    "opacity of a group": f'<g opacity=".5">{BOX}{RED}</g>',
    "opacity of a shape with a line": f'<g opacity=".5" stroke="red">{BOX}</g>',
    "transform-origin": BOX.replace("/>", ' transform="rotate(9)" transform-origin="center"/>'),
    "marker in CSS": f'<path style="marker:url(#m)" {LINE} d="M0 0H50"/>',
    "marker on a group": f'<g marker-end="url(#m)"><path {LINE} d="M0 0H50"/></g>',
    "a rule of more than one name": sheet("g rect{fill:red}"),
    "a rule of an attribute": sheet("[x]{fill:red}"),
    "a rule for some media": sheet("@media print{rect{fill:red}}"),
    "a sheet of another kind": BOX + '<style type="text/less">rect{fill:red}</style>',
    "a background": f'<g style="background:red">{BOX}</g>',
    "a size in CSS": BOX.replace("/>", ' style="width:9px"/>'),
    "a transform in CSS": BOX.replace("/>", ' style="transform:rotate(9deg)"/>'),
    "systemLanguage": BOX.replace("/>", ' systemLanguage="de"/>'),
    "pathLength": f'<path pathLength="9" stroke-dasharray="1" {LINE} d="M0 0H50"/>',
    "miter-clip": f'{WAVE}{LINE} stroke-linejoin="miter-clip"/>',
    "dashes of em": f'{WAVE}{LINE} stroke-dasharray="2em"/>',
    "dashes of no length": f'{WAVE}{LINE} stroke-dasharray="0 5" stroke-linecap="round"/>',
    "opacity of mm": BOX.replace("/>", ' opacity=".1mm"/>'),
    "a square dot": f'<path d="M50 50h0" {LINE} stroke-width="20" stroke-linecap="square"/>',
    "a radius below 0": '<rect width="9" height="9" rx="-2"/>',
    "a colour of the context": paint("context-fill"),
    "an ICC colour": paint("red icc-color(a, 0.1)"),
    "clip-rule from around": '<g clip-rule="evenodd"><clipPath id="c"><path d="M0 0H50V50H0ZM9 9H30V30H9Z"/></clipPath>'
    f'</g><g clip-path="url(#c)">{BOX}</g>',
    "blending": f'<g style="mix-blend-mode:multiply">{BOX}</g>',
    "letters decorated from around": '<g text-decoration="underline"><text y="50">a</text></g>',
    "letters written downward from around": '<g writing-mode="tb"><text y="50">a</text></g>',
    "small capitals from around": '<g font-variant="small-caps"><text y="50"><tspan>a</tspan></text></g>',
    "alignment-baseline": '<text y="50"><tspan alignment-baseline="hanging">a</tspan></text>',
    "letters from right to left in parts": '<text y="50">\u05d0<tspan fill="red">\u05d1</tspan></text>',
    "a moved span": '<text y="50">a<tspan transform="rotate(9)">b</tspan></text>',
    "a pale span": '<text y="50">a<tspan opacity=".5">b</tspan></text>',
    "letters going backwards": '<text y="50" letter-spacing="-90">abc</text>',
}


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
