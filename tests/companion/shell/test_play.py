"""The prompt at a terminal of 80 columns: keys, colours, what a kill leaves. What is typed there: `transcripts`."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import names
from companion.record.options import rule_text
from specs.load import load

from .conftest import Companion, Program

pexpect = pytest.importorskip("pexpect")


def at_terminal(program: Program, *words: str, **env: str) -> Any:
    command, *rest = program.argv(*(words or ["play"]))
    child = pexpect.spawn(
        command,
        rest,
        env=program.env | {"TERM": "xterm-256color"} | env,
        cwd=str(program.folder),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # the tests may run where it is ignored
    )
    child.ptyproc.delayafterterminate = 0.5  # seconds: on a busy machine a process ends later than after 0.1
    child.expect("Ann>" if not words else r"\[y/N\] ")
    return child


@pytest.fixture
def prompt(program: Program) -> Iterator[Any]:
    child = at_terminal(program)
    yield child
    child.close(force=True)


def typed(prompt: Any, keys: str, *told: str) -> None:
    prompt.send(keys)
    for words in told:
        prompt.expect(words)


def plies(companion: Companion) -> int:
    return int(json.loads(companion("show", "--json").out)["plies"])


def test_ctrl_c_clears_the_line_and_ctrl_d_loses_nothing(program: Program, prompt: Any) -> None:
    typed(prompt, "2\r", "Bob>")
    typed(prompt, "3\x03\x03\x03", "Bob>")  # pressed again while the first is worked on
    typed(prompt, "1\r", "2. Bob: 1", "Ann>")
    typed(prompt, "\x04", "Kept as game 1", pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert plies(program) == 2


def test_a_closed_lid_loses_nothing(program: Program, prompt: Any) -> None:
    typed(prompt, "2\r", "Bob>")
    prompt.kill(signal.SIGHUP)
    prompt.expect(pexpect.EOF)
    assert plies(program) == 1


def test_tab_completes_and_what_was_typed_survives_a_kill(program: Program, prompt: Any) -> None:
    typed(prompt, "sto\t", "stood")
    typed(prompt, "5\r", "stood though take.count: 5 pebbles", "Bob>")
    typed(prompt, "note the dog ate a pebble\r", "Noted", "Bob>")
    prompt.kill(signal.SIGKILL)
    prompt.expect(pexpect.EOF)
    assert program("undo").status == 0
    child = at_terminal(program)
    typed(child, "\x1b[A\r", "Noted: the dog ate a pebble")
    child.close(force=True)


def test_the_history_is_bounded(program: Program) -> None:
    kept = program.folder / "games.history"
    kept.write_text("".join(f"\n# then\n+{n}\n" for n in range(5000)))
    at_terminal(program).close(force=True)
    assert kept.read_text().count("+") <= 1000
    assert kept.read_text().endswith("+4999\n")


def test_lines_that_cannot_be_kept_are_played_all_the_same(program: Program, prompt: Any) -> None:
    typed(prompt, "1\r", "Bob>")
    kept = program.folder / "games.history"
    kept.unlink()
    kept.mkdir()
    prompt.send("2\r")
    assert prompt.expect(["Traceback|Exception", "Ann to move"]) == 1
    assert plies(program) == 2


def test_a_pasted_colour_is_passed_over(program: Program, prompt: Any) -> None:
    prompt.send("\x1b[31m1\r")
    assert prompt.expect(["Traceback|Exception", "Bob to move"]) == 1
    assert plies(program) == 1


def test_enter_alone_shows_what_another_window_did(program: Program, prompt: Any) -> None:
    assert program("move", "1").status == 0
    typed(prompt, "\r", "Meanwhile:", "1  Ann  1", "Bob to move", "Bob>")
    assert plies(program) == 1


def test_tab_previews_where_a_card_leads_and_what_it_takes(program: Program) -> None:
    assert program("new", "atlantis", "Ann", "Bob", "--seed", "42").status == 0
    child = at_terminal(program)
    typed(child, "1:\t", "helmet: space 2", "takes C2")
    child.close(force=True)


def test_what_a_correction_breaks_is_asked_for(program: Program) -> None:
    assert program("move", "1 / 3 / 3 / 2 / 3").status == 0
    child = at_terminal(program, "amend", "1", "3")
    assert "without 5; drop: without 5 and the rest" in " ".join(child.before.split())
    typed(child, "2\r", "take.pile: 2 pebbles; 1 are left", r"\[y/N\] ")
    typed(child, "1\r", r"Corrected: 1. 3 \(was 1\)", pexpect.EOF)
    assert json.loads(program("show", "--json").out)["over"] is True


@pytest.mark.parametrize(
    ("env", "told"),
    [({}, "\x1b[38;5;245moooooooooooo"), ({"NO_COLOR": "1"}, "\noooooooooooo"), ({"TERM": "dumb"}, "\noooooooooooo")],
    ids=["colour", "declined", "dumb"],
)
def test_the_board_is_in_colour_unless_that_is_declined(program: Program, env: dict[str, str], told: str) -> None:
    child = at_terminal(program, **env)
    assert told in child.before
    assert env.get("TERM") != "dumb" or "\x1b" not in child.before
    child.close(force=True)


# ---- without a terminal --------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_game_alone_lists_its_rule_options_and_what_they_can_be(companion: Companion, name: str) -> None:
    listed = companion("new", name).err
    for option, rule in load(name).spec.rule_options.items():
        assert f" {option}={rule_text(rule.default)} " in listed
        assert not rule.choices or f"({' or '.join(map(rule_text, rule.choices))})" in listed


if sys.platform == "win32":
    pytest.skip("pexpect.spawn needs a pty", allow_module_level=True)
