"""Checks a language's words: what is wrong or missing, each at its place in the file of words.

Also checks the translation of a Markdown file: which chapters are stale or missing. Its first line, a comment, has a
digest of each chapter of the original at that time; a chapter begins with a heading.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from specs.base.errors import Code, Fault, Place, hints, warning
from specs.base.files import read, unread
from specs.expand import expr
from specs.expand.counting import TABLE
from specs.model.component import PagedText
from specs.model.document import Document
from specs.model.values import composed
from specs.read.beside import inside
from specs.read.typed import did_you_mean, many, shown
from specs.translation.overlay import Entry, Words, beside
from specs.translation.texts import Reading, readings

MOST_BYTES = 500_000
MOST_NAMED = 3  # chapters, or texts without a translation, that are listed
_MADE_OF = re.compile(r"<!-- of [^\n]*?:((?: [0-9a-f]{6})+) -->[ \t]*\r?\n?")
_HEADING = re.compile(r"#{1,6} ")


class Chapter(Struct, frozen=True):
    """A heading with what follows; `line` counts from 1."""

    title: str
    line: int
    text: str

    @property
    def digest(self) -> str:
        return sha256(self.text.encode()).hexdigest()[:6]


class Text(Struct, frozen=True):
    """A text file of a spec, the path of its translation, and the content of both: None if there is no file."""

    name: str
    file: Path
    original: str
    words: str | None


def texts(document: Document, language: str) -> Iterator[Text]:
    """Yield the text files of a spec that can be read. Raises OSError for translations that cannot."""
    components = document.spec.components.values()
    for name in dict.fromkeys(each.pages.from_ for each in components if isinstance(each, PagedText)):
        own = beside(document.spec, name, language)
        try:
            source, there = inside(document.folder, name), inside(document.folder, own)
            original = _decoded(source)
        except (ValueError, OSError):
            continue  # reported where the spec names it
        yield Text(name, document.folder / own, original, _decoded(there) if there.is_file() else None)


def _decoded(file: Path) -> str:
    return composed(read(file, MOST_BYTES).decode("utf-8-sig", "replace"))


def chapters(text: str) -> list[Chapter]:
    """Split a text into chapters; what precedes the first heading comes first."""
    found: list[Chapter] = []
    lines, title, start = list[str](), "", 1
    for number, line in enumerate([*text.splitlines(), "# "], 1):
        if _HEADING.match(line):
            body = "\n".join(each.rstrip() for each in lines).strip()
            if body:
                found.append(Chapter(title, start, body))
            lines, title, start = [], line.lstrip("# ").strip(), number
        lines.append(line)
    return found


def made_of(name: str, original: str) -> str:
    """Return the first line of a text translated from the current original."""
    digests = " ".join(chapter.digest for chapter in chapters(original))
    return f"<!-- of {name}: {digests} -->\n"


def begun(text: Text) -> str | None:
    """Return what a translator is given of a text: all of it, or its translation with the missing digests; None if
    nothing is to be done."""
    if text.words is None:
        return made_of(text.name, text.original) + text.original
    return None if _MADE_OF.match(text.words) else made_of(text.name, text.original) + text.words


def text_warnings(document: Document, language: str, words: Path) -> Iterator[Fault]:
    """Warn about what is stale or missing in the translation of a spec's texts."""
    try:
        for text in texts(document, language):
            if text.words is None:
                found = f"no words for '{text.name}'"
                yield warning("missing-words", Place(str(words), 1, 1), found, f"them in {text.file}")
            else:
                yield from _warnings(text, text.words)
    except OSError as error:
        yield replace(unread(str(error.filename or words), error), severity="warning")


