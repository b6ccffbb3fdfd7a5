"""Makes a page of a program's commands from its own help."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from specs.base.commandline.program import program
from tideline_press import MAINS

PROGRAMS = ("generator", "companion")


def page(name: str) -> str:
    """Return every command of a program with its arguments and options."""
    door = import_module(MAINS[name])
    group = program(door.Commands, getattr(door, name))
    context = group.make_context(name, [], resilient_parsing=True)
    lines = [f"# Commands of `{name}`", "", (group.help or "").strip(), "", *table(group, context)]
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        inner = command.context_class(command, info_name=f"{name} {each}", parent=None)
        usage = " ".join([f"{name} {each}", *command.collect_usage_pieces(inner)])
        lines += [f"## {name} {each}", "", "```text", usage, "```", "", plain((command.help or "").strip()), ""]
        lines += table(command, inner)
    return "\n".join(lines) + "\n"


def table(command: Any, context: Any) -> list[str]:
    """Return a row for each argument and option in the help."""
    told = [record for each in command.get_params(context) if (record := each.get_help_record(context))]
    rows = [f"| `{names.replace('|', chr(92) + '|')}` | {plain(what)} |" for names, what in told if names != "--help"]
    return ["| typed | what it is |", "|---|---|", *rows, ""] if rows else []


def plain(text: str) -> str:
    """Return help as Markdown."""
    for sign in ("\\", "*", "_", "<", "[", "|", "`"):
        text = text.replace(sign, "\\" + sign)
    return text.replace("\b", "")
