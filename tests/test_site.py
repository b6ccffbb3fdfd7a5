"""What the documentation's site is made of: `make docs` builds it, these are its parts.

No key of the language and no command is without its entry, no page without a way to it, no link without a place.
"""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
import site_commands
import site_components
import site_elements
import site_faults
import site_icons
import site_rules

from generator import SpecError, face
from generator.faces.pictures import icons
from specs.base.unfit import Code
from specs.load import bundled, load
from specs.read import key_texts
from tideline_press import MAINS

DOCS = Path(__file__).parent.parent / "docs"
PAGES = [*DOCS.glob("*.md"), *DOCS.glob("rules/*.md"), *DOCS.parent.glob("*.md")]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(text: str) -> set[str]:
    """Of a page's headings, as GitHub and the site make them."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    found = [
        re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.+)$", outside, re.M)
    ]
    return set(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    shown = re.sub(r"^```.*?^```|`[^`\n]+`", "", text, flags=re.M | re.S)
    for name, anchor in LINK.findall(shown):
        there = page.parent / name if name else page
        assert there.exists(), f"{page.name}: {name}"
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), f"{page.name}: {name}#{anchor}"


PROMISES = re.findall(r"^- (.+)$", (DOCS / "trust.md").read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise[:50])
def test_each_promise_names_the_tests_that_hold_it(promise: str) -> None:
    held_by = re.findall(r"`([\w/]+\.py)`", promise)
    assert held_by
    assert [name for name in held_by if not (DOCS.parent / "tests" / name).is_file()] == []


def test_the_first_page_leads_to_every_other() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^([\w/-]+)$", index, re.M))
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    rules = {f"reference/rules-{game}" for game in bundled()}
    assert pages - {"index"} | rules <= told


def test_every_element_and_every_key_of_it_has_a_picture(tmp_path: Path) -> None:
    wanted, shown = site_elements.keys(), site_elements.examples()
    assert {section: set(keys) for section, keys in wanted.items()} == {name: set(of) for name, of in shown.items()}
    for section, of in shown.items():
        for key, element in of.items():
            assert key == "it" or key in element, f"{section}: {key}"
    page = site_elements.page("shown")
    drawn = dict(site_elements.drawn(tmp_path))
    assert [name for name in drawn if f"(shown/{name}.svg)" not in page] == []


def test_every_icon_is_shown_with_its_name() -> None:
    shown = re.findall(r"^- !\[\]\(shown/([\w-]+)\.svg\) \*\*([\w-]+)\*\*", site_icons.groups("shown"), re.M)
    assert sorted(shown) == [(name, name) for name in sorted(icons.bundled())]


@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=[pytest.mark.deep] * (code == "unavailable")) for code in get_args(Code)]
)
def test_every_code_of_a_fault_has_an_example_that_gives_it(code: str) -> None:
    example = site_faults.examples()[code]
    assert example["of"].endswith(".")
    assert site_faults.line(code, example)


def test_there_is_no_example_of_a_code_that_is_none() -> None:
    assert list(site_faults.FAULTS["faults"]) == list(site_faults.examples())


def test_a_picture_of_a_key_looks_otherwise_without_it(tmp_path: Path) -> None:
    unseen = {"when", "alt", "id"}  # what is said or called, and a condition that holds
    shown = {
        section: {key: element for key, element in of.items() if key not in {"it", *unseen}}
        for section, of in site_elements.examples().items()
    }
    without = {
        section: {key: {name: value for name, value in element.items() if name != key} for key, element in of.items()}
        for section, of in shown.items()
    }
    here = site_elements.document(shown, tmp_path)
    (tmp_path / "without.yaml").write_text(json.dumps(site_elements.spec(without)), encoding="utf-8")
    there = load(tmp_path / "without.yaml")  # faults are told piece by piece
    alike = []
    for piece in here.spec.components:
        try:
            if face(here, piece).svg == face(there, piece).svg:
                alike.append(piece)
        except SpecError:
            continue  # without its key it does not fit, or cannot be
    assert alike == []


def test_every_key_of_a_component_its_rows_and_its_pages_has_a_sheet_that_lacks_something_without_it(
    tmp_path: Path,
) -> None:
    unseen = {*(f"Component-{key}" for key in ("note", "notation", "alt", "when"))}
    unseen |= {"Print-large", "Print-stock", "Print-safe", "Pages-max", "Pages-language"}
    needed = {"Component-path", "Component-rows", "Box-holds", "Pages-from"}  # it cannot be without
    needed |= {f"Rows-{key}" for key in ("from", "with", "fields")}
    shown = site_components.examples()
    drawn = dict(site_components.drawn(shown, tmp_path))
    page = site_components.page("shown")
    assert [name for name in drawn if f"(shown/{name}.svg)" not in page] == []
    left: dict[str, dict[str, site_elements.Example]] = {}
    for part, within in site_components.PARTS.items():
        assert set(shown[part]) == set(key_texts.parts()[part].__struct_encode_fields__)
        left[part] = {}
        for key, example in shown[part].items():
            holder = example[within] if within else example
            less = {name: value for name, value in holder.items() if name != key}
            assert len(less) < len(holder), f"{part}: {key}"
            if f"{part}-{key}" not in unseen | needed:
                left[part][key] = {**example, within: less} if within else less
    others = dict(site_components.drawn(left, tmp_path))
    assert [name for name, sheet in others.items() if sheet == drawn[name]] == []


def test_the_table_of_every_key_names_every_part() -> None:
    page = site_elements.all_keys()
    for part in ("Spec", "Component", "Gradient", "Board", "Rows", "Pages"):
        assert f"\n## {part}\n" in page
    assert "| **`size`** |" in page
    assert "| anything |" not in page, "a kind of value that has no words"


@pytest.mark.parametrize("program", site_commands.PROGRAMS)
def test_every_command_and_option_of_a_program_is_told(program: str) -> None:
    page = site_commands.page(program)

    known = import_module(MAINS[program]).Commands.known
    assert [name for name in known if f"\n## {program} {name}\n" not in page] == []
    assert "| `--version` |" in page


@pytest.mark.parametrize("game", bundled())
def test_the_rules_of_a_game_are_a_page_with_its_pictures_and_numbers(game: str, tmp_path: Path) -> None:
    page = site_rules.Rules(game, tmp_path).page()
    pictures = re.findall(rf"\.\./{tmp_path.name}/([\w-]+\.svg)", page)
    assert len(pictures) > 2
    assert all((tmp_path / name).read_text(encoding="utf-8").startswith("<?xml") for name in pictures)
    assert not re.search(r"\{\w+", page), "a field that is not filled in"
    assert "template:" not in page
    assert "<!--" not in page
