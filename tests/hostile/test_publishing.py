"""Builds that are killed, or that meet others at one folder: a folder is of one build, sooner or later but wholly."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from cases import data, put
from often import tiers

from generator.building import publish
from generator.plan import printers

SPEC = data(__file__)["SPEC"]
KILLED = data(__file__)["KILLED"]


def killed(out: Path, text: str, renames: int, how: str) -> int:
    command = [sys.executable, "-c", KILLED, str(out), text, str(renames), how]
    return subprocess.run(command, check=False, timeout=60, capture_output=True).returncode


def content(folder: Path) -> set[str]:
    """The texts of all files that the manifest lists, each as it says there."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    for name, entry in manifest["files"].items():
        assert sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"], name
    listed = {*manifest["files"], "manifest.json"}
    assert {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()} == listed
    return {(folder / name).read_text(errors="replace") for name in manifest["files"]}


def test_files_that_are_not_ours_stay_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "notes.txt").write_text("mine")
    killed(tmp_path, "new", 3, "SIGKILL")
    with publish.staging(tmp_path, "g"):
        pass
    assert (tmp_path / "g" / "notes.txt").read_text() == "mine"


def spec(folder: Path, name: str, count: int) -> Path:
    folder.mkdir(exist_ok=True)
    return put(folder / f"{name}.yaml", SPEC.format(name=name, count=count))


def build(file: Path, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "generator.cli.main", "build", str(file), "--out", str(out), "--format", "svg"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)


def test_two_builds_to_one_folder_end_with_one_of_them(tmp_path: Path) -> None:
    files = [spec(tmp_path / "in", name, count) for name, count in (("aaa", 30), ("bbb", 20))]
    runs = [build(file, tmp_path / "out") for file in files]
    assert [run.wait(60) for run in runs] == [0, 0]
    content(tmp_path / "out" / "g")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["g"]


@pytest.mark.deep
def test_builds_killed_at_any_moment_leave_one_whole_build(tmp_path: Path) -> None:
    loops = int(os.environ.get("TIDELINE_KILLS", "20"))
    chance, takes = random.Random(8), 0.0
    files = [spec(tmp_path / "in", name, count) for name, count in (("aaa", 9), ("bbb", 14))]
    killed_in, survived, finished = Counter[int](), 0, 0
    while killed_in.total() < loops:
        began = time.monotonic()
        run = build(files[survived % 2], tmp_path / "out")
        if not takes:  # how long one takes just now
            assert run.wait(60) == 0
            takes, survived = time.monotonic() - began, survived + 1
            continue
        share = chance.random()
        time.sleep(takes * share)
        run.send_signal(signal.SIGTERM if killed_in.total() % 3 else signal.SIGKILL)
        if run.wait(60) == 0:  # it was faster
            takes = 0.0
        else:
            killed_in[int(share * 10)] += 1
        finished += bool(list((tmp_path / "out").glob(f".*{publish.DECIDED}")))
        with publish.staging(tmp_path / "out", "g"):
            pass
        content(tmp_path / "out" / "g")
        assert survived < 5 * loops
    spread = [killed_in[tenth] for tenth in range(10)]
    print(f"\n{loops} builds killed, by tenths of their time: {spread}; {finished} of them were finished by the next")


AT = data(__file__)["AT"]


@pytest.mark.deep
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT"])
@pytest.mark.parametrize("phase", ["writing", "deciding", "decided", "moving", "last"])
def test_a_whole_build_killed_in_each_of_its_phases(phase: str, how: str, tmp_path: Path) -> None:
    """By the clock a kill hardly ever falls between two renames: here it waits for its place among them."""
    old, new = (spec(tmp_path / "in", name, count) for name, count in (("aaa", 9), ("bbb", 14)))
    out = tmp_path / "out"
    assert build(old, out).wait(60) == 0
    # of several cores, the process killed may be one that only helps, and the build ends with a fault
    alone = ("--format", "svg", "--jobs", "1")
    command = [sys.executable, "-c", AT, phase, how, "build", str(new), "--out", "out", *alone]
    run = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, timeout=60)
    assert run.returncode in (-signal.Signals[how], 128 + signal.Signals[how])
    assert (tmp_path / "reached").exists()
    between = phase in ("decided", "moving", "last")
    assert (out / f".g{publish.DECIDED}").exists() == (between and how == "SIGKILL")
    with publish.staging(out, "g"):
        pass
    content(out / "g")
    made = json.loads((out / "g" / "manifest.json").read_bytes())["spec"]
    waited = phase == "deciding" and how != "SIGKILL"  # a polite kill does not come between
    assert made == ("bbb.yaml" if between or waited else "aaa.yaml")


def test_eight_printers_stored_at_once_are_all_kept(tmp_path: Path) -> None:
    forks = multiprocessing.get_context("fork")
    runs = [forks.Process(target=printers.store, args=(f"{n}", printers.Profile(1.0), tmp_path)) for n in range(8)]
    for run in runs:
        run.start()
    for run in runs:
        run.join(60)
    assert [run.exitcode for run in runs] == [0] * 8
    assert len(printers.load(tmp_path)) == 8


def many(folder: Path) -> Path:
    """A spec of one sheet more than anyone prints unasked."""
    file = spec(folder / "in", "many", 4)
    return put(file, file.read_text().replace("[20, 20]", "[180, 250]").replace("1..4", "1..501"))


@pytest.mark.parametrize(("answer", "status"), tiers([("", 1)], [("n", 1), ("y", 0)]))
def test_somebody_at_a_terminal_is_asked_whether_so_many_sheets_are_meant(
    answer: str, status: int, tmp_path: Path
) -> None:
    pty = pytest.importorskip("pty", reason="a terminal of our own needs Unix")
    ours, theirs = pty.openpty()
    words = ["build", str(many(tmp_path)), "--out", str(tmp_path), "--format", "pdf"]
    command = [sys.executable, "-m", "generator.cli.main", *words]
    run = subprocess.Popen(command, stdin=theirs, stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    while b"[y/N]" not in said:
        said += os.read(ours, 1000)
    os.write(ours, f"{answer}\n".encode())
    with suppress(OSError):  # the terminal's other end is closed
        while more := os.read(ours, 1000):
            said += more
    assert run.wait(60) == status
    os.close(ours)
    assert b"501 sheets; print them? [y/N]" in said
    assert (b"Nothing was written." in said) == (status == 1)
    assert (tmp_path / "g" / "g.pdf").exists() == (status == 0)
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]
