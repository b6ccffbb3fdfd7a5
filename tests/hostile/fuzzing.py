"""A fuzzer that knows the structure of what it breaks: specs, drawings, tables, pictures, records, turns, positions.

    python tests/hostile/fuzzing.py --count 1000000      every kind in turn; `make fuzz` runs this
    python tests/hostile/fuzzing.py --kind svg --first 5000 --count 1

Input number N of a kind is the same on every machine. Each may take `SECONDS` and `MEGABYTES`, and either gives what it
stands for, with finite numbers alone, or is refused with one of the errors its reader promises. What is found is
written into `corpus/`, as KIND-N, which the tests try every time.
"""

from __future__ import annotations

import argparse
import functools
import io
import resource
import signal
import sys
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.contract import IllegalMove, SyntaxFault
from companion.record import read
from companion.replay import RecordStops, begin, play
from companion.turns import Untaken, take
from generator.check import check
from generator.draw.geometry import paint_box
from generator.faces.faces import Faces
from generator.faces.lookup import Wrong, _pixels
from generator.faces.svg_reader import draw, parse
from specs import data
from specs.errors import SpecError

SECONDS, MEGABYTES = 5.0, 1500  # of address space: a process of this project takes some 600 from the start
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CORPUS = HERE / "corpus"
BITS = [
    *(
        "0",
        "-1",
        "1e9",
        "1e308",
        "5e-324",
        ".nan",
        "inf",
        "99999999999999999999",
        "{n}",
        "{x+x}",
        "{{",
        "}",
        "null",
        "~",
    ),
    *(
        "[",
        "]",
        "{",
        "}",
        ":",
        "- ",
        "&a ",
        "*a",
        "!!x ",
        "# ",
        "|",
        ">",
        "\t",
        "\0",
        "\ufeff",
        "\u202e",
        "\x1b[2J",
        "é",
    ),
    *(
        "a" * 200,
        "(" * 50,
        "9" * 60,
        "url(#a)",
        "scale(1e7)",
        "skewX(90)",
        "A1 1 0 0 1 5 5",
        "M",
        "Z",
        "NaN",
        "'",
        '"',
        ";",
    ),
    *(
        "..",
        "../../etc/passwd",
        "/dev/zero",
        "stood ",
        "pay ",
        "reveal ",
        "undo: 9",
        "note: x",
        "<g>",
        "</g>",
        "<style>",
        "%",
    ),
]


class Slow(Exception):
    """An input took longer than it may."""


