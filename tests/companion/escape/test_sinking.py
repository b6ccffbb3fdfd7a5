"""Flooding: which piece, what comes up, where people go, what whirlpools take."""

from __future__ import annotations

import pytest

from companion.contract import position
from tests.companion.escape.drawing import GAME, ISLAND, drawn, items, play, refused

COAST = """
. l l .
 . h m .
. . . .
"""
# F7 and the rest are gone: the middle piece has six mountains around it, and no sea
PEAK = """
. m m .
 m m m .
. m m .
"""


@pytest.mark.parametrize("symbol", ["monster", "shark", "octopus", "dolphin"])
def test_a_creature_is_placed_on_the_hex(symbol: str) -> None:
    state = play(drawn(COAST, phase="sink"), f"sink A2 {symbol}")
    assert items(state) == f"A2!{symbol[0]}"
    assert state.state.phase == "dice"
    assert sum(state.state.box) == 6 * 4 + 12 - 1
    assert sum(state.state.supply[0]) == 18 - 1


def test_a_boat_comes_up_empty() -> None:
    assert items(play(drawn(COAST, "A2:r", phase="sink"), "sink A2 boat r>A3")) == "A2= A3:r"


def test_nothing_is_placed_when_the_box_is_empty() -> None:
    state = drawn(COAST, phase="sink", box="6.0.6.6.12")
    assert items(play(state, "sink A2 shark")) == ""


def test_a_whirlpool_takes_creatures_boats_with_crews_and_swimmers_beside_it_and_no_pieces() -> None:
    # A1 B1 A3 B2 touch A2; B4 does not
    state = drawn(COAST, "A1=rb B1~r B1!sd B2:b B4=r B4~b A3:r", phase="sink")
    assert items(play(state, "sink A2 whirlpool")) == "A3:r B2:b B4=r B4~b"


def test_the_1996_whirlpool_takes_the_pieces_beside_it_too_and_their_supply_stays_open() -> None:
    state = drawn(COAST, "A2:r A3:r B2:b B3:b", phase="sink", rules="classic/1996/any")
    after = play(state, "sink A2 whirlpool r>A3")
    assert items(after) == "B3:b"
    assert position.write(GAME.rules, after).startswith("4/2m1/4 ")
    assert [sum(left) for left in after.state.supply] == [17, 12, 7]


def test_people_go_where_the_player_puts_them() -> None:
    state = drawn(COAST, "A2:rrb B2:yy", phase="sink", players=3)
    assert items(play(state, "sink A2 shark b>B2 r>A3 r>B3")) == "A2!s A3:r B2:byy B3:r"


def test_who_finds_no_room_swims_beside_the_piece() -> None:
    full = drawn(COAST, "A2:rr A3:bbb B2:bbb B3:rr A1!o", phase="sink")
    assert items(play(full, "sink A2 shark r>B3 r>A1~")) == "A1~r A1!o A2!s A3:bbb B2:bbb B3:rrr"


def test_who_swims_where_a_shark_is_is_devoured() -> None:
    full = drawn(COAST, "A2:r A3:bbb B2:bbb B3:rrr A1!s", phase="sink")
    assert items(play(full, "sink A2 dolphin r>A1~")) == "A1!s A2!d A3:bbb B2:bbb B3:rrr"


def test_who_swims_with_a_bodyguard_is_not() -> None:
    full = drawn(COAST, "A2:r A3:bbb B2:bbb B3:rrr A1!sd", phase="sink", rules="classic/classic/any/bodyguard/shore")
    assert items(play(full, "sink A2 dolphin r>A1~")) == "A1~r A1!sd A2!d A3:bbb B2:bbb B3:rrr"
    assert items(play(full, "sink A2 whirlpool r>A1~")) == "A3:bbb B2:bbb B3:rrr", "a whirlpool takes the dolphin too"


def test_a_whirlpool_takes_who_was_put_into_the_water_beside_it() -> None:
    full = drawn(COAST, "A2:r A3:bbb B2:bbb B3:rrr", phase="sink")
    assert items(play(full, "sink A2 whirlpool r>B1~")) == "A3:bbb B2:bbb B3:rrr"


FULL = "A2:bbb A3:bbb B1:rrr B3:rrr C2:rrr C3:bbb"


def test_the_last_middle_piece_has_no_sea_beside_it_so_they_swim_in_its_own_hex() -> None:
    peak = drawn(PEAK, f"{FULL} B2:rb", phase="sink")
    assert items(play(peak, "sink B2 monster r>B2~ b>B2~")).split()[3:5] == ["B2~rb", "B2!m"]
    assert "B2" not in items(play(peak, "sink B2 whirlpool r>B2~ b>B2~"))
    # there is but one way, so that it may be left out
    assert play(peak, "sink B2 monster").state == play(peak, "sink B2 monster r>B2~ b>B2~").state


