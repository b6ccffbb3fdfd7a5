"""Setups told and dealt, described ends, and the command line as a process would be used."""

from __future__ import annotations

import json
import re
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from cases import cases

from companion.cli.main import run
from companion.contract.faults import Refused, SyntaxFault
from companion.contract.values import Setup
from companion.games.gods.state import INDEX, LETTERS, letters
from companion.record.replay import final
from specs.base.errors import SpecError
from specs.expand.deal import deal

from .tables import DOCUMENT, GAME, dealt, facts, hidden, new

TOLD = {"order": "R G B Y", "marker": "R", "followers": "R G", "deities": "1 4", "sides": "B1 G2 R1 Y2"}


class TestNew:
    @pytest.mark.parametrize(("players", "copies", "tokens"), [(1, 6, 2), (2, 10, 2), (3, 14, 3), (4, 18, 4)])
    def test_dwellers_by_the_number_of_players(self, players: int, copies: int, tokens: int) -> None:
        state = hidden(players)
        assert state.state.table.copies == copies
        assert len(state.players) == tokens, "a solo game has an opponent"
        hands = [sum(hand) for hand in state.state.hands][:players]
        assert hands == [3, 4, 5, 6][:players]
        assert len(state.state.deck) == 4 * copies - 4 - players - sum(hands)
        assert letters(state.state.row) == "BGRY"

    def test_the_seed_deals_what_the_printed_setup_says(self) -> None:
        state, printed = dealt(3, 42), deal(DOCUMENT, 3, 42)
        assert [LETTERS[c] for c in state.state.table.order] == [
            piece.row["letter"] for piece in printed.open["regions"]
        ]
        assert LETTERS[state.state.marker] == printed.open["row"][0].row["letter"]
        assert state.state.table.deities == tuple(area[0].row["deity"] for area in printed.areas["deities"])
        assert [letters(cards) for cards in state.state.followers] == [
            a[0].row["letter"] for a in printed.areas["followers"]
        ]
        assert list(state.state.deck) == [piece.row["letter"] for piece in printed.piles["deck"]]
        for cards, hand in zip(state.state.hands, printed.hands, strict=True):
            assert sorted(letters(cards)) == sorted(str(piece.row["letter"]) for piece in hand)
        same = hidden(3, 42)
        assert (same.state.table.order, same.state.marker, same.state.followers) == (
            state.state.table.order,
            state.state.marker,
            state.state.followers,
        )
        assert facts(same)["known"] == ""

    def test_front_sides_by_default(self) -> None:
        assert dealt(2).state.table.abilities[1:] == ("draw-deck", "swap-follower", "move-tile", "assistant")
        assert dealt(2).state.table.neutral == (False,) * 5

    def test_without_a_seed_the_table_says_what_lies_there(self) -> None:
        state = new(2, Setup(options=TOLD))
        assert state.state.table.abilities[1:] == ("draw-deck", "take-follower", "move-tile", "move-marker")
        assert [LETTERS[c] for c in state.state.table.order] == list("RGBY")
        assert state.state.table.deities == (1, 4)
        assert [letters(cards) for cards in state.state.followers] == ["R", "G"]
        assert state.state.marker == INDEX["R"]

    @cases
    def test_what_cannot_lie_there(self, options: dict[str, str], fault: str) -> None:
        with pytest.raises(Refused) as refusal:
            new(2, Setup(options={**TOLD, **options}))
        assert fault in str(refusal.value)

    @pytest.mark.parametrize("missing", ["order", "marker", "followers", "deities"])
    def test_what_is_missing(self, missing: str) -> None:
        with pytest.raises(Refused, match=f"without '{missing}'"):
            new(2, Setup(options={key: value for key, value in TOLD.items() if key != missing}))

    def test_where_cards_are_dealt_no_followers_are_told(self) -> None:
        with pytest.raises(Refused, match="the seed deals them"):
            new(2, Setup(1, {"followers": "R G", "cards": "dealt"}))


END = """\
game: gods
order: R G B Y
sides: B2 G1 R1 Y1
players:
  - {name: Ann, deity: 1, temples: {R: [I], G: [II, II], B: [I], Y: [III]}}
  - {name: Bob, deity: 4, temples: {R: [III], Bn: [I]}}
"""


@cases
def test_a_described_end_is_counted(
    swap: list[list[str]], whose: int | None, winners: list[int] | None, scores: list[int]
) -> None:
    text = reduce(lambda text, pair: text.replace(*pair), swap, END)
    game, state = final(text.encode(), "end.yaml")
    assert game.read(game.text(state)) == state
    assert game.turn(state) == whose
    result = game.settle(state)
    assert [standing.score for standing in result.standings] == scores
    assert winners in (None, list(result.winners))


@cases
def test_what_cannot_be(old: str, new: str, fault: str) -> None:
    with pytest.raises(SpecError) as error:
        final(END.replace(old, new, 1).encode(), "end.yaml")
    assert fault in str(error.value)


RECORD = "game: gods\nplayers: [Ann, Bob]\nsetup: {order: R G B Y, marker: R, followers: R G, deities: '1 4'}\nmoves:\n"


@cases
def test_a_record_that_is_checked_tells(
    moves: str, status: int, told: dict[str, Any], tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "record.yaml"
    file.write_text(RECORD + moves, encoding="utf-8")
    assert run(["import", "--check", str(file), "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert {key: found[key] for key in told} == told


def test_a_solo_game_is_shown_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DB", str(tmp_path / "games.db"))
    record = Path(__file__).parents[2] / "records" / "gods-1-solo-lost.yaml"
    for words in (["import", str(record)], ["settle", "--score"], ["log"], ["show"], ["settle"]):
        assert run(words) == 0
    assert "opponent wins." in capsys.readouterr().out


@pytest.mark.parametrize("key", ["followers", "shown", "row", "discards"])
def test_only_in_hands_and_the_deck_lie_cards_that_nobody_has_seen(key: str) -> None:
    line = GAME.text(hidden(2))
    faulty = re.sub(rf"(?<={key}=)[^ ,]+", "?", line)
    assert faulty != line
    with pytest.raises(SyntaxFault) as fault:
        GAME.read(faulty)
    assert fault.value.found.startswith(f"{key}=?")