def spoilt(text: str, chance: Random) -> str:
    """A text with one to four changes: parts lost, doubled, turned round, or taken from elsewhere in it."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, other = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((1, 1, 2, 5, 20, 80)))
        match chance.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + chance.choice(BITS) + text[at:]
            case 2:
                text = text[:at] + chance.choice(BITS) + text[end:]
            case 3:
                text = text[:at] + text[at:end] * chance.choice((2, 2, 50)) + text[end:]
            case 4:
                text = text[:at] + text[other : other + 40] + text[end:]
            case 5:
                text = text[:at] + text[at:end][::-1] + text[end:]
            case _:
                lines = text.splitlines(keepends=True)
                chance.shuffle(lines) if chance.random() < 0.1 else lines.insert(0, lines[-1] if lines else "")
                text = "".join(lines)
    return text


def broken(whole: bytes, chance: Random) -> bytes:
    """Bytes with a few of them changed, lost or doubled."""
    given = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(given) + 1)
        match chance.randrange(4):
            case 0:
                del given[at : at + chance.choice((1, 4, 100))]
            case 1:
                given[at:at] = given[at : at + 40] * chance.choice((1, 30))
            case 2:
                given[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\0\1\0\0"))
            case _:
                given[at : at + 1] = bytes([chance.randrange(256)])
    return bytes(given)


# ---- what is broken, and what must hold of each ----------------------------------------------------


@functools.cache
def texts(pattern: str) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(ROOT.glob(pattern))]


def spec(chance: Random) -> bytes:
    return spoilt(
        chance.choice(texts("tests/generator/rich.yaml") + texts("tests/generator/faces/gallery/*.yaml")), chance
    ).encode()


def holds_spec(given: bytes, folder: Path) -> None:
    file = folder / "spec.yaml"
    file.write_bytes(given)
    found = check(file)
    for fault in (*found.faults, *found.warnings):
        assert "\x1b" not in str(fault)
        assert "\n" not in str(fault)
    if found.document is not None and not found.faults:
        faces = Faces(found.document)
        for pieces in found.document.pieces.values():
            for piece in pieces[:3]:
                for scene in (faces.front(piece), faces.back(piece)):
                    for _, box in paint_box(scene.nodes if scene is not None else ()):
                        assert all(isfinite(side) and abs(side) < 1e5 for side in box), box


def svg(chance: Random) -> bytes:
    return spoilt(chance.choice(texts("specs/*/*.svg") + texts("generator/faces/icons/*.svg")), chance).encode()


def holds_svg(given: bytes, _: Path) -> None:
    drawing = parse(given)
    for _node, box in paint_box(draw(drawing, (1, 0, 0, 1, 0, 0), {}, 1.0)):
        assert all(isfinite(side) for side in box), box


def table(chance: Random) -> bytes:
    return spoilt(chance.choice(texts("docs/examples/deck/*.csv")), chance).encode(chance.choice(("utf-8", "utf-16")))


def holds_table(given: bytes, folder: Path) -> None:
    file = folder / "rows.csv"
    file.write_bytes(given)
    for row in islice(data.csv_rows(file, file.name), 10_000):
        assert all(not isinstance(value, float) or isfinite(value) for value in row.values())


@functools.cache
def _spreadsheet() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["name", "value"], ["Ann", 1.5], ["Bob", "007"], ["Cy", True]):
        book.active.append(row)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


def spreadsheet(chance: Random) -> bytes:
    if chance.random() < 0.3:
        return broken(_spreadsheet(), chance)
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(_spreadsheet())) as old, zipfile.ZipFile(held, "w") as new:
        for part in old.infolist():
            content = old.read(part).decode()
            new.writestr(part.filename, spoilt(content, chance) if chance.random() < 0.3 else content)
    return held.getvalue()


def holds_spreadsheet(given: bytes, folder: Path) -> None:
    file = folder / "rows.xlsx"
    file.write_bytes(given)
    for row in islice(data.spreadsheet_rows(file, file.name, None), 10_000):
        assert all(not isinstance(value, float) or isfinite(value) for value in row.values())


@functools.cache
def _pictures() -> tuple[bytes, ...]:
    from PIL import Image

    found = []
    for kind, mode in (("PNG", "RGBA"), ("PNG", "P"), ("PNG", "I;16"), ("JPEG", "RGB"), ("JPEG", "CMYK")):
        held = io.BytesIO()
        Image.new(mode, (40, 30)).save(held, kind)
        found.append(held.getvalue())
    return tuple(found)


def picture(chance: Random) -> bytes:
    whole = broken(chance.choice(_pictures()), chance)
    if whole[1:4] == b"PNG" and chance.random() < 0.5:  # of another size, with a sum that agrees
        head = bytearray(whole[12:29])
        at = chance.choice((4, 8))
        head[at : at + 4] = chance.choice((0, 1, 4_000, 20_000, 2**31 - 1)).to_bytes(4, "big")
        whole = whole[:12] + bytes(head) + zlib.crc32(head).to_bytes(4, "big") + whole[33:]
    return whole


def holds_picture(given: bytes, folder: Path) -> None:
    file = folder / "a.png"
    file.write_bytes(given)
    width, height = _pixels(file)
    assert width * height <= 40_000_000


def record(chance: Random) -> bytes:
    text = chance.choice(texts("tests/records/*.yaml"))
    return spoilt("".join(text.splitlines(keepends=True)[: chance.randrange(4, 40)]), chance).encode()


def holds_record(given: bytes, _: Path) -> None:
    whole, source = read(given, "a.yaml")
    whole, state = begin(whole, source)
    play(games.find(whole.game), state, whole.lines)


@functools.cache
def positions() -> list[tuple[Any, Any, str, tuple[str, ...]]]:
    """Positions along the recorded games: the game, the state, its text, and turns that are legal there."""
    found = []
    for text in texts("tests/records/*.yaml"):
        whole, state = begin(*read(text.encode(), "a.yaml"))
        game = games.find(whole.game)
        journal = play(game, state, whole.lines).journal
        for entry in [entry for entry in journal.entries if entry.kind == "turn"][::4]:
            state = game.notation.parse_state(entry.position)
            legal = tuple(game.notation.format(state, move) for move in islice(game.rules.legal_moves(state), 12))
            found.append((game, state, entry.position, (entry.text, *legal)))
    return found


def turn(chance: Random) -> bytes:
    number = chance.randrange(len(positions()))
    return f"{number}\n{spoilt(chance.choice(positions()[number][3]), chance)}".encode()


def holds_turn(given: bytes, _: Path) -> None:
    number, _, text = given.decode().partition("\n")
    game, state, _, _ = positions()[int(number) % len(positions())]
    after = take(game, state, text, 1, stood=len(text) % 5 == 0).after
    assert game.notation.parse_state(game.notation.text(after)) == after


def position(chance: Random) -> bytes:
    number = chance.randrange(len(positions()))
    return f"{number}\n{spoilt(positions()[number][2], chance)}".encode()


def holds_position(given: bytes, _: Path) -> None:
    number, _, line = given.decode().partition("\n")
    game = positions()[int(number) % len(positions())][0]
    state = game.notation.parse_state(line)
    assert game.notation.parse_state(game.notation.text(state)) == state


Refusals = (SpecError, SyntaxFault, IllegalMove, Untaken, RecordStops, Wrong)
KINDS: dict[str, tuple[Callable[[Random], bytes], Callable[[bytes, Path], None], tuple[type[Exception], ...], int]] = {
    # kind: its maker, what must hold, further errors its reader promises, and how often it has its turn
    "spec": (spec, holds_spec, (), 1),
    "svg": (svg, holds_svg, (ValueError,), 6),
    "table": (table, holds_table, (), 6),
    "spreadsheet": (spreadsheet, holds_spreadsheet, (), 3),
    "picture": (picture, holds_picture, (), 6),
    "record": (record, holds_record, (), 1),
    "turn": (turn, holds_turn, (), 10),
    "position": (position, holds_position, (), 10),
}


def made(kind: str, number: int) -> bytes:
    """Input `number` of a kind."""
    return KINDS[kind][0](Random(f"{kind} {number}"))


def tried(kind: str, given: bytes, folder: Path) -> bool:
    """Whether an input is taken. Raises what is a finding: any error but those promised, Slow, MemoryError."""

    def late(*_: object) -> None:
        raise Slow(f"more than {SECONDS:g} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        KINDS[kind][1](given, folder)
        return True
    except (*Refusals, *KINDS[kind][2]):
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def little_memory() -> Iterator[None]:
    """No more address space than `MEGABYTES` beyond what the process has now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    statm = Path("/proc/self/statm")
    now = int(statm.read_text().split()[0]) * resource.getpagesize() if statm.exists() else 0
    resource.setrlimit(resource.RLIMIT_AS, (now + MEGABYTES * 1_000_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def turns_of_kinds() -> list[str]:
    return [kind for kind, (*_, often) in KINDS.items() for _ in range(often)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    given = parser.parse_args()
    order, began = [given.kind] if given.kind else turns_of_kinds(), time.monotonic()
    seen: Counter[str] = Counter()
    findings = 0
    with tempfile.TemporaryDirectory() as folder, little_memory():
        for number in range(given.first, given.first + given.count):
            kind = order[number % len(order)]
            content = made(kind, number)
            try:
                seen[f"{kind} taken" if tried(kind, content, Path(folder)) else f"{kind} refused"] += 1
            except Exception as error:
                findings += 1
                (CORPUS / f"{kind}-{number}").write_bytes(content)
                print(f"{kind} {number}: {type(error).__name__}: {str(error)[:200]}", flush=True)
            if number % 10_000 == 9_999:
                print(f"{number + 1 - given.first:,} inputs, {time.monotonic() - began:,.0f} s", flush=True)
    print(f"{given.count:,} inputs in {time.monotonic() - began:,.0f} s, {findings} findings")
    for name, count in sorted(seen.items()):
        print(f"  {name:<22}{count:>10,}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
