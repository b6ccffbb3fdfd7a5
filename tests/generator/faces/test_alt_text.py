"""A face in words: its texts, and its pictures by their names."""

from pathlib import Path

import pytest
from cases import cases, data, put
from drawn import document_of, faces_of

from generator.api import face, load
from generator.building.translating import all_readings
from generator.draw.scene import Scene
from generator.faces.distinct import face_texts
from generator.faces.faces import Faces
from generator.plan.drawer import Fingerprints
from specs.base.errors import SpecError
from specs.load import bundled
from specs.translation.overlay import in_language
from specs.translation.rendering import PICTURES

SPEC = data(__file__)["SPEC"]


def spec(folder: Path, *elements: str, more: str = "print: {bleed: 2}") -> Path:
    return put(folder / "demo.yaml", SPEC.format(elements="\n".join(f"      - {line}" for line in elements), more=more))


def said(folder: Path, *elements: str, more: str = "print: {bleed: 2}") -> str:
    """What the first card says."""
    document = load(spec(folder, *elements, more=more))
    return Faces(document).front(document.pieces["cards"][0]).alt


TEXT = '{draw: text, text: "Lowland {price}", box: [5, 5, 50, 10]}'
SUN = "{draw: icon, icon: sun, at: [30, 30], size: 8}"


@cases
def test_a_face_says_its_texts_and_the_names_of_its_pictures_as_they_are_drawn(
    elements: list[str], more: str, words: str, tmp_path: Path
) -> None:
    assert said(tmp_path, *elements, more=more or "print: {bleed: 2}") == words


@pytest.mark.parametrize("bad", ['alt: "{nmae}"', 'alt: "{name +}"'])
def test_an_alt_that_cannot_be_is_told_with_its_line(tmp_path: Path, bad: str) -> None:
    with pytest.raises(SpecError) as error:
        load(spec(tmp_path, TEXT, more=bad))
    assert [fault.place.line for fault in error.value.faults] == [11]
    with pytest.raises(SpecError) as error:
        load(spec(tmp_path, SUN.replace("size: 8", f"size: 8, {bad}")))
    assert [fault.place.line for fault in error.value.faults] == [14]


@pytest.mark.parametrize("game", bundled())
def test_faces_that_look_alike_say_the_same_and_those_that_differ_something_else(game: str) -> None:
    """Of a back that lies hidden, who hears it may not know more than who sees it."""
    document = document_of(game)
    faces, prints = faces_of(game), Fingerprints()
    for name, component in document.spec.components.items():
        if component.pages is not None:
            continue
        for side in (faces.front, faces.back):
            scenes = [scene for piece in document.pieces[name] if (scene := side(piece)) is not None]
            words: dict[str, set[str]] = {}
            for scene in scenes:
                words.setdefault(prints.of([scene], b""), set()).add(scene.alt)
            assert all(len(alts) == 1 for alts in words.values()), name
            assert not any("-" in alt.split() or "_" in alt for alt in _all(scenes))
            if (game, name) not in PICTURED:
                assert len(set().union(*words.values())) == len(words), name


# what looks otherwise without being anything else: the ground of a tile of set B, six drawings of islands, of dwellers
PICTURED = {("atlantis", "path-tiles"), ("circles", "islands"), ("gods", "dwellers"), ("escape", "die-stickers")}


def _all(scenes: list[Scene]) -> set[str]:
    return {scene.alt for scene in scenes}


def test_a_list_of_faces_names_the_first_piece_that_says_it_and_counts_them() -> None:
    document = load("escape")
    every = face_texts(document, Faces(document), ["island"])
    told = [(each.piece, each.side, each.words, each.count) for each in every]
    assert told[:3] == [
        ("lowland-shark-1", "front", "lowland", 18),
        ("hill-shark-1", "front", "hill", 12),
        ("mountain-shark-1", "front", "mountain", 7),
    ]
    assert ("lowland-whirlpool-1", "back", "whirlpool", 5) in told


def test_a_face_as_svg_says_its_words(tmp_path: Path) -> None:
    svg = face(spec(tmp_path, TEXT, more="alt: '{name} & <co>'"), "One").svg
    assert '<svg aria-label="One &amp; &lt;co&gt;"' in svg
    assert 'role="img"' in svg.partition("<svg")[2].partition(">")[0]
    assert 'lang="en"' in svg


def test_a_picture_is_read_aloud_in_the_words_of_the_language(tmp_path: Path) -> None:
    file = spec(
        tmp_path, "{draw: icon, icon: sun, at: [9, 9], size: 4, when: price == 2}", "{draw: use, template: coin}"
    )
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text("words: {sun: Sonne}", encoding="utf-8")
    document = in_language(load(file), "de")
    assert [told.words for told in face_texts(document, Faces(document), ["cards"])] == ["2 Sonne", "Sonne"]


@cases
def test_a_translator_is_given_every_picture_that_may_be_read_aloud(icon: str, names: set[str], tmp_path: Path) -> None:
    file = spec(tmp_path, f'{{draw: icon, icon: "{icon}", at: [9, 9], size: 4}}')
    text = file.read_text(encoding="utf-8").replace("One", "crown").replace("Two", "ring")
    file.write_text(text.replace("templates:\n  coin: [{draw: icon, icon: sun, at: [0, 0], size: 4}]\n", ""))
    found = {text for text, each in all_readings(load(file)).items() if each.column == PICTURES}
    assert found == names
