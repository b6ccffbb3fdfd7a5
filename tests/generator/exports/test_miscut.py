"""`preview --miscut`: what a knife that is off by a little cuts off, by figures worked out another way here."""

import json
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest
from command import generator
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.cli.main import run
from generator.draw.fonts import fonts
from generator.draw.geometry.geometry import ellipse, rectangle
from generator.draw.scene import Colour, Node, Paint, Scene, Text
from generator.draw.scene import Path as Outline
from generator.exports import miscut
from generator.exports.miscut import Slip, harms, slips
from generator.exports.pictures import Face
from generator.sheets.printable import Item

WIDTH, HEIGHT = 50.0, 30.0
RED, BLACK = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
FONT = fonts.label("AlegreyaSans-Bold")


def ground(colour: Colour = RED, bleed: float = 3.0) -> Node:
    return Outline(rectangle(-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed), Paint(fill=colour))


def word(x: float, y: float, text: str = "I") -> Text:
    """A word whose capitals reach from y to 2 mm above it, and which begins at x."""
    return Text(x, y, text, FONT, 2 / fonts.metrics(FONT).cap_height, BLACK)


def face(*nodes: Node, bleed: float = 3.0, safe: float = 3.0, folds: bool = False, name: str = "a") -> Face:
    box = (-bleed, -bleed, WIDTH + 2 * bleed, HEIGHT + 2 * bleed)
    item = Item(name, Scene(box, nodes), None)
    outline = rectangle(0, 0, WIDTH, HEIGHT)
    return Face("some", 1, f"{name}-front", "", (name,), WIDTH, HEIGHT, bleed, safe, outline, folds, lambda: item)


def slip(*nodes: Node, off: float = 1.0, **how: float | bool) -> Slip:
    (found,) = slips([face(*nodes, **how)], off)  # type: ignore[arg-type]
    return found


def left_by_hand(x: float, y: float, off: float) -> float:
    """How far a point of a rectangle is from its cut when that lies off worst."""
    found = []
    for right, down, turn in ((r, d, t) for r in (-off, 0, off) for d in (-off, 0, off) for t in (-0.5, 0, 0.5)):
        u, v = x - right - WIDTH / 2, y - down - HEIGHT / 2
        across = u * cos(radians(turn)) + v * sin(radians(turn)) + WIDTH / 2
        below = -u * sin(radians(turn)) + v * cos(radians(turn)) + HEIGHT / 2
        over = max(0, -across, across - WIDTH), max(0, -below, below - HEIGHT)
        found.append(-hypot(*over) if any(over) else min(across, below, WIDTH - across, HEIGHT - below))
    return min(found)


@settings(max_examples=12)
@given(x=st.floats(0.5, 40), y=st.floats(2.5, 29.5), off=st.sampled_from([1.0, 1.6, 3.2]))
def test_text_is_left_as_far_from_the_cut_as_the_worst_of_its_corners(x: float, y: float, off: float) -> None:
    wide = fonts.width(FONT, "Io", word(0, 0).size)
    by_hand = min(left_by_hand(at, level, off) for at in (x, x + wide) for level in (y - 2, y))
    hits = slip(ground(), word(x, y, "Io"), off=off).hits
    assert [hit.text for hit in hits] == (["Io"] if by_hand < 3 else [])
    assert [hit.left_mm for hit in hits] == pytest.approx([by_hand] if by_hand < 3 else [], abs=1e-6)


def test_paper_shows_only_where_there_is_too_little_bleed_and_only_beside_a_colour() -> None:
    assert (slip(ground()).paper, slip(ground()).changed) == (0, 0)
    bare = slip(ground(bleed=0), bleed=0)
    assert bare.paper == pytest.approx(0.5, abs=0.05)  # off both ways at once: two of the four sides
    assert slip(ground((1.0, 1.0, 1.0), bleed=0), bleed=0).paper == 0
    assert slip(ground(bleed=1), bleed=1, off=0.5).paper == 0


