"""Pages drawn in runs, by processes beside this one or on a cluster: the same files whoever draws them, faults told,
nobody left behind, and what was drawn is not drawn again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace
from zlib import compress

import pytest
from cases import cases, data
from command import PROJECT, small, tree
from msgspec import msgpack
from PIL import Image

from generator import build, load
from generator.building import build as building, cluster as elsewhere
from generator.building.build import Built
from generator.building.check import check
from generator.building.cluster import RunTask, drawn_by, sent, unpack
from generator.building.loading import asked
from generator.plan import runs
from generator.plan.runs import Request
from generator.sheets.imposition.impose import SheetPages
from generator.sheets.printable import SheetOptions
from specs.base.errors import Fault, Place, SpecError
from specs.base.workers import pool
from specs.base.workers.cluster import Lost
from specs.base.workers.pool import WorkerPool
from specs.model.document import Document

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

GAME = data(__file__)["GAME"]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    """Some 30 pages, of which four are drawn together."""
    monkeypatch.setattr(runs, "TOGETHER", 4)
    (tmp_path / "many.yaml").write_text(GAME, encoding="utf-8")
    Image.effect_noise((120, 120), 90).save(tmp_path / "noise.png")
    cards = [f"card {n % 40},{('red', 'blue')[n % 2]},{n},{1.2 if n == 50 else 5}" for n in range(90)]
    (tmp_path / "cards.csv").write_text("\n".join(["name,colour,number,size", *cards]) + "\n")
    return load(str(tmp_path / "many.yaml"))


def built(game: Document, out: Path, jobs: int, **options: object) -> Built:
    return build(game, str(out), **{"jobs": jobs, "formats": "pdf", "options": ("marks",), **options})  # type: ignore[arg-type]


@cases
def test_files_and_warnings_are_those_of_one_process(
    options: dict[str, object], game: Document, tmp_path: Path
) -> None:
    found = [built(game, tmp_path / f"{jobs}", jobs, **options) for jobs in (1, 3)]
    one, three = (tree(tmp_path / f"{jobs}") for jobs in (1, 3))
    assert sorted(one) == sorted(three)
    assert [name for name in one if one[name] != three[name]] == []
    assert found[0].warnings == found[1].warnings
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
    assert one.manifest.components["cards"].distinct_faces == 90 + 2
    assert one.manifest.fiducials[game.pieces["cards"][17].id] == [17]
    assert list(one.manifest.components["tokens"].pages) == sorted(one.manifest.components["tokens"].pages)


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


# ---- work in processes beside this one -------------------------------------------------------------

# the test's own process has threads; the program's has none when it forks
needs_fork = pytest.mark.skipif(not pool.CAN_FORK, reason="no process is forked here")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs tests may have threads of their own."""
    monkeypatch.setattr(pool, "threads", lambda: 1)


def put(file: Path, text: str) -> None:
    file.write_text(text)


def refuse() -> None:
    raise SpecError([Fault("wrong-value", Place("a.yaml", 3, 7), "a fault", "none")])


def gone(process: int) -> bool:
    """Whether a process has ended; one that nobody has waited for yet has."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z"


def until(done: Callable[[], bool]) -> None:
    for _ in range(600):
        if done():
            return
        time.sleep(0.05)
    pytest.fail("half a minute has passed")


@pytest.mark.parametrize("most", [0, 1, 2, 9])
def test_all_of_it_is_done_once_in_any_number_of_processes(most: int, tmp_path: Path) -> None:
    works = [partial(put, tmp_path / str(n), f"{n}") for n in range(5)]
    with WorkerPool(works, most) as workers:
        workers.finish()
    assert sorted(file.read_text() for file in tmp_path.iterdir()) == ["0", "1", "2", "3", "4"]


def test_it_is_done_here_where_nothing_can_be_forked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CAN_FORK", False)
    found: list[int] = []
    with WorkerPool([lambda: found.append(os.getpid())], 4) as workers:
        assert found == []
        workers.finish()
    assert found == [os.getpid()]


@pytest.mark.parametrize("most", [0, 1])
def test_what_it_raises_is_raised_here(most: int) -> None:
    with pytest.raises(SpecError) as error, WorkerPool([refuse], most) as workers:
        workers.finish()
    assert error.value.faults == (Fault("wrong-value", Place("a.yaml", 3, 7), "a fault", "none"),)


@needs_fork
def test_leaving_ends_what_is_still_at_work(tmp_path: Path) -> None:
    def sleep() -> None:
        put(tmp_path / "pid", str(os.getpid()))
        time.sleep(300)

    began = time.monotonic()
    with WorkerPool([sleep], 1):
        until(lambda: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text()))
    assert gone(int((tmp_path / "pid").read_text()))
    assert time.monotonic() - began < 200


def _deaf(file: Path) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    file.write_text("")
    time.sleep(60)


@needs_fork
def test_workers_that_do_not_listen_are_all_ended_within_one_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 2.0)
    files = [tmp_path / f"{number}" for number in range(4)]
    with WorkerPool([partial(_deaf, file) for file in files], 4):
        while not all(file.exists() for file in files):
            time.sleep(0.02)
        begun = time.monotonic()
    assert time.monotonic() - begun < 6.0, "not one wait for each of the four"
    assert not active_children()


@needs_fork
def test_a_process_that_the_system_ends_is_out_of_memory() -> None:
    with pytest.raises(MemoryError), WorkerPool([lambda: os.kill(os.getpid(), signal.SIGKILL)], 1) as workers:
        list(workers.results())


@pytest.mark.deep
@needs_fork
@pytest.mark.parametrize("ended", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nobody_is_left_behind_however_the_program_ends(ended: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("sleepers.py")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(PROJECT)},
        stderr=subprocess.DEVNULL,
        # a shell without job control starts programs deaf to Ctrl-C, and so this one
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no threads here
    )
    try:
        until((tmp_path / "ready").exists)
        process.send_signal(ended)
        process.wait(60)
    finally:
        process.kill()
    for file in tmp_path.glob("*.pid"):
        until(partial(gone, int(file.stem)))


@needs_fork
def test_a_check_tells_the_same_in_several_processes(tmp_path: Path) -> None:
    spec, words = small(tmp_path), tmp_path / "words"
    words.mkdir()
    (words / "de.yaml").write_text("words: {north: ein viel zu langer Name für einen so kleinen Stein}\n", "utf-8")
    (words / "pl.yaml").write_text("words: {nowhere: nigdzie}\n")
    (words / "strange.yaml").write_text("words: {}\n")
    alone = check(spec)
    assert {Path(each.place.file).name for each in (*alone.faults, *alone.warnings)} >= {
        "small.yaml",
        "pl.yaml",
        "strange.yaml",
    }
    beside = check(spec, jobs=3)
    assert (beside.faults, beside.warnings, beside.remarks) == (alone.faults, alone.warnings, alone.remarks)


# ---- a build on a cluster --------------------------------------------------------------------------

SPREAD = data(__file__)["SPREAD"]
WORDS = {"formats": "pdf", "paper": "a4,letter", "split": True}


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some 20 pages, of which four are drawn together."""
    monkeypatch.setattr(runs, "TOGETHER", 4)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "many.yaml").write_text(SPREAD, encoding="utf-8")
    Image.effect_noise((120, 120), 90).save(tmp_path / "noise.png")
    cards = [f"card {n},{1.2 if n == 50 else 5}" for n in range(80)]
    (tmp_path / "data" / "cards.csv").write_text("\n".join(["name,size", *cards]) + "\n")
    return Path("many.yaml")


