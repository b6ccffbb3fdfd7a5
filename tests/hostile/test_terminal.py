"""Both programs with streams closed, full or no text, and files whose words a terminal would obey."""

import subprocess
import sys
from pathlib import Path

import pytest
import warm
from cases import cases, data
from command import PROJECT, environment
from programs import imported, run

import companion.cli.terminal
from specs.base.streams import plain, plain_json

FORBIDDEN = ("\x1b", "\x07", "\u202e", "\x9b")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "s.yaml").write_text(data(__file__)["SPEC"], encoding="utf-8")
    return imported(tmp_path, data(__file__)["RECORD"])


@cases
def test_the_companion_ends_without_a_traceback_whatever_is_closed_or_full(line: str, table: Path) -> None:
    before = run("companion log --json", table).stdout
    said = run(f"companion {line}", table)
    assert said.returncode in (0, 1, 2)
    assert "Traceback" not in said.stderr + said.stdout
    assert len(said.stderr.splitlines()) < 4
    assert (run("companion log --json", table).stdout == before) == ("note" not in line)


@cases
def test_the_generator_ends_without_a_traceback_whatever_is_closed_or_full(line: str, table: Path) -> None:
    said = run(f"generator {line}", table)
    assert said.returncode == (2 if "full" in line or "nope" in line else 0), said.stderr
    assert "Traceback" not in said.stderr + said.stdout
    assert "internal fault" not in said.stderr + said.stdout
    if line.startswith("build s.yaml ") and "full" not in line:
        assert (table / "output" / "g" / "manifest.json").exists()


def test_no_file_of_ours_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    code = "import sys; from specs.base.streams import prepare; prepare(); f = open('x', 'w'); sys.exit(f.fileno() > 2)"
    line = f'{sys.executable} -c "{code}" <&- >&- 2>&-'
    assert subprocess.run(["bash", "-c", line], cwd=tmp_path, check=False).returncode == 1


def test_bytes_that_are_no_text_are_refused_as_that(table: Path) -> None:
    noted = run(r"companion note $'\xff' <&-", table)
    assert (noted.returncode, noted.stderr) == (2, "a note with bytes that are not text; expected words in UTF-8\n")
    env = environment(table, COMPANION_DB=str(table / "games.db"))
    typed = warm.of(PROJECT).run("companion", ["play"], cwd=table, env=env, stdin=b"\xff\xfe\n\x1b[31m\nnote \xff\n")
    assert typed.returncode == 0
    for absent in ("Traceback", "\x1b", "damaged"):
        assert absent not in typed.stdout + typed.stderr


@cases
def test_nothing_from_a_record_or_a_spec_reaches_the_terminal_unescaped(line: str, table: Path) -> None:
    said = run(line, table)
    assert (said.returncode, bool(said.stdout)) == (0, True), said.stderr
    for forbidden in FORBIDDEN:
        assert forbidden not in said.stdout + said.stderr


def test_only_our_own_colours_pass() -> None:
    from companion.contract.values import Span

    drawn = companion.cli.terminal.render([[Span("a\x1b[2Jb", "bold")]], colour=True)
    assert drawn == "\x1b[1ma\\x1b[2Jb\x1b[0m"
    assert plain("Ann\u200d\n\x9b\x7f") == "Ann\u200d\n\\x9b\\x7f"
    assert plain_json('"\x9b\u202e"') == '"\\u009b\\u202e"'
