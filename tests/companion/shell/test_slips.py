"""Slips of the table through whole records: a record with bad turns says of each which rule it broke, all of them; once
they are marked as stood it replays, counts them, and reads back the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from .conftest import Companion


class Evening(NamedTuple):
    """A record without its moves; the moves, where `!` marks a bad turn; the sentence of each bad turn, as `check` has
    it behind the place; what is said once they stood."""

    head: str
    moves: tuple[str, ...]
    sentences: tuple[str, ...]
    tally: str


# Ann begins on the island of e11, Bob on that of k8.
CIRCLES = Evening(
    "game: circles\nplayers: [Ann, Bob]\nsetup: {layout: triangle-4}\nmoves:\n",
    (
        "e12-e11",
        "k8-j8",
        "e11-g11",
        "!j8-h8 k7-k8",
        "f12-f11 g11-h11",
        "k8-j8",
        "!f11-h11 explode none",  # the third piece on h11, which has three neighbours
        "!h8-f8=1",
        "-",  # now it goes off
    ),
    (
        "turn 5, k7-k8: move.island: Bob has already moved from the island of k7 this turn (Movement rules)",
        (
            "turn 9, f11-h11 explode none: explode.forgotten: Ann's h11 explodes this turn; that was left out"
            " (Explosions)"
        ),
        ("turn 10, h8-f8=1: move.count: h8 to f8 is 2 fields, so as many pieces go; 1 was moved (Movement rules)"),
    ),
    "9 turns in 11 plies: 8 legal, 3 stood (worth nothing).",
)
PLACED = (
    "place J7 / place H9 / place E7", "place E8 / place F9 / place G5", "place I8 / place E7 / place E8",
    "place J5 / place D7 / place J8", "place G10 / place H5 / place H5", "place H4 / place G7 / place D6",
    "place G5 / place I9 / place H8", "place F4 / place I7 / place I5", "place H5 / place J6 / place G4",
    "place E5 / place F8 / place I7", "place G9 / place E7 / place E9", "place F8 / place I7 / place E8",
)  # fmt: skip
ESCAPE = Evening(
    "game: escape\nplayers: [Ann, Bob, Cy]\nsetup: {pieces: hidden, dice: table}\nmoves:\n",
    (
        *PLACED,
        "move H4>H3~ J5>K5 G10>H10~",
        "!sink F5 boat",
        "!roll none",
        "!move H9>I10~ F9>F10~ I9>J9~ I7>H7",
        "!sink none",
        "roll octopus 1 -",
    ),
    (
        "turn 40, sink F5: sink.region: F5 is hill, and 18 of lowland are left. (Flooding)",
        "turn 42, roll none: roll.forgotten: Ann rolls the dice this turn; they were not rolled. (The dice)",
        "turn 46, move I7-H7: step.limit: I7>H7 would be step 4; a move has 3. (Atlantean movement)",
        "turn 47, sink none: sink.forgotten: Bob sinks a piece of lowland this turn; none was. (Flooding)",
    ),
    "38 turns in 49 plies: 45 legal, 4 stood (worth nothing).",
)
evenings = pytest.mark.parametrize("evening", [CIRCLES, ESCAPE], ids=["circles", "escape"])


def written(evening: Evening, folder: Path, bad: str) -> Path:
    """The record, `bad` before each bad turn."""
    file = folder / "evening.yaml"
    file.write_text(evening.head + "".join(f'- "{move.replace("!", bad)}"\n' for move in evening.moves))
    return file


@evenings
def test_every_bad_turn_is_told_with_its_place_and_its_rule(evening: Evening, companion: Companion) -> None:
    written(evening, companion.folder, "")
    done = companion("import", "--check", "evening.yaml")
    assert done.status == 1
    head = evening.head.count("\n")
    lines = [head + n for n, move in enumerate(evening.moves, start=1) if move.startswith("!")]
    told = [line for line in done.err.splitlines() if line.startswith("evening.yaml:")]
    assert told == [f"evening.yaml:{n}:3: {said}" for n, said in zip(lines, evening.sentences, strict=True)]
    assert done.err.endswith(f"\n{len(lines)} turns are refused, each as if those before it had stood\n")


@evenings
def test_what_stood_is_counted_and_reads_back(evening: Evening, companion: Companion) -> None:
    written(evening, companion.folder, "stood ")
    done = companion("import", "--check", "evening.yaml")
    assert done.status == 0
    assert evening.tally in done.out
    rules = [said.split(": ")[1] for said in evening.sentences]
    assert [line.split("stood though ")[1] for line in done.err.splitlines()] == [f"{rule} (worth 0)" for rule in rules]
    assert companion("import", "evening.yaml").status == 0
    rows = [row for row in json.loads(companion("log", "--json").out)["entries"] if "rule" in row]
    assert [row["rules"] for row in rows] == [[rule] for rule in rules]
    position = json.loads(companion("show", "--as", "referee", "--json").out)["position"]
    assert companion("export", "again.yaml", "--as", "referee").status == 0
    assert companion("import", "again.yaml").status == 0
    assert json.loads(companion("show", "--as", "referee", "--json").out)["position"] == position


def test_a_stack_that_was_forgotten_goes_off_in_its_players_next_turn(companion: Companion) -> None:
    written(CIRCLES, companion.folder, "stood ")
    assert companion("import", "evening.yaml").status == 0
    assert companion("show", "--chain").out == "h11: Ann's stack explodes to h10, g10, g11 and becomes a growth tower\n"
