"""What every game keeps, whatever it is: found by name, so a new game is held to it without a line here."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.cli.terminal import render
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.games import Game, names
from companion.record.record import read, write
from companion.record.replay import begin, final, lines_of, play
from specs.base.errors import SpecError
from specs.load import load
from specs.model.document import Document

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests" / "records").rglob("*.yaml"))
PLIES, MOVES = 25, 300  # some games have more turns than anybody can list


def records_of(name: str) -> list[Path]:
    """A game's playthroughs; a record says in its first line which game it is."""
    return [file for file in RECORDS if file.read_text(encoding="utf-8").startswith(f"game: {name}\n")]


LEGAL = [(name, file) for name in names() for file in records_of(name)]
cases = pytest.mark.parametrize(("name", "file"), LEGAL, ids=[file.name for _, file in LEGAL])
DRAWN = [(name, file) for name, file in LEGAL if Game(name).picture is not None]
drawn = pytest.mark.parametrize(("name", "file"), DRAWN, ids=[file.name for _, file in DRAWN])
games = pytest.mark.parametrize("name", names())


@cache
def spec(name: str) -> Document:
    return load(name)


def start(file: Path) -> tuple[Any, Any, Any]:
    record, source = read(file.read_bytes(), str(file))
    record, state = begin(record, source)
    return Game(record.game), record, state


def along(file: Path) -> Iterator[tuple[Any, Any]]:
    """Every position of a playthrough, with its game."""
    game, record, state = start(file)
    yield game, state
    for entry in play(game, state, record.lines).journal.entries:
        if entry.kind == "turn":
            yield game, game.read(entry.position)


@games
def test_a_game_says_what_it_is(name: str) -> None:
    game = Game(name)
    assert game.name == name
    assert len({option.name for option in game.setup_options}) == len(game.setup_options)


@games
def test_a_game_has_playthroughs_and_a_perft_table(name: str) -> None:
    assert records_of(name), f"no whole game of {name} in tests/records"
    assert perft_tests(name), f"no test_..perft.. in tests/companion/{name}"


def perft_tests(name: str) -> list[str]:
    """The tests of a game that count its legal moves; that they do is shown below."""
    files = sorted((ROOT / "tests" / "companion").rglob(f"{name}/test_*.py"))
    found = re.compile(r"^def (test_\w*perft\w*)\(", re.MULTILINE)
    return [f"{file}::{test}" for file in files for test in found.findall(file.read_text(encoding="utf-8"))]


LOST = """
import sys, pytest
from itertools import islice
from companion.games import Game
rules = Game(sys.argv[1]).rules
held = rules if hasattr(rules, "__file__") else type(rules)
whole = held.legal_moves
held.legal_moves = lambda *given: islice(whole(*given), 1, None)
sys.exit(pytest.main(["-q", "-x", "-p", "no:randomly", "-m", "not deep", *sys.argv[2:]]))
"""


