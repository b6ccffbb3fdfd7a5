"""Writes `manifest.json`, and replaces the folder it describes as a whole or not at all."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import file_digest
from pathlib import Path
from typing import TypeVar

from msgspec import DecodeError, Raw, Struct

from generator.plan.manifest import Manifest
from specs.base.files import alone, read
from specs.base.json_values import decoded
from specs.base.workers.pool import deferred_signals

T = TypeVar("T")

NAME = "manifest.json"
MAX_BYTES, MAX_VALUES = 100_000_000, 2_000_000  # of an earlier build's manifest: enough for any game
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
DECIDED = ".publishing"  # suffix of a finished build that is not in place yet


class _Files(Struct):
    """The files listed in a manifest; everything else is ignored."""

    files: dict[str, Raw]


def digest(folder: Path) -> dict[str, dict[str, object]]:
    """Return size and sha256 of every file under a folder, by its path there with forward slashes."""
    found: dict[str, dict[str, object]] = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            with file.open("rb") as data:
                hashed = file_digest(data, "sha256")
            found[file.relative_to(folder).as_posix()] = {"bytes": file.stat().st_size, "sha256": hashed.hexdigest()}
    return found


def stored(file: Path, kind: type[T]) -> T:
    """Return what the manifest of an earlier build says. Raises OSError, DecodeError."""
    data = read(file, MAX_BYTES)
    if data.count(b":") > MAX_VALUES:
        raise DecodeError(f"more than {MAX_VALUES:,} values")
    return decoded(data, kind)


def listed(folder: Path) -> tuple[str, ...]:
    """Return the files an earlier build's manifest lists, none of them outside the folder; none without a manifest."""
    try:
        found = stored(folder / NAME, _Files).files
    except (OSError, DecodeError):
        return ()
    return tuple(n for n in found if ".." not in n.split("/") and not (n.startswith("/") or "\\" in n or ":" in n))


@contextmanager
def staging(out: Path, game: str) -> Iterator[Path]:
    """Yield a folder beside `out/game` to build in; it is removed afterwards in any case. Raises OSError."""
    out.mkdir(parents=True, exist_ok=True)
    if (out / game).is_dir():
        with alone(out / game):
            _recover(out / game)
    with ExitStack() as ours:
        with alone(out):
            _recover(out)
            for left in out.glob(f".{game}-*.new"):
                with suppress(OSError), alone(left, wait=False):  # its build was killed
                    shutil.rmtree(left)
            folder = Path(tempfile.mkdtemp(prefix=f".{game}-", suffix=".new", dir=out))
            ours.callback(shutil.rmtree, folder, ignore_errors=True)
            ours.enter_context(alone(folder))
        yield folder


def publish(staged: Path, folder: Path, manifest: Manifest) -> tuple[str, ...]:
    """Move a finished build into place, then remove what the build before it wrote and this one did not.

    Everything is written and hashed in the staging folder first: a full disk is met there. Then one rename decides:
    from it on the new build counts, and if we are killed, the next build finishes the move. Only one build at a time
    publishes to a folder. Returns the files' paths, the manifest's too. Raises OSError.
    """
    files = digest(staged)
    with (staged / NAME).open("w", encoding="utf-8", newline="\n") as written:
        written.writelines(manifest.text(files))
    out, game = folder.parent, folder.name
    out.mkdir(parents=True, exist_ok=True)
    with alone(out):
        _recover(out)
        for name in files:
            if (folder / name).is_dir():
                raise IsADirectoryError(21, "Is a directory", str(folder / name))
        # between the first rename and the last the folder is half old, half new
        with deferred_signals(*(getattr(signal, name) for name in ENDING if hasattr(signal, name))):
            os.replace(staged, _decided(out, game))
            _move(_decided(out, game), folder)
    return (*files, NAME)


def _decided(out: Path, name: str) -> Path:
    """Return where a decided build lies until it is in place."""
    return out / f".{name}{DECIDED}"


def _recover(out: Path) -> None:
    """Finish the move of a build that was killed. The lock on `out` is ours. Raises OSError."""
    for left in sorted(out.glob(f".*{DECIDED}")):
        _move(left, out / left.name.removeprefix(".").removesuffix(DECIDED))


def _move(decided: Path, folder: Path) -> None:
    """Move a decided build into place, or the rest of it: its manifest, which lists the files, comes last."""
    if (decided / NAME).exists():
        files, before = listed(decided), listed(folder)
        for name in files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # already moved before we were killed
                os.replace(decided / name, target)
        for name in before:
            if name not in files and name != NAME:
                with suppress(OSError):
                    (folder / name).unlink()
        for emptied in sorted({(folder / name).parent for name in before}, reverse=True):
            if emptied != folder:
                with suppress(OSError):
                    emptied.rmdir()  # only removes an empty folder
        folder.mkdir(parents=True, exist_ok=True)
        os.replace(decided / NAME, folder / NAME)
    shutil.rmtree(decided, ignore_errors=True)
