"""Google Sheets: what is fetched, from a server of this machine in Google's place, kept and read again offline."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cases import put

from generator.building.check import check
from generator.building.fetching import fetched
from specs.base.errors import SpecError
from specs.read import google
from specs.read.csv import csv_rows
from specs.read.google import downloaded, kept_on, sheet_at

ID = "1W1_9gVEfpQlfFlWHbc9E0ZqS37XCZpAQnUs1sawd0gc"
ADDRESS = f"https://docs.google.com/spreadsheets/d/{ID}"
CSV = "text/csv; charset=utf-8"
ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {  # by the tab
    "1": (200, {"Content-Type": CSV}, b"Card Name,Qty\r\nPike,2\r\n"),
    "2": (307, {"Location": "http://localhost:PORT/handed/on"}, b""),  # as Google does, to another host
    "3": (302, {"Location": "https://accounts.google.com/ServiceLogin?continue=x"}, b""),
    "4": (200, {"Content-Type": "text/html"}, b"<html>Sign in"),
    "5": (404, {}, b""),
    "6": (200, {"Content-Type": CSV}, b"name\n" + b"x" * 100),
    "7": (200, {"Content-Type": CSV}, b"name\n\xff\n"),
    "8": (200, {"Content-Type": CSV, "Content-Length": "90"}, b"name\n"),
    "9": (302, {"Location": "http://docs.google.com.evil.example/"}, b""),
}


class Google(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        tab = re.search(r"gid=([0-9]+)", self.path)
        if tab and tab[1] == "10":
            time.sleep(1)
        code, headers, body = ANSWERS.get(tab[1] if tab else "1", ANSWERS["1"])
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value.replace("PORT", str(self.server.server_port)))
        self.end_headers()
        with suppress(OSError):  # who asked has gone
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing to say."""


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Google) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(google, "GOOGLE", address)
        monkeypatch.setattr(google, "HOSTS", re.compile(rf"http://(127\.0\.0\.1|localhost):{server.server_port}/"))
        monkeypatch.setattr(google, "SECONDS", 0.3)
        monkeypatch.setattr(google, "MAX_BYTES", 60)
        monkeypatch.setenv("no_proxy", "*")
        yield
        server.shutdown()


def text(tab: int) -> str:
    sheet = sheet_at(f"{ADDRESS}/edit?gid={tab}#gid={tab}")
    assert sheet is not None
    return downloaded(sheet, "2026-11-27")


@pytest.mark.parametrize("tab", [1, 2])
def test_a_sheet_is_kept_with_its_day_and_read_as_csv(tab: int, tmp_path: Path) -> None:
    file = tmp_path / f"sheet-1sawd0gc-{tab}.csv"
    file.write_text(text(tab), newline="")
    assert [(line, row) for _, line, row in csv_rows(file, "fish")] == [(3, {"card_name": "Pike", "Qty": 2})]
    assert kept_on(file) == "2026-11-27"


@pytest.mark.parametrize(
    ("tab", "told"),
    [
        (3, "it leads to https://accounts.google.com/ServiceLogin; expected a sheet that anyone with the link"),
        (4, "a page (text/html), not CSV; expected a sheet that anyone with the link"),
        (5, "the answer 404; expected a sheet"),
        (6, "more than 60 bytes; expected a smaller sheet"),
        (7, "an answer that is not UTF-8"),
        (8, "an answer that broke off"),
        (9, "it leads to http://docs.google.com.evil.example/; expected"),
        (10, "no answer within 0 s; expected a connection"),
    ],
)
def test_what_is_no_sheet_is_one_fault(tab: int, told: str) -> None:
    with pytest.raises(SpecError) as refused:
        text(tab)
    (fault,) = refused.value.faults
    assert f"gid={tab}: {told}" in str(fault)


@pytest.mark.parametrize(
    ("address", "path", "kept"),
    [
        (ADDRESS, f"{ID}/export?format=csv", "sheet-Us1sawd0gc.csv"),
        (f"{ADDRESS}/edit#gid=12", f"{ID}/export?format=csv&gid=12", "sheet-Us1sawd0gc-12.csv"),
        (
            "https://docs.google.com/spreadsheets/d/e/2PACX-1vAbCdEfGhIjKl/pubhtml?gid=3&single=true",
            "e/2PACX-1vAbCdEfGhIjKl/pub?single=true&output=csv&gid=3",
            "sheet-AbCdEfGhIjKl-3.csv",
        ),
    ],
)
def test_a_sheet_is_named_by_any_of_its_addresses(address: str, path: str, kept: str) -> None:
    sheet = sheet_at(address)
    assert sheet is not None
    assert (sheet.path, sheet.kept) == (f"/spreadsheets/d/{path}", kept.replace("Us1sawd0gc", ID[-12:]))


@pytest.mark.parametrize("address", ["https://docs.google.com/document/d/x", f"http{ADDRESS[5:]}", f"{ADDRESS}x/ y"])
def test_another_address_is_no_sheet(address: str) -> None:
    assert sheet_at(address) is None


def test_a_spec_is_built_from_the_sheet_that_was_fetched(tmp_path: Path) -> None:
    spec = put(
        tmp_path / "pond.yaml",
        f"""
game: pond
title: Pond
credits: {{designer: Me}}
components:
  cards:
    title: Cards
    size: poker
    rows: {{from: "{ADDRESS}#gid=1", count: "{{Qty}}"}}
    front: [{{draw: text, text: "{{Card Name}}", box: [4, 4, 55, 20], size: 6}}]
""",
    )
    (fault,) = check(spec).faults
    assert "a Google Sheet that was not fetched yet" in str(fault)
    (file,) = fetched(str(spec))
    assert file.parent == tmp_path
    found = check(spec)
    assert (found.faults, found.warnings) == ((), ())
    assert found.document is not None
    assert len(found.document.pieces["cards"]) == 2
    assert found.remarks[0].startswith(f"{file.name}: fetched on 20")
    with pytest.raises(SpecError, match="without a Google Sheet"):
        list(fetched("circles"))
