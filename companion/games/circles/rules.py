"""Seven Circles: a turn is a ply for each island's move; explosions and growth follow the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.contract import STRICT, SyntaxFault, ValueFault, position
from companion.contract.rules import Ending, Given, Judge, OfSpec, Row, Score, Turn, leaving, no_chance, open_to_all
from companion.contract.values import Options, SetupOption, gone
from companion.games.circles import moves, state
from companion.games.circles.board import Board, board_of
from companion.games.circles.moves import End, Go, Move
from companion.games.circles.state import Ground, State, Table, field, pieces
from companion.games.circles.unfolding import Explosion, explode, grow, scores, settled
from specs.base.languages import mark, say, say_many
from specs.model.shapes.hexes import island, origin

if TYPE_CHECKING:
    from specs.model.schema import Layout

OPTIONS: Final = (
    SetupOption("layout", mark("the board, by its name in the spec; default: the usual one")),
    SetupOption("position", mark("a whole position in one line, to start from it instead of a board")),
)
SINGLES: Final = 5  # most single moves of a bot's turn


class Circles(OfSpec):
    """The rules."""

    STATE, TABLE, MOVES, GOES_ON = State, Table, (Go, End), " +"
    seen, deal, lies, sound = open_to_all, no_chance, state.lies, state.sound

    def start(self, seats: int, options: Options, seed: int | None) -> State:
        """Return the first position, from a position's line or a layout of the spec. Raises SyntaxFault for an
        impossible setup, ValueFault if one value is at fault."""
        table = options.table(Table)
        if options.position:
            return _given(options.position, seats, table)
        return _laid_out(options.document.spec.setup.layouts, seats, options.layout, table)

    def split(self, s: State, text: str) -> list[str]:
        return moves.split(text)

    def turn(self, s: State) -> Turn | None:
        return None if s.over else Turn((s.turn,), s.number)

    def moves(self, s: State, given: Given) -> Iterator[Move]:
        if s.over:
            return
        yield End("-")
        able, islands = moves.starts(s), s.board.islands
        more = len({islands[at] for at in able}) > 1
        for source in [given["source"]] if "source" in given else able:
            yield from moves.ways(s, source, more=more)
        if not s.moved:
            yield from (End("agree"), End("resign"))

    def pick(self, s: State, random: Random) -> Move:
        """Return a random single move, if there is one, and whether another follows it."""
        able = moves.starts(s)
        if not able:
            return End("-")
        source, islands = able[int(random.random() * len(able))], s.board.islands
        options = list(moves.ways(s, source))
        move = options[int(random.random() * len(options))]
        more = sum(islands[at] != islands[source] for at in able) if len(s.moved) + 1 < SINGLES else 0
        return Go(source, move.target, more=True) if random.random() * (more + 1) < more else move

    def play(self, s: State, seat: int | None, move: Move, judge: Judge) -> State:
        if isinstance(move, Go):
            s = _moved(s, move, judge)
            return s if move.more else _ended(s, "-", move, judge)
        if move.how != "-" and s.moved:
            judge.cannot("end.moved", who=s.turn, word=move.how)
        return _ended(s, move.how, move, judge)

    def ends(self, s: State, seat: int | None, how: Ending, judge: Judge) -> State:
        """Return the position after a player leaves, which is to resign, in anybody's turn: stacks and towers left
        behind go on exploding and growing."""
        return resumed(s._replace(away=gone(s.away, leaving(s.away, seat, how, judge), s.seats)))

    def resumed(self, s: State) -> State:
        return resumed(s)

    def score(self, s: State) -> Score:
        """Return fields held alone, then pieces left or, by the option, the later mover; a player who resigned does not
        win."""
        totals = scores(s.board, s.fields, s.seats)
        ranks = [
            (total, seat if s.table.tie == "later" else pieces(s.fields, seat)[0]) for seat, total in enumerate(totals)
        ]
        able = [seat for seat in range(s.seats) if not s.away[seat]] or list(range(s.seats))
        best = max(ranks[seat] for seat in able)
        rows = tuple([Row(seat, mark("fields"), total) for seat, total in enumerate(totals)])
        return Score(rows, tuple(seat for seat in able if ranks[seat] == best))


rules = Circles  # of the game that a spec is of


# ---- the first position --------------------------------------------------------------------------


def _laid_out(layouts: Mapping[str, Layout], seats: int, name: str, table: Table) -> State:
    usual = next((name for name, layout in layouts.items() if str(seats) in layout.start), None)
    if usual is None:
        raise SyntaxFault(say_many("{n} player", "{n} players", seats), say("{first} to {last}", first=2, last=6))
    name = name or usual
    if name not in layouts:
        from specs.read.typed import did_you_mean  # loads msgspec, which no move needs

        expected = say("one of {names}", names=", ".join(layouts))
        raise ValueFault(("setup", "layout"), f"'{name}'", expected, did_you_mean(name, layouts))
    places, starts = layouts[name].places, layouts[name].start
    if str(seats) not in starts:
        raise ValueFault(("setup", "layout"), f"'{name}' for {seats} players", f"{', '.join(starts)} players")
    left, bottom = layouts[name].at or origin(places)
    board = board_of(tuple(tuple((q - left, r - bottom) for q, r in island(place)) for place in places))
    homes = {list(places).index(start): field(seat, 1) for seat, start in enumerate(starts[str(seats)])}
    return begun(board, [homes.get(where, 0) for where in board.islands], seats, table)


def _given(line: str, seats: int, table: Table) -> State:
    state: State = position.read(Circles(), line).state
    if state.seats != seats:
        raise ValueFault(("setup", "position"), f"{state.seats} players", f"the record's {seats}")
    if state.table != table:
        found = f"a position under {' / '.join(state.table)}"
        expected = f"the record's rules, {' / '.join(table)}, or those under rules:"
        raise ValueFault(("setup", "position"), found, expected)
    return resumed(state)


# ---- a turn --------------------------------------------------------------------------------------


def _moved(s: State, move: Go, judge: Judge) -> State:
    """Return the position after a single move. Refusals give as points what the turn would lose without the move."""

    def refuse(rule: str, **facts: Any) -> None:
        facts |= {place: s.name(facts[place]) for place in ("here", "there", "field") if place in facts}
        if not moves.possible(s, move):
            judge.cannot(rule, **facts)
        judge.refuse(rule, _worth(moves.made(s, move)) - _worth(s), **facts)

    moves.check(s, move, refuse)
    return moves.made(s, move)


def _worth(s: State) -> int:
    """Return what the player to move holds, if the turn ended now."""
    after = finished(s)
    return scores(after.board, after.fields, after.seats)[s.turn]


def _ended(s: State, how: str, move: Move, judge: Judge) -> State:
    chain = None if judge is STRICT else list[Explosion]()
    after = finished(s, how, bool(move.explode), bool(move.grow), chain)
    if move.explode or move.grow:
        _forgotten(s, after, move, judge)
    for each in chain or ():
        named = {"field": s.name(each.field), "targets": [*map(s.name, each.targets)], "away": each.who != s.turn}
        judge.tell("explosion", **each._asdict() | named)
    return after


def _forgotten(s: State, after: State, move: Move, judge: Judge) -> None:
    """Refuse what was left out, except in a phase in which there was nothing to do."""
    fields, chain = list(s.fields), list[Explosion]()
    explode(s.board, fields, s.turn, chain)
    if chain and move.explode:
        lost = scores(s.board, after.fields, s.seats)[s.turn] - _worth(s)
        judge.refuse("explode.forgotten", lost, who=s.turn, field=s.name(chain[0].field))
    if move.grow and (grown := grow(fields, s.turn)):
        judge.refuse("grow.forgotten", who=s.turn, n=grown)


def finished(
    s: State, how: str = "-", unexploded: bool = False, ungrown: bool = False, chain: list[Explosion] | None = None
) -> State:
    """Return the position after the rest of a turn, up to the next player's turn; `chain` records the explosions.

    `agree` and `resign` are turns without a move, so that they avoid no explosion.
    """
    passed, away = s.passed, s.away
    if how == "resign":
        away = gone(away, s.turn, s.seats)
    elif how == "agree" or not (s.moved or s.table.end == "areas-only"):
        passed = gone(passed, s.turn, s.seats)
    elif True in passed:
        passed = (False,) * s.seats
    fields = _unfolded(s, s.turn, chain, unexploded, ungrown)
    return following(State(fields, s.turn, s.number + 1, (), (), passed, away, False, s.table), chain)


def _unfolded(
    s: State, seat: int, chain: list[Explosion] | None, unexploded: bool = False, ungrown: bool = False
) -> Ground:
    """Return the ground after a player's explosions and growth, except what was left out."""
    fields = list(s.fields)
    if not unexploded:
        explode(s.board, fields, seat, chain)
    if not ungrown:
        grow(fields, seat)
    return Ground(s.board, tuple(fields))


