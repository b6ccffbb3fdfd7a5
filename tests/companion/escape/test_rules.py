"""The rules of each phase, each with a drawn position: what a line comes to, why it is refused, what may stand."""

from tests.companion.escape.drawing import GAME, MAPS, drawn, lies
from tests.companion.ruling import rules

test_rules = rules(GAME, lambda sea, at="", **more: drawn(MAPS[sea], at, **more), lies, __file__)
