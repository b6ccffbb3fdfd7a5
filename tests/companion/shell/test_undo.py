"""Going far back: what was seen since is told without filling the screen."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Companion

RECORD = Path(__file__).parents[2] / "records" / "atlantis-3-path.yaml"


def test_undo_over_many_turns_counts_what_it_does_not_list(companion: Companion) -> None:
    companion("import", str(RECORD))
    done = companion("undo", "9")
    lines = done.err.splitlines()
    assert len(lines) == 7
    assert all(line.startswith("Everyone has seen ") for line in lines[:6])
    assert lines[6].endswith("more things, which --json lists.")
    assert done.out.splitlines()[-1].startswith("Ann to move.")
    companion("undo", "--redo", "12")
    listed = json.loads(companion("undo", "9", "--json").out)["seen_since"]
    assert len(listed) >= 3
