"""What a playtest counts: by hand on courses of a lead, the same beside others, kept and gone on with, and compared."""

from __future__ import annotations

import doctest
import re
import sqlite3
from itertools import pairwise, product
from math import comb
from pathlib import Path

import msgspec
import pytest
from cases import cases
from hypothesis import given, strategies as st
from records import recorded

from companion import Game
from companion.cli.main import run as program
from companion.club.chart import heaps
from companion.games import names
from companion.lab import runs
from companion.lab.measures import figures
from companion.lab.paired import binomial, compare, flipped
from companion.lab.playtest import Row, course, planned, played
from companion.lab.report import answers
from companion.lab.runs import Broken, Kept, run

ROOT = Path(__file__).parents[3]
PLAN = planned("atlantis", ("random", "random"), seed=5)
Lead = tuple[tuple[int, ...], tuple[int, ...]]


@pytest.fixture(scope="module")
def alone() -> list[Row]:
    return run(PLAN, 8)


def row(number: int, winners: tuple[int, ...], scores: tuple[int, ...], **more: object) -> Row:
    """A game of four turns in which nothing else is worth telling."""
    plain = Row(number, 0, True, winners, scores, 4, 4, (3, 5), 0, 0, 0, 1, "", "", {}, {})
    return msgspec.structs.replace(plain, **more)


# ---- how the lead went ---------------------------------------------------------------------------


def lead(*points: tuple[int, ...]) -> list[Lead]:
    return [(each, tuple(seat for seat, one in enumerate(each) if one == max(each))) for each in points]


@pytest.mark.parametrize(
    ("points", "winners", "found"),
    [
        pytest.param([(1, 0), (2, 0), (2, 1)], (0,), (0, 0, 0, 1), id="who leads from the first turn decides it there"),
        pytest.param([(1, 0), (1, 1), (2, 1)], (0,), (0, 0, 0, 3), id="a level turn is no change, nobody is behind"),
        pytest.param([(3, 0), (9, 2), (9, 4), (9, 10)], (1,), (1, 3, 7, 4), id="turned by the last turn: decided"),
        pytest.param([(1, 0), (1, 1)], (0, 1), (0, 0, 0, 2), id="who shares a win led only once all of them did"),
    ],
)
def test_how_the_lead_went(points: list[tuple[int, ...]], winners: tuple[int, ...], found: tuple[int, ...]) -> None:
    assert course(lead(*points), winners) == found


@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=12))
def test_no_two_measures_of_a_lead_contradict_each_other(points: list[tuple[int, ...]]) -> None:
    """Decided from the first turn on: nobody else led, and nobody was behind. The lead changed, then it was not."""
    after = lead(*points)
    winners = after[-1][1]
    leads, behind, deficit, decided = course(after, winners)
    assert 1 <= decided <= len(after)
    assert behind < decided
    assert (behind == 0) == (deficit == 0)
    assert (decided == 1) == all(leaders == winners for _, leaders in after)
    assert not (decided == 1 and (leads or behind))
    assert all(leaders == winners for _, leaders in after[decided - 1 :])
    alone = [(turn, leaders) for turn, (_, leaders) in enumerate(after, 1) if len(leaders) == 1]
    assert leads == sum(one != other for (_, one), (_, other) in pairwise(alone))
    assert all(turn <= decided for (_, one), (turn, other) in pairwise(alone) if one != other)


# ---- why it ended ----------------------------------------------------------------------------------


@cases
def test_a_recorded_game_ended_for_the_reason_its_last_position_shows(record: str, why: str) -> None:
    assert recorded(record).game.ending(recorded(record).state) == why


@pytest.mark.parametrize("name", names())
def test_a_game_that_all_but_one_have_left_ended_for_that(name: str) -> None:
    game = Game(name)
    state = game.new("Ann", "Bob", seed=1).start
    assert game.ending(game.leave(state, 0)) in ("one player is left", "every area is stable")


def test_everybody_passed_ends_a_game_of_circles() -> None:
    game = Game("circles")
    state = game.new("Ann", "Bob").start
    for _ in range(2):
        state = game.apply(state, game.parse(state, "-"))
    assert (game.turn(state), game.ending(state)) == (None, "everybody passed")


# ---- figures -------------------------------------------------------------------------------------


