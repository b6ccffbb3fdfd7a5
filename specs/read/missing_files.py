"""What to say of a file that is not where a spec names it: that it is something else, or how its name differs."""

import os
import unicodedata
from pathlib import Path

from specs.read.typed import did_you_mean


def absent(path: Path, name: str, kind: str) -> tuple[str, str]:
    """What was found in place of a file or a folder (`kind`), and a hint, if there is one."""
    there = _there(path)
    if there:
        return f"'{name}', which is {there}, not a {kind}", ""
    try:
        others = os.listdir(path.parent)
    except (OSError, ValueError):
        return f"no {kind} '{name}'", ""
    alike = next((other for other in others if _seen(other) == _seen(path.name)), None)
    if alike is not None:
        return f"no {kind} '{name}'", _difference(path.name, alike)
    return f"no {kind} '{name}'", did_you_mean(path.name, others)


def _there(path: Path) -> str:
    try:
        if path.is_dir():
            return "a folder"
        return "a file" if path.is_file() else "a pipe or a device" if path.exists() else ""
    except (OSError, ValueError):
        return ""


def _seen(name: str) -> str:
    """A name as it looks: its letters composed, and none that cannot be seen."""
    shown = "".join(letter for letter in name if unicodedata.category(letter) not in ("Cf", "Cc"))
    return unicodedata.normalize("NFC", shown).strip()


def _difference(named: str, real: str) -> str:
    """How two names that look the same differ."""
    start = _common(named, real)
    end = _common(named[start:][::-1], real[start:][::-1])
    ours, theirs = (_codes(name[start : len(name) - end]) for name in (named, real))
    return f"the name there has {theirs} where this one has {ours}"


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _codes(letters: str) -> str:
    return " ".join(f"U+{ord(letter):04X}" for letter in letters) or "nothing"
