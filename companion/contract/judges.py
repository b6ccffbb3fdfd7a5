"""Judges of one move: the strict one raises, a listening one keeps what followed too, the noting one notes what the
table may let stand.

>>> judge = Noting()
>>> judge.refuse("take.count", 2, count=5)
>>> judge.broken[0].rule, judge.broken[0].points
('take.count', 2)
>>> STRICT.refuse("take.count", 2, count=5)
Traceback (most recent call last):
...
companion.contract.judges.Forbidden: take.count (count=5)
"""

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from companion.contract.faults import Refused
from specs.base.named import NamedTuple


class Forbidden(Refused):
    """A move that the rules forbid, by the rule's id and its facts. `possible` says whether a table could do it anyway;
    `unseen` that something hidden in this state decides."""

    def __init__(
        self, rule: str, facts: Mapping[str, Any], points: int = 0, *, possible: bool = True, unseen: bool = False
    ) -> None:
        super().__init__(rule, facts)
        self.rule, self.facts, self.points = rule, facts, points
        self.possible, self.unseen = possible, unseen

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.rule} ({facts})" if facts else self.rule


class Effect(NamedTuple):
    """An automatic consequence, or a likely slip, with its facts."""

    what: str
    facts: Mapping[str, Any]


class Strict:
    """Raises at the first breach."""

    __slots__ = ()

    def refuse(self, rule: str, points: int = 0, **facts: Any) -> None:
        raise Forbidden(rule, facts, points)

    def cannot(self, rule: str, **facts: Any) -> NoReturn:
        raise Forbidden(rule, facts, possible=False)

    def needs(self, rule: str, **facts: Any) -> NoReturn:
        raise unknown(rule, **facts)

    def tell(self, what: str, **facts: Any) -> None:
        pass


class Listening(Strict):
    """Raises at the first breach, and collects what followed."""

    __slots__ = ("broken", "effects")

    def __init__(self) -> None:
        self.broken: list[Forbidden] = []
        self.effects: list[Effect] = []

    def tell(self, what: str, **facts: Any) -> None:
        self.effects.append(Effect(what, facts))


class Noting(Listening):
    """Collects breaches that a table may overrule; raises for the impossible."""

    __slots__ = ()

    def refuse(self, rule: str, points: int = 0, **facts: Any) -> None:
        self.broken.append(Forbidden(rule, facts, points))


def unknown(rule: str, **facts: Any) -> Forbidden:
    """Return what the table must say before something, such as a score, is known."""
    return Forbidden(rule, facts, possible=False, unseen=True)


STRICT: Final = Strict()  # it keeps no state, so one serves all


def legal(rules: Any, state: Any, seat: int, move: Any) -> bool:
    """Return whether `play` accepts a seat's move."""
    try:
        rules.play(state, seat, move, STRICT)
    except Forbidden:
        return False
    return True
