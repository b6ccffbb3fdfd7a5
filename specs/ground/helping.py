"""The help of a program's commands, in the language spoken."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

from specs.ground.languages import spoken, word

__all__ = ["HelpedGroup"]


class HelpedGroup(TyperGroup):
    """A program whose help, and that of its commands and their options, is told in the language spoken."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        return None if found is None else helped(found)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        helped(self)
        super().format_help(ctx, formatter)


def helped(command: Any) -> Any:
    """A command of typer's with its help, and that of its options, in the language spoken."""
    if spoken() is not None:
        for each in (command, *command.params):
            if getattr(each, "help", None):
                each.help = word(each.help)
    return command
