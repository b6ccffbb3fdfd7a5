"""What is written: no device, pipe or link is replaced, no text is a formula, and what a killed build left goes."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import generator
from companion.cli.main import run
from specs.base.files import csv_text, replace_text


@pytest.fixture
def export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    store = ["--db", str(tmp_path / "games.db")]
    assert run([*store, "new", "circles", "Ann", "Bob"]) == 0
    capsys.readouterr()
    return [*store, "export", "--force"]


def test_through_a_link_what_it_leads_to_is_replaced_and_named(
    export: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, link = tmp_path / "evening.yaml", tmp_path / "link.yaml"
    target.write_text("before")
    link.symlink_to(target)
    assert run([*export, str(link)]) == 0
    assert (link.is_symlink(), "game: circles" in target.read_text()) == (True, True)
    assert str(target) in capsys.readouterr().out


def test_a_pipe_is_not_replaced(export: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run([*export, str(pipe)]) == 2
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert capsys.readouterr().err.startswith(f"{pipe}: ")


def test_a_full_disk_names_its_file(small_disk: Path) -> None:
    with pytest.raises(OSError, match="No space left") as full:
        replace_text(small_disk / "a.txt", "x" * 200_000)
    assert full.value.filename == str(small_disk / "a.txt")
    assert not list(small_disk.iterdir())


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1", "-1+2", "@sum", "\t=1", "\r=1"])
def test_a_formula_is_a_text_and_a_number_a_number(text: str) -> None:
    assert csv_text([[text, -3, "-3", "a=b", ""]]).split(",-3,")[0].strip('"') == f"'{text}"
    assert csv_text([[text, -3, "-3", "a=b", ""]]).endswith(",-3,-3,a=b,\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a killed process of Unix")
def test_the_next_build_clears_what_a_killed_one_left_and_nothing_of_one_that_works(tmp_path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from generator.building.publish import staging\n"
    code += "with staging(Path(sys.argv[1]), 'circles') as folder: print(folder, flush=True); time.sleep(60)"
    command = [sys.executable, "-c", code, str(tmp_path)]
    dead, alive = (subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2))
    left, kept = (Path((process.stdout or sys.stdin).readline().strip()) for process in (dead, alive))
    dead.send_signal(signal.SIGKILL)
    dead.wait()
    try:
        generator.build("circles", out=tmp_path, only=["aid"], plan=False)
        assert (left.exists(), kept.exists()) == (False, True)
    finally:
        alive.terminate()
        alive.wait()
