"""Which pieces are printed where not all are: by their ids, by a condition on their fields, so many of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import cycle, islice

from msgspec import Struct

from specs.base.errors import Fault, Place, Placed, SpecError, bad, hints
from specs.expand import expr
from specs.model.document import Document, Piece
from specs.read.typed import did_you_mean

Pieces = Mapping[str, tuple[Piece, ...]]


class Choice(Struct, frozen=True):
    """The pieces that are asked for: ids or patterns of ids, a condition, copies of each row; each None or empty where
    it leaves nothing out."""

    ids: tuple[str, ...] = ()
    where: str | None = None
    count: int | None = None

    @property
    def all(self) -> bool:
        """Whether nothing is left out."""
        return not self.ids and self.where is None and self.count is None


def chosen(document: Document, components: Sequence[str], choice: Choice) -> Pieces:
    """The pieces to print of some components, in their order; components without any are left out.

    Raises SpecError for an id that no piece has, a condition that cannot be read, and where nothing is left.
    """
    found: dict[str, tuple[Piece, ...]] = {name: document.pieces[name] for name in components}
    if choice.all:
        return found
    wanted = _named([piece for each in found.values() for piece in each], choice.ids)
    if wanted is not None:
        found = {name: tuple(piece for piece in pieces if piece.id in wanted) for name, pieces in found.items()}
    if choice.where is not None:
        found = _meeting(found, choice.where)
        if not any(found.values()):
            expected = "a condition that some piece meets"
            raise bad("unknown-piece", "--where", f"no piece with {choice.where}", expected)
    if choice.count is not None:
        found = {name: tuple(_copies(pieces, choice.count)) for name, pieces in found.items()}
    return {name: pieces for name, pieces in found.items() if pieces}


def _named(pieces: Sequence[Piece], patterns: Sequence[str]) -> set[str] | None:
    """The ids that one of the patterns matches; None without patterns. Raises SpecError for one that matches none."""
    if not patterns:
        return None
    known = [piece.id for piece in pieces]
    found: set[str] = set()
    faults = []
    for pattern in patterns:
        here = {name for name in known if name == pattern or fnmatchcase(name, pattern)}
        if not here:
            first = f", such as {known[0]}" if known else ""
            expected = f"a piece's id{first}, or a pattern such as '*-01'"
            whole = pattern.rstrip("*-")
            component = any(piece.component == whole for piece in pieces)
            hint = f"--only {whole} prints all of a component" if component else did_you_mean(pattern, known)
            faults.append(Fault("unknown-piece", Place("--pieces"), f"no piece '{pattern}'", expected, hints(hint)))
        found |= here
    if faults:
        raise SpecError(faults)
    return found


def _meeting(found: Pieces, condition: str) -> dict[str, tuple[Piece, ...]]:
    """The pieces that meet a condition; one without a field that the condition names does not."""
    with Placed("--where", lambda _: (0, 0), ()):
        names = expr.compile_expr(condition).names
        envs = {name: [(piece, _env(piece)) for piece in pieces] for name, pieces in found.items()}
        fields = {field for pairs in envs.values() for _, env in pairs for field in env}
        for field in names:
            if field not in fields:
                expected = f"one of {', '.join(sorted(fields))}"
                raise bad("unknown-field", "--where", f"no field '{field}'", expected, did_you_mean(field, fields))
        return {
            name: tuple(piece for piece, env in pairs if names.keys() <= env.keys() and expr.holds(condition, env))
            for name, pairs in envs.items()
        }


def _env(piece: Piece) -> dict[str, object]:
    return {"component": piece.component, **piece.row, "id": piece.id, "n": piece.n}


def _copies(pieces: Sequence[Piece], count: int) -> Iterator[Piece]:
    """So many of each row, over again where there are fewer."""
    rows: list[list[Piece]] = []
    for piece in pieces:
        if rows and rows[-1][0].row == piece.row and piece.n > rows[-1][-1].n:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in rows:
        yield from islice(cycle(row), count)
