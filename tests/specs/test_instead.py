"""What was met by trying: an old or guessed key, or what YAML reads otherwise, is one line that says what to write."""

from pathlib import Path

import pytest
from cases import cases, data, put

from specs.base.errors import SpecError
from specs.load import load

GOOD = data(__file__)["GOOD"]


@cases
def test_what_others_would_write_is_told_as_it_is_written_here(old: str, new: str, told: str, tmp_path: Path) -> None:
    assert old in GOOD
    with pytest.raises(SpecError) as caught:
        load(put(tmp_path / "d.yaml", GOOD.replace(old, new, 1)), icons=(), fonts=())
    assert any(told in str(fault) for fault in caught.value.faults), caught.value
