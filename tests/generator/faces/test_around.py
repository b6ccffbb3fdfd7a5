"""A text that flows around an element: its lines keep away from it, and lose no word."""

import json
from pathlib import Path

import pytest

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Text
from generator.faces.elements.shadows import covered
from specs.base.errors import SpecError
from tests.generator.faces.written import front

STYLES = "{rtl: {language: he}}"
WORDS = "The lines of a text keep beside what it names wherever that stands and go on below. " * 3
TEXT = "{{draw: text, text: {text}, box: [4, 2, 50, 36], size: 3, around: it, {more}}}"
RIGHT, LEFT, MIDDLE, RING = (
    "{draw: circle, id: it, at: [54, 12], radius: 9, fill: red}",
    "{draw: icon, id: it, icon: helmet, at: [12, 10], size: 16}",
    "{draw: rect, id: it, box: [24, 8, 10, 6], fill: red, rotate: 20}",
    "{draw: rect, id: it, box: [2, 2, 20, 12], stroke: red}",
)


def lines(folder: Path, element: str, more: str = "wrap: true", text: str = WORDS) -> list[tuple[Text, geo.Rectangle]]:
    scene = front(folder, f"{element}\n{TEXT.format(text=json.dumps(text), more=more)}", styles=STYLES)
    return [(node, box) for node, box in geo.paint_box(scene.nodes) if isinstance(node, Text)]


@pytest.mark.parametrize("element", [RIGHT, LEFT, MIDDLE, RING])
@pytest.mark.parametrize("align", ["left", "right", "justify", "left, markup: true, stroke_width: 0"])
def test_no_line_touches_what_its_text_flows_around_and_each_uses_its_room(
    element: str, align: str, tmp_path: Path
) -> None:
    found = lines(tmp_path, element, f"align: {align}, hyphens: false")
    assert " ".join(node.text.strip() for node, _ in found).split() == WORDS.split()
    outlines = [line for each in covered(front(tmp_path, element).nodes, lines=True) for line in geo.flatten(each)]
    for _, (x, y, wide, high) in found:
        assert x >= 3.99
        assert x + wide <= 54.01
        assert not any(x - 1 < px < x + wide + 1 and y < py < y + high for line in outlines for px, py in line)
    rows = {round(node.y, 2): [box for other, box in found if other.y == node.y] for node, _ in found}
    widths = [max(x + w for x, _, w, _ in row) - min(x for x, *_ in row) for row in rows.values()]
    assert max(widths) > 42 > min(widths), "beside it a line is shorter than below it"


def test_a_text_read_from_the_right_begins_beside_what_lies_there(tmp_path: Path) -> None:
    found = lines(tmp_path, RIGHT, "style: rtl")
    rights = [box[0] + box[2] for _, box in found]
    assert rights[1] < 45.5
    assert rights[-1] == pytest.approx(54, abs=0.1)


def test_a_table_beside_something_is_as_narrow_all_the_way_and_a_long_word_goes_below(tmp_path: Path) -> None:
    rows = "| a | some words that are long |\n|-|-|\n| b | and some more of such words |"
    assert all(box[0] + box[2] < 45.5 for _, box in lines(tmp_path, RIGHT, "markup: true", rows))
    ((_, box),) = lines(tmp_path, RING, "wrap: true", "Wordsthatarelongerthanitsroom")
    assert box[1] > 13


@pytest.mark.parametrize(
    ("element", "more", "message"),
    [
        (RIGHT.replace("id: it", "id: other"), "", "no element 'it' before this one"),
        (RIGHT, "valign: bottom", "around: with valign: bottom; expected valign: top"),
        ("{draw: rect, id: it, box: [0, 0, 60, 34], fill: red}", "", "text 'The lines"),
    ],
)
def test_what_cannot_flow_is_a_fault(element: str, more: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        lines(tmp_path, element, more)
    assert message in str(refused.value)
