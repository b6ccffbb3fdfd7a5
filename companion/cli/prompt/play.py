"""`companion play`: a prompt for a whole game. Each turn is on the disk before it is confirmed."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.arguments import Db, Seat, chosen, opened
from companion.cli.prompt.session import INSIDE, Session
from companion.cli.prompt.typing_in import asker, line_of
from companion.cli.terminal import Failure
from companion.contract.faults import Refused
from companion.table import Store, StoreError, default_path, open_game
from specs.base.languages import say
from specs.base.mistakes import mistake
from specs.base.terminal import put, tell


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
    put(say("Kept as game {n}. `companion play` goes on.", n=session.table.number))


def _lines(session: Session) -> None:
    """Line after line, until whoever plays leaves. Raises what cannot be gone on from."""
    fresh, failed = True, False
    while True:
        try:
            if fresh:
                session.where()
            text = line_of(session.ask, session.look)
            failed = False
            if text is None or (not text and session.table.turn is None):
                break
            text = text or session.machine
            if text:
                session.do(text)
            fresh = bool(text) or session.behind()
        except KeyboardInterrupt:  # while a line is worked on; what was entered by then is kept
            if not sys.stdin.isatty():
                break
            fresh = False
        except (Failure, Refused, StoreError, OSError):
            raise
        except Exception as error:
            if failed:  # twice without a line typed in between: it would fail again
                raise
            tell(mistake(error))
            fresh, failed = False, True


def _any(path: Path) -> bool:
    """Whether there is a game to go on with."""
    if not path.exists():
        return False
    with Store(path) as store:
        return bool(store.latest(1))
