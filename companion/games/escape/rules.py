"""What is legal and what it does: one ply a phase, each judged in its own module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain

from companion import seating
from companion.contract import IllegalMove
from companion.games.escape import moving, rolling, sinking
from companion.games.escape.moving import Waters
from companion.games.escape.state import (
    CORAL,
    CREATURES,
    FACES,
    LOWLAND,
    MOVE,
    OVER,
    PLACE,
    REGIONS,
    ROLL,
    ROOM,
    SEA,
    SINK,
    STEPS,
    TRIBE,
    Move,
    Place,
    Roll,
    Sink,
    Skip,
    State,
    Step,
    Steps,
    ashore,
    letters,
    lowest,
    of,
    refusal,
    total,
)
from specs.base.languages import Said, say, say_as, word


def turn(state: State) -> int | None:
    """Whose turn it is; None once the game is over."""
    return None if state.phase == OVER else state.turn


def begins(state: State) -> bool:
    """Whether a player's turn begins here: with the steps, and with each Atlantean that is placed."""
    return state.phase in (PLACE, MOVE)


def is_turn(move: Move) -> bool:
    """Every ply of this game is one."""
    del move
    return True


def phase_of(move: Move) -> str:
    """The phase a ply belongs to."""
    match move:
        case Place():
            return PLACE
        case Steps():
            return MOVE
        case Sink():
            return SINK
        case Skip(phase):
            return phase
    return ROLL


def apply(state: State, move: Move) -> State:
    """The position after a ply. Raises IllegalMove."""
    _judge_phase(state, move)
    match move:
        case Steps(steps):
            return _moved(state, moving.moved(state, steps).after(), steps)
        case Sink():
            why = sinking.judge(state, move)
            if why is not None:
                raise why
            return _to_roll(sinking.sunk(state, move))
        case Roll():
            why = rolling.judge(state, move)
            if why is not None:
                raise why
            return end_turn(rolling.rolled(state, move))
        case Skip():
            raise _forgotten(state, move)
    why = _judge_place(state, move)
    if why is not None:
        raise why
    return _placed(state, move)


