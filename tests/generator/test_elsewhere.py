"""A build on a cluster: the same files as alone; workers are sent what they need; what was drawn is not drawn again."""

import os
import signal
from collections.abc import Callable, Generator, Sequence
from multiprocessing import active_children
from pathlib import Path
from zlib import compress

import pytest
from cases import data
from command import tree
from msgspec import msgpack
from PIL import Image

from generator.building import build as building
from generator.building import cluster as elsewhere
from generator.building.cluster import RunTask, drawn_by, sent, unpack
from generator.building.loading import asked
from generator.plan import runs
from generator.plan.runs import Request
from specs.base.errors import SpecError
from specs.base.workers.cluster import Lost
from specs.model.document import Document

GAME = data(__file__)["GAME"]
WORDS = {"formats": "pdf", "paper": "a4,letter", "split": True}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some 20 pages, of which four are drawn together."""
    monkeypatch.setattr(runs, "TOGETHER", 4)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "many.yaml").write_text(GAME, encoding="utf-8")
    Image.effect_noise((120, 120), 90).save(tmp_path / "noise.png")
    cards = [f"card {n},{1.2 if n == 50 else 5}" for n in range(80)]
    (tmp_path / "data" / "cards.csv").write_text("\n".join(["name,size", *cards]) + "\n")
    return Path("many.yaml")


def built(game: Path, out: Path, address: str = "") -> building.Built:
    document, settings = asked(game, WORDS)
    cluster = drawn_by(address, 1, document, WORDS, out / ".many.drawn") if address else None
    return building.build(document, settings, Request(out=out, cluster=cluster))


Spread = Callable[[Callable[[RunTask], bytes], Sequence[RunTask], int, str], Generator[tuple[int, bytes], None, None]]


def here(drawn: list[int], most: int = 1000) -> Spread:
    """A cluster of one worker, which draws backwards and is lost after so many runs; what it drew is noted."""

    def spread(
        work: Callable[[RunTask], bytes], parts: Sequence[RunTask], jobs: int, cluster: str
    ) -> Generator[tuple[int, bytes], None, None]:
        for number in reversed(range(len(parts))):
            if len(drawn) >= most:
                raise Lost("the scheduler is gone")
            drawn.append(parts[number].number)
            yield number, work(parts[number])

    return spread


def test_the_same_files_and_warnings_come_from_workers_who_draw_in_any_order(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "spread", here([]))
    alone, spread = built(game, tmp_path / "alone"), built(game, tmp_path / "spread", "local")
    assert tree(tmp_path / "alone") == tree(tmp_path / "spread")
    assert [str(warning) for warning in spread.warnings] == [str(warning) for warning in alone.warnings]
    assert [warning.place.file for warning in spread.warnings] == ["many.yaml"]


def test_a_build_that_breaks_off_goes_on_where_it_was(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(elsewhere, "spread", here(drawn, most=3))
    with pytest.raises(SpecError, match="--cluster: the scheduler is gone; expected workers until the last page"):
        built(game, tmp_path / "out", "local")
    assert not (tmp_path / "out" / "many").exists()
    again: list[int] = []
    torn = next(file for file in (tmp_path / "out").rglob(f"{drawn[0]}"))
    torn.write_bytes(torn.read_bytes()[:-1])
    monkeypatch.setattr(elsewhere, "spread", here(again))
    built(game, tmp_path / "out", "local")
    built(game, tmp_path / "alone")
    missing = [drawn[0], *reversed(range(drawn[2]))]  # of the first of two papers: what is torn, and the rest
    assert again[: len(missing) + 1] == [*missing, drawn[0]]
    assert tree(tmp_path / "alone") == tree(tmp_path / "out")


def test_files_that_are_not_what_was_sent_or_lead_elsewhere_are_not_unpacked(game: Path, tmp_path: Path) -> None:
    document = asked(game, WORDS)[0]
    files = sent(document)
    unpack(files, tmp_path / "there")
    assert {"many.yaml", "noise.png", "data/cards.csv"} <= tree(tmp_path / "there").keys()
    broken = files.packed[:-1] + bytes([files.packed[-1] ^ 1])
    with pytest.raises(ValueError, match="not what was sent"):
        unpack(elsewhere.Files(files.spec, files.home, broken, files.sha), tmp_path / "nowhere")
    packed = compress(msgpack.encode({"../out.txt": b"x"}))
    with pytest.raises(ValueError, match="outside the game's folder"):
        unpack(elsewhere.Files("many.yaml", "", packed, elsewhere._sha(packed)), tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_game_that_comes_along_is_sent_by_its_name() -> None:
    document: Document = asked("atlantis", {})[0]
    assert (sent(document).spec, sent(document).packed) == ("atlantis", b"")


def test_a_disk_that_was_full_keeps_what_was_drawn_and_goes_on_when_there_is_room(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_disk: Path
) -> None:
    monkeypatch.setitem(WORDS, "paper", "a4")
    monkeypatch.setattr(runs, "TOGETHER", 10)
    game.write_text(GAME.replace("  - {draw: image", "  # - {draw: image"), encoding="utf-8")
    monkeypatch.setattr(elsewhere, "spread", here([]))
    (small_disk / "other").write_bytes(bytes(90_000))
    with pytest.raises(OSError, match="No space left"):
        built(game, small_disk, "local")
    assert sorted(file.name for file in small_disk.iterdir()) == [".many.drawn", "other"]
    (small_disk / "other").unlink()
    again: list[int] = []
    monkeypatch.setattr(elsewhere, "spread", here(again))
    built(game, small_disk, "local")
    built(game, tmp_path / "alone")
    assert 0 < len(again) < 4, "of four runs some were there"
    assert tree(tmp_path / "alone") == tree(small_disk)


@pytest.mark.deep
def test_dask_here_draws_what_one_process_does_with_one_worker_and_with_three_of_whom_one_is_killed(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # workers know nothing of a test
    file, whole = tmp_path / "data" / "cards.csv", elsewhere.spread
    file.write_text("name,size\n" + "".join(f"card {n},5\n" for n in range(1100)))
    game = tmp_path / game

    def killing(
        work: Callable[[RunTask], bytes], parts: Sequence[RunTask], jobs: int, cluster: str
    ) -> Generator[tuple[int, bytes], None, None]:
        for number, found in enumerate(whole(work, parts, jobs, cluster)):
            if number == 0 and jobs == 3:
                os.kill(next(each for each in active_children() if "Dask" in each.name).pid or 0, signal.SIGKILL)
            yield found

    monkeypatch.setattr(elsewhere, "spread", killing)
    words = {"formats": "pdf"}
    for jobs in (0, 1, 3):
        document, settings = asked(game, words)
        cluster = drawn_by("local", jobs, document, words, tmp_path / f"{jobs}" / "kept") if jobs else None
        building.build(document, settings, Request(out=tmp_path / f"{jobs}", cluster=cluster))
    assert tree(tmp_path / "0") == tree(tmp_path / "1") == tree(tmp_path / "3")
    assert not active_children()
