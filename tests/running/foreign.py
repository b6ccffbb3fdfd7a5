"""Programs of others that hold what ours wrote against their own reading."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

PACKAGES = {
    "pdfinfo": "poppler-utils",
    "pdftotext": "poppler-utils",
    "gs": "ghostscript",
    "msgfmt": "gettext",
    "npm": "npm",
    "/usr/bin/chromium": "chromium",
}


def missing(program: str) -> NoReturn:
    """Skip a test whose program is not here; in CI, where all are installed, that is a failure."""
    reason = f"no {program}: on Debian and Ubuntu, apt install {PACKAGES[program]}"
    pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


def run(program: str, *arguments: str | Path, cwd: Path | None = None) -> str:
    """What a program prints of its own, without a complaint."""
    if shutil.which(program) is None:
        missing(program)
    done = subprocess.run([program, *arguments], cwd=cwd, capture_output=True, text=True, check=True, timeout=120)
    assert done.stderr == ""
    return done.stdout
