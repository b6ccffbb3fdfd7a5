"""Options that several commands share; those of a build as Typer takes them, from the table in `generator.plan`."""

# annotations that are values, not text: Typer would compile each of them at every start

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option

from generator.plan.options import GROUPS, known

# Build options by name, as `settings.read` takes them.
Words = dict[str, object]


def _specs(incomplete: str) -> list[str]:
    from specs.load import bundled, lying  # only for shell completion

    return [*bundled(), *lying(Path())]


SpecName = Annotated[str, Argument(metavar="SPEC", help="A bundled game's name or a YAML file.", autocompletion=_specs)]
Text = str | None  # an option that may be left out
Json = Annotated[bool, Option("--json", help="Print facts as JSON.")]
Out = Annotated[Path, Option("--out", metavar="FOLDER", help="Where to write: each game gets a folder there.")]
Fetch = Annotated[bool, Option("--fetch", help="First fetch the Google Sheets that the spec names.")]
Strict = Annotated[bool, Option("--strict", help="Treat warnings as errors.")]


def build_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command the options of a build, those of these names or all, in place of its
    parameter `words`."""
    taken = names or [name for group in GROUPS.values() for name in group]

    def decorated(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def command(**given: object) -> None:
            function(words={name: given.pop(name) for name in taken}, **given)

        signature = inspect.signature(function, eval_str=True)
        of_build = [_parameter(name) for name in taken]
        parameters = [p for own in signature.parameters.values() for p in (of_build if own.name == "words" else [own])]
        command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return command

    return decorated


def _parameter(name: str) -> inspect.Parameter:
    """Return an option of a build as a command's parameter."""
    option = known()[name]
    shown = (",".join(option.default) or None) if isinstance(option.default, tuple) else option.default
    metavar = option.metavar or "|".join(option.choices) or ("N" if option.kind is int else None)
    bounds: Any = {"min": option.least, "max": option.most}
    info = Option("/".join(option.flags), metavar=metavar, help=option.help, rich_help_panel=option.group, **bounds)
    annotation: Any = Annotated[option.kind if shown is not None else option.kind | None, info]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=shown, annotation=annotation)
