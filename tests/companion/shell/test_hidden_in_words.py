"""Nobody learns what they may not see: what is told comes from the view, and a guess stands in the log for all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.games import Game, names
from companion.page.answer import Answer, Posted
from companion.page.deeds import done, enter
from companion.page.live import Live, Spot
from companion.record import written
from companion.record.record import read, write
from companion.record.replay import begin, play
from companion.record.starting import keep, new
from companion.record.written import Hidden
from companion.table.correcting import Asked, correct
from companion.table.look import PUBLIC, REFEREE, Viewer
from companion.table.store import Store
from companion.table.table import Attempted, Table
from companion.table.turns import Untaken


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db", create=True) as opened:
        yield opened


def dealt(store: Store, game: str, **more: Any) -> Table:
    """A game of Ann and Bob in which the seed deals all it can."""
    options = {option.name: "dealt" for option in Game(game).setup_options if "dealt" in option.choices}
    return new(store, game, ["Ann", "Bob"], seed=more.pop("seed", 42), options=options | more)


def refused(table: Table, line: str, viewer: Viewer = PUBLIC, *, stood: bool = False) -> Untaken:
    with pytest.raises(Untaken) as found:
        table.enter(line, viewer, stood=stood)
    return found.value


def log(table: Table) -> list[tuple[str, str]]:
    return [(told.entry.kind, told.entry.text) for told in table.log()]


# ---- what is legal in truth is legal in every view -----------------------------------------------


@pytest.mark.parametrize("name", names())
def test_a_seat_is_listed_nothing_that_it_may_not_say(name: str, store: Store) -> None:
    """Only what is hidden may forbid it: no turn is listed that tells what the companion turns up itself."""
    chance, table, tried = random.Random(name), dealt(store, name), 0
    while table.turn is not None and table.ply < 25:
        for text in islice(table.look(table.turn).legal(), 40):
            try:
                tried += len(table.judged(text, table.turn))
            except Untaken as why:
                assert why.unseen, (text, str(why))
        table = table.move(chance.choice(list(islice(table.look(REFEREE).legal(), 100))))
    assert tried >= table.ply > 5


# ---- refusals ------------------------------------------------------------------------------------


def test_a_card_the_player_lacks_is_told_to_nobody_but_that_player(store: Store) -> None:
    table = dealt(store, "atlantis")
    found = refused(table, "1:O")
    assert isinstance(found, Attempted)
    assert (found.rule, found.nearest) == ("hidden", "")
    assert found.message == "hidden cards make this impossible; the log shows everyone that it was tried"
    assert log(found.table) == [("attempt", "1:O")]
    own = refused(found.table, "1:O", 0)
    assert own.message == "Ann's hand is FFAR; O needs 1 olive card"
    assert own.nearest
    assert len(found.table.journal.entries) == 1, "who knows the hand guesses nothing"
    assert refused(found.table, "1:O", REFEREE).message == own.message


def test_an_attempt_survives_undo_redo_export_and_import(store: Store) -> None:
    table = refused_table(dealt(store, "atlantis"), "1:O").enter("1:A").table
    table = refused_table(table, "stuck").undo().table.redo().table
    told = [("attempt", "1:O"), ("turn", "1:A"), ("attempt", "stuck"), ("undo", "1"), ("redo", "1")]
    assert log(table) == told
    record = written.record(table, REFEREE)
    again, source = read(write(record).encode(), "copy.yaml")
    assert again.lines == record.lines
    whole, start = begin(again, source)
    copy = keep(store, whole, play(table.game, start, again.lines))
    assert (log(copy), copy.state, copy.ply) == (told, table.state, 1)


def refused_table(table: Table, line: str) -> Table:
    found = refused(table, line)
    assert isinstance(found, Attempted)
    return found.table


def test_every_ply_of_a_seats_line_is_its_own(store: Store) -> None:
    table = dealt(store, "escape")
    for last in ("G7", "draw deck", "travel B", "nonsense"):
        found = refused(table, f"F5 / F5 / {last}", 0)
        assert found.rule != "turn.others" or (found.message, found.nearest) == ("It is Bob's turn.", "")
        assert "Bob holds" not in found.message
    assert refused(table, "F5", 1).message == "It is Ann's turn."
    assert table.look().ply == table.ply == 0


@pytest.mark.parametrize(
    ("game", "line"),
    [(game, line) for game, lines in {
        "gods": ["draw R>B", "draw R>G", "draw R>R", "draw R>Y"],
        "atlantis": ["1:H reveal F3", "1:H reveal O5", "1:H reveal C7"],
    }.items() for line in lines],
)  # fmt: skip
@pytest.mark.parametrize("viewer", [PUBLIC, 0])
def test_what_the_companion_turns_up_nobody_says(game: str, line: str, viewer: Viewer, store: Store) -> None:
    table = dealt(store, game)
    found = refused(table, line, viewer)
    assert (found.rule, found.nearest) == ("dealt.said", "")
    assert found.message == "the companion deals this itself; leave it out"
    assert log(table) == []


def test_a_line_ends_with_what_it_turns_up(store: Store) -> None:
    table = dealt(store, "gods")
    colour = next(letter for letter in table.look().facts()["row"])
    entered = table.enter(f"draw deck; draw {colour}; draw deck")
    assert [step.text for step in entered.steps] == ["draw deck", f"draw {colour}"]
    assert "draw deck was not entered" in entered.rest


def test_what_stood_is_told_in_words_of_what_was_seen(store: Store) -> None:
    """Ann has no olive to play: as it stood, too, that cannot be, and her hand is not told."""
    found = refused(dealt(store, "atlantis"), "1:O", stood=True)
    assert isinstance(found, Attempted)
    assert (found.rule, log(found.table)) == ("hidden", [("attempt", "stood 1:O")])


# ---- looks ---------------------------------------------------------------------------------------


def test_a_record_of_a_game_that_goes_on_is_the_referees_alone(store: Store) -> None:
    table = dealt(store, "atlantis")
    for viewer in (PUBLIC, 0, 1):
        with pytest.raises(Hidden):
            written.record(table, viewer)
    assert written.record(table, REFEREE).setup.seed == 42


def test_the_current_game_is_settled_by_what_lies_open(store: Store) -> None:
    table = dealt(store, "gods")
    assert table.look().facts()["position"].count("?") > table.look(REFEREE).facts()["position"].count("?")
    assert table.look().settled().standings


def test_a_correction_tells_no_more_than_the_view(store: Store) -> None:
    """Ann has no olive: that turn 1 was 1:O cannot be, and the try is in the log."""
    table = dealt(store, "atlantis").enter("1:A").table
    with pytest.raises(Attempted) as found:
        correct(table, Asked(1, "1:O")).keep()
    assert log(found.value.table) == [("turn", "1:A"), ("attempt", "amend 1 1:O")]
    assert found.value.table.state == table.state
    with pytest.raises(Untaken, match="Ann's hand is FFAR"):
        correct(found.value.table, Asked(1, "1:O"), REFEREE)


def test_a_correction_goes_as_far_as_is_seen_and_is_kept_with_a_yes(store: Store) -> None:
    table = new(store, "atlantis", ["Ann", "Bob", "Cy"], seed=42)
    for line in ("1:H", "1:O", "1:O"):
        table = table.enter(line).table
    correction = correct(table, Asked(2, "1:HH"))
    tried = [("attempt", "amend 2 1:HH")] if correction.corrected.breaks else []
    assert log(correction.table)[3:] == tried, "a question that tells something is in the log"
    table, made = correction.keep()
    assert (made.was.text, made.now.text) == ("1:O", "1:HH")


def test_the_page_tells_an_attempt_to_all(store: Store) -> None:
    live = Live(dealt(store, "atlantis"))
    with pytest.raises(Answer) as answer:
        done(enter, live, 1, Posted(last=0, text="1:H"))
    assert (answer.value.status, answer.value.facts["message"]) == (403, "It is Ann's turn.")
    with pytest.raises(Answer) as answer:
        done(enter, live, 0, Posted(last=0, text="1:O"))
    assert answer.value.facts["message"] == "Ann's hand is FFAR; O needs 1 olive card"
    assert live.view(None, Spot())["log"] == []
    refused(live.table, "1:O")
    live.look()
    told = live.view(1, Spot())["log"]
    assert [(entry["kind"], entry["who"], entry["text"]) for entry in told] == [("attempt", "Ann", "1:O")]
