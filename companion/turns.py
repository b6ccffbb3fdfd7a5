"""One turn: from what was typed to the next position. The CLI, the prompt and every replay go through here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.contract import Entry, IllegalMove, Player, Refused, SyntaxFault
from companion.games import Game

if TYPE_CHECKING:
    from specs.schema import Players

STOOD = "stood"


class Step(NamedTuple):
    """A turn that was taken. `text` is its canonical notation, without `stood`; `ply` is false for an entry
    that only tells what is known; `stood` is the refusal, if the table let it stand, and `points` its worth."""

    text: str
    player: int | None
    ply: bool
    move: Any
    before: Any
    after: Any
    stood: IllegalMove | None = None
    points: int = 0


class Untaken(Refused):
    """A turn that was refused: the refusal, the turn as typed, and the legal turn most like it."""

    def __init__(self, refusal: IllegalMove | SyntaxFault, text: str, ply: int, nearest: str = "") -> None:
        super().__init__(str(refusal))
        self.refusal, self.text, self.ply, self.nearest = refusal, text, ply, nearest

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
    """A turn that stood, as records write it: `stood 2:HH [gap.unpaid 4]`."""
    return f"{STOOD} {turn} [{rule} {points}]"


def take(game: Game, state: Any, text: str, ply: int, *, stood: bool = False) -> Step:
    """The step a turn makes from a position; `ply` is the number it has or would have. Raises Untaken.

    A turn that is marked as stood but breaks no rule is an ordinary turn.
    """
    marked, turn = split_stood(text)
    try:
        move = game.notation.parse(state, turn)
    except SyntaxFault as fault:
        raise Untaken(fault, turn, ply) from None
    after, why, points = state, None, 0
    try:
        after = game.rules.apply(state, move)
    except IllegalMove as refusal:
        if not (stood or marked):
            nearest = game.advice.nearest(state, move)
            instead = game.notation.format(state, nearest) if nearest is not None else ""
            raise Untaken(refusal, turn, ply, instead) from None
        try:
            after, why, points = game.rules.stand(state, move)
        except IllegalMove as impossible:
            raise Untaken(impossible, turn, ply) from None
    written, counts = game.notation.format(state, move), game.rules.is_turn(move)
    return Step(written, game.rules.turn(state), counts, move, state, after, why, points)


def trail(game: Game, step: Step) -> Sequence[Entry]:
    """What a step gained or cost each player."""
    return game.score.trail(step.before, step.move, step.after)


def seat(words: Sequence[str], allowed: Players) -> tuple[Player, ...]:
    """Players from `Ann` or `Ann:red`, in turn order, as many as the spec allows; who names no colour gets the
    spec's next free one, or none where the game has no colours.

    Raises SyntaxFault, whose column is the player's number, 0 for their number.
    """
    colours = allowed.colours
    most = min(allowed.max, len(colours)) if colours else allowed.max
    if not allowed.min <= len(words) <= most:
        how_many = f"{allowed.min} to {most}" if most > allowed.min else str(most)
        raise SyntaxFault(f"{len(words)} player{'s' * (len(words) != 1)}", how_many, 0)
    wanted: list[tuple[str, str]] = []
    for number, word in enumerate(words, start=1):
        name, _, colour = word.partition(":")
        name, colour = " ".join(name.split()), colour.strip().lower()
        if not name or len(name) > 24 or not name.isprintable() or set(name) & set("|:;,=\"'@[]{}"):
            expected = "1 to 24 characters without | : ; , = @, brackets or quotes"
            raise SyntaxFault(f"player name '{name}'", expected, number)
        if name.lower() in {taken.lower() for taken, _ in wanted}:
            raise SyntaxFault(f"two players named '{name}'", "names that differ", number)
        if colour and colour not in colours:
            expected = f"one of {', '.join(colours)}" if colours else "none: this game has no colours"
            raise SyntaxFault(f"colour '{colour}'", expected, number)
        if colour and colour in {taken for _, taken in wanted}:
            raise SyntaxFault(f"colour '{colour}' twice", "a colour each", number)
        wanted.append((name, colour))
    free = [colour for colour in colours if colour not in {taken for _, taken in wanted}]
    return tuple(Player(name, colour or (free.pop(0) if free else "")) for name, colour in wanted)
