"""The `companion` program: finds the command, and turns every refusal into lines and an exit status.

Exit status: 0 done; 1 an illegal turn, or not confirmed; 2 unreadable input or an unusable store.
"""

import atexit
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from companion.cli.arguments import Chosen, offering, offers
from companion.cli.terminal import Failure
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.table import NothingThere, Overtaken, StoreError, Untaken
from specs.base.chosen_language import begin, chosen
from specs.base.commandline.program import LazyGroup, program, run_program
from specs.base.languages import mark, speak
from specs.base.streams import prepare
from specs.base.terminal import put, tell
from specs.base.unfit import Unfit

PACKAGES = ("companion", "specs")  # the packages whose catalogues are used


class Commands(LazyGroup):
    """The commands by group, in the order of the help."""

    groups: ClassVar[Mapping[str, Sequence[str]]] = {
        mark("Play"): ("new", "play", "learn", "move", "moves", "show", "hint"),
        mark("Correct"): ("undo", "amend", "note", "log"),
        mark("The evening"): ("settle", "review", "list", "stats", "serve"),
        mark("Files"): ("import", "export"),
    }
    known: ClassVar[Mapping[str, str]] = {
        "new": "companion.cli.new:new",
        "play": "companion.cli.prompt.session:play",
        "learn": "companion.cli.prompt.learn:learn",
        "move": "companion.cli.turns:move",
        "moves": "companion.cli.views:moves",
        "show": "companion.cli.views:show",
        "hint": "companion.cli.bots:hint",
        "undo": "companion.cli.turns:undo",
        "amend": "companion.cli.amend:amend",
        "note": "companion.cli.note:note",
        "log": "companion.cli.views:log",
        "settle": "companion.cli.evening.settle:settle",
        "review": "companion.cli.evening.review:review_game",
        "list": "companion.cli.evening.listing:list_games",
        "stats": "companion.cli.evening.stats:stats",
        "serve": "companion.cli.serve:serve",
        "import": "companion.cli.files:import_record",
        "export": "companion.cli.files:export",
    }
    open_ended = frozenset({"new", "move"})


def _spoken(language: str | None) -> None:
    """Choose the language before any output, help included."""
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
        int | None, offering("numbers", "Game number. [default: the current game]", "NUMBER", "--game")
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
            help="The language, such as de. [default: the system's]",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version of this program.")
    ] = False,
) -> None:
    """Follow a game on a real table: refuse what its rules forbid, with the reason, and settle the end."""
    ctx.obj = Chosen(db, game)


def run(arguments: Sequence[str], usage: Callable[[], Sequence[str]] | None = None) -> int:
    """Run a command line and return the exit status; `usage` explains one that cannot be parsed."""
    return guarded(lambda: sys.exit(run_program(program(Commands, companion), "companion", arguments, usage)))


def guarded(action: Callable[[], object]) -> int:
    """Run something and return the exit status: every refusal becomes lines on standard error."""
    try:
        action()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except BrokenPipeError:
        # the reader has closed the pipe; keep the interpreter from flushing into it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        if (refused := _refusal(error)) is None:
            from specs.base.mistakes import STATUS, mistake  # only loaded for a bug

            refused = [mistake(error)], STATUS
        tell(*refused[0])
        return refused[1]
    return 0


def _refusal(error: Exception) -> tuple[Sequence[str], int] | None:
    """Return the lines for an error and the exit status; None for a bug of ours."""
    match error:
        case Failure():
            return error.lines, error.status
        case Untaken():
            from companion.table.report import refusal

            return refusal(error), 1 if isinstance(error.refusal, IllegalMove) else 2
        case IllegalMove():
            return [f"{error.rule}: {error.message} ({error.source})"], 1
        case SyntaxFault():
            return [error.said], 2
        case Overtaken():
            return [str(error), *error.table.whose_turn()], 1
        case NothingThere() | StoreError():
            return [str(error)], 1 if isinstance(error, NothingThere) else 2
        case OSError():
            return [f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)], 2
    from specs.base.errors import SpecError  # a command that reads no spec and no record does not load them

    return ([str(fault) for fault in error.faults], 2) if isinstance(error, SpecError) else None


def main() -> None:
    prepare()
    begin(PACKAGES)
    atexit.register(gc.freeze)  # skips the garbage collection at exit: it took a tenth of a move
    sys.exit(run(sys.argv[1:]))
