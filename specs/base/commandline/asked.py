"""What a command may be asked for, told once. A plain line is read from it here; whatever else is typed, and who wants
help, is left to typer, which takes longer to be loaded than a deck to be drawn.
"""

# annotations that are values, not text: those of commands are read here

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, get_args

__all__ = ["Argument", "Asked", "Option", "plain"]

LONGEST_NUMBER = 9  # digits


class Asked:
    """How something is asked for: by flags, `--plan/--no-plan` where it can be switched off. `more` is for typer."""

    def __init__(self, *flags: str, **more: Any) -> None:
        self.flags, self.more = flags, more


class Argument(Asked):
    """What stands on a line by itself."""


class Option(Asked):
    """What a flag stands before; without any it is called as the parameter is."""


def plain(command: Callable[..., None], line: Sequence[str]) -> dict[str, object] | None:
    """What a line asks of a command, by its parameters; None where typer has to read it: where anything is wrong, told
    in an uncommon way, or not of the kinds known here."""
    told: Mapping[str, Any] = getattr(command, "asked", command.__annotations__)
    arguments: list[str] = []
    flags: dict[str, tuple[str, Any, Asked, bool]] = {}
    for name, annotation in told.items():
        kind, asked = (*get_args(annotation)[:2], None, None)[:2]
        kind = get_args(kind)[0] if isinstance(kind, UnionType) else kind  # or None, which is not typed
        if isinstance(asked, Argument):
            arguments.append(name)
        elif isinstance(asked, Option):
            for flag in asked.flags or (f"--{name}",):
                on, _, off = flag.partition("/")
                flags |= {on: (name, kind, asked, True), **({off: (name, kind, asked, False)} if off else {})}
        elif name != "return":
            return None
    found: dict[str, Any] = {}
    words = iter(line)
    read: Any
    for word in words:
        flag, equals, value = word.partition("=")
        if not flag.startswith("-") and arguments:
            name, read = arguments.pop(0), word or None
        elif flag not in flags:
            return None
        else:
            name, kind, asked, switched = flags[flag]
            if kind is bool:
                read = None if equals or name in found else switched
            else:
                read = _read(kind, value if equals else next(words, ""), asked)
                if name in found:
                    read = found[name] + read if isinstance(read, list) else None
        if read is None:
            return None
        found[name] = read
    return None if arguments else found


def _read(kind: Any, word: str, asked: Asked) -> object:
    """A word as what it is; None where it may be none."""
    if not word or word.startswith("-"):
        return None
    if kind is int:
        if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER):
            return None
        least, most = asked.more.get("min"), asked.more.get("max")
        fits = (least is None or least <= int(word)) and (most is None or int(word) <= most)
        return int(word) if fits else None
    return {str: word, Path: Path(word), list[str]: [word]}.get(kind)
