"""Expands a component's rows to pieces."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from specs.base.errors import Code, Fault, Gathered, KeyPath, Place, Placed, RowPlace, SpecError, Unfit
from specs.expand import expr
from specs.expand.fields import of_game
from specs.model.component import FILES, Component, Factor, is_file
from specs.model.document import Piece
from specs.model.schema import Spec
from specs.model.shapes import hexes
from specs.model.values import Row, Scalar, field_name, spanned
from specs.read.guessed import value_instead
from specs.read.typed import MOST_FAULTS, did_you_mean
from specs.read.yaml_nodes import Tree

if TYPE_CHECKING:
    from specs.read.csv import Numbered

# what a row is sorted by: whether it is empty, whether it is a text, its number, its letters
_Order = list[tuple[bool, bool, float, list[int]]]
_Kept = tuple[_Order, int, int, Row]  # with its line or place, and its number
MAX_PIECES = 200_000
MOST_LISTED = 20  # fields of a row that are listed
LONGEST_ID = 100  # ids become file names


def by_players(spec: Spec) -> bool:
    """Return whether the number of pieces may depend on the number of players."""
    rows = [component.rows for component in spec.components.values()]
    return any("players" in str(text) for each in rows for text in (each.where, each.count, *each.fields.values()))


def partner(row: Row, key: str, rows: Mapping[str, Row]) -> Row:
    """Return the row that a row is joined with; empty fields if its value is empty. Raises Unfit."""
    if key not in row:
        raise Unfit("unknown-field", f"no field '{key}'", "one of the row", did_you_mean(key, row), key)
    value = expr.show(row[key])
    if value not in rows and value:
        hint = did_you_mean(value, rows)
        raise Unfit("unknown-name", f"{key} '{value}', which is in no row to join with", "one that is there", hint)
    return rows[value] if value in rows else dict.fromkeys(next(iter(rows.values()), ()), "")


def row_path(spec: Spec, name: str, source: int) -> KeyPath:
    """Return a row's place in its spec: the row itself, or what names its file."""
    rows = spec.components[name].rows
    if source >= 0 and rows.name in spec.data:
        return ("data", rows.name, source)
    keys = ("from", source) if spec.components[name].written_rows is rows else (source,)
    return ("components", name, "rows", *(keys if source >= 0 and isinstance(rows.from_, tuple) else ()))


class _AtRow(SpecError):
    """Faults placed at the row."""


class _Enough(SpecError):
    """There are too many pieces: no more rows are expanded."""


class _Reading(Placed):
    """A block in which an expression is evaluated: what is wrong with it becomes a SpecError with its place, and with
    the field that may be meant."""

    def __init__(self, place: Callable[[KeyPath], Place], path: KeyPath, env: Mapping[str, object]) -> None:
        super().__init__(place, path)
        self.env = env

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, expr.ExprError) and error.name:
            error.hint = did_you_mean(error.name, self.env)
        super().__exit__(kind, error, trace)


