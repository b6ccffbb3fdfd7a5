"""`companion learn`: a guided first game at the prompt. It is not saved."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.prompt.helping import help_lines
from companion.cli.prompt.typing_in import asker, line_of
from companion.cli.serve import Port, listening
from companion.cli.terminal import Failure, render, wants_colour
from companion.contract.reading import typed
from companion.games import Game
from companion.learn.learning import LEARNER, Guide, another_way, begun, first, has_lesson, lessons
from companion.table import Table, Untaken, report
from specs.base import measure
from specs.base.languages import say, word
from specs.base.terminal import put, put_lines, tell, width

INSIDE = ("hint", "skip", "show", "undo", "new", "help", "quit")
KEEPS = "\u00a0"  # no-break space


def learn(
    game: Annotated[str, typer.Argument(help="The game's name, such as atlantis.")],
    page: Annotated[bool, typer.Option("--page", help="In the browser, on this machine.")] = False,
    port: Port = None,
) -> None:
    """Learn a game in a guided first game.

    Each rule is explained where it first matters. Nothing is kept.
    """
    found = Game(game)
    if not has_lesson(found):
        there = ", ".join(lessons())
        raise Failure(say("{game} has no guided game; these have one: {names}", game=found.name, names=there))
    if page:
        _served(first(found), port)
    else:
        _Prompt(first(found)).lead()


def _served(guide: Guide, port: int | None) -> None:
    """Serve a page of an unsaved game, beside the lesson."""
    from tempfile import TemporaryDirectory

    from companion.page import server
    from companion.table import Store

    sock = listening(port, lan=False)
    with TemporaryDirectory() as folder:
        path = Path(folder, "lesson.db")
        with Store(path, create=True) as store:
            stored = begun(store, guide.table.game, guide.lesson).stored
        seats, links = server.joined(path, stored, sock)
        put(f"  {links.look}learn")
        put(say("Only this machine can open it. Ctrl-C ends it; it is not saved."))
        sys.stdout.flush()
        server.serve(sock, path, stored, seats, links)


class _Prompt:
    """A lesson at the prompt."""

    def __init__(self, guide: Guide) -> None:
        self.guide, self.past = guide, list[Guide]()  # the guide before each turn that was asked for
        self.ask = asker(None, INSIDE)

    @property
    def table(self) -> Table:
        return self.guide.table

    def lead(self) -> None:
        """Explain and ask, part by part."""
        _tell(self.guide.lesson.opening)
        self._commands()
        try:
            while (part := self.guide.part) is not None:
                put("")
                if self.guide.asked and self.table.play.begins:
                    self._board()
                _tell(part.tell, self.guide)
                if not self.guide.asked:
                    self._make()
                elif not self._asked():
                    continue
                _tell(part.then)
        except EOFError:
            put(say("You left the guided game. `companion learn {game}` begins it again.", game=self.table.game.name))
            return
        put("")
        self._end()

    def _commands(self) -> None:
        _put(say("Type what you are asked for. hint: the turn; skip: it is made for you; show: the board."))
        _put(say("undo: back to the turn before; new: from the beginning; help; quit."))

    def _end(self) -> None:
        table = self.table
        put_lines(
            table.whose_turn(LEARNER, width=width())
            if table.turn is None
            else [say("If it ended here:"), *report.standings(table.settle(), table.names, width())]
        )
        put("")
        _tell(self.guide.lesson.closing)

    def _asked(self) -> bool:
        """Ask until the part's turn is made, by the learner or for them; return false if they went back. Raises
        EOFError if the learner stops."""
        number, asked = self.guide.number, self.guide
        while self.guide.number == number:
            line = line_of(self.ask, self.table.look(LEARNER))
            if line is None:
                raise EOFError
            match (f"help {line[1:]}" if line.startswith("?") else line.lower()).partition(" "):
                case ("undo" | "back" | "new" as word, _, ""):
                    if self._back(asked, whole=word == "new"):
                        return False
                    put(say("This is the first turn."))
                case ("hint" | "", _, ""):
                    put(say("Type: {turn}", turn=typed(self.guide.left[0])))
                case ("skip", _, ""):
                    self._make()
                case ("show", _, ""):
                    self._board()
                case ("help", _, topic):
                    # without the commands of a saved game's prompt
                    turns = next(iter(self.table.game.folder.help), "")
                    put_lines(help_lines(self.table, topic.strip() or turns))
                    self._commands()
                case _:
                    self._heard(line)
        self.past.append(asked)
        return True

    def _back(self, asked: Guide, *, whole: bool) -> bool:
        """Go back to the beginning, or one turn; return whether that was possible. `asked` is the guide as it was when
        the present turn was asked for."""
        earlier = [each for each in (*self.past, asked) if whole or each is not self.guide]
        if earlier:
            self.guide, self.past = earlier[0 if whole else -1], earlier[: 0 if whole else -1]
        return bool(earlier)

    def _heard(self, line: str) -> None:
        """Handle a turn that was typed."""
        try:
            guide, heard = self.guide.hear(line)
        except Untaken as refused:
            tell(*report.refusal(refused))
            _tell(self.guide.lesson.explained.get(refused.rule, ""))
            return
        put_lines(heard.change.confirmed(LEARNER))
        if not heard.fits:
            _put(another_way(guide), guide)
            return
        if heard.other:
            put(say("That works too."))
        self.guide = guide

    def _make(self) -> None:
        self.guide, changes = self.guide.make()
        for change in changes:
            put_lines(change.confirmed(LEARNER))

    def _board(self) -> None:
        look = self.table.look(LEARNER)
        put(render(look.board(width()), colour=wants_colour(sys.stdout)))
        put_lines([*filter(None, [look.status()])])


def _tell(text: str, guide: Guide | None = None) -> None:
    """Print a text of the script, if there is one."""
    if text:
        _put(word(text), guide)


def _put(text: str, guide: Guide | None = None) -> None:
    """Print paragraphs as wrapped lines; a turn that the guide asks for is never broken."""
    whole = [turn for turn in (guide.turns if guide is not None else ()) if " " in turn]
    for paragraph in text.strip().split("\n"):
        for turn in whole:
            paragraph = paragraph.replace(turn, turn.replace(" ", KEEPS))
        put_lines([line.replace(KEEPS, " ") for line in measure.wrap(paragraph, min(width(), report.WIDTH))])
