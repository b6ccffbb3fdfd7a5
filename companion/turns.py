"""Turns: from what was typed to the next position and journal. Every surface and every replay go through here.

>>> split_stood("stood 2:HH [gap.unpaid 4]")
(True, '2:HH')
>>> stood_text("2:HH", "gap.unpaid", 4)
'stood 2:HH [gap.unpaid 4]'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.contract import IllegalMove, Refused, SyntaxFault
from companion.games import Game
from companion.journal import Journal, Logged
from specs.base.languages import say

if TYPE_CHECKING:
    from companion.contract.entering import Ply

__all__ = [
    "Step",
    "Untaken",
    "begins",
    "begun",
    "dealing",
    "enter",
    "follows",
    "left",
    "logged",
    "mover",
    "of_line",
    "of_ply",
    "split_stood",
    "steps",
    "stood_text",
    "stood_turns",
    "take",
]

STOOD = "stood"
LEAVING = "what the table decides"


class Step(NamedTuple):
    """A turn that was taken. `text` is its canonical notation, without `stood`; `ply` is false for an entry
    that only tells what is known; `stood` are the refusals, if the table let it stand, and `points` their worth."""

    text: str
    player: int | None
    ply: bool
    move: Any
    before: Any
    after: Any
    stood: tuple[IllegalMove, ...] = ()
    points: int = 0


class Untaken(Refused):
    """A turn that was refused: the refusal, the turn as typed, and the legal turn most like it. `part` says which it is
    of how many of its line, of which nothing was entered."""

    def __init__(self, refusal: IllegalMove | SyntaxFault, text: str, ply: int, nearest: str = "") -> None:
        super().__init__(str(refusal))
        self.refusal, self.text, self.ply, self.nearest = refusal, text, ply, nearest
        self.unseen = refusal.unseen
        self.part = (1, 1)

    @property
    def rule(self) -> str:
        return self.refusal.rule

    @property
    def message(self) -> str:
        return self.refusal.message if isinstance(self.refusal, IllegalMove) else str(self.refusal)


def split_stood(text: str) -> tuple[bool, str]:
    """("stood" or not, the turn itself). What a record adds in brackets behind a turn that stood is dropped:
    it follows from the rules."""
    words = text.strip()
    if words[: len(STOOD) + 1].lower().rstrip() != STOOD:
        return False, words
    turn = words[len(STOOD) :].strip()
    if turn.endswith("]") and "[" in turn:
        turn = turn[: turn.rindex("[")].strip()
    return True, turn


def stood_text(turn: str, rule: str, points: int) -> str:
    """A turn that stood, as records write it: `stood 2:HH [gap.unpaid 4]`; several rules with commas between."""
    return f"{STOOD} {turn} [{rule} {points}]"


def take(game: Game, state: Any, text: str, ply: int, *, stood: bool = False) -> Step:
    """The step a turn makes from a position; `ply` is the number it has or would have. Raises Untaken.

    A turn that is marked as stood but breaks no rule is an ordinary turn.
    """
    marked, turn = split_stood(text)
    if game.contracted is not None:
        return _taken(game, state, turn, ply, stood=stood or marked)
    try:
        move = game.notation.parse(state, turn)
    except (SyntaxFault, IllegalMove) as fault:
        raise Untaken(fault, turn, ply) from None
    after, why, points = state, tuple[IllegalMove, ...](), 0
    try:
        after = game.rules.apply(state, move)
    except IllegalMove as refusal:
        if not (stood or marked):
            nearest = game.advice.nearest(state, move) if not refusal.unseen else None
            instead = "" if nearest is None else game.view.said(state, nearest) or game.notation.format(state, nearest)
            raise Untaken(refusal, turn, ply, instead) from None
        try:
            after, why, points = game.rules.stand(state, move)
        except IllegalMove as impossible:
            raise Untaken(impossible, turn, ply) from None
    written, counts = game.notation.format(state, move), game.rules.is_turn(move)
    return Step(written, game.rules.turn(state), counts, move, state, after, why, points)


def _taken(game: Game, state: Any, turn: str, ply: int, *, stood: bool) -> Step:
    """The step of a turn of a game by the contract. Raises Untaken."""
    try:
        move = game.notation.parse(state, turn)
        made = game.contracted.made(state, move)
    except (SyntaxFault, IllegalMove) as refusal:
        if isinstance(refusal, SyntaxFault) or not stood:
            nearest = None
            if isinstance(refusal, IllegalMove) and not refusal.unseen and refusal.rule != "game.over":
                nearest = game.advice.nearest(state, move)
            raise Untaken(refusal, turn, ply, "" if nearest is None else game.notation.format(state, nearest)) from None
        try:
            made = game.contracted.made(state, move, stood=True)
        except IllegalMove as impossible:
            raise Untaken(impossible, turn, ply) from None
    return of_ply(game, made)


def of_ply(game: Game, made: Ply) -> Step:
    """A ply of the contract as a step."""
    why = tuple([game.contracted.says(each, made.before) for each in made.broken])
    player = game.rules.turn(made.before)
    return Step(made.text, player, game.rules.is_turn(made.move), made.move, made.before, made.after, why, made.points)


def enter(
    game: Game, journal: Journal, state: Any, text: str, *, stood: bool = False
) -> Sequence[tuple[Journal, Step]]:
    """A line of one ply or several, entered all or not at all: the journal after each ply, with its step; and what
    chance does behind each, where the companion deals, which may be said too. Raises Untaken."""
    found: list[tuple[Journal, Step]] = []
    marked, line = split_stood(text)
    rest, number, dealt = [*game.notation.plies(line)], 0, list[str]()
    while rest:
        rest[:1] = game.contracted.split(state, rest[0]) if game.contracted is not None else rest[:1]
        ply, number = rest.pop(0), number + 1
        if dealt and ply == dealt[0]:
            del dealt[0]
            continue
        with of_line(number, number + len(rest)):
            step = take(game, state, ply, journal.ply + 1, stood=stood or marked)
        for each in (step, *follows(game, step.after)):
            journal, state = logged(game, journal, each), each.after
            found.append((journal, each))
            dealt += [] if each is step else [each.text]
    return found


def follows(game: Game, state: Any) -> list[Step]:
    """What chance does now, where the companion deals."""
    return [of_ply(game, made) for made in game.contracted.dealt(state)[1]] if game.contracted is not None else []


def dealing(game: Game, state: Any) -> bool:
    """Whether the companion decides by chance what comes next."""
    return game.contracted is not None and bool(game.contracted.dealt(state)[1])


def begins(game: Game, before: Any, state: Any) -> bool:
    """Whether another turn of a player begins at a position, which was reached from one before."""
    if game.contracted is not None:
        return bool(game.contracted.number(state) != game.contracted.number(before))
    return game.rules.turn(state) != game.rules.turn(before) or game.rules.begins(state)


def left(game: Game, state: Any, name: str, ply: int) -> Any:
    """The position once a player is gone. Raises Untaken, for the ply that would come next."""
    seats = [player["name"].lower() for player in game.view.facts(state)["players"]]
    away = game.leaving.away(state) if game.leaving is not None else ()
    try:
        if name.lower() not in seats:
            raise SyntaxFault(f"'{name[:40]}'", say("the name of a player"))
        player = seats.index(name.lower())
        if game.leaving is None:
            sentence = say("the rules of this game do not say how it goes on then; note it")
            raise IllegalMove("leave.rules", sentence, LEAVING)
        if game.rules.turn(state) is None:
            raise IllegalMove("game.over", say("the game is over; whoever leaves now leaves nothing"), LEAVING)
        if away and away[player]:
            raise IllegalMove("leave.gone", say("{name} has left already", name=name), LEAVING)
        return game.leaving.leave(state, player)
    except (SyntaxFault, IllegalMove) as refusal:
        raise Untaken(refusal, f"leave {name}", ply) from None


@contextmanager
def of_line(number: int, plies: int) -> Iterator[None]:
    """Around the ply of that number, of so many on its line: where it is refused, it says so."""
    try:
        yield
    except Untaken as refused:
        refused.part = (number, plies)
        raise


def logged(game: Game, journal: Journal, step: Step) -> Journal:
    """The journal after a step."""
    rules = ", ".join(dict.fromkeys(refusal.rule for refusal in step.stood))
    points = step.points if rules else 0
    return journal.enter(step.text, game.notation.text(step.after), counts=step.ply, rule=rules, points=points)


def mover(game: Game, journal: Journal, entry: Logged) -> int | None:
    """Whose turn it was when an entry was made."""
    return game.rules.turn(game.notation.parse_state(journal.after(entry.parent)))


def begun(game: Game, journal: Journal, read: Callable[[str], Any] | None = None) -> list[Logged]:
    """The plies of the game as it stands that began a player's turn, in order: as many as turns were played. `read`
    gives a stored position."""
    found, before = list[Logged](), None
    for entry in journal.line():
        if journal.counts(entry):
            state = (read or game.notation.parse_state)(journal.after(entry.parent))
            if before is None or begins(game, before, state):
                found.append(entry)
            before = state
    return found


def stood_turns(game: Game, journal: Journal) -> Sequence[tuple[Logged, int | None]]:
    """The turns of the game as it stands that broke a rule, each with the player who made it."""
    return [(entry, mover(game, journal, entry)) for entry in journal.line() if entry.rule]


def steps(game: Game, start: Any, line: Sequence[Logged]) -> Iterator[tuple[Logged, Step]]:
    """The turns of a line of the journal, each as its step again."""
    state = start
    for entry in line:
        if entry.kind == "leave":
            state = left(game, state, entry.text, entry.ply + 1)
        if entry.kind == "turn":
            step = take(game, state, entry.text, entry.ply, stood=bool(entry.rule))
            state = step.after
            yield entry, step
