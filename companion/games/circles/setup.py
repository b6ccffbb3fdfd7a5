"""The first position from a layout of the spec, or from a position that is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from companion.contract import Player, Setup, SetupOption, SyntaxFault, ValueFault, Within
from companion.finals import FinalPosition
from companion.games.circles.board import Segments, board_of
from companion.games.circles.notation import parse_state
from companion.games.circles.rules import begin, resumed
from companion.games.circles.state import Rules, State, field
from specs.base.languages import mark, say, say_many
from specs.model.document import Document
from specs.model.schema import Layout
from specs.model.shapes.hexes import Cell, island, origin
from specs.read.typed import did_you_mean

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption("layout", mark("which islands lie where, by its name in the spec; else the usual one")),
    SetupOption("position", mark("a position's whole line, to start from instead of a layout")),
)


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    """The first position. Raises SyntaxFault for a setup that cannot be, ValueFault where one value is at fault."""
    rules = _rules(document, setup)
    given = setup.options.get("position")
    if given is not None:
        state = parse_state(given)
        if len(state.players) != len(players):
            raise ValueFault(("setup", "position"), f"{len(state.players)} players", f"the record's {len(players)}")
        if state.rules != rules:
            found = f"a position under {' / '.join(state.rules)}"
            raise ValueFault(
                ("setup", "position"), found, f"the record's rules, {' / '.join(rules)}, or those under rules:"
            )
        return resumed(state._replace(players=tuple(players)))
    layouts = document.spec.setup.layouts
    name = setup.options.get("layout") or _default(document, len(players))
    if name not in layouts:
        hint = did_you_mean(name, layouts)
        raise ValueFault(
            ("setup", "layout"),
            f"'{name}'" + (f" ({hint})" if hint else ""),
            say("one of {names}", names=", ".join(layouts)),
        )
    layout = layouts[name]
    starts = layout.starts.get(str(len(players)))
    if starts is None:
        raise ValueFault(
            ("setup", "layout"), f"'{name}' for {len(players)} players", f"{', '.join(layout.starts)} players"
        )
    return _placed(layout, starts, players, rules)


def _default(document: Document, players: int) -> str:
    """The first layout that takes so many players."""
    for name, layout in document.spec.setup.layouts.items():
        if str(players) in layout.starts:
            return name
    raise SyntaxFault(say_many("{n} player", "{n} players", players), say("{first} to {last}", first=2, last=6))


def _placed(layout: Layout, starts: Sequence[Cell], players: Sequence[Player], rules: Rules) -> State:
    places = layout.places
    left, bottom = origin(places) if layout.origin is None else layout.origin
    segments: Segments = tuple(tuple((q - left, r - bottom) for q, r in island(place)) for place in places)
    board = board_of(segments)
    fields = [0] * len(board.cells)
    for player, start in enumerate(starts):
        for number, where in enumerate(board.islands):
            if where == list(places).index(start):
                fields[number] = field(player, 1)
    return begin(board, fields, players, rules)


def _rules(document: Document, setup: Setup) -> Rules:
    values: dict[str, str] = {}
    for name in Rules._fields:
        option = document.spec.rules[name]
        value = setup.rules.get(name, option.default)
        if value not in option.choices:
            raise ValueFault(("rules", name), f"'{value}'", " or ".join(map(str, option.choices)))
        values[name] = str(value)
    return Rules(**values)


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to be scored as it lies."""

    position: Annotated[str, Meta(description="a position's line, as `companion export` writes it")]


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    """The position as the file tells it. Raises ValueFault."""
    with Within("position"):
        return resumed(parse_state(values.position))
