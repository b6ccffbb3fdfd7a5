"""The old Escape from Atlantis and its port side by side. A turn of the old game is several plies of the port, so the
two are held against each other wherever the old one stops."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.contract import entering
from companion.contract.game import Game, sentence
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.faults import IllegalMove, Refused, SyntaxFault
from companion.games import Game as OldGame
from companion.games.escape.port import board, moves, state, texts
from companion.games.escape.port.rules import Escape
from companion.games.escape.port.text import TEXT
from companion.games.escape.state import Place, Roll, Sink, Skip, State, Steps

OLD = OldGame("escape")
PORT = Game(Escape(lambda: OLD.document), TEXT)


def new_state(old: State) -> state.State:
    """The port's state of an old one, which counts no turns."""
    table = old.table

    def people(row: tuple[int, ...]) -> tuple[int, ...]:
        if table.colours == tuple(range(len(table.colours))):
            return row
        return tuple(sum((each >> 4 * c & 15) << 4 * seat for seat, c in enumerate(table.colours)) for each in row)

    phase = {"roll": "roll" if old.dice else "dice"}.get(old.phase, old.phase)
    sea = texts.Sea(
        board.board_of(old.board.plan), old.ground, people(old.stand), people(old.swim), old.beasts, old.boats,
        old.tired, None, old.backs,
    )  # fmt: skip
    options = state.Table(*table[2:9])  # type: ignore[arg-type]
    return state.State(
        sea=sea, box=old.box, supply=old.supply, seats=len(table.players), turn=old.turn, number=0,
        phase="move" if old.steps else phase,  # type: ignore[arg-type]
        steps=old.steps, dice=texts.Dice(*old.dice) if old.dice else None, away=table.away, table=options,  # type: ignore[arg-type]
    )  # fmt: skip


def new_position(old: State) -> Position:
    return Position(new_state(old), old.table.players, 0, old.table.seed)


def compared(s: state.State) -> state.State:
    """A state without what the old one does not have: turns counted, and who is tired where no step may follow."""
    s = s._replace(number=0)
    return s._replace(steps=0, sea=s.sea._replace(tired=())) if s.phase in ("sink", "dice") else s


def new_plies(old: State, move: Any) -> list[Any]:
    """The port's plies of an old one."""
    seats = {colour: seat for seat, colour in enumerate(old.table.colours)}
    match move:
        case Place(h):
            return [moves.Place(h)]
        case Steps(steps):
            return [moves.Move(board.Step(*step)) for step in steps] or [moves.Move(None)]
        case Sink(h, symbol, puts):
            goals = [texts.Goal(seats[put.colour], *put[1:]) for put in sorted(puts, key=lambda put: put.water)]
            return [moves.Sink(h), *map(moves.Put, goals), moves.Reveal(symbol)]
        case Skip(phase):
            return [moves.Skip(phase)]
        case Roll(creature, number, source, target):
            go = moves.Go(None if source < 0 else texts.Way(source, target))
            return [go] if old.dice or not creature else [moves.Roll(creature, number), go]
    raise AssertionError(move)


def made(here: Position, plies: list[Any], *, stood: bool = False) -> Position:
    for move in plies:
        seat = entering.mover(PORT.rules.turn(here.state))
        here = entering.ply(PORT, here, move, seat, stood=stood).after
    return here


Outcome = tuple[Any, ...]


def old_outcome(before: State, text: str) -> Outcome:
    """What the old game says to a line; and if it is let stand."""
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
        return *first, "cannot", fault.rule
    return *first, sorted({each.rule for each in why}), points, compared(new_state(after))


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
    except Forbidden as fault:
        return *first, "cannot", fault.rule
    return *first, sorted({each.rule for each in why}), points, compared(after.state)


def _entered(here: Position, text: str, *, stood: bool) -> tuple[Position, list[Forbidden], int]:
    why, points = list[Forbidden](), 0
    for ply in PORT.rules.split(here.state, text):  # type: ignore[attr-defined]
        seat = entering.mover(PORT.rules.turn(here.state))
        made = entering.ply(PORT, here, entering.parsed(PORT, here, ply, seat), seat, stood=stood)
        here, points = made.after, points + made.points
        why += made.broken
    if here.state.phase == "reveal" and (symbol := PORT.rules.deal(here.state, None)) is not None:
        here = entering.ply(PORT, here, symbol, None).after
    return here, why, points


def agree(text: str, was: Outcome, now: Outcome) -> bool:
    """Whether both say the same, but for what is more plies now: dice and a piece stand alone, whoever is put is judged
    one by one, and what no die shows cannot stand."""
    words = text.split()
    if text in SHORT[4:] or text == "-" or (len(words) == 1 and words[0].isalnum()):
        return True
    if was[0] == "roll.die":
        return was[:3] == now[:3]
    if words[0] == "sink" and was[0] != now[0]:
        return {was[0], now[0]} == {"sink.put", "sink.symbol"}
    if words[0] == "sink" and was[0].startswith("sink."):
        return was[0] == now[0] == "sink.put" or was[:3] == now[:3]
    return was == now


SHORT = ("sink none", "roll none", "none", "move -", "-", "roll -", "place", "D5", "roll shark", "zz", "")


def wrong(chance: Random, seats: int) -> str:
    """A line that is mostly against the rules, and sometimes none at all."""

    def one(options: str | tuple[str, ...]) -> str:
        return options[int(chance.random() * len(options))]

    def hexagon() -> str:
        row = one("ABCDEFGHIJKLMCDEFGHIJKDEFGHIJ")
        return f"{row}{1 + int(chance.random() * (12 if row in 'BDFHJL' else 13))}"

    def beside(name: str) -> str:
        around = BOARD.around[BOARD.number[name]]
        return BOARD.names[around[int(chance.random() * len(around))]] if chance.random() < 0.85 else hexagon()

    kind, sign = chance.random(), one((">", "-", ">"))
    if kind < 0.05:
        return one(SHORT)
    here = hexagon()
    if kind < 0.15:
        return f"{one(('place ', ''))}{here}"
    if kind < 0.6:
        boat = "=" * (chance.random() < 0.25)
        swim, wet = "~" * (not boat and chance.random() < 0.3), "~" * (not boat and chance.random() < 0.2)
        to = here if chance.random() < 0.1 else beside(here)
        return f"{one(('move ', ''))}{boat}{here}{swim}{sign}{to}{wet}"
    if kind < 0.8:
        puts = "".join(
            f" {one('rbyg'[:seats])}{sign}{beside(here)}{'~' * (chance.random() < 0.2)}"
            for _ in range(int(chance.random() * 3))
        )
        return f"sink {here} {one(texts.SYMBOLS)}{puts}"
    way = "-" if chance.random() < 0.2 else f"{here}{sign}{beside(here)}"
    return f"roll {one((*texts.CREATURES, 'zebra'))} {one(('1', '2', '3', 'D', '1', '7'))} {way}"


BOARD = PORT.rules.start(2, PORT.rules.OPTIONS(), None).sea.board
__all__ = [
    "OLD",
    "PORT",
    "Refused",
    "compared",
    "made",
    "new_plies",
    "new_position",
    "old_outcome",
    "port_outcome",
    "wrong",
]
