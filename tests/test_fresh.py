"""The README's first command on a machine that has only Python, make and a checkout."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.deep
def test_make_print_sets_itself_up_and_prints_atlantis(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    left_out = shutil.ignore_patterns(
        ".venv", ".git", "output", "build", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    shutil.copytree(ROOT, checkout, ignore=left_out)
    environment = {
        k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "PYTHONPATH"}
    }
    done = subprocess.run(
        ["make", "print"], cwd=checkout, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    printed = checkout / "output" / "atlantis"
    assert (printed / "atlantis.pdf").read_bytes().startswith(b"%PDF-")
    manifest = json.loads((printed / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["components"]["path-tiles"]["count"] == 84
    again = subprocess.run(
        ["make", "-n", "print"], cwd=checkout, env=environment, capture_output=True, text=True, check=True
    )
    assert "pip" not in again.stdout, "a second run installs nothing"
