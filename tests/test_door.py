"""The door for other programs: the examples of docs/api.md and of each docstring run, and to import it is cheap."""

import doctest
import inspect
import re
import shutil
from importlib import import_module
from pathlib import Path
from types import ModuleType

import command
import pytest

import companion
import generator
from generator.building.report import build_facts

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"
ROOMS = ("companion", "generator", "specs")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
WITH_EXAMPLES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for room in ROOMS
    for file in (ROOT / room).rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the documentation's examples in it, where a reader may try them."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_does_what_it_shows(somewhere: Path) -> None:
    done = doctest.testfile(str(PAGE), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert done.attempted > 25
    assert done.failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_of_a_module_run(name: str, somewhere: Path) -> None:
    assert doctest.testmod(import_module(name), optionflags=FLAGS).failed == 0


@pytest.mark.parametrize(("door", "name"), [(door, name) for door in (generator, companion) for name in door.__all__])
def test_every_name_of_a_door_is_there_and_explained(door: ModuleType, name: str) -> None:
    found = getattr(door, name)
    assert name in dir(door)
    assert found is None or (found.__doc__ or "").strip()  # None is who only looks on
    if inspect.isfunction(found):
        assert ">>> " in found.__doc__
    assert re.search(rf"`{name}\b|import .*\b{name}\b", PAGE.read_text(encoding="utf-8"))


def test_a_build_of_a_program_is_the_command_lines(somewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = "docs/examples/deck/deck.yaml"
    built = generator.build(deck, "program", formats=("pdf",), paper=["a4"], margin=7, only="cards")
    words = ("build", deck, "--out", "line", "--format", "pdf", "--margin", "7", "--only", "cards")
    assert command.generator(*words, cwd=somewhere).status == 0
    for name in built.files:
        folder = built.folder.relative_to("program")
        assert (built.folder / name).read_bytes() == ("line" / folder / name).read_bytes()
    assert build_facts(built)["options"]["margin_mm"] == 7  # type: ignore[index]
    assert capsys.readouterr() == ("", "")


def test_a_back_that_is_not_there_is_told() -> None:
    game = generator.load("docs/examples/gallery/dice.yaml")
    piece = next(iter(game.pieces.values()))[0].id
    with pytest.raises(generator.SpecError, match=f"no back of '{piece}'; expected its front"):
        generator.face(game, piece, "back")
