"""Small changes to the rules, the layout and the shell, drawn by a seed: which of them does no test see?

    python tests/mutants.py [--sample N] [--seed N] [--jobs N] [--room ROOM]... [--again] [--map]

The changes are cosmic-ray's: another operator, comparison or number, a condition turned round, a loop that does not
run, an exception that is not caught. Every place counts once, whatever can be changed there. ROOM is a folder or a
file without its `.py`, as `specs/expand/expr`.

The quick tests are run once under coverage, each by itself (tests/reached.py), and tell which of them run a line. A
mutant meets those of its line, then of its function, then of its file: those that killed others first, of each test
its shortest cases first, for twelve seconds of their own time. It lives in a copy of the files that git knows, in
`.mutants/`, as do the map and the results: what was judged is not tried again while its file is the same.
tests/mutants.yaml says of survivors why they may live.
"""

import argparse
import ast
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import yaml
from mutated import HOME, ROOT, Change, Drawn, changed, drawn, sha

MAP = HOME / "map"
ALLOWED = ROOT / "tests" / "mutants.yaml"
SECONDS = 12.0  # of tests for each mutant
FIRST = 20  # tests that are tried before the others
MEMORY = 4 << 30
HEAVY = ("hypothesis", "numpy", "cv2", "PIL.Image", "pikepdf", "pypdfium2", "fontTools.ttLib", "typer", "msgspec",
         "reportlab.pdfgen.canvas", "openpyxl", "pyclipper", "segno", "starlette.applications", "pypdf", "uvicorn",
         "prompt_toolkit", "rectpack")  # fmt: skip


def room_of(file: str) -> str:
    """The folder that a report counts a file under: two names deep."""
    return "/".join(Path(file).parts[:-1][:2])


# ---- which tests run a line ------------------------------------------------------------------------


def files_of_tests() -> dict[str, str]:
    """Every file of tests with what it holds: a part of the map is for files as they were."""
    return {str(file.relative_to(ROOT)): sha(file) for file in sorted((ROOT / "tests").rglob("test_*.py"))}


class Reached:
    """The map of the quick tests: what they run, and how long they take; of test files that are as they were."""

    def __init__(self) -> None:
        from coverage import CoverageData

        self.times: dict[str, float] = {}
        self.lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.known: set[str] = set()
        now = files_of_tests()
        for folder in sorted(file.parent for file in MAP.glob("*/files.json")):
            then = json.loads((folder / "files.json").read_text(encoding="utf-8"))
            same = {file for file, was in then.items() if now.get(file) == was}
            self.known |= same
            for part in folder.glob("times.*.json"):
                told = json.loads(part.read_text(encoding="utf-8"))
                self.times |= {test: took for test, took in told.items() if test.partition("::")[0] in same}
            for part in folder.glob("lines.*"):
                data = CoverageData(str(part))
                data.read()
                for file in data.measured_files():
                    for line, tests in data.contexts_by_lineno(file).items():
                        self.lines[file][line].update(test for test in tests if test in self.times)

    def related(self, file: str, line: int, kills: Mapping[str, int]) -> list[str]:
        """The tests to try on a mutant, in their order."""
        reached, chosen = self.lines[file], list[str]()
        seen, spent = set[str](), 0.0
        for first, last in around(ROOT / file, line):
            tests = {test for at, tests in reached.items() if first <= at <= last for test in tests} - seen
            seen |= tests
            nth = Counter[str]()
            ranked = []
            for test in sorted(tests, key=lambda test: (self.times[test], test)):
                nth[test.partition("[")[0]] += 1
                ranked.append((-kills.get(test, 0), nth[test.partition("[")[0]], self.times[test], test))
            for _, _, took, test in sorted(ranked):
                if spent + took <= SECONDS:
                    spent += took
                    chosen.append(test)
        return chosen


def around(file: Path, line: int) -> list[tuple[int, int]]:
    """A line, the statement it is in, its function, its whole file: first and last lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno <= line <= (n.end_lineno or 0)]
    spans = sorted(((n.lineno, n.end_lineno or 0) for n in nodes), key=lambda span: span[1] - span[0])
    return [(line, line), *spans, (0, sys.maxsize)]


def copied(name: str) -> Path:
    """A fresh copy of all files that git knows or would add."""
    copy = HOME / f"copy-{name}"
    shutil.rmtree(copy, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    for file in listed.stdout.decode().split("\0"):
        if file and (ROOT / file).is_file():
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, copy / file)
    return copy


def here(copy: Path) -> dict[str, str]:
    """The environment in which a copy's modules come before the checkout's."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(copy), str(copy / "tests")])}


