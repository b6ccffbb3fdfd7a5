"""Escape from Atlantis: the phases of a turn, each with its own module.

A turn is move (a ply for each step), sink (the piece, then each person on it), reveal (what came up: chance), the dice
(chance), and the creature that they move.
"""

from collections.abc import Iterator
from itertools import repeat
from random import Random
from typing import NoReturn

from companion.contract.rules import EVERYTHING, Ending, Given, Judge, OfSpec, Row, Score, Turn, leaving
from companion.contract.values import following, gone
from companion.games.escape import flooding, moving, rolling, state, texts
from companion.games.escape.board import CORAL, LOWLAND, taken
from companion.games.escape.moves import KINDS, Go, Move, Place, Ply, Put, Reveal, Roll, Sink, Skip, stepwise
from companion.games.escape.state import State, Table
from companion.games.escape.texts import CREATURES, FACES, UNKNOWN

ENDS = 0.1  # how often a random move stops early
_new = tuple.__new__  # skips the checks of a named tuple: a listing makes dozens


class Escape(OfSpec):
    """The rules."""

    STATE, TABLE, MOVES = State, Table, KINDS
    OPEN = (Place, Move, Sink, Put, Go, Skip)
    lies, sound = state.lies, state.sound

    def split(self, s: State, text: str) -> list[str]:
        if texts.several_ways(s.sea.board, text):
            return [text]
        return stepwise(s, flooding.unforced(s, texts.split(s.phase, text)))

    def absent(self, s: State, move: Ply) -> bool:
        sinks = isinstance(move, Sink) and (s.phase == "roll" or move.hex not in flooding.pieces(s))
        over = {Place: s.phase != "place", Put: s.phase not in ("put", "reveal"), Go: s.dice is None}
        return sinks or over.get(type(move), False)

    def turn(self, s: State) -> Turn | None:
        if s.phase == "over":
            return None
        going_on = f"move {state.due(s)}" if state.is_open(s) else s.phase
        phase = {"sink": "sink move", "dice": "roll"}.get(s.phase, going_on)
        return Turn(() if s.phase in ("reveal", "dice") else (s.turn,), s.number, phase, s.turn)

    def moves(self, s: State, given: Given) -> Iterator[Ply]:
        match s.phase:
            case "place":
                yield from map(Place, places(s))
            case "move":
                if not s.steps or state.due(s) == "roll":
                    yield Move(None)
                yield from map(_new, repeat(Move), zip(moving.steps(s)))
                yield from map(Sink, flooding.pieces(s) if s.steps else ())
            case "sink":
                yield from map(Sink, flooding.pieces(s))
            case "put":
                yield from map(Put, flooding.goals(s))
            case "reveal":
                yield from map(Reveal, flooding.symbols(s))
            case "dice" if not any(s.sea.beasts):
                yield Go(None)
            case "dice":
                dealt = s.table.dice == "dealt"  # the companion rolls; players need not say
                yield from [Roll(creature, face) for creature in CREATURES for face in FACES if not dealt]
            case "roll":
                yield Go(None)
                yield from map(_new, repeat(Go), zip(rolling.ways(s)))

    def pick(self, s: State, random: Random) -> Ply:
        """Return a random legal ply, without listing all steps and ways."""
        if s.phase == "roll":
            return Go(rolling.any_way(s, random))
        step = moving.any_step(s, random) if s.phase == "move" and random.random() > ENDS else None
        if step is not None:
            return Move(step)
        if s.phase == "move" and not (s.steps and state.due(s) == "sink"):
            return Move(None)
        listed = [*map(Sink, flooding.pieces(s))] if s.phase in ("move", "sink") else [*self.moves(s, EVERYTHING)]
        return listed[int(random.random() * len(listed))]

    def play(self, s: State, seat: int | None, move: Ply, judge: Judge) -> State:
        match move:
            case Move(step):
                return _moved(s, move, judge) if step is None else _stepped(s, move, judge)
            case Place(h):
                return _placed(s, h, judge) if s.phase == "place" else _not_due(s, "place", judge)
            case Sink(h):
                return _sunk(s, h, judge)
            case Put(goal):
                if s.phase not in ("put", "reveal"):
                    _not_due(s, "sink", judge)
                return _put(flooding.put(s, goal, judge))
            case Reveal(symbol):
                if s.phase != "reveal":
                    _not_due(s, "sink", judge)
                return flooding.revealed(flooding.all_put(s, judge), symbol, judge)._replace(phase="dice")
            case Roll(creature, number):
                if s.phase == "roll":
                    return rolling.shown(s, creature, number, judge)
                if s.phase != "dice" and not (state.is_open(s) and state.due(s) == "roll" and s.table.dice == "table"):
                    _not_due(s, "roll", judge)
                return s._replace(phase="roll", dice=rolling.dice(creature, number, judge), steps=0, sea=_rested(s))
            case Go(way):
                return _gone(s, way, judge)
            case Skip(phase):
                return _skipped(s, phase, judge)

    def deal(self, s: State, chance: Random | None) -> Ply | None:
        """Return the symbol under a piece if it is known; the dice if they are dealt."""
        if s.phase == "reveal":
            symbol = flooding.known(s)
            return None if symbol == UNKNOWN else Reveal(symbol)
        if s.table.dice != "dealt" or chance is None:
            return None
        return Roll(*rolling.rolled(s.table.creature_die, chance))

    def ends(self, s: State, seat: int | None, how: Ending, judge: Judge) -> State:
        """Return the position after a player leaves: their Atlanteans come off the board, except those ashore, who
        count but win nothing. The rest of that player's turn is skipped; boats stay."""
        seat = leaving(s.away, seat, how, judge)
        away, others = gone(s.away, seat, s.seats), ~(15 << 4 * seat)
        stand = tuple([at if s.sea.ground[h] == CORAL else at & others for h, at in enumerate(s.sea.stand)])
        sea = s.sea._replace(stand=stand, swim=tuple([at & others for at in s.sea.swim]))
        after = s._replace(sea=sea, away=away)
        if away.count(False) == 1:
            return after._replace(sea=_rested(after), phase="over", steps=0, dice=None)
        if s.turn != seat:
            return _put(after) if s.phase in ("put", "reveal") else after
        return _next_to_place(after) if s.phase == "place" else _ended(after)

    def seen(self, s: State, seat: int | None) -> State:
        """Return everything except what lies under the pieces: all seats see the same."""
        return s._replace(sea=s.sea._replace(backs=b"")) if s.sea.backs else s

    def score(self, s: State) -> Score:
        """Score a point for everybody ashore; the most wins, ties share."""
        points = [state.of(state.ashore(s.sea), seat) for seat in range(s.seats)]
        best = max(each for seat, each in enumerate(points) if not s.gone(seat))
        winners = tuple(seat for seat, each in enumerate(points) if each == best and not s.gone(seat))
        return Score(tuple(Row(seat, "ashore", each) for seat, each in enumerate(points)), winners)


