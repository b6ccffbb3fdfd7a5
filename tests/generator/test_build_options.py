"""The options of a build on a command line: each is asked for by its flag and reaches the build by its name."""

import pytest

from generator.cli.options import Words, build_options
from generator.plan.options import known
from specs.base.commandline.program import command


def asked(*line: str, names: tuple[str, ...] = ()) -> Words:
    """What words ask for of the options of a build with these names, or of all."""
    found: list[Words] = []

    @build_options(*names)
    def build(spec: str, *, words: Words) -> None:
        found.append(words)

    command("build", build).main(["deck.yaml", *line], standalone_mode=False)
    return found[0]


@pytest.mark.parametrize("name", known())
def test_every_option_is_asked_for_by_its_flag(name: str) -> None:
    option, without = known()[name], asked()
    flag = f"--no-{option.flag[2:]}" if option.default is True else option.flag
    words = asked(flag, *(() if option.kind is bool else ("60",)))
    changed = [each for each in words if words[each] != without[each]]
    assert changed == [name]
    value = not option.default if option.kind is bool else 60 if option.kind is int else "60"
    assert words[name] in (value, [value])


def test_a_command_may_take_some_of_them() -> None:
    assert asked("--paper", "a3", names=("paper", "ink")) == {"paper": "a3", "ink": "normal"}
