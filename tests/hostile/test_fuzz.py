"""The fuzzer in the deep tests, some of all kinds; what it found, every time. `make fuzz` tries a million."""

import os
import signal
from pathlib import Path

import broken_games
import fuzz
import fuzzing
import pytest
from often import times

PARTS, INPUTS = 4, times(1_000, 30_000)


@pytest.mark.deep
@pytest.mark.parametrize("file", sorted(fuzzing.CORPUS.iterdir()), ids=lambda file: str(file.name))
def test_what_was_found_once_holds(file: Path, tmp_path: Path) -> None:
    broken_games.looks()  # positions are played before the time of an input begins
    with fuzzing.little_memory():
        fuzzing.tried(file.name.partition("-")[0], file.read_bytes(), tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("kind", fuzzing.KINDS)
def test_an_input_is_the_same_each_time(kind: str) -> None:
    assert fuzzing.made(kind, 5) == fuzzing.made(kind, 5)
    assert fuzzing.made(kind, 5) != fuzzing.made(kind, 6)


@pytest.mark.parametrize("kind", sorted(fuzzing.KINDS.keys() - {"turn", "typed", "position", "record"}))
def test_the_first_of_each_kind_are_taken_or_refused_soon(kind: str, tmp_path: Path) -> None:
    for number in range(12 * fuzzing.KINDS[kind][3]):
        fuzzing.tried(kind, fuzzing.made(kind, number), tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_broken_is_taken_or_refused_soon(part: int, tmp_path: Path) -> None:
    order, seen = fuzzing.turns_of_kinds(), dict.fromkeys(fuzzing.KINDS, 0)
    broken_games.looks()
    with fuzzing.little_memory():
        for number in range(part, INPUTS, PARTS):
            kind = order[number // PARTS % len(order)]
            try:
                fuzzing.tried(kind, fuzzing.made(kind, number), tmp_path)
            except Exception as error:
                error.add_note(f"python tests/hostile/fuzz.py --kind {kind} --first {number} --count 1")
                raise
            seen[kind] += 1
    assert min(seen.values())


def test_an_input_that_ends_its_process_is_kept_as_a_finding_and_the_rest_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def holds(given: bytes, _: Path) -> None:
        if given == fuzzing.made("table", 3):
            os.kill(os.getpid(), signal.SIGKILL)
        if given == fuzzing.made("table", 5):
            raise BaseException("a library's panic")
        if given == fuzzing.made("table", 7):
            raise ValueError("not promised")

    maker, _, refusals, often = fuzzing.KINDS["table"]
    monkeypatch.setitem(fuzzing.KINDS, "table", (maker, holds, refusals, often))
    monkeypatch.setattr(fuzzing, "CORPUS", tmp_path)
    assert fuzz.run(0, 20, 2, ["table"]) == 3
    assert {file.name for file in tmp_path.iterdir()} == {"table-3", "table-5", "table-7"}
    assert (tmp_path / "table-3").read_bytes() == fuzzing.made("table", 3)
    assert capsys.readouterr().out.splitlines()[-1].split() == ["table", "17", "0", "3"]
