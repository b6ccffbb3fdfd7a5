"""A spec as read: its values, where each stands in its file, and the pieces its rows expand to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from specs.base.errors import Code, Fault, KeyPath, Place, Placed, hints
from specs.model.schema import Spec
from specs.model.values import Row

MOST_USES = 5  # of a template in others that a fault names


class Words(Protocol):
    """The words of another language, as `translation/overlay.py` reads them; `tag` is the language's, such as pt-BR."""

    tag: str
    sha256: str

    def at(self, text: str, path: KeyPath) -> str: ...
    def of(self, value: object, column: str = "") -> object: ...


class Piece(Struct, frozen=True, gc=False):
    """One physical piece. `row` holds its fields, `n` which of its row's copies it is, from 1; pieces of one `group`
    share their sheets. `source` is its row's line in the file of rows, or its place in their list or table; -1 for
    neither."""

    component: str
    id: str
    row: Row
    n: int
    group: str = ""
    source: int = -1


class Part(Struct, frozen=True):
    """A component of a document that is one of another's, in another language: its name there, and what its pieces'
    ids have behind those there."""

    document: Document
    component: str
    suffix: str

    def piece(self, piece: Piece) -> Piece:
        """A piece as it is there."""
        return replace(piece, component=self.component, id=piece.id.removesuffix(self.suffix))

    def here(self, called: str, piece: Piece) -> Piece:
        """A piece of there as it is in the component that is called so here."""
        return replace(piece, component=called, id=piece.id + self.suffix)


class Document(Struct, frozen=True, eq=False):
    """`pieces` has every component's pieces in their printing order; `folder` is where its files lie. Equal to itself
    alone: its content is large.

    `place(path)` gives the place of a value by its path of keys, such as
    ("components", "cards", "front", 2, "fill"); of the nearest enclosing value where there is none.
    `origin(piece)` gives the file of its row ("" for the spec's own) and the line there, 0 where a row has none.
    `headers` are those of the columns of a component's file of rows, by their fields.
    `bundled` are those of its templates that come along: a fault in one is placed where the spec uses it.
    `words` are those of the language it is in, where that is not its own; `parts` are components in further ones, and
    `tongue` is what it is called then. `second` is the same document in the language that stands below its own on every
    face.
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
    words: Words | None = None
    parts: Mapping[str, Part] = {}
    tongue: str = ""
    second: Document | None = None

    def mark(self, path: KeyPath) -> tuple[int, int]:
        """Line and column, from 1, of a value by its path of keys."""
        place = self.place(path)
        return place.line, place.column

    @property
    def others(self) -> tuple[Document, ...]:
        """It in the further languages that it is printed in."""
        found = [self.second] if self.second is not None else [part.document for part in self.parts.values()]
        return tuple({id(each): each for each in found}.values())

    @property
    def edition(self) -> str:
        """What tells this game's copies from those of other editions: as the spec has it, or the first letters of its
        hash, as each sheet's foot has them."""
        return self.spec.edition or self.sha256[:8]

    @property
    def all_words(self) -> tuple[Words, ...]:
        """The words of all languages that it is printed in, its own left out."""
        return tuple({each.words.tag: each.words for each in (self, *self.others) if each.words}.values())

    @property
    def second_language(self) -> str:
        """The second language that its faces are in, "" for none."""
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
        """A fault of the value with a path; in a template, `used` are the elements that use it, the outermost first."""
        *lines, place = self.places((*used, path))
        tag, at = "" if self.words is None else self.words.tag, tuple(each.line for each in lines[:MOST_USES])
        return Fault(code, place, found, expected, hints(hint), name=name, used=at, language=tag)

    def places(self, paths: Sequence[KeyPath]) -> list[Place]:
        """Where the values with these paths are, those of bundled templates left out; of the templates for none."""
        own = [path for path in paths if path[:1] != ("templates",) or path[1] not in self.bundled]
        return [self.place(path) for path in own or [("templates",)]]

    def warning(self, code: Code, path: KeyPath, found: str, expected: str) -> Fault:
        """A warning about the value with a path."""
        return replace(self.fault(code, path, found, expected), severity="warning")

    def placed(self, path: KeyPath) -> Placed:
        """Within it, what is found unfit is a fault of the value with a path: it raises SpecError."""
        return Placed(self.place, path)
