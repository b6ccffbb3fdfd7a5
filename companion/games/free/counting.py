"""The names that a kit's expressions see in a position, and the result of each row of `score:`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from companion.contract.rules import Row, Score
from companion.contract.values import NOTHING, Player
from companion.games.free.plan import Piece, Site, seats, unnamed
from companion.games.free.state import State
from specs.base.languages import Said, say, verbatim
from specs.expand.counting import Unknown, evaluate, said
from specs.expand.expr import ExprError
from specs.expand.table_kit import FIELDS, LIES, called
from specs.model.schema import End, ScoreRow

TOGETHER = ("all", "none")  # who wins if everybody wins or loses


class Names(dict[str, Any]):
    """The names of expressions, each computed when it is asked for; raises KeyError for unknown ones."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        self.find = find

    def __missing__(self, name: str) -> Any:
        return self.find(name)


def of_player(state: State, seat: int, more: Mapping[str, Any] = NOTHING) -> Names:
    """Return what a player's expressions can name; `more` are other names. Raises Unknown for what depends on an
    unknown piece."""
    kit, seats = state.kit, len(state.colours)
    plain = {"round": state.round, "phase": state.phased, "name": unnamed(seats)[seat], "mine": state.colours[seat]}
    plain |= {"players": seats, **more}

    def find(name: str) -> Any:
        zone, _, field = name.partition(".")
        if name in kit.counters:
            return state.counted(name, seat)
        if name in kit.dice:
            faces = dict(zip(kit.dice, state.dice, strict=True))[name]
            if None in faces:
                raise Unknown
            return faces
        if name in plain or not field:
            return plain[name]
        pieces = [piece for _, lie in state.within(zone, seat) for piece in lie]
        if zone == "box" and field in {called(kind.component) for kind in kit.kinds}:
            return sum(field == called(state.component(piece)) for piece in pieces)
        return len(pieces) if field == "count" else column(state, pieces, field)

    return Names(find)


def column(state: State, pieces: Sequence[Piece], field: str) -> tuple[Any, ...]:
    """Return a field of those pieces that have it. Raises Unknown if an unknown piece may have it."""
    found = []
    for piece in pieces:
        if piece.known:
            fields = state.kind(piece).fields
            found += [fields[field]] if field in fields else []
        elif any(field in kind.fields for kind in state.kit.kinds if kind.component == piece.word[1:]):
            raise Unknown
    return tuple(found)


def of_piece(base: Names, state: State, site: Site, at: int) -> Names:
    """Return what can be named of a piece at its place; for other names, what its player's expressions can name."""
    pieces, zone = state.at(site), state.zone(site)
    letters = site.cell.rstrip("0123456789")
    number = int(site.cell[len(letters) :] or 0)
    lettered = zone.lay in ("grid", "hex")  # in these the columns have letters, on a board the rows
    plain = {
        "component": state.component(pieces[at]),
        "cell": site.cell,
        "column": letters if lettered else number,
        "row": number if lettered else letters,
    }

    def find(name: str) -> Any:
        where, _, field = name.partition(".")
        match where:
            case "under":
                return first(state, pieces[at + 1 :], field)
            case "beside":
                return tuple(value for other in state.beside(site) if (value := top(state, other, field)) != "")
            case "group":
                return grouped(state, site, field)
        if name in state.plan.fields:
            return first(state, pieces[at : at + 1], name)
        return plain[name] if name in plain else base[name]

    return Names(find)


def of_pieces(base: Names, state: State, each: Sequence[Names]) -> Names:
    """Return what can be named of several pieces, as lists, and `n`, their number."""

    def find(name: str) -> Any:
        if name == "n":
            return len(each)
        if name in state.plan.fields or name in FIELDS or name.partition(".")[0] in LIES:
            return tuple(value for one in each if (value := one[name]) != "")
        return base[name]

    return Names(find)


def first(state: State, pieces: Sequence[Piece], field: str) -> Any:
    """Return a field of the first of some pieces that has it, else ""."""
    return next(iter(column(state, pieces, field)), "")


def top(state: State, site: Site, field: str) -> Any:
    """Return a field of the topmost piece at a site that has it, else ""."""
    return first(state, state.at(site), field)


def grouped(state: State, site: Site, field: str) -> int:
    """Count the places connected to one by an equal field."""
    value = top(state, site, field)
    found = [site] if value != "" else []
    for at in found:
        found += [other for other in state.beside(at) if other not in found and top(state, other, field) == value]
    return len(found)


class Did(NamedTuple):
    """What a turn did: all it moved, where that went last, and the sites that it came from."""

    moved: tuple[Piece, ...] = ()
    target: Site | None = None
    left: tuple[Site, ...] = ()

    def then(self, other: "Did") -> "Did":
        """Return what both did, one after the other."""
        return Did(self.moved + other.moved, *(self[1:] if other.target is None else other[1:]))

    def named(self, seen: State, names: Sequence[str]) -> dict[str, Any]:
        """Return what a rule can ask about it; `names` are what the seats are called."""
        known = tuple([piece for piece in self.moved if piece.known])
        found: dict[str, Any] = {f"moved.{field}": column(seen, known, field) for field in seen.plan.fields}
        target, lies = self.target, [] if self.target is None else seen.beside(self.target)
        return found | {
            "moved.count": len(self.moved),
            "piece": self.moved[0].word if self.moved else "",
            "to": "" if target is None else target.text(names),
            "near": any(site in lies for site in self.left),
            "touching": sum(bool(seen.at(site)) for site in lies),
        }


