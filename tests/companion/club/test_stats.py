"""Figures of a club, counted a second time by hand."""

from __future__ import annotations

import statistics

import pytest
from cases import cases
from hypothesis import given, strategies as st

from companion.club import figures
from companion.club.names import Names
from companion.club.outcomes import Outcome
from companion.club.stats import Club, Share, Who, club, place, wilson
from companion.contract.faults import SyntaxFault
from companion.record.about import About

# A club of ten games, in the order they were played. By hand:
#
#        game      players (seat 1, 2, 3)      points      won by        Ann   Bob   Cy
#    1   atlantis  Ann  Bob                    50 40       Ann           won   lost
#    2   atlantis  Bob  Ann                    30 60       Ann           lost  won
#    3   escape    Ann  Bob  Cy                 5  5  2    Ann and Bob   won   won   lost
#    4   escape    Cy   ann  Bob                1  7  7    Bob (by tie)  lost  won   lost
#    5   circles   Bob  Cy                      0  0       Cy (agreed)         lost  won
#    6   gods      Ann                          4          Ann, alone
#    7   gods      Ann                          1          nobody
#    8   atlantis  Ann  Bob                    not over
#    9   atlantis  Ann  Bob  Cy                40 44 48    Cy            lost  lost  won
#   10   atlantis  Bob  Ann                    51 20       Bob           lost  won
GAMES = [
    Outcome(1, "atlantis", ("Ann", "Bob"), About("2026-01-01"), True, (50, 40), (0,), 30, 60),
    Outcome(2, "atlantis", ("Bob", "Ann"), About("2026-01-02"), True, (30, 60), (1,), 40, None),
    Outcome(3, "escape", ("Ann", "Bob", "Cy"), About("2026-02-01"), True, (5, 5, 2), (0, 1), 33, 90),
    Outcome(4, "escape", ("Cy", "ann", "Bob"), About("2026-02-02"), True, (1, 7, 7), (2,), 30, 80),
    Outcome(5, "circles", ("Bob", "Cy"), About("2026-03-01"), True, (0, 0), (1,), 12, None),
    Outcome(6, "gods", ("Ann",), About("2026-03-02"), True, (4,), (0,), 10, 30),
    Outcome(7, "gods", ("Ann",), About("2026-03-03"), True, (1,), (), 10, 40),
    Outcome(8, "atlantis", ("Ann", "Bob"), About("2026-04-01"), over=False),
    Outcome(9, "atlantis", ("Ann", "Bob", "Cy"), About("2026-04-02"), True, (40, 44, 48), (2,), 50, 100),
    Outcome(10, "atlantis", ("Bob", "Ann"), About("2026-04-03"), True, (51, 20), (0,), 34, 70),
]


@pytest.fixture(scope="module")
def found() -> Club:
    return club(GAMES)


def of(found: Club, name: str) -> Who:
    return figures.who(found, name, Names())


def test_games_over_and_not_over_are_told_apart(found: Club) -> None:
    assert (found.games, found.unfinished, found.since, found.until) == (9, 1, "2026-01-01", "2026-04-03")
    assert of(found, "Ann").unfinished == of(found, "Bob").unfinished == 1
    assert of(found, "Cy").unfinished == 0


def test_wins_count_whether_alone_or_shared_and_solo_games_apart(found: Club) -> None:
    assert {who.name: who.share[:3] for who in found.players} == {"Ann": (6, 3, 1), "Bob": (7, 3, 1), "Cy": (4, 2, 0)}
    assert of(found, "Ann").alone == (2, 1)
    assert of(found, "Bob").alone == (0, 0)


def test_by_lot_is_what_each_games_winners_drawn_by_lot_would_give(found: Club) -> None:
    assert of(found, "Ann").share.chance == pytest.approx((1 / 2 + 1 / 2 + 2 / 3 + 1 / 3 + 1 / 3 + 1 / 2) / 6)
    assert of(found, "Cy").share.chance == pytest.approx((2 / 3 + 1 / 3 + 1 / 2 + 1 / 3) / 4)


def test_streaks_go_by_the_order_of_play(found: Club) -> None:
    assert of(found, "Ann").streaks == (-3, 3)
    assert of(found, "Bob").streaks == (1, 2)
    assert of(found, "Cy").streaks == (2, 2)


def test_head_to_head_a_winner_is_ahead_then_points_count(found: Club) -> None:
    against = {(who.name, each.name): each[1:] for who in found.players for each in who.against}
    # games 1 2 | 9 and 10 and 4 (the winner of a tie) | 3: shared
    assert against["Ann", "Bob"] == (6, 2, 3, 1)
    assert against["Bob", "Ann"] == (6, 3, 2, 1)
    assert against["Ann", "Cy"] == (3, 2, 1, 0)
    assert against["Bob", "Cy"] == (4, 2, 2, 0)


def test_seats_are_counted_by_kind_and_number_of_players(found: Club) -> None:
    won = {at: [share.wins for share in shares] for at, shares in found.seats.items()}
    assert won == {
        ("atlantis", 2): [2, 1],
        ("atlantis", 3): [0, 0, 1],
        ("circles", 2): [0, 1],
        ("escape", 3): [1, 1, 1],
    }
    assert {share.games for share in found.seats["atlantis", 2]} == {3}


