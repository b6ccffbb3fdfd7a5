"""A playtest as one self-contained HTML file: its figures as charts and tables, two sets of rules side by side."""

from collections.abc import Sequence
from html import escape
from string import ascii_uppercase

from companion.club import chart, html
from companion.lab.measures import MEASURES, Figures
from companion.lab.paired import Difference
from companion.lab.playtest import Plan, Row
from companion.lab.report import differences, heading, ruled, tables
from specs.base.languages import say
from specs.load import load


def leaf(
    plans: Sequence[Plan],
    rows: Sequence[Sequence[Row]],
    found: Sequence[Figures],
    differ: Sequence[Sequence[Difference]],
) -> str:
    """Return the file's text, for one plan or several compared ones; the same for the same games."""
    game = str(load(plans[0].game).spec.title)
    sides = [""] if len(plans) == 1 else [*ascii_uppercase[: len(plans)]]
    head = "".join(
        f"<p class=soft>{f'{side}: ' * bool(side)}{'<br>'.join(map(escape, heading(plan, each)))}</p>"
        for side, plan, each in zip(sides, plans, found, strict=True)
    )
    parts = [f"<header><h1>{escape(game)}</h1>{head}</header>", _seats(sides, plans, found)]
    parts += [_beyond(side, plan, each) for side, plan, each in zip(sides[1:], plans[1:], differ, strict=True)]
    parts += _spreads(rows)
    columns = [{part.key: part for part in tables(plan, each)} for plan, each in zip(plans, found, strict=True)]
    for key in dict.fromkeys(key for column in columns for key in column):
        shared = [(side, column[key]) for side, column in zip(sides, columns, strict=True) if key in column]
        cells = [f"<div>{f'<h3>{side}</h3>' * bool(side)}{html.of_columns(part)}</div>" for side, part in shared]
        parts += html.side_by_side(shared[0][1].heads[0], cells)
    return html.document(say("{game}: a playtest", game=game), parts)


def _seats(sides: Sequence[str], plans: Sequence[Plan], found: Sequence[Figures]) -> str:
    """Draw each seat's share of the wins, a seat's plans below each other."""
    lot = 1 / len(plans[0].strengths)
    shares = [
        chart.Interval(f"{side} {seat + 1} {plan.strengths[seat]}".strip(), one.share, one.low, one.high, lot)
        for seat in range(len(plans[0].strengths))
        for side, plan, each in zip(sides, plans, found, strict=True)
        for one in [each.seats[seat]]
    ]
    said = say(
        "The dot is a seat's share of the wins; the bar is its 95 % confidence interval; the mark is what chance alone"
        " would give."
    )
    return html.section(say("Who wins"), html.figure(chart.intervals(shares), said))


def _beyond(side: str, plan: Plan, differ: Sequence[Difference]) -> str:
    part = differences(differ)
    said = say(
        "How much more {side} has than A on the same deals, and in how many of them it has more or less. p of all: how"
        " often chance alone does as much, corrected for the number of figures compared.",
        side=side,
    )
    heading = say("{side} against A: {rules}", side=side, rules=ruled(plan))
    return html.section(heading, f"<p class=soft>{escape(said)}</p>{html.of_columns(part)}")


def _spreads(rows: Sequence[Sequence[Row]]) -> list[str]:
    """Draw the distribution of each measure."""
    parts = []
    for each in MEASURES:
        sets = [[value for row in played if (value := each.of(row)) is not None] for played in rows]
        if len({value for values in sets for value in values}) > 1 and all(sets):
            drawn = html.figure(chart.heaps(each.name, sets))
            parts.append(f"<div><h3>{escape(each.name)}</h3>{drawn}</div>")
    said = say("How many games had each value: A above the line, B below. The marks are the means.")
    if len(rows) == 1:
        said = say("How many games had each value. The mark is the mean.")
    return html.side_by_side(say("How games differ"), parts, f"<p class=soft>{escape(said)}</p>")
