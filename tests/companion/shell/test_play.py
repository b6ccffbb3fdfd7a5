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

from companion.games import Game, names
from companion.record.options import rule_text
from companion.record.record import read
from companion.record.replay import begin
from specs.load import load

from .conftest import ROOT, Companion

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
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # the tests may run where it is ignored
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


def test_ctrl_c_clears_the_line_and_ctrl_d_loses_nothing(started: Companion, prompt: Any) -> None:
    prompt.send("2\r")
    prompt.expect("Bob>")
    prompt.send("3\x03")
    prompt.expect("Bob>")
    prompt.send("1\r")
    prompt.expect("2. Bob: 1")
    prompt.expect("Ann>")
    prompt.send("\x04")
    prompt.expect("Kept as game 1")
    prompt.expect(pexpect.EOF)
    prompt.close()
    assert prompt.exitstatus == 0
    assert plies(started) == 2


def test_a_closed_lid_loses_nothing(started: Companion, prompt: Any) -> None:
    prompt.send("2\r")
    prompt.expect("Bob>")
    prompt.kill(signal.SIGHUP)
    prompt.expect(pexpect.EOF)
    assert plies(started) == 1


def test_what_was_typed_survives_a_kill(started: Companion, prompt: Any) -> None:
    prompt.send("note the dog ate a pebble\r")
    prompt.expect("Noted")
    prompt.expect("Ann>")
    prompt.kill(signal.SIGKILL)
    prompt.expect(pexpect.EOF)
    child = at_terminal(started)
    child.send("\x1b[A\r")
    child.expect("Noted: the dog ate a pebble")
    child.close(force=True)


def test_the_history_is_bounded(started: Companion) -> None:
    kept = started.folder / "games.history"
    kept.write_text("".join(f"\n# then\n+{n}\n" for n in range(5000)))
    child = at_terminal(started)
    child.close(force=True)
    assert kept.read_text().count("+") <= 1000
    assert kept.read_text().endswith("+4999\n")


def test_the_line_before_the_prompt_tells_whose_turn_it_is_and_what_is_weighed(started: Companion, prompt: Any) -> None:
    prompt.send("2\r")
    prompt.expect("1. Ann: 2")
    prompt.expect("Bob to move · 10 left")


def test_how_a_turn_is_typed_is_told_once_and_after_a_slip_and_on_asking(started: Companion) -> None:
    said = started("play", stdin="2\n2\n9\n1\n?\nquit\n").out
    hint = "to move.  1 to 3 pebbles"
    bob, ann = said.index("1. Ann: 2"), said.index("2. Bob: 2")
    assert said.count(hint) == 3
    assert hint in said[:bob]
    assert hint not in said[bob:ann]
    assert "Ann to move · 8 left\n" in said[ann:]


def test_a_game_taken_up_again_tells_the_last_turn(started: Companion) -> None:
    assert started("move", "2").status == 0
    assert "Last: 1. Ann: 2\n" in started("play", stdin="quit\n").out


def test_what_was_taken_back_is_told_below_the_board(started: Companion) -> None:
    """On a small screen the board is long: what was taken back and what was seen meanwhile stay in sight."""
    done = started("play", stdin="3\nundo\nredo\nundo x\nundo 7\nback\nquit\n")
    first = done.out.index("Taken back: 1. 3")
    assert done.out.index("oooooooooooo", done.out.index("1. Ann: 3")) < first < done.out.index("Put back: 1. 3")
    assert done.out.rindex("ooooooooo", 0, done.out.index("Put back")) > first
    assert "undo 'x'; expected the number of a turn, such as undo 3" in done.err
    assert "undo takes back what was entered last" in done.err
    assert "turn 7; expected one before the last, which is 1" in done.err


def test_a_refused_turn_says_how_it_is_recorded_all_the_same(started: Companion, prompt: Any) -> None:
    prompt.send("4\r")
    prompt.expect(r"Did it happen anyway\? Type: stood 4")
    prompt.expect("Ann>")


def test_a_card_alone_asks_which_figure_and_takes_the_answer(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    done = companion("play", stdin="1h\n1o\nflag\n2\nquit\n")
    assert "Which of these?\n  1:F  to space 3 (F6), takes " in done.out
    assert "3. Ann: 2:F" in done.out


def test_of_figures_that_stand_together_one_is_as_good_as_another(companion: Companion) -> None:
    """All three wait in Atlantis: a card alone moves the first, and where it cannot, the rule is told."""
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    done = companion("play", stdin="helmet\nhelmet\nquit\n")
    assert "1. Ann: 1:H" in done.out
    assert "walk.occupied: H leads to space 2" in done.err


def test_tab_previews_where_a_card_leads_and_what_it_takes(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    child = at_terminal(companion)
    child.send("1:\t")
    child.expect("helmet: space 2")
    child.expect("takes C2")
    child.close(force=True)


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        (
            ("circles", "Ann", "Bob"),
            "e12-",
            ("e12-f12.*1 piece right to f12: joins 1", "e12-e11.*1 piece"),
        ),
        (("escape", "Ann", "Bob"), "d", ("place D5.*D5, lowland: 11 left to place", "place D8.*D8")),
        (("gods", "Ann", "Bob", "--seed", "42"), "draw ", ("draw B", "draw deck")),
        (("pebbles", "Ann", "Bob", "--pile", "5"), "", ("1", "2", "3")),
    ],
    ids=["circles", "escape", "gods", "pebbles"],
)
def test_tab_previews_in_every_game(
    companion: Companion, game: tuple[str, ...], typed: str, told: tuple[str, ...]
) -> None:
    assert companion("new", *game).status == 0
    child = at_terminal(companion)
    child.send(f"{typed}\t")
    for words in told:
        child.expect(words)
    child.send("\x03")
    child.expect("Ann>")
    child.close(force=True)


