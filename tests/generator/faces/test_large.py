"""Large print: text 1.4 times as large where it has room, and told where it has none."""

from pathlib import Path

import pytest
from cases import data, put
from command import generator
from said import said

from generator import build
from generator.building.loading import load
from generator.faces.faces import Faces
from specs.base.errors import SpecError
from specs.load import bundled

SPEC = data(__file__)["SPEC"]


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    (tmp_path / "rules.md").write_text("# Rules\n\n" + "Many words make long paragraphs. " * 44, encoding="utf-8")
    return put(tmp_path / "demo.yaml", SPEC)


def sizes(spec: Path, component: str, *, large: bool) -> dict[str, float]:
    """The em of each text on a component's first piece, mm."""
    document = load(spec)
    scene = Faces(document, large=large).front(document.pieces[component][0])
    return {each.text: each.size for each in said(scene.nodes)}


def test_text_is_larger_where_it_has_room_until_it_is_large(spec: Path) -> None:
    usual, large = (sizes(spec, "cards", large=large) for large in (False, True))
    assert large["roomy"] == pytest.approx(1.4 * usual["roomy"])
    assert large["half"] == pytest.approx(1.4 * usual["half"])
    assert large["TITLE"] == usual["TITLE"] == 8  # 18 points are large as they are


def test_what_has_no_room_is_as_large_as_has_and_told_with_its_place(spec: Path) -> None:
    assert 3 < sizes(spec, "cards", large=True)["narrow"] < 1.3 * 3
    done = generator("build", spec, "--large", "--format", "pdf", cwd=spec.parent)
    assert done.status == 0
    assert [line.partition(": ")[0] for line in done.err.splitlines()] == [f"{spec}:13:41"]
    assert "text 'narrow' of 11." in done.err
    assert "in large print, printed at 9.7 pt; expected at most 9.5 × 6.0 mm, for 11.9 pt" in done.err
    with pytest.raises(SpecError, match="in large print"):
        build(spec, spec.parent / "out", large=True, strict=True)


def test_a_piece_to_be_read_is_printed_larger_as_a_whole(spec: Path) -> None:
    assert sizes(spec, "aid", large=True) == sizes(spec, "aid", large=False)
    done = build(spec, spec.parent / "out", large=True, formats="pdf", only="aid")
    assert done.manifest is not None
    aid = done.manifest.components["aid"]
    assert (aid.width_mm, aid.height_mm) == (70, 42)
    assert not done.warnings


def test_rules_in_large_print_may_take_more_pages(spec: Path) -> None:
    document = load(spec)
    (rules,) = document.pieces["rules"]
    usual, large = (len(Faces(document, large=large).pages(rules)) for large in (False, True))
    assert usual == 2
    assert large > 3


@pytest.mark.parametrize("game", bundled())
def test_every_game_can_be_had_in_large_print(game: str) -> None:
    """Its rules in full; of its faces few texts have no room for all of it, and none is smaller than it was."""
    document = load(game)
    faces = Faces(document, large=True)
    for name, pieces in document.pieces.items():
        faces.front(pieces[0])
        if document.spec.components[name].pages is not None:
            assert min(each.size for page in faces.pages(pieces[0]) for each in said(page.nodes[1:])) > 1.58
    told = [flaw.found for flaws in faces.warnings.values() for kind, flaw in flaws.items() if kind == "large"]
    assert len(told) <= 4, told
