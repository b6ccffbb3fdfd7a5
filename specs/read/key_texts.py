"""The description and example of each key of a spec, and the JSON Schema with both; the folder `keys/` has
the texts."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from specs.model import component, elements, schema
from specs.model.elements import Style
from specs.model.schema import Spec
from specs.model.values import Frozen
from specs.read.yaml_nodes import read_text

FOLDER = Path(__file__).parent / "keys"
SHOWN = ("elements", "components", "parts")  # files of examples


@cache
def texts(file: str = "texts") -> Mapping[str, Mapping[str, Any]]:
    """Return part -> key -> its text; for a file of SHOWN, the values that show it."""
    path = FOLDER / f"{file}.yaml"
    found: Mapping[str, Mapping[str, Any]] = read_text(path.read_bytes(), str(path)).value
    return found


def parts() -> Mapping[str, type[Frozen]]:
    """Return every part a spec can have, by its class's name."""
    found = {name: value for module in (elements, component, schema) for name, value in vars(module).items()}
    return {name: kind for name, kind in found.items() if isinstance(kind, type) and issubclass(kind, Frozen)}


def key_text(part: type[Frozen], field: FieldInfo) -> str:
    """Return what a key does and its default: the text of its part, of a class that the part extends, or of a style.
    Raises KeyError if there is none."""
    key = field.encode_name
    by_class = (texts().get(kind.__name__, {}) for kind in (*part.__mro__, Style))
    text = next((found[key] for found in by_class if key in found), None)
    if text is None:
        raise KeyError(f"{part.__name__}.{key}")
    if field.required:
        return f"{text} Required."
    default = field.default
    if default in (NODEFAULT, None, "", ()) or isinstance(default, Frozen):
        return text if "Default: " in text else f"{text} Default: none."
    return f"{text} Default: {_written(default)}."


def _written(value: object) -> str:
    return str(value) if isinstance(value, str) else msgspec.json.encode(value).decode().replace(",", ", ")


def key_example(part: type[Frozen], key: str) -> Any:
    """Return a value that the key can have. Raises KeyError if it has no example."""
    for kind in (*part.__mro__, Style):
        shown = {name: value for file in SHOWN for name, value in texts(file).get(kind.__name__, {}).items()}
        for value in (shown.get(key), *shown.values()):
            for found in _having(value, key):
                return found
    raise KeyError(f"{part.__name__}.{key}")


def _having(value: Any, key: str) -> Iterator[Any]:
    """Yield the key's values within a value, outermost first."""
    if isinstance(value, dict):
        if key in value:
            yield value[key]
        for inner in value.values():
            yield from _having(inner, key)


def json_schema() -> Mapping[str, Any]:
    """Return the JSON Schema of a spec, each key with its description and an example."""
    found = msgspec.json.schema(Spec)
    known = parts()
    for name, part in found["$defs"].items():
        properties, kind = part["properties"], known[name]
        part["description"] = " ".join(part.get("description", "").split())
        if tag := kind.__struct_config__.tag:
            properties["draw"] |= {"description": f"{texts()['Element']['draw']} Required.", "examples": [tag]}
        for field in fields(kind):
            example = key_example(kind, field.encode_name)
            properties[field.encode_name] |= {"description": key_text(kind, field), "examples": [example]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Game spec", **found}
