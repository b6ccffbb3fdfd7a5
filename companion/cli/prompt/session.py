"""Handles the lines typed at the prompt. Others may enter turns meanwhile: the game is read again for each line, and
what happened is shown before the line is judged."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.arguments import Db, Seat, chosen, opened
from companion.cli.bots import after
from companion.cli.clock import line as clock_line
from companion.cli.main import guarded, run
from companion.cli.prompt.helping import help_lines
from companion.cli.prompt.passing import TAKEN, alone, asks, first, hand_lines, label, none, only_turn, to_see, wipe
from companion.cli.prompt.typing_in import QUIT, Ask, asker, line_of, words
from companion.cli.terminal import Failure, kept, lowered, render, wants_colour
from companion.cli.turns import MANY, seen_since, stays
from companion.cli.views import board_lines, log_lines, log_row
from companion.club.clock import clock
from companion.club.curve import went
from companion.contract.faults import Refused, SyntaxFault
from companion.contract.reading import typed
from companion.record.bots import due
from companion.table import PUBLIC, Look, NoGame, Store, StoreError, Table, Untaken, default_path, open_game
from companion.table.report import which
from companion.table.turns import split_stood
from specs.base.languages import say
from specs.base.mistakes import mistake
from specs.base.terminal import height, put, put_lines, rows, said_as, tell, width

# Commands at the prompt, each with its command line; some options of commands are commands of their own here.
SAME = ("undo", "show", "moves", "hint", "log", "settle", "note", "amend", "export", "review", "list", "stats", "new")
OPTIONS = "undo --redo, settle --score, move --leave, amend --rename, amend --players, note --clock, log --thinking"
INSIDE: Mapping[str, tuple[str, ...]] = {
    "about": ("note",),
    "use": ("list", "--use"),
    **{line.partition("--")[2]: tuple(line.split()) for line in OPTIONS.split(", ")},
    **{word: (word,) for word in SAME},
}
BACK = ("undo", "redo")
# commands that show the game as the typing seat sees it
SEEN = {"show", "moves", "hint", "log", "score", "settle", "amend", "leave", "export", "review"}
OTHER = ("new", "use")  # these switch to another game
# A message that names a command line says at the prompt what is typed there.
_LINES = {" ".join(("companion", *line)): word for word, line in {**INSIDE, "bot": ("move", "--bot")}.items()}
_LINE = re.compile(rf"(?:{'|'.join(sorted(_LINES, key=len, reverse=True))})(?![\w-])")
MOST_WAYS = 9


class Session:
    """A prompt: the game as it was last shown there, and who types."""

    def __init__(self, path: Path, number: int, who: str, ask: Ask) -> None:
        self.path, self.ask = path, ask
        self.slip, self.shown, self.left = False, set[str](), False
        # a bot's hand, as far as it was typed; whether its turn is to be typed, with what it turns up
        self.table, self.knows, self.turns_up = self._now(number), "", False
        self.asked_for = who
        self.who = who or alone(self.table)
        self.viewer = self.table.viewer(self.who)

    def _now(self, number: int | None) -> Table:
        with Store(self.path) as store:
            return open_game(store, number)

    @contextmanager
    def _opened(self) -> Iterator[Table]:
        """Open the store, which is closed while somebody types, and give the game in it as it was shown."""
        with Store(self.path) as store:
            yield Table(store, self.table.stored, self.table.play)

    @property
    def look(self) -> Look:
        return self.table.look(self.viewer)

    # ---- what is shown -----------------------------------------------------------------------------

    def begin(self) -> None:
        """Say which game it is, and how it stands."""
        table = self.table
        whose = [say("This window is {name}'s.", name=table.names[self.viewer])] if isinstance(self.viewer, int) else []
        head = f"{which(table.number, table.game.called, table.names)}."
        put_lines([" ".join([head, *whose, say("Type help for help.")]), ""])
        last = [say("Last: {turn}", turn=table.last())] if table.ply else []
        put_lines([*(self._board(rows(last) + 2) or [f"({say('show shows the board.')})"]), *last])

    def where(self) -> None:
        """Print whose turn it is and its state and, for a new kind of turn or after a slip, what can be typed."""
        self.catch_up()
        put_lines(self._where())
        self.shown.add(self._sort())
        self.slip = False

    def _sort(self) -> str:
        """Return what is explained only once: a kind of turn, an end of the game."""
        return self.look.asked().sort if self.table.turn is not None else f"over {self.table.ply}"

    def _where(self) -> list[str]:
        table, look = self.table, self.look
        if table.turn is None:
            known = self._sort() in self.shown
            return [] if known else [*table.whose_turn(self.viewer, width=width()), *went(table, self.viewer, width())]
        status, asked = look.status(), look.asked()
        if table.stored.machines and due(table):
            plays = say("{name} is a bot ({strength}).", name=table.whose, strength=due(table))
            return [*filter(None, [status]), " ".join(filter(None, [plays, self._asks()])), *self._clock()]
        if self.slip or asked.sort not in self.shown:
            return [*filter(None, [status]), *table.whose_turn(self.viewer, width=width()), *self._clock()]
        idle = none(table, self.viewer)
        enter = say("Enter: {turn}", turn=typed(idle)) if idle else ""
        said = say("{name} to move", name=table.whose), asked.now, status, enter
        return [" · ".join(filter(None, said)), *self._clock()]

    def _clock(self) -> list[str]:
        """Return the clock in a line; empty if the game has none."""
        with self._opened() as now:
            reading = clock(now.kept_in, now)
        return [clock_line(self.table, reading)] if reading is not None else []

    def _board(self, taken: int) -> list[str]:
        """Return the board in the rows a screen has left beside `taken` others, whose turn it is, and the prompt."""
        lines = lowered(self.look.board(width()), height() - taken - rows(self._where()) - 1)
        return [render(lines, colour=wants_colour(sys.stdout))] if lines else []

    def _changed(self, table: Table, said: Sequence[str], more: Sequence[str] = (), *, several: bool = False) -> None:
        """Print what was done, below the board if another turn has begun, and `more` as a warning. If the screen has no
        room for both, the board comes last after `several` plies, and is left out after one."""
        before, self.table, self.turns_up = self.table, table, False
        self._sit(table)
        if isinstance(seat := self.viewer, int) and seat == before.turn == table.turn:  # within a turn
            changed = table.look(seat).hand(seat) != before.look(seat).hand(seat)
            said = [*said, *hand_lines(table, seat)] if changed else said
        above, below = list[str](), list[str]()
        if (table.ply != before.ply and table.play.begins) or table.turn is None or table.turn != before.turn:
            above = self._board(rows([*said, *more]))
            below = self._board(0) if several and not above else []
            above = above if above or below else [f"({say('show shows the board.')})"]
        put_lines([*above, *said, *below])
        tell(*more)

    def behind(self) -> bool:
        """Return whether something was entered elsewhere since the game was shown. Raises NoGame if it was deleted."""
        with self._opened() as now:
            if (stored := now.kept_in.get(now.number)) is None:
                raise NoGame(say("Game {n} was deleted meanwhile.", n=now.number))
            return stored.last != now.stored.last

    def catch_up(self, *, shown: bool = True) -> bool:
        """Read the game again and say what was entered elsewhere since it was shown; return whether what was typed
        before that still means the same."""
        if not self.behind():
            return True
        before, now = self.table, self._now(self.table.number)
        rows = [log_row(row, now.names) for row in now.log(self.viewer, hands=False)[before.stored.last :]]
        said = [say("Meanwhile:"), *log_lines(rows[-MOST_WAYS:], now.names)]
        if shown:
            self._changed(now, said)
        else:
            put_lines(said)
        self.table = now
        self._sit(self.table)
        others = isinstance(self.viewer, int) and before.turn != self.viewer
        return others or now.stored.position == before.stored.position

    # ---- what was typed ----------------------------------------------------------------------------

    @said_as(partial(_LINE.sub, lambda found: _LINES[found[0]]))
    def do(self, text: str) -> None:
        """Handle one line. Errors are printed, and the game goes on."""
        word, _, rest = (f"help {text[1:]}" if text.startswith("?") else text).partition(" ")
        word, rest = word.lower(), rest.strip()
        if word == "help":
            put_lines(help_lines(self.table, rest.lower()))
            self.slip = True
        elif word == "show" and not rest:
            self.catch_up(shown=False)
            put_lines(board_lines(self.table, self.viewer))
        elif text == TAKEN:
            self._take()
        elif word == "hand" and not rest:
            put_lines(hand_lines(self.table, self.viewer))
        elif word == "hint" and self._passed() is not None:
            tell(first(self.table))
        elif word == "back" and not rest:  # also a word while a game is set up
            tell(say("undo takes back what was entered last; undo turn: a whole turn."))
        elif word in OTHER:
            self._other(word, rest)
        else:
            line = ""
            if word == "bot":
                doing = partial(self._bot, rest)
            elif self._asks() and word not in (*BACK, *INSIDE, "stood"):
                doing = partial(self._bot, text)
            elif word in BACK and not rest.startswith("-"):
                doing = partial(self._back, word, rest)
            # a turn can begin with a command's word, as a counter's name can
            elif word in INSIDE and not (rest and any(way.text.split()[0] == word for way in self.look.offered(""))):
                doing = partial(self._command, word, rest)
            elif line := self._meant(text):
                doing = partial(self._enter, line)
            else:
                return
            self._still(doing, line)

    def _still(self, doing: Callable[[], None], line: str) -> None:
        """Do what was typed, if it still means the same; after a refused line that may stand, say how to enter it
        anyway."""
        if not self.catch_up():
            tell(say("You typed that before this was known, so it was not entered. The up arrow brings it back."))
            return
        status = guarded(doing)
        self.slip = status != 0
        if line and status == 1 and self._could_stand(line):
            tell(say("Did it happen anyway? Type: stood {turn}", turn=line.rstrip("/; ")))

    def _run(self, words: Sequence[str], word: str, rest: str) -> int:
        """Run a command of the command line for this game; the prompt's help explains one that cannot be parsed."""
        wrong = say("Not understood: {said}.", said=f"{word} {rest}".strip())
        known = ["--db", str(self.path), "--game", str(self.table.number)]
        return run([*known, *words], lambda: [wrong, *help_lines(self.table, word)])

    def _command(self, word: str, rest: str) -> None:
        given, known = words(word, rest), INSIDE[word]
        if word == "clock" and not given:
            known = ("show", "--clock")
        if self.viewer != PUBLIC and word in SEEN:
            given += ["--as", self.who or self.table.names[int(self.viewer)]]
        self._run([*known, *given], word, rest)
        after = self._now(self.table.number)
        if after.stored.position != self.table.stored.position:
            self._changed(after, ())
        self.table = after
        self._sit(self.table)

    def _passed(self) -> int | None:
        """Return the player who has the keyboard next and whose hand is not shown yet, if any."""
        return to_see(self.table) if not self.who and self.viewer is PUBLIC else None

    def _take(self) -> None:
        """Give the keyboard to the player to move: the hand is shown until the end of the turn."""
        if (seat := self._passed()) is not None:
            self.viewer = seat
            put_lines([*self._board(2), *hand_lines(self.table, seat)])

    def _sit(self, table: Table) -> None:
        """Keep the typing seat by its name, or the name by its seat if players were corrected. A passed keyboard shows
        no hand after that player's turn."""
        if not isinstance(seat := self.viewer, int):
            return
        if not self.who:
            if table.turn != seat:
                self.viewer = PUBLIC
                wipe()
            return
        try:
            self.viewer = table.viewer(self.who)
        except SyntaxFault:
            self.who = table.names[seat]

    def _other(self, word: str, rest: str) -> None:
        """Switch to another game: a new one, asked for if something is missing, or one by its number."""
        given = words(word, rest)
        if word == "new" and len(given) < 2:
            from companion.cli.prompt.asking import new_game

            with Store(self.path) as store:
                status = guarded(lambda: new_game(store, *given))
        else:
            status = self._run(["new", *given], word, rest) if word == "new" else guarded(lambda: self._use(rest))
        if status:
            return
        self.table, self.knows, self.shown = self._now(None), "", set[str]()
        self.who = self.asked_for or alone(self.table)
        try:
            self.viewer = self.table.viewer(self.who)
        except SyntaxFault:
            self.viewer = PUBLIC
            tell(say("{name} does not play in this game and sees only what lies open.", name=self.who))
        self.begin()

    def _use(self, rest: str) -> None:
        if not _is_number(rest):
            raise SyntaxFault(f"use '{rest[:40]}'", say("the number of a game, such as use 2; list shows them"))
        with Store(self.path) as store:
            store.use(open_game(store, int(rest)).number)

    def _back(self, word: str, rest: str) -> None:
        """Run `undo` or `redo`: the last ply, all after a number, or a whole turn."""
        whole, redo = rest.lower() == "turn", word == "redo"
        if rest and not whole and not _is_number(rest):
            expected = say("the number of a turn, such as {word} 3, or {word} turn", word=word)
            raise SyntaxFault(f"{word} '{rest[:40]}'", expected)
        ply = int(rest) if rest and not whole else None
        with self._opened() as now:
            change = now.redo(ply, whole=whole) if redo else now.undo(ply, whole=whole)
            with kept(stays(redo=redo)):
                self._changed(change.table, change.moved(MANY), seen_since(change))

    def _enter(self, text: str) -> None:
        with self._opened() as now:
            # on the game as it was shown: a turn is meant for that position
            change = now.enter(text, self.viewer)
            self._sit(change.table)
            said, several, table = change.confirmed(self.viewer), len(change.steps) > 1, change.table
            while only := only_turn(table, self.viewer):
                change = table.enter(only, self.viewer)
                said += [say("Only one turn is possible:"), *change.confirmed(self.viewer)]
                several, table = True, change.table
                self._sit(table)
            # the turn goes below the board, so that both fit on a small screen
            with kept():
                self._followed(table, said, several=several)

    def _followed(self, table: Table, said: Sequence[str], words: str = "", *, several: bool = False) -> None:
        """Print what was entered, and what bots do after it."""
        if not table.stored.machines:
            self._changed(table, said, several=several)
            return
        from companion.lab.opponents import make

        made = make(table, words, self.knows)
        self.knows = made.knows
        done = [line for change in made.changes for line in change.confirmed(self.viewer)]
        waits = [made.asks] if made.asks and made.typed else []  # the question for a bot's cards
        self._changed(after(made, table), [*said, *done, *waits], several=True)
        self.turns_up = made.typed

    def _asks(self) -> str:
        """Return the question for what the bot to move cannot know; empty if its turn is to be typed."""
        return "" if self.turns_up else asks(self.table, self.knows)

    @property
    def enter_alone(self) -> str:
        """Return what Enter alone stands for: a bot's turn, taking a passed keyboard, the only turn, or the turn that
        does nothing more; empty for none of these."""
        if self.table.stored.machines and due(self.table):
            return "" if self.turns_up else "bot"
        if self._passed() is not None:
            return TAKEN
        return only_turn(self.table, self.viewer) or none(self.table, self.viewer)

    def line(self) -> str | None:
        """Read the next line; None if the player leaves."""
        who = "" if self.turns_up else label(self.table, self.viewer, passed_on=not self.who)
        return line_of(self.ask, self.look, who)

    def _bot(self, words: str) -> None:
        """Let the bot to move play its turn."""
        with self._opened() as now:
            if not now.stored.machines or not due(now):
                raise SyntaxFault("bot", say("a bot's turn; {name} is to move", name=now.whose or "-"))
            self._followed(now, (), words)

    def _meant(self, text: str) -> str:
        """Return the line or, if it can be read in several ways, the reading that was chosen; empty if none was."""
        look, (stood, line) = self.look, split_stood(text)
        with suppress(SyntaxFault):
            look.game.parse(look.seen, line)
            return text
        ways = look.offered(line)
        if not 2 <= len(ways) <= MOST_WAYS or any(way.text.lower().startswith(line.lower()) for way in ways):
            return text
        put_lines([say("Which of these?"), *(f"  {way.text}  {', '.join(filter(None, way[1:4:2]))}" for way in ways)])
        try:
            answer = self.ask(look, "? ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return ""
        if answer.startswith("?") or answer.partition(" ")[0] in (*INSIDE, *BACK, "help"):
            self.do(answer)
            return ""
        self.left = answer in QUIT
        begun = [way.text for way in ways if answer and way.text.lower().startswith(answer)]
        return ("stood " * stood + begun[0]) if len(begun) == 1 else "" if self.left else answer

    def _could_stand(self, text: str) -> bool:
        with suppress(Untaken):
            steps = () if split_stood(text)[0] else self.table.judged(text, self.viewer, stood=True)
            return any(step.stood for step in steps)
        return False


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9


def play(
    ctx: typer.Context,
    new: Annotated[bool, typer.Option("--new", help="Ask for a new game first.")] = False,
    who: Seat = "",
    db: Db = None,
) -> None:
    """Play at a prompt: the current game, or a new one."""
    path = db or chosen(ctx).db or default_path()
    if new or not _any(path):
        from companion.cli.prompt.asking import new_game

        with opened(ctx, db, create=True) as store:
            number = new_game(store).number
    else:
        with opened(ctx, db) as store:
            number = open_game(store, chosen(ctx).game).number
    session = Session(path, number, who, asker(path, (*INSIDE, "stood ", "bot", "help", "quit")))
    session.begin()
    _lines(session)
    if session.viewer is not PUBLIC and not who:  # a hand may be on the screen
        wipe()
    put(say("Kept as game {n}. `companion play` goes on.", n=session.table.number))


def _lines(session: Session) -> None:
    """Handle lines until the player leaves. Raises what cannot be recovered from."""
    fresh, failed = True, False
    while True:
        try:
            if fresh:
                session.where()
            text = session.line()
            failed = False
            if text is None or (not text and session.table.turn is None):
                break
            if text := text or session.enter_alone:
                session.do(text)
                if session.left:
                    break
            fresh = bool(text) or session.behind()
        except KeyboardInterrupt:  # while a line is handled; what was entered so far is saved
            if not sys.stdin.isatty():
                break
            fresh = False
        except (Failure, Refused, NoGame, OSError):
            raise
        except Exception as error:  # also a store that another program keeps locked
            if failed:  # twice without a line typed in between: a third time would fail too
                raise
            tell(str(error) if isinstance(error, StoreError) else mistake(error))
            fresh, failed = False, True


def _any(path: Path) -> bool:
    """Return whether there is a game to continue."""
    if not path.exists():
        return False
    with Store(path) as store:
        return bool(store.latest(1))
