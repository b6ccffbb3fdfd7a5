"""A bot at the table: a person moves its pieces and draws its cards as it says.

It chooses from its seat's view, and what it enters is judged as that seat's. What the view lacks and the table knows,
its hand or the dice, is asked for; what the table reveals is left to be typed.
"""

from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from companion.contract import IllegalMove, SyntaxFault, typed
from companion.lab.players import Eyes, decide
from companion.record.about import STRENGTHS
from companion.record.bots import due
from companion.table import Change, Table
from specs.base.languages import either, say


def bot(table: Table, strength: str = "greedy", hand: str = "") -> str:
    """Return the ply that a bot of a strength plays for the seat to move, as a line for `Table.enter` with that seat;
    `hand` is needed if the companion does not know it. Raises SyntaxFault, also if the table must say something first.

    >>> from companion import Game
    >>> table = Game("circles").new("Ann", "Bob")
    >>> bot(table), table.move(bot(table)).whose
    ('d10-e11', 'Bob')
    """
    if table.turn is None or strength not in STRENGTHS:
        raise SyntaxFault(f"'{strength}'" if table.turn is not None else say("the end"), either(STRENGTHS))
    eyes = eyes_of(table, table.turn)
    eyes = eyes.knowing(hand) if hand else eyes
    if asks := eyes.asks():
        raise SyntaxFault(say("nothing"), asks)
    return eyes.line(decide(eyes, strength, chance_of(table, eyes)))


class Made(NamedTuple):
    """What bots did, a ply each; and, if somebody must say or do something before they continue, the sentence for that.
    `typed` is true if that is a turn to be entered, else it is for the bot; `knows` is a hand that was typed, as it is
    now, with `?` for each card that came to it unseen."""

    changes: tuple[Change, ...] = ()
    asks: str = ""
    typed: bool = False
    knows: str = ""


def eyes_of(table: Table, seat: int) -> Eyes:
    """Return a seat's eyes on a table."""
    return Eyes(table.game, table.state, seat)


def chance_of(table: Table, eyes: Eyes) -> Random:
    """Return the random numbers for a choice: the same for the same view, so that a game can be repeated, and
    independent of anything else."""
    return Random(f"{table.ply} {table.game.text(eyes.known)}")


def make(table: Table, words: str = "", knows: str = "", *, most: int = 1_000) -> Made:
    """Make the bot's turn, and those of the bots that follow, until the table must say something. `words` is what it
    says: everything, or what `knows`, a hand typed before, lacks. At most `most` plies, and none if a person is to
    move. Raises SyntaxFault, IllegalMove for impossible words, and as `Table.enter` does."""
    found, order = list[Change](), list[int]()
    new = "".join(words.split())
    if knows and len(new) == knows.count("?"):
        words = knows.rstrip("?") + new
    while len(found) < most and (strength := due(table)) and (seat := table.turn) is not None:
        if [seat] != order[-1:]:
            if seat in order:
                break
            order.append(seat)
        eyes = eyes_of(table, seat)
        if words or eyes.asks():
            if not words:
                return Made(tuple(found), eyes.asks(), knows=knows)
            if eyes.waits:  # a move of chance is a ply of its own
                found.append(table.enter(words, seat))
                table, words = found[-1].table, ""
                continue
            eyes = eyes.knowing(words)
        move = decide(eyes, strength, chance_of(table, eyes))
        if line := eyes.turns_up(move):
            asks = say("{who}: {turn}. Type that with what is turned up.", who=table.names[seat], turn=typed(line))
            return Made(tuple(found), asks, typed=True, knows=f"{words}?" if words else "")
        found.append(table.enter(eyes.line(move), seat))
        table = found[-1].table
        knows = _left(eyes, move) if words and table.turn == seat else ""
        words = "" if "?" in knows else knows
    return Made(tuple(found), knows=knows)


def question(table: Table, knows: str) -> str:
    """Return the question for what the bot to move cannot know, such as its cards, or only those that came to a hand
    typed before; empty if it knows enough."""
    asks = eyes_of(table, table.turn).asks() if table.turn is not None else ""
    drew = say("What did {who} draw? Type that alone, or all it holds.", who=table.whose)
    return drew if asks and "?" in knows else asks


def _left(eyes: Eyes, move: Any) -> str:
    """Return what is left of a typed hand after a ply, with a `?` for each card that came to it unseen."""
    game = eyes.game
    with suppress(IllegalMove):
        return game.hand(game.apply(eyes.known, move), eyes.player) if game.has_hands else ""
    return ""
