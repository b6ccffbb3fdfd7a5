"""All commands as one program of typer's: its help, and what is wrong with a line."""

# annotations that are values, not text: typer would compile each of them

from typing import Annotated

import typer

from generator.cli.main import COMMANDS
from specs.base.commandline.helping import LazyGroup
from specs.base.terminal import put


class Commands(LazyGroup):
    """In the order of the help."""

    known = COMMANDS
    open_ended = frozenset({"watch"})


def _version(asked: bool) -> None:
    if asked:
        from specs.base.version import VERSION

        put(f"generator {VERSION}")
        raise typer.Exit


def generator(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Turn a game's YAML spec into sheets to print, cut and play."""
