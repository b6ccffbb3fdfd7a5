"""What the expressions of a kit see of a position, and what each row of `score:` comes to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.contract import NOTHING
from companion.games.free.state import Piece, Site, State, lying

if TYPE_CHECKING:
    from specs.kit import Kit
    from specs.table_schema import ScoreRow


class Env(Mapping[str, Any]):
    """The names of expressions for a player, each worked out when it is asked for; `more` are others beside them.
    Raises Unknown for what hangs on a piece that is not known."""

    def __init__(self, state: State, seat: int, more: Mapping[str, Any] = NOTHING) -> None:
        self.state, self.seat, self.more = state, seat, more

    def __iter__(self) -> Iterator[str]:
        return iter(())  # nobody asks for all of them

    def __len__(self) -> int:
        return 0

    def __getitem__(self, name: str) -> Any:
        state, player = self.state, self.state.players[self.seat]
        if name in self.more:
            return self.more[name]
        if name in state.kit.counters:
            return state.counted(name, self.seat)
        if name in state.kit.dice:
            faces = state.dice[list(state.kit.dice).index(name)]
            if None in faces:
                raise _unknown()
            return faces
        zone, _, field = name.partition(".")
        if zone == "box" and field in {_called(kind.component) for kind in state.kit.kinds}:
            return sum(_called(state.component(piece)) == field for _, lie in lying(state, zone, None) for piece in lie)
        if zone in state.kit.zones and field:
            pieces = [piece for _, lie in lying(state, zone, self.seat) for piece in lie]
            return len(pieces) if field == "count" else column(state, pieces, field)
        plain = {"round": state.round, "name": player.name, "mine": player.colour, "players": len(state.players)}
        return plain[name]


def _unknown() -> Exception:
    from specs.counting import Unknown

    return Unknown()


def _called(component: str) -> str:
    return re.sub(r"[^a-z0-9_]", "_", component)[:24]


def column(state: State, pieces: list[Piece], field: str) -> tuple[Any, ...]:
    """A field of pieces, of those that have it. Raises Unknown where one that may have it is not known."""
    found = []
    for piece in pieces:
        if piece.known:
            fields = state.kind(piece).fields
            found += [fields[field]] if field in fields else []
        elif any(field in kind.fields for kind in state.kit.kinds if kind.component == piece.word[1:]):
            raise _unknown()
    return tuple(found)


class _Lying(Mapping[str, Any]):
    """The names of a piece where it lies, before those of the position."""

    def __init__(self, base: Env, site: Site, at: int) -> None:
        self.base, self.site, self.at = base, site, at

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __getitem__(self, name: str) -> Any:
        state, site = self.base.state, self.site
        pieces = state.lies[state.plan.numbers[site]]
        where, _, field = name.partition(".")
        match where, field:
            case "component", "":
                return state.component(pieces[self.at])
            case "cell", "":
                return site.cell
            case (("row" | "column"), ""):
                letters = site.cell.rstrip("0123456789")
                number = site.cell[len(letters) :]
                first = (where == "column") == (state.zone(site).lay in ("grid", "hex"))
                return letters if first else int(number or 0)
            case "under", _:
                return next(iter(column(state, list(pieces[self.at + 1 :]), field)), "")
            case "beside", _:
                around = (top(state, site._replace(cell=cell), field) for cell in state.zone(site).cells[site.cell])
                return tuple(value for value in around if value != "")
            case "group", _:
                return grouped(state, site, field)
        if not field and any(name in kind.fields for kind in state.kit.kinds):
            return next(iter(column(state, [pieces[self.at]], name)), "")
        return self.base[name]


class _Columns(_Lying):
    """The names of all pieces as lists, and `n`, how many they are."""

    def __init__(self, base: Env, each: list[_Lying]) -> None:
        self.base, self.each = base, each

    def __getitem__(self, name: str) -> Any:
        if name == "n":
            return len(self.each)
        try:
            return self.base[name]
        except KeyError:
            return tuple(value for one in self.each if (value := one[name]) != "")


def top(state: State, site: Site, field: str) -> Any:
    """A field of what lies at a site: of the topmost piece that has it, else nothing."""
    return next(iter(column(state, list(state.lies[state.plan.numbers[site]]), field)), "")


def grouped(state: State, site: Site, field: str) -> int:
    """How many places hang together with one by an equal field."""
    value = top(state, site, field)
    found = [site]
    for at in found:
        for cell in state.zone(at).cells.get(at.cell, ()):
            beside = at._replace(cell=cell)
            if beside not in found and value != "" and top(state, beside, field) == value:
                found.append(beside)
    return len(found) if value != "" else 0


# ---- what is judged by them --------------------------------------------------------------------------


def holds(state: State, seat: int, condition: str, more: Mapping[str, Any] = NOTHING) -> bool:
    """Whether a condition holds for a player; what is not known, or does not fit together, does not."""
    return bool(_value(condition, Env(state, seat, more)))


def _value(source: object, env: Mapping[str, Any]) -> Any:
    """An expression's value; None for what is not known or fits nothing."""
    from specs.counting import Unknown, evaluate
    from specs.expr import ExprError

    try:
        return evaluate(source, env)
    except (Unknown, ExprError):
        return None


