"""Random and mutated turns, positions and records: never an exception, always exit status 0, 1 or 2.

In this process, through `guarded`, which maps refusals to exit statuses for the program. A failure names its input.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from breaking import spoilt
from cases import data
from often import times
from records import RECORDS, whole

from companion.cli.files import replayed
from companion.cli.main import guarded, run
from companion.record.replay import final
from companion.table.turns import take

pytestmark = pytest.mark.usefixtures("toy")

TURNS, POSITIONS, WHOLE_RECORDS, COMMANDS = (
    *(times(3_500, 120_000), times(1_700, 60_000)),
    *(times(450, 15_000), times(120, 3_000)),
)
STORES = times(18, 400)  # of each record
SHARES = times(1, 4)  # so that several processes can share the work
WORDS: list[str] = data(__file__)["words"]


def mutated(text: str, chance: random.Random) -> str:
    """The text with one to four small changes; sometimes something else altogether."""
    if chance.random() < 0.05:
        return "".join(chr(chance.randrange(1, 0x2FF)) for _ in range(chance.randrange(30)))
    return spoilt(text, chance, WORDS)


@functools.cache
def positions() -> list[tuple[Any, Any, list[str]]]:
    """Positions of every game along its playthroughs, each with some turns that are legal there."""
    found = []
    for game, played in ((each.game, each) for each in map(whole, RECORDS)):
        for step in played.steps:
            moves = [game.format(step.before, move) for move in islice(game.moves(step.before), 40)]
            found.append((game, step.before, [step.text, *moves]))
    return found


def holds(action: Callable[[], object], given: str) -> int:
    try:
        status = guarded(action)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}; on {given!r}") from error
    assert status in (0, 1, 2), f"{status} on {given!r}"
    return status


@pytest.mark.deep
@pytest.mark.parametrize("share", range(SHARES))
def test_turns(share: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance, seen = random.Random(10 + share), {0: 0, 1: 0, 2: 0}
    table = positions()
    for count in range(TURNS // SHARES):
        game, state, turns = table[int(chance.random() * len(table))]
        text = mutated(chance.choice(turns), chance)
        step = functools.partial(take, game, state, text, 1, stood=count % 7 == 0)
        seen[holds(step, f"{game.text(state)} {text}")] += 1
        if count % 1000 == 0:
            capsys.readouterr()
    assert min(seen.values()) >= 10, f"the mutations are one-sided: {seen}"


@pytest.mark.deep
def test_positions() -> None:
    chance = random.Random(2)
    table = positions()
    for _ in range(POSITIONS):
        game, state, _ = table[int(chance.random() * len(table))]
        line = mutated(game.text(state), chance)

        def round_trip() -> None:
            state = game.read(line)  # noqa: B023
            assert game.read(game.text(state)) == state  # noqa: B023

        holds(round_trip, line)


@pytest.mark.deep
@pytest.mark.parametrize("share", range(SHARES))
def test_records(share: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, seen = random.Random(30 + share), {0: 0, 1: 0, 2: 0}
    texts = [file.read_text(encoding="utf-8") for file in RECORDS]
    # beginnings of games: their first lines are mutated as often as their last, and a replay stays short
    texts = ["".join(text.splitlines(keepends=True)[: chance.randrange(4, 40)]) for text in texts * 4]
    file = tmp_path / "game.yaml"
    for count in range(WHOLE_RECORDS // SHARES):
        text = mutated(chance.choice(texts), chance)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        if count % 5 == 0:
            holds(lambda: final(file.read_bytes(), "end.yaml"), text)
        seen[holds(lambda: replayed(file), text)] += 1
        capsys.readouterr()
    assert min(seen.values()) >= 3, f"the mutations are one-sided: {seen}"


@pytest.mark.deep
def test_command_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(4)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DB", str(tmp_path / "games.db"))
    assert run(["new", "pebbles", "Ann", "Bob", "--pile", "5000"]) == 0
    lines = data(__file__)["commands"]
    for _ in range(COMMANDS):
        line = chance.choice(lines)
        words = (mutated(line, chance) if chance.random() < 0.6 else line).split(" ")
        if "play" in words or "-" in words:
            continue  # these read standard input
        status = run(words)
        assert status in (0, 1, 2), words
        capsys.readouterr()
    assert run(["list"]) == 0


@pytest.mark.deep
@pytest.mark.parametrize("record", RECORDS[::2], ids=lambda file: file.name)
def test_damaged_stores(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes of the file changed anywhere, or its end torn off: one line, or the game as far as it can be read."""
    chance = random.Random(5)
    store = tmp_path / "games.db"
    monkeypatch.setenv("COMPANION_DB", str(store))
    assert run(["import", str(record)]) == 0
    whole = store.read_bytes()
    looks = [line.split() for line in data(__file__)["looks"]]
    for _ in range(STORES):
        damaged = bytearray(whole)
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(damaged))
            damaged[at] = chance.choice((chance.randrange(256), damaged[at] ^ 1 << chance.randrange(8)))
        if chance.random() < 0.15:  # torn off, at a page's end as often as anywhere
            length = chance.randrange(len(damaged) + 1)
            del damaged[length - length % chance.choice((1, 512)) :]
        store.write_bytes(damaged)
        status = holds(lambda: run(chance.choice(looks)), f"a store of {record.name}")
        said = capsys.readouterr().err
        assert "Traceback" not in said
        assert status != 2 or said.count("\n") == 1, said
        for leftover in tmp_path.glob("games.db-*"):
            leftover.unlink()
