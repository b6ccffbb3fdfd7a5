"""Finds the files a spec is made of, notices changes, and builds again."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import file_digest
from pathlib import Path

from generator.building.publish import NAME
from specs.base.errors import SpecError
from specs.base.workers.pool import WorkerLost, WorkerPool
from specs.expand.fields import strings
from specs.load import find, load
from specs.model.document import Document
from specs.read.beside import ARTWORK
from specs.read.csv import SPREADSHEETS

KINDS = (".yaml", ".yml", ".md", ".csv", *SPREADSHEETS, *ARTWORK)
SECONDS = 0.1  # between two looks
WHOLE = 1_000_000_000  # ns: some network drives and sticks keep times in whole seconds, or two
COARSE = 3.0  # seconds in which a file there may be rewritten with the same time
_FIELD = re.compile(r"\{[^}]*\}")

State = dict[Path, tuple[int, int, int]]  # time of the last write in ns, size, and rewrites at that time


def sources(spec: str) -> set[Path]:
    """Return the spec, what lies around it, and every file it names elsewhere.

    A faulty spec names none; what lies around it is still watched, so that the next save is seen.
    """
    try:
        return around(spec) | named(load(spec))
    except SpecError:
        return around(spec)


def named(document: Document) -> set[Path]:
    """Return every file that a spec names, `{field}` standing for anything."""
    found = _matching(document.folder, f"{document.spec.words}/**/*.*")
    for _, text in strings(document.spec):
        if text == document.spec.icons:
            found |= _matching(document.folder, f"{text}/*.svg")
        elif text.partition("#")[0].lower().endswith(KINDS):
            found |= _matching(document.folder, _FIELD.sub("*", text.partition("#")[0]))
    return found


def around(spec: str) -> set[Path]:
    """Return the spec, and the files of its folder and of the folders in it, without what a build wrote."""
    try:
        file = find(spec)
        return {file} | {
            each
            for folder in _folders(file)
            if not folder.name.startswith(".") and not (folder / NAME).exists()
            for each in folder.iterdir()
            if each.suffix.lower() in KINDS
        }
    except (SpecError, OSError):
        return {Path(spec)}


def _folders(file: Path) -> list[Path]:
    """Return a spec's folder and those in it. Raises OSError."""
    return [file.parent, *(each for each in file.parent.iterdir() if each.is_dir())]


def _matching(folder: Path, pattern: str) -> set[Path]:
    try:
        return set(folder.glob(pattern))
    except (NotImplementedError, ValueError, OSError):  # an absolute path, or an invalid pattern
        return set()


def state(files: Iterable[Path]) -> State:
    """Return when each file was last written, and its size; missing ones are left out."""
    found: State = {}
    for file in files:
        with suppress(OSError):
            status = file.stat()
            found[file] = (status.st_mtime_ns, status.st_size, 0)
    return found


def _content(file: Path) -> bytes:
    """Return the hash of a file's content; empty if it cannot be read."""
    with suppress(OSError), file.open("rb") as opened:
        return file_digest(opened, "blake2b").digest()
    return b""


class FileWatcher:
    """Watches the files that a spec is made of. Raises SpecError if there is no such spec."""

    def __init__(self, spec: str) -> None:
        self.file, self.at = find(spec), time.time_ns()
        self.spec, self.folders = spec, state(_folders(self.file))
        self.seen = state(sources(spec))
        self.known = set(self.seen)
        # files with a whole-second time that were just written:
        self.fresh: dict[Path, tuple[float, bytes]] = {}  # when each was seen, and its content
        self.again: Counter[Path] = Counter()  # how often each was rewritten at the same time

    def look(self) -> set[Path]:
        """Return the files that were written, made or removed since the last look."""
        if state(self.folders) != self.folders:  # a folder's own time changes when files are added or removed
            with suppress(OSError):
                self.folders = state(_folders(self.file))
            self.known = self.known | around(self.spec)
        now = state(self.known)
        self._read_again()
        now |= {file: (*now[file][:2], number) for file, number in self.again.items() if file in now}
        changed = {file for file in self.seen.keys() | now.keys() if self.seen.get(file) != now.get(file)}
        for file in changed & now.keys():
            if now[file][0] % WHOLE == 0:
                self.fresh[file] = time.monotonic(), _content(file)
        self.seen, self.at = now, time.time_ns()
        return changed

    def _read_again(self) -> None:
        """Also count files that were written again since they were read, whatever their time says."""
        for file, (since, content) in [*self.fresh.items()]:
            if time.monotonic() - since > COARSE:
                del self.fresh[file]
            elif (found := _content(file)) != content:
                self.fresh[file] = time.monotonic(), found
                self.again[file] += 1

    def learn(self, files: set[Path]) -> None:
        """Watch these too; of newly named ones, a file written since the last look is reported next."""
        fresh = {file: seen for file, seen in state(files - self.known).items() if seen[0] < self.at}
        self.known, self.seen = self.known | files, self.seen | fresh  # a look may go through the old ones meanwhile

    def changes(self) -> Iterator[tuple[str, ...]]:
        """Yield the names of changed files for each change, forever. What changes while the caller builds
        comes next."""
        while True:
            time.sleep(SECONDS)
            if changed := self.look():
                yield tuple(sorted(file.name for file in changed))
                self.learn(sources(self.spec))


def run_again(arguments: Sequence[str], run: Callable[[Sequence[str]], object]) -> None:
    """Run a command in a process of its own, since a build's caches may be stale in the next; a forked one has
    everything loaded that a build needs."""
    import pypdfium2  # noqa: F401 - what a build imports late, imported once

    from generator.building import build, report  # noqa: F401
    from generator.formats import png  # noqa: F401
    from generator.sheets.handouts import preview  # noqa: F401

    with WorkerPool([partial(run, arguments)], 1) as pool, suppress(WorkerLost):
        list(pool.results())
