"""The old Seven Circles and its port side by side. A turn of the old game is a ply for each move of the port, so the
two are held against each other wherever a turn begins."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.contract import entering
from companion.contract.game import Game, sentence
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.faults import IllegalMove, SyntaxFault
from companion.games import Game as OldGame
from companion.games.circles.port import ground, moves, state
from companion.games.circles.port.rules import Circles
from companion.games.circles.port.text import TEXT
from companion.games.circles.rules import Table
from companion.games.circles.state import Rules, State, Turn

OLD = OldGame("circles")
PORT = Game(Circles(lambda: OLD.document), TEXT)
Outcome = tuple[Any, ...]


def new_state(old: State) -> state.State:
    return state.State(
        ground=ground.Ground(old.board, old.fields), turn=old.turn, number=old.plies, moved=(), late=(),
        passed=old.passed, away=old.resigned, over=old.over, table=state.Table(*old.rules),  # type: ignore[arg-type]
    )  # fmt: skip


def new_position(old: State) -> Position:
    return Position(new_state(old), old.players)


def new_plies(old: State, move: Turn) -> list[Any]:
    """The port's plies of an old turn."""
    forgot = {phase: phase for phase in move.forgot}
    plies = list[Any]()
    for single in move.singles:
        go = moves.Go(single.source, single.target, single.steps).filled(new_state(old), None, None)
        plies.append(go._replace(more=True))
    if plies:
        plies[-1] = plies[-1]._replace(more=False, **forgot)
    return plies or [moves.End(move.word or "-", **forgot)]  # type: ignore[arg-type]


def made(here: Position, plies: list[Any]) -> Position:
    for move in plies:
        here = entering.ply(PORT, here, move, here.state.turn).after
    return here


def old_outcome(before: State, text: str) -> Outcome:
    """What the old game says to a line: what it refuses, and what stands."""
    try:
        move = OLD.notation.parse(before, text)
    except SyntaxFault:
        return ("syntax",)
    first: Outcome = ("legal",)
    try:
        OLD.rules.apply(before, move)
    except IllegalMove as fault:
        first = (fault.rule, str(fault.message), fault.source)
    try:
        after, why, points = OLD.rules.stand(before, move)
    except IllegalMove as fault:
        return *first, "cannot", fault.rule, str(fault.message)
    return (
        *first,
        tuple((each.rule, str(each.message)) for each in why),
        _points(before, move, points),
        new_state(after),
    )


def _points(before: State, move: Turn, points: int) -> int | None:
    """What all that it broke was worth; None where legal moves followed a breach: the port judges ply by ply."""
    table, legal = Table(before), list[bool]()
    for single in move.singles:
        try:
            table.check(single, [player.name for player in before.players])
            legal.append(True)
        except IllegalMove:
            legal.append(False)
        table.move(single)
    return points if legal == sorted(legal, reverse=True) and legal.count(False) < 2 else None


def port_outcome(here: Position, text: str) -> Outcome:
    """The same of the port, ply by ply."""
    first: Outcome = ("legal",)
    try:
        _entered(here, text, stood=False)
    except SyntaxFault:
        return ("syntax",)
    except Forbidden as fault:
        said = sentence(TEXT, fault, here.players)
        first = (said.rule, str(said.message), said.source)
    try:
        after, why, points = _entered(here, text, stood=True)
    except SyntaxFault:
        return *first, "syntax"
    except Forbidden as fault:
        return *first, "cannot", fault.rule, str(sentence(TEXT, fault, here.players).message)
    told = [sentence(TEXT, each, here.players) for each in why]
    return *first, tuple((each.rule, str(each.message)) for each in told), points, after.state


def _entered(here: Position, text: str, *, stood: bool) -> tuple[Position, list[Forbidden], int]:
    why, points = list[Forbidden](), 0
    for ply in PORT.rules.split(here.state, text):  # type: ignore[attr-defined]
        seat = here.state.turn
        made = entering.ply(PORT, here, entering.parsed(PORT, here, ply, seat), seat, stood=stood)
        here, points = made.after, points + made.points
        why += made.broken
    return here, why, points


def agree(text: str, was: Outcome, now: Outcome) -> bool:
    """Whether both say the same; points only where both judge the same. The port reads a line ply by ply."""
    if was == ("syntax",) and (len(text.split()) > 1 or "game.over" in now):
        return now[0] != "legal"
    if len(was) > 2 and was[-2] is None and len(was) == len(now):
        return was[:-2] == now[:-2] and was[-1] == now[-1]
    return was == now


def wrong(chance: Random, here: Position) -> str:
    """A line that is mostly against the rules, and sometimes none at all."""

    def one(options: Any) -> Any:
        return options[int(chance.random() * len(options))]

    board, fields = here.state.board, here.state.fields
    own = [at for at, value in enumerate(fields) if ground.owner(value) == here.state.turn] or [0]
    words = list[str]()
    for _ in range(int(chance.random() * 4)):
        source = one(own) if chance.random() < 0.85 else int(chance.random() * len(fields))
        rays = [ray for ray in board.rays[source] if ray]
        near = one(rays)[:4] if rays and chance.random() < 0.9 else range(len(fields))
        count = f"={1 + int(chance.random() * 4)}" * (chance.random() < 0.15)
        words.append(f"{board.names[source]}-{board.names[one(near)]}{count}")
    if not words:
        words = [one(("-", "agree", "resign", "-", "zz", "a1-", "q99-a1"))]
    for phase in ("explode", "grow"):
        if chance.random() < 0.12:
            words.append(f"{phase} none")
    return " ".join(words)


RULES = [
    Rules(crossing, tie, end)
    for crossing in ("jump", "cancel")
    for tie in ("pieces", "later")
    for end in ("last-player", "areas-only")
]
