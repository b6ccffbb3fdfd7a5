"""What typer itself says of a command line, in the language spoken: headings of a help, and why a line cannot be read.

typer has these sentences in English, without a catalogue; they are known again by their words, and one that is not
known stays as it is. Nothing here is loaded where English is spoken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import IO, Any, Final

from typer._click.exceptions import NoArgsIsHelpError, UsageError
from typer._click.formatting import HelpFormatter

from specs.base.languages import Said, mark, say, verbatim, word
from specs.base.terminal import tell

__all__ = ["Helping", "explain", "told"]

HEADINGS: Final = {"Arguments": mark("Arguments"), "Commands": mark("Commands"), "Options": mark("Options")}
HELP: Final = (
    mark("Show this message and exit."),
    mark("Install completion for the current shell."),
    mark("Show completion for the current shell, to copy it or customize the installation."),
)
FACTS: Final = {
    "required": mark("required"),
    "default: (?P<value>.*)": mark("default: {value}"),
    "env var: (?P<name>.*)": mark("env var: {name}"),
}
REASONS: Final = {
    r"Missing argument (?P<name>.+)\.": mark("Missing argument {name}."),
    r"Missing option (?P<name>.+)\.": mark("Missing option {name}."),
    r"Missing command\.": mark("Missing command."),
    r"No such option: (?P<name>\S+)": mark("No such option: {name}"),
    r"No such option: (?P<name>\S+) \(Possible options: (?P<names>.+)\)": mark(
        "No such option: {name} (Possible options: {names})"
    ),
    r"No such command (?P<name>.+)\.": mark("No such command {name}."),
    r"No such command (?P<name>.+)\. Did you mean (?P<names>.+)\?": mark(
        "No such command {name}. Did you mean {names}?"
    ),
    r"Got unexpected extra argument\(s\) \((?P<words>.*)\)": mark("Got unexpected extra arguments: {words}"),
    r"Option (?P<name>.+) requires an argument\.": mark("Option {name} requires an argument."),
    r"Option (?P<name>.+) requires (?P<count>\d+) arguments\.": mark("Option {name} requires arguments: {count}"),
    r"Option (?P<name>.+) does not take a value\.": mark("Option {name} does not take a value."),
    r"Argument (?P<name>.+) takes (?P<count>\d+) values\.": mark("Argument {name} takes values: {count}"),
    r"Invalid value for (?P<name>[^:]+): (?P<why>.+)": mark("Invalid value for {name}: {why}"),
}
WRONG: Final = {
    r"(?P<value>.+) is not a valid int(?: range)?\.": mark("{value} is not a whole number."),
    r"(?P<value>.+) is not a valid float(?: range)?\.": mark("{value} is not a number."),
    r"(?P<value>.+) is not in the range (?P<range>.+)\.": mark("{value} is not in the range {range}."),
}


class Helping(HelpFormatter):
    """A help in the language spoken."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        options, rest = say("[OPTIONS]"), say("COMMAND [ARGS]...")
        shown = args.replace("[OPTIONS]", options).replace("COMMAND [ARGS]...", rest)
        super().write_usage(prog, shown, prefix or say("Usage:") + " ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(word(HEADINGS[heading]) if heading in HEADINGS else heading)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl([(name, _row(text)) for name, text in rows], col_max, col_spacing)


def _row(text: str) -> str:
    """An option's help with what typer adds to it in brackets: whether it is required, and its default."""
    found = re.fullmatch(r"(.*?)(?:(^|  )\[(.*)\])?", text, re.DOTALL)
    assert found is not None
    own = word(found[1]) if found[1] in HELP else found[1]
    if found[3] is None:
        return own
    return f"{own}{found[2]}[{'; '.join(_known(fact, FACTS) for fact in found[3].split('; '))}]"


def _known(text: str, sentences: dict[str, str]) -> Said:
    for pattern, marked in sentences.items():
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return word(marked, **found.groupdict())
    return verbatim(text)


def told(message: str) -> Said:
    """What is wrong with a command line, from typer's English sentence."""
    said = _known(re.sub(r"\(env var: ('[^']*')\)", r"(\1)", message), REASONS)
    if "why" not in said.values:
        return said
    return word(said.template, **{**said.values, "why": _known(str(said.values["why"]), WRONG)})


def explain(fault: Exception) -> None:
    """Have typer show a fault of its own in the language spoken."""
    if not isinstance(fault, UsageError) or isinstance(fault, NoArgsIsHelpError):
        return

    def show(file: IO[Any] | None = None) -> None:
        if fault.ctx is not None:
            tell(fault.ctx.get_usage())
            tell(say("Try '{command}' for help.", command=f"{fault.ctx.command_path} --help"))
            tell("")
        tell(say("Error: {message}", message=told(fault.format_message())))

    fault.show = show  # type: ignore[method-assign]  # the one place where typer asks how
