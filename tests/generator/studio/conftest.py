"""The small game that most questions are put on, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from studied import CARDS, SPEC


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "port.yaml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path / "port.yaml"
