"""What to write instead of a key or value from another tool, or a guess; `keys/instead.yaml` has the tables."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from specs.read.yaml_nodes import read_text


@cache
def instead() -> Mapping[str, Mapping[str, Any]]:
    """Return the tables: `keys`, each with what to write instead, `draws` and `shapes`."""
    path = Path(__file__).parent / "keys" / "instead.yaml"
    found: Mapping[str, Mapping[str, Any]] = read_text(path.read_bytes(), str(path)).value
    return found


def key_instead(key: str, known: Collection[str]) -> str:
    """Return what to write for a key that a part does not have; "" if unknown."""
    return next((text for text in instead()["keys"].get(key.lower(), ()) if text.partition(":")[0] in known), "")


def value_instead(key: object, value: object) -> str:
    """Return what to write for a value that its key cannot have; "" if unknown."""
    match key, value:
        case "over", int():
            return f"over: 1..{value}"
        case _, {**only} if only and all(each is None for each in only.values()):
            return f"in quotation marks: '{{{next(iter(only))}}}'"
        case "size", str() if found := re.fullmatch(r"([\d.]+)\s*[x×*]\s*([\d.]+)(?: ?mm)?", value):
            return f"size: [{found[1]}, {found[2]}]"
        case "shape", str():
            return str(instead()["shapes"].get(value, ""))
    return ""
