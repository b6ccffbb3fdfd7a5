"""When and where a game was played: told at the start or later, shown, found, kept in records or left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from .conftest import Companion

EVENING = ("--date", "2026-11-20", "--start", "19:30", "--place", "Ann's  kitchen", "--event", "Autumn club")


@pytest.fixture
def evening(companion: Companion) -> Companion:
    assert companion("new", "pebbles", "Ann", "Bob", "--pile", "3", *EVENING).status == 0
    return companion


def test_a_new_game_is_of_today_and_begins_now(started: Companion) -> None:
    about = json.loads(started("note", "--json").out)
    assert len(about["date"]) == 10
    assert len(about["start"]) == 5
    assert about["end"] is about["place"] is None


def test_another_day_is_told_without_a_start(companion: Companion) -> None:
    companion("new", "pebbles", "Ann", "Bob", "--pile", "3", "--date", "2020-01")
    assert companion("note").out == "date     2020-01\n"


def test_what_was_told_is_shown_and_can_be_told_otherwise(evening: Companion) -> None:
    assert evening("note").out.splitlines() == [
        "date     2026-11-20", "start    19:30", "place    Ann's kitchen", "event    Autumn club",
    ]  # fmt: skip
    assert "note     Bob spilled his tea" in evening("note", "--comment", "Bob spilled his tea", "--place", "").out
    assert "place" not in evening("note").out


def test_the_last_turn_is_the_end(evening: Companion) -> None:
    evening("move", "2")
    assert json.loads(evening("note", "--json").out)["end"] is None
    evening("move", "1")
    assert len(json.loads(evening("note", "--json").out)["end"]) == 5
    evening("note", "--end", "23:59")
    assert json.loads(evening("note", "--json").out)["end"] == "23:59"
    evening("undo")
    assert json.loads(evening("note", "--json").out)["end"] == "23:59"


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--date", "yesterday", "--date 'yesterday'; expected a date such as 2026-11-22, 2026-11 or 2026\n"),
        ("--start", "7pm", "--start '7pm'; expected a time such as 19:30\n"),
        ("--place", "x" * 201, "--place 201 letters; expected at most 200\n"),
    ],
)
def test_what_cannot_be_told_is_one_line_and_changes_nothing(
    evening: Companion, option: str, value: str, said: str
) -> None:
    before = evening("note").out
    for words in (["note"], ["new", "pebbles", "Cy", "Di"]):
        done = evening(*words, option, value)
        assert (done.status, done.err) == (2, said)
    assert evening("note").out == before
    assert len(json.loads(evening("list", "--json").out)["games"]) == 1


def test_a_record_has_it_and_gives_it_back(evening: Companion, tmp_path: Path) -> None:
    told = yaml.load(evening("export").out, Loader=yaml.BaseLoader)["about"]
    assert told == {"date": "2026-11-20", "start": "19:30", "place": "Ann's kitchen", "event": "Autumn club"}
    record = tmp_path / "record.yaml"
    evening("export", str(record))
    assert evening("import", str(record)).status == 0
    assert evening("export").out == record.read_text()


def test_a_bare_record_tells_nothing_of_the_evening(evening: Companion) -> None:
    bare = evening("export", "--bare").out
    assert "about" not in bare
    assert "kitchen" not in bare
    assert bare.splitlines()[0] == evening("export").out.splitlines()[0] == "game: pebbles"


def test_a_record_with_a_day_that_is_none_says_where(companion: Companion) -> None:
    record = companion.folder / "r.yaml"
    record.write_text(
        "game: pebbles\nplayers: [Ann, Bob]\nabout:\n  date: 2026-02-30\n  mood: good\nsetup: {pile: 3}\n"
    )
    done = companion("import", "--check", str(record))
    assert done.status == 2
    assert "r.yaml:5:3: " in done.err
    record.write_text(record.read_text().replace("  mood: good\n", ""))
    expected = "r.yaml:4:9: '2026-02-30'; expected a date such as 2026-11-22, 2026-11 or 2026\n"
    assert companion("import", "--check", str(record)).err.endswith(expected)


def test_games_are_found_by_player_kind_place_event_words_and_day(evening: Companion) -> None:
    evening("new", "climb", "ann", "Cy", "--date", "2025-03-01", "--place", "Harbour")

    def found(*words: str) -> list[int]:
        return [game["number"] for game in json.loads(evening("list", *words, "--json").out)["games"]]

    assert found() == [2, 1]
    assert found("--player", "ANN") == [2, 1]
    assert found("--player", "bob") == [1]
    assert found("--of", "climb") == [2]
    assert found("--place", "kitchen") == found("--event", "autumn") == found("kitchen", "club") == [1]
    assert found("--from", "2026") == [1]
    assert found("--to", "2025") == [2]
    assert (
        evening("list", "--from", "soon").err == "--from 'soon'; expected a date such as 2026-11-22, 2026-11 or 2026\n"
    )
    assert evening("list", "nowhere").out == "No such games.\n"


def test_the_list_shows_day_event_and_place(evening: Companion) -> None:
    assert "2026-11-20  pebbles" in evening("list").out
    assert evening("list").out.endswith("Ann, Bob · Autumn club · Ann's kitchen\n")


def test_a_photo_is_kept_shown_saved_and_goes_with_its_game(evening: Companion, tmp_path: Path) -> None:
    from PIL import Image

    given, saved = tmp_path / "table.png", tmp_path / "saved.jpg"
    Image.new("RGB", (50, 40), "teal").save(given)
    assert "\nphoto  " in evening("note", "--photo", str(given)).out
    lies = Path(json.loads(evening("note", "--json").out)["photo"])
    assert lies.parent == evening.folder / "games.db.photos"
    assert evening("note", "--save-photo", str(saved)).status == 0
    assert saved.read_bytes() == lies.read_bytes()
    assert "exists already" in evening("note", "--save-photo", str(saved)).err
    assert json.loads(evening("list", "--json").out)["games"][0]["photo"] is True
    assert "photo" not in evening("export").out
    evening("list", "--delete", "1", "--yes")
    assert not lies.exists()


def test_what_is_no_photo_is_one_line(evening: Companion, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear diary")
    done = evening("note", "--photo", str(tmp_path / "letter.txt"), "--place", "Harbour")
    said = "a file that cannot be read as a picture; expected a photo: JPEG, PNG or WebP\n"
    assert (done.status, done.err) == (2, said)
    assert "no such file" in evening("note", "--photo", "nowhere.jpg").err.lower()
    assert evening("note", "--save-photo", "x.jpg").err.startswith("this game has no photo")
    assert "Ann's kitchen" in evening("note").out
