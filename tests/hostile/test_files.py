"""Whatever lies where a file is looked for: five gigabytes, a device, a pipe, a folder. Each is one line, at once, in
little memory, and a pipe that somebody writes to is read."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import fuzzing
import pytest

from companion.cli.files import data_of
from companion.cli.new import text_of
from companion.page.seats import secret
from companion.table.store import Store
from companion.table.stored import StoreError
from generator.building.check import check
from generator.plan import printers
from generator.sheets.layout import fixed
from specs.base.errors import SpecError
from specs.base.files import TooLarge, bounded, read

HUGE = 5_000_000_000
HEAD = "game: g\ntitle: T\ncredits: {designer: D}\n"
ICON = "{draw: icon, icon: a, at: [9, 9], size: 9}"
TEXT = "{draw: text, text: a, box: [0, 0, 9, 9], font: f}"


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


def spec(folder: Path, rows: str = "", front: str = "{draw: rect, fill: red}", more: str = "") -> Path:
    file = folder / "g.yaml"
    file.write_text(f"{HEAD}{more}components:\n  c: {{title: C, size: 60, {rows}front: [{front}]}}\n", encoding="utf-8")
    return file


def checked(file: Path) -> object:
    found = check(file)
    raise SpecError(found.faults)


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a spec": ("a.yaml", checked),
    "a CSV": ("a.csv", lambda file: checked(spec(file.parent, "rows: {csv: a.csv}, "))),
    "an XLSX": ("a.xlsx", lambda file: checked(spec(file.parent, "rows: {spreadsheet: a.xlsx}, "))),
    "an XLS": ("a.xls", lambda file: checked(spec(file.parent, "rows: {spreadsheet: a.xls}, "))),
    "a PNG": ("a.png", lambda file: checked(spec(file.parent, "", "{draw: image, image: a.png, box: [0, 0, 9, 9]}"))),
    "an SVG": ("a.svg", lambda file: checked(spec(file.parent, "", "{draw: image, image: a.svg, box: [0, 0, 9, 9]}"))),
    "an icon": ("a.svg", lambda file: checked(spec(file.parent, "", ICON, "icons: .\n"))),
    "a font": ("a.ttf", lambda file: checked(spec(file.parent, "", TEXT, "fonts: {f: a.ttf}\n"))),
    "a sheet": ("a.yaml", lambda file: fixed.load(str(file))),
    "the printers": ("printers.json", lambda file: printers.load(file.parent)),
    "a record": ("a.yaml", data_of),
    "a secret": ("a.db.key", lambda file: secret(file.with_suffix(""))),
    "a store": ("a.db", Store),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["huge", "device", "pipe", "folder"])
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_of_ours_is_one_line(reader: str, kind: str, tmp_path: Path) -> None:
    name, reads = READERS[reader]
    lies(kind, tmp_path / name)
    with fuzzing.little_memory(), pytest.raises((SpecError, OSError, StoreError)) as refused:
        reads(tmp_path / name)
    error = refused.value
    said = [str(fault) for fault in error.faults] if isinstance(error, SpecError) else [str(error)]
    assert len(said) == 1, said
    assert "did you mean 'a." not in said[0], "a name is no hint for itself"
    assert "[Errno" not in said[0] or not isinstance(error, SpecError), "words, no number of the system's"
    words = {"huge": "5,000,000,000 bytes", "device": "device", "pipe": "pipe", "folder": "folder"}
    leads_out = kind == "device" and "leads out of" in said[0]
    unknown = reader == "an icon" and kind != "huge"
    assert words[kind] in said[0] or leads_out or unknown or reader == "a store", said


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