def test_figures_of_three_games_by_hand() -> None:
    """Two won by the first seat, by 4 and by 2; one shared; one more that nobody ended counts in no share."""
    found = figures([
        row(2, (0, 1), (3, 3)), row(0, (0,), (5, 1), decided=1), row(1, (0,), (4, 2), behind=2, deficit=3, decided=4),
        row(3, (), (0, 0), ended=False),
    ])  # fmt: skip
    assert (found.games, found.ended, found.shared, found.different) == (4, 3, 1, 4)
    assert [seat.wins for seat in found.seats] == [2.5, 0.5]
    assert [round(seat.share, 4) for seat in found.seats] == [0.8333, 0.1667]
    by_key = {each.key: each for each in found.measures}
    assert (by_key["margin"].mean, by_key["margin"].games) == (3, 2)
    assert (by_key["behind"].mean, by_key["deficit"].mean) == (25, 1.5)
    assert by_key["decided"].mean == pytest.approx((25 + 100 + 25) / 3)
    assert (by_key["branching"].mean, by_key["branching"].games) == (4, 4)
    # mean 3, variance 2, of 2 games: 1.96 * sqrt(2 / 2) to each side
    assert (by_key["margin"].low, by_key["margin"].high) == (
        pytest.approx(1.04, abs=0.001),
        pytest.approx(4.96, abs=0.001),
    )


def test_where_no_game_ended_nobody_is_said_to_win() -> None:
    found = figures([row(0, (), (0, 0), ended=False)])
    assert answers([PLAN], [found], [], 80) == ["No game ended."]


# ---- beside each other, kept, gone on with -------------------------------------------------------


@pytest.mark.parametrize("jobs", [2, 4])
def test_several_processes_find_what_one_does(jobs: int, alone: list[Row]) -> None:
    assert run(PLAN, 8, jobs) == alone


