"""The three phases of a turn (rules/circles.md, "Turn"), and when the game ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from companion.contract import IllegalMove, Player
from companion.games.circles.board import Board
from companion.games.circles.reasons import refusal
from companion.games.circles.score import scores, settled
from companion.games.circles.state import (
    BURNED,
    EMPTY,
    KIND,
    ONE,
    OWNER,
    TOWER,
    Rules,
    Single,
    State,
    Tally,
    Turn,
    height,
    owner,
    pieces,
)
from specs.base.languages import say, say_many
from specs.model.shapes.hexes import name

_new = tuple.__new__  # without the checks of a named tuple: a listing makes thousands


class Explosion(NamedTuple):
    """One explosion: whose, the field, whether it was a tower, where a piece went, and how many were discarded."""

    player: int
    field: int
    tower: bool
    targets: tuple[int, ...]
    discarded: int


class Table:
    """The board while a turn is played on it: changed in place, by `apply` alone."""

    __slots__ = ("arrived", "board", "fields", "gone", "jump", "moved", "player", "tag")

    def __init__(self, state: State) -> None:
        self.board, self.fields = state.board, list(state.fields)
        self.player = state.turn
        self.tag = (state.turn + 1) << 2
        self.jump = state.rules.crossing == "jump"
        self.moved: set[int] = set()
        self.arrived: dict[int, int] = {}
        self.gone = [0] * (len(state.players) + 1)

    # ---- movement ----------------------------------------------------------------------------

    def sources(self) -> list[int]:
        """The fields a single move may start from next (some may have nowhere to go)."""
        tag = self.tag
        return [at for at, value in enumerate(self.fields) if value & OWNER == tag and self._free(at)]

    def _free(self, at: int) -> int:
        """How many pieces may move from a field: none of an island moved from, none that arrived this turn."""
        value = self.fields[at]
        if value & OWNER != self.tag or self.board.islands[at] in self.moved:
            return 0
        return value // ONE - self.arrived.get(at, 0)

    def singles_from(self, source: int) -> Iterator[Single]:
        """Every single move from a field, by direction and distance."""
        fields, free = self.fields, self._free(source)
        for ray in self.board.rays[source]:
            for steps, target in enumerate(ray[:free], 1):
                if fields[target] & KIND:
                    break
                yield _new(Single, (source, target, steps))

    def singles(self) -> Iterator[Single]:
        """Every single move that may come next, by field, direction and distance."""
        for source in self.sources():
            yield from self.singles_from(source)

    def check(self, single: Single, names: Sequence[str]) -> None:
        """Raises IllegalMove for a single move that may not come next: one that is not listed, with the reason."""
        if single not in list(self.singles_from(single.source)):
            raise refusal(self, single, names)

    def move(self, single: Single) -> None:
        """Play a single move; what `check` looks for is taken as true."""
        source, target, count = single
        fields, tag = self.fields, self.tag
        self.moved.add(self.board.islands[source])
        rest = fields[source] - count * ONE
        fields[source] = rest if rest >= ONE else EMPTY
        moving = count
        if not self.jump:
            for passed in self._between(single):
                moving -= self._cancel(passed, moving)
        if fields[target] and fields[target] & OWNER != tag:
            moving -= self._cancel(target, moving)
        if moving:
            fields[target] = (fields[target] or tag) + moving * ONE
            self.arrived[target] = self.arrived.get(target, 0) + moving

    def _between(self, single: Single) -> tuple[int, ...]:
        source, target, _ = single
        for ray in self.board.rays[source]:
            if target in ray:
                return ray[: ray.index(target)]
        return ()  # a turn that stood although no straight line leads there passes nothing

    def _cancel(self, at: int, moving: int) -> int:
        """Enemy pieces and moving ones go off the board one for one; how many moving ones did. Towers and burned
        ground, which a turn that stood may have passed, stay as they are."""
        value = self.fields[at]
        if not value or value & KIND or value & OWNER == self.tag:
            return 0
        lost = min(moving, height(value))
        self.fields[at] = value - lost * ONE if height(value) > lost else EMPTY
        self.gone[owner(value)] += lost
        self.gone[self.player] += lost
        return lost

    # ---- explosion and growth ----------------------------------------------------------------

    def explode(self, chain: list[Explosion] | None = None, choose: Callable[[list[int]], int] | None = None) -> None:
        """Explode the player's stacks and towers until none is ready. `chain` records each; `choose` picks which of
        the waiting fields comes next, by its place in the list (the order changes nothing)."""
        fields, around = self.fields, self.board.neighbours
        stack, tower = self.tag, self.tag | TOWER
        waiting = [number for number, value in enumerate(fields) if value & OWNER == stack or value & OWNER == tower]
        while waiting:
            at = waiting.pop() if choose is None else waiting.pop(choose(waiting))
            value = fields[at]
            tag = value & OWNER
            if tag not in (stack, tower):
                continue
            near = around[at]
            alive = [other for other in near if not fields[other] & KIND]
            here = height(value)
            if here < len(alive):
                continue
            if tag == stack:
                fields[at] = tower
                # its neighbours have one alive field less around them; it may itself have none and burn at once
                waiting += [other for other in near if fields[other] & OWNER in (stack, tower)]
                waiting.append(at)
            else:
                fields[at] = BURNED
            gone = here - len(alive)
            for other in alive:
                there = fields[other]
                if there == EMPTY or there & OWNER == stack:
                    fields[other] = (there or stack) + ONE
                    waiting.append(other)
                else:  # one piece of an enemy's and the one that comes go off the board
                    rest = there - ONE
                    fields[other] = rest if rest >= ONE else EMPTY
                    self.gone[owner(there)] += 1
                    gone += 1
            self.gone[self.player] += gone
            if chain is not None:
                chain.append(Explosion(self.player, at, tag == tower, tuple(alive), here - len(alive)))

    def grow(self) -> int:
        """One piece more on each of the player's growth towers; how many there are."""
        tower, grown = self.tag | TOWER, 0
        for number, value in enumerate(self.fields):
            if value & OWNER == tower:
                self.fields[number] = value + ONE
                grown += 1
        return grown


