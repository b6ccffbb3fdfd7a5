"""What the tests of secrets share: pages of a test's own, and specs that are read once for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from sys import modules

import pytest

import specs.load
from companion.page.drawing import Drawings
from generator.draw.scene import Scene

from .surfaces import Pages, serving


@pytest.fixture
def pages() -> Iterator[Pages]:
    """They look at their stores again and again for as long as they are open: no longer than a test."""
    with serving() as found:
        yield found


@pytest.fixture(scope="package", autouse=True)
def faces_written_once() -> Iterator[None]:
    """A face is put into words once for all stores; which faces a page knows is its own."""
    plain, written = Drawings._name, dict[int, tuple[Scene, str, str]]()

    def named(drawings: Drawings, face: Scene) -> str:
        if id(face) not in written:
            name = plain(drawings, face)
            written[id(face)] = face, name, drawings.faces[name]
        _, name, drawings.faces[name] = written[id(face)]
        return name

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Drawings, "_name", named)
        yield


@pytest.fixture(scope="package", autouse=True)
def specs_read_once() -> Iterator[None]:
    plain, once = specs.load.load, cache(specs.load.load)
    with pytest.MonkeyPatch.context() as patch:
        for module in [found for name, found in modules.items() if name.startswith(("specs.", "companion."))]:
            if getattr(module, "load", None) is plain:
                patch.setattr(module, "load", once)
        yield
