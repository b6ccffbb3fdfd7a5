"""A language's words as a PO file, for translators who use Weblate or Poedit, and back.

A text is a `msgid`; a place with words of its own is a `msgctxt`. Stale words are fuzzy, with the text they were made
for. What a `msgstr` lacks stays as the file of words has it: nothing is lost on the way there and back.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import polib

from specs.base.errors import SpecError, bad
from specs.base.files import TooLarge, read, unread
from specs.model.document import Document
from specs.model.values import composed
from specs.read.yaml_nodes import MAX_BYTES
from specs.translation.overlay import Entry, Words
from specs.translation.texts import Reading

# also valid for Python's own formats, so that translation tools check them
_SIMPLE = re.compile(r"[^{}]*(\{[a-z_][a-z0-9_]*\}[^{}]*)*\Z")
_HEADER = {
    "POT-Creation-Date": "2026-01-01 00:00+0000",  # the same words give the same file
    "PO-Revision-Date": "2026-01-01 00:00+0000",
    "Last-Translator": "nobody <nobody@localhost>",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}


def written(document: Document, readings: Mapping[str, Reading], words: Words) -> str:
    """Write a PO file of all texts of a spec with the words there are; unused words come last, as obsolete."""
    made = polib.POFile(wrapwidth=0)
    language = words.tag.replace("-", "_")
    named = {"Project-Id-Version": document.spec.game, "Language": language, "Language-Team": language}
    made.metadata = {**named, **_HEADER}
    for reading in readings.values():
        entry = words.entries.get(reading.text)
        if entry is None and not reading.wanted:
            continue
        made.extend(_entries(document, reading, entry or Entry()))
    for text, entry in words.entries.items():
        if text not in readings and entry.words:
            made.append(polib.POEntry(msgid=text, msgstr=entry.words, obsolete=True))
    return f"{made}\n"


def _entries(document: Document, reading: Reading, entry: Entry) -> Iterator[polib.POEntry]:
    line = document.mark(reading.path)[0]
    flags = ["python-brace-format"] if reading.template and "{" in reading.text and _SIMPLE.match(reading.text) else []
    place = [(document.file.name, str(line))]
    about = ".".join(map(str, reading.path)) + (f", {reading.column}" if reading.column else "")
    stale = {} if entry.was is None else {"previous_msgid": entry.was}
    flags += ["fuzzy"] if stale and entry.words else []
    yield polib.POEntry(msgid=reading.text, msgstr=entry.words, occurrences=place, comment=about, flags=flags, **stale)
    for context, words in entry.in_.items():
        own = {"msgctxt": context, "msgstr": words, "flags": list(flags)}
        yield polib.POEntry(msgid=reading.text, occurrences=place, **own, **stale)


def read_po(file: Path) -> dict[str, Entry]:
    """Read the words of a PO file by their texts, without untranslated ones. Raises SpecError."""
    try:
        text = read(file, MAX_BYTES).decode("utf-8-sig")
        if not text.strip():
            raise OSError(0, "an empty file")
        found = polib.pofile(f"\n{text}", wrapwidth=0)  # polib would take a text of one line for a file name
    except (TooLarge, OSError) as error:
        raise SpecError([unread(str(file), error, "a PO file")]) from None
    except UnicodeDecodeError:
        raise bad("wrong-encoding", str(file), "letters that are not UTF-8", "a PO file in UTF-8") from None
    except (ValueError, IndexError, KeyError) as error:
        raise bad("wrong-file", str(file), f"no PO file: {error}", "one as `generator words --po` writes it") from None
    entries: dict[str, Entry] = {}
    for each in found:
        if each.obsolete or not each.msgstr:
            continue
        text, words = composed(each.msgid), composed(each.msgstr)
        was = composed(each.previous_msgid or each.msgid) if each.fuzzy else None
        before = entries.get(text, Entry())
        if each.msgctxt:
            entries[text] = Entry(words=before.words, in_={**before.in_, each.msgctxt: words}, was=before.was or was)
        else:
            entries[text] = Entry(words=words, in_=before.in_, was=before.was or was)
    return entries
