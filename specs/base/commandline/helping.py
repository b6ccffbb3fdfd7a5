"""A program's commands: imported when they are asked for; their help, and what is wrong with a command line, in the
language spoken."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, ClassVar, get_args

import typer
from typer.core import TyperGroup

from specs.base.commandline.asked import Argument, Asked
from specs.base.commandline.shells import completing
from specs.base.languages import spoken, word

__all__ = ["LazyGroup", "ended", "made", "program"]

OPEN_ENDED = {"allow_extra_args": True, "ignore_unknown_options": True}


class Spoken(typer.Context):
    """A command line whose help is told in the language spoken by the time it is asked for."""

    def make_formatter(self) -> Any:
        if spoken() is None:
            return super().make_formatter()
        from specs.base.commandline.usage import Helping

        return Helping(width=self.terminal_width, max_width=self.max_content_width)


class LazyGroup(TyperGroup):
    """A program that imports a command's module when that command is asked for: to make all of them ready takes
    longer than to draw a deck. `known` says where each is, `module:function`, in the order of the help; those that are
    `open_ended` hand on what they do not know."""

    context_class = Spoken
    known: ClassVar[Mapping[str, str]]
    open_ended: ClassVar[frozenset[str]] = frozenset()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.known)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.known:
            # the misspelt command's nearest names are suggested from these
            unmade: dict[str, Any] = dict.fromkeys(self.list_commands(ctx))
            self.commands = unmade
            return None
        module, _, name = self.known[cmd_name].partition(":")
        return made(cmd_name, getattr(import_module(module), name), cmd_name in self.open_ended)

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
            from specs.base.commandline.usage import explain

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
    app.command(name, context_settings=OPEN_ENDED if open_ended else {})(_typers(function))
    return helped(typer.main.get_command(app))


def _typers(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose parameters are told as typer has them."""

    @wraps(function)
    def called(**given: Any) -> Any:
        return function(**given)

    signature = inspect.signature(function, eval_str=True)
    told = [each.replace(annotation=_typer(each.annotation)) for each in signature.parameters.values()]
    called.__signature__ = signature.replace(parameters=told)  # type: ignore[attr-defined]
    called.__annotations__ = {}  # those of the signature are what counts
    return called


def _typer(annotation: Any) -> Any:
    kind, asked = (*get_args(annotation), None, None)[:2]
    if not isinstance(asked, Asked):
        return annotation
    info = typer.Argument if isinstance(asked, Argument) else typer.Option
    return Annotated[kind, info(*asked.flags, **asked.more)]


def ended(error: BaseException) -> None:
    """End a program that was broken off as typer ends its own."""

    def broken() -> None:
        raise error

    made("broken", broken).main([])


def helped(command: Any) -> Any:
    """A command of typer's with its help, and that of its options, in the language spoken."""
    if spoken() is not None:
        command.context_class = Spoken
        for each in (command, *command.params):
            if getattr(each, "help", None):
                each.help = word(each.help)
    return command
