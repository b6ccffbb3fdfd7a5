"""What a shell is told where Tab is pressed: the lines its own script sends, in bash, zsh and fish."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
from cases import cases

from tideline_press import MAINS

from .conftest import Program


def offered(program: Program, line: str, shell: str = "bash") -> list[str]:
    """What is offered for the last word of a line."""
    name, words = line.split(maxsplit=1)[0], line.split(" ")
    asks = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)} if shell == "bash" else {
        "_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }  # fmt: skip
    asks |= {f"_{name.upper()}_COMPLETE": f"complete_{shell}"}
    code = f"sys.argv = ['{name}']; from {MAINS[name]} import main; main()"
    return program.cold(code=code, env=program.env | asks).out.split("\n")[:-1]


@pytest.fixture
def two(program: Program) -> Program:
    assert program("new", "circles", "Cy", "Di").status == 0
    return program


@cases
def test_commands_options_games_players_and_numbers_are_offered(two: Program, line: str, words: list[str]) -> None:
    assert offered(two, line) == words


def test_a_spec_of_the_folder_is_offered_beside_the_games_to_both_programs(program: Program) -> None:
    (program.folder / "moors.yaml").write_text("game: moors\ncomponents: {}\n", encoding="utf-8")
    (program.folder / "record.yaml").write_text("game: pebbles\n", encoding="utf-8")
    (program.folder / "moors\x1b[2J.yaml").write_text("game: moors\ncomponents: {}\n", encoding="utf-8")
    os.mkfifo(program.folder / "pipe.yaml")
    assert offered(program, "companion new ")[-2:] == ["pebbles", "moors.yaml"]
    assert offered(program, "generator build mo") == ["moors.yaml"]


@pytest.mark.parametrize(
    ("shell", "words"),
    [("fish", ["1\tpebbles: Ann, Bob"]), ("zsh", ["""_arguments '*: :(("1":"pebbles\\\\: Ann, Bob"))'"""])],
)
def test_zsh_and_fish_are_told_what_a_number_stands_for(two: Program, shell: str, words: list[str]) -> None:
    assert offered(two, "companion list --use 1", shell) == words


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_the_script_that_is_shown_works_in_its_shell(two: Program, tmp_path: Path) -> None:
    """`--show-completion` is asked from a shell, and what it prints is read by it."""
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(two.argv())} "$@"\n')
    command.chmod(0o755)
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


def test_a_shell_is_offered_nothing_at_the_price_of_a_move(program: Program) -> None:
    """What completion needs is loaded where a shell asks, and by no other command."""
    code = "import companion.cli.main as c; c.run(['move', '1']); print('companion.cli.completing' in sys.modules)"
    assert program.cold(code=code).out.endswith("to 3 pebbles\nFalse\n")


@pytest.mark.parametrize("name", ["companion", "generator"])
def test_both_programs_say_which_version_they_are(program: Program, name: str) -> None:
    said = program.cold("--version", code=f"from {MAINS[name]} import main; main()")
    assert (said.status, said.out) == (0, f"{name} {version('tideline-press')}\n")
