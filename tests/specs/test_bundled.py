"""Templates that come along: a spec uses them by name, its own win, and what is wrong is told where it uses them."""

import re
from pathlib import Path

import pytest
from cases import data, put

from generator.building.check import check
from specs.expand.fields import FieldsOf
from specs.load import bundled, load
from specs.read.named_yaml import templates

SPEC = data(__file__)["SPEC"]
PAGE = (Path(__file__).parents[2] / "docs" / "spec-language.md").read_text(encoding="utf-8")
OWN = data(__file__)["OWN"]


def written(folder: Path, text: str) -> Path:
    return put(folder / "demo.yaml", text)


def told(folder: Path, text: str) -> list[str]:
    return [str(fault).replace(f"{folder}/", "") for fault in check(written(folder, text)).faults]


def test_a_spec_uses_a_template_that_comes_along_and_those_it_uses(tmp_path: Path) -> None:
    assert not told(tmp_path, SPEC)
    assert set(load(tmp_path / "demo.yaml").spec.templates) == {"aid", "aid-step", "aid-row"}


def test_a_spec_without_them_has_none_of_them(tmp_path: Path) -> None:
    text = SPEC[: SPEC.index("    front:")] + "    front: []\n"
    assert not load(written(tmp_path, text)).spec.templates


def test_a_template_of_the_specs_own_wins(tmp_path: Path) -> None:
    document = load(written(tmp_path, SPEC + OWN))
    assert len(document.spec.templates["aid"]) == 1
    assert "aid" not in document.bundled


@pytest.mark.parametrize("game", bundled())
def test_the_aid_of_every_game_is_made_of_them(game: str) -> None:
    document = load(game)
    assert document.bundled >= {"aid", "aid-row"}
    assert not any(name.startswith("aid") for name in document.spec.templates if name not in document.bundled)


def test_the_example_of_the_page_prints(tmp_path: Path) -> None:
    head = "game: demo\ntitle: Demo\ncredits: {designer: Ann}\n"
    assert not told(tmp_path, head + PAGE.partition("| `aid-step` |")[2].partition("```yaml\n")[2].partition("```")[0])


@pytest.mark.parametrize("name", templates())
def test_the_page_on_the_language_names_each_with_its_fields(name: str, tmp_path: Path) -> None:
    needed = FieldsOf(load(written(tmp_path, SPEC)).spec).template(name) - {"w", "h"}
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
    assert set(re.findall(r"`([a-z]+)`", row.split("|")[3])) == needed
