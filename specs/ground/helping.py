"""A program's commands: imported when they are asked for; their help, and what is wrong with a command line, in the
language spoken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from specs.ground.languages import spoken, word
from specs.ground.shells import completing

__all__ = ["LazyGroup", "made", "program"]

OPEN_ENDED = {"allow_extra_args": True, "ignore_unknown_options": True}


class Spoken(typer.Context):
    """A command line whose help is told in the language spoken by the time it is asked for."""

    def make_formatter(self) -> Any:
        if spoken() is None:
            return super().make_formatter()
        from specs.ground.usage import Helping

        return Helping(width=self.terminal_width, max_width=self.max_content_width)


class LazyGroup(TyperGroup):
    """A program that imports a command's module when that command is asked for: to make all of them ready takes
    longer than to draw a deck. `known` says where each is, `module:function`, in the order of the help; those that are
    `open_ended` hand on what they do not know."""

    context_class = Spoken
    known: ClassVar[Mapping[str, str]]
    open_ended: ClassVar[frozenset[str]] = frozenset()
    line: Sequence[str] = ()  # what stands behind the command's name, where a command is to be run

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not ctx.resilient_parsing:  # as when a shell asks what there is
            self.line = tuple(args[1:])
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.known)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.known:
            # the misspelt command's nearest names are suggested from these
            unmade: dict[str, Any] = dict.fromkeys(self.list_commands(ctx))
            self.commands = unmade
            return None
        module, _, name = self.known[cmd_name].partition(":")
        function = getattr(import_module(module), name)
        if self.line and hasattr(function, "narrowed"):
            function = function.narrowed(self.line)
        return made(cmd_name, function, cmd_name in self.open_ended)

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


def program(name: str, group: type[LazyGroup], options: Callable[..., None], arguments: Sequence[str]) -> Any:
    """A program of typer's; `options` are its own, before a command's name, with its help."""
    app = typer.Typer(
        cls=group,
        add_completion=completing(arguments, name),
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
    )
    app.callback()(options)
    return typer.main.get_command(app)


def made(name: str, function: Callable[..., Any], open_ended: bool = False) -> Any:
    """A function as a command of typer's, with its help in the language spoken."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, context_settings=OPEN_ENDED if open_ended else {})(function)
    return helped(typer.main.get_command(app))


def helped(command: Any) -> Any:
    """A command of typer's with its help, and that of its options, in the language spoken."""
    if spoken() is not None:
        command.context_class = Spoken
        for each in (command, *command.params):
            if getattr(each, "help", None):
                each.help = word(each.help)
    return command
