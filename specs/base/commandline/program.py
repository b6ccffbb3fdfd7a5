"""A program of commands, made with Typer. A command's module is imported when the command is used; help and errors are
in the language spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from specs.base.commandline.typer_sentences import TranslatedHelp, translated
from specs.base.languages import say, word
from specs.base.terminal import tell

__all__ = ["LazyGroup", "command", "program", "run_program"]

OPEN_ENDED = {"allow_extra_args": True, "ignore_unknown_options": True}


class Context(typer.Context):
    """What a command line asks for; its help is in the language spoken."""

    formatter_class = TranslatedHelp


class Command(TyperCommand):
    """A command whose help is in the language spoken."""

    context_class = Context


class LazyGroup(TyperGroup):
    """Imports a command's module when the command is used: all of them take longer than a deck to draw.

    `known` has the place of each, `module:function`, in the order of the help; `groups` are the headings
    of the help with the commands below each. Commands that are `open_ended` take options that they do not declare.
    """

    context_class = Context
    known: ClassVar[Mapping[str, str]]
    groups: ClassVar[Mapping[str, Sequence[str]]] = {}
    open_ended: ClassVar[frozenset[str]] = frozenset()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.known)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.known:
            # Typer suggests names from this dictionary; it needs no more than the names
            unmade: dict[str, Any] = dict.fromkeys(self.list_commands(ctx))
            self.commands = unmade
            return None
        module, _, name = self.known[cmd_name].partition(":")
        return command(cmd_name, getattr(import_module(module), name), open_ended=cmd_name in self.open_ended)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        across = max(map(len, self.known))
        for heading, names in self.groups.items():
            helps = [self.get_command(ctx, name).get_short_help_str(formatter.width - 6 - across) for name in names]
            with formatter.section(word(heading)):
                formatter.write_dl([(f"{name:<{across}}", text) for name, text in zip(names, helps, strict=True)])
        if not self.groups:
            super().format_commands(ctx, formatter)


def program(group: type[LazyGroup], options: Callable[..., None]) -> Any:
    """A program; the parameters of `options` are its own options, its docstring is the help."""
    app = typer.Typer(cls=group, no_args_is_help=True, rich_markup_mode=None)
    app.callback()(options)
    return typer.main.get_command(app)


def command(name: str, function: Callable[..., Any], *, open_ended: bool = False) -> Any:
    """A function as a command."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=Command, context_settings=OPEN_ENDED if open_ended else {})(function)
    made = typer.main.get_command(app)
    made.help = made.help and word(made.help)
    return made


def run_program(made: Any, name: str, arguments: Sequence[str]) -> int:
    """Run what a command line asks for; its exit status. A line that cannot be read is explained on standard error."""
    try:
        return made.main(list(arguments), prog_name=name, standalone_mode=False) or 0
    except typer.Abort:  # the end of standard input, at a question
        return 1
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        if not arguments:
            tell(error.format_message())  # the help
            return error.exit_code
        if context is not None:
            tell(context.get_usage())
            tell(say("Try '{command}' for help.", command=f"{context.command_path} --help") + "\n")
        tell(say("Error: {message}", message=translated(error.format_message())))
        return error.exit_code
