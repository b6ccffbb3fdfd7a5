"""The evening on the page: told by those at the table, a photo for them alone, and a clock for everybody."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from browsing import accessible
from PIL import Image

from .conftest import PHONE, Opened, Served, Servers


@pytest.fixture
def served(servers: Servers) -> Served:
    return servers.start("circles", "Ann", "Bob", "--date", "2026-11-20")


def picture() -> bytes:
    text = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(text, "JPEG", comment=b"at home")
    return text.getvalue()


def photo(served: Served, token: str, data: bytes | None = None, **more: str) -> tuple[int, bytes]:
    headers = {"x-seat": token, **({"content-type": "image/jpeg"} if data is not None else {}), **more}
    return served.fetch("/api/photo", data, headers)


def test_those_at_the_table_tell_and_see_the_evening_and_everybody_the_clock(served: Served) -> None:
    ann, bob = served.token("Ann"), served.token("Bob")
    assert served.ask("/api/about", {"about": {"place": "Harbour"}}, token=ann)[0] == 200
    found = served.ask("/api/evening", token=bob)[1]
    assert (found["about"]["place"], found["about"]["date"], found["clock"]) == ("Harbour", "2026-11-20", None)
    assert served.run("note").out == "date     2026-11-20\nplace    Harbour\nedition  1\n"
    assert served.ask("/api/about", {"about": {"date": "soon"}}, token=ann)[0] == 422
    assert served.ask("/api/about", {"about": {"place": 7}}, token=ann)[0] == 400
    assert served.ask("/api/about", {"about": {"place": "Elsewhere"}})[0] == 403
    assert served.ask("/api/clock", {"text": "25+10"}, token=ann)[0] == 200
    assert served.ask("/api/clock", {"text": "soon"}, token=ann)[0] == 422
    assert served.ask("/api/clock", {"text": "off"})[0] == 403
    looker = served.ask("/api/evening")[1]
    assert (looker["about"], looker["photo"], looker["clock"]["running"]) == (None, False, 0)
    assert 1_400_000 < looker["clock"]["shown"][0] <= looker["clock"]["shown"][1] == 1_500_000


def test_a_photo_is_for_those_at_the_table_alone(served: Served) -> None:
    ann, bob = served.token("Ann"), served.token("Bob")
    assert photo(served, ann)[0] == 404
    status, said = photo(served, ann, picture())
    assert (status, json.loads(said)) == (200, {"said": ["The photo is kept."]})
    status, shown = photo(served, bob)
    assert status == 200
    assert b"at home" not in shown
    assert Image.open(io.BytesIO(shown)).size == (60, 40)
    assert photo(served, "")[0] == photo(served, "wrong")[0] == 404
    assert photo(served, "", picture())[0] == photo(served, "wrong", picture())[0] == 403


def test_another_site_sends_no_photo_and_what_is_none_is_refused(served: Served) -> None:
    ann = served.token("Ann")
    assert photo(served, ann, picture(), origin="http://elsewhere.example")[0] == 403
    assert photo(served, ann, picture(), **{"sec-fetch-site": "cross-site"})[0] == 403
    assert photo(served, ann, picture(), **{"content-type": "text/plain"})[0] == 403
    assert photo(served, ann, b"not a picture")[0] == 422
    assert photo(served, ann, b"x", **{"content-length": "6000001"})[0] == 413
    assert served.ask("/api/about", {"about": {"note": "x" * 20_000}}, token=ann)[0] == 413
    assert served.ask("/api/evening", token=ann)[1]["photo"] is False


def test_the_evening_is_told_on_a_phone(served: Served, browse: Opened, tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(picture())
    ann = browse(served.seat("Ann"), PHONE)
    ann.click("#evening")
    ann.fill("#evening-place", "<b>Harbour</b>")
    accessible(ann)
    ann.get_by_role("button", name="Write it down").click()
    ann.locator("dialog").wait_for(state="detached")
    assert "place    <b>Harbour</b>" in served.run("note").out
    ann.click("#evening")
    ann.get_by_role("button", name="Count down").click()
    ann.locator("#clock b", has_text="Ann 24:").wait_for()
    assert "Bob 25:00" in ann.inner_text("#clock")
    ann.click("#evening")
    ann.set_input_files("#evening-photo", tmp_path / "table.jpg")
    ann.locator("dialog").wait_for(state="detached")
    ann.click("#evening")
    ann.locator("dialog img.photo").wait_for()
    assert ann.evaluate("document.querySelector('img.photo').naturalWidth") == 60
    ann.fill("#evening-date", "soon")
    ann.get_by_role("button", name="Write it down").click()
    ann.locator("dialog [role=alert]", has_text="expected a date").wait_for()
