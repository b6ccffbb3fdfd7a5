"""A game in play: its journal and the position it leads to. All of it is pure: a change gives another value.

>>> from companion import Game
>>> play = Game("atlantis").new("Ann", "Bob", seed=42).play
>>> later, steps = play.enter("1:A")
>>> later.journal.ply, steps[0].text, play.journal.ply
(1, '1:A', 0)
>>> back, entries = later.undo()
>>> back.state == play.state, [entry.text for entry in entries]
(True, ['1:A'])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.contract import entering
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.values import Player
from companion.games import Game
from companion.table.journal import Journal, Logged, NothingThere
from companion.table.look import Sight, Viewer
from companion.table.turns import Step, Untaken, dealing, follows, split_stood, steps_of, take
from specs.base.languages import say

DONE = ("turn", "leave")  # entries that change the position
LEAVING = "what the table decides"


class Play(NamedTuple):
    """A game's rules with its positions (`sight`), its journal, and the position there."""

    sight: Sight
    journal: Journal
    state: Any

    @classmethod
    def begin(cls, game: Game, start: Any) -> Play:
        """A game at its first position."""
        return cls(Sight(game, game.read), Journal(game.text(start)), start)

    @property
    def game(self) -> Game:
        return self.sight.game

    @property
    def turn(self) -> int | None:
        """Whose turn it is, None once the game is over."""
        return self.game.turn(self.state)

    # ---- what was played -----------------------------------------------------------------------------

    def before(self, entry: Logged) -> Any:
        """The position at which an entry was made."""
        return self.sight.state(self.journal.after(entry.parent))

    def mover(self, entry: Logged) -> int | None:
        """Whose turn it was when an entry was made."""
        return self.game.turn(self.before(entry))

    def begun(self) -> list[Logged]:
        """The plies that began a player's turn, in order: as many as turns were played."""
        found, before = list[Logged](), None
        for entry in self.journal.line():
            if self.journal.counts(entry):
                state = self.before(entry)
                if before is None or self.game.begins(before, state):
                    found.append(entry)
                before = state
        return found

    @property
    def begins(self) -> bool:
        """Whether another player's turn, or the game, begins here."""
        line = self.journal.line()
        return not line or self.game.begins(self.before(line[-1]), self.state)

    def stood(self) -> Sequence[tuple[Logged, int | None]]:
        """The turns that broke a rule, each with the player who made it."""
        return [(entry, self.mover(entry)) for entry in self.journal.line() if entry.rule]

    def steps(self) -> Iterator[tuple[Logged, Step]]:
        """Every turn as its step again."""
        state = self.sight.state(self.journal.start)
        for entry in self.journal.line():
            if entry.kind == "leave":
                state = left(self.game, state, entry.text, entry.ply + 1)
            if entry.kind == "turn":
                step = take(self.game, state, entry.text, entry.ply, stood=bool(entry.rule))
                state = step.after
                yield entry, step

    # ---- changes -------------------------------------------------------------------------------------

    def aside(self, journal: Journal) -> Play:
        """The same position with more in the journal."""
        return self._replace(journal=journal)

    def seen(self, viewer: Viewer) -> Play:
        """The same game, each position as a viewer sees it."""
        sight = Sight(self.game, lambda position: self.sight.of(position, viewer))
        return Play(sight, self.journal, sight.state(self.journal.position))

    def to(self, journal: Journal) -> Play:
        """The game where a journal of it stands."""
        return self._replace(journal=journal, state=self.sight.state(journal.position))

    def made(self, steps: Sequence[Step]) -> Play:
        """The game after steps."""
        journal, text = self.journal, self.game.text
        for step in steps:
            rules = ", ".join(dict.fromkeys(refusal.rule for refusal in step.stood))
            points = step.points if rules else 0
            journal = journal.enter(step.text, text(step.after), counts=step.ply, rule=rules, points=points)
        return self._replace(journal=journal, state=steps[-1].after) if steps else self

    def enter(self, line: str, *, stood: bool = False) -> tuple[Play, Sequence[Step]]:
        """The game after a line of one ply or several, all or none, and what chance does behind each where the
        companion deals, which may be typed too. Raises Untaken."""
        marked, turns = split_stood(line)
        dealt, ply = list[str](), self.journal.ply

        def one(state: Any, text: str, before: int, more: bool) -> list[Step]:
            if text in dealt:
                del dealt[: dealt.index(text) + 1]
                return []
            step = take(self.game, state, text, ply + before + 1, stood=stood or marked)
            chance = follows(self.game, step.after)
            dealt.extend(each.text for each in chance)
            return [step, *chance]

        found = steps_of(self.game, self.state, turns, one)
        return self.made(found), found

    def leave(self, name: str) -> Play:
        """The game once a player has left. Raises Untaken."""
        state = left(self.game, self.state, name, self.journal.ply + 1)
        return self._replace(journal=self.journal.leave(name, self.game.text(state)), state=state)

    def undo(self, ply: int | None = None, *, whole: bool = False) -> tuple[Play, Sequence[Logged]]:
        """Without the last ply, every ply after `ply`, or with `whole` the last player's turn as far as it has come;
        and the entries taken back, last first.

        Raises NothingThere where no turn was made, SyntaxFault for a ply that is not behind us.
        """
        journal = self.journal
        line = journal.line()
        turns = [entry for entry in line if entry.kind in DONE]
        if not turns:
            raise NothingThere(say("There is no turn to take back."))
        if whole and self.begun():
            ply = self._turn_began(turns)
        if ply is not None and not 0 <= ply < journal.ply:
            raise SyntaxFault(say("turn {ply}", ply=ply), say("one before the last, which is {last}", last=journal.ply))
        while ply is None and len(turns) > 1 and self._dealt(turns[-1]):
            turns.pop()  # what chance did goes back with the turn that it followed
        stays = turns[-1].n if ply is None else 1 + max((e.n for e in line if e.ply <= ply), default=0)
        back = [entry for entry in line if entry.n >= stays]
        return self.to(journal.undo(len(back))), back[::-1]

    def redo(self, ply: int | None = None, *, whole: bool = False) -> tuple[Play, Sequence[Logged]]:
        """With the ply that was taken back, every ply up to `ply`, or with `whole` a player's turn to its end; and the
        entries put back.

        Raises NothingThere where none was taken back, SyntaxFault for a ply that was not.
        """
        following, again = self.journal.following(), list[Logged]()
        if whole and following and following[-1].ply > self.journal.ply:
            begun = self.to(self.journal.redo(len(following))).begun()
            later = [each.ply for each in begun if each.ply > self.journal.ply + 1]
            ply = later[0] - 1 if later else following[-1].ply
        for entry in following:
            dealt = self._dealt(entry)
            done = any(before.kind in DONE for before in again) and not dealt
            if done if ply is None else entry.ply > ply and not dealt:
                break
            again.append(entry)
        if not again:
            raise NothingThere(say("There is no turn to put back."))
        if ply is not None and again[-1].ply < ply:
            expected = say("one that was taken back, at most {last}", last=again[-1].ply)
            raise SyntaxFault(say("turn {ply}", ply=ply), expected)
        return self.to(self.journal.redo(len(again))), again

    def _turn_began(self, turns: list[Logged]) -> int:
        """The ply behind which somebody last began to act: what was dealt at its beginning stays."""
        last = next((each.ply for each in reversed(turns) if each.ply and not self._dealt(each)), turns[-1].ply)
        first = max(each.ply for each in self.begun() if each.ply <= last)
        return next(each.ply for each in turns if each.ply >= first and (each.ply >= last or not self._dealt(each))) - 1

    def _dealt(self, entry: Logged) -> bool:
        """Whether the companion decided an entry by chance."""
        return dealing(self.game, self.before(entry))


def seated(game: Game, state: Any, players: Sequence[Player]) -> Any:
    """A position with these players."""
    return state._replace(players=entering.seated(players, getattr(game.rules, "UNSEATED", ())))


def left(game: Game, state: Any, name: str, ply: int) -> Any:
    """The position once a player is gone. Raises Untaken, for the ply that would come next."""
    seats = [player["name"].lower() for player in game.facts(state)["players"]]
    try:
        if name.lower() not in seats:
            raise SyntaxFault(f"'{name[:40]}'", say("the name of a player"))
        if not game.can_leave:
            sentence = say("the rules of this game do not say how it goes on then; note it")
            raise IllegalMove("leave.rules", sentence, LEAVING)
        return game.leave(state, seats.index(name.lower()))
    except (SyntaxFault, IllegalMove) as refusal:
        raise Untaken(refusal, f"leave {name}", ply) from None
