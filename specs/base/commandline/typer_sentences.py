"""What Typer itself says, in the language spoken: headings of a help, and why a line cannot be read.

Typer has these sentences in English only. They are recognized by their templates; a sentence that matches none of them
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import typer

from specs.base.languages import Said, mark, say, verbatim, word

__all__ = ["TranslatedHelp", "translated"]

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
    """A help in the language spoken. The texts of our own commands are in its catalogues."""

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
    """An option's help with the facts that Typer adds to it in brackets, such as its default."""
    found = re.fullmatch(r"(.*?)(?:(^|  )\[(.*)\])?", text, re.DOTALL)
    assert found is not None
    facts = "" if found[3] is None else f"{found[2]}[{'; '.join(map(translated, found[3].split('; ')))}]"
    return (found[1] and word(found[1])) + facts


def translated(text: str) -> Said:
    """One of Typer's English sentences in the language spoken; any other text unchanged."""
    text = re.sub(r"\(env var: ('[^']*')\)", r"(\1)", text)
    for template in SENTENCES:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(template))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return word(template, **{name: translated(value) for name, value in found.groupdict().items()})
    return verbatim(text)