class House(NamedTuple):
    """What a rule of the spec says, with the players' names."""

    text: str
    seen: State
    seat: int
    did: Did

    def said(self, players: Sequence[Player]) -> Said:
        """Say the sentence in the current language; as it stands in the spec if something in it is unknown."""
        text, names = self.seen.kit.said(self.text), seats(tuple(players))
        more = {**self.did.named(self.seen, names), "name": players[self.seat].name}
        try:
            return verbatim(said(text, of_player(self.seen, self.seat, more)))
        except (Unknown, ExprError):  # the rule holds even if its sentence cannot be filled in
            return verbatim(text)


def holds(state: State, seat: int, condition: str, more: Mapping[str, Any] = NOTHING) -> bool:
    """Return whether a condition holds for a player; false if it is not known, or cannot be evaluated."""
    return bool(_value(condition, of_player(state, seat, more)))


def _value(source: object, env: Names) -> Any:
    """Return an expression's value; None if it is not known or cannot be evaluated."""
    try:
        return evaluate(source, env)
    except (Unknown, ExprError):
        return None


def _whole(source: object, env: Names) -> int | None:
    """Return an expression's value as a whole number; None if it has none."""
    value = _value(source, env)
    return int(value) if isinstance(value, int | float) else None


@lru_cache(maxsize=8)  # asked again for every turn offered in one position
def rows(state: State, at: str) -> list[list[tuple[str, int | None]]]:
    """Return the rows of one kind, `round` or `end`, for each player: their texts and points, None if they depend on
    something unknown."""
    due = [(row.text, _row(state, row)) for row in state.kit.score if row.after == at]
    return [[(text, points[seat]) for text, points in due] for seat in range(len(state.colours))]


def points_of(state: State, at: str, seat: int) -> int:
    """Return the sum of a player's known points in the rows of one kind."""
    return sum(points or 0 for _, points in rows(state, at)[seat])


def _row(state: State, row: ScoreRow) -> Sequence[int | None]:
    seats = range(len(state.colours))
    if row.value is None or row.each_piece:
        return [_points(state, row, seat) for seat in seats]
    values = [_whole(row.value, of_player(state, seat)) for seat in seats]
    known = [value for value in values if value is not None]
    most = row.points if isinstance(row.points, tuple) else ()
    return _majority(known, most, row.tie) if len(known) == len(values) else [None for _ in seats]


def _majority(values: Sequence[int], most: tuple[int, ...], tie: str) -> list[int]:
    """Give points for having most of something; a player who has none gets none."""
    found, left = [0] * len(values), most
    for value in sorted({value for value in values if value > 0}, reverse=True):
        alike = [seat for seat, one in enumerate(values) if one == value]
        won, left = left[: len(alike)], left[len(alike) :]
        each = {"share": sum(won) // len(alike), "all": next(iter(won), 0), "none": 0}
        for seat in alike:
            found[seat] = each[tie if len(alike) > 1 else "all"]
    return found


def _points(state: State, row: ScoreRow, seat: int) -> int | None:
    base = of_player(state, seat)
    if row.from_ is None:
        return _whole(row.points, base)
    each = [of_piece(base, state, site, n) for site, lying in state.within(row.from_, seat) for n in range(len(lying))]
    if row.where is not None:
        kept = [_value(row.where, one) for one in each]
        if None in kept:
            return None
        each = [one for one, keep in zip(each, kept, strict=True) if keep]
    if not row.each_piece:
        return _whole(row.points, of_pieces(base, state, each))
    found = [_whole(row.value, one) for one in each]
    return None if None in found else sum(points or 0 for points in found)


def total(state: State, seat: int) -> int:
    """Return a player's current score: what was counted so far, and the rows of the end."""
    return state.counted("score", seat) + points_of(state, "end", seat)


def scored(state: State) -> Score:
    """Return what was counted so far, and the rows of the end, without unknown ones; a `tie` is broken by counters."""
    kit, found = state.kit, list[Row]()
    for seat, sums in enumerate(rows(state, "end")):
        each = (say("counted on the way"), state.counted("score", seat)), *((kit.said(text), n) for text, n in sums)
        found += [Row(seat, text, points) for text, points in each if points]
    seats = range(len(state.colours))
    held = ended(state, state.turn)
    end = held or max(kit.end, key=lambda end: end.wins in TOGETHER, default=End())
    if end.wins in TOGETHER:
        return Score(tuple(found), tuple(seats) if end.wins == "all" and held else ())
    points, sign = Score(tuple(found), ()).points(len(seats)), -1 if end.wins == "least" else 1
    ranks = [(sign * points[seat], *(state.counted(name, seat) for name in end.tie)) for seat in seats]
    return Score(tuple(found), tuple([seat for seat in seats if ranks[seat] == max(ranks)]))


def ended(state: State, seat: int, due: Collection[str] = ("turn", "round", "now")) -> End | None:
    """Return the first `end` of the kit that holds, of those that are due: after a turn, a round, or now."""
    ends = (end for end in state.kit.end if end.after in due)
    return next((end for end in ends if end.when is not None and holds(state, seat, end.when)), None)
