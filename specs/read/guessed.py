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
    written = instead()["keys"].get(key.lower().replace("-", "_"), ())
    return next((text for text in written if text.partition(":")[0] in known), "")


UNITS = {"cm": 10.0, "in": 25.4, '"': 25.4, "%": 0.01}  # in mm or parts; all others are the language's
_AMOUNT = re.compile(r"(-?\d+(?:\.\d+)?) ?(mm|cm|in|\"|%|deg|°)?")


def amounts(value: object) -> list[str]:
    """Return the numbers of a text such as `63 x 88 mm`, or of a mapping, in the language's units; none if it holds
    anything else."""
    if isinstance(value, dict):
        return [f"{each:g}" for each in value.values() if isinstance(each, int | float)]
    if not isinstance(value, str) or _AMOUNT.sub("", value).strip(" x×*,;()[]"):
        return []
    found = _AMOUNT.findall(value)
    last = next((unit for _, unit in reversed(found) if unit), "")
    return [f"{float(number) * UNITS.get(unit or last, 1):.6g}" for number, unit in found]


def numbers_instead(value: object, many: int) -> str:
    """Return what to write for so `many` numbers, 1 for a number alone; "" if unknown."""
    found = amounts(value)
    return "" if len(found) != many else found[0] if many == 1 else f"[{', '.join(found)}]"


def value_instead(key: object, value: object) -> str:
    """Return what to write for a value that its key cannot have; "" if unknown."""
    match key, value:
        case "over", int():
            return f"over: 1..{value}"
        case _, {**only} if only and all(each is None for each in only.values()):
            return f"in quotation marks: '{{{next(iter(only))}}}'"
        case "size", _ if pair := numbers_instead(value, 2):
            return f"size: {pair}"
        case "shape", str():
            return str(instead()["shapes"].get(value.lower(), ""))
        case "data", str() if found := re.fullmatch(r"(\d+) ?(?:-|–|to|:|\.\.\.) ?(\d+)", value):
            return f"{found[1]}..{found[2]}"
    return ""
