"""What a run of the benchmarks came to, as JSON: how many times as long as the bare script each program took, at which
commit, and how long the bare script took, which says what machine it was."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path

from measure import Figure

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "bench"
_found: dict[str, dict[str, object]] = {}


def commit(revision: str = "HEAD") -> str:
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short=12", revision]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def note(title: str, figures: Mapping[str, Figure]) -> None:
    """A table of programs that do the same; the bare script comes first."""
    bare = next(iter(figures.values()))
    _found[title] = {
        "bare_ms": round(bare.ms),
        "times_bare": {name: round(each.ms / bare.ms, 3) for name, each in figures.items()},
        "times_bare_cpu": {name: round(each.cpu / bare.cpu, 3) for name, each in figures.items() if bare.cpu},
        "mib": {name: round(each.mib) for name, each in figures.items()},
    }


def write() -> Path:
    """The file, which is named after the commit."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    told = {"commit": commit(), "python": platform.python_version(), "machine": platform.machine(), "tables": _found}
    file = FOLDER / f"{told['commit']}.json"
    file.write_text(json.dumps(told, indent=2) + "\n")
    return file