def test_tab_previews_a_step_of_escape(companion: Companion) -> None:
    """Once all 36 are placed: where somebody on H4 can go, and how many of the three steps are left then."""
    assert companion("import", str(ROOT / "tests" / "records" / "escape-3-hidden.yaml")).status == 0
    assert companion("undo", "36").status == 0
    child = at_terminal(companion)
    child.send("h4>\t")
    child.expect("move H4>H3~.*dive from H4 to H3: 2 steps left")
    child.close(force=True)


def test_ctrl_c_pressed_twice_clears_and_ends_nothing(started: Companion, prompt: Any) -> None:
    """The second comes while the first is being worked on."""
    prompt.send("2\x03\x03\x03")
    prompt.expect("Ann>")
    prompt.send("1\r")
    prompt.expect("1. Ann: 1")
    prompt.expect("Bob>")


def test_the_rules_agreed_on_are_told_where_they_are_not_the_usual_ones(companion: Companion) -> None:
    new = ["new", "escape", "Ann", "Bob", "--seed", "4"]
    assert "Rules" not in companion(*new).out
    assert "Rules" not in companion("play", stdin="quit\n").out.partition("Type help")[0]
    agreed = "Rules: dolphin=bodyguard, end=all"
    assert agreed in companion(*new, "--rule", "dolphin=bodyguard", "--rule", "end=all").out.splitlines()
    said = companion("play", stdin="help rules\nquit\n").out
    assert "\ndolphin=bodyguard     what a dolphin does" in said
    assert "\nsink=any " in said


@pytest.mark.parametrize("name", names())
def test_a_game_alone_lists_its_rule_options_and_what_they_can_be(companion: Companion, name: str) -> None:
    listed = companion("new", name).err
    for option, rule in load(name).spec.rules.items():
        assert f" {option}={rule_text(rule.default)} " in listed
        assert not rule.choices or f"({' or '.join(map(rule_text, rule.choices))})" in listed


def test_help_is_the_games_own_and_has_more_on_its_topics(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    said = companion("play", stdin="help\nhelp pay\nhelp slips\nhelp hats\nquit\n").out
    assert "A turn is FIGURE:CARDS, such as 2:HH." in said
    assert "It costs the lower of the two values beside it" in said
    assert "stood 1:H draw 0      forgot to draw" in said
    assert "No help on 'hats'; there is: move, pay, bridge, buy, stuck, reveal, slips, rules" in said


def test_of_two_windows_with_the_same_turn_one_wins(started: Companion, prompt: Any) -> None:
    assert started("move", "1").status == 0
    prompt.send("2\r")
    prompt.expect("Meanwhile:")
    prompt.expect("1  Ann  1")
    prompt.expect("was not entered")
    prompt.expect("Bob to move")
    prompt.expect("Bob>")
    assert plies(started) == 1
    prompt.send("2\r")
    prompt.expect("2. Bob: 2")
    prompt.expect("Ann>")
    assert started("move", "3").status == 0
    prompt.send("\r")  # Enter alone shows it too
    prompt.expect("3  Ann  3")
    prompt.expect("Bob>")


def test_what_is_said_at_a_terminal_is_broken_between_words(companion: Companion) -> None:
    """A refusal and the help are longer than a line; in a pipe each stays one line."""
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    child = at_terminal(companion, NO_COLOR="1")
    child.send("1:HHF\r")
    child.expect("Did it happen anyway")
    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before).splitlines()]
    at = next(n for n, line in enumerate(lines) if line.startswith("walk.ended: "))
    assert len(lines[at]) < 80
    assert " ".join(line.strip() for line in lines[at : at + 2]).endswith(
        "(rulebook: Play a Card and Move your Figure Forward, Note)"
    )
    child.close(force=True)
    said = companion("move", "1:HHF").err.splitlines()
    assert said[0].startswith("walk.ended: ")
    assert said[0].endswith("Note)")


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
    game = Game(record.game)
    turns = [line.text for line in record.lines if line.kind == "turn"]
    plain = 0
    for text in turns:
        typed = text.partition(" pay ")[0]
        if ";" not in text and "bridge" not in text:
            assert len(typed) <= 6
            assert game.parse(state, typed.lower().replace(":", "")) == game.parse(state, text)
            plain += 1
        state = game.apply(state, game.parse(state, text))
    assert plain > len(turns) / 2


def test_atlantis_at_the_prompt_fits_80_columns(companion: Companion) -> None:
    assert companion("import", str(EXAMPLE)).status == 0
    assert companion("undo", "30").status == 0
    child = at_terminal(companion, NO_COLOR="1")
    child.send("1o\r")
    child.expect("Bob>")
    board = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before).replace("\r", "")
    assert "MAINLAND" in board
    assert max(map(len, board.splitlines())) <= 80
    # the turn and what it did are among the last 24 lines, whatever the board needs
    lines = [*board[board.index("MAINLAND") :].splitlines(), "Bob>"]
    assert any(line.startswith("31. Ann: 1:O") for line in lines)
    assert len(board[board.index("31. Ann") :].splitlines()) < 24
    child.close(force=True)


if sys.platform == "win32":
    pytest.skip("pexpect.spawn needs a pty", allow_module_level=True)
