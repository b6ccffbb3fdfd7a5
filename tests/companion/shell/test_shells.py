"""What a shell is told where Tab is pressed: the lines its own script sends, in bash, zsh and fish."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tideline_press import MAINS

from .conftest import Companion

ROOT = Path(__file__).parents[3]


def offered(companion: Companion, line: str, shell: str = "bash", program: str = "companion") -> list[str]:
    """What is offered for the last word of a line."""
    words = line.split(" ")
    asks = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)} if shell == "bash" else {
        "_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv = ['{program}']; from {MAINS[program]} import main; main()"],
        env=companion.env | asks | {f"_{program.upper()}_COMPLETE": f"complete_{shell}"},
        cwd=companion.folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stdout.split("\n")[:-1]


@pytest.fixture
def two(companion: Companion) -> Companion:
    companion("new", "pebbles", "Ann", "Bob", "--pile", "9")
    companion("new", "climb", "Cy", "Di")
    return companion


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("companion show --p", ["--png"]),
        ("companion new pe", ["pebbles"]),
        ("companion new pebbles Cy ", ["Di", "Ann", "Bob"]),
        ("companion new pebbles Cy --rule last", ["last_wins=true", "last_wins=false"]),
        ("companion show --as ", ["Cy", "Di", "referee"]),
        ("companion --game 1 show --as ", ["Ann", "Bob", "referee"]),
        ("companion list --use ", ["2", "1"]),
        ("companion list --db nowhere.db --delete ", [""]),
    ],
)
def test_commands_options_games_players_and_numbers_are_offered(two: Companion, line: str, words: list[str]) -> None:
    assert offered(two, line) == words


def test_a_spec_of_the_folder_is_offered_beside_the_games_to_both_programs(companion: Companion) -> None:
    (companion.folder / "moors.yaml").write_text("game: moors\ncomponents: {}\n", encoding="utf-8")
    (companion.folder / "record.yaml").write_text("game: pebbles\n", encoding="utf-8")
    (companion.folder / "moors\x1b[2J.yaml").write_text("game: moors\ncomponents: {}\n", encoding="utf-8")
    os.mkfifo(companion.folder / "pipe.yaml")
    assert offered(companion, "companion new ")[-2:] == ["pebbles", "moors.yaml"]
    assert offered(companion, "generator build mo", program="generator") == ["moors.yaml"]


def test_zsh_and_fish_are_told_what_a_number_stands_for(two: Companion) -> None:
    assert offered(two, "companion list --use 1", "fish") == ["1\tpebbles: Ann, Bob"]
    assert offered(two, "companion list --use 1", "zsh") == ["""_arguments '*: :(("1":"pebbles\\\\: Ann, Bob"))'"""]


def test_the_printer_offers_its_commands_options_and_games(companion: Companion) -> None:
    assert offered(companion, "generator bui", program="generator") == ["build"]
    assert offered(companion, "generator build esc", program="generator") == ["escape"]
    assert offered(companion, "generator build escape --see", program="generator") == ["--seed"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_the_script_that_is_shown_works_in_its_shell(two: Companion, tmp_path: Path) -> None:
    """`--show-completion` is asked from a shell, and what it prints is read by it."""
    program = tmp_path / "companion"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c 'from companion.cli.main import main; main()' \"$@\"\n")
    program.chmod(0o755)
    asked = 'eval "$(companion --show-completion)"; COMP_WORDS=(companion new pe); COMP_CWORD=2; '
    done = subprocess.run(
        ["bash", "--norc", "-c", asked + '_companion_completion companion; echo "${COMPREPLY[@]}"'],
        env=two.env | {"PATH": f"{tmp_path}:{two.env['PATH']}"},
        cwd=two.folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("pebbles\n", "")


def test_a_shell_is_offered_nothing_at_the_price_of_a_move(companion: Companion) -> None:
    """What completion needs is loaded where a shell asks, and by no other command."""
    code = "import sys, companion.cli.main as c; c.run(['undo']); print('companion.cli.completing' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=companion.env,
        cwd=companion.folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.endswith("False\n")


@pytest.mark.parametrize("program", ["companion", "generator"])
def test_both_programs_say_which_version_they_are(companion: Companion, program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"from {MAINS[program]} import main; main()", "--version"],
        env=companion.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, f"{program} {version('tideline-press')}\n")
