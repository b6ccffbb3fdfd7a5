"""Where the rows of a component come from, each of which makes its pieces."""

# annotations that are values, not text: msgspec would compile each of them at every start

import msgspec

from specs.model.values import Frozen, Num, Row, Scalar


class Source(Frozen, frozen=True, kw_only=True):
    """Exactly one of: rows of a `table` of this spec; whole numbers of a `range`, both ends included."""

    table: str | None = None
    range: tuple[int, int] | None = None


Factor = Source | tuple[Scalar, ...]


class Rows(Frozen, frozen=True, kw_only=True):
    """Where a component's rows come from: exactly one of `list`, `csv`, `spreadsheet` (with
    the name of its `tab`, else the first), `table`, `product`, `layout`.

    A layout gives a row for each of its islands, with the names of its fields there: `f0` the middle one, `f1` to `f6`
    clockwise from the one to the right. Another layout can be named when printing.

    A factor of a product adds its value under its own name; a table's row adds all its fields. `where`
    keeps the rows for which it holds; `fields` adds fields computed from the others, in order; `count` is how
    many copies of each row (a row's own `count` field wins).
    """

    list: tuple[Row, ...] | None = None
    csv: str | None = None
    spreadsheet: str | None = None
    tab: str | None = None
    table: str | None = None
    product: dict[str, Factor] | None = None
    layout: str | None = None
    fields: dict[str, Num | bool] = msgspec.field(default_factory=dict)
    where: str | None = None
    count: Num = 1
