"""Broken inputs of every kind, made by what knows their structure, and what must hold of each.

Input number N of a kind is the same on every machine. Each may take `SECONDS` of work and `MEGABYTES`, and either gives
what it stands for, with finite numbers alone, or is refused with one of the errors its reader promises. `fuzz.py` tries
them.
"""

import functools
import io
import json
import resource
import signal
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from math import isfinite
from pathlib import Path
from random import Random

import broken_games
import drawings
from breaking import BITS, DATA, broken, spoilt, texts
from msgspec.structs import replace

from companion.contract.faults import IllegalMove, SyntaxFault
from companion.record.replay import RecordStops
from companion.table.turns import Untaken
from generator.building.check import check
from generator.draw.geometry.geometry import paint_box
from generator.draw.scene import Scene, Shaded, Text
from generator.faces.elements.resources import BadValue
from generator.faces.faces import Faces
from generator.faces.pictures import rasters
from generator.faces.pictures.artwork.drawing import draw, viewport
from generator.faces.pictures.artwork.pixels import Harmless
from generator.faces.pictures.artwork.reader import parse
from generator.faces.pictures.artwork.tree import Tree, Undrawable
from generator.formats.svg import scene_svg
from specs.base.errors import SpecError
from specs.expand import expr, functions
from specs.expand.deal import deal
from specs.load import load
from specs.model.document import Document
from specs.read import csv, yaml_nodes
from specs.read.csv import spreadsheet_rows

SECONDS, MEGABYTES = 5.0, 1500  # of address space: a process of this project takes some 600 from the start
CORPUS = Path(__file__).parent / "corpus"
FIELDS = DATA["FIELDS"] | {"row": (1, "a")}  # what expressions name


class Slow(Exception):
    """An input took longer than it may."""


# ---- what is broken, and what must hold of each ----------------------------------------------------


@functools.cache
def specs() -> list[str]:
    return [text for pattern in ("tests/generator/rich.yaml", "tests/generator/faces/gallery/*.yaml",
                                 "docs/examples/gallery/*.yaml") for text in texts(pattern)]  # fmt: skip


def spec(chance: Random) -> bytes:
    return spoilt(chance.choice(specs()), chance).encode()


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


def board(chance: Random) -> bytes:
    """A spec with a board, broken in its map or around it, under an element that draws its cells."""
    drawn, legend = chance.choice(DATA["MAPS"]), DATA["LEGEND"]
    if chance.random() < 0.7:
        drawn = spoilt(drawn, chance)
    legend = spoilt(legend, chance) if chance.random() < 0.5 else legend
    body = "".join(f"        {line}\n" for line in drawn.split("\n"))
    text = DATA["BOARD"] + body + legend
    return (spoilt(text, chance) if chance.random() < 0.2 else text).encode()


def holds_board(given: bytes, folder: Path) -> None:
    holds_spec(given, folder)
    document = load(folder / "spec.yaml")
    deal(document, 2, 1)


def expression(chance: Random) -> bytes:
    return spoilt(chance.choice(DATA["EXPRESSIONS"]), chance).encode(errors="replace")


def holds_expression(given: bytes, _: Path) -> None:
    text = given.decode(errors="replace")
    expr.names(text)
    try:
        value = expr.evaluate(text, FIELDS)
    except expr.ExprError as error:
        assert 0 <= error.offset <= len(text) + 2
        raise
    assert not isinstance(value, int | float) or abs(value) <= functions.LARGEST, value
    assert len(expr.show(value)) <= 20 * functions.LONGEST
    assert abs(expr.number(text, FIELDS)) <= expr.FARTHEST


def row(chance: Random) -> bytes:
    """An element, and the values that a row of its piece has."""
    odd = [*DATA["VALUES"], *BITS]
    values = [chance.choice((chance.randrange(1, 9), chance.uniform(0, 20), chance.choice(odd))) for _ in "vu"]
    return json.dumps([chance.choice(DATA["ELEMENTS"]), *values]).encode()


@functools.cache
def _drawn(element: str, file: Path) -> Document:
    file.write_text(DATA["ROW"].replace("ELEMENT", element), encoding="utf-8")
    return load(file)


def holds_row(given: bytes, folder: Path) -> None:
    element, v, u = json.loads(given)
    document = _drawn(element, folder / "row.yaml")
    piece = replace(document.pieces["c"][0], row={"v": v, "u": u})
    try:
        scene = Faces(document).front(piece)
    except SpecError as error:
        (fault,) = error.faults
        assert fault.place.line > 0
        assert len(str(fault).splitlines()) == 1
        raise
    for node, box in paint_box(scene.nodes):
        numbers = [*box, *((node.x, node.y, node.size, node.outline_width) if isinstance(node, Text) else ())]
        assert all(map(isfinite, numbers)), node


def yaml(chance: Random) -> bytes:
    return spoilt(chance.choice(specs() + texts("tests/records/*.yaml"))[: chance.choice((300, 3000))], chance).encode()