class Expander:
    """Expands the components of one spec. `faults` collects what is wrong, with its place in the spec or the data."""

    def __init__(
        self, spec: Spec, tree: Tree, folder: Path, layout: str | None = None, players: int | None = None
    ) -> None:
        self.spec, self.tree, self.folder, self.layout = spec, tree, folder, layout
        self.players = spec.players.max if players is None else players
        self.faults: list[Fault] = []
        self.files: dict[str, str] = {}  # by component, the file of its rows, if any
        self.headers: dict[str, Mapping[str, str]] = {}  # by component, that file's headers by field
        self.windows_1252: dict[str, KeyPath] = {}  # files in this encoding, and where the spec names them
        self.base: dict[str, object] = of_game(spec)
        self.dealt = {pile.from_ for pile in spec.setup.piles.values()}

    def fault(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "", name: str = "") -> SpecError:
        return SpecError([self.tree.fault(code, path, found, expected, hint, name)])

    def placed(self, path: KeyPath, what: str = "") -> Placed:
        return Placed(self.tree.place, path, what)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Add what is wrong to `faults`."""
        try:
            yield
        except SpecError as error:
            self.faults += error.faults

    def reading(self, path: KeyPath, env: Mapping[str, object]) -> Placed:
        return _Reading(self.tree.place, path, env)

    def origin(self, piece: Piece) -> tuple[str, int]:
        """Return the file of a piece's row ("" for the spec itself) and its line there; 0 if a row has none."""
        return self.line(piece.component, piece.source)

    def line(self, name: str, source: int) -> tuple[str, int]:
        if name in self.files and source >= 0:
            return self.files[name], source
        place = self.tree.place(row_path(self.spec, name, source))
        return "" if place.file == self.tree.file else place.file, place.line if source >= 0 else 0

    def at_row(self, code: Code, name: str, source: int, row: Row, key: str, found: str, expected: str) -> Fault:
        """Make a fault at a row's cell."""
        if name in self.files:
            column = list(row).index(key) + 1 if key in row else 1
            return Fault(code, Place(self.files[name], source, column), found, expected)
        return self.tree.fault(code, (*row_path(self.spec, name, source), key), found, expected)

    def pieces(self, name: str, component: Component) -> tuple[Piece, ...]:
        """Return all pieces of a component in printing order, without those of faulty rows. What is wrong is added to
        `faults`."""
        found: list[Piece] = []
        wrong, before = Gathered(), len(self.faults)
        ids: set[str] = set()
        rows: list[_Kept] = []
        number = 0

        def gather(error: SpecError, source: int, number: int) -> None:
            """Add what is wrong with a row."""
            if isinstance(error, _Enough):
                raise error
            if isinstance(error, _AtRow):
                self.faults += error.faults
            else:
                file, line = self.line(name, source)
                for fault in error.faults:
                    wrong.add(fault, RowPlace(file, line, 0 if line else number))
            if len(wrong) + len(self.faults) - before > MOST_FAULTS:
                raise _Enough([])

        with self.telling():  # its last rows may be faulty: those before them are pieces all the same
            joined = self.joined(name, component)
            for number, (source, given) in enumerate(self.source(name, component), 1):
                try:
                    left = self.left_out(name, component, given)
                    if not left and (row := self.kept(name, component, joined(given))) is not None:
                        rows.append((self.order(name, component, row), source, number, row))
                except SpecError as error:
                    gather(error, source, number)
                if len(rows) > MAX_PIECES:
                    break
        with self.telling():
            rows.sort(key=itemgetter(0))
            for kept, (_, source, at, row) in enumerate(rows, 1):
                try:
                    found += self.expanded(name, component, source, row, kept, ids, MAX_PIECES - len(found))
                except SpecError as error:
                    gather(error, source, at)
        self.faults += wrong.faults(every=number)
        path: KeyPath = ("components", name, "rows")
        if not found and len(self.faults) == before and path not in self.tree.removed:  # those are faults already
            self.faults.append(self.tree.fault("empty", path, "no rows, so no pieces", "at least one row"))
        return tuple(found)

    def expanded(
        self, name: str, component: Component, source: int, row: Row, index: int, ids: set[str], most: int
    ) -> list[Piece]:
        """Expand one row to its pieces; their ids are added to those in use. Raises SpecError."""
        path: KeyPath = ("components", name)
        count = self.count(name, component, source, row)
        if count > most:
            found = f"{MAX_PIECES - most + count:,} pieces or more"
            expected = f"at most {MAX_PIECES:,} of a component"
            raise _Enough([self.tree.fault("over-limit", row_path(self.spec, name, source), found, expected)])
        many = count > 1 and not (component.id and "n" in self.names(component.id, (*path, "id")))
        width, group = max(2, len(str(count))), self.group(name, component, row)
        made: list[Piece] = []
        for n in range(1, count + 1):
            id = self.id(name, component, row, n, index, f"-{n:0{width}}" if many else "")
            code: Code | None = None
            if len(id) > LONGEST_ID or len(id.encode("utf-8", "replace")) > 1.6 * LONGEST_ID:
                code, wrong, expected = "over-limit", f"an id of {len(id)} letters", f"at most {LONGEST_ID}"
            elif id in ids:
                code, wrong = "duplicate", f"two pieces with the id '{id}'"
                expected = "an 'id:' that tells all pieces apart"
            if code and component.id is not None:
                raise self.fault(code, (*path, "id"), wrong, expected)
            if code:
                raise _AtRow([self.at_row(code, name, source, row, "id", wrong, expected)])
            ids.add(id)
            made.append(Piece(name, id, row, n, group, source))
        return made

    def names(self, template: str, path: KeyPath) -> Mapping[str, int]:
        with self.placed(path):
            return expr.names(template)

    def group(self, name: str, component: Component, row: Row) -> str:
        """Return the group whose pieces share their sheets."""
        with self.placed(("components", name, "print", "sheet")):
            return expr.render(component.print.group, {**self.base, **row})

    def id(self, name: str, component: Component, row: Row, n: int, index: int, suffix: str) -> str:
        if component.id is None:
            text = str(row["id"]) if "id" in row else name if self.single(component) else f"{name}-{index:02}"
            return text + suffix
        try:
            return expr.render(component.id, {**self.base, **row, "n": n}) + suffix
        except expr.ExprError as error:
            hint = did_you_mean(error.name, row) if error.name else ""
            expected = f"one of {', '.join(list(row)[:MOST_LISTED])}" if error.name and row else error.expected
            path: KeyPath = ("components", name, "id")
            raise self.fault(error.code, path, error.found, expected, hint, error.name) from None

    @staticmethod
    def single(component: Component) -> bool:
        given = component.rows.from_ or ({},)
        return isinstance(given, tuple) and len(given) == 1

    def seen(self, name: str) -> dict[str, object]:
        """Return the names that a component's rows can use besides their fields. The number of players is not among
        them if a seed deals from it: the same seed then deals the same, however many pieces were printed."""
        return self.base if name in self.dealt else {**self.base, "players": self.players}

    def count(self, name: str, component: Component, source: int, row: Row) -> int:
        rows = component.rows
        try:
            number = expr.number(row.get("count", rows.count), {**self.seen(name), **row})
            if number == int(number) and number >= 1:
                return int(number)
            found, expected = expr.show(number), "a whole number of at least 1"
        except expr.ExprError as error:
            found, expected = error.found, error.expected
            if field_name(str(rows.count)) in row:
                expected = f'"{{{rows.count}}}", with braces: a field'
        if "count" in row and "count" not in rows.fields:
            raise _AtRow([self.at_row("wrong-value", name, source, row, "count", f"count: {found}", expected)])
        keys = ("rows", "fields", "count") if "count" in row else ("rows", "count")
        raise self.fault("wrong-value", ("components", name, *keys), f"count: {found}", expected)

    def joined(self, name: str, component: Component) -> Callable[[Row], Row]:
        """Return a function that adds to a row the fields of the rows it is joined with. Raises SpecError."""
        path: KeyPath = ("components", name, "rows", "with")
        others = {key: self.by_key(key, source, (*path, key)) for key, source in component.rows.with_.items()}

        def joined(row: Row) -> Row:
            for key, rows in others.items():
                with self.placed((*path, key)):
                    row = {**partner(row, key, rows), **row}
            return row

        return joined

    def by_key(self, key: str, source: str, path: KeyPath) -> dict[str, Row]:
        """Index the rows of a table or a file by a field. Raises SpecError."""
        found: dict[str, Row] = {}
        there = is_file(source)
        rows = (row for _, _, row in self.opened(source, path)) if there else self.named(source, path)
        with self.placed(path):
            for row in rows:
                if key not in row:
                    raise Unfit("unknown-field", f"no field '{key}' in '{source}'", "one that both have", name=key)
                if (value := expr.show(row[key])) in found:
                    raise Unfit("duplicate", f"two rows of '{source}' with {key} '{value}'", "one to join with")
                found[value] = row
        return found

    def left_out(self, name: str, component: Component, row: Row) -> bool:
        """Return whether `where` leaves a row out by its own fields alone, before any join."""
        rows, path = component.rows, ("components", name, "rows", "where")
        if rows.where is None or not rows.with_:
            return False
        with self.placed(path):
            own = {**self.seen(name), **row}
            asked = {*expr.compile_expr(rows.where).names}
            return not asked - own.keys() and not asked & rows.fields.keys() and not expr.holds(rows.where, own)

    def kept(self, name: str, component: Component, row: Row) -> Row | None:
        """Return a row with its computed `fields`; None if `where` drops it."""
        rows, path = component.rows, ("components", name, "rows")
        env: dict[str, object] = {**self.seen(name), **row}
        result = row
        if rows.fields:
            result = row.copy()  # keeps the row's mapping type
            for field, value in rows.fields.items():
                env[field] = result[field] = self.computed(value, env, (*path, "fields", field))
        if rows.where is not None:
            with self.reading((*path, "where"), env):
                if not expr.holds(rows.where, env):
                    return None
        return result

    def order(self, name: str, component: Component, row: Row) -> _Order:
        """Return what a row is sorted by: numbers, then texts whatever their case, then what is empty."""
        sort, path = component.rows.sort, ("components", name, "rows", "sort")
        found: _Order = []
        env = {**self.seen(name), **row} if sort else row
        for text in (sort,) if isinstance(sort, str) else sort:
            with self.reading(path, env):
                value = expr.compile_expr(text.removeprefix("-")).value(env)
            way = -1 if text.startswith("-") else 1
            if isinstance(value, int | float):
                found.append((False, False, way * value, []))
            else:
                letters = [way * ord(letter) for letter in normalize("NFKD", expr.show(value).casefold())]
                # with `-`, the end of a text comes after any letter: `ab` before `a`
                found.append((value == "", True, 0, letters + [1] * (way < 0)))
        return found

    def computed(self, value: object, env: Mapping[str, object], path: KeyPath) -> Scalar:
        with self.reading(path, env):
            result = expr.evaluate(value, env)
        if isinstance(result, tuple):
            raise self.fault("wrong-type", path, "a list", "text, a number, true or false")
        return result

    def source(self, name: str, component: Component) -> Iterator[tuple[int, Row]]:
        """Yield each row with its line or place in its source, -1 for none."""
        rows, path = component.rows, ("components", name, "rows")
        if rows.file:
            yield from self.filed(name, rows.file, (*path, "from"))
        elif isinstance(rows.from_, dict):
            factors = [self.factor(key, value, (*path, "from", key)) for key, value in rows.from_.items()]
            total = 1
            for factor in factors:
                total *= len(factor)
            if total > 10 * MAX_PIECES:
                found = f"{total:,} rows of all combinations"
                raise self.fault("over-limit", (*path, "from"), found, f"at most {10 * MAX_PIECES:,}")
            for combination in product(*factors):
                merged: Row = {}
                for part in combination:
                    merged.update(part)
                yield -1, merged
        elif rows.name in self.spec.setup.layouts and rows.name not in self.spec.data:
            yield from ((-1, row) for row in self.laid(rows.name))
        elif isinstance(rows.from_, str):
            yield from enumerate(self.named(rows.from_, (*path, "from"), self.spec.setup.layouts))
        else:
            yield from enumerate(rows.from_) if rows.from_ not in (None, ({},)) else ((-1, {}),)

    def named(self, name: str, path: KeyPath, others: Iterable[str] = ()) -> tuple[Row, ...]:
        """Return the rows of that name under `data:`; `others` may be named too."""
        if name not in self.spec.data:
            expected = f"a name under data:, or a file that ends in {', '.join(FILES)}"
            hint = value_instead("data", name) or did_you_mean(name, (*self.spec.data, *others))
            raise self.fault("unknown-data", path, f"no rows '{name}'", expected, hint, name)
        return self.spec.data[name]

    def laid(self, name: str) -> Iterator[Row]:
        """Yield a row for each island of a layout, or of the one chosen for printing, with the names of its fields."""
        layout = self.spec.setup.layouts[self.layout or name]
        left, low = hexes.origin(layout.places) if layout.at is None else layout.at
        for number, place in enumerate(layout.places, 1):
            names = {f"f{n}": hexes.name((q - left, r - low)) for n, (q, r) in enumerate(hexes.island(place))}
            yield {"number": number, **names}

    def factor(self, key: str, factor: Factor, path: KeyPath) -> list[Row]:
        if isinstance(factor, str) and (numbers := spanned(factor)) is not None:
            if not 0 < len(numbers) <= MAX_PIECES:
                expected = f"upward, and at most {MAX_PIECES:,} numbers"
                raise self.fault("over-limit", path, f"numbers {factor}", expected)
            return [{key: number} for number in numbers]
        return list(self.named(factor, path)) if isinstance(factor, str) else [{key: value} for value in factor]

    def filed(self, component: str, name: str, path: KeyPath) -> Iterator[tuple[int, Row]]:
        """Yield the rows of a CSV file, a spreadsheet's tab, a kept sheet or a folder of pictures."""
        for file, line, row in self.opened(name, path, component):
            self.files[component] = file
            yield line, row

    def opened(self, name: str, path: KeyPath, component: str = "") -> "Iterator[Numbered]":
        """Yield the rows of a file with their lines; note the headers of a component's. Raises SpecError."""
        from specs.expand.sources import opened  # only needed for a spec with such a file

        def heard(headers: Mapping[str, str], encoding: str) -> None:
            if component:
                self.headers[component] = headers
            if encoding == "cp1252":
                self.windows_1252.setdefault(name, path)

        try:
            with self.placed(path):
                yield from opened(self.folder, name, heard)
        except OSError as error:
            found = f"'{name}': {error.strerror}"
            raise self.fault("unreadable-file", path, found, "a file that can be read") from None
