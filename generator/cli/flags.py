"""A command's options as typer shows them; those of a build from where they are told, `options`."""

# annotations that are values, not text: they are read at every start

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from specs.base.commandline.asked import Argument, Option
from specs.base.commandline.shells import completing

if TYPE_CHECKING:
    import inspect

# What words ask for, by the names of a build's options, as `settings.read` takes it.
Words = dict[str, object]


def _specs(incomplete: str) -> list[str]:
    from specs.load import bundled, lying

    return [*bundled(), *lying(Path())]


SpecName = Annotated[
    str,
    Argument(
        metavar="SPEC",
        help="A bundled game's name or a YAML file.",
        autocompletion=_specs if completing((), "generator") else None,
    ),
]
Json = Annotated[bool, Option("--json", help="Print facts as JSON.")]
Out = Annotated[Path, Option("--out", metavar="FOLDER", help="Where to write; a folder a game is made in it.")]
Strict = Annotated[bool, Option("--strict", help="Take a warning for a fault: nothing is printed badly.")]


def build_options(*names: str) -> Callable[[Callable[..., None]], "_Taking"]:
    """A command whose parameter `words` stands for the options of a build: for those of these names, or for all."""
    return lambda command: _Taking(command, names)


class _Taking:
    """A command with the options of a build. They are loaded only for who asks for it: most commands take none."""

    def __init__(self, command: Callable[..., None], names: Sequence[str]) -> None:
        update_wrapper(self, command)
        self.command, self.names = command, names

    def __call__(self, **given: object) -> None:
        words = {name: given.pop(name) for name in self._taken() if name in given}
        self.command(words={**dict.fromkeys(self.names), **words}, **given)

    @cached_property
    def asked(self) -> Mapping[str, Any]:
        """What the command may be asked for, by its parameters."""
        own = {name: kind for name, kind in self.command.__annotations__.items() if name != "words"}
        return own | {name: _asked(name)[0] for name in self._taken()}

    @cached_property  # typer asks for it more than once
    def __signature__(self) -> "inspect.Signature":
        import inspect

        signature = inspect.signature(self.command, eval_str=True)
        parameters: list[inspect.Parameter] = []
        for parameter in signature.parameters.values():
            parameters += map(_parameter, self._taken()) if parameter.name == "words" else [parameter]
        return signature.replace(parameters=parameters)

    def _taken(self) -> Sequence[str]:
        from generator.plan.options import known

        return self.names or tuple(known())


def _asked(name: str) -> tuple[Any, object]:
    """An option of a build as a parameter's annotation, and what it is by default."""
    from generator.plan.options import known

    told = known()[name]
    shown = (",".join(told.default) or None) if isinstance(told.default, tuple) else told.default
    option = Option("/".join(told.flags), metavar=told.metavar, help=told.help, min=told.least, max=told.most)
    return Annotated[told.kind if shown is not None else told.kind | None, option], shown


def _parameter(name: str) -> "inspect.Parameter":
    import inspect

    annotation, shown = _asked(name)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=shown, annotation=annotation)