def test_a_lone_put_and_a_dealt_symbol_may_be_left_out() -> None:
    last = "A2:r B2:bbb B3:bb A3:rrr"
    assert items(play(drawn(COAST, last, phase="sink"), "sink A2 shark")) == "A2!s A3:rrr B2:bbb B3:rbb"
    dealt = drawn(COAST, "A2:r", phase="sink", backs="sbom", dealt="dealt/table/7")
    after = play(dealt, "sink A2 >B2")
    assert items(after) == "A2!s B2:r"
    assert "A3?b B2:r B2?o B3?m" in position.write(GAME.rules, after)


def test_regions_one_after_the_other() -> None:
    hills = play(drawn(COAST, "B3:rb", phase="sink"), "sink A2 shark", "roll shark 1 -")
    hills = play(hills, "move -", "sink A3 boat", "roll shark 1 -", "move -")
    assert refused(hills, "sink B3 shark")[0] == "sink.region"
    assert play(hills, "sink B2 boat").state.phase == "dice"


@pytest.mark.parametrize(
    ("before", "ply", "rule", "sentence"),
    [
        ("", "sink A1 shark", "sink.none", "No island piece is left on A1."),
        ("", "sink B2 shark", "sink.region", "B2 is hill, and 2 of lowland are left."),
        ("", "sink B3 shark", "sink.region", "B3 is mountain, and 2 of lowland are left."),
        ("A2:r", "sink A2 shark", "sink.put", "1 red on A2, none of them put: r-HEX for each."),
        ("A2:rr", "sink A2 shark r>A3", "sink.put", "1 red on A2, none of them put: r-HEX for each."),
        ("A2:r", "sink A2 shark r>A3 r>B2", "sink.put", "No red on A2, but 1 put."),
        ("A2:r", "sink A2 shark r>A3 b>B2", "sink.put", "No blue on A2, but 1 put."),
        ("", "sink A2 shark r>A3", "sink.put", "No red on A2, but 1 put."),
        ("A2:r", "sink A2 shark r>B4~", "sink.put", "Into the water from A2 is A1 or B1, not B4."),
        ("A2:r", "sink A2 shark r>A2", "sink.put", "A2 is no other island piece."),
        ("A2:r B2:bbb", "sink A2 shark r>B2", "sink.put", "B2 has no room: bbb stand there."),
        ("A2:rr B2:bb", "sink A2 shark r>B2 r>B2", "sink.put", "B2 has no room: rbb stand there."),
        ("A2:r", "sink A2 shark r>A1~", "sink.put", "1 put into the water while 9 find room on the island."),
        (
            "A2:rr A3:bbb B2:bbb B3:bb",
            "sink A2 shark r>A1~ r>B1~",
            "sink.put",
            "1 put into the water while 1 finds room on the island.",
        ),
    ],
)
def test_refusals(before: str, ply: str, rule: str, sentence: str) -> None:
    assert refused(drawn(COAST, before, phase="sink"), ply) == (rule, sentence)


def test_one_of_a_region_is_left() -> None:
    assert refused(drawn(". l . h", phase="sink"), "sink A4 boat")[1] == "A4 is hill, and 1 of lowland is left."


def test_the_supply_of_a_region_runs_out() -> None:
    state = drawn(COAST, phase="sink", supply="2.0.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2")
    assert refused(state, "sink A2 shark") == ("sink.symbol", "No shark is left under the lowland.")
    assert refused(drawn(". . m", phase="sink"), "sink A3 boat") == (
        "sink.symbol",
        "No boat is left under the mountain.",
    )


def test_another_symbol_than_the_seed_dealt() -> None:
    state = drawn(COAST, phase="sink", backs="sbom", dealt="dealt/table/7")
    assert refused(state, "sink A2 boat") == ("sink.symbol", "The seed dealt no boat under A2; leave the symbol out.")


def test_puts_are_judged_before_symbols() -> None:
    state = drawn(COAST, "A2:r", phase="sink", supply="2.0.3.3.6.1/2.2.2.2.2.2/2.1.1.1.0.2")
    assert refused(state, "sink A2 shark r>A1")[0] == "sink.put"
    assert refused(state, "sink A2 shark r>A3")[0] == "sink.symbol"


def test_empty_first() -> None:
    rules = "classic/classic/empty-first"
    state = drawn(COAST, "A2:rb", phase="sink", rules=rules)
    assert refused(state, "sink A2 shark r>A3 b>A3") == ("sink.occupied", "On A2 stand rb, and A3 is empty.")
    both = drawn(COAST, "A2:rb A3:r", phase="sink", rules=rules)
    assert play(both, "sink A2 shark r>A3 b>A3").state.phase == "dice"


def test_after_the_last_piece_the_sink_is_skipped() -> None:
    state = play(drawn(". l .=r .~b", phase="sink"), "sink A2 boat", "roll shark 1 -", "move -")
    assert state.state.phase == "dice"


def test_phase() -> None:
    state = drawn(ISLAND, phase="sink")
    assert refused(state, "move -") == ("phase", "Ann is to sink, not to move.")
    assert refused(state, "roll shark 1 -") == ("phase", "Ann is to sink, not to roll.")
    assert refused(state, "place G7") == ("phase", "Ann is to sink, not to place.")
