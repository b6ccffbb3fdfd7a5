"""The page on the spec language tells what there is, no more and no less, and its example prints."""

import re
from pathlib import Path

import site_tables
from cases import cases
from command import generator
from msgspec.structs import fields

from specs.expand import counting
from specs.expand.functions import FUNCTIONS
from specs.model import component, elements, schema
from specs.model.values import Frozen

PAGE = Path(__file__).parents[2] / "docs" / "spec-language.md"
TEXT = PAGE.read_text(encoding="utf-8")
OF_TABLES = PAGE.with_name("free-table.md").read_text(encoding="utf-8")


def test_keys_of_a_component_that_must_be_there_are_bold() -> None:
    needed = {field.encode_name for field in fields(component.Component) if field.required}
    page = TEXT.partition("## Components")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    assert {key for row in rows for key in re.findall(r"\*\*`(\w+)`\*\*", row)} == needed


def test_the_table_of_elements_is_the_schemas() -> None:
    assert site_tables.element_table() == site_tables.shown("elements")


def test_every_key_of_every_part_is_named() -> None:
    modules = (elements, component, schema)
    parts = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Frozen) and not issubclass(value, elements.Element)
    ]
    fence = re.compile(r"```\w*\n(.*?)```", re.S)
    both = TEXT + OF_TABLES
    inline = re.findall(r"`([^`]+)`", fence.sub("", both))
    code = set(re.findall(r"[A-Za-z_]+", " ".join([*inline, *fence.findall(both)])))
    for part in parts:
        missing = set(part.__struct_encode_fields__) - code
        assert not missing, f"{part.__name__}: {missing}"


@cases
def test_every_name_there_is_stands_on_the_page(names: list[str]) -> None:
    assert [name for name in names if f"`{name}`" not in TEXT] == []


def test_every_function_of_a_table_stands_on_its_page() -> None:
    more = set(counting.TABLE.functions) - set(FUNCTIONS)
    assert [name for name in more if not re.search(rf"`{name}[`(]", OF_TABLES)] == []


def test_the_first_example_prints(tmp_path: Path) -> None:
    example = re.search(r"```yaml\n(.*?)```", TEXT, re.S)
    assert example
    (tmp_path / "suits.yaml").write_text(example[1], encoding="utf-8")
    for words in (["check", "suits.yaml"], ["build", "suits.yaml", "--seed", "1", "--players", "3"]):
        assert generator(*words, cwd=tmp_path).status == 0
    assert (tmp_path / "output" / "suits" / "suits.pdf").read_bytes().startswith(b"%PDF")