def measure(jobs: int) -> None:
    """Run the quick tests that are new or changed, and keep what each of them runs."""
    known = Reached().known
    if not (new := {file: was for file, was in files_of_tests().items() if file not in known}):
        return
    copy, folder = copied("map"), MAP / str(len(list(MAP.glob("*"))))
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not deep", "-p", "no:randomly", "-p", "reached"]
    environment = here(copy) | {"REACHED": str(folder)}
    subprocess.run([*command, "-n", str(jobs), *new], cwd=copy, env=environment, check=False)
    (folder / "files.json").write_text(json.dumps(new), encoding="utf-8")


# ---- trying them -----------------------------------------------------------------------------------


class Chosen:
    """A plugin that runs these tests in this order, and writes down which fail."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.order = {test: n for n, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda item: self.order[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            with Path("killer").open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")


def start(copy: Path, tests: Sequence[str], seconds: float) -> int:
    """Run tests in a copy, in a process of their own that has all but our own modules: its id."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), round(seconds)))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.chdir(copy)
    os.environ.update(here(copy))
    sys.path[:] = [str(copy), *(entry for entry in sys.path if entry not in ("", str(ROOT), str(ROOT / "tests")))]
    said = os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(said, 1)
    os.dup2(said, 2)
    options = ["-q", "--tb=short", "-p", "no:randomly", "--hypothesis-seed=0", "-x"]
    code = 5
    try:
        for part in (tests[:FIRST], tests[FIRST:]):  # most are killed before all files of tests are read
            if part and (code := int(pytest.main([*options, *of(part)], plugins=[Chosen(part)]))) not in (0, 5):
                break
    finally:
        os._exit(code)


def of(tests: Sequence[str]) -> list[str]:
    """The files of some tests."""
    return list(dict.fromkeys(test.partition("::")[0] for test in tests))


def outcome(status: int, killed: bool) -> str:
    """What a run's exit status says of a mutant."""
    if os.WIFSIGNALED(status):
        return "timeout" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "killed"
    return "killed" if killed or os.WEXITSTATUS(status) not in (0, 5) else "survived"


class Job:
    """A copy, and the mutant that is tried in it."""

    def __init__(self, name: str) -> None:
        self.copy, self.process, self.tried = copied(name), 0, 0

    def begin(self, mutant: Drawn, change: Change, tests: Sequence[str], seconds: float) -> None:
        self.mutant, self.change, self.began, self.tests = mutant, change, monotonic(), tests
        self.limit = 20 + 4 * seconds
        (self.copy / "killer").unlink(missing_ok=True)
        shutil.rmtree(self.copy / ".hypothesis", ignore_errors=True)
        file = self.copy / mutant.file
        if sha(file) != sha(ROOT / mutant.file):
            raise SystemExit(f"{mutant.file} was changed meanwhile: start again")
        self.stat = file.stat()
        self.whole = file.read_bytes()
        file.write_text(change.source, encoding="utf-8")
        self.tried += 1
        os.utime(file, (self.tried, self.tried))  # a time of its own: no compiled file is taken for it
        self.process = start(self.copy, tests, self.limit)

    def end(self) -> dict[str, Any] | None:
        """The result, where there is one by now."""
        done, status = os.waitpid(self.process, os.WNOHANG)
        if not done and monotonic() - self.began < 6 * self.limit:
            return None
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)  # with what its tests have left behind
        if not done:
            _, status = os.waitpid(self.process, 0)
        file = self.copy / self.mutant.file
        file.write_bytes(self.whole)
        os.utime(file, ns=(self.stat.st_atime_ns, self.stat.st_mtime_ns))
        self.process = 0
        found = self.copy / "killer"
        killer = found.read_text(encoding="utf-8").splitlines() if found.exists() else []
        return {
            "name": self.mutant.name,
            "sha": sha(ROOT / self.mutant.file),
            "outcome": outcome(status, bool(killer)),
            "was": self.change.was,
            "now": self.change.now,
            "killer": killer[:1],
            "tests": len(self.tests),
            "seconds": round(monotonic() - self.began, 1),
        }


