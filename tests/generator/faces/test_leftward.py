"""Pages and texts that are read from right to left: what begins at the right, and by what."""

import shutil
from pathlib import Path

import pytest
from cases import cases, data, put

from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Image, Node, Path as Outline, Scene, Text
from generator.faces.faces import Faces
from specs.load import load

SCRIPTS = Path(__file__).parents[1] / "scripts"
SPEC = data(__file__)["SPEC"]
ALEF, BET, GIMEL, DALET = "\u05d0\u05d0", "\u05d1\u05d1", "\u05d2\u05d2", "\u05d3\u05d3"
LEFT, RIGHT = 10.0, 110.0  # of what holds text


def document(folder: Path, markdown: str, language: str = "", columns: int = 1, text: str = "a") -> Faces:
    shutil.copy(SCRIPTS / "NotoSansHebrew.ttf", folder)
    (folder / "rules.md").write_text(markdown, encoding="utf-8")
    file = put(
        folder / "demo.yaml", SPEC.format(language=language and f"language: {language}", columns=columns, text=text)
    )
    return Faces(load(file, fonts=fonts.bundled()))


def page(folder: Path, markdown: str, language: str = "", columns: int = 1) -> Scene:
    faces = document(folder, markdown, language, columns)
    return faces.pages(faces.document.pieces["rules"][0])[0]


def leaves(scene: Scene) -> list[tuple[Node, geo.Rectangle]]:
    return list(geo.paint_box(scene.nodes))


def reach(scene: Scene, word: str) -> tuple[float, float]:
    """From where to where a word goes."""
    (box,) = [box for node, box in leaves(scene) if isinstance(node, Text) and word in node.text]
    return box[0], box[0] + box[2]


@cases
def test_a_paragraph_begins_where_its_language_or_its_first_letter_does(
    words: str, language: str, at_the_right: bool, tmp_path: Path
) -> None:
    scene = page(tmp_path, words, language)
    boxes = [box for node, box in leaves(scene) if isinstance(node, Text)]
    assert (min(box[0] for box in boxes) == pytest.approx(LEFT)) is not at_the_right
    assert (max(box[0] + box[2] for box in boxes) == pytest.approx(RIGHT)) is at_the_right


def test_a_text_on_a_face_begins_as_its_language_does(tmp_path: Path) -> None:
    faces = document(tmp_path, "a", "he", text="words alone")
    face = faces.front(faces.document.pieces["card"][0])
    assert reach(face, "words")[1] == pytest.approx(RIGHT)


def test_marks_of_a_list_stand_where_its_items_begin(tmp_path: Path) -> None:
    scene = page(tmp_path, f"- {ALEF}\n  - {BET}\n\nand\n\n1. {GIMEL}\n\nand\n\n- {DALET[0]} a\n- left\n")
    bullets = [box[0] for node, box in leaves(scene) if isinstance(node, Text) and node.text == "•"]
    assert [x > 60 for x in bullets] == [True, True, True, False]
    assert reach(scene, ALEF)[1] < RIGHT - 3 > bullets[0] - 3
    assert reach(scene, BET)[1] < bullets[1] < reach(scene, ALEF)[1], "further in"
    assert reach(scene, "1")[0] > reach(scene, GIMEL)[1]


def test_the_first_column_of_a_table_stands_where_reading_begins(tmp_path: Path) -> None:
    table = f"| {ALEF} | {BET} |\n|---|--:|\n| {GIMEL} | 12 |\n| words | 3 |\n"
    scene = page(tmp_path, table)
    assert reach(scene, ALEF)[0] > reach(scene, BET)[1]
    assert reach(scene, "words")[1] == pytest.approx(reach(scene, ALEF)[1])
    lines = [box for node, box in leaves(scene) if isinstance(node, Outline)]
    assert max(box[0] + box[2] for box in lines) == pytest.approx(RIGHT, abs=0.2)
    usual = page(tmp_path, table.replace(ALEF, "first"))
    assert reach(usual, "first")[0] < reach(usual, BET)[0]


def test_columns_and_contents_go_from_right_to_left_in_such_a_language(tmp_path: Path) -> None:
    text = f"<!-- contents -->\n\n<!-- column -->\n\n## {ALEF}\n\n{BET}\n\n<!-- column -->\n\n{GIMEL}\n"
    scene = page(tmp_path, text.replace("<!-- column -->\n\n## ", "## "), "he", 2)
    assert reach(scene, BET)[0] > 60 > reach(scene, GIMEL)[1]
    number = reach(scene, "1")
    assert number[0] == pytest.approx(62.5, abs=0.1), "of the column at the right, its far side"
    assert page(tmp_path, text, "he", 2).box == scene.box


def test_pictures_side_by_side_begin_at_the_right(tmp_path: Path) -> None:
    from PIL import Image as Picture

    for name in ("a", "b"):
        Picture.new("RGB", (200, 200), "red").save(tmp_path / f"{name}.png")
    scene = page(tmp_path, "![](a.png) ![](b.png)", "he")
    drawn = {node.file.stem: box[0] for node, box in leaves(scene) if isinstance(node, Image)}
    assert drawn["a"] > drawn["b"]
