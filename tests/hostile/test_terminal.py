"""Both programs with streams closed, full or no text, and files whose words a terminal would obey."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import warm
from cases import cases, data
from command import PROJECT

import companion.cli.terminal
from specs.base.streams import plain, plain_json

GENERATOR, COMPANION = (
    f"{sys.executable} -c 'from tideline_press import {name}; {name}()'" for name in ("generator", "companion")
)
RECORD = data(__file__)["RECORD"]


def shell(line: str, folder: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "COMPANION_DB": str(folder / "games.db"), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"}
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env=env, input=stdin, capture_output=True, timeout=60, check=False
    )


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(RECORD)
    done = companion_in(tmp_path, "import", "a.yaml")
    assert done.returncode == 0, done.stderr
    return tmp_path


def companion_in(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What is looked at before and after, with streams as usual."""
    env = {**os.environ, "COMPANION_DB": str(folder / "games.db")}
    return warm.of(PROJECT).run("companion", words, cwd=folder, env=env)


@cases
def test_the_companion_ends_without_a_traceback_whatever_is_closed_or_full(line: str, table: Path) -> None:
    before = companion_in(table, "log", "--json").stdout
    said = shell(f"{COMPANION} {line}", table)
    assert said.returncode in (0, 1, 2)
    assert b"Traceback" not in said.stderr + said.stdout
    assert len(said.stderr.splitlines()) < 4
    if "note" not in line:
        assert companion_in(table, "log", "--json").stdout == before


@cases
def test_the_generator_ends_without_a_traceback_whatever_is_closed_or_full(line: str, tmp_path: Path) -> None:
    spec = "game: g\ntitle: T\nplayers: {min: 1, max: 2}\ncredits: {designer: D}\n"
    spec += "components:\n  c: {title: C, size: [9, 9], front: [{draw: rect, fill: red}]}\n"
    (tmp_path / "s.yaml").write_text(spec)
    said = shell(f"{GENERATOR} {line}", tmp_path)
    assert said.returncode == (2 if "full" in line or "nope" in line else 0), said.stderr
    assert b"Traceback" not in said.stderr + said.stdout
    assert b"internal fault" not in said.stderr + said.stdout
    if line.startswith("build s.yaml ") and "full" not in line:
        assert (tmp_path / "output" / "g" / "manifest.json").exists()


def test_no_file_of_ours_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    code = "import sys; from specs.base.streams import prepare; prepare(); f = open('x', 'w'); sys.exit(f.fileno() > 2)"
    assert shell(f'{sys.executable} -c "{code}" <&- >&- 2>&-', tmp_path).returncode == 1


def test_bytes_that_are_no_text_are_refused_as_that(table: Path) -> None:
    noted = shell(f"{COMPANION} note $'\\xff'", table)
    assert (noted.returncode, noted.stderr) == (2, b"a note with bytes that are no text; expected words in UTF-8\n")
    typed = shell(f"{COMPANION} play", table, stdin=b"\xff\xfe\n\x1b[31m\nnote \xff\n")
    assert typed.returncode == 0
    assert b"Traceback" not in typed.stderr
    assert b"\x1b" not in typed.stdout + typed.stderr
    assert b"damaged" not in typed.stderr


def test_a_seed_of_19_digits_comes_back_from_every_command(table: Path) -> None:
    assert b"seed: 1234567890123456789\n" in shell(f"{COMPANION} export --as referee", table).stdout
    shell(f"{COMPANION} new atlantis A B --seed 1234567890123456789", table)
    shell(f"{COMPANION} export --as referee b.yaml", table)
    assert shell(f"{COMPANION} import --check b.yaml", table).returncode == 0


@cases
def test_nothing_from_a_record_reaches_the_terminal_unescaped(line: str, table: Path) -> None:
    said = shell(f"{COMPANION} {line}", table)
    for forbidden in ("\x1b", "\x07", "\u202e", "\x9b"):
        assert forbidden not in (said.stdout + said.stderr).decode()


def test_nothing_from_a_spec_reaches_the_terminal_unescaped(tmp_path: Path) -> None:
    spec = 'game: g\ntitle: "T\\e[2J\\u202E"\nplayers: {min: 1, max: 2}\ncredits: {designer: D}\n'
    spec += 'components:\n  c: {title: "C\\e[1m", id: "\\e[5m", size: [9, 9], front: [{draw: rect, fill: red}]}\n'
    (tmp_path / "s.yaml").write_text(spec)
    for line in ("check s.yaml", "list s.yaml", "list s.yaml --json", "build s.yaml --format svg", "preview s.yaml"):
        said = shell(f"{GENERATOR} {line}", tmp_path)
        assert said.returncode == 0, said.stderr
        for forbidden in ("\x1b", "\u202e"):
            assert forbidden not in (said.stdout + said.stderr).decode()


def test_only_our_own_colours_pass() -> None:
    from companion.contract.values import Span

    drawn = companion.cli.terminal.render([[Span("a\x1b[2Jb", "bold")]], colour=True)
    assert drawn == "\x1b[1ma\\x1b[2Jb\x1b[0m"
    assert plain("Ann\u200d\n\x9b\x7f") == "Ann\u200d\n\\x9b\\x7f"
    assert plain_json('"\x9b\u202e"') == '"\\u009b\\u202e"'


def test_a_full_disk_below_the_answer_says_that_the_turn_is_kept(table: Path) -> None:
    said = shell(f"{COMPANION} note tea >/dev/full", table)
    assert said.returncode == 2
    assert b"is kept" in said.stderr
    assert b"tea" in shell(f"{COMPANION} log", table).stdout
