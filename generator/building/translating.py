"""Writes files of words beside a spec, for translators to fill in; what they have written stays as it is.

The words include the names of pictures, as alt texts have them.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath

from msgspec import Struct, to_builtins

from generator.faces.elements.alt_text import named
from generator.faces.pictures import icons
from specs.base.errors import Place, Placed, SpecError, bad
from specs.base.files import replace_text
from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.model.document import Document
from specs.model.elements import AnyElement, Face, Icon, Image, Repeat, Use, walk
from specs.read.beside import inside
from specs.translation.overlay import SUFFIX, TAG, Words, languages, read_words, tag
from specs.translation.rendering import PICTURES, printed
from specs.translation.texts import WORD, Reading, readings
from specs.translation.words_check import begun, texts
from specs.translation.writing import changed, filled


class Written(Struct, frozen=True):
    """A file of words as written: how many entries are new, stale, and taken from a PO file; whether it changed at all.
    `texts` are files of text that were begun, or that now say what they are made of."""

    file: Path
    new: int
    stale: int
    taken: int
    changed: bool
    texts: tuple[Path, ...] = ()

    def facts(self) -> dict[str, object]:
        return {name: value for name, value in to_builtins(self, enc_hook=str).items() if name != "changed"}

    def lines(self) -> Iterator[str]:
        """Yield what was done, a line for each file."""
        done = f"{self.new} to fill in, {self.stale} to look at again" if self.changed else "nothing to add"
        yield f"{self.file}: {done}" + (f", {self.taken} taken in" if self.taken else "")
        yield from (f"{file}: text to put into words" for file in self.texts)


def one(given: object) -> str:
    """Return the one language that words are written in. Raises SpecError."""
    named = given if isinstance(given, list | tuple) else ()
    if len(named) != 1 or not TAG.match(tag(str(named[0]))):
        found = f"'{','.join(map(str, named))}'"
        raise bad("wrong-value", "--language", found, "one language such as de, pt-BR or zh-Hant; or --faces")
    return tag(str(named[0]))


def write(document: Document, name: str, taken: Path | None = None) -> Written:
    """Write a language's file of words beside a spec, or add what it lacks; with the words of a PO file, if one is
    `taken`. Raises SpecError, OSError."""
    try:
        inside(document.folder, document.spec.words)
    except ValueError:
        found = f"'{document.spec.words}' leads out of the spec's folder"
        raise SpecError([document.fault("outside-folder", ("words",), found, "a folder beside the spec")]) from None
    file = languages(document.spec, document.folder).get(name)
    file = document.folder / document.spec.words / f"{name}{SUFFIX}" if file is None else file
    before = file.read_bytes() if file.is_file() else b""
    words = _read(name, file, before) if file.is_file() else None
    with Placed(lambda _: Place(str(file), *((0, 0) if words is None else words.mark())), ()):
        made = filled(all_readings(document), words, before.decode("utf-8-sig"), title=document.spec.title)
        text, count = made.text, 0
        if taken is not None:
            from specs.translation.po import read_po

            text, count = changed(_read(name, file, text.encode()), text, read_po(taken))
    file.parent.mkdir(parents=True, exist_ok=True)
    if text.encode() != before:
        replace_text(file, text)
    begun_ = [(each.file, now) for each in texts(document, name) if (now := begun(each)) is not None]
    for place, now in begun_:
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_text(place, now)
    return Written(file, made.new, made.stale, count, text.encode() != before, tuple(place for place, _ in begun_))


def write_po(document: Document, language: str, file: Path) -> None:
    """Write a language's words as a PO file. Raises OSError, SpecError."""
    from specs.translation.po import written

    own = languages(document.spec, document.folder)[tag(language)]
    replace_text(file, written(document, all_readings(document), _read(tag(language), own, own.read_bytes())))


def _read(language: str, file: Path, data: bytes) -> Words:
    words, faults = read_words(language, file, data)
    if faults:
        raise SpecError(faults)
    return words


# ---- names of pictures ---------------------------------------------------------------------------


def all_readings(document: Document) -> Mapping[str, Reading]:
    """Return what people read of a spec, or hear: its texts, and the names of its pictures."""
    found = dict(readings(document))
    for each in _pictures(document):
        found.setdefault(each.text, each)
    return found


def _pictures(document: Document) -> Iterator[Reading]:
    known, values = icons.files(document), _field_values(document)
    for path, element in _elements(document):
        if not isinstance(element, Icon | Image) or element.alt is not None:
            continue
        if isinstance(element, Icon):
            found = [*_possible(element.icon, known, values)]
        else:
            beside = ((PurePath(file).stem, _files_beside(document, file)) for file in element.files)
            found = [name for stem, names in beside for name in _possible(stem, names, values)]
        for name in found:
            yield Reading(named(name), path, column=PICTURES, wanted=bool(WORD.search(named(name))))


def _possible(template: str, names: Iterable[str], values: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the pictures that a name with fields may stand for: for a single field, those that the data have
    for it."""
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
    """Return the pictures in the folder of an image's name, by their stems."""
    try:
        folder = inside(document.folder, str(PurePath(template).parent))
        return sorted(file.stem for file in folder.iterdir()) if folder.is_dir() else []
    except (ValueError, OSError):
        return []


def _field_values(document: Document) -> Mapping[str, set[str]]:
    """Return every text that data, templates and loops have for a field, by its name."""
    found: dict[str, set[str]] = defaultdict(set)
    rows = [row for table in document.spec.data.values() for row in table]
    rows += [piece.row for each in document.pieces.values() for piece in each]
    rows += [element.with_ for _, element in _elements(document) if isinstance(element, Use)]
    for row in rows:
        for name, value in row.items():
            if isinstance(value, str):
                found[name].add(value)
    for _, element in _elements(document):
        if isinstance(element, Repeat) and isinstance(element.over, tuple):
            found[element.as_].update(value for value in element.over if isinstance(value, str))
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