rules = Escape  # of the game that a spec is of


# ---- whose phase it is ---------------------------------------------------------------------------


def _rested(s: State) -> texts.Sea:
    """Return the board with everyone rested, and no piece about to sink."""
    return s.sea._replace(tired=(), sinking=None) if s.sea.tired or s.sea.sinking is not None else s.sea


def _not_due(s: State, asked: str, judge: Judge) -> NoReturn:
    """Refuse what belongs to another phase."""
    if s.phase == "put":
        flooding.missing(s, judge)
    if s.phase == "reveal":
        judge.cannot("sink.untold", hex=s.name(s.sinking))
    judge.cannot("phase", who=s.turn, due=state.task(s), asked=asked)


# ---- placing -------------------------------------------------------------------------------------


def _room(ground: int, people: int) -> bool:
    """Return whether an Atlantean may be placed on a piece with these people."""
    return state.is_land(ground) and state.room(people) > (2 if ground == LOWLAND else 0)


def places(s: State) -> list[int]:
    """Return where the player may put an Atlantean."""
    return [
        h for h, (ground, people) in enumerate(zip(s.sea.ground, s.sea.stand, strict=True)) if _room(ground, people)
    ]


def _placed(s: State, h: int, judge: Judge) -> State:
    ground, people, name = s.sea.ground[h], s.sea.stand[h], s.name(h)
    if not state.is_land(ground):
        judge.cannot("place.sea", hex=name, ground=ground)
    if not _room(ground, people):
        judge.refuse("place.full" if state.room(people) <= 0 else "place.lowland", hex=name, people=s.crew(h))
    return _next_to_place(s._replace(sea=s.sea._replace(stand=state.changed(s.sea.stand, (h, 1 << 4 * s.turn)))))


