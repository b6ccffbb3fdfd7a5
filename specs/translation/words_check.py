"""What is wrong with a language's words, and what they lack, each at its place in the file of words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from specs.base.errors import Code, Fault, KeyPath, Place, hints
from specs.expand import expr
from specs.expand.counting import TABLE
from specs.model.document import Document
from specs.read.typed import did_you_mean, many, shown
from specs.translation.file import Entry, Words
from specs.translation.texts import Reading, readings

MOST_NAMED = 3  # texts without words
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
            named = ", ".join(f"{shown(each.text)} (line {self._line(each.path)})" for each in left[:MOST_NAMED])
            more = f" and {len(left) - MOST_NAMED:,} more" if len(left) > MOST_NAMED else ""
            found = f"{len(left):,} of {many(len(wanted), 'text')} without words: {named}{more}"
            self._fault("missing-words", (), found, "words for each")

    def _line(self, path: KeyPath) -> int:
        return self.document.mark(path)[0]

    def _entry(self, text: str, entry: Entry) -> None:
        reading = self.readings.get(text)
        if entry.was is not None:
            found = f"stale words, made for {shown(entry.was)}"
            self._fault("stale-words", (text,), found, "words for the text as it is, without 'was'")
        elif reading is None:
            hint = did_you_mean(text, (each for each in self.readings if each not in self.words.entries))
            self._fault("unused-words", (text,), f"unused words for {shown(text)}", "a text of the spec", hint)
        else:
            for said in (entry.words, *entry.in_.values()):
                self._said(reading, said)

    def _said(self, reading: Reading, said: str) -> None:
        """What is wrong with the words of one text."""
        if not said:
            return
        key, about = (reading.text,), f"words for {shown(reading.text)}"
        if reading.template:
            try:
                vocabulary = TABLE if reading.path[0] == "table" else expr.OF_SPECS
                fields, own = expr.names(said, vocabulary), expr.names(reading.text, vocabulary)
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
        icons, others = set(_ICON.findall(reading.text)), set(_ICON.findall(said))
        for name in sorted(icons ^ others):
            what = "without" if name in icons else "with"
            self._fault("stale-words", key, f"{about} {what} [[{name}]]", "the icons of the text")
