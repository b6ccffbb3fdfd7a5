"""Whom a link is for: its seat, of one game of one store as it began."""

from __future__ import annotations

from companion.page.seats import seats

KEY, PLAYERS = b"k" * 32, ("Ann", "Bob")


def test_a_link_of_another_game_opens_nothing() -> None:
    """Games of one number in two copies of a store share a key and players; they are told apart by how they began."""
    here = seats(KEY, 1, "cards=dealt seed=1", PLAYERS)
    for other in (seats(KEY, 1, "cards=dealt seed=2", PLAYERS), seats(KEY, 2, "cards=dealt seed=1", PLAYERS),
                  seats(b"j" * 32, 1, "cards=dealt seed=1", PLAYERS)):  # fmt: skip
        assert not {here.table, *here.seats} & {other.table, *other.seats}
        assert [here.place(token) for token in (other.table, *other.seats)] == [None, None, None]


def test_a_link_of_the_same_game_is_the_same_again() -> None:
    assert seats(KEY, 1, "start", PLAYERS) == seats(KEY, 1, "start", PLAYERS)
