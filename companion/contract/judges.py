"""Judges of one move: the strict one raises, a listening one keeps what followed too, the noting one notes what the
table may let stand.

>>> judge = Noting()
>>> judge.refuse("take.count", 2, count=5)
>>> judge.broken[0].rule, judge.points
('take.count', 2)
>>> STRICT.refuse("take.count", 2, count=5)
Traceback (most recent call last):
...
companion.contract.judges.Forbidden: take.count (count=5)
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, NoReturn

from companion.contract.faults import Refused


class Forbidden(Refused):
    """A move that the rules forbid, by the rule's id and its facts. `possible` says whether a table could do it all the
    same; `unseen` that something this state does not know decides."""

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
    """What followed by itself, or a likely slip, with its facts."""

    what: str
    facts: Mapping[str, Any]


class Strict:
    """Raises the first breach."""

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
    """Raises the first breach, and keeps what followed."""

    __slots__ = ("broken", "effects")

    def __init__(self) -> None:
        self.broken: list[Forbidden] = []
        self.effects: list[Effect] = []

    def tell(self, what: str, **facts: Any) -> None:
        self.effects.append(Effect(what, facts))


class Noting(Listening):
    """Notes what a table may let stand; raises what cannot be."""

    __slots__ = ()

    def refuse(self, rule: str, points: int = 0, **facts: Any) -> None:
        self.broken.append(Forbidden(rule, facts, points))

    @property
    def points(self) -> int:
        """What all that was noted is worth."""
        return sum(each.points for each in self.broken)


def unknown(rule: str, **facts: Any) -> Forbidden:
    """What the table must say before something is known, such as a score."""
    return Forbidden(rule, facts, possible=False, unseen=True)


STRICT: Final = Strict()  # it notes nothing, so one serves all


def legal(rules: Any, state: Any, seat: int, move: Any) -> bool:
    """Whether `play` accepts a seat's move."""
    try:
        rules.play(state, seat, move, STRICT)
    except Forbidden:
        return False
    return True
