"""`generator new`: a folder to begin a game of one's own with passes `check --strict` and prints at once."""

import json
from pathlib import Path

import pytest
from cases import cases
from command import generator, tree
from jsonschema import Draft202012Validator

from generator.building import new_game
from generator.building.build import build
from generator.building.check import check
from generator.plan.runs import Request
from generator.plan.settings import read
from specs.base.errors import SpecError
from specs.read.yaml_nodes import read_text


@pytest.mark.parametrize("like", new_game.starters())
def test_what_a_game_begins_like_has_no_warning_prints_and_deals(like: str, tmp_path: Path) -> None:
    spec = new_game.start("reed-boats", like, tmp_path)
    found = check(spec)
    assert (found.faults, found.warnings) == ((), ())
    assert found.document is not None
    assert (found.document.spec.game, found.document.spec.title) == ("reed-boats", "Reed boats")
    settings = read({"formats": "pdf", "seed": 7, "players": 3}, found.document)
    assert "reed-boats.pdf" in build(found.document, settings, Request(out=tmp_path / "out", strict=True)).files


@pytest.mark.parametrize("like", ["board", "deck"])
def test_an_editor_is_told_the_schema_which_the_spec_keeps(like: str, tmp_path: Path) -> None:
    spec = new_game.start("reed-boats", like, tmp_path)
    text = spec.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=schema.json\n")
    schema = json.loads((spec.parent / "schema.json").read_text(encoding="utf-8"))
    assert not [*Draft202012Validator(schema).iter_errors(read_text(text.encode(), str(spec)).value)]


def test_a_folder_says_what_is_in_it(tmp_path: Path) -> None:
    done = generator("new", "moors", cwd=tmp_path)
    assert done.status == 0
    *files, after, then = done.out.splitlines()
    assert {"moors/moors.yaml", "moors/pieces.csv", "moors/README.md", "moors/schema.json"} < set(files)
    assert after == "To print it: generator build moors/moors.yaml --seed 7"
    assert then == "To play it: companion new moors/moors.yaml Ann Bob --seed 7 --cards dealt"
    readme = (tmp_path / "moors" / "README.md").read_text(encoding="utf-8")
    assert "`moors.yaml`" in readme
    assert new_game.CALLED not in readme


def test_nothing_that_is_there_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    before = tree(tmp_path)
    for name in ("file", "folder", "dangling"):
        with pytest.raises(SpecError, match="something is called so already; expected the name of a new folder"):
            new_game.start(name, "cards", tmp_path)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("name", ["", "../moors", "My Moors", "-x", "mo\nors", "ü", "m" * 61])
def test_a_name_that_no_game_can_have_makes_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError):
        new_game.start(name, "cards", tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["2048", "true"])
def test_a_name_that_yaml_reads_as_something_else_is_a_name(name: str, tmp_path: Path) -> None:
    document = check(new_game.start(name, "deck", tmp_path)).document
    assert document is not None
    assert document.spec.game == name


@cases
def test_a_name_and_a_kind_that_are_near_are_guessed(name: str, like: str, guess: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=f"did you mean '{guess}'"):
        new_game.start(name, like, tmp_path)


def test_where_it_cannot_be_finished_nothing_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(new_game, "schema", full)
    with pytest.raises(OSError, match="No space"):
        new_game.start("moors", "cards", tmp_path)
    assert not [*tmp_path.iterdir()]
