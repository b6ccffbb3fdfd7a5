"""Pages of text: a Markdown file in columns, with the spec's own pictures; its faults have their places in it."""

from pathlib import Path

import pytest
from cases import cases, data, put
from hypothesis import HealthCheck, given, settings, strategies as st
from said import said

from generator.building.check import check
from generator.draw.geometry.geometry import paint_box
from generator.draw.scene import Group, Node, Path as PathNode, Scene, Use
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import load

SPEC = data(__file__)["SPEC"]


def drawn(folder: Path, text: str, columns: int = 1, more: str = "") -> list[Scene]:
    (folder / "rules.md").write_text(text, encoding="utf-8")
    file = put(folder / "leaf.yaml", SPEC.format(columns=columns, more=more))
    document = load(file)
    return list(Faces(document).pages(document.pieces["rules"][0]))


def words(scenes: list[Scene]) -> list[str]:
    """What each page says, its own number left out."""
    return [" ".join(each.text for each in said(scene.nodes) if not each.text.startswith("page ")) for scene in scenes]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_what_is_written_stands_there_in_its_order(folder: Path) -> None:
    words_ = "# Title\n\nOne **two** [[sun]] *three*.\n\n- four\n- five\n  1. six\n\n> seven\n\n"
    (page,) = words(drawn(folder, words_ + "| a | b |\n|---|--:|\n| c | d |\n"))
    assert page == "Title One two three . • four • five 1 six seven a b c d"


def test_each_page_has_its_ground_and_its_number(folder: Path) -> None:
    scenes = drawn(folder, "word " * 900)
    assert len(scenes) > 2
    grounds = [each.text for scene in scenes for each in said(scene.nodes) if each.text.startswith("page ")]
    assert grounds == [f"page {n} of {len(scenes)}" for n in range(1, len(scenes) + 1)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.sampled_from(["", "## ", "- ", "> ", "1. "]), st.integers(1, 60)), min_size=1, max_size=12),
    st.integers(1, 2),
)
def test_no_word_of_any_text_is_lost_or_moved(folder: Path, blocks: list[tuple[str, int]], columns: int) -> None:
    count = 0
    lines = []
    for start, many in blocks:
        lines.append(start + " ".join(f"w{count + n}" for n in range(min(many, 12) if start == "## " else many)))
        count += min(many, 12) if start == "## " else many
    found = " ".join(words(drawn(folder, "\n\n".join(lines), columns))).split()
    assert [word for word in found if word.startswith("w")] == [f"w{n}" for n in range(count)]


ODD = data(__file__)["ODD"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(ODD), max_size=30), st.integers(1, 3))
def test_any_text_is_set_or_told_with_its_place(folder: Path, parts: list[str], columns: int) -> None:
    try:
        assert drawn(folder, "".join(parts), columns)
    except SpecError as error:
        assert all(str(fault).startswith(f"{folder}/") and fault.place.line for fault in error.faults)


def test_contents_say_on_which_page_each_heading_is(folder: Path) -> None:
    text = "<!-- contents -->\n\n" + "\n\n".join(f"## Part {n}\n\n" + "word " * 150 for n in range(1, 7))
    scenes = drawn(folder, text)
    pages = words(scenes)
    listed = {}
    for line in pages[0].split("Part ")[1:7]:
        number, *_, page = line.replace(".", " ").split("word")[0].split()
        listed[int(number)] = int(page)
    headings = {n: next(p for p, scene in enumerate(scenes, 1) for each in said(scene.nodes)
                        if each.text == f"Part {n}" and each.size == 6) for n in range(1, 7)}  # fmt: skip
    assert listed == headings
    assert len(set(headings.values())) > 2


def test_a_setup_is_drawn_from_the_pieces_it_deals(folder: Path) -> None:
    (scene,) = drawn(folder, "![Seed 1](setup:1/2)")
    assert words([scene]) == ["Seed 1"]
    card = Faces(load(folder / "leaf.yaml"))
    face = card.front(card.document.pieces["cards"][0])
    (used,) = [use.scene for use in uses(scene.nodes)]
    assert used == face


def uses(nodes: tuple[Node, ...]) -> list[Use]:
    found = [node for node in nodes if isinstance(node, Use)]
    return found + [use for node in nodes if isinstance(node, Group) for use in uses(node.children)]


