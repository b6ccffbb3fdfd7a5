"""What is multiplied with what lies under it: PDF and SVG alike, up to the clip around it; in outlines; for a shop."""

from pathlib import Path

import numpy as np

from generator.draw.colour.ink import InkMode
from generator.draw.scene import Image
from generator.exports.shop_files.flat import Flat, shines
from generator.formats import svg
from tests.generator.faces.rendering import SIDE, by_pdfium, by_resvg, far, page
from tests.generator.faces.written import front

FACE = """{draw: rect, box: [0, 0, 100, 50], fill: gold}
{draw: rect, box: [10, 10, 30, 80], fill: skyblue, blend: multiply}
{draw: group, blend: multiply, opacity: 0.5, items: [{draw: rect, box: [50, 10, 20, 80], fill: red},
 {draw: rect, box: [60, 10, 20, 80], fill: blue}]}
{draw: group, clip: {draw: rect, box: [84, 0, 16, 100]}, items: [{draw: rect, box: [84, 0, 8, 100], fill: red},
 {draw: group, items: [{draw: rect, box: [84, 20, 16, 60], fill: lime, blend: multiply}]}]}
{draw: text, text: Words, box: [4, 60, 60, 20], size: 14, fill: teal, blend: multiply}"""
SEEN = {
    (25, 30): (135, 175, 0),  # gold times sky blue
    (25, 85): (135, 206, 235),  # on paper as it is
    (55, 30): (255, 108, 0),  # half as opaque
    (88, 30): (0, 0, 0),
    (96, 30): (0, 255, 0),  # not with the gold that lies under the clip
}


def test_pdf_and_svg_multiply_alike(tmp_path: Path) -> None:
    sheet = page(front(tmp_path, FACE, size="100, 100"))
    for drawn in (by_pdfium(sheet, tmp_path / "demo.pdf"), by_resvg(svg.page_svg(sheet))):
        for (x, y), colour in SEEN.items():
            assert np.abs(drawn[y * SIDE // 100, x * SIDE // 100] - colour).max() < 6, (x, y)
    mean, edges = far(by_pdfium(sheet, tmp_path / "demo.pdf"), by_resvg(svg.page_svg(sheet)))
    assert mean < 4
    assert edges < 0.02


def test_outlines_show_through_what_is_multiplied_and_a_shop_gets_pixels(tmp_path: Path) -> None:
    scene = front(tmp_path, FACE, size="100, 100")
    inked = by_pdfium(page(InkMode("outline")(scene)), tmp_path / "demo.pdf")
    assert inked[150, 40:110].min() < 200, "the gold's lower edge, within the blue"
    assert [shines(node) for node in scene.nodes] == [False, True, True, True, True]
    flat = Flat(tmp_path).scene(scene)
    assert [type(node) for node in flat.nodes] == [Image]
    assert len(Flat(tmp_path, transparent=True).scene(scene).nodes) == 5
