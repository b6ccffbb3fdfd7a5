"""The end, players who are out or have resigned, turns that stood, and the nearest legal turn."""

from __future__ import annotations

import pytest
from drawing import GAME, RULES, after, at, chain, drawn, nearest, position, stood
from test_rules import f, row, scores, third

from companion.contract.faults import IllegalMove
from companion.games.circles.state import Table, pieces

AREAS = Table("jump", "pieces", "areas-only")


# ---- the row of passes ---------------------------------------------------------------------------


def test_everybody_still_in_the_game_passes_once_and_whoever_goes_out_counts_no_more() -> None:
    # while b passes, b's tower takes a's only piece off: a's pass is none of the row any more, and c has yet to pass
    here = after(position("B2 a1 . . . .\n. . . . . .\n. . . . c1 .", players=3), "-", "-")
    assert drawn(here).splitlines()[:2] == ["x . . . . .", "b1 . . . . ."]
    assert (here.state.turn, here.state.over) == (2, False)
    assert after(here, "-").state.over


def test_a_move_breaks_the_row() -> None:
    here = row("a1 . . b1 . c1 .", players=3)
    here = after(here, "-", "-", f"{f(5)}-{f(6)}", "-", "-")
    assert not here.state.over
    assert after(here, "-").state.over


def test_whoever_resigned_neither_counts_nor_breaks_the_row() -> None:
    here = after(row("a1 . . b1 . c1 .", players=3), "-", "resign")
    assert (here.state.turn, here.state.over) == (2, False)
    assert after(here, "-").state.over
    here = after(row("a1 . . b1 . c1 .", players=3), "resign", "-")
    assert not here.state.over
    assert after(here, "-").state.over


# ---- end: areas-only -----------------------------------------------------------------------------


def test_under_areas_only_passes_end_nothing_but_agreements_do() -> None:
    here = after(row("a1 . . b1 .", rules=AREAS), *["-"] * 6)
    assert not here.state.over
    here = after(here, "agree", "-", "agree")
    assert not here.state.over, "a pass breaks the row of agreements"
    assert after(here, "agree").state.over


def test_under_areas_only_the_last_player_goes_on_until_the_areas_are_stable() -> None:
    drawing = "a2 b1 .\nA0 . .\n. . ."
    assert after(position(drawing), f"{at(0, 0, 3)}-{at(0, 2, 3)}").state.over is False, "b is still there"
    alone = "a1 . .\nA1 . .\n. . ."
    assert after(position(alone + "\n. . b1"), "resign").state.over
    here = position(alone, rules=AREAS)
    for _ in range(12):
        if here.state.over:
            break
        here = after(here, "-")
    assert here.state.over
    assert all(value & 3 != 1 for value in here.state.fields), "the tower has gone off"


def test_when_nobody_is_left_to_play_the_game_is_over_under_any_rules() -> None:
    here = after(row("a1 . . b1 .", rules=AREAS), "resign")
    assert not here.state.over
    assert after(here, "resign").state.over


# ---- who resigned --------------------------------------------------------------------------------


def test_towers_of_whoever_resigned_go_on_exploding_so_that_areas_settle() -> None:
    # a2 has three living fields around its tower of 2, so it explodes at 3
    drawing = "A1 . . . . .\n. . . . . .\n. . . b1 . .\n. . . . . c1"
    here = after(position(drawing, players=3), "resign")
    assert drawn(here).splitlines()[0] == "A2 . . . . ."
    here = after(here, f"{at(2, 3, 4)}-{at(2, 2, 4)}", f"{at(3, 5, 4)}-{at(3, 4, 4)}")
    assert drawn(here).splitlines()[:2] == ["x a1 . . . .", "a1 . . . . ."]
    assert here.state.turn == 1
    assert pieces(here.state.fields, 0) == (2, 0), "the two that went off; none is left on a tower"


def test_resigning_is_no_way_out_of_an_explosion() -> None:
    before = position("a2 . .\n. . .\n. . b1\n. . c1", players=3)
    assert after(before, "resign").state.fields == after(before, "-").state.fields
    assert chain(before, "resign")


def test_a_chain_tells_the_explosions_of_whoever_resigned_too() -> None:
    here = after(position("A1 . . .\n. . . .\n. . . b1\n. . . c1", players=3), "resign")
    here = after(here, "-")
    lines = chain(here, f"{at(3, 3, 4)}-{at(3, 2, 4)}")
    to = f"{at(0, 1, 4)}, {at(1, 0, 4)}"
    assert lines == [
        f"{at(0, 0, 4)}: P1's growth tower explodes to {to} and is burned, though P1 has resigned",
    ]


# ---- stood ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("crossing", ["jump", "cancel"])
def test_what_stood_never_revives_burned_ground_nor_takes_a_tower_away(crossing: str) -> None:
    here = row("a4 x B2 A1 . . b1", rules=Table(crossing))
    now, (refusal,), _ = stood(here, f"{f(0)}-{f(4)}")
    assert refusal.rule == "move.blocked"
    assert third(drawn(now)) == ". x B2 A2 a4 . b1"


def test_a_legal_turn_that_is_marked_as_stood_breaks_nothing() -> None:
    here = row("a2 . . b1 .")
    for words in (f"{f(0)}-{f(2)}", "-", "agree", "resign"):
        assert stood(here, words) == (after(here, words), [], 0)


def test_a_wrong_number_of_pieces_stands_as_it_was_moved() -> None:
    here = row("a4 . . b1 .")
    with pytest.raises(IllegalMove) as refused:
        after(here, f"{f(0)}-{f(2)}=3")
    far = f"{f(0)} to {f(2)} is 2 fields, so as many pieces go; 3 were moved"
    assert (refused.value.rule, refused.value.message) == ("move.count", far)
    now, broken, _ = stood(here, f"{f(0)}-{f(2)}=3")
    assert third(drawn(now)) == "a1 . a3 b1 ."
    assert [refusal.rule for refusal in broken] == ["move.count"]
    with pytest.raises(IllegalMove):
        stood(here, f"{f(0)}-{f(2)}=5")