def _warnings(text: Text, words: str) -> Iterator[Fault]:
    file, known = str(text.file), _MADE_OF.match(words)
    if known is None:
        found = f"words of '{text.name}' that do not say what they are made of"
        yield warning("stale-words", Place(file, 1, 1), found, "a first line as `generator words` writes it")
        return
    before, now = known[1].split(), chapters(text.original)
    here = chapters(words[known.end() :])
    stale = [(n, chapter) for n, chapter in enumerate(now) if chapter.digest not in before]
    for n, chapter in stale:
        line = here[n].line + 1 if len(here) == len(now) else 1
        found = f"stale words: '{chapter.title}' in line {chapter.line} of '{text.name}' has changed"
        expected = "its words as it is now, then no line 1, and `generator words` once more"
        yield warning("stale-words", Place(file, line, 1), found, expected)
    gone = len(before) - sum(digest in {chapter.digest for chapter in now} for digest in before) - len(stale)
    if gone > 0:
        found = f"words of {many(gone, 'chapter')} that '{text.name}' has no more"
        expected = "the chapters of the text, then no line 1, and `generator words` once more"
        yield warning("unused-words", Place(file, 1, 1), found, expected)
    own = {chapter.text for chapter in here}
    same = [chapter for chapter in now if chapter.text in own]
    if same:
        found = f"{len(same)} of {many(len(now), 'chapter')} without words: {_named(same)}"
        yield warning("missing-words", Place(file, 1, 1), found, "words for each")


def _named(found: Sequence[Chapter]) -> str:
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return ", ".join(f"{shown(each.title)} (line {each.line})" for each in found[:MOST_NAMED]) + more


# ---- the words of a file -------------------------------------------------------------------------


_ICON = re.compile(r"\[\[([a-z0-9-]+)\]\]")


class WordsCheck:
    """The faults of some words, which forbid printing, and the warnings."""

    def __init__(self, document: Document, words: Words, known: Mapping[str, Reading] | None = None) -> None:
        self.document, self.words = document, words
        self.readings = readings(document) if known is None else known
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self._missing()
        for text, entry in words.entries.items():
            self._entry(text, entry)

    def _fault(
        self, code: Code, key: tuple[str, ...], found: str, expected: str, hint: str = "", *, forbids: bool = False
    ) -> None:
        place = Place(str(self.words.file), *self.words.mark(*key))
        fault = Fault(code, place, found, expected, hints(hint), "error" if forbids else "warning")
        (self.faults if forbids else self.warnings).append(fault)

    def _missing(self) -> None:
        wanted = [reading for reading in self.readings.values() if reading.wanted]
        left = [reading for reading in wanted if reading.text not in self.words.entries]
        if left:
            lines = ((each.text, self.document.mark(each.path)[0]) for each in left[:MOST_NAMED])
            named = ", ".join(f"{shown(text)} (line {line})" for text, line in lines)
            more = f" and {len(left) - MOST_NAMED:,} more" if len(left) > MOST_NAMED else ""
            found = f"{len(left):,} of {many(len(wanted), 'text')} without words: {named}{more}"
            self._fault("missing-words", (), found, "words for each")

    def _entry(self, text: str, entry: Entry) -> None:
        reading = self.readings.get(text)
        if entry.was is not None:
            found = f"stale words, made for {shown(entry.was)}"
            self._fault("stale-words", (text,), found, "words for the text as it is, without 'was'")
        elif reading is None:
            hint = did_you_mean(text, (each for each in self.readings if each not in self.words.entries))
            self._fault("unused-words", (text,), f"unused words for {shown(text)}", "a text of the spec", hint)
        else:
            for words in (entry.words, *entry.in_.values()):
                self._wording(reading, words)

    def _wording(self, reading: Reading, words: str) -> None:
        """Report what is wrong with the words of one text."""
        if not words:
            return
        key, about = (reading.text,), f"words for {shown(reading.text)}"
        if reading.template:
            try:
                vocabulary = TABLE if reading.path[0] == "play" else expr.OF_SPECS
                fields, own = expr.names(words, vocabulary), expr.names(reading.text, vocabulary)
            except expr.ExprError as error:
                self._fault(error.code, key, f"{about}: {error.found}", error.expected, forbids=True)
                return
            for name in fields:
                if name not in own:
                    expected = f"one of {', '.join(own)}" if own else "no fields, as in the text"
                    hint = did_you_mean(name, own)
                    self._fault("unknown-field", key, f"{about}: no field '{name}'", expected, hint, forbids=True)
            for name in own:
                if name not in fields:
                    self._fault("stale-words", key, f"{about} without '{{{name}}}'", "every field of the text")
        icons, others = set(_ICON.findall(reading.text)), set(_ICON.findall(words))
        for name in sorted(icons ^ others):
            what = "without" if name in icons else "with"
            self._fault("stale-words", key, f"{about} {what} [[{name}]]", "the icons of the text")
