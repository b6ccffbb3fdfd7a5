"""The reference of faults: each code of `Fault` with the line that an example of it gives.

`faults.yaml` has an example of each, which is run to make the page. A code without an example, or an example that gives
another code, is an error.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import yaml
from PIL import Image

import companion
from generator import build
from generator.building import build as building
from generator.building.check import check
from generator.building.cluster import drawn_by
from generator.building.loading import asked
from generator.exports.shop_files.order import for_shop
from generator.plan import printers
from generator.plan.printers import merging
from generator.plan.runs import Request
from specs.base.errors import Code, Fault, SpecError

Example = Mapping[str, Any]
FAULTS = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8"))


def examples() -> dict[str, Example]:
    """Return each code's example, in the order of the codes."""
    found: dict[str, Example] = FAULTS["faults"]
    return {code: found[code] for code in get_args(Code)}


def spec(example: Example) -> str:
    """Return the example's spec as YAML, which JSON is."""
    if "text" in example:
        return str(example["text"])
    whole = json.loads(json.dumps({**FAULTS["around"], **example.get("spec", {})}))
    whole["components"] = {**FAULTS["around"]["components"], **whole["components"]}
    whole["components"]["cards"] = {**whole["components"]["cards"], **example.get("cards", {})}
    if "front" in example:
        whole["components"]["cards"]["front"] = [example["front"]]
    return json.dumps(whole, indent=1)


def found(example: Example, folder: Path) -> Iterable[Fault]:
    """Return the faults and warnings that an example gives; `folder` is an empty one to work in."""
    (folder / "demo.yaml").write_text(spec(example), encoding="utf-8")
    (folder / "many.csv").write_text("id,title\n" + "ada\n" * 250, encoding="utf-8")
    Image.new("RGB", (20, 20), "teal").save(folder / "coarse.png")
    for name, text in example.get("files", {}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="latin-1")  # so that letters beyond ASCII are not UTF-8
    try:
        return _of(example, str(folder / "demo.yaml"), folder)
    except SpecError as error:
        return error.faults


def _of(example: Example, file: str, folder: Path) -> Iterable[Fault]:
    if "record" in example:
        companion.read(example["record"], str(folder / "record.yaml"))
    if "build" in example:
        options = dict(example["build"])
        return build(file, folder / options.pop("out", "out"), **options).warnings
    if "cluster" in example:
        document, settings = asked(file, {})
        cluster = drawn_by(example["cluster"], 1, document, {}, folder / "kept")
        building.build(document, settings, Request(out=folder / "out", cluster=cluster))
    checked = check(file)
    warnings = list(checked.warnings)
    if "shop" in example and checked.document is not None:
        own = folder / example["shop"]
        warnings += for_shop(checked.document, str(own) if own.exists() else example["shop"], None)[0]
    if "printer" in example and checked.document is not None:
        with patch.dict(os.environ, XDG_CONFIG_HOME=str(folder)):
            printers.store("kitchen", printers.coloured("kitchen", example["printer"]))
            warnings += merging(checked.document, "kitchen")
    return (*checked.faults, *warnings)


def line(code: str, example: Example) -> str:
    """Return the line that an example gives. Raises LookupError if it gives none of this code."""
    with tempfile.TemporaryDirectory() as folder:
        for fault in found(example, Path(folder)):
            if fault.code == code:
                return str(fault).replace(f"{folder}/", "")
    raise LookupError(code)


def page() -> str:
    """Return every code with its subject and an example's line."""
    lines = [
        "# Codes of faults",
        "",
        "`generator check --json` gives each fault with its `code`. [More fields](../api.md#what-is-wrong).",
        "",
    ]
    for code, example in examples().items():
        lines += [f"## `{code}`", "", example["of"], "", "```text", line(code, example), "```", ""]
    return "\n".join(lines)
