"""The figures of a playtest as lines for people, facts for programs and rows for a spreadsheet. No I/O."""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from companion.club.figures import Columns, in_lines
from companion.lab.measures import MEASURES, Figures, Use
from companion.lab.paired import Difference
from companion.lab.playtest import LISTED, Plan, Row
from companion.record.options import rule_text, unusual
from specs.base import measure
from specs.base.files import csv_text
from specs.base.languages import listed, mark, numeral, say, say_as, say_many, word
from specs.load import load

SHOWN, NAME = 12, 40  # rows of a table of uses, and columns for a name


# ---- for people ----------------------------------------------------------------------------------


def heading(plan: Plan, found: Figures) -> list[str]:
    """Say what was played, and how it ended."""
    games = say_many("{n} game", "{n} games", found.games)
    share = _percent(found.capped)
    counts = {"n": found.ended, "shared": found.shared, "different": found.different}
    return [
        say("{game}: {games}, seed {seed}; {rules}", game=plan.game, games=games, seed=plan.seed, rules=ruled(plan)),
        say("Ended: {n}. Shared wins: {shared}. Games that differ: {different}.", **counts),
        *([say("{share} of the positions looked at have {n} legal plies or more.", share=share, n=numeral(LISTED))]
          if found.capped else []),
    ]  # fmt: skip


def ruled(plan: Plan) -> str:
    """Say by which rules it was played."""
    rules = unusual(load(plan.game).spec.rule_options, dict(plan.rules))
    return ", ".join(f"{name}={value}" for name, value in rules.items()) or say("the usual rules")


def answers(
    plans: Sequence[Plan], found: Sequence[Figures], differ: Sequence[Sequence[Difference]], across: int
) -> list[str]:
    """Answer the question in a sentence for each plan: whether the first player is ahead, or what a rule changes."""
    first = found[0].seats[0]
    values = {"share": _percent(first.share), "between": _between(100 * first.low, 100 * first.high)}
    by_lot = first.low <= 1 / len(found[0].seats) <= first.high
    said = mark("The first player wins {share} ({between}): no more than chance can do.")
    apart = mark("The first player wins {share} ({between}): that is not chance.")
    answer = mark("No game ended.") if not found[0].ended else said if by_lot else apart
    sentences: list[str] = [word(answer, **values)] * (len({*plans[0].strengths}) == 1)
    for plan, each in zip(plans[1:], differ, strict=True):
        beyond = listed([f"{one.label} {_signed(one.mean)}" for one in each if one.beyond])
        rules = ruled(plan)
        sentences.append(
            say("{rules} changes: {what}.", rules=rules, what=beyond) if beyond
            else say("{rules} changes nothing beyond chance.", rules=rules)
        )  # fmt: skip
    return [line for sentence in sentences for line in measure.wrap(sentence, across)]


def tables(plan: Plan, found: Figures) -> list[Columns]:
    """Return the figures of a plan as tables, without empty ones."""
    seats = [
        (f"{seat} {strength}", _n(each.wins), _percent(each.share), _between(100 * each.low, 100 * each.high))
        for seat, (strength, each) in enumerate(zip(plan.strengths, found.seats, strict=True), 1)
    ]
    rows = [
        (word(each.label), _n(each.mean), _between(each.low, each.high),
         *map(_n, (each.median, each.least, each.most)))
        for each in found.measures
    ]  # fmt: skip
    ends = [(word(name), _n(number)) for name, number in found.endings.items()]
    lasts = [(_named(name), _n(number)) for name, number in found.lasts.items()]
    parts = [
        Columns("seats", (say("Seat"), say_as("of games", "won"), say("share"), say("95 %")), seats),
        Columns("measures", (say("A game"), say("mean"), say("95 %"), say("middle"), say("least"), say("most")), rows),
        Columns("endings", (say("Why it ended"), say("games")), ends),
        Columns("lasts", (say("The last ply"), say("games")), lasts if len(lasts) > 1 else []),
        _used("words", say("A ply says"), found.words if set(found.words) - {""} else {}, found.games),
        _used("gains", say("Gained or lost"), found.gains, found.games),
    ]
    return [part for part in parts if part.rows]


