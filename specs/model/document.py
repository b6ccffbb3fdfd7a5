"""A spec as read: its values, their places in the file, and the pieces that its rows expand to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from specs.base.errors import Code, Fault, KeyPath, Place, Placed, hints
from specs.model.schema import Spec
from specs.model.values import Row

AnySpec = str | Path | Mapping[str, object]  # a bundled game's name, a path, a text of several lines, or a mapping
MOST_USES = 5  # outer uses of a template that a fault names


class Words(Protocol):
    """The words of another language, as read by `translation/overlay.py`; `tag` is the language's, such as pt-BR."""

    tag: str
    sha256: str

    def at(self, text: str, path: KeyPath) -> str: ...
    def of(self, value: object, column: str = "") -> object: ...


class Piece(Struct, frozen=True, gc=False):
    """One physical piece. `row` holds its fields, `n` its number among the row's copies, from 1; pieces of one `group`
    share their sheets. `source` is its row's line in the data file, or its index in the spec; -1 for neither."""

    component: str
    id: str
    row: Row
    n: int
    group: str = ""
    source: int = -1


class Part(Struct, frozen=True):
    """A component that is one of the same game in another language: the document in it, the component's name there, and
    the suffix that its pieces' ids have here."""

    document: Document
    component: str
    suffix: str

    def piece(self, piece: Piece) -> Piece:
        """Return a piece of this component as that document has it."""
        return replace(piece, component=self.component, id=piece.id.removesuffix(self.suffix))

    def here(self, called: str, piece: Piece) -> Piece:
        """Return a piece of that document as the component `called` so here has it."""
        return replace(piece, component=called, id=piece.id + self.suffix)


class Document(Struct, frozen=True, eq=False):
    """A loaded spec. `pieces` has every component's pieces in printing order; `folder` holds its files. Compared by
    identity, since its content is large.

    `place(path)` gives the place of a value by its path of keys, such as ("components", "cards", "front", 2, "fill"),
    or of the nearest enclosing value. `origin(piece)` gives the file of its row ("" for the spec itself) and the line
    there, 0 if a row has none. `headers` are the column headers of a component's data file, by field; `windows_1252`
    are the data files read in this encoding, each with where the spec names it. `bundled` are those of its templates
    that come with the project: a fault in one is placed where the spec uses it. `words` are those of the language it is
    in, None if that is the spec's own; `parts` are components in further languages; `tongue` names its languages in
    file names, such as de or de+it. `second` is the same document in the language printed below its own on every face.
    `given` is what it was loaded from.
    """

    spec: Spec
    file: Path
    folder: Path
    sha256: str
    pieces: Mapping[str, tuple[Piece, ...]]
    place: Callable[[KeyPath], Place]
    origin: Callable[[Piece], tuple[str, int]]
    bundled: frozenset[str] = frozenset()
    headers: Mapping[str, Mapping[str, str]] = {}
    windows_1252: Mapping[str, KeyPath] = {}
    words: Words | None = None
    parts: Mapping[str, Part] = {}
    tongue: str = ""
    second: Document | None = None
    given: AnySpec = ""

    def mark(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column, from 1, of a value by its path of keys."""
        place = self.place(path)
        return place.line, place.column

    @property
    def others(self) -> tuple[Document, ...]:
        """Return the document in the other languages it is printed in."""
        found = [self.second] if self.second is not None else [part.document for part in self.parts.values()]
        return tuple({id(each): each for each in found}.values())

    @property
    def edition(self) -> str:
        """Return what tells this edition from others: the spec's own mark, or the first letters of its hash, as printed
        at each sheet's foot."""
        return self.spec.edition or self.sha256[:8]

    @property
    def all_words(self) -> tuple[Words, ...]:
        """Return the words of all languages it is printed in; the spec's own language has none."""
        return tuple({each.words.tag: each.words for each in (self, *self.others) if each.words}.values())

    @property
    def second_language(self) -> str:
        """Return the second language on its faces, "" for none."""
        return "" if self.second is None else self.second.spec.language or ""

    def fault(
        self,
        code: Code,
        path: KeyPath,
        found: str,
        expected: str,
        hint: str = "",
        name: str = "",
        used: Sequence[KeyPath] = (),
    ) -> Fault:
        """Make a fault of the value at a path; in a template, `used` are the elements that use it, outermost first."""
        *lines, place = self.places((*used, path))
        tag, at = "" if self.words is None else self.words.tag, tuple(each.line for each in lines[:MOST_USES])
        return Fault(code, place, found, expected, hints(hint), name=name, used=at, language=tag)

    def places(self, paths: Sequence[KeyPath]) -> list[Place]:
        """Return the places of the values with these paths, without those in bundled templates; if none is left, the
        place of `templates`."""
        own = [path for path in paths if path[:1] != ("templates",) or path[1] not in self.bundled]
        return [self.place(path) for path in own or [("templates",)]]

    def warning(self, code: Code, path: KeyPath, found: str, expected: str) -> Fault:
        """Make a warning about the value at a path."""
        return replace(self.fault(code, path, found, expected), severity="warning")

    def placed(self, path: KeyPath) -> Placed:
        """Return a block within which an Unfit becomes a SpecError at the path."""
        return Placed(self.place, path)
