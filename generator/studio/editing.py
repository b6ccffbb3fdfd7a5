"""Changes that the page makes to the files of a spec, each taken back to equal bytes; what of a face can be changed."""

import re
import stat
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

from msgspec import Struct, inspect
from msgspec.structs import fields

from generator.draw.fonts import fonts
from generator.faces.elements.context import DrawnElement
from generator.faces.pictures import icons
from specs.base.errors import KeyPath, SpecError
from specs.base.files import read, replace_text, replacing
from specs.base.languages import say
from specs.edit.splice import Change, Unwritable, changed, found, last_line, merged
from specs.edit.table import CellChange, records, with_change
from specs.load import BUNDLED
from specs.model import elements as el
from specs.model.colours import colour
from specs.model.document import Document, Piece
from specs.model.elements import Use, walk
from specs.read.beside import IMAGES
from specs.read.key_texts import key_text, parts
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text

MOST_ROWS = 2000  # of a table that is shown
MOST_KEPT = 400  # changes that can be taken back
PAINTS = ("fill", "stroke", "accent")
NAMED = ("style", "font", "template", "icon", "image")


class Wanted(Struct, frozen=True):
    """Changes of one file, made in steps, each of which counts from what the step before it left."""

    steps: tuple[tuple[Change, ...], ...]


class Typed(Struct, frozen=True):
    """The spec's text as somebody typed it, and what it was before."""

    text: str
    was: str


class Edited(NamedTuple):
    file: Path
    before: str
    after: str


class History:
    """What the page has changed since the studio began, the last last; and what of it was taken back."""

    def __init__(self) -> None:
        self.done: list[Edited] = []
        self.undone: list[Edited] = []

    def change(self, document: Document, steps: Sequence[Sequence[Change]]) -> Path:
        """Make changes in the file that they are of, as it is saved now. Raises Unwritable, SpecError and OSError;
        then the file is as it was."""
        files = {writable(document, change.path) for step in steps for change in step}
        if len(files) != 1:
            raise Unwritable(say("Change one file at a time."))
        [file] = files
        before = after = text_of(file)
        for step in steps:
            after = changed(after, step, str(file))
        self.put(file, before, after)
        return file

    def typed(self, document: Document, text: str, was: str) -> Path:
        """Save the spec's own text as it was typed, over what it `was`; what others saved meanwhile stays. Raises
        Unwritable, SpecError and OSError."""
        file = writable(document, ())
        now = text_of(file)
        made = merged(was, text, now)
        if made is None:
            raise Unwritable(say("{file} was changed in the same lines since: change it there.", file=file.name))
        self.put(file, now, made)
        return file

    def cell(self, document: Document, change: CellChange) -> Path:
        """Change a table of rows. Raises as `change` does."""
        file = table_of(document, change.component)
        before = text_of(file)
        self.put(file, before, with_change(before, change))
        return file

    def put(self, file: Path, before: str, after: str) -> None:
        """Write a change, and keep it to be taken back."""
        if after != before:
            write(file, after)
            self.done = [*self.done, Edited(file, before, after)][-MOST_KEPT:]
            self.undone.clear()

    def step(self, *, back: bool) -> Path:
        """Take the last change back, or make it again. What others saved since stays. Raises Unwritable and OSError."""
        source, target = (self.done, self.undone) if back else (self.undone, self.done)
        if not source:
            raise Unwritable(say("There is nothing to take back.") if back else say("There is nothing to do again."))
        last = source[-1]
        base, ours = (last.after, last.before) if back else (last.before, last.after)
        text = merged(base, ours, text_of(last.file))
        if text is None:
            raise Unwritable(say("{file} was changed in the same lines since: change it there.", file=last.file.name))
        write(last.file, text)
        target.append(source.pop())
        return last.file


def text_of(file: Path) -> str:
    """A file's text with its line ends, and its byte order mark. Raises OSError and SpecError."""
    try:
        return read(file, MAX_BYTES).decode()
    except UnicodeDecodeError:
        raise Unwritable(say("{file} is not saved as UTF-8.", file=file.name)) from None


def write(file: Path, text: str) -> None:
    """Replace a file's text, unless nobody may write to it. Raises Unwritable and OSError."""
    mode = file.stat().st_mode
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise Unwritable(say("{file} is read-only.", file=file.name))
    replace_text(file, text).chmod(stat.S_IMODE(mode))


def writable(document: Document, path: KeyPath) -> Path:
    """The file that has the value at a path. Raises Unwritable where it comes with the program."""
    if path[:1] == ("templates",) and path[1] in document.bundled:
        raise Unwritable(say("Template '{name}' comes with the program: copy it into your file first.", name=path[1]))
    file = Path(document.place(path).file)
    if file.resolve().is_relative_to(BUNDLED):
        raise Unwritable(say("This game comes with the program: “generator new” makes a copy that you can change."))
    return file


def table_of(document: Document, component: str) -> Path:
    """The CSV file that a component's rows come from. Raises Unwritable where they stand elsewhere."""
    pieces = document.pieces.get(component, ())
    name = document.origin(pieces[0])[0] if pieces else ""
    if not name.lower().endswith(".csv"):
        said = say("The rows stand in {file}: change them there, and save.", file=name.partition("#")[0])
        raise Unwritable(said if name else say("The rows stand in the spec: change them in its text."))
    writable(document, ())
    return document.folder / name


def rows(document: Document, piece: Piece) -> dict[str, object]:
    """The table of a piece's rows, line by line, and the line of its own. Raises Unwritable, SpecError and OSError."""
    file = table_of(document, piece.component)
    lines = records(text_of(file).removeprefix("\ufeff"))
    table = [{"line": each.line, "cells": [cell.text for cell in each.cells]} for each in lines]
    return {
        "file": file.name,
        "line": document.origin(piece)[1],
        "rows": table[:MOST_ROWS],
        "more": len(table) > MOST_ROWS,
    }


