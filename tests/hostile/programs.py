"""The programs as a shell runs them: at once, or in a new interpreter where a stream is closed before it starts."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import warm
from command import PROJECT

FULL = " >/dev/full"


def run(
    line: str, folder: Path, *, first: str = "", homeless: bool = False, **env: str
) -> subprocess.CompletedProcess[str]:
    """A program and its words, in a folder with a store of games; `homeless`: no place is in the environment.

    `first`: what is done in its process before (`beforehand`).
    """
    program, *words = shlex.split(line.removesuffix(FULL))
    places = ("HOME", "XDG_", "COMPANION_DB") if homeless else ("COMPANION_DB",)
    own = {key: value for key, value in os.environ.items() if not key.startswith(places)}
    own |= ({} if homeless else {"COMPANION_DB": str(folder / "games.db")}) | env
    if "&-" not in line:
        before = first and f"tests.hostile.beforehand:{first}"
        return warm.of(PROJECT).run(program, words, cwd=folder, env=own, first=before, full=line.endswith(FULL))
    code = f"{sys.executable} -c 'from tideline_press import {program} as main; main()' {line.partition(' ')[2]}"
    return subprocess.run(
        ["bash", "-c", code], cwd=folder, env={**own, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"}, capture_output=True,
        encoding="utf-8", errors="surrogateescape", timeout=60, check=False,
    )  # fmt: skip


def imported(folder: Path, record: str) -> Path:
    """A folder with a record and the game that it is."""
    (folder / "a.yaml").write_text(record, encoding="utf-8")
    assert run("companion import a.yaml", folder).returncode == 0
    return folder