def judge(sample: Sequence[Drawn], count: int, reached: Reached, jobs: int, kept: Path, *, again: bool) -> None:
    """Try mutants until so many are judged, and keep each result as it comes."""
    judged = results(kept)
    kills = Counter(killer for each in judged.values() for killer in each["killer"])

    def keep(result: dict[str, Any]) -> None:
        kills.update(result["killer"])
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")

    def waiting() -> Iterator[tuple[Drawn, Change]]:
        left = count
        for mutant in sample:
            before = judged.get(mutant.name, {}).get("outcome", "")
            if left and before and not (again and before == "survived"):
                left -= before != "none"
            elif left and (change := changed(mutant)):
                left -= 1
                yield mutant, change
            elif left:
                keep({"name": mutant.name, "sha": sha(ROOT / mutant.file), "outcome": "none", "killer": []})

    for name in HEAVY:
        with suppress(ImportError):
            import_module(name)
    workers, todo = [Job(str(n)) for n in range(jobs)], waiting()
    while True:
        for worker in workers:
            if worker.process and (result := worker.end()):
                keep(result)
                print(f"{result['outcome']:8} {result['seconds']:5.1f} s  {result['name']}", flush=True)
            if not worker.process and (following := next(todo, None)):
                tests = reached.related(following[0].file, following[0].line, kills)
                worker.begin(*following, tests, sum(reached.times[test] for test in tests))
        if not any(worker.process for worker in workers):
            return
        sleep(0.05)


def results(kept: Path) -> dict[str, dict[str, Any]]:
    """What was judged before, by name, of files that are as they were."""
    told = map(json.loads, kept.read_text(encoding="utf-8").splitlines()) if kept.exists() else ()
    return {each["name"]: each for each in told if each["sha"] == sha(ROOT / each["name"].partition(":")[0])}


def report(judged: Sequence[Mapping[str, Any]]) -> float:
    """Print the survivors and a table by room; what part of the mutants that can be told was killed."""
    allowed = {(each["file"], each["was"], each["now"]): each["why"] for each in yaml.safe_load(ALLOWED.read_bytes())}
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for each in sorted(judged, key=lambda each: each["name"]):
        result, file = each["outcome"], each["name"].partition(":")[0]
        if result == "survived":
            why = allowed.get((file, each["was"], each["now"]), "")
            result = "equal" if why.startswith("equal") else "left" if why else result
            print(f"{each['name']}: {result}, {each['tests']} tests\n  - {each['was']}\n  + {each['now']}")
            if why:
                print(f"  {why}")
        for row in (room_of(file), "all"):
            table[row][result] += 1
    columns = ("killed", "timeout", "survived", "left", "equal")
    print(f"{'room':22}" + "".join(f"{column:>10}" for column in columns))
    for row in sorted(table, key=lambda row: (row == "all", row)):
        print(f"{row:22}" + "".join(f"{table[row][column]:10}" for column in columns))
    every = table["all"]
    told = every.total() - every["equal"]
    return (every["killed"] + every["timeout"]) / told if told else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=400, help="how many mutants (400)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--room", action="append", default=[], help="a folder, or a file without .py")
    parser.add_argument("--again", action="store_true", help="try what survived again")
    parser.add_argument("--map", action="store_true", help="measure again which tests run a line")
    arguments = parser.parse_args()
    if arguments.map:
        shutil.rmtree(MAP, ignore_errors=True)
    measure(arguments.jobs)
    reached, kept = Reached(), HOME / "results.jsonl"
    sample = drawn(arguments.seed, arguments.room)
    judge(sample, arguments.sample, reached, arguments.jobs, kept, again=arguments.again)
    every = results(kept)
    judged = [every[mutant.name] for mutant in sample if every.get(mutant.name, {}).get("outcome", "none") != "none"]
    judged = judged[: arguments.sample]
    part = report(judged)
    print(f"{part:.1%} killed of those that are not equal, of {len(judged)}")
    return part < 0.9


if __name__ == "__main__":
    sys.exit(main())