def keep_picture(document: Document, name: str, data: bytes) -> str:
    """Put a picture beside the spec; its name there. Raises Unwritable and OSError."""
    file = writable(document, ())
    plain = re.sub(r"[^\w.-]+", "-", Path(name).name).lstrip(".")
    if Path(plain).suffix.lower() not in IMAGES or not data:
        raise Unwritable(say("{name} is no picture; expected {kinds}.", name=name[:80], kinds=", ".join(IMAGES)))
    number, stem = 1, Path(plain).stem
    while (target := file.parent / plain).exists() and target.read_bytes() != data:
        number += 1
        plain = f"{stem}-{number}{Path(plain).suffix}"
    with replacing(target) as beside:
        beside.write_bytes(data)
    return plain


# ---- what can be changed ---------------------------------------------------------------------------


def elements(document: Document, trace: Sequence[DrawnElement]) -> list[dict[str, object]]:
    """The elements of a face from the bottom up: their keys as they are written, their box in mm of the face, and how
    what is around them is placed on it."""
    trees: dict[str, Tree] = {}
    often = uses(document)
    return [_element(document, each, trees, often) for each in trace]


def _element(
    document: Document, drawn: DrawnElement, trees: dict[str, Tree], often: dict[str, int]
) -> dict[str, object]:
    name = str(drawn.path[1]) if drawn.path[0] == "templates" else ""
    place = document.places([drawn.path])[0]
    if place.file not in trees:
        trees[place.file] = read_text(read(Path(place.file), MAX_BYTES), place.file)
    tree = trees[place.file]
    keys = None if name in document.bundled else found(tree.value, drawn.path)
    return {
        "draw": str(drawn.element.__struct_config__.tag),
        "path": drawn.path,
        "file": place.file,
        "line": place.line,
        "last": last_line(tree, drawn.path),
        "keys": keys,
        "box": [round(side, 3) for side in drawn.box],
        "matrix": [round(part, 6) for part in drawn.matrix],
        "template": name,
        "places": often.get(name, 0),
    }


def uses(document: Document) -> dict[str, int]:
    """How many elements use each template."""
    spec, counts = document.spec, dict[str, int]()
    faces = [face for part in spec.components.values() for _, face in part.faces()] + [*spec.templates.values()]
    for face in faces:
        for _, element, _ in walk(face):
            if isinstance(element, Use):
                counts[element.template] = counts.get(element.template, 0) + 1
    return counts


def kit(document: Document) -> dict[str, object]:
    """What elements can be made of: the keys of each kind with their texts, and the names that the spec has."""
    spec = document.spec
    own = document.folder / spec.icons if spec.icons else None
    drawn = sorted({*icons.bundled(), *(file.stem for file in (own.glob("*.svg") if own and own.is_dir() else ()))})
    return {
        "elements": {kind.__struct_config__.tag: _keys(kind) for kind in get_args(el.AnyElement)},
        "keys": {key: {"text": text, "kind": ""} for key, text in _all_keys().items()},
        "palette": {name: _hex(spec.palette, name) for name in spec.palette},
        "names": {
            "style": sorted(spec.styles),
            "font": sorted({*spec.fonts, *fonts.bundled()}),
            "template": sorted({*spec.templates} - document.bundled),
            "icon": drawn,
            "image": [str(file.relative_to(document.folder)) for file in _pictures(document.folder)],
        },
    }


@cache
def _all_keys() -> dict[str, str]:
    """Every key of a spec with its text; of those that several parts have, the first part's."""
    found: dict[str, str] = {}
    for kind in parts().values():
        for field in fields(kind):
            with suppress(KeyError):  # of a part that is only inherited from
                found.setdefault(field.encode_name, key_text(kind, field))
    return found


def _pictures(folder: Path) -> list[Path]:
    return sorted(file for way in ("*", "*/*") for file in folder.glob(way) if file.suffix.lower() in IMAGES)[
        :2000
    ]


def _hex(palette: dict[str, str], name: str) -> str:
    try:
        return "#" + "".join(f"{round(255 * part):02x}" for part in colour(palette, name))
    except KeyError:
        return ""


def _keys(kind: type[el.AnyElement]) -> dict[str, dict[str, object]]:
    return {
        field.encode_name: {
            "text": key_text(kind, field),
            "kind": _kind(field.encode_name, field.type),
            "required": field.required,
        }
        for field in fields(kind)
    }


def _kind(key: str, type_: Any) -> str | list[object]:
    """How a key is asked for: a colour, a number, a point or box of numbers, yes or no, one of some words, a name, a
    text; "" for what is written in the file."""
    if key in PAINTS:
        return "colour"
    if key in NAMED:
        return "name"
    info = inspect.type_info(type_)
    options = [each for each in getattr(info, "types", (info,)) if not isinstance(each, inspect.NoneType)]
    match options:
        case [inspect.BoolType()]:
            return "yes"
        case [inspect.LiteralType(values=values)]:
            return list(values)
        case [inspect.StrType()]:
            return "text"
        case [inspect.TupleType(item_types=parts)]:
            return {2: "point", 4: "box"}.get(len(parts), "")
    numeric = any(isinstance(each, inspect.IntType | inspect.FloatType) for each in options)
    return "number" if numeric else ""


def refusal(error: Exception) -> str:
    """Why nothing was changed, in a sentence."""
    if isinstance(error, OSError):
        return say("{file}: {why}", file=Path(str(error.filename or "")).name, why=error.strerror or str(error))
    if isinstance(error, SpecError):
        return str(error.faults[0])
    return str(error)
