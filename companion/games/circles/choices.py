"""What can follow what was typed of a turn so far: a field to move from, where to, another move, or the end of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.contract import Choice, IllegalMove, SyntaxFault
from companion.games.circles.notation import WORDS, parse
from companion.games.circles.rules import Explosion, Table, finish
from companion.games.circles.score import fields_said, pieces_said, scores
from companion.games.circles.state import Single, State, Turn, height, owner
from specs.base.languages import Said, joined, mark, say, say_many, word
from specs.model.shapes.hexes import DIRECTIONS, name

PASS, *ENDS = (
    Choice("-", mark("no move"), whole=True),
    Choice(WORDS[0], mark("no move; I would end here"), whole=True),
    Choice(WORDS[1], mark("no more turns for me"), whole=True),
)
WAYS = (
    mark("right"), mark("down right"), mark("down left"), mark("left"), mark("up left"), mark("up right"),
)  # fmt: skip

PARTS = True
ASKS: Mapping[str, str] = {
    WORDS[0]: mark("No move, and the game ends once all others agree?"),
    WORDS[1]: mark("No more turns for you in this game?"),
}


def choices(state: State, typed: str) -> Sequence[Choice]:
    """How a turn goes on: fields to move from, then where to and how far, then the next move. A turn may end after
    every move, so each such line is whole."""
    if state.over:
        return ()
    words = typed.lower().split()
    last = "" if not words or typed[-1:].isspace() else words.pop()
    before = _made(state, words)
    if before is None:
        return ()
    found = [_labelled(PASS)] if not words and PASS.text.startswith(last) else []
    table = _table(state, before)
    source, hyphen, _ = last.partition("-")
    if last != "-":
        found += _onward(state, table, before, last) if hyphen and source else _sources(state, table, before, last)
    if hyphen and source and (more := _made(state, [*words, last])) is not None:
        found += _sources(state, _table(state, more), more, "")
    return [*found, *(_labelled(end) for end in ENDS if not words and end.text.startswith(last))]


def _labelled(choice: Choice) -> Choice:
    return choice._replace(label=word(choice.label))


def _made(state: State, words: Sequence[str]) -> tuple[Single, ...] | None:
    """The moves of those words where all are legal in their order; None otherwise."""
    if not words:
        return ()
    names = [player.name for player in state.players]
    try:
        turn = parse(state, " ".join(words))
        table = Table(state)
        for single in turn.singles:
            table.check(single, names)
            table.move(single)
    except (SyntaxFault, IllegalMove):
        return None
    return turn.singles or None


def _table(state: State, singles: Sequence[Single]) -> Table:
    table = Table(state)
    for single in singles:
        table.move(single)
    return table


def _sources(state: State, table: Table, before: Sequence[Single], last: str) -> Iterator[Choice]:
    """The fields a next move may start from."""
    cells = state.board.cells
    for source in table.sources():
        here = name(cells[source])
        far = max((single.steps for single in table.singles_from(source)), default=0)
        if far and here.startswith(last):
            free = height(table.fields[source]) - table.arrived.get(source, 0)
            reach = fields_said(1) if far == 1 else say("1 to {most} fields", most=far)
            label = say("from {here}: {pieces}, {reach}", here=here, pieces=pieces_said(free), reach=reach)
            yield Choice(_line(state, before, f"{here}-"), label, here)


def _onward(state: State, table: Table, before: Sequence[Single], last: str) -> Iterator[Choice]:
    """The moves of a field that begin as typed, with what each sets off."""
    cells = state.board.cells
    held = scores(state)[state.turn]
    for source in table.sources():
        here = name(cells[source])
        if not last.startswith(f"{here}-"):
            continue
        for single in table.singles_from(source):
            there = name(cells[single.target])
            text = f"{here}-{there}"
            if not text.startswith(last):
                continue
            steps: list[Explosion] = []
            turn = Turn((*before, single))
            after = finish(state, _table(state, turn.singles), turn, steps)
            won = scores(after)[state.turn] - held
            notes = [
                _landing(state, table, single),
                say_many("{n} explosion", "{n} explosions", len(steps)) if steps else "",
                say_many("{more} field", "{more} fields", abs(won), more=f"{won:+}") if won else "",
            ]
            note = joined(list(filter(None, notes)))
            label = say_many(
                "{n} piece {way} to {field}", "{n} pieces {way} to {field}",
                single.steps, way=_way(state, single), field=there,
            )  # fmt: skip
            yield Choice(_line(state, before, text), label, there, note, won, whole=True)


def _landing(state: State, table: Table, single: Single) -> str:
    value = table.fields[single.target]
    if not value:
        return ""
    if owner(value) == state.turn:
        return say("joins {height}", height=height(value))
    return say("onto {height} of {who}'s", height=height(value), who=state.players[owner(value)].name)


def _way(state: State, single: Single) -> Said:
    (q, r), (s, t) = state.board.cells[single.source], state.board.cells[single.target]
    step = ((s - q) // single.steps, (t - r) // single.steps)
    return word(WAYS[DIRECTIONS.index(step)])


def _line(state: State, before: Sequence[Single], text: str) -> str:
    cells = state.board.cells
    made = [f"{name(cells[single.source])}-{name(cells[single.target])}" for single in before]
    return " ".join((*made, text))
