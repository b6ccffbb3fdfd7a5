"""The rules of Island of Gods, action by action: what each does, why it is refused, what a table may let stand."""

from typing import Any

from companion.contract.position import Position
from tests.companion.ruling import rules

from .tables import GAME, Seat, table


def built(seats: list[Any], **more: Any) -> Position:
    """Seats by what they hold, or by their hand alone."""
    return table(*(Seat(each) if isinstance(each, str) else Seat(**each) for each in seats), **more)


test_rules = rules(GAME, built, lambda here, expected: expected, __file__)