def test_pictures_are_the_specs_own(folder: Path) -> None:
    (scene,) = drawn(folder, '![Three](template:tile?tint=gold&n=3) ![A card](face:card-sun "20 mm")\n')
    assert words([scene]) == ["3 Three A card"]


@cases
def test_a_fault_has_its_place_in_the_text(folder: Path, text: str, fault: str) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(folder, text)
    (found,) = caught.value.faults
    assert str(found).startswith(f"{folder}/{fault}")


def test_all_faults_of_a_text_come_at_once(folder: Path) -> None:
    text = "one <b>two</b> [[suns]]\n\n- a\n\n  ---\n\n![x](face:none)\n\n> ![](template:none) <i>\n"
    with pytest.raises(SpecError) as caught:
        drawn(folder, text)
    assert [fault.place.line for fault in caught.value.faults] == [1, 1, 5, 7, 9, 9]


@cases
def test_a_text_that_cannot_be_is_told_in_the_spec(folder: Path, old: str, new: str, fault: str) -> None:
    drawn(folder, "word " * 300, columns=2)
    file = folder / "leaf.yaml"
    spec = file.read_text()
    there, _, rules = spec.partition("  rules:")
    assert old in rules
    file.write_text(
        there
        + "  rules:"
        + rules.replace(old, new.replace(", shape", "\n    shape").replace(", rows", "\n    rows"), 1)
    )
    told = [str(each) for each in check(file).faults]
    assert len(told) == 1 or "circle" in new, told
    assert fault in told[0]
    assert told[0].startswith(f"{file}:")


def test_a_text_without_end_is_told(folder: Path) -> None:
    with pytest.raises(SpecError, match=r"leaf.yaml:.*'rules.md' of .*; expected at most 200,000"):
        drawn(folder, "word " * 100_001)
    (folder / "rules.md").write_bytes(b"one\n\xff")
    document = load(folder / "leaf.yaml")
    with pytest.raises(SpecError, match=r"rules\.md:2:1: letters that are not UTF-8"):
        Faces(document).pages(document.pieces["rules"][0])


FIELDS = data(__file__)["FIELDS"]
DEAL = data(__file__)["DEAL"]


def filled(folder: Path, text: str, told: str = FIELDS, language: str | None = None) -> list[Scene]:
    (folder / "told.yaml").write_text(told, encoding="utf-8")
    file = folder / "leaf.yaml"
    terms = 'terms: {"3": three, sun: the sun}\ntemplates:\n  row:\n  - draw: repeat\n    over: "{row}"\n    items:\n'
    terms += '    - {draw: rect, box: ["{at}", 0, 12, 12], fill: "{tint}"}\n'
    spec = SPEC.format(columns=1, more=", fields: told.yaml").replace("templates:\n", terms)
    (folder / "rules.md").write_text(text, encoding="utf-8")
    file.write_text(spec, encoding="utf-8")
    document = load(file, language=language)
    return list(Faces(document).pages(document.pieces["rules"][0]))


def test_an_aside_says_and_shows_the_fields_of_its_name(folder: Path) -> None:
    scenes = filled(folder, DEAL + "\n{cards} stand here.\n")
    assert words(scenes) == ["Three cards, the sun: 4. • {3} 3 {cards} stand here."]
    fills = [node.paint.fill for node, _ in paint_box(scenes[0].nodes) if isinstance(node, PathNode)]
    assert fills[-2:] == [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]


def test_a_text_in_another_language_says_the_same_fields_in_its_own_terms(folder: Path) -> None:
    (folder / "words" / "de").mkdir(parents=True)
    (folder / "words" / "de.yaml").write_text("words: {three: drei, the sun: die Sonne}\n", encoding="utf-8")
    own = "> [!deal]\n>\n> {suit:Word} kommt auf {'zu dritt' if cards == 3 else cards}: {cards:word}.\n"
    (folder / "words" / "de" / "rules.md").write_text(own, encoding="utf-8")
    assert words(filled(folder, DEAL, language="de")) == ["Die Sonne kommt auf zu dritt: drei."]


@cases
def test_a_field_that_is_none_is_told_where_it_stands(folder: Path, text: str, told: str, fault: str) -> None:
    with pytest.raises(SpecError) as error:
        filled(folder, text, told)
    assert str(error.value.faults[0]).removeprefix(f"{folder}/").startswith(fault)