def test_averages_are_by_kind_and_number_of_players(found: Club) -> None:
    kinds = {(kind.game, kind.players): kind for kind in found.kinds}
    two = kinds["atlantis", 2]
    assert two.points == pytest.approx(statistics.mean([50, 40, 30, 60, 51, 20]))
    assert two.winners_points == pytest.approx(statistics.mean([50, 60, 51]))
    assert (two.most, two.most_by) == (60, "Ann")
    assert two.turns == pytest.approx(statistics.mean([30, 40, 34]))
    assert two.minutes == pytest.approx(statistics.mean([60, 70]))
    assert kinds["circles", 2].minutes is None
    assert kinds["gods", 1].winners_points == 4


def test_of_one_player_averages_are_that_players(found: Club) -> None:
    kinds = {(kind.game, kind.players): kind for kind in of(found, "Ann").kinds}
    assert kinds["atlantis", 2].points == pytest.approx(statistics.mean([50, 60, 20]))
    assert kinds["atlantis", 2].share[:2] == (3, 2)
    assert kinds["atlantis", 3].place == 3
    assert kinds["escape", 3].place == pytest.approx(statistics.mean([1, 2]))


def test_a_player_is_one_under_every_spelling(found: Club) -> None:
    assert [who.name for who in found.players] == ["Ann", "Bob", "Cy"]
    merged = club(GAMES, Names({"cy": "Cyril", "cyril": "Cyril"}))
    assert figures.who(merged, "CY", Names({"cy": "Cyril"})).name == "Cyril"
    assert figures.who(merged, "cyril", Names()).share == of(found, "Cy").share


def test_nobody_is_told_with_who_there_is(found: Club) -> None:
    with pytest.raises(SyntaxFault, match="'Zoe'; expected a player of these games, such as Ann, Bob, Cy"):
        figures.who(found, "Zoe", Names())


def test_places_are_shared_by_those_who_are_level() -> None:
    one = Outcome(1, "escape", ("A", "B", "C", "D"), scores=(5, 5, 2, 5), winners=(0,))
    assert [place(one, seat) for seat in range(4)] == [1, 2, 4, 2]


def test_a_club_of_no_games_has_no_figures() -> None:
    empty = club([])
    assert (empty.games, empty.players, empty.kinds, empty.seats) == (0, (), (), {})
    assert figures.lines(empty) == ["0 games over, 0 not over"]
    assert list(figures.rows(empty))[1][5:7] == ("games", 0)


@cases
def test_the_interval_is_statsmodels(counted: tuple[int, int], expected: tuple[float, float]) -> None:
    assert wilson(*counted) == pytest.approx(expected, abs=1e-9)


NAMES = ("Ann", "Bob", "Cy", "Di")


@st.composite
def clubs(draw: st.DrawFn) -> list[Outcome]:
    found = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        players = draw(st.permutations(NAMES))[: draw(st.integers(1, 4))]
        scores = tuple(draw(st.integers(-5, 9)) for _ in players)
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        over = draw(st.booleans())
        game = draw(st.sampled_from(("atlantis", "gods")))
        found.append(Outcome(number, game, tuple(players), over=over, scores=scores, winners=best, turns=9))
    return found


@given(clubs())
def test_whatever_a_club_played_its_figures_agree_with_each_other(games: list[Outcome]) -> None:
    found = club(games)
    met = [one for one in games if one.over and len(one.players) > 1]
    assert sum(who.share.wins for who in found.players) == sum(len(one.winners) for one in met)
    assert sum(who.share.games for who in found.players) == sum(len(one.players) for one in met)
    assert sum(who.share.lots for who in found.players) == pytest.approx(sum(len(one.winners) for one in met))
    assert sum(sum(s.wins for s in seats) for seats in found.seats.values()) == sum(len(one.winners) for one in met)
    ahead = {(who.name, each.name): each for who in found.players for each in who.against}
    for (one, other), each in ahead.items():
        back = ahead[other, one]
        assert (each.ahead, each.behind, each.level) == (back.behind, back.ahead, back.level)
        assert each.games == each.ahead + each.behind + each.level
    for who in found.players:
        low, high = who.share.interval
        assert 0 <= low <= who.share.share <= high <= 1
        assert max(0, who.streaks.now) <= who.streaks.best <= who.share.wins


@given(st.integers(1, 400), st.data())
def test_an_interval_narrows_and_holds_its_share(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    low, high = wilson(wins, games)
    assert low <= wins / games <= high
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low))
    closer = wilson(wins * 4, games * 4)
    assert closer[1] - closer[0] < high - low


def test_nothing_is_told_wider_than_80_columns(found: Club) -> None:
    long = [one._replace(players=tuple(f"{name} of the Harbour Street" for name in one.players)) for one in GAMES]
    for each in (found, club(long)):
        told = [*figures.lines(each), *(line for who in each.players for line in figures.lines_of(who))]
        assert max(map(len, told)) <= 80


def test_a_name_is_no_formula_in_a_spreadsheet() -> None:
    games = [GAMES[0]._replace(players=("+1+1", "Bob"))]
    assert "'+1+1" in {row[3] for row in figures.rows(club(games))}


def test_a_share_of_no_game_is_told_as_nothing() -> None:
    assert figures.facts(club([GAMES[5]]))["players"][0]["share"] is None
    assert Share().interval == (0.0, 1.0)
