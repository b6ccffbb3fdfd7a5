"""The reference of components: a sheet, as it is printed, for every key of a component, of its rows and of its pages.

The parts and keys are those of the schema; `specs/read/keys` has a text and an example of each key.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from site_elements import HERE, Example, described, name, written

from generator import build, face, load
from specs.read.key_texts import texts

# each with the key that holds it
PARTS = {"Component": "", "Print": "print", "Stand": "standee", "Box": "box", "Rows": "rows", "Pages": "pages"}
GALLERY = HERE.parent / "examples" / "gallery"
READ = (*(HERE / f"{file}" for file in ("shown.md", "told.md", "told.yaml", "shown.csv")),
        GALLERY / "data" / "wares.xlsx", GALLERY / "art" / "harbour.svg")  # fmt: skip


def examples() -> Mapping[str, Mapping[str, Any]]:
    """Return, for each class and key, what a component says to show it; and what it says by itself, under `piece` and
    `text`."""
    return texts("components")


def drawn(shown: Mapping[str, Mapping[str, Example]], folder: Path) -> Iterator[tuple[str, str]]:
    """Yield name and SVG of each example's first sheet, for `back` the one behind it, for `radius` the piece that is
    cut out; `folder` is one to work in. Raises SpecError."""
    given, spec = examples(), yaml.safe_load((HERE / "around.yaml").read_text(encoding="utf-8"))
    spec["components"] = {
        name(part, key): {
            **given["text" if part == "Pages" else "piece"],
            "id": f"{part}-{key}-{{n}}".lower(),
            **example,
        }
        for part in PARTS
        for key, example in shown[part].items()
    }
    for file in READ:
        shutil.copy(file, folder)
    (folder / "components.yaml").write_text(json.dumps(spec), encoding="utf-8")
    found = load(folder / "components.yaml")
    built = build(found, folder, formats="svg", paper="120x90mm", pack=False, plan=False)
    for component in found.spec.components:
        if component == name("Component", "radius"):  # a sheet does not show where its pieces are cut
            yield component, face(found, found.pieces[component][0].id).svg
            continue
        sheets = sorted(file for file in built.files if f"-{component}-" in file)
        sheet = sheets[-1] if component == name("Component", "back") else sheets[0]
        yield component, (built.folder / sheet).read_text(encoding="utf-8")


def page(pictures: str) -> str:
    """Return every key with its sheet, which is in that folder."""
    lines = [
        "# Components in pictures",
        "",
        "Each as it is printed, on paper of 120 × 90 mm. More about them is in",
    ]
    lines += ["[the spec language](../spec-language.md#components).", ""]
    for part, holder in PARTS.items():
        lines += [f"## `{holder}`" if holder else "## A component", ""]
        for key, example in examples()[part].items():
            called = holder or "component"
            picture = f"![{key} of {called}]({pictures}/{name(part, key)}.svg){{.sheet}}"
            lines += [f"### {called}: `{key}`", "", described(part, key), "", picture, ""]
            lines += ["```yaml", written(example), "```", ""]
    return "\n".join(lines)
