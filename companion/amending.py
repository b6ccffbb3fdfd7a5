"""A game with an earlier ply another: what followed is entered again, and what cannot be is asked for. All of it pure.

>>> from companion.games import Game
>>> table = Game("atlantis").new("Ann", "Bob", seed=1).move("1:H").move("1:HH")
>>> journal, at = table.journal, lambda entry: table.sight.state(table.journal.after(entry.parent))
>>> journal.line()[1].text, brief(table.game, at(journal.line()[1]), "1:HH pay 2c")
('1:HH pay 2c', '1:HH')
>>> [entry.text for entry in amend(table.game, journal, table.start, 1, "2:H", was=at).journal.line()]
['2:H', '1:HH pay 2c']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.contract import IllegalMove, Refused
from companion.games import Game
from companion.journal import Journal, Logged
from companion.turns import Step, Untaken, dealing, follows, left, logged, mover, of_line, split_stood, take
from specs.base.languages import say

__all__ = ["NO_LINES", "Answers", "Breaks", "Corrected", "amend", "brief"]

NO_LINES: Final[Mapping[int, str]] = MappingProxyType({})
LEFT_OUT: Final = "-"
HIDDEN: Final = "hidden"  # the rule of what only what is hidden decides
NOTHING_DONE: Final = (LEFT_OUT, "none")  # where a die would have to be told, `none` is that nobody rolled it
MOST_WORDS: Final = 20  # of a ply that is looked through for what was filled in by itself


class Answers(NamedTuple):
    """What became of later plies: by their numbers another line in place of one, `-` for none (which is a turn without
    a move where the game has that); and from which entry on all are dropped."""

    lines: Mapping[int, str] = NO_LINES
    drop: int | None = None


UNANSWERED: Final = Answers()


class Breaks(NamedTuple):
    """A later turn that the rules forbid once an earlier one is corrected; `stands` is false where it cannot even
    stand at the table, and `instead` is then what is entered in its place: a turn without a move, where the game has
    one."""

    entry: Logged
    refused: Untaken
    stands: bool
    instead: str = ""

    @property
    def told(self) -> str:
        """What becomes of it, in words."""
        if self.refused.rule == HIDDEN:
            return say("is not decided yet")
        if self.stands:
            return say("would stand")
        return (
            say("cannot stand; {instead} in its place", instead=self.instead) if self.instead else say("cannot stand")
        )


class Corrected(NamedTuple):
    """A game with an earlier turn corrected: the journal and position it leads to, the turn that was replaced and the
    one in its place, later turns that break a rule now and nobody answered for, and the entries left out: those that
    cannot even stand, that were answered so, and turns of players who are not to move because of it. `blind` says that
    only what is hidden decides the last of `breaks` and what follows."""

    journal: Journal
    state: Any
    was: Logged
    now: Logged
    breaks: tuple[Breaks, ...]
    left_out: tuple[Logged, ...]
    blind: bool = False


def brief(game: Game, before: Any, text: str) -> str:
    """A ply as it could have been typed at a position: without what is filled in by itself there (a payment, a card the
    companion turns up, dice it rolls), so that it is filled in anew elsewhere."""

    def means(other: str) -> bool:
        try:
            return bool(game.notation.parse(before, other) == move)
        except Refused:
            return False

    try:
        move = game.notation.parse(before, text)
    except Refused:
        return text
    said = game.view.said(before, move)
    if said and not means(said):
        return said  # the rest only the companion knows
    words = (said or text).split()
    for length in range(len(words) - 1, 0, -1) if len(words) <= MOST_WORDS else ():
        for first in range(1, len(words) - length + 1):
            fewer = " ".join(words[:first] + words[first + length :])
            if means(fewer):
                return fewer
    return said or text


def amend(
    game: Game,
    journal: Journal,
    before: Any,
    ply: int,
    text: str,
    *,
    was: Callable[[Logged], Any],
    stood: bool = False,
    whole: bool = True,
    answers: Answers = UNANSWERED,
    allow: Callable[[Any, str, int], None] | None = None,
) -> Corrected:
    """The game with another turn `ply`, and what followed entered again: what had been filled in by itself filled in
    anew, what is answered for as that says, and where a rule forbids it now, as stood. Judged on the position `before`
    it; unless that is `whole`, as far as it goes. `was` gives the position at which an entry was made, `allow` raises
    Untaken for an answer that is not for the viewer to give.

    Raises Untaken for the turn itself and for an answer, NothingThere where no such turn was made.
    """
    old = journal
    journal, replaced, rest = journal.amend(ply)
    step = take(game, before, text, journal.ply + 1, stood=stood)
    journal, state = logged(game, journal, step), step.after
    now, breaks, left_out = journal.entries[-1], list[Breaks](), list[Logged]()
    for entry in rest:
        for step in follows(game, state):
            journal, state = logged(game, journal, step), step.after
        if dealing(game, was(entry)):
            continue  # chance decides it anew
        if answers.drop is not None and entry.n >= answers.drop:
            left_out.append(entry)
            continue
        if entry.kind == "note":
            journal = journal.note(entry.text)
            continue
        if entry.kind == "leave":
            try:
                state = left(game, state, entry.text, entry.ply + 1)
            except Untaken as refused:
                breaks.append(Breaks(entry, refused, stands=False))
                left_out.append(entry)
                continue
            journal = journal.leave(entry.text, game.notation.text(state))
            continue
        if old.counts(entry) and (answer := answers.lines.get(entry.ply)) is not None:
            taken = list(_answered(game, state, answer, entry.ply, allow, whole=whole))
            left_out += [] if taken else [entry]
            for step in taken:
                journal, state = logged(game, journal, step), step.after
            continue
        turn = game.rules.turn(state)
        if old.counts(entry) and turn is not None and turn != mover(game, old, entry):
            breaks += [] if left_out else [Breaks(entry, _others(game, state, turn, entry), stands=False)]
            left_out.append(entry)
            continue
        try:
            found, broken = _followed(game, was(entry), state, entry, counts=old.counts(entry), whole=whole)
        except Untaken as refused:
            breaks.append(Breaks(entry, _undecided(refused), stands=True))
            return Corrected(journal, state, replaced, now, tuple(breaks), tuple(left_out), blind=True)
        breaks += [] if broken is None else [broken]
        left_out += [] if found is not None else [entry]
        if found is not None:
            journal, state = logged(game, journal, found), found.after
    for step in follows(game, state):
        journal, state = logged(game, journal, step), step.after
    return Corrected(journal, state, replaced, now, tuple(breaks), tuple(left_out))


def _followed(
    game: Game, before: Any, state: Any, entry: Logged, *, counts: bool, whole: bool
) -> tuple[Step | None, Breaks | None]:
    """The step of a later turn entered again, and what broke: as it is, as it can stand, or a turn without a move in
    its place. Raises Untaken where only what is hidden decides it."""
    try:
        return _again(game, before, state, entry, whole=whole), None
    except Untaken as refused:
        if refused.unseen and not whole:
            raise
        try:
            step = take(game, state, entry.text, entry.ply, stood=True)
        except Untaken as impossible:
            none = _nothing(game, state, entry.ply, whole=whole) if counts else None
            return none, Breaks(entry, impossible, stands=False, instead=none.text if none else "")
        return step, Breaks(entry, refused, stands=isinstance(refused.refusal, IllegalMove))


def _again(game: Game, before: Any, state: Any, entry: Logged, *, whole: bool) -> Step:
    """A later turn entered again at another position: what was filled in by itself anew, else as it was written.
    Raises Untaken."""
    short = entry.text if state == before else brief(game, before, entry.text)
    try:
        return take(game, state, short, entry.ply, stood=bool(entry.rule))
    except Untaken as refused:
        if short == entry.text or (refused.unseen and not whole):
            raise
    return take(game, state, entry.text, entry.ply, stood=bool(entry.rule))


def _answered(
    game: Game, state: Any, answer: str, ply: int, allow: Callable[[Any, str, int], None] | None, *, whole: bool
) -> Iterator[Step]:
    """The steps of what was answered for a later turn; none where it is left out. Raises Untaken."""
    marked, line = split_stood(answer)
    if line == LEFT_OUT:
        step = _nothing(game, state, ply, whole=whole)
        yield from () if step is None else (step,)
        return
    for number, text in enumerate(plies := game.notation.plies(line), start=1):
        with of_line(number, len(plies)):
            if allow is not None:
                allow(state, text, ply)
            step = take(game, state, text, ply, stood=marked)
        yield step
        state = step.after


def _nothing(game: Game, state: Any, ply: int, *, whole: bool) -> Step | None:
    """The turn without a move, in a game that has one here: as the rules allow it, or as it can stand. Raises Untaken
    where only what is hidden decides it."""
    for text in NOTHING_DONE:
        try:
            return take(game, state, text, ply, stood=True)
        except Untaken as refused:
            if refused.unseen and not whole:
                raise
    return None


def _others(game: Game, state: Any, turn: int, entry: Logged) -> Untaken:
    name, due = game.view.facts(state)["players"][turn]["name"], game.view.prompt(state).text
    sentence = say("it is {name}'s turn then: {due}", name=name, due=due)
    return Untaken(IllegalMove("turn.others", sentence, "what was entered"), entry.text, entry.ply)


def _undecided(refused: Untaken) -> Untaken:
    sentence = say("only what is hidden decides this turn and what follows")
    return Untaken(IllegalMove(HIDDEN, sentence, "what the companion knows"), refused.text, refused.ply)
