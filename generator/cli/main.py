"""The `generator` program: finds the command, and turns every fault into lines and an exit status.

Exit status: 0 done; 1 nothing done for want of a yes; 2 input that cannot be read or printed.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

from specs.base.chosen_language import begin
from specs.base.commandline.asked import plain
from specs.base.commandline.shells import completing
from specs.base.errors import Declined, SpecError
from specs.base.streams import prepare
from specs.base.terminal import tell

COMMANDS: Mapping[str, str] = {
    "new": "generator.cli.new:new",
    "build": "generator.cli.build:build",
    "check": "generator.cli.build:check",
    "list": "generator.cli.listing:list_",
    "sheets": "generator.cli.listing:sheets",
    "shops": "generator.cli.shops:shops",
    "cutters": "generator.cli.cutters:cutters",
    "schema": "generator.cli.listing:schema",
    "setup": "generator.cli.listing:setup",
    "scoresheet": "generator.cli.scoresheet:scoresheet",
    "preview": "generator.cli.faces:preview",
    "words": "generator.cli.faces:words_",
    "diff": "generator.cli.diff:diff",
    "laser": "generator.cli.laser:laser",
    "calibrate": "generator.cli.calibrate:calibrate",
    "cut-test": "generator.cli.cutters:cut_test",
    "watch": "generator.cli.watch:watch",
    "studio": "generator.cli.studio:studio",
}


def __getattr__(name: str) -> object:
    """What of typer's a program is made of, loaded when a line is not plain."""
    from specs.base.lazy_names import named

    return named(__name__, {"generator.cli.program": ("Commands", "generator")}, name)


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
        _run(arguments)
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


def _run(arguments: Sequence[str]) -> None:
    """What a plain line asks for, at once; any other line is typer's."""
    if arguments and arguments[0] in COMMANDS and not completing(arguments, "generator"):
        module, _, name = COMMANDS[arguments[0]].partition(":")
        command = getattr(import_module(module), name)
        asked = plain(command, arguments[1:])
        if asked is not None:
            try:
                command(**asked)
            except (KeyboardInterrupt, BrokenPipeError) as error:
                from specs.base.commandline.helping import ended

                ended(error)
            sys.exit(0)
    from generator.cli.program import Commands, generator
    from specs.base.commandline.helping import program

    program("generator", Commands, generator, arguments).main(list(arguments), prog_name="generator")


def _fail(*lines: str) -> None:
    tell("\n".join(lines))
    sys.exit(2)


def _terminate(*_: object) -> None:
    """A killed build cleans up after itself, as after Ctrl-C."""
    sys.exit(143)


if __name__ == "__main__":
    main()
