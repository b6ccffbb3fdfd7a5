"""The reference of the spec language: every element and each of its keys with a picture, every part with its keys.

What there is comes out of the schema; `elements.yaml` has an example for each key, and to lack one is an error.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import yaml

from generator import Document, face, load
from specs.model import elements, schema

HERE = Path(__file__).parent
SHARED = {"any element": elements.Composed, "what is painted": elements.Painted}  # keys of many elements, told once
PIECE = {"title": "Piece", "size": [40, 30], "print": {"bleed": 0, "safe": 0}}
GROUND = {"draw": "rect", "fill": "white"}

Example = Mapping[str, Any]


def keys() -> dict[str, list[str]]:
    """What needs a picture: by section, the keys that an element may have; `it` stands for all that it must have."""
    common = list(elements.Composed.__struct_encode_fields__)
    painted = [key for key in elements.Painted.__struct_encode_fields__ if key not in common]
    found = {"any element": common, "what is painted": painted}
    for kind in get_args(elements.AnyElement):
        shared = {*common, *(painted if issubclass(kind, elements.Painted) else ())}
        own = [field.encode_name for field in msgspec.structs.fields(kind) if not field.required]
        found[str(kind.__struct_config__.tag)] = ["it", *(key for key in own if key not in shared)]
    return found


def examples() -> dict[str, dict[str, Example]]:
    """Section -> key -> an element that shows it."""
    read: dict[str, dict[str, Example]] = yaml.safe_load((HERE / "elements.yaml").read_text(encoding="utf-8"))
    return {section: {key: {"draw": section, **element} for key, element in of.items()} for section, of in read.items()}


def spec(shown: Mapping[str, Mapping[str, Example]]) -> dict[str, Any]:
    """A spec with a piece for each example, called by its section and key."""
    around: dict[str, Any] = yaml.safe_load((HERE / "around.yaml").read_text(encoding="utf-8"))
    rows = [{"worth": 3}]
    around["components"] = {
        name(section, key): {**PIECE, "id": name(section, key), "rows": rows, "front": [GROUND, element]}
        for section, of in shown.items()
        for key, element in of.items()
    }
    return around


def name(section: str, key: str) -> str:
    return f"{section}-{key}".replace(" ", "-").replace("_", "-")


def document(shown: Mapping[str, Mapping[str, Example]], folder: Path) -> Document:
    """The spec of the examples, written into a folder. Raises SpecError."""
    shutil.copy(HERE.parent / "examples" / "gallery" / "art" / "harbour.svg", folder)
    file = folder / "elements.yaml"
    file.write_text(json.dumps(spec(shown)), encoding="utf-8")
    return load(file)


def drawn(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and SVG of each example's picture; `folder` is one to work in. Raises SpecError."""
    found = document(examples(), folder)
    yield from ((piece, face(found, piece).svg) for piece in found.spec.components)


def written(element: Example) -> str:
    """An example as one types it."""
    flow = yaml.safe_dump(dict(element), default_flow_style=True, sort_keys=False, width=88, allow_unicode=True)
    return flow.strip().replace("'", '"') if "'" not in str(element) else flow.strip()


def page(pictures: str) -> str:
    """Every element with its pictures, which lie in that folder."""
    lines = [
        "# Elements in pictures",
        "",
        "Each on a piece of 40 × 30 mm. What they are for is told in",
        "[the spec language](../spec-language.md#elements).",
        "",
    ]
    shown = examples()
    for section, wanted in keys().items():
        lines += [f"## {section if section in SHARED else f'`{section}`'}", ""]
        for key in wanted:
            title = "" if key == "it" else f"### {section}: `{key}`"
            what = f"{section}" if key == "it" else f"{key} of {section}"
            picture = f"![{what}]({pictures}/{name(section, key)}.svg){{.shown}}"
            lines += [title, "", picture, "", "```yaml", written(shown[section][key]), "```", ""]
    return "\n".join(lines)


# ---- every part and its keys -----------------------------------------------------------------------


def parts() -> str:
    """Every part of a spec from the JSON Schema: what it is, its keys, what each may be, what it is without."""
    found = msgspec.json.schema(schema.Spec)["$defs"]
    lines = ["# Every key of a spec", "", "As `generator schema` has them. Keys in **bold** must be there.", ""]
    for title, part in sorted(found.items(), key=lambda of: (of[0] != "Spec", of[0])):
        if "properties" not in part:
            continue
        said = re.sub(r"\s+", " ", part.get("description", ""))
        lines += [f"## {title}", "", said, "", "| key | may be | without it |", "|---|---|---|"]
        for key, value in part["properties"].items():
            bold = "**" if key in part.get("required", ()) else ""
            default = value.get("default")
            without = "" if default in (None, "", []) or isinstance(default, dict) else f"`{json.dumps(default)}`"
            lines.append(f"| {bold}`{key}`{bold} | {kind(value)} | {without} |")
        lines.append("")
    return "\n".join(lines)


def kind(value: Mapping[str, Any]) -> str:
    """What a value may be, in words."""
    match value:
        case {"$ref": reference}:
            title = str(reference).rpartition("/")[2]
            return f"[{title}](#{title.lower()})"
        case {"anyOf": ways}:
            said = dict.fromkeys(kind(way) for way in ways if way != {"type": "null"})
            if {"text", "a number"} <= said.keys():
                return "text, a number, true or false" if "true or false" in said else "a number, or an expression"
            if len(said) > len(get_args(elements.Shape)) + 1:
                return "an [element](elements.md)"
            return " or ".join(said)
        case {"enum": choices}:
            return ", ".join(f"`{choice}`" for choice in choices)
        case {"const": choice}:
            return f"`{choice}`"
        case {"description": said}:
            return str(said).replace("|", "\\|")
        case {"type": "array", "prefixItems": items}:
            return "a list of " + ", ".join(kind(item) for item in items)
        case {"type": "array", "items": dict(items)}:
            return f"a list: {kind(items)}"
        case {"type": "object", "additionalProperties": dict(items)}:
            return f"by name: {kind(items)}"
        case {"type": str(plain)}:
            words = {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}
            return words.get(plain, plain)
        case _:
            return "anything"
