"""An earlier turn corrected keeps the evening: what follows is played again as far as it goes, and else asked for."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from records import recorded, shortest

from companion import Game, read, write
from companion.contract.faults import SyntaxFault
from companion.games import names
from companion.table.correcting import Asked, brief, correct
from companion.table.look import PUBLIC, REFEREE
from companion.table.table import Table
from companion.table.turns import Untaken


def texts(table: Table) -> list[str]:
    return [entry.text for entry in table.journal.line() if table.journal.counts(entry)]


@pytest.mark.parametrize("name", names())
def test_a_turn_corrected_to_itself_changes_nothing(name: str) -> None:
    table = shortest(name)
    for ply in (1, table.ply // 2, table.ply):
        was = table.journal.amend(ply)[1]
        correction = correct(table, Asked(ply, was.text, stood=bool(was.rule)), REFEREE)
        assert correction.corrected.breaks == ()
        kept = correction.keep()[0].journal
        assert [(one.text, one.rule, one.position) for one in kept.line()] == [
            (one.text, one.rule, one.position) for one in table.journal.line()
        ]


@pytest.mark.parametrize("drop", [False, True])
@pytest.mark.parametrize("name", names())
def test_whatever_is_corrected_replays_and_leaves_the_game_alone_until_it_is_kept(name: str, drop: bool) -> None:
    table, chance = shortest(name), random.Random(f"{name}{drop}")
    before = write(table)
    for ply in chance.sample(range(1, table.ply + 1), 3):
        journal, was, _ = table.journal.amend(ply)
        state = table.sight.state(journal.position)
        moves = [table.game.format(state, move) for move in islice(table.game.moves(state), 40)]
        other = chance.choice([text for text in moves if text != was.text] or [was.text])
        correction = correct(table, Asked(ply, other), REFEREE, drop=drop)
        assert write(table) == before
        kept, made = correction.keep()
        assert made.now.text == other
        again = read(write(kept))
        assert (again.position, again.journal) == (kept.position, kept.journal)
        numbers = [entry.ply for entry in kept.journal.line() if kept.journal.counts(entry)]
        assert numbers == list(range(1, kept.ply + 1))
        assert not (drop and made.breaks)


# ---- a game of phases: another first move of Ann's leaves nobody on the piece that Bob sinks -------

ESCAPE, PLY, OTHER = "escape-2-dealt", 25, "move -"


def test_what_became_impossible_gives_way_to_a_turn_without_a_move_and_the_evening_goes_on() -> None:
    table = recorded(ESCAPE)
    found = correct(table, Asked(PLY, "move J8>K9"), REFEREE).corrected
    first, second = found.breaks[:2]
    assert (first.entry.text, first.refused.rule, first.what_becomes) == (
        "move J8>K9",
        "step.none",
        "cannot stand; move - in its place",
    )
    assert (second.entry.text, second.what_becomes) == ("move D5>C5", "cannot stand")
    made = [entry.text for entry in found.play.journal.line()]
    assert made[PLY - 1 : PLY + 4] == ["move J8>K9", "move -", "sink D8", "put b>H4", "reveal boat"]


def test_each_is_answered_with_another_line_or_with_none_and_only_the_others_are_left() -> None:
    table = recorded(ESCAPE)
    number = correct(table, Asked(PLY, OTHER), REFEREE).corrected.breaks[0].entry.ply
    there = correct(table, Asked(PLY, OTHER), REFEREE, drop=True).keep()[0]
    other = next(text for text in there.legal_moves() if text.startswith("sink D8"))
    kept, made = correct(table, Asked(PLY, OTHER, lines={number: other}), REFEREE).keep()
    assert texts(kept)[number - 1] == other
    assert number not in [each.entry.ply for each in made.breaks]
    none, made = correct(table, Asked(PLY, OTHER, lines={number: "-"}), REFEREE).keep()
    assert texts(none)[number - 1] == "sink none"
    assert number not in [each.entry.ply for each in made.breaks]


def test_the_rest_is_dropped_from_the_first_that_breaks() -> None:
    table = recorded(ESCAPE)
    number = correct(table, Asked(PLY, OTHER), REFEREE).corrected.breaks[0].entry.ply
    kept, made = correct(table, Asked(PLY, OTHER), REFEREE, drop=True).keep()
    assert texts(kept) == [*texts(table)[: PLY - 1], OTHER, *texts(table)[PLY : number - 1]]
    assert [entry.ply for entry in made.left_out] == list(range(number, table.ply + 1))


def test_an_answer_that_cannot_be_is_refused_with_its_number_and_changes_nothing() -> None:
    table = recorded(ESCAPE)
    with pytest.raises(Untaken) as refused:
        correct(table, Asked(PLY, OTHER, lines={41: "sink A1"}), REFEREE)
    assert (refused.value.ply, refused.value.text) == (41, "sink A1")
    for number in (PLY, 1, table.ply + 1):
        with pytest.raises(SyntaxFault, match=f"turn {number}; expected a later one than 25"):
            correct(table, Asked(PLY, OTHER, lines={number: "-"}), REFEREE)


def test_what_is_missing_in_a_turn_is_put_before_what_follows() -> None:
    """Cy demolished where she had built, and has a card too many by it; Ann's draw is asked for, Cy's goes first."""
    table = recorded("gods-3-hidden", 158)
    found = correct(table, Asked(103, "demolish B2")).corrected
    assert (found.breaks[0].entry.ply, found.breaks[0].entry.text) == (107, "draw deck")
    assert found.breaks[0].refused.message == "it is Cy's turn then: 1 card too many: discard B, for example"
    kept, made = correct(table, Asked(103, "demolish B2", lines={107: "discard B / draw deck"})).keep()
    assert texts(kept)[106:108] == ["discard B", "draw deck"]
    assert made.left_out == ()


def test_a_turn_that_somebody_else_has_by_it_is_left_out() -> None:
    table = recorded("gods-3-hidden", 158)
    found = correct(table, Asked(131, "travel B")).corrected
    assert [(each.entry.ply, each.entry.text, each.what_becomes) for each in found.breaks] == [
        (133, "discard B", "cannot stand")
    ]
    assert [entry.ply for entry in found.left_out] == [133]


# ---- what was filled in by itself ------------------------------------------------------------------


def test_a_payment_that_was_filled_in_is_filled_in_anew_and_one_that_was_typed_is_kept() -> None:
    """Ann lays her bridge over one of the two gaps that Bob paid for."""
    table = Game("atlantis").new("Ann", "Bob", seed=1).move("1:H")
    filled, typed = table.move("1:HH"), table.move("1:HH pay 3c")
    assert texts(filled) == ["1:H", "1:HH pay 2c"]
    for before, after in ((filled, "1:HH pay 1c"), (typed, "1:HH pay 3c")):
        kept, made = correct(before, Asked(1, "1:H bridge 27"), REFEREE).keep()
        assert made.breaks == ()
        assert texts(kept) == ["1:H bridge 27", after]


def test_cards_the_companion_turns_up_are_turned_up_anew() -> None:
    """Of a deck YYYGGBRGY Ann drew eight cards, so that Bob's spot was filled with Y; one less, and it is G."""
    table = Game("gods").new("Ann", "Bob", seed=3, cards="dealt")
    assert table.state.state.deck.startswith("YYYGGBRGY")
    line = "draw deck / draw deck / draw deck / migrate / migrate / migrate / migrate / migrate / discard YYYYBB"
    table = table.move(line).move("draw B")
    assert table.look(None).facts()["row"] == "GRYY"
    kept, made = correct(table, Asked(8, "travel R", lines={9: "discard YYYY"}), REFEREE).keep()
    assert (kept.look(None).facts()["row"], made.breaks) == ("GGRY", ())


