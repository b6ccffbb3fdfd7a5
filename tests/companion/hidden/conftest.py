"""What the tests of secrets share: pages of a test's own, and specs that are read once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from sys import modules

import pytest

import specs.load

from .surfaces import Pages, serving


@pytest.fixture
def pages() -> Iterator[Pages]:
    """They look at their stores again and again for as long as they are open: no longer than a test."""
    with serving() as found:
        yield found


@pytest.fixture(scope="package", autouse=True)
def specs_read_once() -> Iterator[None]:
    plain, once = specs.load.load, cache(specs.load.load)
    with pytest.MonkeyPatch.context() as patch:
        for module in [found for name, found in modules.items() if name.startswith(("specs.", "companion."))]:
            if getattr(module, "load", None) is plain:
                patch.setattr(module, "load", once)
        yield