def _next_to_place(s: State) -> State:
    """Return the position with the player who places next, or with the first move."""
    for ahead in range(1, s.seats + 1):
        seat = (s.turn + ahead) % s.seats
        if state.unplaced(s, seat) and not s.gone(seat):
            return s._replace(turn=seat, number=s.number + 1)
    return s._replace(turn=following(s.seats - 1, s.away, s.seats), phase="move", number=s.number + 1)


# ---- moving, sinking -----------------------------------------------------------------------------


def _moved(s: State, move: Move, judge: Judge) -> State:
    """End the move."""
    if s.phase != "move":
        _not_due(s, "move", judge)
    return s._replace(phase="sink" if state.lowest(s.sea.ground) else "dice", steps=0, sea=_rested(s))


def _stepped(s: State, move: Move, judge: Judge) -> State:
    if s.phase != "move" and not (s.steps and s.phase in ("sink", "dice")):
        _not_due(s, "move", judge)
    assert move.step is not None, "a step"
    step = moving.resolved(s, move.step)
    moving.judged(s, step, judge)
    for what, facts in moving.effects(s, step):
        judge.tell(what, **facts)
    after = moving.made(s, step)
    if after.steps < state.STEPS or s.phase != "move":
        return after
    return after._replace(phase="sink" if state.lowest(s.sea.ground) else "dice")


def _sunk(s: State, h: int, judge: Judge) -> State:
    if s.phase != "sink" and not (state.is_open(s) and state.due(s) == "sink"):
        _not_due(s, "sink", judge)
    flooding.judged(s, h, judge)
    return _put(s._replace(sea=_rested(s)._replace(sinking=h), steps=0))


def _put(s: State) -> State:
    """Return the position with the sinking's next phase: put while there is a choice for somebody on the piece,
    otherwise reveal."""
    return s._replace(phase="put" if flooding.forced(s) is None else "reveal")


def _skipped(s: State, phase: str, judge: Judge) -> State:
    """Return the position after the table forgot to sink a piece (the dice are next) or to roll (the turn is over)."""
    if phase != state.task(s) or s.phase in ("put", "reveal"):
        _not_due(s, phase, judge)
    if phase == "sink":
        judge.refuse("sink.forgotten", who=s.turn, region=state.lowest(s.sea.ground))
        return s._replace(phase="dice", steps=0, sea=_rested(s))
    judge.refuse("roll.forgotten", who=s.turn)
    return _ended(s)


# ---- rolling, the end of a turn ------------------------------------------------------------------


def _gone(s: State, way: texts.Way | None, judge: Judge) -> State:
    """Return the position after a creature moved, or none did: the turn is over."""
    unasked = way is None and s.phase == "dice" and not any(taken(s.sea.beasts))
    if s.phase != "roll" and not unasked:
        _not_due(s, "roll", judge)
    if way is None:
        return _ended(s)
    rolling.judged(s, way, judge)
    return _ended(s._replace(sea=rolling.gone(s, way, judge)))


def _ended(s: State) -> State:
    """Return the position after a turn: the next player's, or the end."""
    after = s._replace(phase="over", number=s.number + 1, dice=None, steps=0, sea=_rested(s))
    if state.ended(s):
        return after
    landed, others = state.ashore(s.sea), state.elsewhere(s.sea)
    seat = following(s.turn, s.away, s.seats)
    while not state.of(others, seat) and not state.of(landed, seat):
        seat = following(seat, s.away, s.seats)
    return after._replace(phase="move", turn=seat)
