"""Worked examples of the rules texts, replayed: what their words and pictures need, as `make examples` writes it.

`specs/GAME/examples.yaml` says by an example's name from which position it is and what is played there:

    example-turn:
    - position: "R4 F5@r1 ... | players=Ann:red,..."   # or record: FILE, with entry: N for where it stands then
      turns: ["1:HC"]
      shows: {spaces: [1, 6]}     # what of the position its picture has; each game's own (`printed/GAME.py`)

Of each comes an entry of `specs/GAME/worked.yaml`, whose fields stand in the braces of the text and in its pictures'
templates. Where an example has several positions, the fields of the second end in `_2`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from companion.games import Game, names
from companion.record.record import read
from companion.record.replay import begin, play
from companion.table.play import Play
from specs.read.yaml_nodes import read_text

ROOT = Path(__file__).parents[3]
Row = Mapping[str, str | int | bool]
Fields = Mapping[str, str | int | Sequence[Row]]


class Example(Protocol):
    """What a game's module here holds."""

    def fields(self, states: Sequence[Any], moves: Sequence[Any], shows: Mapping[str, Any]) -> Fields:
        """What the referee says of a position and what is played there: `states` has one more than `moves`."""
        ...


def sources(game: str) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The examples of a game as `examples.yaml` has them; none without that file."""
    file = ROOT / "specs" / game / "examples.yaml"
    found: Mapping[str, Any] = read_text(file.read_bytes(), file.name).value if file.exists() else {}
    return found


def worked(game: str) -> str:
    """A game's `worked.yaml`."""
    module: Example = import_module(f".{game}", __package__)
    lines = ["# What the referee says of the examples in examples.yaml; `make examples` writes it."]
    for name, cases in sources(game).items():
        lines.append(f"{name}:")
        for number, case in enumerate(cases, 1):
            end = f"_{number}" if number > 1 else ""
            for key, value in module.fields(*_replayed(Game(game), case), case.get("shows", {})).items():
                lines += _written(key + end, value)
    return "\n".join([*lines, ""])


def _replayed(game: Game, case: Mapping[str, Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """The positions of a case, and the plies between them."""
    if "record" in case:
        file = ROOT / "tests" / "records" / case["record"]
        record, state = begin(*read(file.read_bytes(), file.name))
        journal = play(game, state, record.lines).journal
        text = [journal.start, *(entry.position for entry in journal.entries)][int(case["entry"])]
    else:
        text = " ".join(case["position"].split())
    state = game.read(text)
    states, moves, played = [state], [], Play.begin(game, state)
    for turn in case.get("turns", ()):
        played, steps = played.enter(str(turn))
        states += [step.after for step in steps]
        moves += [step.move for step in steps]
    return states, moves


def _written(key: str, value: str | int | Sequence[Row]) -> Iterable[str]:
    if isinstance(value, str | int):
        return [f"  {key}: {json.dumps(value, ensure_ascii=False)}"]
    rows = (", ".join(f"{name}: {json.dumps(each, ensure_ascii=False)}" for name, each in row.items()) for row in value)
    return [f"  {key}:", *(f"  - {{{row}}}" for row in rows)] if value else [f"  {key}: []"]


def numbered(name: str, values: Iterable[str | int]) -> dict[str, str | int]:
    """Values by a name and their number, from 1: what a sentence says one by one."""
    return {f"{name}{n}": value for n, value in enumerate(values, 1)}


if __name__ == "__main__":
    for each in names():
        if sources(each):
            (ROOT / "specs" / each / "worked.yaml").write_text(worked(each), encoding="utf-8")