def lines(plan: Plan, found: Figures) -> list[str]:
    """Return all figures of a plan, at most 80 columns wide."""
    return [*heading(plan, found), *in_lines(tables(plan, found), NAME)]


def _used(key: str, head: str, used: Mapping[str, Use], games: int) -> Columns:
    heads = (head, say("of games"), say("a game"), say("points"))
    rows = [
        (_named(name), _percent(each.games / games), _n(each.times / games), _n(each.points / each.times))
        for name, each in list(used.items())[:SHOWN]
    ]
    across = 4 if any(each.points for each in used.values()) else 3
    return Columns(key, heads[:across], [row[:across] for row in rows])


def _named(name: str) -> str:
    """Return a word of the notation unchanged; a kind of gain without its values."""
    fields = {field for _, field, _, _ in Formatter().parse(name) if field}
    shown = word(name, **dict.fromkeys(fields, "…")) if fields else name
    return shown or say("only places and pieces")


def differences(found: Sequence[Difference]) -> Columns:
    """Return the differences of two sets of rules, over the same deals."""
    rows = [
        (each.label, _signed(each.mean), f"±{_n(each.high - each.mean)}",
         str(each.more), str(each.less),
         _p(each.corrected), say("beyond chance") if each.beyond else "")
        for each in found
    ]  # fmt: skip
    heads = (say("Against"), say("mean"), say("95 %"), say("more"), say("less"), say("p of all"), "")
    return Columns("differences", heads, rows)


def _n(value: float) -> str:
    """Write a number with three figures, or whole."""
    if value == round(value) or abs(value) >= 100:
        return numeral(value, ",.0f").replace("-", "−")
    return numeral(value, ".3g").replace("-", "−")


def _signed(value: float) -> str:
    return numeral(value, "+.3g").replace("-", "−")


def _percent(share: float) -> str:
    return f"{numeral(100 * share, '.1f')} %"


def _between(low: float, high: float) -> str:
    return say("{low} to {high}", low=_n(low), high=_n(high))


def _p(value: float) -> str:
    return numeral(value, ".3f") if value >= 0.001 else f"< {numeral(0.001, '.3f')}"


# ---- for programs --------------------------------------------------------------------------------


def facts(plans: Sequence[Plan], found: Sequence[Figures], differ: Sequence[Sequence[Difference]]) -> dict[str, Any]:
    """Return the figures as `--json` prints them; shares are of 1."""
    first, *others = [_facts(plan, each) for plan, each in zip(plans, found, strict=True)]
    against = [
        side | {"differences": [one._asdict() | {"beyond": one.beyond} for one in each]}
        for side, each in zip(others, differ, strict=True)
    ]
    return first | ({"against": against} if against else {})


def _facts(plan: Plan, found: Figures) -> dict[str, Any]:
    return {
        "game": plan.game, "seed": plan.seed,
        "rules": dict(plan.rules), "options": dict(plan.options),
        "games": found.games, "ended": found.ended, "shared": found.shared, "different": found.different,
        "capped": found.capped,
        "seats": [
            {"strength": strength} | each._asdict() for strength, each in zip(plan.strengths, found.seats, strict=True)
        ],
        "measures": {each.key: each._asdict() for each in found.measures},
        "endings": found.endings, "lasts": found.lasts,
        "words": {name: each._asdict() for name, each in found.words.items()},
        "gains": {name: each._asdict() for name, each in found.gains.items()},
    }  # fmt: skip


def csv_of(plans: Sequence[Plan], rows: Sequence[Sequence[Row]]) -> str:
    """Return CSV text with a row for each game, and the rules it was played by."""
    seats = range(1, len(plans[0].strengths) + 1)
    heads = ["number", "deal", "rules", "ended", "winners", *(f"score_{seat}" for seat in seats)]
    lines: list[Sequence[object]] = [[*heads, *(each.key for each in MEASURES), "why", "last"]]
    for plan, played in zip(plans, rows, strict=True):
        rules = " ".join(f"{name}={rule_text(value)}" for name, value in plan.rules)
        for row in played:
            winners = " ".join(str(seat + 1) for seat in row.winners)
            values = ["" if (value := each.of(row)) is None else value for each in MEASURES]
            known = (row.number, row.deal, rules, int(row.ended), winners)
            lines.append([*known, *row.scores, *values, row.why, row.last])
    return csv_text(lines)