def turn(state: State) -> int | None:
    """Whose turn it is; None once the game is over."""
    return None if state.over else state.turn


def begins(state: State) -> bool:
    """True: a turn is one ply."""
    del state
    return True


def is_turn(move: Turn) -> bool:
    """True: everything that is entered is a turn."""
    return True


# ---- turns -------------------------------------------------------------------------------------


def apply(state: State, move: Turn) -> State:
    """The position after a whole turn. Raises IllegalMove."""
    if state.over:
        raise IllegalMove("game.over", say("the game is over"), "Objective of the game")
    table = Table(state)
    if move.singles:
        names = [player.name for player in state.players]
        for single in move.singles:
            table.check(single, names)
            table.move(single)
    if move.forgot:
        for why in _forgotten(state, table, move):
            raise why
    return finish(state, table, move)


def _forgotten(state: State, table: Table, move: Turn) -> Iterator[IllegalMove]:
    """Why a turn is refused that left phases out; nothing of a phase in which there was nothing to do."""
    who, trial = state.players[state.turn].name, Table(state)
    trial.fields, trial.gone = table.fields[:], table.gone[:]
    chain: list[Explosion] = []
    trial.explode(chain)
    if chain and "explode" in move.forgot:
        where = name(table.board.cells[chain[0].field])
        message = say("{who}'s {field} explodes this turn; that was left out", who=who, field=where)
        yield IllegalMove("explode.forgotten", message, "Explosions")
    grown = trial.grow() if "grow" in move.forgot else 0
    if grown:
        message = say_many(
            "{n} growth tower grows for {who} this turn; that was left out",
            "{n} growth towers grow for {who} this turn; that was left out",
            grown, who=who,
        )  # fmt: skip
        yield IllegalMove("grow.forgotten", message, "Growth")


def finish(state: State, table: Table, turn: Turn, steps: list[Explosion] | None = None) -> State:
    """The rest of a turn after its movement phase, up to the next player's turn; `steps` records the explosions.

    `agree` and `resign` are turns without a move, so that nobody escapes an explosion by them.
    """
    passed, resigned = state.passed, state.resigned
    if turn.word == "resign":
        resigned = (*resigned[: state.turn], True, *resigned[state.turn + 1 :])
    elif turn.word or not (turn.singles or state.rules.end == "areas-only"):
        passed = (*passed[: state.turn], True, *passed[state.turn + 1 :])
    elif True in passed:
        passed = (False,) * len(passed)
    fields, tallies = _unfold(state, table, steps, turn.forgot)
    return _next(
        state._replace(fields=fields, plies=state.plies + 1, passed=passed, resigned=resigned, tallies=tallies), steps
    )


def _unfold(
    state: State, table: Table, steps: list[Explosion] | None, forgot: tuple[str, ...] = ()
) -> tuple[tuple[int, ...], tuple[Tally, ...]]:
    """Explosions and growth, but for those forgotten: the fields and the tallies after them."""
    if "explode" not in forgot:
        table.explode(steps)
    grown, tallies = 0 if "grow" in forgot else table.grow(), state.tallies
    if grown or any(table.gone):
        tallies = tuple(
            Tally(tally.placed, tally.grown + (grown if number == state.turn else 0), tally.gone + table.gone[number])
            for number, tally in enumerate(tallies)
        )
    return tuple(table.fields), tallies


