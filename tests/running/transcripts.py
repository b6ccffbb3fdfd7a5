"""Command lines as data: files of scenarios, each with the commands of one evening and what they say.

    ## A turn is told with what it gained
    @ game.yaml             a file that is there before, its lines behind `|`
    | game: pebbles
    $ move 3                a command without the program's name; `cat`, `cp`, `rm` and `sed` are the system's
    < 1                     what is typed at it
    = 1                     its exit status, if not 0
      1. Ann: 3             what it prints, behind two spaces; of JSON as much as matters, `null` for what is not there
    ! take.count: ...       what it says on standard error

`...` is any text of a line or, alone, any lines. What a command prints is compared where some of it is written; on
standard error a command that succeeds says nothing that is not written.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

RECORDS = Path(__file__).parents[1] / "records"


@dataclass
class Step:
    """A command, and what is expected of it: lines by their mark."""

    words: list[str]
    lines: dict[str, list[str]] = field(default_factory=lambda: {"<": [], "=": [], " ": [], "!": []})

    @property
    def status(self) -> int:
        return int("".join(self.lines["="]) or 0)

    def holds(self, companion: Any) -> None:
        if self.words[0] in ("cat", "cp", "rm", "sed"):
            done = subprocess.run(self.words, cwd=companion.folder, capture_output=True, text=True, check=False)
            status, out, err = done.returncode, done.stdout, done.stderr
        else:
            said = companion(*self.words, stdin="".join(f"{line}\n" for line in self.lines["<"]))
            status, out, err = said.status, said.out, said.err
        told = f"$ {shlex.join(self.words)}\n= {status}\n{out}\n! {err}"
        assert status == self.status, told
        if self.lines[" "] and "--json" in self.words:
            assert within(yaml.safe_load("\n".join(self.lines[" "])), json.loads(out)), told
        elif self.lines[" "]:
            assert like(self.lines[" "], out), told
        if self.lines["!"] or not status:
            assert like(self.lines["!"], err), told


def like(lines: list[str], said: str) -> bool:
    """Whether that was said, `...` for anything."""
    each = (r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*?") + r"\n" for line in lines)
    return re.fullmatch("".join(each), said if said.endswith("\n") or not said else f"{said}\n") is not None


def within(expected: Any, found: Any) -> bool:
    """Whether the facts say at least what is expected."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(within(value, found.get(key)) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(within, expected, found))
    if isinstance(expected, str) and "..." in expected:
        return like([expected], found)
    return bool(expected == found)


@dataclass
class Scenario:
    files: dict[str, list[str]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def holds(self, companion: Any) -> None:
        for name, lines in self.files.items():
            (companion.folder / name).parent.mkdir(exist_ok=True)
            (companion.folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        for step in self.steps:
            step.holds(companion)


def scenarios(folder: Path) -> Iterator[Any]:
    """Every scenario of a folder's files, as cases of a test; their titles are their ids."""
    for file in sorted(folder.glob("*.txt")):
        for text in file.read_text(encoding="utf-8").split("\n## ")[1:]:
            title, _, rest = text.partition("\n")
            found = Scenario()
            for line in filter(None, rest.split("\n")):
                match line[0], line[2:]:
                    case "@", name:
                        found.files[name] = []
                    case "|", content:
                        found.files[name].append(content)
                    case "$", command:
                        found.steps.append(Step(shlex.split(command.replace("RECORDS", str(RECORDS)))))
                    case mark, said:
                        found.steps[-1].lines[mark].append(said)
            yield pytest.param(found, id=f"{file.stem}: {title}")
