"""Whatever lies where a file is looked for: five gigabytes, a device, a pipe, a folder. Each is one line, at once, in
little memory, and a pipe that somebody writes to is read."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import fuzzing
import pytest
from cases import data

from companion.cli.files import data_of
from companion.cli.new import text_of
from companion.page.seats import secret
from companion.table.store import Store
from companion.table.stored import StoreError
from generator.building.check import check
from generator.building.publish import listed
from generator.plan import printers
from generator.sheets.layout import fixed
from specs.base.errors import SpecError
from specs.base.files import TooLarge, bounded, read

HUGE = 5_000_000_000
HEAD = "game: g\ntitle: T\ncredits: {designer: D}\n"


def lies(kind: str, file: Path) -> Path:
    """A file of some kind, made."""
    match kind:
        case "huge":
            file.touch()
            os.truncate(file, HUGE)
        case "device":
            file.symlink_to("/dev/zero")
        case "pipe":
            os.mkfifo(file)
        case _:
            file.mkdir()
    return file


def checked(file: Path, parts: dict[str, str] | None = None) -> object:
    """A spec is checked, or one with these parts that names the file."""
    if parts is not None:
        whole = f"{HEAD}{parts.get('more', '')}components:\n  c: {{title: C, size: 60, {parts.get('rows', '')}front: "
        file = file.with_name("g.yaml")
        file.write_text(f"{whole}[{parts.get('front', '{draw: rect, fill: red}')}]}}\n", encoding="utf-8")
    raise SpecError(check(file).faults)


READERS: dict[str, Callable[[Path], object]] = {
    "a.yaml": checked,
    "sheet.yaml": lambda file: fixed.load(str(file)),
    "printers.json": lambda file: printers.load(file.parent),
    "record.yaml": data_of,
    "a.db.key": lambda file: secret(file.with_suffix("")),
    "a.db": Store,
} | {name: partial(checked, parts=parts) for name, parts in data(__file__)["NAMED"].items()}


@pytest.mark.parametrize("kind", ["huge", "device", "pipe", "folder"])
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_of_ours_is_one_line(reader: str, kind: str, tmp_path: Path) -> None:
    file = lies(kind, tmp_path / reader)
    with fuzzing.little_memory(), pytest.raises((SpecError, OSError, StoreError)) as refused:
        READERS[reader](file)
    error = refused.value
    said = [str(fault) for fault in error.faults] if isinstance(error, SpecError) else [str(error)]
    assert len(said) == 1, said
    assert f"did you mean '{reader}" not in said[0], "a name is no hint for itself"
    assert "[Errno" not in said[0] or not isinstance(error, SpecError), "words, no number of the system's"
    words = {"huge": "5,000,000,000 bytes", "device": "device", "pipe": "pipe", "folder": "folder"}
    leads_out = kind == "device" and "leads out of" in said[0]
    unknown = reader == "icon.svg" and kind != "huge"
    assert words[kind] in said[0] or leads_out or unknown or reader == "a.db", said


def test_json_that_nests_too_deep_is_no_file_of_ours(tmp_path: Path) -> None:
    for name in ("manifest.json", "printers.json"):
        (tmp_path / name).write_text('{"files":' + "[" * 100_000, encoding="utf-8")
    assert listed(tmp_path) == ()
    with pytest.raises(SpecError, match=r"printers.json: no profiles; expected printer profiles"):
        printers.load(tmp_path)


def test_an_options_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    with fuzzing.little_memory(), pytest.raises(SpecError, match="5,000,000,000 bytes; expected at most 1,000,000"):
        text_of(str(lies("huge", tmp_path / "a.txt")))


def test_what_comes_from_a_pipe_is_read_up_to_its_bound(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib as p; from specs.base.files import read; print(len(read(p.Path(sys.argv[1]), 10**5)))"
    )

    def piped(writes: str) -> Iterator[str]:
        line = f"{sys.executable} -c '{program}' <({writes})"
        here = Path(__file__).parents[2]
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=here, timeout=60, check=False)
        yield done.stdout.strip() or done.stderr.strip().splitlines()[-1]

    assert next(piped("sleep 0.3; head -c 70000 /dev/zero")) == "70000", "it waits for who writes late"
    assert "more than 100,000 bytes" in next(piped("cat /dev/zero"))


def test_a_file_that_grows_while_it_is_read_is_read_no_further_than_its_bound(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"x" * 100)
    assert len(read(file, 100)) == 100
    with pytest.raises(TooLarge, match="100 bytes"):
        read(file, 99)
    with pytest.raises(TooLarge, match="more than 2 bytes"):
        bounded(b"xxx", 2)
    with pytest.raises(OSError, match="a name that no file can have"):
        read(Path("a\0b"), 100)
