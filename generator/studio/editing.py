"""What of a face can be edited, and what elements can be made of."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect
from msgspec.structs import fields

from generator.draw.fonts import fonts
from generator.draw.scene import IDENTITY
from generator.faces.elements.context import DrawnElement
from generator.faces.elements.resources import BadValue, Resources
from generator.faces.pictures import icons
from generator.formats.svg import path_data
from specs.base.errors import KeyPath, SpecError
from specs.base.files import read
from specs.base.languages import say
from specs.edit.splice import found, last_line
from specs.model import elements as el
from specs.model.colours import colour
from specs.model.component import SIDES
from specs.model.document import Document, Piece
from specs.model.elements import Use, walk
from specs.read.beside import IMAGES
from specs.read.key_texts import key_text, parts
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text

MOST_NESTED = 20  # templates in templates whose elements are listed
MOST_LISTED = 3000  # elements of a face
PAINTS = ("fill", "stroke", "accent")
NAMED = ("style", "font", "template", "icon", "image")


def elements(document: Document, piece: Piece, side: str, trace: Sequence[DrawnElement]) -> list[dict[str, object]]:
    """Return the elements of a face from the bottom up: their keys as written, their box in mm of the face, the matrix
    of what surrounds them, and their number in the drawing. First come those that are not drawn on this piece, which
    have no box and no number."""
    lister, seen = _Lister(document), {(each.path, each.used) for each in trace}
    face, path = _face(document, piece, side)
    left = (each for each in islice(_written(document, face, path, ()), MOST_LISTED) if each[1:] not in seen)
    drawn = [
        {"box": [round(part, 3) for part in each.box], "matrix": [round(part, 6) for part in each.matrix], "number": n}
        for n, each in enumerate(trace)
    ]
    return [
        *({**lister.facts(*each), "box": None, "matrix": IDENTITY} for each in left),
        *(lister.facts(each.element, each.path, each.used) | lies for each, lies in zip(trace, drawn, strict=True)),
    ]


def _face(document: Document, piece: Piece, side: str) -> tuple[el.Face, KeyPath]:
    """Return the elements of a side of a piece, and their place."""
    found = ((face, SIDES[each]) for each, face in document.spec.components[piece.component].faces() if each == side)
    face, keys = next(found, ((), ()))
    return face, ("components", piece.component, *keys)


def _written(
    document: Document, face: el.Face, path: KeyPath, used: tuple[KeyPath, ...]
) -> Iterator[tuple[el.AnyElement, KeyPath, tuple[KeyPath, ...]]]:
    """Yield all elements of a face, those of the spec's own templates within their uses, with path and uses."""
    for here, element, _ in walk(face, path):
        yield element, here, used
        if isinstance(element, Use) and element.template not in document.bundled and len(used) < MOST_NESTED:
            inner = document.spec.templates.get(element.template, ())
            yield from _written(document, inner, ("templates", element.template), (*used, here))


class _Lister:
    """Finds the facts of elements, once for each place in a file."""

    def __init__(self, document: Document) -> None:
        self.document, self.often = document, uses(document)
        self.trees: dict[str, Tree] = {}
        self.known: dict[KeyPath, dict[str, object]] = {}

    def facts(self, element: el.AnyElement, path: KeyPath, used: tuple[KeyPath, ...]) -> dict[str, object]:
        if path not in self.known:
            self.known[path] = self._facts(element, path)
        return {**self.known[path], "used": used}

    def _facts(self, element: el.AnyElement, path: KeyPath) -> dict[str, object]:
        name = str(path[1]) if path[0] == "templates" else ""
        place = self.document.places([path])[0]
        if place.file not in self.trees:
            self.trees[place.file] = read_text(read(Path(place.file), MAX_BYTES), place.file)
        tree = self.trees[place.file]
        return {
            "draw": str(element.__struct_config__.tag),
            "path": path,
            "file": place.file,
            "line": place.line,
            "last": last_line(tree, path),
            "keys": None if name in self.document.bundled else found(tree.value, path),
            "template": name,
            "places": self.often.get(name, 0),
        }


def uses(document: Document) -> dict[str, int]:
    """Return how many elements use each template."""
    spec, counts = document.spec, dict[str, int]()
    faces = [face for part in spec.components.values() for _, face in part.faces()] + [*spec.templates.values()]
    for face in faces:
        for _, element, _ in walk(face):
            if isinstance(element, Use):
                counts[element.template] = counts.get(element.template, 0) + 1
    return counts


def kit(document: Document) -> dict[str, object]:
    """Return what elements can be made of: the keys of each kind with their texts, and the names that the spec has."""
    spec = document.spec
    own = document.folder / spec.icons if spec.icons else None
    drawn = sorted({*icons.bundled(), *(file.stem for file in (own.glob("*.svg") if own and own.is_dir() else ()))})
    return {
        "elements": {kind.__struct_config__.tag: _keys(kind) for kind in get_args(el.AnyElement)},
        "keys": {key: {"text": text, "kind": ""} for key, text in _all_keys().items()},
        "palette": {name: _hex(spec.palette, name) for name in spec.palette},
        "samples": _samples(document),
        "names": {
            "style": sorted(spec.styles),
            "font": sorted({*spec.fonts, *fonts.bundled()}),
            "template": sorted({*spec.templates} - document.bundled),
            "icon": drawn,
            "image": [str(file.relative_to(document.folder)) for file in _pictures(document.folder)],
        },
    }


def _samples(document: Document) -> dict[str, tuple[float, str]]:
    """Return each font's name in its own letters: the width, and the path that draws it, 5 mm high; without fonts that
    cannot be read."""
    resources, found = Resources(document), dict[str, tuple[float, str]]()
    for name in sorted({*document.spec.fonts, *fonts.bundled()}):
        with suppress(BadValue):
            font = resources.font(name)
            found[name] = round(fonts.width(font, name, 5), 2), path_data(fonts.outlines(font, name, 5, 0, 0))
    return found


@cache
def _all_keys() -> dict[str, str]:
    """Return every key of a spec with its text; if several parts have it, the first part's."""
    found: dict[str, str] = {}
    for kind in parts().values():
        for field in fields(kind):
            with suppress(KeyError):  # of a part that is only inherited from
                found.setdefault(field.encode_name, key_text(kind, field))
    return found


def _pictures(folder: Path) -> list[Path]:
    return sorted(file for way in ("*", "*/*") for file in folder.glob(way) if file.suffix.lower() in IMAGES)[:2000]


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
    """Return how a key is edited: as a colour, a number, a point or box of numbers, yes or no, one of some words, a
    name, a text; "" if only in the file."""
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
    """Say why nothing was changed."""
    if isinstance(error, FileNotFoundError) and not error.filename:  # of the folder that relative names begin at
        return say("The folder where the studio was started is gone: put it back, and go on here.")
    if isinstance(error, OSError):
        return say("{file}: {why}", file=Path(str(error.filename or "")).name, why=error.strerror or str(error))
    if isinstance(error, SpecError):
        return str(error.faults[0])
    return str(error)
