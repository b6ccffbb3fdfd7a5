"""Cases as data: `test_x.yaml` beside `test_x.py` holds what its tests are tried with, by the tests' names."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import yaml
from msgspec import convert


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """`!many`: in a text, `«part»3` stands for the part so often, each `№` in it for 0, 1, 2, and `№+1` for 1, 2, 3."""


def many(_: Any, node: Any) -> str:
    def repeated(found: re.Match[str]) -> str:
        if "№" not in found[1]:  # some are repeated millions of times
            return found[1] * int(found[2])
        return "".join(found[1].replace("№+1", str(n + 1)).replace("№", str(n)) for n in range(int(found[2])))

    return re.sub("«([^«»]*)»(\\d+)", repeated, str(node.value))


Loader.add_constructor("!many", many)


@cache
def data(test_file: str) -> dict[str, Any]:
    """What stands beside a file of tests, by its names."""
    found: dict[str, Any] = yaml.load(Path(test_file).with_suffix(".yaml").read_bytes(), Loader)
    return found


def put(file: Path, text: str) -> Path:
    """A file that has a text."""
    file.write_text(text, encoding="utf-8")
    return file


def cases(test: Callable[..., Any]) -> Any:
    """Run a test once for each case under its name: its arguments by their names, of the types that the test says;
    cases have ids, or stand in a list. One with `deep` is run by the deep tests alone."""
    found = data(test.__code__.co_filename)[test.__name__]
    named = found.items() if isinstance(found, dict) else ((None, case) for case in found)
    types, every = get_type_hints(test), []
    for id, case in named:
        values = {name: convert(value, types[name]) for name, value in case.items() if name != "deep"}
        every.append(pytest.param(*values.values(), id=id, marks=[pytest.mark.deep] if "deep" in case else ()))
    return pytest.mark.parametrize(list(values), every)(test)
