"""The `generator` program: finds the command, and turns every fault into lines and an exit status.

Exit status: 0 done; 1 not confirmed; 2 input that cannot be read or printed; 70 a bug of ours.
"""

# annotations that are values, not text: Typer would compile each of them at every start

import atexit
import gc
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import typer

from specs.base.chosen_language import begin
from specs.base.commandline.program import LazyGroup, program, run_program
from specs.base.errors import Declined, SpecError
from specs.base.languages import mark
from specs.base.mistakes import STATUS, mistake
from specs.base.streams import prepare
from specs.base.terminal import put, tell
from specs.base.version import VERSION


class Commands(LazyGroup):
    """The commands by group, in the order of the help."""

    groups: ClassVar[Mapping[str, Sequence[str]]] = {
        mark("Design"): ("new", "icons", "check", "studio", "watch", "preview", "diff", "words", "schema"),
        mark("Print"): ("build", "impose", "setup", "scoresheet", "list"),
        mark("Machines and shops"): ("calibrate", "cut-test", "laser", "sheets", "cutters", "shops"),
    }
    known: ClassVar[Mapping[str, str]] = {
        "new": "generator.cli.design:new",
        "icons": "generator.cli.design:icons",
        "build": "generator.cli.build:build",
        "impose": "generator.cli.impose:impose",
        "check": "generator.cli.build:check",
        "list": "generator.cli.listing:list_",
        "sheets": "generator.cli.listing:sheets",
        "shops": "generator.cli.listing:shops",
        "cutters": "generator.cli.listing:cutters",
        "schema": "generator.cli.listing:schema",
        "setup": "generator.cli.listing:setup",
        "scoresheet": "generator.cli.listing:scoresheet",
        "preview": "generator.cli.faces:preview",
        "words": "generator.cli.faces:words_",
        "diff": "generator.cli.faces:diff",
        "laser": "generator.cli.build:laser",
        "calibrate": "generator.cli.calibrate:calibrate",
        "cut-test": "generator.cli.calibrate:cut_test",
        "watch": "generator.cli.build:watch",
        "studio": "generator.cli.design:studio",
    }
    open_ended = frozenset({"watch"})


def _version(asked: bool) -> None:
    if asked:
        put(f"generator {VERSION}")
        raise typer.Exit


def generator(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Turn a game's YAML spec into sheets to print, cut and play."""


def main() -> None:
    """Run the command line."""
    prepare()
    begin(("generator", "specs"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # a killed build cleans up, as after Ctrl-C
    gc.set_threshold(1_000_000, 20, 20)  # imports and faces live to the end: collecting took a tenth of a short run
    atexit.register(gc.freeze)  # skips the collection at exit: it took a sixth
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status. Bad input and a full disk end with one line for each fault and status
    2, never with a traceback."""
    try:
        return run_program(program(Commands, generator), "generator", arguments)
    except SpecError as error:
        return _refused(*map(str, error.faults))
    except Declined as declined:
        tell(str(declined))
        return 1
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _refused(f"{place}{error.strerror or error}; expected a place with room that can be written to")
    except MemoryError:
        return _refused("out of memory; expected fewer pieces, or --only some of them")
    except Exception as error:
        tell(mistake(error))
        return STATUS


def _refused(*lines: str) -> int:
    tell("\n".join(lines))
    return 2


if __name__ == "__main__":
    main()
