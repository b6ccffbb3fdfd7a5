"""The page on the spec language tells what there is, no more and no less, and its example prints.

The table of elements comes out of the schema: TIDELINE_RENEW=1 writes it anew.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from cases import cases
from msgspec.structs import fields

from specs.expand import counting, expr
from specs.model import component, elements, schema
from specs.model.values import Frozen

PAGE = Path(__file__).parents[2] / "docs" / "spec-language.md"
TEXT = PAGE.read_text(encoding="utf-8")
OF_TABLES = PAGE.with_name("free-table.md").read_text(encoding="utf-8")
SHARED = {"when", "style", "opacity", "rotate", "alt", "clip"}
PAINT = {"fill", "stroke", "stroke_width", "dash"}


def test_keys_of_a_component_that_must_be_there_are_bold() -> None:
    needed = {field.encode_name for field in fields(component.Component) if field.required}
    page = TEXT.partition("## Components")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    assert {key for row in rows for key in re.findall(r"\*\*`(\w+)`\*\*", row)} == needed


def element_table() -> str:
    """A row for each element: what it is, its own keys with their defaults."""
    lines = ["| draw | what it is | keys |", "|---|---|---|"]
    for kind in get_args(elements.AnyElement):
        painted = issubclass(kind, elements.Painted)
        keys, needed = [], {field.encode_name for field in fields(kind) if field.required}
        for name, given in zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True):
            if given in SHARED or (painted and given in PAINT):
                continue
            default = _default(kind, given)
            keys.append(f"**`{name}`**" if name in needed else f"`{name}`{default}")
        what = re.sub(r"\s+", " ", kind.__doc__ or "").split(". ")[0].rstrip(".") if kind.__doc__ else ""
        what = what.replace("|", "\\|")
        lines.append(f"| `{kind.__struct_config__.tag}` | {what or _PLAIN[kind]} | {', '.join(keys)} |")
    return "\n".join(lines)


_PLAIN = {
    elements.Circle: "A circle",
    elements.Ellipse: "An ellipse; `r` is [across, down]",
    elements.Polygon: "A closed shape",
}


def _default(kind: type, name: str) -> str:
    import msgspec

    field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
    value = field.default
    if value in (msgspec.NODEFAULT, None):
        return ""
    shown = {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value
    return f" ({list(shown) if isinstance(shown, tuple) else shown})"


def test_the_table_of_elements_is_the_schemas() -> None:
    between = re.compile(r"(?<=<!-- elements -->\n).*?(?=<!-- /elements -->)", re.S)
    table = element_table() + "\n"
    if os.environ.get("TIDELINE_RENEW"):
        PAGE.write_text(between.sub(lambda _: table, TEXT), encoding="utf-8")
        return
    found = between.search(TEXT)
    assert found
    assert found[0] == table


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
    more = set(counting.TABLE.functions) - set(expr.FUNCTIONS)
    assert [name for name in more if not re.search(rf"`{name}[`(]", OF_TABLES)] == []


def test_the_first_example_prints(tmp_path: Path) -> None:
    example = re.search(r"```yaml\n(.*?)```", TEXT, re.S)
    assert example
    (tmp_path / "suits.yaml").write_text(example[1], encoding="utf-8")
    for words in (["check", "suits.yaml"], ["build", "suits.yaml", "--seed", "1", "--players", "3"]):
        done = subprocess.run(
            [str(Path(sys.executable).with_name("generator")), *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "output" / "suits" / "suits.pdf").read_bytes().startswith(b"%PDF")
