"""`companion play`: a prompt for a whole game. Each turn is on the disk before it is confirmed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.arguments import Db, Seat, chosen, opened, table_of
from companion.commands.turns import confirmations, say_put_back, say_taken_back
from companion.commands.typing_in import Ask, asker
from companion.commands.views import board_lines
from companion.contract import SyntaxFault
from companion.look import PUBLIC, Look
from companion.store import Store, default_path, unpacked
from companion.table import Table, Viewer, open_game
from companion.terminal import kept, render, wants_colour
from companion.turns import Untaken, split_stood
from specs.ground.terminal import say, say_lines, tell, width
from specs.options import rule_lines

# Commands that can be typed at the prompt, beside turns; each does what it does on the command line.
INSIDE = ("undo", "redo", "show", "moves", "log", "score", "settle", "note", "amend", "export")
BACK = ("undo", "redo")
SEEN = ("show", "moves", "log", "score", "settle", "amend", "export")  # told by what whoever plays here sees
MOST_WAYS = 9
QUIT = ("quit", "exit", "q")
HELP = f"""\
  stood TURN       as it happened, though a rule forbids it
  undo, redo       take the last turn back, put it back; undo 3: all after 3
  amend 4 TURN     correct turn 4, and play what followed again
  {", ".join(word for word in INSIDE if word not in (*BACK, "amend"))}
  Tab goes on with what is typed, the up arrow brings lines back, Ctrl-C clears
  one. ? is help.
  quit, Ctrl-D     everything is kept at once; a closed lid loses nothing"""


def play(
    ctx: typer.Context,
    new: Annotated[bool, typer.Option("--new", help="Ask for a new game first, also where there is one.")] = False,
    who: Seat = "",
    db: Db = None,
) -> None:
    """Play the current game at a prompt; where there is none, it asks for one first."""
    path = db or chosen(ctx).db or default_path()
    if new or not _any(path):
        from companion.commands.asking import new_game

        with opened(ctx, db, create=True) as store:
            new_game(store)
    with table_of(ctx, db) as table:
        path, number, viewer = table.store.path, table.number, table.viewer(who)
        ask = asker(path, (*INSIDE, "stood ", "help", "quit"))
        say_lines([f"Game {number}: {table.game.name}, {', '.join(table.names)}. Type help for help.", ""])
        say_lines([*board_lines(table, viewer), *([f"Last: {table.last()}"] if table.ply else [])])
    fresh, slip, told = True, False, set[str]()
    while True:
        try:
            table = _now(path, number)
            if fresh:
                sort = table.look(viewer).asked().sort
                _say_where(table, viewer, how=slip or sort not in told)
                told.add(sort)
            text = ask(table.look(viewer)).strip()
            if text.lower() in QUIT or (not text and table.turn is None):
                break
            fresh = bool(text)
            if text:
                slip = _do(text, path, table, viewer, ask)
        except EOFError:
            break
        except KeyboardInterrupt:
            # it clears a line, also where it comes while one is worked on; what was entered by then is kept
            if not sys.stdin.isatty():
                break
            fresh = False
    say(f"Kept as game {number}. `companion play` goes on.")


def _named(table: Table, viewer: Viewer) -> str:
    return table.names[viewer] if isinstance(viewer, int) else str(viewer)


def _any(path: Path) -> bool:
    """Whether there is a game to go on with."""
    if not path.exists():
        return False
    with Store(path) as store:
        return bool(store.latest(1))


def _say_where(table: Table, viewer: Viewer, *, how: bool) -> None:
    """Whose turn it is and what it weighs; with `how`, also what can be typed. One line where that is enough."""
    look = table.look(viewer)
    status = look.status()
    if how or table.turn is None:
        say_lines([*filter(None, [status]), *table.whose_turn(viewer, width=width())])
    else:
        say(" · ".join(filter(None, [f"{table.whose} to move", look.asked().now, status])))


def _do(text: str, path: Path, table: Table, viewer: Viewer, ask: Ask) -> bool:
    """One line of the prompt, typed at the table as it was. What goes wrong is said, and the game goes on; true where
    whoever typed should be told again what can be typed."""
    from companion.cli import guarded, run

    word, _, rest = text.partition(" ")
    word = word.lower()
    if word in ("help", "?"):
        say_lines(_help(table, rest.strip().lower()))
        return True
    if word in BACK and not rest.startswith("-"):
        return guarded(lambda: _back(word, rest.strip(), path, table, viewer)) != 0
    if word == "show" and not rest.strip():
        say_lines(board_lines(_now(path, table.number), viewer))
        return False
    if word in INSIDE:
        words = [rest] if word == "note" else rest.split()
        words += ["--as", _named(table, viewer)] if viewer != PUBLIC and word in SEEN else []
        before = _now(path, table.number).stored.position
        run(["--db", str(path), "--game", str(table.number), word, *words])
        after = _now(path, table.number)
        if after.stored.position != before:
            say(render(after.look(viewer).board(width()), colour=wants_colour(sys.stdout)))
        return False
    line = _meant(text, table.look(viewer), ask)
    status = guarded(lambda: _enter(line, path, table, viewer)) if line else 0
    if status == 1 and _could_stand(line, table, viewer):
        tell(f"As it happened all the same? Type: stood {line}")
    return status != 0


def _back(word: str, rest: str, path: Path, table: Table, viewer: Viewer) -> None:
    """`undo` or `redo`, with the number of a turn: the board, and below it what was taken back or put back."""
    if rest and not (rest.isascii() and rest.isdecimal() and len(rest) <= 9):
        raise SyntaxFault(f"{word} '{rest[:40]}'", f"the number of a turn, such as {word} 3")
    ply = int(rest) if rest else None
    with Store(path) as store:
        now = table.through(store)
        change = now.undo(ply) if word == "undo" else now.redo(ply)
        say_lines(board_lines(change.table, viewer))
        (say_taken_back if word == "undo" else say_put_back)(change)


def _meant(text: str, look: Look, ask: Ask) -> str:
    """The line itself; or, where it can be read in several ways, the one that was chosen, or none."""
    stood, line = split_stood(text)
    try:
        look.game.notation.parse(look.seen, line)
    except SyntaxFault:
        ways = look.offered(line).choices
        if not 2 <= len(ways) <= MOST_WAYS or any(way.text.lower().startswith(line.lower()) for way in ways):
            return text
        say_lines(["Which of these?", *(f"  {way.text}  {', '.join(filter(None, way[1:4:2]))}" for way in ways)])
        try:
            answer = ask(look).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return ""
        begun = [way.text for way in ways if answer and way.text.lower().startswith(answer)]
        return ("stood " * stood + begun[0]) if len(begun) == 1 else answer
    return text


def _enter(text: str, path: Path, table: Table, viewer: Viewer) -> None:
    with Store(path) as store:
        # not as the game may stand by now: a turn is meant for the position it was typed at
        change = table.through(store).enter(text, viewer)
        # the turn below the board, so that both are in sight on a small screen
        with kept():
            say_lines([*board_lines(change.table, viewer), *confirmations(change, viewer)])


def _could_stand(text: str, table: Table, viewer: Viewer) -> bool:
    try:
        return not split_stood(text)[0] and any(step.stood for step in table.judged(text, viewer, stood=True))
    except Untaken:
        return False


def _help(table: Table, topic: str) -> list[str]:
    """How a turn of this game is typed where the game says so, and the prompt's own commands."""
    rules = _rules(table)
    said = {**table.game.help, **({"rules": ["The rules you play by:", *rules]} if rules else {})}
    whole, *topics = said if table.game.help else ["", *said]
    if topic:
        there = f"; there is: {', '.join(topics)}" if topics else ""
        return [*said.get(topic.lower(), [f"No help on '{topic}'{there}"])]
    more = [f"  help WORD        more on one of: {', '.join(topics)}"] if topics else []
    return [*said.get(whole, ()), *more, HELP]


def _rules(table: Table) -> list[str]:
    """The rule options of the game, and what they are at this table."""
    # only for those who ask: a whole spec is read
    from companion.replay import rules_of
    from specs.load import load

    options = load(table.game.name).spec.rules
    given = unpacked(table.stored.setup).rules
    return rule_lines(options, rules_of(table.game, table.stored.rules_version, options, given))


def _now(path: Path, number: int) -> Table:
    with Store(path) as store:
        table = open_game(store, number)
        return Table(
            store, table.stored, table.journal, table.state, table.sight
        )  # read whole: the store is closed while one types
