"""A language's words of a spec, `words/de.yaml`: each by the words it stands for.

Without words a text stays as the spec has it. An entry is a text; or, where one text needs several, `words` with others
`in` some places of the spec, or where a column of data is printed; `was` says that the words are those of an earlier
text, so that they are not printed before somebody has looked at them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import msgspec

from specs.base.errors import Fault, KeyPath
from specs.base.files import read, reading
from specs.expand.pieces import inside
from specs.model.schema import Spec
from specs.model.values import Frozen, Written
from specs.read.typed import convert, limited
from specs.read.yaml_nodes import MAX_BYTES, Tree, read_text
from specs.translation.rendering import Worded

TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")  # de, pt-BR, zh-Hant
SUFFIX = ".yaml"


class Entry(Frozen, frozen=True, kw_only=True):
    """What stands for a text: everywhere, and in some places. `was` is the text that the words were made for."""

    CALLED = "an entry"

    words: Written = ""
    in_: dict[str, Written] = msgspec.field(name="in", default_factory=dict)
    was: Written | None = None


class Sheet(Frozen, frozen=True, kw_only=True):
    """A file of words: what the language calls itself, its words with their hyphens, fonts in place of the spec's, and
    the words."""

    CALLED = "a file of words"

    name: Written = ""
    hyphenation: tuple[str, ...] = ()
    fonts: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    words: dict[str, Written | Entry | None] = msgspec.field(default_factory=dict)


class Words:
    """The words of one language, as its file has them. `tag` is the language's, such as pt-BR, `sha256`
    that of the file."""

    def __init__(self, tag: str, file: Path, sha256: str, sheet: Sheet, tree: Tree) -> None:
        self.tag, self.file, self.sha256, self.sheet, self.tree = tag, file, sha256, sheet, tree

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """What stands for each text, words that are not there yet left out."""
        given = self.sheet.words.items()
        found = {text: each if isinstance(each, Entry) else Entry(words=each or "") for text, each in given}
        return {text: each for text, each in found.items() if each.words or each.in_}

    @cached_property
    def plain(self) -> Mapping[str, str]:
        """The entries that stand for a text everywhere."""
        return {text: each.words for text, each in self.entries.items() if not each.in_ and each.was is None}

    def at(self, text: str, path: KeyPath) -> str:
        """What stands for a text at its place in the spec; the text itself where nothing does."""
        found = self.plain.get(text)
        return self._placed(text, ".".join(map(str, path))) if found is None else found

    def of(self, value: object, column: str = "") -> object:
        """What is printed for a value of some column: text that has words in their place."""
        if isinstance(value, Worded):
            return value.by.get(self.tag, str(value))
        if not isinstance(value, str):
            return value
        found = self.plain.get(value)
        return self._placed(value, column) if found is None else found

    def _placed(self, text: str, place: str) -> str:
        entry = self.entries.get(text)
        if entry is None or entry.was is not None:
            return text
        near = [each for each in entry.in_ if place == each or place.startswith(f"{each}.")]
        return (entry.in_[max(near, key=len)] if near else entry.words) or text

    def mark(self, *path: str | int) -> tuple[int, int]:
        """Line and column of a value in the file; of the key, for a text that words stand for."""
        return self.tree.key_mark(("words", *path))


def tag(language: str) -> str:
    """A language as the names of files have it: pt_BR as pt-BR."""
    first, *rest = language.replace("_", "-").split("-")
    return "-".join((first.lower(), *rest))


def languages(spec: Spec, folder: Path) -> Mapping[str, Path]:
    """The files of words beside a spec, by language: none where the folder, or a link, leads elsewhere."""
    found: dict[str, Path] = {}
    with suppress(ValueError, OSError):
        for file in sorted(inside(folder, spec.words).glob(f"*{SUFFIX}")):
            if TAG.match(tag(file.stem)) and inside(folder, f"{spec.words}/{file.name}").is_file():
                found.setdefault(tag(file.stem), folder / spec.words / file.name)
    return found


def strays(spec: Spec, folder: Path) -> list[Path]:
    """The files in a spec's own folder of words that are those of no language, or of one that has another."""
    known = languages(spec, folder).values()
    with suppress(ValueError, OSError):
        files = sorted(inside(folder, spec.words).glob(f"*{SUFFIX}"))
        return [each for file in files if (each := folder / spec.words / file.name) not in known]
    return []


def load_words(spec: Spec, folder: Path, language: str) -> tuple[Words, list[Fault]]:
    """A language's words, and what is wrong with their file. Raises SpecError where it cannot be read at all."""
    file = languages(spec, folder)[language]
    with reading(str(file)):
        return read_words(language, file, read(file, MAX_BYTES))


def read_words(language: str, file: Path, data: bytes) -> tuple[Words, list[Fault]]:
    """The words that a file holds, and what is wrong with it. Raises SpecError."""
    tree = read_text(data, str(file)) if data.strip() else Tree(str(file), {}, None)
    sheet, faults = convert(tree, Sheet)
    words = Words(language, file, sha256(data).hexdigest(), sheet or Sheet(), tree)
    return words, limited(tree.faults + faults, str(file))