def _next(state: State, steps: list[Explosion] | None = None) -> State:
    """Whose turn comes, or the end.

    The game ends when every area is stable or nobody is left to play; when everybody still in the game has passed in a
    row; and, by the option, when one player is left. Where a player who resigned would have a turn, the stacks
    and towers left behind explode and grow.
    """
    count, last = len(state.players), state.turn
    while True:
        present = {owner(value) for value in set(state.fields)}
        playing = [number for number in range(count) if number in present and not state.resigned[number]]
        over = (
            len(playing) <= (state.rules.end == "last-player")
            or (True in state.passed and all(state.passed[number] for number in playing))
            or settled(state.board, state.fields)
        )
        if over:
            turn = next((n for step in range(1, count + 1) if (n := (last + step) % count) in playing), last)
            return state._replace(turn=turn, over=True)
        last = next(n for step in range(1, count + 1) if (n := (last + step) % count) in present)
        state = state._replace(turn=last, over=False)
        if not state.resigned[last]:
            return state
        fields, tallies = _unfold(state, Table(state), steps)
        state = state._replace(fields=fields, tallies=tallies)


def resumed(state: State) -> State:
    """A position that was written down somewhere, its end and its player found anew rather than taken on trust."""
    found = _next(state._replace(turn=(state.turn - 1) % len(state.players)))
    return state._replace(fields=found.fields, tallies=found.tallies, turn=found.turn, over=found.over)


def begin(board: Board, fields: Sequence[int], players: Sequence[Player], rules: Rules) -> State:
    """A first position: pieces tallied, its first player or its end found."""
    nobody = (False,) * len(players)
    tallies = tuple(Tally(pieces(fields, number)[0], 0, 0) for number in range(len(players)))
    last = len(players) - 1
    return _next(
        State(
            board=board,
            fields=tuple(fields),
            players=tuple(players),
            turn=last,
            plies=0,
            passed=nobody,
            resigned=nobody,
            tallies=tallies,
            rules=rules,
            over=False,
        )
    )


def chain(state: State, turn: Turn) -> tuple[Explosion, ...]:
    """The explosions a turn sets off, in the order they are resolved; those of players who resigned come last."""
    table = Table(state)
    for single in turn.singles:
        table.move(single)
    steps: list[Explosion] = []
    finish(state, table, turn, steps)
    return tuple(steps)


def single_moves(state: State, before: Sequence[Single] = ()) -> Iterator[Single]:
    """The single moves that may come next in a turn in which these were made."""
    table = Table(state)
    for single in before:
        table.move(single)
    yield from table.singles()


def legal_moves(state: State) -> Iterator[Turn]:
    """Every turn `apply` accepts, lazily: the pass, the words, then all turns of one move, of two, and so on.

    Their number grows with a power of the islands: take as many as are wanted, never all of them.
    """
    if state.over:
        return
    yield Turn()
    yield Turn(word="agree")
    yield Turn(word="resign")
    level: Iterator[tuple[Single, ...]] = ((single,) for single in single_moves(state))
    depth = 1
    first = next(level, None)
    while first is not None:
        yield Turn(first)
        for singles in level:
            yield Turn(singles)
        depth += 1
        level = _sequences(state, (), depth)
        first = next(level, None)


def _sequences(state: State, before: tuple[Single, ...], depth: int) -> Iterator[tuple[Single, ...]]:
    """All sequences of `depth` single moves that begin with `before`."""
    for single in single_moves(state, before):
        if depth == len(before) + 1:
            yield (*before, single)
        else:
            yield from _sequences(state, (*before, single), depth)


# ---- what the table let stand --------------------------------------------------------------------


def stand(state: State, move: Turn) -> tuple[State, tuple[IllegalMove, ...], int]:
    """The position after a turn as the pieces were really moved, the rules it broke, and what it was worth in
    fields: held after it, less than after its legal moves alone.

    Raises IllegalMove where it cannot have been: pieces that were not there, or the game was over.
    """
    if state.over:
        return apply(state, move), (), 0
    table, honest = Table(state), Table(state)
    names = [player.name for player in state.players]
    broken: list[IllegalMove] = []
    kept: list[Single] = []
    for single in move.singles:
        try:
            table.check(single, names)
        except IllegalMove as error:
            broken.append(error)
            value = table.fields[single.source]
            if value & OWNER != table.tag or height(value) < single.steps or table.fields[single.target] & KIND:
                raise
        else:
            # what only an earlier slip made possible is no slip of its own, and no part of the legal moves alone
            with suppress(IllegalMove):
                honest.check(single, names)
                honest.move(single)
                kept.append(single)
        table.move(single)
    if move.forgot:
        broken += _forgotten(state, table, move)
    after = finish(state, table, move)
    if not broken:
        return after, (), 0
    without = finish(state, honest, Turn(tuple(kept), move.word))
    return after, tuple(broken), scores(after)[state.turn] - scores(without)[state.turn]
