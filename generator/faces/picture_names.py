"""The names of pictures as alt texts have them, for translators."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from generator.faces.elements.alt_text import named
from generator.faces.pictures import icons
from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.expand.pieces import inside
from specs.model.document import Document
from specs.model.elements import AnyElement, Face, Icon, Image, Repeat, Use, walk
from specs.translation.rendering import PICTURES, printed
from specs.translation.texts import WORD, Reading, readings


def all_readings(document: Document) -> Mapping[str, Reading]:
    """What people read of a spec, or hear: its texts, and the names of its pictures."""
    found = dict(readings(document))
    for each in _pictures(document):
        found.setdefault(each.text, each)
    return found


def _pictures(document: Document) -> Iterator[Reading]:
    known, values = icons.files(document), _field_values(document)
    for path, element in _elements(document):
        if not isinstance(element, Icon | Image) or element.alt is not None:
            continue
        names = known if isinstance(element, Icon) else _files_beside(document, element.image)
        template = element.icon if isinstance(element, Icon) else PurePath(element.image).stem
        for name in _possible(template, names, values):
            yield Reading(named(name), path, column=PICTURES, wanted=bool(WORD.search(named(name))))


def _possible(template: str, names: Iterable[str], values: Mapping[str, set[str]]) -> Iterator[str]:
    """The pictures that a name with fields may stand for: where it is a field alone, those that data have for it."""
    try:
        parts, shown = expr.compile_template(template), printed(template)
    except expr.ExprError:
        return  # the check reports it where it stands
    plain = [part for part in parts if isinstance(part, str)]
    if plain:
        form = re.compile("".join(re.escape(part) if isinstance(part, str) else ".+" for part in parts))
        yield from (name for name in names if form.fullmatch(name))
    else:
        meant = set(shown.texts).union(*(values[name] for name in shown.names))
        yield from (name for name in names if name in meant)


def _files_beside(document: Document, template: str) -> list[str]:
    """The pictures in the folder that an image's name leads to, by their stems."""
    try:
        folder = inside(document.folder, str(PurePath(template).parent))
        return sorted(file.stem for file in folder.iterdir()) if folder.is_dir() else []
    except (ValueError, OSError):
        return []


def _field_values(document: Document) -> Mapping[str, set[str]]:
    """Every text that data, templates and loops have for a field, by its name."""
    found: dict[str, set[str]] = defaultdict(set)
    rows = [row for table in document.spec.tables.values() for row in table]
    rows += [piece.row for each in document.pieces.values() for piece in each]
    rows += [element.with_ for _, element in _elements(document) if isinstance(element, Use)]
    for row in rows:
        for name, value in row.items():
            if isinstance(value, str):
                found[name].add(value)
    for _, element in _elements(document):
        if isinstance(element, Repeat) and isinstance(element.over, tuple):
            found[element.each].update(value for value in element.over if isinstance(value, str))
    return found


def _elements(document: Document) -> Iterator[tuple[KeyPath, AnyElement]]:
    faces: dict[KeyPath, Face] = {
        ("components", name, side): face
        for name, part in document.spec.components.items()
        for side, face in part.faces()
    }
    faces |= {("templates", name): face for name, face in document.spec.templates.items()}
    for path, face in faces.items():
        yield from ((place, element) for place, element, _ in walk(face, path))
