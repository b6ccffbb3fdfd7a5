"""The `companion` program: finds the command, and turns every refusal into lines and an exit status.

Exit status: 0 done; 1 an illegal turn, or nothing done for want of a yes; 2 input that cannot be read or a
store that cannot be used.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from companion.commands.arguments import Chosen, offers
from companion.commands.terminal import Failure
from companion.faults import IllegalMove, SyntaxFault
from companion.table.journal import NothingThere
from companion.table.stored import StoreError
from companion.table.table import Overtaken
from companion.table.turns import Untaken
from specs.base.chosen_language import begin, chosen
from specs.base.commandline.program import LazyGroup, command, program, run_program
from specs.base.languages import speak
from specs.base.streams import prepare
from specs.base.terminal import put, tell
from specs.base.unfit import Unfit

PACKAGES = ("companion", "specs")  # whose words the program speaks


class Commands(LazyGroup):
    """In the order of the help; with them the words that a game's turns begin with."""

    known: ClassVar[Mapping[str, str]] = {
        "new": "companion.commands.games:new",
        "play": "companion.commands.prompt:play",
        "learn": "companion.commands.learn:learn",
        "move": "companion.commands.turns:move",
        "show": "companion.commands.views:show",
        "moves": "companion.commands.views:moves",
        "hint": "companion.commands.bot:hint",
        "bot": "companion.commands.bot:bot",
        "review": "companion.commands.review:review_game",
        "puzzle": "companion.commands.puzzle:puzzle",
        "undo": "companion.commands.turns:undo",
        "redo": "companion.commands.turns:redo",
        "amend": "companion.commands.amend:amend",
        "leave": "companion.commands.mend:leave",
        "rename": "companion.commands.mend:rename",
        "mend": "companion.commands.mend:mend",
        "note": "companion.commands.turns:note",
        "log": "companion.commands.views:log",
        "serve": "companion.commands.serve:serve",
        "score": "companion.commands.views:score",
        "settle": "companion.commands.files:settle",
        "check": "companion.commands.files:check",
        "about": "companion.commands.about:about",
        "clock": "companion.commands.clock:game_clock",
        "list": "companion.commands.listing:list_games",
        "stats": "companion.commands.stats:stats",
        "simulate": "companion.commands.simulate:simulate",
        "use": "companion.commands.games:use",
        "export": "companion.commands.files:export",
        "import": "companion.commands.files:import_record",
        "delete": "companion.commands.games:delete",
    }
    open_ended = frozenset({"new", "simulate", "move"})

    def list_commands(self, ctx: Any) -> list[str]:
        from companion.commands.words import words

        own = super().list_commands(ctx)
        after = own.index("move") + 1
        return [*own[:after], *words(), *own[after:]]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.known:
            from companion.commands.words import entering, words

            if cmd_name in words():
                return command(cmd_name, entering(cmd_name))
        return super().get_command(ctx, cmd_name)


def _spoken(language: str | None) -> None:
    """Speak what was asked for before anything is said, help too."""
    if language is not None:
        try:
            speak(chosen(language, PACKAGES))
        except Unfit as unfit:
            raise Failure(f"--language: {unfit.said}") from None


def _version(asked: bool) -> None:
    if asked:
        from specs.base.version import VERSION

        put(f"companion {VERSION}")
        raise typer.Exit


def companion(
    ctx: typer.Context,
    db: Annotated[
        Path | None, typer.Option("--db", metavar="PATH", envvar="COMPANION_DB", help="The file the games are kept in.")
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            "--game", metavar="NUMBER", help="A game other than the current.", autocompletion=offers("numbers")
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            metavar="LANG",
            envvar="COMPANION_LANGUAGE",
            callback=_spoken,
            is_eager=True,
            autocompletion=offers("languages"),
            help="The language to speak, such as de; else the system's.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Follow a game on a real table: refuse what its rules forbid, with the reason, and settle the end."""
    ctx.obj = Chosen(db, game)


def run(arguments: Sequence[str]) -> int:
    """Do what a command line asks, and return the exit status."""
    return guarded(lambda: sys.exit(run_program(program(Commands, companion), "companion", arguments)))


def guarded(action: Callable[[], object]) -> int:
    """Do it, and return the exit status: every refusal becomes lines on standard error."""
    try:
        action()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except Failure as failure:
        return _refuse(failure.lines, failure.status)
    except Untaken as refused:
        from companion.table.report import refusal

        return _refuse(refusal(refused), 1 if isinstance(refused.refusal, IllegalMove) else 2)
    except IllegalMove as illegal:
        return _refuse([f"{illegal.rule}: {illegal.message} ({illegal.source})"], 1)
    except SyntaxFault as fault:
        return _refuse([fault.said], 2)
    except NothingThere as nothing:
        return _refuse([str(nothing)], 1)
    except Overtaken as overtaken:
        return _refuse([str(overtaken), *overtaken.table.whose_turn()], 1)
    except StoreError as error:
        return _refuse([str(error)], 2)
    except BrokenPipeError:
        # whoever read our output has seen enough; keep the interpreter from flushing into the closed pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _refuse([f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)], 2)
    except Exception as error:
        from specs.base.errors import SpecError  # a command that reads no spec and no record loads nothing of them

        if not isinstance(error, SpecError):
            raise
        return _refuse([str(fault) for fault in error.faults], 2)
    return 0


def _refuse(lines: Sequence[str], status: int) -> int:
    for line in lines:
        tell(line)
    return status


def main() -> None:
    prepare()
    begin(PACKAGES)
    atexit.register(gc.freeze)  # what is thrown away as a whole needs no searching: that took a tenth of a move
    sys.exit(run(sys.argv[1:]))
