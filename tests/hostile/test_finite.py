"""No number that is not finite gets into a file: every kind of node, every format, and a build as a whole."""

from collections.abc import Callable
from math import inf, nan
from pathlib import Path

import pytest
from cases import put
from command import tree
from msgspec.structs import replace
from PIL import Image as Picture

from generator.cli import main
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.geometry.finite import NotFinite, finite_digits, require_finite
from generator.draw.scene import (
    Font,
    Gradient,
    Group,
    Image,
    Node,
    Page,
    Paint,
    Path as Outline,
    Scene,
    Shaded,
    Stop,
    Text,
    Use,
)
from generator.exports.cut_files import laser
from generator.formats import png, svg
from generator.formats.pdf import pages
from generator.sheets import marks
from generator.sheets.handouts import preview

BOX = (0.0, 0.0, 20.0, 20.0)
SQUARE = geo.rectangle(1, 1, 9, 9)
LINE, RED = Paint(stroke=(0.0, 0.0, 0.0)), Paint(fill=(1.0, 0.0, 0.0), stroke=(0.0, 0.0, 0.0))
GOOD = Outline(SQUARE, LINE)
STOPS = (Stop(0.0, (1.0, 0.0, 0.0), 1.0), Stop(1.0, (0.0, 0.0, 1.0), 0.5))
FONT = Font("AlegreyaSans-Regular", fonts.bundled()["AlegreyaSans-Regular"])

Bad = Callable[[float], Node]
NODES: dict[str, Bad] = {
    "a corner": lambda n: Outline((("M", 0, 0), ("L", n, 5), ("Z",)), RED),
    "a control point": lambda n: Outline((("M", 0, 0), ("C", 1, 1, 2, n, 5, 5)), LINE),
    "a line's width": lambda n: Outline(SQUARE, Paint(stroke=(0, 0, 0), width=n)),
    "a dash": lambda n: Outline(SQUARE, Paint(stroke=(0, 0, 0), dash=(1.0, n))),
    "a clip": lambda n: Group((GOOD,), clip=geo.rectangle(0, 0, n, 5)),
    "within a clip": lambda n: Group((Outline(geo.rectangle(n, 0, 5, 5), LINE),), clip=SQUARE),
    "a group's matrix": lambda n: Group((GOOD,), (n, 0, 0, 1, 0, 0)),
    "a group's place": lambda n: Group((GOOD,), (1, 0, 0, 1, n, 0)),
    "a drawing's matrix": lambda n: Use(Scene(BOX, (GOOD,)), (1, 0, n, 1, 0, 0)),
    "in a drawing": lambda n: Use(Scene(BOX, (Outline((("M", 0, n), ("L", 5, 5)), LINE),))),
    "in a drawing used once": lambda n: Use(Scene(BOX, (Outline((("M", 0, n), ("L", 5, 5)), LINE),), reusable=False)),
    "a text's place": lambda n: Text(n, 5, "a", FONT, 4, (0, 0, 0)),
    "a text's line": lambda n: Text(5, n, "a", FONT, 4, (0, 0, 0), "middle"),
    "a text's size": lambda n: Text(5, 5, "a", FONT, n, (0, 0, 0)),
    "a shape's shade": lambda n: Shaded(SQUARE, RED, Gradient((0, 0, n, 5), STOPS)),
    "a shade's matrix": lambda n: Shaded(SQUARE, RED, Gradient((0, 0, 5, 5), STOPS, (1, 0, 0, n, 0, 0))),
    "a shaded corner": lambda n: Shaded(geo.rectangle(0, n, 5, 5), RED, Gradient((0, 0, 5, 5), STOPS)),
}


def page(node: Node) -> Page:
    return Page(20, 20, (node,), BOX, BOX, ("c",))


@pytest.mark.parametrize("number", [nan, inf, -inf])
@pytest.mark.parametrize("kind", NODES)
def test_no_format_writes_it(kind: str, number: float, tmp_path: Path) -> None:
    node = NODES[kind](number)
    for write in (
        lambda: pages.write([page(node)], pages.Meta("x"), tmp_path / "x.pdf"),
        lambda: png.render_page(page(node), 20, tmp_path / "x.png"),
        lambda: svg.page_svg(page(node)),
        lambda: svg.scene_svg(Scene(BOX, (node,)), clip=SQUARE),
    ):
        with pytest.raises(NotFinite):
            write()
    assert not list(tmp_path.iterdir())
    try:
        cut = laser.sheet(50, 50, [laser.LaserPiece(Scene(BOX, (node,)), (1, 0, 0, 1, 0, 0), SQUARE)])
    except NotFinite:
        return
    assert "nan" not in cut, "what a laser leaves out may hold it"
    assert "inf" not in cut


@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_boxes_pictures_and_cuts(number: float, tmp_path: Path) -> None:
    Picture.new("RGB", (4, 4)).save(tmp_path / "a.png")
    image = Image(1, number, 5, 5, tmp_path / "a.png")
    sized = Page(20, number, (GOOD,), BOX, BOX, ("c",))
    trimmed = Page(20, 20, (GOOD,), (0, 0, number, 5), BOX, ("c",))
    boxed = page(Use(Scene((0, 0, number, 5), (GOOD,))))
    for bad in (page(image), sized, trimmed, boxed):
        with pytest.raises(NotFinite):
            pages.write([bad], pages.Meta("x"), tmp_path / "x.pdf")
    for bad in (page(image), sized):
        with pytest.raises(NotFinite):
            svg.page_svg(bad)
    for path in (geo.rectangle(0, 0, number, 5), (("M", 0, 0), ("C", 1, 1, number, 2, 5, 5))):
        with pytest.raises(NotFinite):
            laser.sheet(50, 50, [laser.LaserPiece(Scene(BOX, ()), (1, 0, 0, 1, 0, 0), path)])
    assert [file.name for file in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_a_build_that_comes_to_it_ends_in_a_line_and_leaves_what_was_there(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if a slip of ours had made such a line: none of what a spec says can."""
    spec = "game: g\ntitle: T\nplayers: {min: 1, max: 2}\ncredits: {designer: D}\n"
    spec += "components:\n  c: {title: C, size: [9, 9], front: [{draw: rect, fill: red}]}\n"
    asked = ["build", str(put(tmp_path / "s.yaml", spec)), "--out", str(tmp_path / "out")]
    assert main.run(asked) == 0
    before = tree(tmp_path / "out")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(marks, "RULED", replace(marks.RULED, width=nan))
    monkeypatch.setattr(preview, "GAP", nan)
    capsys.readouterr()
    assert main.run([*asked, "--format", kind]) == 70
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert said.startswith("a mistake of ours, NotFinite; ")
    (report,) = tmp_path.glob("*.txt")
    assert "a drawing with a number that is not finite" in report.read_text()
    assert tree(tmp_path / "out") == before


def test_the_gate_lets_every_number_through_that_is_one() -> None:
    require_finite((0.0, -1e300, 5e-324, 7))
    assert finite_digits("M0 0L1.5 -2C1 2 3 4 5 6Z m l c h") == "M0 0L1.5 -2C1 2 3 4 5 6Z m l c h"