def stand(state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
    """The position after a ply the table let stand, the rules it broke, and how many came ashore by it who would
    not have. Raises IllegalMove where it cannot be."""
    _judge_phase(state, move)
    match move:
        case Steps(steps):
            real, honest, broken = moving.stood(state, steps)
            after, without = real.after(), honest.after()
            colour = state.table.colours[state.turn]
            worth = of(ashore(after), colour) - of(ashore(without), colour)
            return _moved(state, after, steps), broken, worth if broken else 0
        case Sink():
            why = sinking.judge(state, move)
            if why is not None and not sinking.can_stand(state, move):
                raise why
            return _to_roll(sinking.sunk(state, move)), _only(why), 0
        case Roll():
            why = rolling.judge(state, move)
            if why is not None and not rolling.can_stand(state, move):
                raise why
            return end_turn(rolling.rolled(state, move)), _only(why), 0
        case Skip(phase):
            # dice that nobody rolled are rolled by whoever comes next
            after = _to_roll(state) if phase == SINK else end_turn(state._replace(rolls=state.rolls - 1))
            return after, (_forgotten(state, move),), 0
    why = _judge_place(state, move)
    if why is not None and not SEA < state.ground[move.hex] < CORAL:
        raise why
    return _placed(state, move), _only(why), 0


def _only(why: IllegalMove | None) -> tuple[IllegalMove, ...]:
    return () if why is None else (why,)


def _forgotten(state: State, move: Skip) -> IllegalMove:
    who = state.table.players[state.turn].name
    if move.phase == SINK:
        region = word(REGIONS[lowest(state.ground)], "of")
        message = say("{who} sinks a piece of {region} this turn; none was.", who=who, region=region)
        return refusal("sink.forgotten", message)
    return refusal("roll.forgotten", say("{who} rolls the dice this turn; they were not rolled.", who=who))


def _judge_phase(state: State, move: Move) -> None:
    if state.phase == OVER:
        raise refusal("game.over", say("The game is over."))
    told = phase_of(move)
    if told != state.phase and not (told == MOVE and state.steps):
        who = state.table.players[state.turn].name
        due = task(state.phase)
        raise refusal("phase", say("{who} is to {due}, not to {told}.", who=who, due=due, told=task(told)))


def task(phase: str) -> Said:
    """What a player is to do in a phase."""
    match phase:
        case "place":
            return say_as("what a player is to do", "place")
        case "move":
            return say_as("what a player is to do", "move")
        case "sink":
            return say_as("what a player is to do", "sink")
    return say_as("what a player is to do", "roll")


# ---- placing -------------------------------------------------------------------------------------


def _judge_place(state: State, move: Place) -> IllegalMove | None:
    name, ground, people = state.board.names[move.hex], state.ground[move.hex], state.stand[move.hex]
    if _room(ground, people):
        return None
    if not SEA < ground < CORAL:
        return refusal("place.sea", say("{hex} is {ground}, no island piece.", hex=name, ground=word(REGIONS[ground])))
    if total(people) >= ROOM:
        return refusal("place.full", moving.full_said(name, people))
    message = say(
        "{hex} is lowland, where one may stand at setup, and {people} does.", hex=name, people=letters(people)
    )
    return refusal("place.lowland", message)


def _room(ground: int, people: int) -> bool:
    """Whether an Atlantean may be placed on a piece on which these stand."""
    return SEA < ground < CORAL and total(people) < (1 if ground == LOWLAND else ROOM)


def _placed(state: State, move: Place) -> State:
    people = list(state.stand)
    people[move.hex] += 1 << 4 * state.table.colours[state.turn]
    return next_to_place(state._replace(stand=tuple(people)))


def next_to_place(state: State) -> State:
    """The position with whoever places next, or with the first move."""
    table, everybody = state.table, sum(state.stand) + sum(state.swim)
    count = len(table.colours)
    for ahead in range(1, count + 1):
        following = (state.turn + ahead) % count
        if of(everybody, table.colours[following]) < TRIBE and not table.gone(following):
            return state._replace(turn=following)
    return state._replace(turn=seating.following(count - 1, table.away, count), phase=MOVE)


def places(state: State) -> Sequence[int]:
    """Where the player may put an Atlantean."""
    return [
        h for h, (ground, people) in enumerate(zip(state.ground, state.stand, strict=True)) if _room(ground, people)
    ]


# ---- the phases of a turn ------------------------------------------------------------------------


def _moved(before: State, after: State, steps: Sequence[Step]) -> State:
    """The move is over, or, as long as nothing sank and no dice were rolled, more steps may be added to it."""
    sinks = bool(lowest(after.ground))
    if not steps or (not sinks and after.table.dice == "dealt"):
        after = _closed(after)
    if before.phase != MOVE:
        return after
    return after._replace(phase=SINK) if sinks else _rolls(after)


def _closed(state: State) -> State:
    """No step may be added to the move."""
    return state._replace(steps=0, tired=()) if state.steps else state


def _to_roll(state: State) -> State:
    return _rolls(_closed(state))


def _rolls(state: State) -> State:
    table = state.table
    if table.dice == "dealt" and table.seed is not None:
        return state._replace(phase=ROLL, dice=rolling.dealt(table.seed, state.rolls, table.creature_die))
    return state._replace(phase=ROLL)


def end_turn(state: State) -> State:
    """The position after a turn's roll: the next player's turn, or the end."""
    landed = ashore(state)
    elsewhere = sum(state.stand) + sum(state.swim) - landed
    table, colours = state.table, state.table.colours
    alive = [of(elsewhere, colour) for colour in colours]
    one_is_done = any(
        of(landed, c) and not left and not table.gone(n) for n, (c, left) in enumerate(zip(colours, alive, strict=True))
    )
    phase, following = OVER, state.turn
    if any(alive) and not (one_is_done and table.end == "shore"):
        phase, following = MOVE, seating.following(state.turn, table.away, len(colours))
        while not alive[following] and not of(landed, colours[following]):
            following = seating.following(following, table.away, len(colours))
    return state._replace(turn=following, phase=phase, rolls=state.rolls + 1, dice=(), steps=0, tired=())


# ---- every legal ply -----------------------------------------------------------------------------


def legal_moves(state: State) -> Iterator[Move]:
    """Every ply of the phase at hand, lazily and in a stable order; `playout.random_ply` draws one of them unlisted.

    Of moves first the empty one, then all of one step, of two, of three: every row of steps in every order that is
    legal. Where the table tells the dice, every pair of faces; where nobody knows a back, every symbol it can have.
    """
    return chain.from_iterable(_batches(state))


def _batches(state: State) -> Iterator[Iterable[Move]]:
    """The plies many at a time: most of them are never looked at one by one."""
    match state.phase:
        case "place":
            yield map(Place, places(state))
        case "move":
            yield (Steps(()),)
            for depth in range(1, STEPS + 1):
                yield from _rows(Waters(state), (), depth)
        case "sink":
            for piece in sinking.pieces(state):
                if not state.stand[piece]:
                    yield [Sink(piece, symbol, ()) for symbol in sinking.symbols(state, piece)]
                    continue
                for symbol in sinking.symbols(state, piece):
                    yield map(partial(Sink, piece, symbol), sinking.puts(state, piece))
        case "roll":
            reaches = rolling.Reaches(state)
            dice = [state.dice] if state.dice else [(creature, face) for creature in CREATURES for face in FACES]
            for creature, number in dice:
                yield from rolling.rolls(reaches, creature, number)


def _rows(waters: Waters, before: tuple[Step, ...], depth: int) -> Iterator[Iterable[Steps]]:
    steps = waters.steps()
    if depth == 1:
        yield [Steps((*before, step)) for step in steps]
        return
    for step in steps:
        if not waters.rescues(step):
            following = waters.copy()
            following.make(step)
            yield from _rows(following, (*before, step), depth - 1)
