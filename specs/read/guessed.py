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


_UNITS = {"cm": 10.0, "in": 25.4, '"': 25.4, "%": 0.01}  # in mm, or of a whole; other units stay as they are
_AMOUNT = re.compile(r"(-?\d+(?:\.\d+)?) ?(mm|cm|in|\"|%|deg|°)?")


def _amounts(value: object) -> list[str]:
    """Return the numbers in a text such as `63 x 88 mm`, in the language's units, or those in a mapping; none for a
    text with anything else in it."""
    if isinstance(value, dict):
        return [f"{each:g}" for each in value.values() if isinstance(each, int | float)]
    if not isinstance(value, str) or _AMOUNT.sub("", value).strip(" x×*,;()[]"):
        return []
    found = _AMOUNT.findall(value)
    last = next((unit for _, unit in reversed(found) if unit), "")
    return [f"{float(number) * _UNITS.get(unit or last, 1):.6g}" for number, unit in found]


def numbers_instead(value: object, many: int) -> str:
    """Return the numbers in a value as the language writes them, one or a list; "" if they are not so `many`."""
    found = _amounts(value)
    return "" if len(found) != many else found[0] if many == 1 else f"[{', '.join(found)}]"


def value_instead(key: object, value: object) -> str:
    """Return what to write for a value that its key cannot have; "" if unknown."""
    match key, value:
        case "align" | "valign", "middle" | "center" | "centre" | "centred" | "centered":
            return "center" if key == "align" else "middle"
        case "players", str() | list() if pair := numbers_instead(str(value).replace("-", " "), 2):
            return f"{{min: {pair[1:].replace(',', ', max:')[:-1]}}}"
        case "credits", str():
            return f"{{designer: {value}}}"
        case "front" | "back", str() if "." in value:
            return f"[{{draw: image, image: {value}}}]"
        case "over", int():
            return f"over: 1..{value}"
        case _, {**only} if only and all(each is None for each in only.values()):
            return f"in quotation marks: '{{{next(iter(only))}}}'"
        case "shape", str():
            return str(instead()["shapes"].get(value.lower(), ""))
        case "data", str() if found := re.fullmatch(r"(\d+) ?(?:-|–|to|:|\.\.\.) ?(\d+)", value):
            return f"{found[1]}..{found[2]}"
    return ""
