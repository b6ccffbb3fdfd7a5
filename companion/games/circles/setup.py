"""The first position from a layout of the spec, or from a position that is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from companion.contract import position
from companion.contract.position import Position
from companion.faults import SyntaxFault, ValueFault, Within
from companion.finals import FinalPosition
from companion.games.circles.board import board_of
from companion.games.circles.ground import field
from companion.games.circles.rules import Circles, Options, begun, resumed
from companion.games.circles.state import State, Table
from companion.values import Player, Setup, SetupOption
from specs.base.languages import mark, say, say_many
from specs.model.shapes.hexes import Cell, island, origin
from specs.read.typed import did_you_mean

if TYPE_CHECKING:
    from specs.model.document import Document
    from specs.model.schema import Layout


OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("layout", mark("which islands lie where, by its name in the spec; else the usual one")),
    SetupOption("position", mark("a position's whole line, to start from instead of a layout")),
)


def options(document: Document, setup: Setup) -> Options:
    """What a setup says: the board, and the rule options."""
    rules = {name: document.spec.rules[name].default for name in Table._fields}
    return Options(**{name: str(value) for name, value in {**rules, **setup.rules, **setup.options}.items()})


def first(rules: Circles, document: Document, seats: int, options: Options) -> State:
    """The first position. Raises SyntaxFault for a setup that cannot be, ValueFault where one value is at fault."""
    table = _table(document, options)
    if options.position:
        return _given(rules, options.position, seats, table)
    layouts = document.spec.setup.layouts
    name = options.layout or _default(layouts, seats)
    if name not in layouts:
        hint = did_you_mean(name, layouts)
        found = f"'{name}'" + (f" ({hint})" if hint else "")
        raise ValueFault(("setup", "layout"), found, say("one of {names}", names=", ".join(layouts)))
    layout = layouts[name]
    starts = layout.starts.get(str(seats))
    if starts is None:
        raise ValueFault(("setup", "layout"), f"'{name}' for {seats} players", f"{', '.join(layout.starts)} players")
    return _placed(layout, starts, seats, table)


def _table(document: Document, options: Options) -> Table:
    chosen = {name: getattr(options, name) for name in Table._fields}
    for name, value in chosen.items():
        choices = document.spec.rules[name].choices
        if value not in choices:
            raise ValueFault(("rules", name), f"'{value}'", " or ".join(map(str, choices)))
    return Table(**chosen)


def _given(rules: Circles, line: str, seats: int, table: Table) -> State:
    state: State = position.read(rules, line).state
    if state.seats != seats:
        raise ValueFault(("setup", "position"), f"{state.seats} players", f"the record's {seats}")
    if state.table != table:
        found, expected = " / ".join(state.table), " / ".join(table)
        raise ValueFault(
            ("setup", "position"), f"a position under {found}", f"the record's rules, {expected}, or those under rules:"
        )
    return resumed(state)


def _default(layouts: dict[str, Layout], seats: int) -> str:
    """The first layout that takes so many players."""
    for name, layout in layouts.items():
        if str(seats) in layout.starts:
            return name
    raise SyntaxFault(say_many("{n} player", "{n} players", seats), say("{first} to {last}", first=2, last=6))


def _placed(layout: Layout, starts: Sequence[Cell], seats: int, table: Table) -> State:
    places = layout.places
    left, bottom = origin(places) if layout.origin is None else layout.origin
    board = board_of(tuple(tuple((q - left, r - bottom) for q, r in island(place)) for place in places))
    homes = {list(places).index(start): field(seat, 1) for seat, start in enumerate(starts)}
    return begun(board, [homes.get(where, 0) for where in board.islands], seats, table)


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to be scored as it lies."""

    position: Annotated[str, Meta(description="a position's line, as `companion export` writes it")]


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> Position:
    """The position as the file tells it. Raises ValueFault."""
    with Within("position"):
        found = position.read(Circles(), values.position)
        return found._replace(state=resumed(found.state))
