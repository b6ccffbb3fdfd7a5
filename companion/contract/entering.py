"""Lines become plies here: judged on what the seat sees first, then in truth, and entered up to the first chance.

A ply that the view allows and the truth forbids is refused as `hidden`, with no other word. What a line says behind a
ply that turned something up is handed back: it was typed without knowing that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final, Literal, NamedTuple

from companion.contract import grammar
from companion.contract.codecs import Here, Unclear
from companion.contract.game import DEALT, HIDDEN, OTHERS, OVER, Game, sentence
from companion.contract.judges import STRICT, Effect, Forbidden, Listening, Noting
from companion.contract.position import Position, chance_of, seen
from companion.contract.rules import EVERYTHING, Ending, Seat, Turn, grammar_of, is_told, phase_of
from companion.faults import SyntaxFault
from companion.plies import plies
from companion.values import Player
from specs.base.languages import Said

__all__ = [
    "REFEREE",
    "Entered",
    "Ply",
    "dealt",
    "due",
    "ended",
    "enter",
    "evenly",
    "mover",
    "parsed",
    "ply",
    "random_ply",
    "refused",
    "start",
    "written",
]

REFEREE: Final = "referee"
Viewer = Seat | None | Literal["referee"]
STOOD: Final = "stood "


class Ply(NamedTuple):
    """A move that was made: `text` is how a record writes it, `broken` what the table let stand, `effects` what
    followed by itself and likely slips."""

    text: str
    move: Any
    seat: Seat | None
    before: Position
    after: Position
    broken: tuple[Forbidden, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def points(self) -> int:
        """What it broke was worth."""
        return sum(each.points for each in self.broken)


class Entered(NamedTuple):
    """The plies of a line that were entered, and the rest of the line, which something that turned up may change."""

    plies: tuple[Ply, ...]
    rest: str = ""


def start(game: Game[Any, Any], players: Any, options: Any, seed: int | None) -> Position:
    """The first position, with what chance decides at once."""
    state = game.rules.start(len(players), options, seed)
    taken = {player.name.lower() for player in players}
    others = [*getattr(game.rules, "UNSEATED", ())] if len(players) == 1 else []
    seated = (*players, *[Player(name if name not in taken else f"the {name}", "") for name in others])
    return dealt(game, Position(state, seated, 0, seed))[0]


# ---- moves as text -------------------------------------------------------------------------------


def parsed(game: Game[Any, Any], view: Position, text: str, seat: Seat | None) -> Any:
    """The move of a text, with what was not written filled in from this view. Raises SyntaxFault, Forbidden."""
    here = Here(game.rules, view.state, view.players)
    move, columns = grammar.read(game.rules.MOVES, text, here, due(game, view))
    fill = getattr(move, "filled", None)
    if fill is None:
        return move
    try:
        return fill(view.state, seat, game.rules)
    except Unclear as unclear:
        column = columns.get(unclear.field, len(text) + 1)
        raise SyntaxFault(unclear.found, unclear.expected, column, unseen=unclear.unseen) from None


def due(game: Game[Any, Any], view: Position) -> tuple[type[Any], ...]:
    """The kinds of move that belong to the phase at hand, or to one of several."""
    turn = game.rules.turn(view.state)
    return () if turn is None else _of_phases(game.rules.MOVES, turn.phase)


@cache
def _of_phases(kinds: tuple[type[Any], ...], phases: str) -> tuple[type[Any], ...]:
    return tuple([kind for phase in phases.split() for kind in kinds if phase_of(kind) == phase])


def written(game: Game[Any, Any], view: Position, move: Any) -> str:
    """A move as a record writes it."""
    return grammar.write(move, Here(game.rules, view.state, view.players))


def mover(turn: Turn | None, viewer: Viewer = None) -> Seat | None:
    """The seat whose move is entered: of several that may act, the viewer; None for chance, and after the end."""
    if turn is None or not turn.seats:
        return None
    return viewer if viewer in turn.seats and isinstance(viewer, int) else turn.seats[0]


# ---- one ply -------------------------------------------------------------------------------------


def ply(game: Game[Any, Any], position: Position, move: Any, seat: Seat | None, *, stood: bool = False) -> Ply:
    """A move made at a position, which may be a view. Raises Forbidden for what the rules forbid; `stood`: for what
    cannot be."""
    turn = game.rules.turn(position.state)
    if turn is None and not is_told(move):
        raise Forbidden(OVER, {}, possible=False)
    judge = Noting() if stood else Listening()
    state = game.rules.play(position.state, seat, move, judge)
    chances = position.chances + (turn is not None and not turn.seats and not is_told(move))
    after = position._replace(state=state, chances=chances)
    return Ply(written(game, position, move), move, seat, position, after, tuple(judge.broken), tuple(judge.effects))


def dealt(game: Game[Any, Any], position: Position) -> tuple[Position, tuple[Ply, ...]]:
    """The position after the moves of chance that follow by themselves, and these."""
    found = list[Ply]()
    while (move := _chance(game, position)) is not None:
        found.append(ply(game, position, move, None))
        position = found[-1].after
    return position, tuple(found)


def _chance(game: Game[Any, Any], position: Position) -> Any:
    """What chance does now, where the companion deals; else None."""
    turn = game.rules.turn(position.state)
    return game.rules.deal(position.state, chance_of(position)) if turn is not None and not turn.seats else None


# ---- lines ---------------------------------------------------------------------------------------


def enter(
    game: Game[Any, Any], position: Position, line: str, viewer: Viewer = None, *, stood: bool = False
) -> Entered:
    """The plies of a line, up to the first that turns something up. Raises SyntaxFault and Forbidden for its first
    ply; from the second on, what is refused is handed back with the rest of the line."""
    split: Callable[[Any, str], Sequence[str]] = getattr(game.rules, "split", lambda state, text: [text])
    found, texts = list[Ply](), list(plies(line, "" if _lists(game) else ";"))
    while texts:
        text, *texts = [*split(game.rules.seen(position.state, None), texts[0]), *texts[1:]]
        try:
            made, shown = _entered(game, position, text, viewer, stood=stood)
        except (SyntaxFault, Forbidden):
            if not found:
                raise
            return Entered(tuple(found), " / ".join([text, *texts]))
        found.append(made)
        position, more = dealt(game, made.after)
        found += more
        if more or shown:
            return Entered(tuple(found), " / ".join(texts))
    return Entered(tuple(found))


def _lists(game: Game[Any, Any]) -> bool:
    """Whether `;` stands within a move; else it stands between plies, as `/` does."""
    return any(";" in grammar_of(kind) for kind in game.rules.MOVES)


def _entered(game: Game[Any, Any], truth: Position, text: str, viewer: Viewer, *, stood: bool) -> tuple[Ply, bool]:
    """One ply of a line, and whether it turned up what the viewer did not know."""
    view = truth if viewer == REFEREE else seen(game.rules, truth, None if viewer is None else int(viewer))
    turn = game.rules.turn(truth.state)
    seat = mover(turn, viewer)
    marked = text[: len(STOOD)].lower() == STOOD
    stood, text = stood or marked, text[len(STOOD) :] if marked else text
    unseen: SyntaxFault | Forbidden | None = None
    try:
        move = parsed(game, view, text, seat)
    except SyntaxFault as fault:
        if not fault.unseen:
            raise
        unseen, move = fault, parsed(game, truth, text, seat)  # filled in with what the viewer does not see
    if is_told(move):
        seat = None
    elif isinstance(viewer, int) and turn is not None and turn.seats and viewer not in turn.seats:
        raise Forbidden(OTHERS, {"who": turn.seats[0]})
    chance = _chance(game, truth)
    if chance is not None and not is_told(move) and move != chance:
        raise Forbidden(DEALT, {})
    if view.state == truth.state:
        return ply(game, truth, move, seat, stood=stood), False
    expected: Any = None
    try:
        expected = ply(game, view, move, seat, stood=stood).after.state if unseen is None else None
    except Forbidden as refused:
        if not refused.unseen:
            raise
        unseen = refused
    try:
        made = ply(game, truth, move, seat, stood=stood)
    except Forbidden as refused:
        raise (unseen if unseen is not None and refused.unseen else Forbidden(HIDDEN, {}, possible=False)) from None
    return made, expected != game.rules.seen(made.after.state, None if viewer is None else int(viewer))


def refused(game: Game[Any, Any], position: Position, line: str, viewer: Viewer = None) -> Said | str:
    """Why a line is refused, in a sentence; empty where it is not."""
    try:
        enter(game, position, line, viewer)
    except SyntaxFault as fault:
        return str(fault)
    except Forbidden as forbidden:
        return sentence(game.text, forbidden, position.players).message
    return ""


def ended(game: Game[Any, Any], position: Position, seat: Seat | None, how: Ending) -> Position:
    """The position after a seat left or resigned, or all agreed to end. Raises Forbidden."""
    ends = getattr(game.rules, "ends", None)
    if game.rules.turn(position.state) is None:
        raise Forbidden(OVER, {}, possible=False)
    if ends is None:
        raise Forbidden("end.rules", {}, possible=False)
    return position._replace(state=ends(position.state, seat, how, STRICT))


# ---- random play ---------------------------------------------------------------------------------


def random_ply(game: Game[Any, Any], position: Position, random: Random) -> Ply:
    """A legal ply by chance, of chance itself where it is to move: all that can be listed are equally likely, unless
    the game picks."""
    turn = game.rules.turn(position.state)
    move = _chance(game, position)
    if move is None:
        pick = getattr(game.rules, "pick", None)
        if pick is not None and turn is not None and turn.seats:
            move = pick(position.state, random)
        else:
            move = evenly(game, position, random)
    return ply(game, position, move, mover(turn))


def evenly(game: Game[Any, Any], position: Position, random: Random) -> Any:
    """A legal move by chance, each as likely."""
    picked = getattr(game.rules, "evenly", None)
    if picked is not None:
        return picked(position.state, random)
    listed = list(game.rules.moves(position.state, EVERYTHING))
    return listed[int(random.random() * len(listed))]


def played_out(game: Game[Any, Any], position: Position, random: Random) -> Iterator[Ply]:
    """A random game to its end, ply by ply."""
    while game.rules.turn(position.state) is not None:
        made = random_ply(game, position, random)
        yield made
        position = made.after
