"""`watch --since` a build: each save gives the pieces that differ from it, and nothing else."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cases import data
from command import environment, generator, small

from generator.building import watch
from generator.cli.main import run
from specs.base.workers import pool

SPEC = data(__file__)["SPEC"]


def save(folder: Path, *names: str) -> None:
    """The cards' names, written beside and moved into place, so that no half is seen."""
    (folder / "cards.new").write_text("name\n" + "".join(f"{name}\n" for name in names))
    (folder / "cards.new").replace(folder / "cards.csv")


def test_each_save_gives_the_pieces_that_differ_from_the_print(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text(SPEC)
    save(tmp_path, "one", "two", "three")
    said, changed = tmp_path / "said.txt", tmp_path / "output" / "deck" / "update"
    assert generator("build", "deck.yaml", cwd=tmp_path).status == 0
    with said.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator.cli.main", "watch", "deck.yaml", "--since", "output/deck"],
            cwd=tmp_path,
            env=environment(tmp_path, PYTHONPATH=str(Path(__file__).parents[2])),
            stdout=sink,
            stderr=sink,
        )

    def until(what: str, count: int) -> None:
        for _ in range(400):
            if said.read_text(encoding="utf-8").count(what) >= count:
                return
            time.sleep(0.1)
        pytest.fail(f"no {what!r} in:\n{said.read_text(encoding='utf-8')}")

    def pieces() -> dict[str, int]:
        manifest = json.loads((changed / "manifest.json").read_bytes())
        return {name: entry["count"] for name, entry in manifest["components"].items()}

    try:
        until("nothing written", 1)
        assert not changed.exists()
        save(tmp_path, "one", "zwei", "three")
        until("Print deck-update.pdf", 1)
        assert "  changed: cards-02\n" in said.read_text(encoding="utf-8")
        assert pieces() == {"cards": 1}
        save(tmp_path, "uno", "zwei", "tre", "four")
        until("Print deck-update.pdf", 2)
        assert "  changed: cards-01, cards-02, cards-03\n  new: cards-04\n" in said.read_text(encoding="utf-8")
        assert pieces() == {"cards": 4}
        save(tmp_path, "uno", "zwei,", "tre", "four")
        until("a row of 2 cells", 1)
        assert pieces() == {"cards": 4}
        save(tmp_path, "one", "two", "three")
        until("nothing written", 2)
    finally:
        process.terminate()
        process.wait(30)
    assert "Traceback" not in said.read_text(encoding="utf-8")


def test_a_spec_that_is_not_there_is_not_waited_for(tmp_path: Path) -> None:
    done = generator("watch", "none.yaml", cwd=tmp_path)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("none.yaml: no such spec; expected ")
    assert done.err.count("\n") == 1


def test_a_program_of_the_folder_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process can be forked, each build is a process of its own."""
    for name in ("generator", "yaml", "msgspec"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", ":")  # an empty part of it means the folder, too
    monkeypatch.setattr(pool, "CAN_FORK", False)
    watch.run_again(["build", str(small(tmp_path)), "--out", str(tmp_path / "out")], run)
    assert (tmp_path / "out" / "small" / "small.pdf").exists()
    assert not (tmp_path / "ran").exists()
    watch.run_again(["build", "none.yaml"], run)  # a fault is told there, and the next save is waited for


def test_a_picture_that_is_named_from_the_root_is_no_end_of_watching(tmp_path: Path) -> None:
    spec = tmp_path / "deck.yaml"
    picture = '      - {draw: image, image: "/elsewhere/{name}.png", box: [5, 20, 9, 9]}\n'
    spec.write_text(SPEC + picture, encoding="utf-8")
    save(tmp_path, "one")
    assert watch.sources(str(spec)) == {spec, tmp_path / "cards.csv"}
