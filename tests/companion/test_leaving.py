"""A player leaves: in every game the others go on, and whoever is the last there has won."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path

import pytest
from records import recorded, records_of, whole

from companion import Game, read, write
from companion.contract.faults import SyntaxFault
from companion.games import names
from companion.page.answer import Answer, Posted
from companion.page.deeds import done, leave
from companion.page.live import Live, Spot
from companion.page.seats import TABLE
from companion.page.shown import in_sentences
from companion.record.mending import rename
from companion.record.starting import new
from companion.record.written import transcript
from companion.table.correcting import Asked, correct
from companion.table.look import REFEREE
from companion.table.store import Store
from companion.table.table import Table
from companion.table.turns import Untaken

THOSE = [name for name in names() if Game(name).can_leave]


def of_several(name: str) -> Table:
    """The shortest whole game of more than two."""
    some = (file for file in records_of(name) if not re.search("-[12]-", file.stem))
    return whole(min(some, key=lambda file: file.stat().st_size)).table


def adds_up(table: Table) -> bool:
    totals = [0] * len(table.game.facts(table.state)["players"])
    for _, change in table.trail(REFEREE):
        totals[change.player] += change.points
    return totals == [each.score for each in sorted(table.settle().standings, key=lambda each: each.player)]


@pytest.mark.parametrize("name", THOSE)
def test_after_somebody_leaves_the_game_goes_on_or_ends_and_everything_adds_up(name: str) -> None:
    """All but one leave, in any turn, with random play between: positions are sound, records replay, undo undoes."""
    table, chance = of_several(name), random.Random(name)
    for ply in (0, table.ply // 2):
        here = table.undo(ply).table
        for who in chance.sample(here.names, len(here.names) - 1):
            assert here.turn is not None
            left, seat = here.leave(who).table, here.names.index(who)
            for viewer in (None, *range(len(here.names))):  # nobody is told more by it
                assert left.look(viewer).seen == here.game.leave(here.look(viewer).seen, seat)
            assert left.undo().table.state == here.state
            assert left.game.read(left.position) == left.state
            assert left.whose != who
            assert seat not in left.settle().winners
            for _ in range(4):
                move = next(iter(islice(left.game.moves(left.state), chance.randrange(6), None)), None)
                if left.turn is None or move is None:
                    break
                assert left.whose != who
                left = left.move(left.game.format(left.state, move))
                assert left.game.read(left.position) == left.state
            again = read(write(left))
            assert (again.position, again.journal) == (left.position, left.journal)
            here = left
            if here.turn is None:
                break
        assert here.turn is None
        assert adds_up(here)


@pytest.mark.parametrize("name", THOSE)
def test_of_two_who_stays_wins_and_the_end_says_so(name: str) -> None:
    table = Game(name).new("Ann", "Bob", seed=7) if name != "circles" else Game(name).new("Ann", "Bob")
    over = table.leave("ann").table
    assert (over.turn, over.settle().winners) == (None, (1,))
    facts = over.look().facts()
    assert (facts["over"], facts["winners"], facts["players"][0].get("left"), "left" in facts["players"][1]) == (
        True,
        ["Bob"],
        True,
        False,
    )
    assert [span.text for span in over.look().board(80)[-1]] == ["Ann has left."]
    with pytest.raises(Untaken, match=r"[Tt]he game is over"):
        over.leave("Bob")


def test_what_cannot_be_left_is_refused_and_changes_nothing() -> None:
    table = Game("atlantis").new("Ann", "Bob", "Cy", seed=42).leave("Bob").table
    for who, seat, why in (("Bob", 1, "Bob has left already"), ("Zoe", 0, "'Zoe'; expected one of Ann, Bob, Cy"),
                           ("Cy", 0, "leave.others")):  # fmt: skip
        with pytest.raises((Untaken, SyntaxFault), match=why):
            table.leave(who, seat)
    assert table.leave("Cy", 2).table.turn is None


def test_a_solo_game_that_is_left_is_lost() -> None:
    over = Game("gods").new("Ann", seed=3).leave("Ann").table
    assert over.look().facts()["winners"] == ["opponent"]


def test_in_atlantis_everything_stays_where_it_is_and_nobody_moves_it() -> None:
    table = Game("atlantis").new("Ann", "Bob", "Cy", seed=42).move("1:H").move("1:O")
    left = table.leave("Ann").table
    before, after = (each.look().facts()["players"][0] for each in (table, left))
    assert after == before | {"left": True}
    assert left.whose == "Cy"
    assert left.move("1:O").whose == "Bob"


def test_in_escape_atlanteans_come_off_the_board_but_for_those_ashore_and_the_dice_are_the_next_players() -> None:
    table = of_several("escape")
    ply = next(entry.ply for entry in table.journal.line() if entry.text.startswith("reveal "))
    here = table.undo(ply).table
    assert here.state.state.phase in ("dice", "roll")
    left = here.leave(here.whose or "").table
    gone = left.look().facts()["players"][here.turn or 0]
    assert (gone["island"], gone["boats"], gone["swimming"]) == (0, 0, 0)
    assert (left.state.state.phase, left.state.state.dice) == ("move", None)
    assert left.state.state.sea.boats == here.state.state.sea.boats


def test_while_atlanteans_are_placed_the_others_place_theirs() -> None:
    table = Game("escape").new("Ann", "Bob", "Cy").move("place G7").leave("Bob").table
    assert table.whose == "Cy"
    table = table.leave("Cy").table
    assert table.settle().winners == (0,)


def test_in_gods_the_neutral_site_is_free_and_followers_can_be_converted() -> None:
    table = recorded("gods-4-hidden-sides")
    who = next(n for n, each in enumerate(table.look().facts()["players"]) if each["followers"])
    if table.turn is None:
        table = table.undo(whole=True).table
    left = table.leave(table.names[who]).table
    facts = left.look().facts()["players"][who]
    assert not [place for place in facts["temples"] if place.endswith("n")]
    assert facts["followers"] == table.look().facts()["players"][who]["followers"]


def test_in_circles_leaving_is_to_resign() -> None:
    table = Game("circles").new("Ann", "Bob", "Cy").move("-")
    left, resigned = table.leave("Bob").table.state, table.move("resign").state
    assert left.state == resigned.state._replace(number=table.state.state.number), "nobody has had a turn by it"


def test_a_name_and_a_correction_keep_who_left() -> None:
    table = Game("atlantis").new("Ann", "Bob", "Cy", seed=42).move("1:H").leave("Bob").table.move("1:O")
    assert [entry.text for entry in rename(table, "Bob", "Bert").journal.line()] == ["1:H", "Bert", "1:O"]
    kept, made = correct(table, Asked(1, "2:H"), REFEREE).keep()
    assert ([entry.text for entry in kept.journal.line()], made.breaks) == (["2:H", "Bob", "1:O"], ())
    with pytest.raises(SyntaxFault, match="a game that a player has left"):
        transcript(Game("circles").new("Ann", "Bob", "Cy").leave("Bob").table)


def test_on_the_page_a_seat_leaves_and_the_table_says_who(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db", create=True) as store:
        live = Live(new(store, "atlantis", ["Ann", "Bob", "Cy", "Di"], seed=42))

        def ask(place: int, text: str) -> list[str]:
            return done(leave, live, place, Posted(last=live.look(), text=text))

        assert ask(1, text="") == ["Bob leaves"]
        assert ask(TABLE, text="di") == ["Di leaves"]
        view = live.view(0, Spot())
        assert [player.get("left") for player in view["players"]] == [None, True, None, True]
        assert in_sentences(live.at(0, Spot()))[-2:] == ["Bob has left.", "Di has left."]
        assert [(entry["kind"], entry["text"]) for entry in view["log"]] == [("leave", "Bob"), ("leave", "Di")]
        with pytest.raises(Answer, match="Bob has left already"):
            ask(1, text="")
