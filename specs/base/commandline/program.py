"""A program of commands, made with Typer. A command's module is imported when the command is used; help and errors are
in the current language.

Typer has its own sentences, such as headings of the help and why a line cannot be read, in English only. They are
recognized by their templates and translated; a sentence that matches none of them stays as it is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from typing import Any, ClassVar, Final

import typer
from typer.core import TyperCommand, TyperGroup

from specs.base.languages import Said, mark, say, verbatim, word
from specs.base.terminal import tell

SENTENCES: Final = (
    mark("Arguments"),
    mark("Commands"),
    mark("Options"),
    mark("required"),
    mark("default: {value}"),
    mark("env var: {name}"),
    mark("Missing argument {name}."),
    mark("Missing option {name}."),
    mark("Missing command."),
    mark("No such option: {name} (Possible options: {names})"),
    mark("No such option: {name}"),
    mark("No such command {name}. Did you mean {names}?"),
    mark("No such command {name}."),
    mark("Got unexpected extra argument(s) ({words})"),
    mark("Option {name} requires an argument."),
    mark("Option {name} requires {count} arguments."),
    mark("Option {name} does not take a value."),
    mark("Argument {name} takes {count} values."),
    mark("Invalid value for {name}: {why}"),
    mark("{value} is not a valid int."),
    mark("{value} is not a valid int range."),
    mark("{value} is not a valid float."),
    mark("{value} is not in the range {range}."),
)
OF_TYPER: Final = (  # help of the options that Typer adds
    mark("Show this message and exit."),
    mark("Install completion for the current shell."),
    mark("Show completion for the current shell, to copy it or customize the installation."),
)


class TranslatedHelp(typer.Context.formatter_class):  # type: ignore[misc, valid-type]  # a class all the same
    """A help page in the current language. The texts of our own commands come from its catalogues."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        options, rest = say("[OPTIONS]"), say("COMMAND [ARGS]...")
        shown = args.replace("[OPTIONS]", options).replace("COMMAND [ARGS]...", rest)
        super().write_usage(prog, shown, prefix or say("Usage:") + " ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(translated(heading))

    def write_text(self, text: str) -> None:
        super().write_text(word(text))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(name, _row(text)) for name, text in rows], col_max, col_spacing)


def _row(text: str) -> str:
    """Translate an option's help, and the facts Typer adds to it in brackets, such as its default."""
    found = re.fullmatch(r"(.*?)(?:(^|  )\[(.*)\])?", text, re.DOTALL)
    assert found is not None
    facts = "" if found[3] is None else f"{found[2]}[{'; '.join(map(translated, found[3].split('; ')))}]"
    return (found[1] and word(found[1])) + facts


def translated(text: str) -> Said:
    """Translate one of Typer's English sentences; return any other text unchanged."""
    text = re.sub(r"\(env var: ('[^']*')\)", r"(\1)", text)
    for template in SENTENCES:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return word(template, **{name: translated(value) for name, value in found.groupdict().items()})
    return verbatim(text)


# ---- programs ------------------------------------------------------------------------------------


OPEN_ENDED = {"allow_extra_args": True, "ignore_unknown_options": True}


class Context(typer.Context):
    """A parsed command line, with help in the current language."""

    formatter_class = TranslatedHelp


class Command(TyperCommand):
    """A command with help in the current language; its options are grouped under their headings."""

    context_class = Context

    def format_options(self, ctx: Any, formatter: Any) -> None:
        found = dict[str, list[tuple[str, str]]]()
        for parameter in self.get_params(ctx):
            if row := parameter.get_help_record(ctx):
                plain = "Arguments" if parameter.param_type_name == "argument" else "Options"
                found.setdefault(getattr(parameter, "rich_help_panel", None) or plain, []).append(row)
        for heading in sorted(found, key="Options".__eq__):  # options without a heading come last
            with formatter.section(word(heading)):
                formatter.write_dl(found[heading])


class LazyGroup(TyperGroup):
    """A group of commands that imports a command's module only when the command is used: importing all of them takes
    longer than drawing a deck.

    `known` maps each command to its place, `module:function`, in the order of the help; `groups` are the headings of
    the help with the commands under each. Commands in `open_ended` accept options they do not declare.
    """

    context_class = Context
    known: ClassVar[Mapping[str, str]]
    groups: ClassVar[Mapping[str, Sequence[str]]] = {}
    open_ended: ClassVar[frozenset[str]] = frozenset()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.known)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.known:
            # Typer only reads the names of this dictionary for its suggestions
            unmade: dict[str, Any] = dict.fromkeys(self.list_commands(ctx))
            self.commands = unmade
            return None
        module, _, name = self.known[cmd_name].partition(":")
        return command(cmd_name, getattr(import_module(module), name), open_ended=cmd_name in self.open_ended)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        across = max(map(len, self.known))
        for heading, names in self.groups.items():
            helps = [_short(name, self.known[name], formatter.width - 6 - across) for name in names]
            with formatter.section(word(heading)):
                formatter.write_dl([(f"{name:<{across}}", text) for name, text in zip(names, helps, strict=True)])
        if not self.groups:
            super().format_commands(ctx, formatter)


def _short(name: str, place: str, width: int) -> str:
    """Return the first sentence of a command's help, read from its module's compiled code: importing all commands takes
    twice as long as the whole help."""
    module, _, function = place.partition(":")
    found: Any = find_spec(module)
    code = next(each for each in found.loader.get_code(module).co_consts if getattr(each, "co_name", "") == function)
    text = code.co_consts[0] or ""  # without docstrings, under python -OO
    return TyperCommand(name, help=word(cleandoc(text))).get_short_help_str(width)


def program(group: type[LazyGroup], options: Callable[..., None]) -> Any:
    """Make a program. The parameters of `options` are the program's own options, and its docstring is the help."""
    app = typer.Typer(cls=group, no_args_is_help=True, rich_markup_mode=None)
    app.callback()(options)
    return typer.main.get_command(app)


def command(name: str, function: Callable[..., Any], *, open_ended: bool = False) -> Any:
    """Make a command from a function."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, cls=Command, context_settings=OPEN_ENDED if open_ended else {})(function)
    made = typer.main.get_command(app)
    made.help = made.help and word(made.help)
    return made


def run_program(
    made: Any, name: str, arguments: Sequence[str], usage: Callable[[], Sequence[str]] | None = None
) -> int:
    """Run a command line and return its exit status. A line that cannot be parsed is explained on standard error, by
    `usage` if there is one."""
    try:
        return made.main(list(arguments), prog_name=name, standalone_mode=False) or 0
    except typer.Abort:  # the input ended at a question
        return 1
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        if usage is not None:
            tell(*usage())
            return error.exit_code
        if not arguments:
            tell(error.format_message())  # the help
            return error.exit_code
        if context is not None:
            tell(context.get_usage())
            tell(say("Try '{command}' for help.", command=f"{context.command_path} --help") + "\n")
        tell(say("Error: {message}", message=translated(error.format_message())))
        return error.exit_code
