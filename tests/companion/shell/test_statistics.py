"""`companion stats`: from games played at a table to figures, a page, a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from .conftest import ROOT, Companion


def play(companion: Companion, *players: str, pile: int = 3, turns: str = "1 2") -> None:
    """A game of pebbles: a point each, and two less for the last one."""
    assert companion("new", "pebbles", *players, "--pile", str(pile), "--date", "2026-11-20").status == 0
    for turn in turns.split():
        assert companion("move", turn).status == 0


@pytest.fixture
def club(companion: Companion) -> Companion:
    """Three games: Ann wins two, 1 to 0, and shares one, 0 to 0; a fourth is not over."""
    play(companion, "Ann", "Bob")
    play(companion, "Ann", "BOB")
    play(companion, "Ann", "Bob", pile=2, turns="2")
    play(companion, "Ann", "Cy", turns="1")
    return companion


def facts(companion: Companion, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(companion("stats", *words, "--json").out)
    return found


def test_what_was_played_is_counted(club: Companion) -> None:
    found = facts(club)
    assert (found["games"], found["unfinished"], found["from"], found["to"]) == (3, 1, "2026-11-20", "2026-11-20")
    shares = {each["player"]: (each["games"], each["wins"]) for each in found["players"]}
    assert shares == {"Ann": (3, 3), "Bob": (3, 1), "Cy": (0, 0)}
    ann = facts(club, "ANN")
    assert ann["against"][0] | {"low": 0, "high": 0} == {
        "name": "Bob", "games": 3, "ahead": 2, "behind": 0, "level": 1, "low": 0, "high": 0,
    }  # fmt: skip
    assert ann["streak"] == {"now": 3, "best": 3}


def test_a_machine_is_counted_as_its_strength_and_not_as_somebody_of_its_name(club: Companion) -> None:
    play(club, "Ann", "Bob")
    assert club("note", "--bots", "2 random").status == 0
    play(club, "Cy", "Bob")
    assert club("note", "--bots", "1 random").status == 0
    shares = {each["player"]: each["games"] for each in facts(club)["players"]}
    assert shares == {"Ann": 4, "Bob": 4, "Cy": 0, "Bob (random)": 1, "Cy (random)": 1}
    assert facts(club, "bob (random)")["against"][0]["name"] == "Ann"


def test_an_end_that_is_taken_back_counts_no_more(club: Companion) -> None:
    assert facts(club)["games"] == 3
    club("--game", "3", "undo")
    assert facts(club)["games"] == 2
    club("--game", "3", "move", "1")
    club("--game", "3", "move", "1")
    assert {each["player"]: each["wins"] for each in facts(club)["players"]} == {"Ann": 3, "Bob": 0, "Cy": 0}


def test_ends_are_worked_out_once_and_anew_where_what_was_kept_is_none(club: Companion) -> None:
    before = facts(club)
    with sqlite3.connect(club.db) as db:
        assert db.execute("SELECT count(*) FROM outcomes").fetchone() == (3,)
        db.execute("UPDATE outcomes SET scores = '{' WHERE game = 1")
        db.execute(
            "UPDATE outcomes SET scores = ? WHERE game = 2", ('{"scores":[9e999],"winners":[],"turns":1,"end":""}',)
        )
    assert facts(club) == before


def test_figures_can_be_of_some_games(club: Companion) -> None:
    assert facts(club, "--of", "climb")["games"] == 0
    assert facts(club, "--from", "2026-11-20")["games"] == 3
    assert facts(club, "--to", "2026-10")["games"] == 0
    assert club("stats", "--from", "soon").err.startswith("--from 'soon'; expected a date")
    assert club("stats", "Zoe").err == "'Zoe'; expected a player of these games, such as Ann, Bob, Cy\n"


def test_a_spreadsheet_reads_the_same_figures(club: Companion) -> None:
    rows = list(csv.DictReader(io.StringIO(club("stats", "--csv", "-").out)))
    found = {(row["player"], row["figure"]): row for row in rows if row["about"] == "player" and not row["game"]}
    assert (found["Bob", "games"]["value"], found["Bob", "wins"]["value"]) == ("3", "1")
    bob = next(each for each in facts(club)["players"] if each["player"] == "Bob")
    assert float(found["Bob", "share"]["low"]) == pytest.approx(bob["low"])


def test_a_game_that_cannot_be_read_is_left_out_and_told(club: Companion) -> None:
    with sqlite3.connect(club.db) as db:
        db.execute("UPDATE games SET position = 'nonsense' WHERE id = 1")
        db.execute("UPDATE games SET game = 'whist' WHERE id = 2")
    done = club("stats", "--json")
    assert done.status == 0
    assert [line.split(":")[:2] for line in sorted(done.err.splitlines())] == [
        ["warning", " game 1 is left out"], ["warning", " game 2 is left out"],
    ]  # fmt: skip
    assert json.loads(done.out)["games"] == 1


def test_solo_games_are_counted_apart(companion: Companion) -> None:
    for name in ("gods-1-solo-lost", "gods-1-solo-won"):
        assert companion("import", str(ROOT / "tests/records" / f"{name}.yaml")).status == 0
    ann = facts(companion)["players"][0]
    assert (ann["alone"], ann["games"]) == ({"games": 2, "wins": 1}, 0)
    assert "Alone" in companion("stats").out


# ---- the page ----------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Every element's name and attributes, and the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.text = list[tuple[str, dict[str, str | None]]](), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(companion: Companion, *words: str) -> str:
    file = companion.folder / "club.html"
    assert companion("stats", *words, "--html", str(file), "--force").status == 0
    return file.read_text()


def test_the_page_opens_alone_and_is_the_same_bytes_each_time(club: Companion) -> None:
    text = page(club)
    read = Reader(text)
    assert not [tag for tag, _ in read.tags if tag in ("script", "link", "img", "iframe")]
    assert not re.search(r"https?://|//[a-z]", re.sub(r"base64,[^\"]*", "", text))
    assert "default-src 'none'" in text
    assert page(club) == text


def test_every_picture_of_the_page_is_named_and_has_a_table(club: Companion) -> None:
    tags = Reader(page(club)).tags
    pictures = [attributes for tag, attributes in tags if tag == "svg"]
    assert pictures
    assert all(each["role"] == "img" and each["aria-label"] for each in pictures)
    assert len([tag for tag, _ in tags if tag == "table"]) >= len(pictures)
    assert all(attributes.get("scope") for tag, attributes in tags if tag == "th")


def test_names_and_places_are_text_on_the_page(companion: Companion) -> None:
    evil = "<img src=x onerror=alert(1)>"
    play(companion, "<b>Ann</b>", "Bob & Co")
    companion("note", "--place", evil, "--event", "</style><script>alert(1)</script>")
    read = Reader(page(companion))
    assert not [tag for tag, _ in read.tags if tag in ("b", "img", "script")]
    assert "<b>Ann</b>" in read.text
    assert evil in read.text


def test_a_page_that_is_there_is_not_written_over(club: Companion, tmp_path: Path) -> None:
    page(club)
    done = club("stats", "--html", str(club.folder / "club.html"))
    assert done.status == 2
    assert "exists already" in done.err


def test_the_score_tells_everybodys_points_after_each_turn(companion: Companion) -> None:
    assert companion("import", str(ROOT / "docs/examples/atlantis-game.yaml")).status == 0
    told = companion("settle", "--score").out.splitlines()
    at = told.index("Points after each turn:")
    names = [line.split()[0] for line in told[at + 1 : at + 4]]
    assert names == ["Ann", "Bob", "Cy"]
    assert [line.split()[-1] for line in told[at + 1 : at + 4]] == [
        str(player["trail"][-1]["total"])
        for player in json.loads(companion("settle", "--score", "--json").out)["players"]
    ]


def test_the_prompt_shows_how_a_game_went_and_the_clock_while_it_goes(companion: Companion) -> None:
    companion("new", "pebbles", "Ann", "Bob", "--pile", "3")
    told = companion("play", stdin="clock 25+10\nabout --place Harbour\n1\n2\nstats\nquit\n")
    assert told.status == 0, told.err
    assert "place    Harbour" in told.out
    assert re.search(r"clock: Ann 2\d:\d\d, Bob 2\d:\d\d \(runs\)", told.out)
    assert re.search(r"Points after each turn:\nAnn  \S+  +\d\nBob", told.out)
    assert "1 game over" in told.out


# ---- who is who --------------------------------------------------------------------------------------


def test_two_spellings_become_one_player_with_a_yes_and_two_again(club: Companion) -> None:
    before = club("stats").out
    asked = club("stats", "--rename", "Cy", "Bob")
    assert (asked.status, asked.out) == (1, "")
    assert asked.err.startswith("Cy (games: 1) and Bob (games: 3) become one player?")
    said = club("stats", "--rename", "Cy", "Bob", "--yes").out
    assert [(each["player"], each["unfinished"]) for each in facts(club)["players"]] == [("Ann", 1), ("Bob", 1)]
    assert len(json.loads(club("list", "--player", "cy", "--json").out)["games"]) == 4
    assert "Cy" in club("list").out
    assert club(*said.split("companion ")[1].split()).status == 0
    assert club("stats").out == before


def test_another_spelling_is_shown_everywhere(club: Companion) -> None:
    assert club("stats", "--rename", "ann", "Änn").status == 0
    assert facts(club, "ANN")["player"] == "Änn"
    assert club("stats", "--rename", "änn", "Anna").status == 0
    assert facts(club, "ann")["player"] == facts(club, "anna")["player"] == "Anna"


def test_two_players_of_one_game_are_never_one(club: Companion) -> None:
    done = club("stats", "--rename", "Ann", "Bob", "--yes")
    assert (done.status, done.err) == (2, "Ann and Bob; expected two names of one player; game 3 has both\n")
    assert club("stats", "--rename", "Zoe", "Bob").err == "'Zoe'; expected a player of the club's games\n"
    assert "player name 'A|B'" in club("stats", "--rename", "Ann", "A|B").err


def test_who_left_wins_nothing_and_is_counted(companion: Companion) -> None:
    companion("new", "circles", "Ann", "Bob", "Cy")
    for words in (["move", "--leave", "Bob"], ["move", "--leave", "Cy"]):
        assert companion(*words).status == 0
    found = {each["player"]: (each["games"], each["wins"], each["left"]) for each in facts(companion)["players"]}
    assert found == {"Ann": (1, 1, 0), "Bob": (1, 0, 1), "Cy": (1, 0, 1)}
