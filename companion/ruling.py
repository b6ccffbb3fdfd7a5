"""Refusals with their place in the rulebook, and how strict a table is about them.

>>> refusal = refusals({"step": "Movement", "step.far": "Movement, Note"})
>>> refusal("step.full", "It is full.").source, refusal("step.far", "It is far.").source
('Movement', 'Movement, Note')
>>> ruling = Ruling(refusal, lenient=True)
>>> ruling.against("step.far", "It is far.", points=2)
>>> [(why.rule, points) for why, points in ruling.broken]
[('step.far', 2)]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from companion.contract.faults import IllegalMove
from specs.base.languages import Said

__all__ = ["Ruling", "refusals"]

Refuse = Callable[[str, Said], IllegalMove]


def refusals(sources: Mapping[str, str], unseen: Collection[str] = ()) -> Refuse:
    """Makes a game's refusals, from a rule's id and a sentence: `sources` has the place of each id, or of its first
    word. Those by a rule of `unseen` say that only what is not known decides."""

    def refusal(rule: str, message: Said) -> IllegalMove:
        source = sources.get(rule) or sources[rule.partition(".")[0]]
        return IllegalMove(rule, message, source, unseen=rule in unseen)

    return refusal


class Ruling:
    """How strict a table is: raises what a turn breaks, or notes it where the table can play on regardless."""

    __slots__ = ("broken", "lenient", "refusal")

    def __init__(self, refusal: Refuse, *, lenient: bool) -> None:
        self.refusal, self.lenient = refusal, lenient
        self.broken: list[tuple[IllegalMove, int]] = []

    def against(self, rule: str, message: Said, points: int = 0) -> None:
        """A breach the table may let stand, worth so many points."""
        if not self.lenient:
            raise self.refusal(rule, message)
        self.broken.append((self.refusal(rule, message), points))
