"""The examples in the docstrings of the companion's modules run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import companion

PACKAGE = Path(companion.__file__).parent
SHOWN = [
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted(PACKAGE.rglob("*.py"))
    if ">>>" in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", SHOWN)
def test_the_examples_run(name: str) -> None:
    done = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert (done.failed, done.attempted > 0) == (0, True)