@pytest.mark.deep
@games
def test_a_perft_table_goes_red_where_a_move_is_lost(name: str) -> None:
    run = [sys.executable, "-c", LOST, name, *perft_tests(name)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    assert "AssertionError" in done.stdout


@games
def test_a_name_that_is_no_game(name: str) -> None:
    with pytest.raises(SyntaxFault, match=name):
        Game(name + "x")


@cases
def test_a_playthrough_replays_and_exports_the_same(name: str, file: Path) -> None:
    game, record, state = start(file)
    played = play(game, state, record.lines)
    again = record.__class__(record.game, record.players, record.setup, tuple(lines_of(played.journal.entries)))
    copy, _ = read(write(again).encode(), "copy.yaml")
    replayed = play(game, state, copy.lines)
    assert (replayed.journal, replayed.state) == (played.journal, played.state)
    assert hash(replayed.state) == hash(played.state)


@cases
def test_the_trail_of_a_whole_game_adds_up_to_the_scores(name: str, file: Path) -> None:
    game, record, state = start(file)
    played = play(game, state, record.lines)
    result = game.result(played.state)
    if result is None:
        return
    totals = [0] * len(result.standings)  # a solo game's opponent has one too
    entries = [entry for _, step in played.steps() for entry in game.trail(step.before, step.move, step.after)]
    for entry in [*game.opening(state), *entries]:
        totals[entry.player] += entry.points
    assert totals == [standing.score for standing in sorted(result.standings, key=lambda standing: standing.player)]


@cases
def test_every_position_reads_back_from_its_line(name: str, file: Path) -> None:
    for game, state in along(file):
        line = game.text(state)
        assert "\n" not in line
        assert game.read(line) == state


@cases
def test_every_position_can_be_shown(name: str, file: Path) -> None:
    for game, state in along(file):
        lines = game.board(state, 80)
        assert all(len(line) <= 80 for line in render(lines, colour=False).splitlines())
        assert "\x1b" not in render(lines, colour=False)
        render(lines, colour=True)  # every style exists
        facts = game.facts(state)
        assert [player["name"] for player in facts["players"]]
        assert (game.turn(state) is None) == (game.result(state) is not None)
        asked = game.prompt(state)
        assert asked.sort
        assert 0 < len(asked.text) <= 120


@drawn
def test_first_and_last_position_can_be_drawn(name: str, file: Path) -> None:
    from generator.formats.svg import scene_svg

    states = list(along(file))
    for game, state in (states[0], states[-1]):
        scene = game.picture(state, spec(name))
        assert scene.nodes
        assert scene == game.picture(state, spec(name))
        assert min(scene.box[2:]) > 0
        assert scene_svg(scene).startswith("<?xml")


@cases
def test_a_position_can_be_settled_as_it_stands(name: str, file: Path) -> None:
    for game, state in along(file):
        result = game.settle(state)
        assert result.winners
        assert game.tally(state) == (tuple(each.score for each in result.standings), result.winners)
        assert len(result.standings) == len(game.facts(state)["players"])


def playout(game: Any, state: Any, chance: random.Random) -> Iterator[tuple[Any, Any, Any]]:
    """Random legal play: (position, move, next position)."""
    for _ in range(PLIES):
        moves = list(islice(game.moves(state), MOVES))
        if game.turn(state) is None or not moves:
            return
        move = moves[int(chance.random() * len(moves))]
        after = game.apply(state, move)
        yield state, move, after
        state = after


def open_start(name: str) -> list[Path]:
    """Playthroughs whose first position lists moves: all is known there."""
    found_files = []
    for file in records_of(name):
        game, _, state = start(file)
        if next(iter(game.moves(state)), None) is not None:
            found_files.append(file)
    return found_files


@games
def test_random_play_keeps_the_contract(name: str) -> None:
    files = open_start(name)
    assert files, f"no playthrough of {name} starts with a known position"
    for seed, file in enumerate(files):
        game, _, state = start(file)
        for before, move, after in playout(game, state, random.Random(seed)):
            text = game.format(before, move)
            assert game.parse(before, text) == move
            assert game.apply(before, move) == after, "apply is pure"
            assert game.is_turn(move)
            list(game.warnings(before, move))
            seats = len(game.facts(before)["players"])
            assert all(0 <= entry.player < seats for entry in game.trail(before, move, after))
            assert all(isinstance(phrase, str) for phrase in game.revealed(before, move, after))
            assert game.read(game.text(after)) == after


@games
def test_move_order_is_stable_and_each_move_comes_once(name: str) -> None:
    for file in open_start(name):
        game, _, state = start(file)
        moves = [game.format(state, move) for move in islice(game.moves(state), MOVES)]
        copy = game.read(game.text(state))
        assert moves == [game.format(copy, move) for move in islice(game.moves(copy), MOVES)]
        assert len(set(moves)) == len(moves)


@cases
@pytest.mark.parametrize(
    "text", ["", " ", "?", "x" * 500, "pay", "1:", "\0", "²", "é:é", "-1", "9" * 400, "stood", ";;;"]
)
def test_what_is_no_turn_is_a_syntax_fault_or_illegal(name: str, file: Path, text: str) -> None:
    game, _, state = start(file)
    with pytest.raises((SyntaxFault, IllegalMove)) as refused:
        game.apply(state, game.parse(state, text))
    assert refused.value.rule
    assert str(refused.value)


@cases
def test_a_position_cut_short_is_a_syntax_fault(name: str, file: Path) -> None:
    game, _, state = start(file)
    line = game.text(state)
    for length in range(0, line.rindex("="), 7):  # what is left of the last value may be a value
        with pytest.raises(SyntaxFault) as refused:
            game.read(line[:length])
        assert refused.value.expected


@games
def test_a_settle_file_without_values_is_refused(name: str) -> None:
    for values in ("", "\nplayers: []", "\nplayers: [1]\nx:"):
        with pytest.raises(SpecError):
            final(f"game: {name}{values}".encode(), "end.yaml")


@pytest.mark.parametrize("name", names())
def test_the_help_of_a_game_has_at_most_ten_lines_a_topic_and_fits_a_terminal(name: str) -> None:
    game = Game(name)
    assert game.folder.help
    for lines in game.folder.help.values():
        assert 1 <= len(lines) <= 10
        assert all(line.strip() and len(line) <= 120 and line.isprintable() for line in lines)
