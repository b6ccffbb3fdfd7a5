"""Evenings on the command line: what is typed, and what is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import Scenario, scenarios

from .conftest import Companion


@pytest.mark.parametrize("scenario", [*scenarios(Path(__file__).with_name("transcripts"))])
def test_what_is_said_at_the_table(scenario: Scenario, companion: Companion) -> None:
    scenario.holds(companion)
