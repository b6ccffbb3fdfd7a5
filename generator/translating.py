"""Files of words beside a spec, for translators: written to be filled in, and kept as they are where they are."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from generator.words import bad
from specs.document import Document
from specs.ground.errors import Placed, SpecError
from specs.ground.files import replace_text
from specs.ground.languages import ENGLISH, Tongue, preferred
from specs.ground.languages import languages as languages_of
from specs.pieces import inside
from specs.translation.file import SUFFIX, TAG, languages, load_words, tag
from specs.translation.texts import readings
from specs.translation.writing import filled


class Written(Struct, frozen=True):
    """A file of words as written: how many entries are new, and stale; whether it was changed at all."""

    file: Path
    new: int
    stale: int
    changed: bool


def facts(written: Written) -> dict[str, object]:
    return {"file": str(written.file), "new": written.new, "stale": written.stale}


def line(written: Written) -> str:
    """What was done, in a line."""
    told = f"{written.new} to fill in, {written.stale} to look at again" if written.changed else "nothing to add"
    return f"{written.file}: {told}"


def write(document: Document, language: object) -> Written:
    """Write a language's file of words beside a spec, or add what it lacks. Raises SpecError, OSError."""
    if not isinstance(language, str):
        raise bad("--language", "no language", "one such as de, pt-BR or zh-Hant; or --faces")
    name = tag(language)
    if not TAG.match(name):
        raise bad("--language", f"'{language}'", "a language such as de, pt-BR or zh-Hant")
    try:
        home = inside(document.folder, document.spec.words)
    except ValueError:
        found = f"'{document.spec.words}' leads out of the spec's folder"
        raise SpecError([document.fault(("words",), found, "a folder beside the spec")]) from None
    words, before = None, ""
    file = languages(document.spec, document.folder).get(name)
    file = document.folder / document.spec.words / f"{name}{SUFFIX}" if file is None else file
    if file.is_file():
        words, faults = load_words(document.spec, document.folder, name)
        if faults:
            raise SpecError(faults)
        before = file.read_bytes().decode("utf-8-sig")
    mark = (lambda _: (0, 0)) if words is None else (lambda _: words.mark())
    with Placed(file, mark, ()):
        made = filled(readings(document), words, before, title=document.spec.title)
    home.mkdir(parents=True, exist_ok=True)
    if made.text != before:
        replace_text(file, made.text)
    return Written(file, made.new, made.stale, made.text != before)


def printed_in(document: Document) -> Tongue | None:
    """The language of what is printed beside a document's own words: its own, where there is a catalogue of it."""
    language = preferred([document.spec.language or ENGLISH], languages_of("generator"))
    return None if language == ENGLISH else Tongue(language, ("generator", "specs"))
