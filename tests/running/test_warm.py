"""A program that is forked from a warm process does what it does when it is started cold, and leaves nothing behind."""

import subprocess
import sys
from pathlib import Path

import pytest
import warm
from cases import cases
from command import PROJECT, environment, generator, small, tree

MAIN = "from companion.cli.main import main; main()"


@cases
def test_the_generator_writes_and_says_the_same(words: tuple[object, ...], tmp_path: Path) -> None:
    said, written = [], []
    for name, cold in (("cold", True), ("warm", False)):
        folder = tmp_path / name
        folder.mkdir()
        spec = small(folder)
        (folder / "faulty.yaml").write_text(spec.read_text().replace("size: 20", "size: -20"))
        said.append(generator(*words, cwd=folder, cold=cold))
        written.append(tree(folder))
    assert said[0] == said[1]
    assert written[0] == written[1]


def test_the_companion_says_the_same_and_reads_what_is_typed(tmp_path: Path) -> None:
    for words, typed in ((("new", "atlantis", "Ann", "Bob", "--seed", "4"), ""), (("play",), "9:9\n1:H\nshow\n")):
        cold, hot = (environment(tmp_path, PYTHONPATH=str(PROJECT), COMPANION_DB=store) for store in ("a.db", "b.db"))
        one = subprocess.run(
            [sys.executable, "-c", MAIN, *words],
            cwd=tmp_path, env=cold, input=typed, capture_output=True, text=True, check=False,
        )  # fmt: skip
        two = warm.of(PROJECT).run("companion", words, cwd=tmp_path, env=hot, stdin=typed)
        said = one.stderr.replace("-c", "companion")
        assert (one.returncode, one.stdout, said) == (two.returncode, two.stdout, two.stderr)


def test_nothing_of_a_run_is_left_for_the_next(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    here, there = environment(tmp_path, COMPANION_DB="here.db"), environment(tmp_path)
    started = warm.of(PROJECT)
    assert started.run("companion", ["new", "circles", "A", "B"], cwd=tmp_path, env=here).returncode == 0
    assert (tmp_path / "here.db").exists()
    found = started.run("companion", ["list"], cwd=tmp_path / "other", env=there)
    assert found.returncode == 2
    assert "here.db" not in found.stderr


def test_what_takes_too_long_or_is_killed_ends_alone(tmp_path: Path) -> None:
    started, env = warm.of(PROJECT), environment(tmp_path)
    with pytest.raises(subprocess.TimeoutExpired):
        started.run("generator", ["watch", str(small(tmp_path))], cwd=tmp_path, env=env, timeout=1)
    assert started.run("generator", ["--help"], cwd=tmp_path, env=env).returncode == 0


@cases
def test_what_an_interpreter_reads_as_it_starts_starts_one(variable: str, alike: bool) -> None:
    started = warm.of(PROJECT)
    assert started.would_start_alike(started.environment | {variable: "7"}) == alike