def holds_yaml(given: bytes, _: Path) -> None:
    """Plain values, each of which has a place in the file."""
    tree, lines = yaml_nodes.read_text(given, "a.yaml"), given.count(b"\n") + given.count(b"\r") + 3

    def walk(value: object, path: tuple[str | int, ...]) -> None:
        line, column = tree.mark(path)
        assert 1 <= line <= lines + 3 * given.count(b"\xe2\x80") + given.count(b"\xc2\x85"), path
        assert column >= 1
        if isinstance(value, dict | list):
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                walk(inner, (*path, key))

    walk(tree.value, ())


def svg(chance: Random) -> bytes:
    if chance.random() < 0.3:
        known = texts("specs/*/*.svg") + texts("generator/faces/pictures/icons/*/*.svg")
        return spoilt(chance.choice(known), chance).encode()
    given = drawings.drawing(chance)
    return (spoilt(given, chance) if chance.random() < 0.15 else given).encode()


def holds_svg(given: bytes, _: Path) -> None:
    try:
        drawing = parse(given)
    except ValueError as error:
        assert "\n" not in str(error)
        if isinstance(error, Undrawable):
            root = Tree(given).root
            assert "<svg" in Harmless(root, viewport(root), str).text
        raise
    drawn = draw(drawing, {})
    for node, box in paint_box(drawn):
        assert all(isfinite(side) and abs(side) <= 1e8 for side in box), box
        if isinstance(node, Shaded):
            assert all(isfinite(number) for number in (*node.gradient.ends, *node.gradient.matrix)), node.gradient
            places = [stop.at for stop in node.gradient.stops]
            assert places == sorted(places), places
            assert (places[0], places[-1]) == (0, 1), places
            assert all(0 <= stop.opacity <= 1 for stop in node.gradient.stops)
    written = scene_svg(Scene(drawing.box, drawn))
    assert "nan" not in written
    assert "inf" not in written


def table(chance: Random) -> bytes:
    whole = chance.choice((*texts("docs/examples/deck/*.csv"), *DATA["TABLES"]))
    return spoilt(whole, chance).encode(chance.choice(("utf-8", "utf-16")))


def holds_table(given: bytes, folder: Path) -> None:
    file = folder / "rows.csv"
    file.write_bytes(given)
    fields: dict[str, str] = {}
    for _, _, row in islice(csv.csv_rows(file, file.name, lambda names, _: fields.update(names)), 10_000):
        assert list(row) == list(fields)
        assert all(not isinstance(value, float) or isfinite(value) for value in row.values())
    assert all(field in expr.compile_expr(field).names for field in fields)


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
    for _, _, row in islice(spreadsheet_rows(file, file.name, None), 10_000):
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
    found = rasters.read(file)
    assert found.width * found.height <= 40_000_000


REFUSALS = (SpecError, SyntaxFault, IllegalMove, Untaken, RecordStops, rasters.Unusable, BadValue, expr.ExprError)
KINDS: dict[str, tuple[Callable[[Random], bytes], Callable[[bytes, Path], None], tuple[type[Exception], ...], int]] = {
    # kind: its maker, what must hold, further errors its reader promises, and how often it has its turn
    "spec": (spec, holds_spec, (), 1),
    "board": (board, holds_board, (), 1),
    "yaml": (yaml, holds_yaml, (), 4),
    "expression": (expression, holds_expression, (), 8),
    "row": (row, holds_row, (), 8),
    "svg": (svg, holds_svg, (ValueError,), 6),
    "table": (table, holds_table, (), 5),
    "spreadsheet": (spreadsheet, holds_spreadsheet, (), 1),
    "picture": (picture, holds_picture, (), 5),
    "record": (broken_games.record, broken_games.holds_record, (), 1),
    "turn": (broken_games.turn, broken_games.holds_turn, (), 10),
    "typed": (broken_games.typed, broken_games.holds_typed, (), 1),
    "position": (broken_games.position, broken_games.holds_position, (), 10),
}


def made(kind: str, number: int) -> bytes:
    """Input `number` of a kind."""
    return KINDS[kind][0](Random(f"{kind} {number}"))


def tried(kind: str, given: bytes, folder: Path) -> bool:
    """Whether an input is taken. Raises what is a finding: an error not promised, a warning, Slow, MemoryError."""

    def late(*_: object) -> None:
        raise Slow(f"more than {SECONDS:g} seconds of work")

    before = signal.signal(signal.SIGPROF, late) or signal.SIG_DFL
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # nobody asked for it, and it would be printed
            for unseen in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
                warnings.simplefilter("ignore", unseen)
            KINDS[kind][1](given, folder)
        return True
    except (*REFUSALS, *KINDS[kind][2]):
        return False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def settled(kind: str, given: bytes, folder: Path) -> BaseException | None:
    """What is a finding, if an input is one; a library's panic is, though it is no Exception."""
    try:
        tried(kind, given, folder)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return error
    return None


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
