"""The reference of the spec language: every element and each of its keys with a picture, every part with its keys.

The parts and keys are those of the schema; `specs/read/keys` has a text and an example of each key.
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
from msgspec.structs import fields

from generator import Document, face, load
from specs.model import elements, schema
from specs.read.key_texts import json_schema, key_text, parts, texts

HERE = Path(__file__).parent
# keys of many elements, shown once: by the class that has them
SHARED = {"Element": "any element", "Painted": "what is painted", "Area": "what encloses an area"}
PIECE = {"title": "Piece", "size": [40, 30], "print": {"bleed": 0, "safe": 0}}
GROUND = {"draw": "rect", "fill": "white"}
TITLE = {"draw": "rect", "box": [25, 3, 12, 9], "fill": "wheat", "id": "title"}
WITH_TITLE = ("below", "around", "blend")  # keys that show only beside another element

Example = Mapping[str, Any]


def keys() -> dict[str, list[str]]:
    """Return what needs a picture: by class, the keys that an element may have; `it` stands for all that it
    must have."""
    common = list(elements.Composed.__struct_encode_fields__)
    painted = [key for key in elements.Painted.__struct_encode_fields__ if key not in common]
    enclosing = [key for key in elements.Area.__struct_encode_fields__ if key not in (*common, *painted)]
    found = {"Element": common, "Painted": painted, "Area": enclosing}
    for kind in get_args(elements.AnyElement):
        shared = {*common, *(painted if issubclass(kind, elements.Painted) else ())}
        shared |= {*(enclosing if issubclass(kind, elements.Area) else ())}
        own = [field.encode_name for field in fields(kind) if not field.required]
        found[kind.__name__] = ["it", *(key for key in own if key not in shared)]
    return found


def examples() -> dict[str, dict[str, Example]]:
    """Return, for each class and key, an element that shows it."""
    return {
        part: {key: {"draw": title(part), **element} for key, element in of.items()}
        for part, of in texts("elements").items()
    }


def title(part: str) -> str:
    """Return an element's name: as `draw` has it, or in words."""
    return SHARED.get(part) or str(parts()[part].__struct_config__.tag)


def spec(shown: Mapping[str, Mapping[str, Example]]) -> dict[str, Any]:
    """Return a spec with a piece for each example, named by its section and key."""
    around: dict[str, Any] = yaml.safe_load((HERE / "around.yaml").read_text(encoding="utf-8"))
    rows = [{"worth": 3}]
    around["components"] = {
        called: {**PIECE, "id": called, "rows": rows, "front": [GROUND, *[TITLE] * (key in WITH_TITLE), element]}
        for section, of in shown.items()
        for key, element in of.items()
        for called in (name(section, key),)
    }
    return around


def name(section: str, key: str) -> str:
    return f"{section}-{key}".replace("_", "-").lower()


def document(shown: Mapping[str, Mapping[str, Example]], folder: Path) -> Document:
    """Return the spec of the examples, written into a folder. Raises SpecError."""
    shutil.copy(HERE.parent / "examples" / "gallery" / "art" / "harbour.svg", folder)
    file = folder / "elements.yaml"
    file.write_text(json.dumps(spec(shown)), encoding="utf-8")
    return load(file)


def drawn(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield name and SVG of each example's picture; `folder` is one to work in. Raises SpecError."""
    found = document(examples(), folder)
    yield from ((piece, face(found, piece).svg) for piece in found.spec.components)


def written(value: Any, width: int = 88) -> str:
    """Return an example as one types it, in lines of at most `width` letters."""
    flow = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=width, allow_unicode=True)
    flow = flow.strip().removesuffix("\n...")
    return flow.replace("'", '"') if "'" not in str(value) else flow


def page(pictures: str) -> str:
    """Return every element with its pictures, which are in that folder."""
    lines = [
        "# Elements in pictures",
        "",
        "Each on a piece of 40 × 30 mm. More about them is in",
        "[the spec language](../spec-language.md#elements).",
        "",
    ]
    shown = examples()
    for part, wanted in keys().items():
        called = title(part)
        lines += [f"## {called if part in SHARED else f'`{called}`'}", ""]
        for key in wanted:
            head, said = ("", "") if key == "it" else (f"### {called}: `{key}`", described(part, key))
            what = called if key == "it" else f"{key} of {called}"
            picture = f"![{what}]({pictures}/{name(part, key)}.svg){{.shown}}"
            lines += [head, "", said, "", picture, "", "```yaml", written(shown[part][key]), "```", ""]
    return "\n".join(lines)


def described(part: str, key: str) -> str:
    """Return what a key of a class does, for a page."""
    kind = elements.Drawn if part == "Element" else parts()[part]
    return escaped(key_text(kind, next(field for field in fields(kind) if field.encode_name == key)))


def escaped(text: str) -> str:
    """Escape a text for a page."""
    return re.sub(r"([*|<])", r"\\\1", text)


# ---- every part and its keys -----------------------------------------------------------------------


def all_keys() -> str:
    """Return every part of a spec from the JSON Schema: what it is, its keys, what each does and may be, an example."""
    found, whole = msgspec.json.schema(schema.Spec)["$defs"], json_schema()["$defs"]
    lines = ["# Every key of a spec", "", "As `generator schema` has them. Keys in **bold** must be there.", ""]
    for title, part in sorted(found.items(), key=lambda of: (of[0] != "Spec", of[0])):
        if "properties" not in part:
            continue
        said = re.sub(r"\s+", " ", part.get("description", ""))
        lines += [f"## {title}", "", said, "", "| key | what it does | may be | example |", "|---|---|---|---|"]
        needed = part.get("required", ())
        for key, value in sorted(part["properties"].items(), key=lambda of: of[0] not in needed):
            bold = "**" if key in needed else ""
            full = whole[title]["properties"][key]
            shown = full["examples"][0]
            example = json.dumps(shown) if "\n" in str(shown) else written(shown, 1_000)
            example = example.replace("|", "\\|")
            lines.append(f"| {bold}`{key}`{bold} | {escaped(full['description'])} | {kind(value)} | `{example}` |")
        lines.append("")
    return "\n".join(lines)


def kind(value: Mapping[str, Any]) -> str:
    """Say what a value may be."""
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