@pytest.mark.parametrize("words", ["explode none", "- explode none", "- grow none explode none"])
def test_a_forgotten_explosion_or_growth_is_told_behind_the_moves(words: str) -> None:
    here = row("a6 . . b1 .")
    [ply] = RULES.split(here.state, words)
    turn = GAME.parse(here, ply)
    assert GAME.parse(here, GAME.format(here, turn)) == turn
    with pytest.raises(IllegalMove) as refused:
        after(here, words)
    assert (refused.value.rule, refused.value.message) == (
        "explode.forgotten", f"P1's {f(0)} explodes this turn; that was left out",
    )  # fmt: skip
    now, broken, _ = stood(here, words)
    assert third(drawn(now)) == "a6 . . b1 ."
    assert [refusal.rule for refusal in broken] == ["explode.forgotten", "grow.forgotten"][: 1 + ("grow" in words)]
    again = after(now, f"{f(3)}-{f(4)}")
    made_up = after(again, "-")
    assert third(drawn(made_up)).startswith("A"), "the stack goes off in the next turn"


def test_a_forgotten_growth_leaves_the_towers_as_they_are() -> None:
    here = row("A1 . a1 b1 .")
    now, (refusal,), _ = stood(here, "grow none")
    assert (refusal.rule, refusal.message) == (
        "grow.forgotten", "1 growth tower grows for P1 this turn; that was left out",
    )  # fmt: skip
    assert third(drawn(now)) == "A1 . a1 b1 ."


def test_both_phases_forgotten_are_both_told() -> None:
    """The stack would have become a growth tower, and grown with the other."""
    here = row("a6 . . A1 b1")
    now, broken, _ = stood(here, "- explode none grow none")
    assert [(refusal.rule, refusal.message) for refusal in broken] == [
        ("explode.forgotten", f"P1's {f(0)} explodes this turn; that was left out"),
        ("grow.forgotten", "2 growth towers grow for P1 this turn; that was left out"),
    ]
    assert third(drawn(now)) == "a6 . . A1 b1"


def test_nothing_due_is_nothing_forgotten() -> None:
    here = row("a2 . . b1 .")
    assert after(here, f"{f(0)}-{f(2)} explode none grow none") == after(here, f"{f(0)}-{f(2)}")


def test_what_stood_is_worth_the_fields_it_gained() -> None:
    # two moves from one island: the second shuts b in between x and a, and takes its piece off
    here = position("a1 a1 b1 . x b1\n. x x x x .", players=2)
    turn = f"{at(0, 0, 2)}-{at(1, 0, 2)} {at(0, 1, 2)}-{at(0, 2, 2)}"
    now, (refusal,), worth = stood(here, turn)
    assert refusal.rule == "move.island"
    honest = after(here, f"{at(0, 0, 2)}-{at(1, 0, 2)}")
    assert worth == scores(now)[0] - scores(honest)[0]
    assert worth != 0


def test_pieces_that_were_not_there_cannot_have_moved() -> None:
    here = row("a1 . . b1 .")
    for words in (f"{f(0)}-{f(2)}", f"{f(1)}-{f(2)}", f"{f(3)}-{f(4)}"):
        with pytest.raises(IllegalMove):
            stood(here, words)


# ---- refusals ------------------------------------------------------------------------------------


def test_pieces_that_arrived_stay_in_sentences_that_read_well() -> None:
    here = row("a1 . . . . .", islands="1 2 3 3 3 3")
    with pytest.raises(IllegalMove) as caught:
        after(here, f"{f(0)}-{f(1)} {f(1)}-{f(2)}")
    assert caught.value.message == f"the piece on {f(1)} arrived this turn and cannot move again"
    here = row("a2 . . . . .", islands="1 2 3 3 3 3")
    with pytest.raises(IllegalMove) as caught:
        after(here, f"{f(0)}-{f(2)} {f(2)}-{f(4)}")
    assert caught.value.message == f"all 2 pieces on {f(2)} arrived this turn and cannot move again"
    here = row("a2 . a1 . . .", islands="1 2 3 3 3 3")
    with pytest.raises(IllegalMove) as caught:
        after(here, f"{f(0)}-{f(2)} {f(2)}-{f(4)}")
    far = f"so only 1 can move; {f(4)} is 2 fields away"
    assert caught.value.message == f"2 of the 3 pieces on {f(2)} arrived this turn, {far}"


def test_the_nearest_turn_of_a_source_without_a_stack_moves_the_stack_beside_it() -> None:
    here = row("a1 . . b1 . . .")
    assert nearest(here, f"{f(1)}-{f(2)}") == f"{f(0)}-{f(1)}"
    assert nearest(here, f"{f(3)}-{f(4)}") == f"{f(0)}-{f(1)}"


def test_the_nearest_turn_of_a_second_move_from_an_island_is_no_other_move() -> None:
    opened = after(row("a1 a1 . . b1 . ."), f"{f(0)}-{at(1, 0, 5)} +")
    assert nearest(opened, f"{f(1)}-{f(2)}") == "-"


def test_the_nearest_turn_of_whoever_cannot_move_is_none() -> None:
    here = row("A1 . . b1 . . .")
    assert nearest(here, f"{f(1)}-{f(2)}") == "-"


def test_who_resigned_cannot_win_with_the_most_fields() -> None:
    here = after(row("a1 . . b1 . c1 .", players=3), "resign", "resign")
    assert here.state.over
    assert RULES.score(here.state).winners == (2,)
