"""The pile as a row of pebbles, 20 mm each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.pebbles.state import State

from generator.draw.scene import Scene

if TYPE_CHECKING:
    from specs.document import Document


def picture(state: State, document: Document) -> Scene:
    return Scene((0, 0, 20.0 * max(1, state.pile), 20.0), ())


def places(state: State, document: Document) -> Mapping[str, tuple[float, float, float, float]]:
    return {str(n): (20.0 * (n - 1), 0.0, 20.0, 20.0) for n in range(1, state.pile + 1)}
