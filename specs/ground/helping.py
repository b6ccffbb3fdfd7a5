"""The help of a program's commands, and what is wrong with a command line, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from specs.ground.languages import spoken, word

__all__ = ["HelpedGroup", "helped"]


class Spoken(typer.Context):
    """A command line whose help is told in the language spoken by the time it is asked for."""

    def make_formatter(self) -> Any:
        if spoken() is None:
            return super().make_formatter()
        from specs.ground.usage import Helping

        return Helping(width=self.terminal_width, max_width=self.max_content_width)


class HelpedGroup(TyperGroup):
    """A program whose help, and that of its commands and their options, is told in the language spoken."""

    context_class = Spoken

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        return None if found is None else helped(found)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        helped(self)
        super().format_help(ctx, formatter)

    def make_context(self, *given: Any, **named: Any) -> Any:
        with _explained():
            return super().make_context(*given, **named)

    def invoke(self, ctx: Any) -> Any:
        with _explained():
            return super().invoke(ctx)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if spoken() is not None and hasattr(error, "format_message"):  # typer's own, of a line it cannot read
            from specs.ground.usage import explain

            explain(error)
        raise


def helped(command: Any) -> Any:
    """A command of typer's with its help, and that of its options, in the language spoken."""
    if spoken() is not None:
        command.context_class = Spoken
        for each in (command, *command.params):
            if getattr(each, "help", None):
                each.help = word(each.help)
    return command
