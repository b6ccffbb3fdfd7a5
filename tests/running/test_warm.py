"""A program that is forked from a warm process does what it does when it is started cold, and leaves nothing behind."""

import subprocess
import sys
from pathlib import Path

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