def test_what_is_kept_is_not_played_again(tmp_path: Path, alone: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(done: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(runs, "OFTEN", -1.0)
    with Kept(tmp_path / "games.db") as kept, pytest.raises(KeyboardInterrupt):
        run(PLAN, 8, kept=kept, progress=interrupted)
    numbers = list[int]()
    monkeypatch.setattr(runs, "played", lambda plan, number: numbers.append(number) or played(plan, number))
    with Kept(tmp_path / "games.db") as kept:
        assert run(PLAN, 8, kept=kept) == alone
        assert numbers == list(range(4, 8))
        assert run(PLAN, 8, kept=kept) == alone
        assert run(PLAN._replace(seed=6), 2, kept=kept) != alone[:2]
    assert numbers == [*range(4, 8), 0, 1]


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("shopping, " * 40)
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE notes(text)")
    before = text.read_bytes(), other.read_bytes()
    for file in (text, other, tmp_path):
        with pytest.raises(Broken, match=file.name):
            Kept(file)
    assert (text.read_bytes(), other.read_bytes()) == before


def test_a_damaged_row_is_told(tmp_path: Path, alone: list[Row]) -> None:
    with Kept(tmp_path / "games.db") as kept:
        kept.add(PLAN, alone[:2])
        kept.db.execute('UPDATE games SET row = \'{"number": "x"}\' WHERE number = 1')
        with pytest.raises(Broken, match=r"games\.db: "):
            run(PLAN, 2, kept=kept)


def test_a_game_that_fails_is_told_with_what_plays_it_again() -> None:
    with pytest.raises(Broken, match="game 0 of seed 5 broke off"):
        run(PLAN._replace(strengths=("nobody", "random")), 1)


# ---- two sets of rules ---------------------------------------------------------------------------


@given(st.integers(0, 40), st.integers(0, 40))
def test_an_exact_test_counts_the_throws_of_a_coin(more: int, less: int) -> None:
    number, fewer = more + less, min(more, less)
    even = sum(comb(number, k) for k in range(number + 1) if min(k, number - k) <= fewer) / 2**number
    assert binomial(more, number) == pytest.approx(even)


@given(st.lists(st.integers(-9, 9), max_size=9))
def test_few_pairs_are_compared_by_every_way_their_coins_can_fall(apart: list[int]) -> None:
    ways = [
        sum(sign * each for sign, each in zip(signs, apart, strict=True))
        for signs in product((1, -1), repeat=len(apart))
    ]
    assert flipped(apart) == pytest.approx(sum(abs(way) >= abs(sum(apart)) for way in ways) / len(ways))


@pytest.mark.parametrize(("more", "less"), [(8, 4), (20, 8), (60, 40), (120, 90), (320, 290)])
def test_of_differences_of_one_a_coin_for_each_pair_finds_what_mcnemar_does(more: int, less: int) -> None:
    """Counted, drawn or by the normal curve, which is right to about the share of one pair."""
    assert flipped([1] * more + [-1] * less) == pytest.approx(binomial(less, more + less), abs=0.04)


def test_a_mean_can_differ_beyond_chance_where_as_many_pairs_have_more_as_less() -> None:
    assert flipped([9] * 10 + [-1] * 10) < 0.01
    assert flipped([9] * 100 + [-1] * 100) < 0.001
    assert flipped([1.0, -1.0] * 30) == flipped([]) == 1.0


def test_only_pairs_that_differ_count_and_each_of_many_measures_must_be_surer() -> None:
    """Ten deals: the first seat wins all under the first rules, one under the second; the margin is the same."""
    one = [row(n, (0,), (4, 2)) for n in range(10)]
    other = [row(n, (0,), (4, 2)) if n == 0 else row(n, (1,), (2, 4)) for n in range(10)]
    found = {each.key: each for each in compare(one, other)}
    first = found["win_1"]
    assert (first.more, first.less, first.mean) == (0, 9, -0.9)
    assert first.p == pytest.approx(2 / 2**9)
    assert first.corrected == pytest.approx(len(found) * 2 / 2**9)
    assert first.beyond
    assert (found["margin"].p, found["margin"].beyond) == (1.0, False)


def test_the_same_rules_never_differ(alone: list[Row]) -> None:
    assert {each.p for each in compare(alone, alone)} == {1.0}


# ---- at the prompt, and in a notebook ---------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert program(["stats", "--simulate", *words]) == status
    told = capsys.readouterr()
    return told.err if status else told.out


def test_a_notebook_reads_what_was_kept_as_the_docs_show_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = (ROOT / "docs" / "playtest.md").read_text(encoding="utf-8")
    said(capsys, *re.search(r"^\$ companion stats --simulate (atlantis .*)$", shown, flags=re.M)[1].split())
    done = doctest.testfile(str(ROOT / "docs" / "playtest.md"), module_relative=False)
    assert (done.failed, done.attempted > 2) == (0, True)


def test_a_page_has_both_sets_of_rules_asks_nobody_and_is_the_same_for_the_same_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["atlantis", "--games", "6", "--seats", "random", "--seed", "5", "--resume", str(tmp_path / "games.db")]
    pages = []
    for name, jobs in (("one.html", "1"), ("two.html", "2")):
        told = said(capsys, *asked, "--against", "buys_per_turn=2", "--html", str(tmp_path / name), "--jobs", jobs)
        assert told.splitlines()[-1] == f"Written: {tmp_path / name}"
        pages.append((tmp_path / name).read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    assert "A: atlantis: 6 games, seed 5; the usual rules" in pages[0]
    assert "B: atlantis: 6 games, seed 5; buys_per_turn=2" in pages[0]
    assert pages[0].count("<svg") >= 6
    assert not re.search(r"<script|https?:|src=(?!\"data:)|\son\w+=", pages[0].partition("</style>")[2])
    assert "exists already" in said(capsys, *asked, "--html", str(tmp_path / "one.html"), status=2)


def test_heaps_are_as_high_as_numbers_are_many_and_of_a_second_set_below() -> None:
    boxes = [
        tuple(map(float, found))
        for found in re.findall(
            r'<rect class="(?:up|down)" x="(.*?)" y="(.*?)" .*? height="(.*?)"/>', heaps("turns", [[3, 3, 4], [5]])
        )
    ]
    (three, top, twice), (four, _, once), (five, below, all_) = boxes
    assert three < four < five
    assert twice == pytest.approx(2 * once, abs=0.2)
    assert all_ == pytest.approx(1.5 * twice, abs=0.2), "one of one is more than two of three"
    assert below == pytest.approx(top + twice, abs=0.2), "below the line on which the first set stands"
