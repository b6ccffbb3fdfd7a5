"""One game of a playtest, as a row of facts. The same plan and number always give the same row, on any machine and in
any order.

>>> plan = planned("circles", ("random", "random"), seed=7)
>>> row = played(plan, 3)
>>> row == played(plan, 3), row.number, len(row.scores)
(True, 3, 2)
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice, pairwise
from random import Random
from typing import NamedTuple

from msgspec import Struct

from companion.contract.values import NOTHING
from companion.games import of
from companion.lab.players import LONGEST, plies
from companion.record.record import Record
from companion.record.starting import prepare
from companion.table import Play
from specs.base.languages import Said

MEASURED = 2  # raise it when rows of the same game change
LISTED, LOOKED = 1_000, 0.125  # most legal plies counted, and the share of positions counted

Values = tuple[tuple[str, str | int | bool], ...]


class Plan(NamedTuple):
    """What to play: the strengths by seat, all rule options in force, the setup options that were given."""

    game: str
    strengths: tuple[str, ...]
    seed: int
    rules: Values
    options: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """Return a key that is equal for plans whose games are equal."""
        return sha256(json.dumps([MEASURED, LONGEST, *self]).encode()).hexdigest()[:20]

    def deal(self, number: int) -> int:
        """Return the seed that deals a game: the same under other rules and with other players."""
        return int(Random(f"{self.seed}/{number}").random() * 2**31)


class Row(Struct, frozen=True):
    """What a game was like. docs/playtest.md explains each figure.

    `why` is how it ended, as far as its rules say; `listed` counts the legal plies of some positions; `last` is the
    kind of the last ply; `words` counts the words of the plies, and `gains` has, for each kind of gain or loss, how
    often it occurred, and its points.
    """

    number: int
    deal: int
    ended: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    plies: int
    turns: int
    listed: tuple[int, ...]
    leads: int
    behind: int
    deficit: int
    decided: int
    why: str
    last: str
    words: dict[str, int]
    gains: dict[str, tuple[int, int]]


class Course(NamedTuple):
    """The course of the lead: how often it changed, after how many turns the winner was behind and by how many points
    at most, and after how many turns the winners led for good."""

    leads: int
    behind: int
    deficit: int
    decided: int


def planned(
    game: str,
    strengths: Sequence[str],
    seed: int,
    rules: Mapping[str, str | int | bool] = NOTHING,
    options: Mapping[str, str] = NOTHING,
) -> Plan:
    """Return a plan that can be played. Raises SyntaxFault, SpecError."""
    given = tuple(sorted(rules.items())), tuple(sorted(options.items()))
    plan = Plan(game, tuple(strengths), seed, *given)
    return plan._replace(rules=tuple(sorted(begun(plan, seed)[0].setup.rules.items())))


def begun(plan: Plan, seed: int) -> tuple[Record, Play]:
    """Return a first position with everything dealt that can be. Raises SyntaxFault, SpecError."""
    game, players = _game(plan.game), [str(number + 1) for number in range(len(plan.strengths))]
    dealt = {option.name: "dealt" for option in game.setup_options if "dealt" in option.choices}
    return prepare(game, players, seed=seed, options=dealt | dict(plan.options), rules=dict(plan.rules))


_game = lru_cache(1)(of)  # the latest game's spec is read once


def played(plan: Plan, number: int) -> Row:
    """Play a game of the plan, by its number."""
    game, look = _game(plan.game), Random(f"{plan.seed}/{number}/looked")
    start = begun(plan, plan.deal(number))[1].state
    before, last, made, within = start, "", 0, True
    listed, words, gains = list[int](), Counter[str](), dict[str, tuple[int, int]]()
    after = list[tuple[tuple[int, ...], tuple[int, ...]]]()
    for move, state in islice(plies(game, start, plan.strengths, f"{plan.seed} {number}"), LONGEST):
        made += 1
        if look.random() < LOOKED:
            listed.append(min(len(game.listed(before, LISTED)), LISTED))
        said = _words(game.format(before, move))
        words.update(said)
        last = said[0]
        for entry in game.trail(before, move, state):
            # a gain without what differs from one to the next
            kind = entry.text.template if isinstance(entry.text, Said) else re.sub(r"\d+", "…", entry.text)
            times, points = gains.get(kind, (0, 0))
            gains[kind] = times + 1, points + entry.points
        within = not game.begins(before, state)
        if not within:
            after.append(game.tally(state))
        before = state
    ended = game.turn(before) is None
    if within:  # the game was broken off within a turn
        after.append(game.tally(before))
    scores, winners = after[-1]
    how = course(after, winners)
    return Row(
        number, plan.deal(number), ended, winners if ended else (), scores, made, len(after), tuple(listed), *how,
        game.ending(before) if ended else "", last, dict(sorted(words.items())), dict(sorted(gains.items())),
    )  # fmt: skip


def course(after: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], winners: tuple[int, ...]) -> Course:
    """Return the course of the lead, from points and leaders after each turn: who would win if the game ended there.

    >>> course([((1, 0), (0,)), ((1, 4), (1,)), ((4, 4), (0, 1)), ((5, 4), (0,))], (0,))
    Course(leads=2, behind=1, deficit=3, decided=4)
    """
    sole = [leaders[0] for _, leaders in after if len(leaders) == 1]
    behind = [
        max(points) - max(points[who] for who in winners)
        for points, led in after
        if winners and not set(winners) & set(led)
    ]
    other = [turn for turn, (_, leaders) in enumerate(after, 1) if leaders != winners]
    changes = sum(one != next_ for one, next_ in pairwise(sole))
    return Course(changes, len(behind), max(behind, default=0), max(other, default=0) + 1)


def _words(line: str) -> list[str]:
    """Return the words of a ply's notation in small letters, or its signs; empty if it has neither."""
    if not any(letter.isalnum() for letter in line):
        return [line]
    return re.findall(r"(?<![\w~-])[a-z]{3,}(?![\w~-])", line) or [""]
