"""Names that are too long, or end in what a pattern's `$` lets pass: refused where they stand, never met later."""

from pathlib import Path

import pytest
from cases import cases, data, put

import companion.cli.main
from companion.record.starting import prepare
from generator.building.check import check

SPEC = data(__file__)["SPEC"]
GOOD = {"game": "g", "component": "c", "id": '"p{n}"'}


@cases
def test_a_name_that_no_file_can_have_is_refused_where_it_stands(
    wrong: dict[str, str], place: str, said: str, tmp_path: Path
) -> None:
    file = put(tmp_path / "s.yaml", SPEC.format(**GOOD | wrong))
    found = check(str(file)).faults
    assert found
    assert str(found[0]).startswith(f"{file}:{place}: ")
    assert said in str(found[0])
    assert len(str(found[0]).splitlines()) == 1


@pytest.mark.parametrize("name", ["\x1b[2J", "Ann\u202e", "Ann\0", "A" * 300, "\udcff", " \n "])
def test_a_players_name_that_cannot_be_shown_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["--db", str(tmp_path / "games.db")]
    assert companion.cli.main.run([*at, "new", "circles", name, "Bob"]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert "; expected " in said
    assert not (tmp_path / "games.db").exists()


@pytest.mark.parametrize("name", ["Ann\n", "An\tn", "An\nn", "Ann\u2028"])
def test_a_players_name_is_one_line(name: str) -> None:
    record, _ = prepare("circles", [name, "Bob"])
    assert record.players[0].name in ("Ann", "An n")