def test_a_frame_along_the_edge_shows_how_far_the_cut_is_off() -> None:
    frame = Outline(rectangle(0.25, 0.25, WIDTH - 0.5, HEIGHT - 0.5), Paint(stroke=BLACK, width=0.5))
    assert slip(ground(), frame).changed > 0.9  # none of it is left, or all of it lies inside
    inner = Outline(rectangle(4, 4, WIDTH - 8, HEIGHT - 8), Paint(stroke=BLACK, width=0.5))
    assert slip(ground(), inner).changed == 0


def test_the_worst_comes_first() -> None:
    lost = face(ground(), word(0.5, 15), name="lost")
    bare = face(ground(bleed=0), bleed=0, name="bare")
    near = face(ground(), word(2.5, 15), name="near")
    fine = face(ground(), word(20, 15), name="fine")
    assert [each.face.pieces[0] for each in slips([fine, near, bare, lost], 1)] == ["lost", "bare", "near", "fine"]


def test_a_standee_is_not_cut_at_its_folds() -> None:
    assert slip(ground(), word(20, HEIGHT - 0.5), folds=True).hits == ()
    assert slip(ground(), word(0.5, 15), folds=True).hits[0].left_mm < 0
    assert slip(ground(), word(20, HEIGHT - 0.5)).hits[0].left_mm < 0


def test_what_is_round_is_measured_along_its_rim() -> None:
    item = Item("a", Scene((-3, -3, 36, 36), (ground(), word(1.5, 4))), None)
    disc = Face("some", 1, "a", "", ("a",), 30, 30, 3, 3, ellipse(15, 15, 15, 15), False, lambda: item)
    (found,) = slips([disc], 1)  # in the corner of its box, 5.5 mm beyond the rim at the farthest
    assert found.hits[0].left_mm == pytest.approx(15 - ((15 - 1.5) ** 2 + (15 - 2) ** 2) ** 0.5 - 2**0.5, abs=0.05)


def test_harms_are_told_in_words() -> None:
    found = harms(slip(ground(bleed=0), word(0.2, 15), word(0.9, 20, "J"), bleed=0))
    assert found[0].startswith("'I' is cut off by 0.")
    assert found[0].endswith(" mm (and 1 more)")
    assert found[1].startswith("paper shows along ")


def test_the_command_writes_a_picture_and_tells_the_worst_first(tmp_path: Path) -> None:
    where = ("docs/examples/gallery/tokens.yaml", "--out", tmp_path, "--miscut", "3.2")
    project = Path(__file__).parents[3]
    done = generator("preview", *where, cwd=project)
    first, headline, *lines = done.out.splitlines()
    assert first.endswith("tokens-miscut-3.2.png")
    assert headline == "cut 3.2 mm off in any direction, and turned by 0.5°:"
    assert lines
    with Image.open(tmp_path / "tokens-miscut-3.2.png") as picture:
        assert picture.width > 1000
    told = json.loads(generator("preview", *where, "--json", cwd=project).out)
    assert told["miscut_mm"] == 3.2
    assert {"pieces", "side", "texts", "paper", "changed", "move_mm"} <= told["faces"][0].keys()
    bad = generator("preview", *where[:-1], "0", cwd=project)
    assert (bad.status, bad.err) == (2, "--miscut: '0'; expected a number of mm from 0.1 to 10\n")
    pages = generator("preview", "atlantis", "--only", "rules", "--miscut", 1, cwd=tmp_path)
    assert (pages.status, pages.err) == (2, "--only: pages alone; expected something that is cut out\n")


def test_the_picture_speaks_the_language_of_its_pieces_and_the_lines_that_of_who_reads_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    titles: list[str] = []
    told = miscut.headline
    monkeypatch.setattr(miscut, "headline", lambda off: titles.append(str(told(off))) or titles[-1])
    asked = ["preview", "atlantis", "--only", "ends", "--language", "de", "--miscut", "1", "--out", str(tmp_path)]
    assert run(asked) == 0
    assert [title.split()[0] for title in titles] == ["Schnitt", "cut"]
