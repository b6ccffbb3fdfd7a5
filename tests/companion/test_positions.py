"""Every game writes a position alike: the board, then keys with values. Faults are placed, stored lines stay good."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from cases import cases
from hypothesis import example, given, strategies as st
from records import brief, whole

from companion.contract import position
from companion.contract.faults import SyntaxFault
from companion.contract.values import Player
from companion.games import names

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = ("players", "turn", "seed", "passed", "over")


@pytest.mark.parametrize("name", names())
def test_all_games_write_players_turn_and_seed_alike(name: str) -> None:
    for file in brief(name):
        game = whole(file).game
        for state in whole(file).states[:3]:
            *_, rest = game.text(state).split("|")
            found = dict(word.partition("=")[::2] for word in rest.split())
            told = [player["name"] for player in game.facts(state)["players"]]
            assert [player.partition(":")[0] for player in found["players"].split(",")] == told
            assert re.fullmatch("[0-6]|[a-z]+", found["turn"])
            assert re.fullmatch("[0-9]+|-", found.get("seed", "-"))


@given(st.lists(st.tuples(TEXT.filter(bool), TEXT), min_size=1, max_size=6), st.integers(0, 2**63 - 1) | st.none())
@example([("|", "="), (",", ":"), ("- \t%", "")], 0)
def test_players_of_any_name_come_back(people: list[tuple[str, str]], seed: int | None) -> None:
    players = tuple(Player(*one) for one in people)
    line = position.line("a board", players=position.people(players), turn=1, seed=seed, passed="", over=True)
    board, rest = position.parts(line, 2, "the board | keys")
    keys = position.Keys(rest, NAMES)
    assert board == ("a board ", 1)
    assert keys.players(1, 6) == players
    assert (keys.seed(), keys.values["over"], keys.values["passed"]) == (seed, "yes", "-")


GOOD = "a1 | players=Ann:red,Bob:blue turn=1 seed=- passed=.x over=no"


def read_all(line: str) -> None:
    _, rest = position.parts(line, 2, "the board | keys")
    keys = position.Keys(rest, NAMES)
    keys.whole("turn", 1, len(keys.players(1, 6))), keys.seed()


@cases
def test_a_fault_says_where_what_and_what_instead(old: str, new: str, fault: str) -> None:
    read_all(GOOD)
    with pytest.raises(SyntaxFault) as caught:
        read_all(GOOD.replace(old, new, 1))
    assert str(caught.value).startswith(fault)


def cut(line: str) -> Iterator[str]:
    """A line with each of its words left out, doubled, emptied and spoilt."""
    spans = [match.span() for match in re.finditer(r"\S+", line)]
    for start, end in spans:
        word = line[start:end]
        key = word.partition("=")[0] + "=" if "=" in word else ""
        yield from (
            line[:start] + put + line[end:] for put in ("", f"{word} {word}", f"{key}", f"{key}\u0661", f"{key}?,-")
        )


@pytest.mark.parametrize("name", names())
def test_a_fault_of_any_word_of_a_position_has_its_column_in_the_line(name: str) -> None:
    faults = 0
    game = whole(brief(name)[0]).game
    for state in whole(brief(name)[0]).states[:2]:
        for line in cut(game.text(state)):
            try:
                game.read(line)
            except SyntaxFault as fault:
                assert 1 <= fault.column <= len(line) + 1
                assert fault.found
                assert fault.expected
                faults += 1
    assert faults > 10
