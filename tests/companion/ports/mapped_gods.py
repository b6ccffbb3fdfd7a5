"""Today's Island of Gods and its port side by side: states and moves of the one as those of the other, asked alike."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from companion.contract import entering
from companion.contract.game import Game, sentence
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.faults import IllegalMove, SyntaxFault
from companion.games import Game as OldGame
from companion.games.gods import state as old_state
from companion.games.gods.port import moves, state
from companion.games.gods.port.moves import Step, Swap, Taken
from companion.games.gods.port.rules import Gods
from companion.games.gods.port.text import TEXT
from companion.values import Player

OLD = OldGame("gods")
PORT = Game(Gods(lambda: OLD.document), TEXT)


def new_state(old: Any, turns: int = 0) -> state.State:
    """The port's state of an old one, which counts no turns and keeps what is in stock."""
    t = old.table
    fields = {name: getattr(old, name) for name in state.State._fields if name not in ("turns", "away", "table")}
    fields |= {"phase": old_state.PHASES[old.phase], "winner": None if old.winner < 0 else old.winner}
    table = state.Table(
        t.dealt, t.seed, t.copies, (None, *t.abilities[1:]), t.neutral, t.order, t.deities, t.cards, t.solo, t.any_ends
    )
    return state.State(**fields, turns=turns, away=t.away, table=table)


def new_position(old: Any, turns: int = 0) -> Position:
    players = tuple(map(Player, old.table.names, old.table.colours))
    return Position(new_state(old, turns), players, 0, old.table.seed)


def new_move(old: Any, *, dealt: bool) -> Any:
    """The port's move of an old one. Where the companion deals, it does not say what is turned up."""
    name, given = type(old).__name__, list(old)[:-1]
    if name in ("Draw", "FeastArea"):
        taken = [_taken(*given[n : n + 2], dealt=dealt) for n in range(0, len(given), 2)]
        return moves.Draw(*taken) if name == "Draw" else moves.Feast(tuple(taken))
    if name == "Opponent":
        return moves.Opponent(None if dealt else old.card)
    if name == "Build":
        return moves.Build(moves.Built(*given))
    if name == "Demolish":
        return moves.Demolish(moves.Spot(*given))
    if name == "Convert":
        return moves.Convert(old.card, old.player)
    if name.startswith("Feast"):
        kinds: dict[str, Any] = {"FeastSwap": lambda: Swap(*given), "FeastColour": lambda: Taken(*given)}
        if name in kinds:
            return moves.Feast((kinds[name](),))
        return moves.Feast(tuple([Step(*step) for step in given]))
    return getattr(moves, name)(*given)


def _taken(card: int, refill: int, *, dealt: bool) -> Taken:
    return Taken(card, None if dealt and card > 0 else refill)


def _plain(before: Any, written: str) -> str:
    """A move as it is written without what the dealt deck turns up."""
    if before.table.dealt and written.startswith(("draw", "feast")) and not re.search("[0-9]", written):
        return re.sub(r"\b([BGRY])>[BGRY-]", r"\1", written)
    return "opponent" if before.table.dealt and written.startswith("opponent") else written


def old_outcome(before: Any, text: str) -> tuple[Any, ...]:
    """What today's game says to a line: ids and sentences of all that it breaks, and the state if it is let stand."""
    try:
        move = OLD.notation.parse(before, text)
    except SyntaxFault as fault:
        return "syntax", fault.unseen
    written = _plain(before, OLD.notation.format(before, move))
    first: tuple[Any, ...] = ("legal",)
    try:
        OLD.rules.apply(before, move)
    except IllegalMove as fault:
        first = (fault.rule, fault.unseen, fault.message, fault.source)
    try:
        after, why, points = OLD.rules.stand(before, move)
    except IllegalMove as fault:
        return written, *first, "cannot", fault.rule, fault.message
    return written, *first, tuple((each.rule, each.message) for each in why), points, new_state(after)


def port_outcome(old: Any, before: Position, text: str) -> tuple[Any, ...]:
    """The same of the port."""
    seat = entering.mover(PORT.rules.turn(before.state))
    try:
        move = entering.parsed(PORT, before, text, seat)
    except SyntaxFault as fault:
        return "syntax", fault.unseen
    written = _plain(old, entering.written(PORT, before, move))
    first: tuple[Any, ...] = ("legal",)
    try:
        entering.ply(PORT, before, move, seat)
    except Forbidden as fault:
        said = sentence(TEXT, fault, before.players)
        first = (said.rule, said.unseen, said.message, said.source)
    try:
        made = entering.ply(PORT, before, move, seat, stood=True)
    except Forbidden as fault:
        return written, *first, "cannot", fault.rule, sentence(TEXT, fault, before.players).message
    why = tuple((each.rule, sentence(TEXT, each, before.players).message) for each in made.broken)
    return written, *first, why, made.points, made.after.state._replace(turns=0)


def any_wrong(chance: Random, seats: int) -> str:
    """A line that is mostly against the rules, and sometimes none at all; of any phase."""

    def one(letters: str) -> str:
        return letters[int(chance.random() * len(letters))]

    def colour() -> str:
        return one("BGRY")

    def site() -> str:
        return f"{colour()}{'n' if chance.random() < 0.3 else ''}{one('1123')}"

    def taken() -> str:
        return colour() + (f">{one('BGRY-')}" if chance.random() < 0.6 else "")

    def tile() -> str:
        level = ("I", "II", "III", "1", "2")[int(chance.random() * 5)]
        return one("123") + ":" + level if chance.random() < 0.4 else "all:" + level if chance.random() < 0.2 else level

    kinds = (
        lambda: f"draw {taken()}", lambda: "draw deck", lambda: f"opponent {colour()}", lambda: f"travel {colour()}",
        lambda: f"build {'n ' if chance.random() < 0.3 else ''}{tile()}{' a' if chance.random() < 0.3 else ''}",
        lambda: f"build {tile()}", lambda: f"demolish {site()}",
        lambda: f"convert {1 + int(chance.random() * seats)} {colour()}",
        lambda: f"recruit {int(chance.random() * 4)}", lambda: "migrate", lambda: "pass",
        lambda: "discard " + "".join(colour() for _ in range(1 + int(chance.random() * 5))), lambda: "feast",
        lambda: f"feast {taken()} {taken()}", lambda: f"feast {colour()}<>{colour()}", lambda: f"feast {colour()}",
        lambda: f"feast {site()}>{site()}", lambda: f"feast {site()}>{site()} {site()}>{site()}",
    )  # fmt: skip
    line = kinds[int(chance.random() * len(kinds))]()
    if line.startswith("feast") and ">- " in line:
        line = line.replace(">- ", ">B ")  # today's game cannot read it
    return line if chance.random() < 0.6 else shortened(line, chance)


def shortened(line: str, chance: Random) -> str:
    """A line as people type it: shortened, run together, without its verb, with other signs."""
    verb, _, rest = line.partition(" ")
    kind = int(chance.random() * 6)
    if kind == 0:
        return rest or verb
    if kind == 1:
        return f"{verb[: 1 + int(chance.random() * 3)]} {rest}"
    if kind == 2:
        return verb[0] + rest.replace(" ", "")
    if kind == 3:
        return line.replace("<>", "-").replace(">", "-").lower()
    if kind == 4:
        return line.replace("<>", "").replace(">", "")
    return f"{verb} " + re.sub(r"\b[BGRY]\b", lambda found: state.NAMES[state.INDEX[found[0]]], rest)