def test_a_ply_is_brief_where_the_rest_can_only_be_one_thing() -> None:
    table = recorded("escape-2-dealt")
    short = {}
    for entry in table.journal.line():
        text = brief(table.game, table.sight.state(table.journal.after(entry.parent)), entry.text)
        short[entry.text.split()[0]] = min(len(text.split()), short.get(entry.text.split()[0], 99))
        assert table.game.parse(table.sight.state(table.journal.after(entry.parent)), text) == (
            table.game.parse(table.sight.state(table.journal.after(entry.parent)), entry.text)
        )
    assert (short["sink"], short["roll"]) == (2, 2), "symbol and dice are the companion's to say"


# ---- secrets ---------------------------------------------------------------------------------------


def test_what_breaks_beyond_what_is_seen_is_told_to_nobody() -> None:
    """Dealt hands: Ann has no flag for her second turn then. It is done as it can be, and her hand is in no answer."""
    table = Game("atlantis").new("Ann", "Bob", seed=40, cards="dealt")
    for line in ("3:O", "3:A bridge 27", "1:OF"):
        table = table.move(line)
    truth = correct(table, Asked(1, "1:F"), REFEREE).corrected
    assert "Ann's hand is OOHA" in truth.breaks[0].refused.message
    correction = correct(table, Asked(1, "1:F"), PUBLIC)
    assert correction.corrected.blind
    kept, made = correction.keep()
    assert [each.refused.rule for each in made.breaks] == ["hidden"]
    assert texts(kept)[0] == "1:F"
