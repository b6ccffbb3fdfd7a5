"""Rules as cases: a position, what is typed there and what comes of it, in a yaml file beside a game's test.

A group has what its cases share (`with`), and `cases`. What builds a position is each game's own; the rest is the same:
`before`: lines that are played first. `do`: the line that is tried; without one, the position itself is looked at.

`becomes`: what lies there then, told as it is in `at`; `then`: words of its line, such as `turn=1`; `facts` by path;
`whose` turn it is, `winners`, `scores`, `lines`: the first player's sums; `as`: other lines that come to the same.
`means`: how the line is written by plies; `refused`: the rule it breaks, with `says`; `fault`: why it cannot be read.
`stands`: the rules it breaks where the table lets it stand, worth `worth`; `never`: why it cannot stand.
`typed`: what is not entered; what it `reads` as, null where it cannot be read; `misread`: what is found and expected;
`offers`: how it goes on, and whether that is whole; `ways`: in order; `including`: some; `told`: what is said of some.
`prompt`, `status`, `board`: what is shown. `where`: what is said of what is called so, to seats too; `places`: where.
`nearest`: the legal ply most like it; `warns`, `follows`, `shows`, `trail`: what is told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, reduce
from typing import Any

import pytest
from cases import data

from companion.cli.terminal import render
from companion.contract.entering import REFEREE, Ply, Stopped, enter
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.contract.position import Position
from companion.contract.values import Choice
from companion.games import Game
from companion.table.look import Look

Build = Callable[..., Position]
Lies = Callable[[Position, str], str]
Case = Mapping[str, Any]


def rules(game: Game | Callable[[Case], Game], build: Build, lies: Lies, file: str) -> Callable[[Case], None]:
    """The test of every case beside a file of tests; `lies` tells what lies at a position, as was expected."""

    @pytest.mark.parametrize("case", list(_cases(data(file)["rules"])))
    def test(case: Case) -> None:
        found = Tried(game, build, lies, case)
        expected = {name: case[name] for name in case if hasattr(Tried, f"_{name}")}
        came = {name: getattr(found, f"_{name}") for name in expected}
        assert came == expected, came

    return test


def _cases(groups: Mapping[str, Any]) -> Iterator[Any]:
    for group, given in groups.items():
        shared, cases = given.get("with", {}), given["cases"]
        named = cases.items() if isinstance(cases, dict) else [(_named(case), case) for case in cases]
        for name, case in named:
            yield pytest.param({**shared, **case}, id=f"{group}: {name}")


def _named(case: Case) -> str:
    return ", ".join(str(case[key]) for key in ("phase", "at", "do", "typed", "prompt") if case.get(key))


class Tried:
    """A case's line, tried; its parts by their names in the file."""

    def __init__(self, game: Game | Callable[[Case], Game], build: Build, lies: Lies, case: Case) -> None:
        own = {*vars(Tried), "_do", "_before", "_typed"}
        self.game = game if isinstance(game, Game) else game(case)
        self.case, self.lies = case, lies
        self.why: Any = None
        self.plies: tuple[Ply, ...] = ()
        start = build(**{name: value for name, value in case.items() if f"_{name}" not in own})
        self.here = reduce(self.played, _listed(case.get("before")), start)
        self.after = self.here
        if "do" in case:
            try:
                self.after = self.played(self.here, case["do"], stood="stands" in case or "never" in case)
            except Stopped as stopped:
                self.why = stopped.refusal
        expected = bool({"refused", "says", "fault", "never"} & case.keys())
        assert expected or not self.why or "nearest" in case, self.why

    def played(self, here: Position, line: str, *, stood: bool = False) -> Position:
        """The position after a line, whose plies are kept."""
        self.plies = ()
        while line:
            done = enter(self.game, here, line, REFEREE, stood=stood)
            assert done.why is None
            self.plies, line = (*self.plies, *done.plies), done.rest
            here = self.plies[-1].after
        return here

    @cached_property
    def refusal(self) -> IllegalMove | None:
        known = self.why is None or isinstance(self.why, SyntaxFault)
        return None if known else self.game.refusal(self.why, self.here)

    def told(self, of: Callable[[Ply], Any]) -> list[str]:
        return [str(each) for ply in self.plies for each in of(ply)]

    @property
    def _refused(self) -> str:
        return self.refusal.rule if self.refusal else f"nothing {self.why}"

    _never = _refused

    @property
    def _says(self) -> str:
        return str(self.refusal.message) if self.refusal else ""

    @property
    def _fault(self) -> str:
        return str(self.why)

    @property
    def _becomes(self) -> str:
        return self.lies(self.after, self.case["becomes"])

    @property
    def _then(self) -> str:
        words = dict(word.partition("=")[::2] for word in self.game.text(self.after).split() if "=" in word)
        names = [word.partition("=")[0] for word in self.case["then"].split()]
        return " ".join(f"{name}={words.get(name)}" for name in names)

    @property
    def _facts(self) -> dict[str, Any]:
        facts = self.game.facts(self.after)
        return {path: _at(facts, path) for path in self.case["facts"]}

    @property
    def _as(self) -> Any:
        others = [reduce(self.played, _listed(each), self.here) for each in _listed(self.case["as"])]
        return self.case["as"] if all(other == self.after for other in others) else list(map(self.game.text, others))

    @property
    def _whose(self) -> int | None:
        return self.game.turn(self.after)

    @property
    def _winners(self) -> list[int]:
        return list(self.game.settle(self.after).winners)

    @property
    def _scores(self) -> list[int]:
        return list(self.game.tally(self.after)[0])

    @property
    def _lines(self) -> list[str]:
        return list(map(str, self.game.settle(self.after).standings[0].lines))

    @property
    def _means(self) -> str:
        return " / ".join(ply.text for ply in self.plies)

    @property
    def _stands(self) -> str:
        return " ".join(why.rule for ply in self.plies for why in ply.stood)

    @property
    def _worth(self) -> int:
        return sum(ply.points for ply in self.plies)

    @property
    def _nearest(self) -> str | None:
        found = self.game.nearest(self.here, self.game.parse(self.here, self.case["do"]))
        if found is not None:
            self.game.apply(self.here, found)
        return None if found is None else self.game.format(self.here, found)

    @property
    def _prompt(self) -> str:
        return str(self.game.prompt(self.here).text)

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """How what is typed goes on, by its text."""
        look = Look(self.game, [player.name for player in self.here.players], REFEREE, self.here, 0)
        return {choice.text: choice for choice in look.offered(self.case["typed"])}

    @property
    def _offers(self) -> dict[str, bool]:
        return {text: choice.whole for text, choice in self.choices.items()}

    @property
    def _ways(self) -> list[str]:
        return list(self.choices)

    @property
    def _including(self) -> list[str]:
        return [text for text in self.case["including"] if text in self.choices]

    @property
    def _told(self) -> dict[str, dict[str, Any]]:
        told = self.case["told"].items()
        return {text: {name: getattr(self.choices[text], name) for name in given} for text, given in told}

    @property
    def _status(self) -> str:
        return self.game.status(self.after)

    @property
    def _where(self) -> dict[str, list[str]]:
        """What is said of what is called so; a seat is told the same."""
        views = [self.here, *(self.game.seen(self.here, seat) for seat in range(len(self.here.players)))]
        told = {sought: [self.said(view, sought) for view in views] for sought in self.case["where"]}
        return {sought: one if all(other == one for other in more) else more for sought, (one, *more) in told.items()}

    def said(self, view: Position, sought: str) -> list[Any]:
        return [str(found.sentence) for found in self.game.where(view, sought) if found.sentence]

    @property
    def _places(self) -> dict[str, list[str]]:
        where = {sought: self.game.where(self.here, sought) for sought in self.case["places"]}
        return {sought: [each.place for each in found if each.place] for sought, found in where.items()}

    @property
    def _board(self) -> dict[int, list[str]]:
        """The lines that are there, of boards no wider than they may be."""
        found = {width: render(self.game.board(self.here, width), colour=False) for width in self.case["board"]}
        assert [width for width, text in found.items() if max(map(len, text.splitlines())) > width] == []
        return {width: [line for line in lines if line in found[width]] for width, lines in self.case["board"].items()}

    @property
    def _reads(self) -> str | None:
        try:
            return self.game.format(self.here, self.game.parse(self.here, self.case["typed"]))
        except SyntaxFault:
            return None

    @property
    def _misread(self) -> list[str]:
        with pytest.raises(SyntaxFault) as fault:
            self.game.parse(self.here, self.case["typed"])
        return [str(fault.value.found), str(fault.value.expected)]

    @property
    def _warns(self) -> list[str]:
        return self.told(lambda ply: self.game.warnings(ply.before, ply.move))

    @property
    def _follows(self) -> list[str]:
        return self.told(lambda ply: self.game.chain(ply.before, ply.move))

    @property
    def _shows(self) -> list[str]:
        return self.told(lambda ply: self.game.revealed(ply.before, ply.move, ply.after))

    @property
    def _trail(self) -> list[str]:
        trail = (self.game.trail(ply.before, ply.move, ply.after) for ply in self.plies)
        return [f"{each.player} {each.points} {each.text}" for found in trail for each in found]


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _at(facts: Any, path: str) -> Any:
    return reduce(lambda found, key: found[int(key) if key.isdigit() else key], path.split("."), facts)
