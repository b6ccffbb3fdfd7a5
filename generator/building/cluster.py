"""Draws a build's runs on the workers of a cluster: each is sent what it needs by content, and results are kept until
the file is complete, so that an interrupted build continues where it was.

A worker has the same version of this program and no game: spec, data and pictures are sent, and unpacked into a
temporary folder if their hash is right.
"""

import zlib
from collections.abc import Mapping
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import DecodeError, Struct, json, msgpack
from msgspec.structs import replace

from generator.building.loading import load, players, printed
from generator.plan.drawer import drawer_of
from generator.plan.plan import plan_paper
from generator.plan.runs import Drawing, Drawn, Run, Runs, decoded, encoded
from generator.plan.selection import printed_in
from generator.plan.settings import Settings
from specs.base.errors import bad
from specs.base.files import replacing
from specs.base.languages import speaking, word
from specs.base.version import VERSION
from specs.base.workers.cluster import EXPECTED, Lost, is_cluster, spread
from specs.model.document import Document

MOST_BYTES = 300_000_000  # bytes sent of a game


class Files(Struct, frozen=True):
    """A bundled game by name; or a spec's files, packed, and their hash. `home` is where they lie, as
    warnings name it."""

    spec: str
    home: str
    packed: bytes
    sha: bytes


class RunTask(Struct, frozen=True):
    """All that a worker needs to draw a run: the game, how and for how many players it is printed, which file of the
    build, which run."""

    files: Files
    settings: Settings
    played: int | None
    paper: str
    suffix: str
    number: int

    def file(self) -> bytes:
        """Return the key of one build's file."""
        asked = [VERSION, self.files.spec, self.settings.record(), self.played, self.paper, self.suffix]
        return self.files.sha + json.encode(asked, order="sorted")


class Cluster(Struct, frozen=True):
    """A cluster whose workers draw, and what they are sent of the game; `kept` is where their results are kept
    meanwhile."""

    address: str
    jobs: int
    files: Files
    played: int | None
    kept: Path

    def all(self, runs: list[Run], settings: Settings, paper: str, suffix: str) -> Runs:
        """Yield the result of each run of a file, in order. Raises OSError, SpecError as faces do, and SpecError if
        there are no workers any more."""
        tasks = [RunTask(self.files, settings, self.played, paper, suffix, number) for number in range(len(runs))]
        folder = self.kept / blake2b(tasks[0].file(), digest_size=12).hexdigest()
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / f"{task.number}" for task in tasks]
        missing = [task for task, file in zip(tasks, files, strict=True) if kept(file) is None]
        try:
            with closing(spread(draw, missing, self.jobs, self.address)) as found:
                for place, data in found:
                    with replacing(folder / f"{missing[place].number}") as beside:
                        beside.write_bytes(blake2b(data, digest_size=16).digest() + data)
                    while files and (drawn := kept(files[0])) is not None:
                        yield drawn
                        del files[0]
        except Lost as lost:
            expected = "workers until the last page; the same command goes on with what they drew"
            raise bad("unavailable", "--cluster", str(lost), expected) from None
        yield from filter(None, map(kept, files))


def drawn_by(address: str, jobs: int, document: Document, words: Mapping[str, object], kept: Path) -> Cluster:
    """Return the cluster at an address, or one of `jobs` local workers, set up to draw a game with the options that
    `words` give. Raises SpecError."""
    if not is_cluster(address):
        raise bad("wrong-value", "--cluster", f"'{address}'", word(EXPECTED))
    return Cluster(address, jobs, sent(document), players(document, words), kept)


def kept(file: Path) -> Drawn | None:
    """Return the kept drawing of a run; None if it is missing or incomplete."""
    try:
        data = file.read_bytes()
        whole = blake2b(data[16:], digest_size=16).digest() == data[:16]
        return decoded(data[16:]) if whole else None
    except (FileNotFoundError, DecodeError):
        return None


def sent(document: Document) -> Files:
    """Return what a game's workers are sent. Raises SpecError if it is too much."""
    from generator.building.watch import sources
    from specs.load import bundled, find

    if document.file.stem in bundled() and document.file == find(document.file.stem):
        return Files(document.file.stem, "", b"", b"")
    folder = document.folder.resolve()
    found: dict[str, bytes] = {}
    size = 0
    for file in sorted(each.resolve() for each in sources(str(document.file))):
        if file.is_relative_to(folder) and file.is_file():
            found[file.relative_to(folder).as_posix()] = data = file.read_bytes()
            size += len(data)
            if size > MOST_BYTES:
                large = f"more than {MOST_BYTES:,} bytes of files around the spec"
                raise bad("over-limit", "--cluster", large, "fewer of them")
    packed = zlib.compress(msgpack.encode(found), 1)
    spec = document.file.resolve().relative_to(folder).as_posix()
    return Files(spec, f"{document.folder}", packed, hash_of(packed))


def hash_of(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=32).digest()


# ---- on a worker -----------------------------------------------------------------------------------


def draw(task: RunTask) -> bytes:
    """Draw a run and return its result, as `kept` reads it. Raises SpecError as faces do, and ValueError for files that
    are not what was sent."""
    planned = _planned(task)
    with speaking(printed_in(planned.drawing.drawer.selection.document)):
        drawn = planned.drawing.draw(planned.runs[task.number])
    for warnings in (kinds for each in drawn.faces.warned for kinds in each.values()):
        for kind, fault in warnings.items():
            file = Path(fault.place.file)
            if file.is_relative_to(planned.folder.name):
                file = task.files.home / file.relative_to(planned.folder.name)
                warnings[kind] = replace(fault, place=replace(fault.place, file=f"{file}"))
    return encoded(drawn)


class _Planned(Struct, frozen=True):
    """What draws a file of a build, its runs, and where the game lies meanwhile."""

    drawing: Drawing
    runs: list[Run]
    folder: TemporaryDirectory[str]


_KEPT: dict[bytes, _Planned] = {}  # the file whose runs this worker draws, by its task's hash


def _planned(task: RunTask) -> _Planned:
    """Return the file of a task, planned once for all of its runs."""
    if (key := task.file()) not in _KEPT:
        _KEPT.clear()
        folder = TemporaryDirectory(prefix="tideline-", ignore_cleanup_errors=True)
        unpack(task.files, Path(folder.name))
        game = load(Path(folder.name) / task.files.spec if task.files.packed else task.files.spec)
        document = printed(game, task.settings, task.played)
        with speaking(printed_in(document)):
            drawer = drawer_of(document, task.settings)
            paper = plan_paper(drawer, task.paper, dict(task.settings.papers)[task.paper])
        (runs,) = (file.runs for file in paper.files if file.suffix == task.suffix)
        _KEPT[key] = _Planned(Drawing(drawer, paper.sheet, len(runs) > 1), runs, folder)
    return _KEPT[key]


def unpack(sent: Files, folder: Path) -> None:
    """Unpack a game's files into a folder. Raises ValueError if they are not what was sent."""
    if not sent.packed:
        return
    if hash_of(sent.packed) != sent.sha:
        raise ValueError("files that are not what was sent")
    for name, data in msgpack.decode(zlib.decompress(sent.packed), type=dict[str, bytes]).items():
        file = (folder / name).resolve()
        if not file.is_relative_to(folder.resolve()):
            raise ValueError(f"a file outside the game's folder: {name}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
