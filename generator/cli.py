"""The `generator` program: finds the command, and turns every fault into lines and an exit status.

Exit status: 0 done; 1 nothing done for want of a yes; 2 input that cannot be read or printed.
"""

# annotations that are values, not text: typer would compile each of them at every start

import atexit
import gc
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import typer

from specs.ground.errors import Declined, SpecError
from specs.ground.helping import LazyGroup, program
from specs.ground.languages import begin
from specs.ground.streams import prepare
from specs.ground.terminal import put, tell


class Commands(LazyGroup):
    """In the order of the help."""

    known: ClassVar[Mapping[str, str]] = {
        "new": "generator.commands.new:new",
        "build": "generator.commands.build:build",
        "check": "generator.commands.build:check",
        "list": "generator.commands.listing:list_",
        "sheets": "generator.commands.listing:sheets",
        "shops": "generator.commands.shops:shops",
        "cutters": "generator.commands.cutters:cutters",
        "schema": "generator.commands.listing:schema",
        "setup": "generator.commands.listing:setup",
        "scoresheet": "generator.commands.scoresheet:scoresheet",
        "preview": "generator.commands.faces:preview",
        "words": "generator.commands.faces:words_",
        "diff": "generator.commands.diff:diff",
        "laser": "generator.commands.laser:laser",
        "calibrate": "generator.commands.calibrate:calibrate",
        "cut-test": "generator.commands.cutters:cut_test",
        "watch": "generator.commands.build:watch",
        "studio": "generator.commands.studio:studio",
    }
    open_ended = frozenset({"watch"})


def _version(asked: bool) -> None:
    if asked:
        from specs.ground.version import VERSION

        put(f"generator {VERSION}")
        raise typer.Exit


def generator(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Turn a game's YAML spec into sheets to print, cut and play."""


def main() -> None:
    """Run the command that the command line names."""
    prepare()
    begin(("generator", "specs"))
    signal.signal(signal.SIGTERM, _terminate)
    gc.set_threshold(100_000, 20, 20)  # imports make much and free nothing: looking took a tenth of a short run
    atexit.register(gc.freeze)  # what is thrown away as a whole needs no searching either: that took a sixth
    run(sys.argv[1:])


def run(arguments: Sequence[str]) -> None:
    """Run a command. Bad input and a full disk end with one line a fault and status 2, never with a traceback."""
    try:
        program("generator", Commands, generator, arguments).main(list(arguments), prog_name="generator")
    except SpecError as error:
        _fail(*map(str, error.faults))
    except Declined as declined:
        tell(str(declined))
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _fail(f"{place}{error.strerror or error}; expected a place with room that can be written to")
    except MemoryError:
        _fail("out of memory; expected fewer pieces, or --only some of them")
    except Exception as error:
        if os.environ.get("TIDELINE_TRACEBACK"):
            raise
        _fail(f"internal fault, {type(error).__name__}: {error}; TIDELINE_TRACEBACK=1 in the environment shows where")


def _fail(*lines: str) -> None:
    tell("\n".join(lines))
    sys.exit(2)


def _terminate(*_: object) -> None:
    """A killed build cleans up after itself, as after Ctrl-C."""
    sys.exit(143)


if __name__ == "__main__":
    main()