class Sum(NamedTuple):
    """What a row of the score gives a player; None where it is not known."""

    text: str
    points: int | None


def rows(state: State, at: str) -> list[list[Sum]]:
    """The rows of one sort, `round` or `end`, for each player."""
    found: list[list[Sum]] = [[] for _ in state.players]
    for row in state.kit.score:
        if row.at == at:
            for seat, points in enumerate(_row(state, row)):
                found[seat].append(Sum(row.text, points))
    return found


def _row(state: State, row: ScoreRow) -> list[int | None]:
    if row.value is None:
        return [_points(state, row, seat) for seat in range(len(state.players))]
    values = [_whole(_value(row.value, Env(state, seat))) for seat in range(len(state.players))]
    if None in values:
        return list(values) if not any(values) else [None] * len(values)
    return list(_majority([value or 0 for value in values], row.most, row.tie))


def _majority(values: list[int], most: tuple[int, ...], tie: str) -> list[int]:
    """Points for having most of something; who has nothing gets nothing."""
    found, place = [0] * len(values), 0
    for value in sorted({value for value in values if value > 0}, reverse=True):
        alike = [seat for seat, one in enumerate(values) if one == value]
        shared = sum(most[place : place + len(alike)])
        for seat in alike:
            alone = len(alike) == 1 or tie == "all"
            found[seat] = most[place] if alone and place < len(most) else shared // len(alike) if tie == "share" else 0
        place += len(alike)
        if place >= len(most):
            break
    return found


def _points(state: State, row: ScoreRow, seat: int) -> int | None:
    base = Env(state, seat)
    if row.of is None:
        return _whole(_value(row.points, base))
    each = [_Lying(base, site, at) for site, pieces in lying(state, row.of, seat) for at in range(len(pieces))]
    if row.where is not None:
        kept = [_value(row.where, one) for one in each]
        if None in kept:
            return None
        each = [one for one, keep in zip(each, kept, strict=True) if keep]
    if row.each is None:
        return _whole(_value(row.points, _Columns(base, each)))
    found = [_whole(_value(row.each, one)) for one in each]
    return None if None in found else sum(points or 0 for points in found)


def _whole(value: Any) -> int | None:
    return int(value) if isinstance(value, int | float) else None


def total(state: State, seat: int) -> int:
    """A player's score as it stands: what was counted on the way, and the rows of the end."""
    return state.counted("score", seat) + sum(row.points or 0 for row in rows(state, "end")[seat])


def ended(kit: Kit, state: State, seat: int) -> str:
    """Why the game is over by the kit's `end`: `when`, `won` or `lost`; empty where it is not."""
    conditions = {key: getattr(kit.end, key) for key in ("lost", "won", "when")}
    return next((key for key, when in conditions.items() if when is not None and holds(state, seat, when)), "")
