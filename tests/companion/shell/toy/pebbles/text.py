"""Why a turn is refused."""

from __future__ import annotations

from companion.contract.sentences import Why

TEXT = {
    "take.count": Why("taking", "{number} pebbles; a turn takes 1 to {most}"),
    "take.pile": Why("taking", "{number} pebbles; {left} are left"),
    "pile.count": Why("counting", "{number} pebbles lie there, not {counted}"),
}
