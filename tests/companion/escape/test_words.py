"""Where things are, in sentences: what somebody who cannot see the board hears of it."""

from __future__ import annotations

from cases import cases

from companion.contract.position import Position

from .drawing import GAME, drawn

BAY = """
C r . . .
 . l h . .
. . m . .
"""


def said(state: Position, sought: str) -> list[str]:
    return [found.sentence for found in GAME.where(state, sought) if found.sentence]


def test_a_hex_tells_what_is_on_it_around_it_and_whether_it_may_sink() -> None:
    assert said(drawn(BAY, "B2:rb C2="), "b2") == [
        "B2: lowland, Ann 1 and Bob 1.",
        "B2 may sink: of lowland, which sinks now, 1 is left.",
        (
            "Around B2, from the right and clockwise: B3, hill; C3, mountain; C2, open sea, a boat that is empty;"
            " B1, open sea; A2, a reef; A3, open sea."
        ),
    ]


@cases
def test_what_is_called_so_is_found(items: str, sought: str, first: str) -> None:
    assert said(drawn(BAY, items), sought)[0] == first


def test_a_player_is_told_by_where_the_atlanteans_are() -> None:
    state = drawn(BAY, "B2:rr C2=r A4~r A1:rb")
    told = ["Ann: on land B2 2.", "Ann: in boats C2 1.", "Ann: swimming A4 1.", "Ann: ashore A1 1."]
    assert said(state, "ann") == said(state, "red") == told
    assert [found.place for found in GAME.where(state, "ann") if found.place] == ["B2", "C2", "A4", "A1"]


def test_a_landing_space_says_so() -> None:
    assert "B1 is the landing space of A1." in said(drawn(BAY), "b1")


def test_what_lies_under_a_piece_is_told_to_nobody() -> None:
    """A seat's position has no backs; with them, the sentences are the same."""
    dealt = drawn(BAY, backs="s" * 3, dealt="dealt/table/7")
    seen = GAME.seen(dealt, 0)
    for sought in ("b2", "b3", "c3", "lowland", "ann"):
        assert said(seen, sought) == said(dealt, sought)