def spread_out(deck: Path, out: Path, address: str = "") -> building.Built:
    document, settings = asked(deck, WORDS)
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


def test_a_build_that_breaks_off_goes_on_there(deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(elsewhere, "spread", here(drawn, most=3))
    with pytest.raises(SpecError, match="--cluster: the scheduler is gone; expected workers until the last page"):
        spread_out(deck, tmp_path / "out", "local")
    assert not (tmp_path / "out" / "many").exists()
    again: list[int] = []
    torn = next(file for file in (tmp_path / "out").rglob(f"{drawn[0]}"))
    spoilt = bytearray(torn.read_bytes())
    spoilt[len(spoilt) // 2] ^= 1
    torn.write_bytes(spoilt)
    monkeypatch.setattr(elsewhere, "spread", here(again))
    spread, alone = spread_out(deck, tmp_path / "out", "local"), spread_out(deck, tmp_path / "alone")
    assert [str(warning) for warning in spread.warnings] == [str(warning) for warning in alone.warnings]
    assert [warning.place.file for warning in spread.warnings] == ["many.yaml"]
    missing = [drawn[0], *reversed(range(drawn[2]))]  # of the first of two papers: what is torn, and the rest
    assert again[: len(missing) + 1] == [*missing, drawn[0]]
    assert tree(tmp_path / "alone") == tree(tmp_path / "out")


def test_files_that_are_not_what_was_sent_or_lead_elsewhere_are_not_unpacked(deck: Path, tmp_path: Path) -> None:
    document = asked(deck, WORDS)[0]
    files = sent(document)
    unpack(files, tmp_path / "there")
    assert {"many.yaml", "noise.png", "data/cards.csv"} <= tree(tmp_path / "there").keys()
    broken = files.packed[:-1] + bytes([files.packed[-1] ^ 1])
    with pytest.raises(ValueError, match="not what was sent"):
        unpack(elsewhere.Files(files.spec, files.home, broken, files.sha), tmp_path / "nowhere")
    packed = compress(msgpack.encode({"../out.txt": b"x"}))
    with pytest.raises(ValueError, match="outside the game's folder"):
        unpack(elsewhere.Files("many.yaml", "", packed, elsewhere.hash_of(packed)), tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_game_that_comes_along_is_sent_by_its_name() -> None:
    document: Document = asked("atlantis", {})[0]
    assert (sent(document).spec, sent(document).packed) == ("atlantis", b"")


@pytest.mark.deep
def test_dask_here_draws_what_one_process_does_with_one_worker_and_with_three_of_whom_one_is_killed(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # workers know nothing of a test
    file, whole = tmp_path / "data" / "cards.csv", elsewhere.spread
    file.write_text("name,size\n" + "".join(f"card {n},5\n" for n in range(1100)))
    deck = tmp_path / deck

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
        document, settings = asked(deck, words)
        cluster = drawn_by("local", jobs, document, words, tmp_path / f"{jobs}" / "kept") if jobs else None
        building.build(document, settings, Request(out=tmp_path / f"{jobs}", cluster=cluster))
    assert tree(tmp_path / "0") == tree(tmp_path / "1") == tree(tmp_path / "3")
    assert not active_children()
