"""The old Atlantis and its port side by side: states and moves of the one as those of the other, asked alike."""

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
from companion.games.atlantis.port import moves, state, texts
from companion.games.atlantis.port.rules import Atlantis
from companion.games.atlantis.port.text import TEXT
from companion.games.atlantis.port.texts import LETTERS, NAMES
from companion.games.atlantis.state import Counted, Reveal, State, Stuck
from companion.values import Player

OLD = OldGame("atlantis")
PORT = Game(Atlantis(lambda: OLD.document), TEXT)


def new_state(old: State, plies: int = 0) -> state.State:
    """The port's state of an old one, which counts no turns."""
    t = old.table
    return state.State(
        path=texts.Path(old.tops, old.unders, old.bridges, old.figures),
        unlaid=old.unlaid, hands=old.hands, tiles=old.tiles, deck=old.deck, discards=old.discards,
        shuffles=old.shuffles, gone=old.gone, unseen=old.unseen, turn=old.turn, plies=plies, over=old.over, away=t.away,
        table=state.Table(t.dealt, t.seed, t.buys_per_turn, t.settle_from_atlantis, t.stuck_with_bridge),
    )  # fmt: skip


def new_position(old: State, plies: int = 0) -> Position:
    players = tuple(map(Player, old.table.names, old.table.colours))
    return Position(new_state(old, plies), players, 0, old.table.seed)


def new_move(old: Any) -> Any:
    """The port's move of an old one."""
    if isinstance(old, Reveal):
        return moves.Reveal(*old)
    if isinstance(old, Counted):
        return moves.Counted(*old)
    if isinstance(old, Stuck):
        return moves.Stuck(*old)
    paid = texts.Paid(old.tiles, old.coins, old.named) if old.tiles or old.coins else None
    return moves.Walk(old.buys, old.figure, old.cards, old.bridge, paid, old.reveal, old.to, old.take, old.draw)


def old_outcome(before: State, text: str) -> tuple[Any, ...]:
    """What the old game says to a line: ids and points of all that it breaks, and the state if it is let stand."""
    try:
        move = OLD.notation.parse(before, text)
    except SyntaxFault as fault:
        return "syntax", fault.unseen
    except IllegalMove as fault:
        return "illegal", fault.rule, fault.unseen
    written = OLD.notation.format(before, move)
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


def port_outcome(before: Position, text: str) -> tuple[Any, ...]:
    """The same of the port."""
    seat = entering.mover(PORT.rules.turn(before.state))
    try:
        move = entering.parsed(PORT, before, text, seat)
    except SyntaxFault as fault:
        return "syntax", fault.unseen
    written = entering.written(PORT, before, move)
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
    why = (sentence(TEXT, each, before.players) for each in made.broken)
    after = made.after.state._replace(plies=0)
    return written, *first, tuple((each.rule, each.message) for each in why), made.points, after


def wrong(chance: Random, seats: int) -> str:
    """A line that is mostly against the rules, and sometimes none at all."""

    def one(letters: str) -> str:
        return letters[int(chance.random() * len(letters))]

    def tile() -> str:
        return one("FOHARSC") + one("1234567")

    def cards(most: int) -> str:
        return "".join(one("FOHARSC") for _ in range(1 + int(chance.random() * most)))

    space = str(int(chance.random() * 56))
    kind = chance.random()
    if kind < 0.05:
        return f"reveal {space} {tile()}"
    if kind < 0.1:
        return f"hand {one('rwbk'[:seats])} {int(chance.random() * 9)}"
    bought = f"buy {tile()}; " * (1 + (chance.random() < 0.2)) if chance.random() < 0.15 else ""
    if kind < 0.2:
        return f"{bought}stuck {cards(7) if chance.random() < 0.8 else ''}"
    line = f"{bought}{one('123')}:{cards(3)}" if chance.random() < 0.9 else f"{bought}{cards(2).replace('C', 'H')}"
    # the old game misreads a crown in cards alone
    for part, share in (
        (f" bridge {space}", 0.2),
        (f" pay {tile()} {int(chance.random() * 4)}c", 0.12),
        (f" pay {cards(2)}", 0.05),
        (" pay 0c", 0.05),
        (f" reveal {tile()}", 0.05),
        (f" to {space}", 0.08),
        (" take none", 0.04),
        (f" take {int(chance.random() * 54)}", 0.06),
        (f" draw {int(chance.random() * 5)}", 0.08),
    ):  # fmt: skip
        if chance.random() < share:
            line += part
    return line if chance.random() < 0.7 else in_full(line)


def in_full(line: str) -> str:
    """A line in the words that people type: `1 helmet pay olive 5 and 2 cards`."""
    names = dict(zip(LETTERS, NAMES, strict=True))
    line = re.sub(r"\b([FOHARSC])([1-7])\b", lambda tile: f"{names[tile[1]]} {tile[2]}", line)
    line = re.sub(r" ([0-9])c\b", r" and \1 cards", line)
    line = re.sub(r"\b[FOHARSC]+\b", lambda cards: " ".join(names[letter] for letter in cards[0]), line)
    return line.replace(":", " ")
