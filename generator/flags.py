"""A command's options as typer shows them; those of a build from where they are told, `options`."""

# annotations that are values, not text: typer would compile each of them at every start

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import Annotated

import typer

from specs.ground.shells import completing

# What words ask for, by the names of a build's options, as `settings.read` takes it.
Words = dict[str, object]


def _specs(incomplete: str) -> list[str]:
    from specs.load import bundled, lying

    return [*bundled(), *lying(Path())]


SpecName = Annotated[
    str,
    typer.Argument(
        metavar="SPEC",
        help="A bundled game's name or a YAML file.",
        autocompletion=_specs if completing((), "generator") else None,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where to write; a folder a game is made in it.")]
Strict = Annotated[bool, typer.Option("--strict", help="Take a warning for a fault: nothing is printed badly.")]


def build_options(*names: str) -> Callable[[Callable[..., None]], "_Taking"]:
    """A command whose parameter `words` stands for the options of a build: for those of these names, or for all."""
    return lambda command: _Taking(command, names)


class _Taking:
    """A command with the options of a build. They are loaded only for who asks for it: most commands take none."""

    def __init__(self, command: Callable[..., None], names: Sequence[str]) -> None:
        update_wrapper(self, command)
        self.__annotations__ = {}  # those of the signature are what counts
        self.command, self.names = command, names

    def __call__(self, **given: object) -> None:
        self.command(words={name: given.pop(name) for name in self._taken()}, **given)

    def narrowed(self, line: Sequence[str]) -> "_Taking":
        """The command with those options alone that a line names: to make all of them takes as long as to draw a page.
        With all of them where the line has anything else, and somebody will have to be told what there is."""
        from generator.options import known

        if self.names:
            return self
        flags = {flag: option.name for option in known().values() for flag in option.flags}
        asked = {word.partition("=")[0] for word in line if word.startswith("-")}
        if not asked <= flags.keys() | self._own():
            return self
        return _Taking(self.command, [flags[word] for word in sorted(asked & flags.keys())] or ("paper",))

    def _own(self) -> set[str]:
        """The flags of the command's own options."""
        own: set[str] = set()
        for name, parameter in inspect.signature(self.command, eval_str=True).parameters.items():
            for told in getattr(parameter.annotation, "__metadata__", ()):
                if isinstance(told, typer.models.OptionInfo):
                    told_as = (told.default, *(told.param_decls or ()))  # the first stands where a default would
                    own |= {each for each in told_as if isinstance(each, str) and each.startswith("-")} or {f"--{name}"}
        return own

    @cached_property  # typer asks for it more than once
    def __signature__(self) -> inspect.Signature:
        signature = inspect.signature(self.command, eval_str=True)
        parameters: list[inspect.Parameter] = []
        for parameter in signature.parameters.values():
            parameters += map(_parameter, self._taken()) if parameter.name == "words" else [parameter]
        return signature.replace(parameters=parameters)

    def _taken(self) -> Sequence[str]:
        from generator.options import known

        return self.names or tuple(known())


def _parameter(name: str) -> inspect.Parameter:
    """An option as typer takes it from a function's signature."""
    from generator.options import known

    told = known()[name]
    shown = (",".join(told.default) or None) if isinstance(told.default, tuple) else told.default
    flag = () if told.kind is bool and told.default else told.flags  # what is on can be switched off
    option = typer.Option(*flag, metavar=told.metavar, help=told.help, min=told.least, max=told.most)
    kind = told.kind if shown is not None else told.kind | None
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=shown, annotation=Annotated[kind, option])
