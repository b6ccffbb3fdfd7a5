"""`companion learn`: a guided first game at the prompt. It is kept nowhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from companion import report
from companion.commands.confirming import confirmations
from companion.commands.helping import help_lines
from companion.commands.typing_in import asker
from companion.games import Game
from companion.learning import Lesson, Part, Way, first, hear, ways
from companion.plies import typed
from companion.table import Table
from companion.terminal import render, wants_colour
from companion.turns import Untaken
from specs.ground import measure
from specs.ground.languages import say, word
from specs.ground.terminal import put, put_lines, tell, width

QUIT = ("quit", "exit", "q")
INSIDE = ("hint", "skip", "show", "help", "quit")
LEARNER = 0


class Left(Exception):
    """Whoever learns has had enough."""


def learn(
    game: Annotated[str, typer.Argument(help="The game's name, such as atlantis.")],
) -> None:
    """Learn a game at the prompt: a guided first game, in which rules are explained where they first matter."""
    lesson, table = first(Game(game))
    _Guide(lesson, table).lead()


class _Guide:
    """A lesson as far as it has come: the table, and what was told of rules."""

    def __init__(self, lesson: Lesson, table: Table) -> None:
        self.lesson, self.table = lesson, table
        self.ask = asker(None, INSIDE)

    def lead(self) -> None:
        """Tell and ask, part by part."""
        lesson = self.lesson
        _tell(lesson.opening)
        _put(say("Type what you are asked for. hint: the turn; skip: it is made for you; show: the board; help; quit."))
        try:
            for part in lesson.parts:
                put("")
                if self.table.game.rules.begins(self.table.state) and self.table.turn == LEARNER:
                    self._board()
                _tell(part.tell)
                if self.table.turn == LEARNER:
                    self._asked(part)
                else:
                    self._make(self.table.game.notation.plies(part.turn))
                _tell(part.then)
        except Left:
            put(say("You left the guided game. `companion learn {game}` begins it again.", game=self.table.game.name))
            return
        put("")
        self._end()

    def _end(self) -> None:
        table = self.table
        put_lines(
            table.whose_turn(LEARNER, width=width())
            if table.turn is None
            else [say("If it ended here:"), *report.standings(table.settle(), table.names, width())]
        )
        put("")
        _tell(self.lesson.closing)

    def _asked(self, part: Part) -> None:
        """Ask until the part's turn is made, by whoever learns or for them."""
        expected = ways(self.table, part)
        left: Sequence[str] = expected[0].plies
        while left:
            line = self._line()
            match line.lower().partition(" "):
                case (quits, _, "") if quits in QUIT:
                    raise Left
                case ("hint" | "", _, ""):
                    put(say("Type: {turn}", turn=typed(left[0])))
                case ("skip", _, ""):
                    self._make(left)
                    left = ()
                case ("show", _, ""):
                    self._board()
                case ("help", _, topic):
                    turns = next(iter(self.table.game.help), "")  # not what else the prompt of a kept game can do
                    put_lines(help_lines(self.table, topic.strip() or turns))
                case _:
                    left = self._heard(expected, line, left)

    def _line(self) -> str:
        while True:
            try:
                return self.ask(self.table.look(LEARNER)).strip()
            except EOFError:
                raise Left from None
            except KeyboardInterrupt:
                if not sys.stdin.isatty():
                    raise Left from None

    def _heard(self, expected: Sequence[Way], line: str, left: Sequence[str]) -> Sequence[str]:
        """A turn that was typed; what is left of the part then."""
        try:
            heard = hear(self.table, expected, line)
        except Untaken as refused:
            for told in report.refusal(refused):
                tell(told)
            _tell(self.lesson.explained.get(refused.rule, ""))
            return left
        put_lines(confirmations(heard.change, LEARNER))
        if not heard.fits:
            turn = typed(left[0])
            _put(say("The rules allow that, but this game goes another way: it is taken back. Type: {turn}", turn=turn))
            return left
        if heard.other:
            put(say("That will do as well."))
        self.table = heard.change.table
        return heard.left

    def _make(self, plies: Sequence[str]) -> None:
        for ply in plies:  # each alone: what one turns up is not known before
            change = self.table.enter(ply, self.table.turn)
            self.table = change.table
            put_lines(confirmations(change, LEARNER))

    def _board(self) -> None:
        look = self.table.look(LEARNER)
        put(render(look.board(width()), colour=wants_colour(sys.stdout)))
        put_lines([*filter(None, [look.status()])])


def _tell(text: str) -> None:
    """A text of the script, where there is one."""
    if text:
        _put(word(text))


def _put(text: str) -> None:
    """Paragraphs, as lines that can be read."""
    for paragraph in text.strip().split("\n"):
        put_lines(measure.wrap(paragraph, min(width(), report.WIDTH)))
