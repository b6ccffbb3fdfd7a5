"""A Markdown file in another language beside the one it is made from: which of its chapters are stale, or not made yet.

Its first line, a comment, has a digest of each chapter of the original as it was; a chapter begins with a heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from specs.base.errors import Fault, Place, warning
from specs.base.files import read, unread
from specs.expand.pieces import inside
from specs.model.component import PagedText
from specs.model.document import Document
from specs.model.values import composed
from specs.read.typed import many, shown
from specs.translation.overlay import beside

MOST_BYTES = 500_000
MOST_NAMED = 3  # chapters
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
    """A text file of a spec, where its words are in a language, and what is in both: None where there is no file."""

    name: str
    file: Path
    original: str
    words: str | None


def texts(document: Document, language: str) -> Iterator[Text]:
    """The text files of a spec that can be read. Raises OSError for words that cannot."""
    components = document.spec.components.values()
    for name in dict.fromkeys(each.pages.text for each in components if isinstance(each, PagedText)):
        own = beside(document.spec, name, language)
        try:
            source, there = inside(document.folder, name), inside(document.folder, own)
            original = _decoded(source)
        except (ValueError, OSError):
            continue  # which is told where the spec names it
        yield Text(name, document.folder / own, original, _decoded(there) if there.is_file() else None)


def _decoded(file: Path) -> str:
    return composed(read(file, MOST_BYTES).decode("utf-8-sig", "replace"))


def chapters(text: str) -> list[Chapter]:
    """A text's chapters, what stands before its first heading first, if anything does."""
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
    """The first line of a text made from another as it is now."""
    digests = " ".join(chapter.digest for chapter in chapters(original))
    return f"<!-- of {name}: {digests} -->\n"


def begun(text: Text) -> str | None:
    """What a translator is given of a text: all of it, or its words with the digests that they lack; None where nothing
    is to be done."""
    if text.words is None:
        return made_of(text.name, text.original) + text.original
    return None if _MADE_OF.match(text.words) else made_of(text.name, text.original) + text.words


def text_warnings(document: Document, language: str, words: Path) -> Iterator[Fault]:
    """What is stale in a spec's texts in a language, and what they lack."""
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
