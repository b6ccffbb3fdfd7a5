"""The companion's program within this process, with a store of its own."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import companion.cli.main

UNSET = ("COMPANION_DB", "NO_COLOR", "COLUMNS", "PYTHONDONTWRITEBYTECODE")


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Companion:
    """Called with the words of a command line, and with what is typed at it."""

    folder: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def db(self) -> Path:
        return self.folder / "games.db"

    @property
    def env(self) -> dict[str, str]:
        return {k: v for k, v in os.environ.items() if k not in UNSET} | {"COMPANION_DB": str(self.db)} | self.extra

    def __call__(self, *words: str, stdin: str = "") -> Said:
        given, out, err = (io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8") for text in (stdin, "", ""))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "environ", self.env)
            patch.chdir(self.folder)
            for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
                patch.setattr(sys, name, stream)
            status = companion.cli.main.run(words)
        for stream in (out, err):
            stream.seek(0)
        return Said(status, out.read(), err.read())
