"""Work in processes beside this one: the same files whatever their number, faults told, nobody left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from cases import data
from command import generator, small, tree

from generator.building.check import check
from specs.base.errors import Fault, Place, SpecError
from specs.base.workers import pool
from specs.base.workers.pool import WorkerPool

# the test's own process has threads; the program's has none when it forks
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
needs_fork = pytest.mark.skipif(not pool.CAN_FORK, reason="no process is forked here")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs tests may have threads of their own."""
    monkeypatch.setattr(pool, "threads", lambda: 1)


def write(file: Path, text: str) -> None:
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


class TestWork:
    @pytest.mark.parametrize("most", [0, 1, 2, 9])
    def test_all_of_it_is_done_once_in_any_number_of_processes(self, most: int, tmp_path: Path) -> None:
        works = [partial(write, tmp_path / str(n), f"{n}") for n in range(5)]
        with WorkerPool(works, most) as workers:
            workers.finish()
        assert sorted(file.read_text() for file in tmp_path.iterdir()) == ["0", "1", "2", "3", "4"]

    def test_it_is_done_here_where_nothing_can_be_forked(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pool, "CAN_FORK", False)
        found: list[int] = []
        with WorkerPool([lambda: found.append(os.getpid())], 4) as workers:
            assert found == []
            workers.finish()
        assert found == [os.getpid()]

    @pytest.mark.parametrize("most", [0, 1])
    def test_what_it_raises_is_raised_here(self, most: int) -> None:
        with pytest.raises(SpecError) as error, WorkerPool([refuse], most) as workers:
            workers.finish()
        assert error.value.faults == (Fault("wrong-value", Place("a.yaml", 3, 7), "a fault", "none"),)

    @needs_fork
    def test_leaving_ends_what_is_still_at_work(self, tmp_path: Path) -> None:
        def sleep() -> None:
            write(tmp_path / "pid", str(os.getpid()))
            time.sleep(300)

        began = time.monotonic()
        with WorkerPool([sleep], 1):
            until(lambda: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text()))
        assert gone(int((tmp_path / "pid").read_text()))
        assert time.monotonic() - began < 200

    @needs_fork
    def test_a_process_that_the_system_ends_is_out_of_memory(self) -> None:
        with pytest.raises(MemoryError), WorkerPool([lambda: os.kill(os.getpid(), signal.SIGKILL)], 1) as workers:
            list(workers.results())


PROGRAM = data(__file__)["PROGRAM"]


@pytest.mark.deep
@needs_fork
@pytest.mark.parametrize("ended", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nobody_is_left_behind_however_the_program_ends(ended: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
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


class TestBuild:
    def test_the_files_are_the_same_in_one_process_and_in_three(self, tmp_path: Path) -> None:
        spec = small(tmp_path)
        for jobs in (1, 2, 3):
            options = ("--format", "pdf,svg,png", "--paper", "a4,letter", "--jobs", jobs, "--out", f"jobs-{jobs}")
            done = generator("build", spec, *options, cwd=tmp_path)
            assert done.status == 0, done.err
        one, two, three = (tree(tmp_path / f"jobs-{jobs}") for jobs in (1, 2, 3))
        assert one == two == three
        assert any(name.endswith("preview.png") for name in one)

    def test_a_fault_is_told_the_same(self, tmp_path: Path) -> None:
        spec = small(tmp_path)
        spec.write_text(spec.read_text().replace("{name: north}", "{name: a name far too long for so small a tile}"))
        one, two = (
            generator("build", spec, "--format", "pdf,svg,png", "--jobs", jobs, cwd=tmp_path) for jobs in (1, 2)
        )
        assert (one.status, one.out) == (two.status, two.out) == (2, "")
        assert one.err == two.err
        assert not (tmp_path / "output" / "small").exists()


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
