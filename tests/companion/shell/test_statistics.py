"""`companion stats`: a store that is damaged, a spreadsheet, a page; the figures: `transcripts/statistics.txt`."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from tampering import tampered

from .conftest import Companion


@pytest.fixture
def club(companion: Companion) -> Companion:
    """Three games: Ann wins two, 1 to 0, and shares one, 0 to 0; a fourth is not over."""
    for who, pile, turns in (("Ann Bob", 3, "1 / 2"), ("Ann BOB", 3, "1 / 2"), ("Ann Bob", 2, "2"), ("Ann Cy", 3, "1")):
        assert companion("new", "pebbles", *who.split(), "--pile", f"{pile}").status == 0
        assert companion("move", turns).status == 0
    return companion


def facts(companion: Companion, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(companion("stats", *words, "--json").out)
    return found


def test_ends_are_worked_out_once_and_anew_where_what_was_kept_is_none(club: Companion) -> None:
    before = facts(club)
    with tampered(club.db) as db:
        assert db.execute("SELECT count(*) FROM outcomes").fetchone() == (3,)
        db.execute("UPDATE outcomes SET scores = '{' WHERE game = 1")
        endless = '{"scores":[9e999],"winners":[],"turns":1,"end":""}'
        db.execute("UPDATE outcomes SET scores = ? WHERE game = 2", (endless,))
    assert facts(club) == before


def test_a_spreadsheet_reads_the_same_figures(club: Companion) -> None:
    rows = list(csv.DictReader(io.StringIO(club("stats", "--csv", "-").out)))
    found = {(row["player"], row["figure"]): row for row in rows if row["about"] == "player" and not row["game"]}
    assert (found["Bob", "games"]["value"], found["Bob", "wins"]["value"]) == ("3", "1")
    bob = next(each for each in facts(club)["players"] if each["player"] == "Bob")
    assert float(found["Bob", "share"]["low"]) == pytest.approx(bob["low"])


def test_a_game_that_cannot_be_read_is_left_out_and_told(club: Companion) -> None:
    with tampered(club.db) as db:
        db.execute("UPDATE games SET position = 'nonsense' WHERE id = 1")
        db.execute("UPDATE games SET game = 'whist' WHERE id = 2")
    done = club("stats", "--json")
    assert done.status == 0
    assert [line.split(":")[:2] for line in sorted(done.err.splitlines())] == [
        ["warning", " game 1 is left out"], ["warning", " game 2 is left out"],
    ]  # fmt: skip
    assert json.loads(done.out)["games"] == 1


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
    companion("new", "pebbles", "<b>Ann</b>", "Bob & Co", "--pile", "3")
    companion("move", "1 / 2")
    companion("note", "--place", evil, "--event", "</style><script>alert(1)</script>")
    read = Reader(page(companion))
    assert not [tag for tag, _ in read.tags if tag in ("b", "img", "script")]
    assert "<b>Ann</b>" in read.text
    assert evil in read.text
