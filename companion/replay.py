"""Playing a record: its setup, then every line; and a stored journal as a record's lines again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.contract import IllegalMove, SyntaxFault, ValueFault
from companion.games import Game, find
from companion.journal import Logged
from companion.record import Line, Record, Source, read_final, rule_text
from companion.turns import Step, Untaken, stood_text, take
from specs.errors import SpecError

if TYPE_CHECKING:
    from specs.document import Document


@dataclass(frozen=True, slots=True)
class Played:
    """A replay: the journal it made, the entry it ends at, the position there, and every step in order."""

    entries: tuple[Logged, ...]
    head: int
    state: Any
    ply: int


class Broken(Exception):
    """A line of a record that cannot be played: its index in `lines` and the refusal."""

    def __init__(self, index: int, refused: Untaken) -> None:
        super().__init__(str(refused))
        self.index, self.refused = index, refused


def in_force(document: Document, given: Mapping[str, str | int | bool]) -> dict[str, str | int | bool]:
    """Every rule option of a game with its value: what was given, else the spec's default. Raises ValueFault."""
    options = document.spec.rules
    for name in given:
        if name not in options:
            raise ValueFault(("rules", name), f"rule option '{name}'", f"one of {', '.join(options) or 'none at all'}")
    found: dict[str, str | int | bool] = {}
    for name, option in options.items():
        default = str(option.default) if isinstance(option.default, float) else option.default
        value: str | int | bool = given.get(name, default)
        text = rule_text(value)
        expected = f"one of {', '.join(map(rule_text, option.choices))}" if option.choices else ""
        if isinstance(default, bool):
            value, good = text.lower() == "true", text.lower() in ("true", "false")
            expected = expected or "true or false"
        elif isinstance(default, int):
            good = text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10
            value = int(text) if good else 0
            expected = expected or "a whole number"
        else:
            value, good = text, True
        if not good or (option.choices and value not in option.choices):
            raise ValueFault(("rules", name), f"{name}: '{text}'", expected)
        found[name] = value
    return found


def begin(record: Record, source: Source) -> tuple[Record, Any]:
    """The record with every rule option filled in, and its first position. Raises SpecError."""
    with _placed(source):
        setup = record.setup._replace(rules=in_force(source.document, record.setup.rules))
        state = find(record.game).setup.new(source.document, record.players, setup)
    return replace(record, setup=setup), state


def final(data: bytes, file: str) -> tuple[Game, Any]:
    """A game and the final position that a file's bytes tell; `file` names it in faults. Raises SpecError."""
    record, source, values = read_final(data, file)
    game = find(record.game)
    with _placed(source):
        setup = record.setup._replace(rules=in_force(source.document, record.setup.rules))
        return game, game.setup.final(source.document, record.players, setup, values)


@contextmanager
def _placed(source: Source) -> Iterator[None]:
    """What a setup is refused for, at its place in the file. Raises SpecError."""
    try:
        yield
    except ValueFault as fault:
        raise SpecError([source.fault(fault.path, fault.found, fault.expected)]) from None
    except SyntaxFault as fault:
        raise SpecError([source.fault(("setup",), fault.found, fault.expected)]) from None
    except IllegalMove as illegal:
        raise SpecError([source.fault((), f"{illegal.rule}: {illegal.message}", "a position that can be")]) from None


def play(game: Game, start: Any, lines: Sequence[Line]) -> Played:
    """Every line of a record in order. Raises Broken."""
    entries: list[Logged] = []
    states: dict[int, Any] = {0: start}
    latest: dict[int, int] = {}  # the entry made last after each: `journal.following`, without a search
    head = 0
    for index, line in enumerate(lines):
        n, ply = len(entries) + 1, entries[head - 1].ply if head else 0
        match line.kind:
            case "turn":
                try:
                    step = take(game, states[head], line.text, ply + 1)
                except Untaken as refused:
                    raise Broken(index, refused) from None
                states[n] = step.after
                entries.append(logged(game, step, n, head, ply))
                latest[head] = n
                head = n
            case "note":
                states[n] = states[head]
                entries.append(Logged(n, head, ply, "note", line.text, game.notation.text(states[head])))
                latest[head] = n
                head = n
            case "undo" | "redo":
                for _ in range(line.count):
                    to = entries[head - 1].parent if line.kind == "undo" and head else None
                    to = latest.get(head) if line.kind == "redo" else to
                    if to is None:
                        text = f"{line.kind}: {line.count}"
                        fault = SyntaxFault(text, f"no more entries than there are to {line.kind}")
                        raise Broken(index, Untaken(fault, text, ply))
                    head = to
                entries.append(Logged(n, head, entries[head - 1].ply if head else 0, line.kind, str(line.count)))
    return Played(tuple(entries), head, states[head], entries[head - 1].ply if head else 0)


def logged(game: Game, step: Step, n: int, parent: int, ply: int) -> Logged:
    """A step as entry `n` after `parent`, up to which there were `ply` turns."""
    rule, points = (step.stood.rule, step.points) if step.stood else ("", 0)
    return Logged(n, parent, ply + step.ply, "turn", step.text, game.notation.text(step.after), rule, points)


def lines_of(entries: Sequence[Logged]) -> Iterator[Line]:
    """A journal as a record's lines: `play` makes the same journal of them."""
    for entry in entries:
        match entry.kind:
            case "turn":
                yield Line("turn", stood_text(entry.text, entry.rule, entry.points) if entry.rule else entry.text)
            case "note":
                yield Line("note", entry.text)
            case "undo" | "redo":
                yield Line(entry.kind, count=int(entry.text))


def steps(game: Game, start: Any, line: Sequence[Logged]) -> Iterator[tuple[Logged, Step]]:
    """The turns of a line of the journal, each as its step again."""
    state = start
    for entry in line:
        if entry.kind == "turn":
            step = take(game, state, entry.text, entry.ply, stood=bool(entry.rule))
            state = step.after
            yield entry, step
