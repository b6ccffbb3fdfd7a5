"""Read files up to a size limit, and write them whole or not at all."""

import csv
import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from io import StringIO
from pathlib import Path

from specs.base.errors import Fault, Place, SpecError

# Opening a device or a pipe must not block, and a terminal must not become ours.
_LOOK = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
_BLOCK = 1 << 20
_FORMULA, _NEGATIVE = ("=", "+", "-", "@", "\t", "\r"), re.compile(r"-[0-9]+([.,][0-9]+)?")
_UNSAFE = re.compile(r"[^\w.+-]+")


class TooLarge(OSError):
    """A file with more bytes than allowed; `expected` names the limit."""

    def __init__(self, found: str, most: int) -> None:
        super().__init__(errno.EFBIG, found)
        self.expected = f"at most {most:,}"


def read(file: Path, most: int) -> bytes:
    """Read a file, or a pipe that somebody writes to. All files that others wrote are read here. Reads at most one byte
    more than `most`. Raises OSError, or TooLarge, which is one."""
    try:
        handle = os.open(file, _LOOK)
    except ValueError:  # a NUL, or half of a letter
        raise OSError(errno.EINVAL, "a name that no file can have") from None
    try:
        status = os.fstat(handle)
        if stat.S_ISFIFO(status.st_mode):
            content = _first_of_pipe(handle)
        else:
            _suits(status, most)
            content = b""
        parts, left = [content], most + 1 - len(content)
        while left > 0 and (part := os.read(handle, min(left, _BLOCK))):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(handle)
    return bounded(b"".join(parts), most)


def bounded(content: bytes, most: int) -> bytes:
    """Return what was read from a stream, if it is within the limit. Raises TooLarge."""
    if len(content) > most:
        raise TooLarge(f"more than {most:,} bytes", most)
    return content


def regular(file: Path, most: int) -> Path:
    """Return the file if another program may read it by name: not a device, not a pipe, not too large. Raises
    OSError."""
    _suits(file.stat(), most)
    return file


def unread(name: str, error: OSError, expected: str = "a file that can be read") -> Fault:
    """Return the fault of a file that `read` or `regular` refused."""
    if isinstance(error, TooLarge):
        return Fault("over-limit", Place(name), error.strerror or str(error), error.expected)
    return Fault("unreadable-file", Place(name), error.strerror or str(error), expected)


@contextmanager
def reading(name: str, expected: str = "a file that can be read") -> Iterator[None]:
    """Turn an OSError within a block into a SpecError: the file cannot be read."""
    try:
        yield
    except OSError as error:
        raise SpecError([unread(name, error, expected)]) from None


def _suits(status: os.stat_result, most: int) -> None:
    """Raise OSError for anything that is not a plain file, or is too large."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        what = "a pipe" if stat.S_ISFIFO(status.st_mode) else "a device"
        raise OSError(errno.EINVAL, f"{what}, not a file")
    if status.st_size > most:
        raise TooLarge(f"{status.st_size:,} bytes", most)


def _first_of_pipe(handle: int) -> bytes:
    """Return what is in a pipe so far and make later reads wait. Raises OSError if nobody writes to it."""
    try:
        first = os.read(handle, _BLOCK)
    except BlockingIOError:  # the writer is slow
        first = None
    if first == b"":
        raise OSError(errno.ENXIO, "a pipe that nobody writes to")
    os.set_blocking(handle, True)
    return first or b""


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield a temporary name beside a file; it is renamed onto the file at the end, and removed on failure. A link
    stays, and its target is replaced. Raises OSError that names the file, also for anything that is not a plain file.
    """
    target = _led_to(file)
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        if target.exists() and not target.is_file():
            raise OSError(errno.EINVAL, "a folder, a device or a pipe; expected a file, or none yet")
        yield beside
        os.replace(beside, target)
    except OSError as error:
        error.filename, error.filename2 = str(target), None  # for a full disk they are missing
        raise
    finally:
        beside.unlink(missing_ok=True)


def replace_text(file: Path, text: str) -> Path:
    """Write a UTF-8 text file, keeping its line ends. Returns the file written: a link's target. Raises OSError."""
    with replacing(file) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")
    return _led_to(file)


def _led_to(file: Path) -> Path:
    """Return a link's target, or the file itself."""
    return file.resolve() if file.is_symlink() else file


def file_stem(name: str) -> str:
    """Return a name as part of a file's, with `_` for characters that some systems do not allow there."""
    return _UNSAFE.sub("_", name)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV. Text that a spreadsheet program would take for a formula gets an apostrophe before it, as
    OWASP advises; a negative number stays a number."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_no_formula(cell) for cell in row] for row in rows])
    return text.getvalue()


def _no_formula(cell: object) -> object:
    formula = isinstance(cell, str) and cell.startswith(_FORMULA) and not _NEGATIVE.fullmatch(cell)
    return f"'{cell}" if formula else cell


@contextmanager
def alone(folder: Path, *, wait: bool = True) -> Iterator[None]:
    """Lock a folder: other processes that ask for it wait until we are done. Raises OSError; without `wait` also if
    another process holds it, or if locks are not supported."""
    try:
        import fcntl
    except ImportError:  # Windows locks files, not folders
        yield from _alone_by_file(folder, wait=wait)
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # some network drives cannot lock: use them from one process at a time
            if not wait:
                raise
        yield
    finally:
        os.close(handle)


def _alone_by_file(folder: Path, *, wait: bool) -> Iterator[None]:
    import msvcrt

    name = sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    with Path(tempfile.gettempdir(), f"tideline-{name}.lock").open("a+b") as handle:
        handle.seek(0)
        how = msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK  # type: ignore[attr-defined,unused-ignore]
        msvcrt.locking(handle.fileno(), how, 1)  # type: ignore[attr-defined,unused-ignore]
        try:
            yield
        finally:
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined,unused-ignore]
