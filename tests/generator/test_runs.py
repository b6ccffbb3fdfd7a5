"""A deck's pages drawn in runs: the same files whoever draws them, and what goes wrong in one goes wrong in all."""

import errno
import os
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest
from cases import cases, data
from command import tree
from PIL import Image

from generator import build, load
from generator.building.build import Built
from generator.plan import runs
from generator.sheets.imposition.impose import SheetPages
from generator.sheets.printable import SheetOptions
from specs.base.errors import SpecError
from specs.base.workers import pool
from specs.model.document import Document

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

GAME = data(__file__)["GAME"]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    """Some 30 pages, of which four are drawn together."""
    monkeypatch.setattr(runs, "TOGETHER", 4)
    monkeypatch.setattr(pool, "threads", lambda: 1)  # whoever runs tests may have some of their own
    (tmp_path / "many.yaml").write_text(GAME, encoding="utf-8")
    Image.effect_noise((120, 120), 90).save(tmp_path / "noise.png")
    cards = [f"card {n % 40},{('red', 'blue')[n % 2]},{n},{1.2 if n == 50 else 5}" for n in range(90)]
    (tmp_path / "cards.csv").write_text("\n".join(["name,colour,number,size", *cards]) + "\n")
    return load(str(tmp_path / "many.yaml"))


def built(game: Document, out: Path, jobs: int, **options: object) -> Built:
    return build(game, str(out), **{"jobs": jobs, "formats": "pdf", "options": ("marks",), **options})  # type: ignore[arg-type]


@cases
def test_files_and_warnings_are_the_same_from_one_process_from_two_and_from_three(
    options: dict[str, object], game: Document, tmp_path: Path
) -> None:
    found = [built(game, tmp_path / f"{jobs}", jobs, **options) for jobs in (1, 2, 3)]
    one, two, three = (tree(tmp_path / f"{jobs}") for jobs in (1, 2, 3))
    assert sorted(one) == sorted(two) == sorted(three)
    assert [name for name in one if not one[name] == two[name] == three[name]] == []
    assert found[0].warnings == found[1].warnings == found[2].warnings
    assert [warning.finding for warning in found[0].warnings] == ["piece cards-51: text 'card 10' of 3.4 pt"]


@pytest.mark.parametrize("pages", [257, 700, 1113, 11_113, 22_225])
def test_four_who_draw_have_as_much_to_do_within_a_tenth_of_it(pages: int) -> None:
    single = [SheetPages(1, (), lambda: iter(())) for _ in range(pages - 40)]
    every = [SheetPages(40, ("To read",), lambda: iter(())), *single]
    section = SimpleNamespace(stock="card", sheets=lambda _: every)
    found = runs.divided([section], SheetOptions())  # type: ignore[list-item]
    assert [sheet for run in found for _, sheet in run.sheets] == every
    for workers in (2, 4):
        busy = [0] * workers
        for run in found:  # who is done first takes the next
            busy[busy.index(min(busy))] += sum(sheet.pages for _, sheet in run.sheets)
        assert max(busy) <= 1.1 * pages / workers
    assert max(sum(sheet.pages for _, sheet in run.sheets) for run in found) <= runs.TOGETHER
    assert [run.section for run in found] == ["", *["To read"] * (len(found) - 1)]


def test_a_run_looks_as_it_does_when_nothing_was_drawn_before_it(game: Document, tmp_path: Path) -> None:
    one = built(game, tmp_path / "one", 1)
    assert one.manifest is not None
    assert one.manifest.components["cards"].distinct_faces == 90 + 2
    assert one.manifest.fiducials[game.pieces["cards"][17].id] == [17]
    assert list(one.manifest.components["tokens"].pages) == sorted(one.manifest.components["tokens"].pages)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_leaves_what_was_there(
    jobs: int, game: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(game, tmp_path / "out", 1, pieces=("token-01",))
    before = tree(tmp_path / "out")
    whole = runs.Drawing.draw

    def full(drawing: runs.Drawing, run: runs.Run, sheets: int | None = None) -> runs.Drawn:
        if any("Tokens" in sheet.bookmarks for _, sheet in run.sheets):
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(drawing, run, sheets)

    monkeypatch.setattr(runs.Drawing, "draw", full)
    with pytest.raises(OSError, match="No space left"):
        built(game, tmp_path / "out", jobs)
    assert tree(tmp_path / "out") == before


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_disk_that_is_really_full_in_the_middle_of_a_deck_leaves_what_was_there(
    jobs: int, game: Document, small_disk: Path
) -> None:
    built(game, small_disk, 1, pieces=("token-01",))
    (small_disk / "other").write_bytes(bytes(60_000))
    before = tree(small_disk)
    with pytest.raises(OSError, match="No space left"):
        built(game, small_disk, jobs)
    assert tree(small_disk) == before


def test_a_card_that_cannot_be_drawn_is_told_the_same_by_one_and_by_three(game: Document, tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(file.read_text().replace("card 7,blue,47", "a name far too long for a card of this size,blue,47"))
    told = []
    for jobs in (1, 3):
        with pytest.raises(SpecError) as error:
            built(load(str(tmp_path / "many.yaml")), tmp_path / "out", jobs)
        told.append(str(error.value))
    assert told[0] == told[1]
    assert not (tmp_path / "out" / "many").exists()


def test_a_process_that_the_system_ends_ends_the_build(
    game: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = os.getpid()
    whole = runs.Drawing.draw

    def draw(drawing: runs.Drawing, run: runs.Run, sheets: int | None = None) -> runs.Drawn:
        if os.getpid() != own:
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(drawing, run, sheets)

    monkeypatch.setattr(runs.Drawing, "draw", draw)
    with pytest.raises(MemoryError):
        built(game, tmp_path / "out", 2)
    assert not (tmp_path / "out" / "many").exists()
