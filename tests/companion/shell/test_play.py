"""The prompt, as a person at an 80-column terminal types at it, and as a pipe feeds it."""

from __future__ import annotations

import json
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import find
from companion.record import read
from companion.replay import begin

from .conftest import Companion

pexpect = pytest.importorskip("pexpect")


def at_terminal(companion: Companion, **env: str) -> Any:
    child = pexpect.spawn(
        companion.argv[0],
        [*companion.argv[1:], "play"],
        env=companion.env | {"TERM": "xterm-256color"} | env,
        cwd=str(companion.folder),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
    )
    child.expect("Ann>")
    return child


@pytest.fixture
def prompt(started: Companion) -> Iterator[Any]:
    child = at_terminal(started)
    yield child
    child.close(force=True)


def plies(companion: Companion) -> int:
    return int(json.loads(companion("show", "--json").out)["plies"])


def test_a_turn_is_two_keys_and_says_what_it_did(started: Companion, prompt: Any) -> None:
    prompt.send("3\r")
    prompt.expect("1. Ann: 3")
    prompt.expect("Bob to move")
    prompt.expect("Bob>")
    assert plies(started) == 1


def test_a_refusal_goes_on_with_the_same_player(started: Companion, prompt: Any) -> None:
    prompt.send("9\r")
    prompt.expect("take.count: 9 pebbles; a turn takes 1 to 3")
    prompt.expect("nearest legal turn: 3")
    prompt.expect("Ann>")
    prompt.send("stood 4\r")
    prompt.expect("stood though take.count")
    prompt.expect("Bob>")


def test_tab_completes_and_up_brings_back(started: Companion, prompt: Any) -> None:
    prompt.send("sto\t")
    prompt.expect("stood")
    prompt.send("5\r")
    prompt.expect("stood though take.count: 5 pebbles")
    prompt.expect("Bob>")
    prompt.send("2\r")
    prompt.expect("Ann>")
    prompt.send("\x1b[A\r")
    prompt.expect("3. Ann: 2")


def test_commands_work_inside(started: Companion, prompt: Any) -> None:
    prompt.send("1\r")
    prompt.expect("Bob>")
    prompt.send("note it's late\r")
    prompt.expect("Noted: it's late")
    prompt.expect("Bob>")
    prompt.send("undo\r")
    prompt.expect("Taken back: 1. 1")
    prompt.expect("Ann>")
    prompt.send("help\r")
    prompt.expect("stood TURN")
    prompt.expect("Ann>")


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_lose_nothing(started: Companion, prompt: Any, key: str) -> None:
    prompt.send("2\r")
    prompt.expect("Bob>")
    prompt.send("3" + key if key == "\x03" else key)
    prompt.expect("Kept as game 1")
    prompt.expect(pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert plies(started) == 1


def test_a_closed_lid_loses_nothing(started: Companion, prompt: Any) -> None:
    prompt.send("2\r")
    prompt.expect("Bob>")
    prompt.kill(signal.SIGHUP)
    prompt.expect(pexpect.EOF)
    assert plies(started) == 1


def test_of_two_windows_with_the_same_turn_one_wins(started: Companion, prompt: Any) -> None:
    assert started("move", "1").status == 0
    prompt.send("2\r")
    prompt.expect("Nothing was changed: somebody else entered this meanwhile: turn 1")
    prompt.expect("Bob to move")
    prompt.expect("Bob>")
    assert plies(started) == 1
    prompt.send("2\r")
    prompt.expect("2. Bob: 2")


def test_the_end_shows_the_standings(companion: Companion) -> None:
    companion("new", "pebbles", "Ann", "Bob", "--pile", "3")
    child = at_terminal(companion)
    child.send("3\r")
    child.expect("share the win|wins")
    child.expect("over>")
    child.send("\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_colour_unless_declined(started: Companion) -> None:
    child = at_terminal(started)
    assert "\x1b[38;5;245moooooooooooo" in child.before
    child.close(force=True)
    child = at_terminal(started, NO_COLOR="1")
    assert "oooooooooooo" in child.before
    assert "\x1b[38;5;245m" not in child.before
    child.close(force=True)


def test_it_works_without_a_terminal(started: Companion) -> None:
    done = started("play", stdin="3\n9\nundo\n1\n")
    assert done.status == 0
    assert "1. Ann: 3" in done.out
    assert "Taken back: 1. 3" in done.out
    assert "take.count: 9 pebbles" in done.err
    assert "Kept as game 1" in done.out
    assert plies(started) == 1


def test_a_dumb_terminal_gets_plain_lines(started: Companion) -> None:
    child = at_terminal(started, TERM="dumb")
    child.sendline("3")
    child.expect("Bob>")
    assert "\x1b" not in child.before
    child.close(force=True)


EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "atlantis-game.yaml"


def test_a_usual_turn_is_at_most_six_keys() -> None:
    """Figure and cards say it all: the payment that a whole game's plain turns were recorded with is filled in."""
    record, source = read(EXAMPLE.read_bytes(), "example")
    record, state = begin(record, source)
    game = find(record.game)
    turns = [line.text for line in record.lines if line.kind == "turn"]
    plain = 0
    for text in turns:
        typed = text.partition(" pay ")[0]
        if ";" not in text and "bridge" not in text:
            assert len(typed) <= 6
            assert game.notation.parse(state, typed.lower().replace(":", "")) == game.notation.parse(state, text)
            plain += 1
        state = game.rules.apply(state, game.notation.parse(state, text))
    assert plain > len(turns) / 2


def test_atlantis_at_the_prompt_fits_80_columns(companion: Companion) -> None:
    assert companion("import", str(EXAMPLE)).status == 0
    assert companion("undo", "30").status == 0
    child = at_terminal(companion, NO_COLOR="1")
    child.send("1o\r")
    child.expect("31. Ann: 1:O")
    child.expect("Bob>")
    board = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before).replace("\r", "")
    assert "MAINLAND" in board
    assert max(map(len, board.splitlines())) <= 80
    child.close(force=True)


if sys.platform == "win32":
    pytest.skip("pexpect.spawn needs a pty", allow_module_level=True)