def following(s: State, chain: list[Explosion] | None = None) -> State:
    """Return the position with whose turn comes next, or at its end.

    The game ends when every area is stable or no players are left; when everybody still in the game has passed in a
    row; and, by the option, when one player is left. When a player who resigned would have a turn, the stacks and
    towers left behind explode and grow.
    """
    while True:
        there, seats = s.there(), s.seats
        after = [(s.turn + step) % seats for step in range(1, seats + 1)]
        playing = [seat for seat in after if seat in there and not s.away[seat]]
        everybody = True in s.passed and all(s.passed[seat] for seat in playing)
        if len(playing) <= (s.table.end == "last-player") or everybody or settled(s.board, s.fields):
            return s._replace(turn=playing[0] if playing else s.turn, over=True)
        turn = next(seat for seat in after if seat in there)
        s = s._replace(turn=turn)
        if not s.away[turn]:
            return s
        s = s._replace(ground=_unfolded(s, turn, chain))


def resumed(s: State) -> State:
    """Return a position from elsewhere, or one that somebody left, with its end and its player determined anew. A turn
    that was begun goes on."""
    if s.moved and not s.away[s.turn]:
        playing = sum(seat >= 0 and not s.away[seat] for seat in s.there())
        return s._replace(over=playing <= (s.table.end == "last-player"))
    return following(s._replace(turn=(s.turn - 1) % s.seats, moved=(), late=(), over=False))


def begun(board: Board, fields: Sequence[int], seats: int, table: Table) -> State:
    """Return a first position with its first player or its end determined."""
    nobody = (False,) * seats
    return following(State(Ground(board, tuple(fields)), seats - 1, 0, (), (), nobody, nobody, False, table))
