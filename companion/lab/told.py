"""The figures of a playtest as lines for people, facts for programs and rows for a spreadsheet. No I/O."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from companion.lab.measures import MEASURES, Figures, Use
from companion.lab.paired import Difference
from companion.lab.playtest import Plan, Row
from specs.ground import measure
from specs.ground.languages import say, say_as, say_many, word
from specs.load import load
from specs.options import rule_text, unusual

__all__ = ["csv_of", "differences", "facts", "lines"]

SHOWN, NAME = 12, 40  # rows of what was used, and cells of a name

Cells = tuple[str, ...]


# ---- for people ----------------------------------------------------------------------------------


def lines(plan: Plan, found: Figures) -> list[str]:
    """All figures of a plan, at most 80 columns."""
    changed = unusual(load(plan.game).spec.rules, dict(plan.rules)) or say("the usual rules")
    games = say_many("{n} game", "{n} games", found.games)
    told: list[str] = [say("{game}: {games}, seed {seed}; {rules}", game=plan.game, games=games, seed=plan.seed,
                           rules=changed)]  # fmt: skip
    counts = {"n": found.ended, "shared": found.shared, "different": found.different}
    told.append(say("Ended: {n}. Shared wins: {shared}. Games that differ: {different}.", **counts))
    seats = [
        (f"{seat} {strength}", _n(each.wins), _percent(each.share), _between(100 * each.low, 100 * each.high))
        for seat, (strength, each) in enumerate(zip(plan.strengths, found.seats, strict=True), 1)
    ]
    told += ["", *_table((say("Seat"), say_as("of games", "won"), say("share"), say("95 of 100")), seats)]
    rows = [
        (word(each.label), *map(_n, (each.mean,)), _between(each.low, each.high),
         *map(_n, (each.median, each.least, each.most)))
        for each in found.measures
    ]  # fmt: skip
    told += [
        "",
        *_table((say("A game"), say("mean"), say("95 of 100"), say("middle"), say("least"), say("most")), rows),
    ]
    ends = [(_named(name), _n(number)) for name, number in found.endings.items()]
    told += ["", *_table((say("The last ply"), say("games")), ends)] if len(ends) > 1 else []
    if set(found.words) - {""}:
        told += ["", *_used(say("A ply says"), found.words, found.games)]
    if found.gains:
        told += ["", *_used(say("Gained or lost"), found.gains, found.games)]
    return told


def _used(head: str, used: Mapping[str, Use], games: int) -> list[str]:
    heads = (head, say("of games"), say("a game"), say("points"))
    rows = [
        (_named(name), _percent(each.games / games), _n(each.times / games), _n(each.points / each.times))
        for name, each in list(used.items())[:SHOWN]
    ]
    if not any(each.points for each in used.values()):
        heads, rows = heads[:3], [row[:3] for row in rows]  # type: ignore[assignment,misc]
    return _table(heads, rows)


def _named(name: str) -> str:
    """A word of the notation as it is; a kind of gain with its values left out."""
    fields = {field for _, field, _, _ in Formatter().parse(name) if field}
    shown = word(name, **dict.fromkeys(fields, "…")) if fields else name
    return shown or say("nothing but places and pieces")


def differences(found: Sequence[Difference]) -> list[str]:
    """What two sets of rules differ in, game by game of the same deals."""
    rows = [
        (each.label, f"{each.mean:+.3g}".replace("-", "−"), str(each.more), str(each.less), _p(each.p),
         _p(each.corrected), say("beyond chance") if each.beyond else "")
        for each in found
    ]  # fmt: skip
    heads = (say("Against"), say("mean"), say("more"), say("less"), "p", say("p of all"), "")
    return _table(heads, rows)


def _table(heads: Sequence[str], rows: Sequence[Cells]) -> list[str]:
    """Columns under their heads: words to the left, figures to the right."""
    cells = [tuple(heads), *[(measure.short(row[0], NAME), *row[1:]) for row in rows]]
    across = [max(measure.width(line[n]) for line in cells) for n in range(len(heads))]
    return [
        "  ".join([measure.left(line[0], across[0]), *map(measure.right, line[1:], across[1:])]).rstrip()
        for line in cells
    ]


def _n(value: float) -> str:
    """A number of three figures, or whole."""
    if value == round(value) or abs(value) >= 100:
        return f"{value:,.0f}".replace("-", "−")
    return f"{value:.3g}".replace("-", "−")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _between(low: float, high: float) -> str:
    return say("{low} to {high}", low=_n(low), high=_n(high))


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else "< 0.001"


# ---- for programs --------------------------------------------------------------------------------


def facts(plans: Sequence[Plan], found: Sequence[Figures], differ: Sequence[Difference]) -> dict[str, Any]:
    """As `--json` tells it; shares are of 1."""
    told = [_facts(plan, each) for plan, each in zip(plans, found, strict=True)]
    if len(told) == 1:
        return told[0]
    return told[0] | {"against": told[1], "differences": [each._asdict() | {"beyond": each.beyond} for each in differ]}


def _facts(plan: Plan, found: Figures) -> dict[str, Any]:
    return {
        "game": plan.game, "rules_version": plan.version, "seed": plan.seed,
        "rules": dict(plan.rules), "options": dict(plan.options),
        "games": found.games, "ended": found.ended, "shared": found.shared, "different": found.different,
        "seats": [
            {"strength": strength} | each._asdict() for strength, each in zip(plan.strengths, found.seats, strict=True)
        ],
        "measures": {each.key: each._asdict() for each in found.measures},
        "endings": found.endings,
        "words": {name: each._asdict() for name, each in found.words.items()},
        "gains": {name: each._asdict() for name, each in found.gains.items()},
    }  # fmt: skip


def csv_of(plans: Sequence[Plan], rows: Sequence[Sequence[Row]]) -> str:
    """A game a row, with the rules it was played by."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    seats = range(1, len(plans[0].strengths) + 1)
    heads = ["number", "deal", "rules", "ended", "winners", *(f"score_{seat}" for seat in seats)]
    table.writerow([*heads, *(each.key for each in MEASURES), "last"])
    for plan, played in zip(plans, rows, strict=True):
        rules = " ".join(f"{name}={rule_text(value)}" for name, value in plan.rules)
        for row in played:
            winners = " ".join(str(seat + 1) for seat in row.winners)
            values = ["" if (value := each.of(row)) is None else value for each in MEASURES]
            table.writerow([row.number, row.deal, rules, int(row.ended), winners, *row.scores, *values, row.last])
    return text.getvalue()
