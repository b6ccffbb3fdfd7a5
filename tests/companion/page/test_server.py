"""The server without a browser: who may ask for what, what each seat is told, and how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import threading
from contextlib import suppress
from typing import Any

import pytest

from .conftest import ROOT, Served, Servers, companion

DEALT = ("atlantis", "Ann", "Bob:blue", "--seed", "42", "--cards", "dealt")
HIDDEN = ("atlantis", "Ann", "Bob:blue", "Cy", "--seed", "42")


@pytest.fixture
def dealt(servers: Servers) -> Served:
    return servers.start(*DEALT)


def raw(served: Served, text: bytes) -> bytes:
    """The answer to a request as bytes on the wire."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(text)
        found = b""
        with suppress(ConnectionResetError):  # hung up on
            while more := line.recv(65536):
                found += more
    return found


def get(served: Served, path: str, *headers: str) -> bytes:
    return raw(served, "\r\n".join([f"GET {path} HTTP/1.1", *headers, "Connection: close", "", ""]).encode())


# ---- strangers -----------------------------------------------------------------------------------


def test_strangers(dealt: Served) -> None:
    host = f"Host: 127.0.0.1:{dealt.port}"
    # a name that an attacker's own name server points here
    for name in ("evil.example", f"evil.example:{dealt.port}", "127.0.0.1:1", ""):
        assert b" 421 " in get(dealt, "/api/view", f"Host: {name}").partition(b"\r\n")[0], name
    assert b" 200 " in get(dealt, "/api/view", f"Host: LOCALHOST:{dealt.port}").partition(b"\r\n")[0]

    # a page of another site: a form cannot send JSON or our header, a script says where it comes from
    turn = {"last": 0, "text": "1:H"}
    token = dealt.token("Ann")
    status, said = dealt.ask("/api/enter", turn, token=token, headers={"origin": "http://evil.example"})
    assert (status, said) == (403, "A request of another site.")
    status, said = dealt.ask("/api/enter", turn, token=token, headers={"sec-fetch-site": "cross-site"})
    assert (status, said) == (403, "A request of another site.")
    status, _ = dealt.ask("/api/enter", turn, token=token, headers={"content-type": "text/plain"})
    assert status == 403
    assert b" 405 " in raw(dealt, f"DELETE /api/view HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())

    # nothing of the disk, whatever the path
    for path in (
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/../app.py",
        "/app.py",
        "//etc/passwd",
        "/.",
    ):
        assert b" 404 " in get(dealt, path, host).partition(b"\r\n")[0], path

    # what is too big, and what is no JSON
    body = b"x" * 20_000
    head = f"POST /api/enter HTTP/1.1\r\n{host}\r\nX-Seat: {token}\r\nContent-Type: application/json\r\n"
    said_raw = raw(dealt, f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    assert b" 413 " in said_raw.partition(b"\r\n")[0]
    assert b" 411 " in raw(dealt, f"{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n".encode())
    for text in (b"[1]", b"{", b"[" * 9000, b'{"last": true, "text": "1:H"}', b'{"last": 0, "text": 7}', b"\xff"):
        answer = raw(dealt, f"{head}Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode() + text)
        assert b" 400 " in answer.partition(b"\r\n")[0], text[:20]
    assert b" 200 " not in get(dealt, "/", host, "X-Long: " + "y" * 200_000).partition(b"\r\n")[0]

    # no seat, a made-up seat, another's seat: nobody moved
    for stranger in ("", "x" * 24, dealt.token("Bob"), "é", token[:-1]):
        status, _ = dealt.ask("/api/enter", turn, token=stranger.encode().decode("latin-1"))
        assert status == 403, stranger
    assert dealt.ask("/api/join", token=token)[0] == 403
    assert dealt.view()["last"] == 0


def test_every_answer_carries_the_policy(dealt: Served) -> None:
    for path in ("/", "/style.css", "/api/view", "/nothing", "/seat"):
        head = get(dealt, path, f"Host: 127.0.0.1:{dealt.port}").partition(b"\r\n\r\n")[0].lower()
        assert b"content-security-policy: default-src 'none'; script-src 'self';" in head, path
        for header in (b"x-content-type-options: nosniff", b"referrer-policy: no-referrer", b"x-frame-options: deny"):
            assert header in head, path
        assert b"server:" not in head
        assert b"unsafe" not in head


def test_too_many_requests_of_one_address_wait(dealt: Served) -> None:
    token = dealt.token("Ann")
    found = [dealt.ask("/api/note", {"last": 10_000, "text": "x"}, token=token)[0] for _ in range(200)]
    assert set(found) == {409, 429}
    assert found[:80] == [409] * 80
    assert dealt.ask("/api/view")[0] == 200, "looking on goes on"


# ---- what a seat may see -------------------------------------------------------------------------


def test_a_dealt_hand_is_told_to_its_seat_only(dealt: Served) -> None:
    ann, bob, public = dealt.view("Ann"), dealt.view("Bob"), dealt.view()
    assert ann["hand"]["kind"] == bob["hand"]["kind"] == "dealt"
    assert (len(ann["hand"]["cards"]), len(bob["hand"]["cards"])) == (4, 5)
    assert public["hand"] is None
    told = dealt.run("show", "--json", "--as", "referee")
    hands = [list(player.get("known", "")) for player in json.loads(told.stdout)["players"]]
    assert hands == [ann["hand"]["cards"], bob["hand"]["cards"]]
    for found, own in ((ann, 0), (bob, 1), (public, None), (dealt_table(dealt), None)):
        assert [player["index"] for player in found["players"] if "known" in player] == [own] * (own is not None)
    assert ann["picture"]["body"] == public["picture"]["body"], "the picture shows no hand"


def dealt_table(served: Served) -> dict[str, Any]:
    return dict(served.ask("/api/view", token=served.token())[1])


def test_what_can_follow_is_made_of_what_the_seat_sees(dealt: Served) -> None:
    def offered(token: str) -> list[str]:
        status, found = dealt.ask("/api/choices", {"typed": "", "ply": None, "then": None}, token=token)
        assert status == 200
        return [choice["text"] for choice in found["choices"]]

    assert offered(dealt.token("Bob")) == offered("") == offered(dealt.token()), "Bob learns nothing of Ann's hand"
    status, said = dealt.ask("/api/enter", {"last": 0, "text": "1:A"}, token=dealt.token())
    assert (status, said["message"]) == (
        403,
        "Ann sees what this page does not: the turn is entered on Ann's own page.",
    )


def test_a_branch_knows_no_more_than_the_seat(dealt: Served) -> None:
    """What if … 1:A: the card drawn is unknown, though the deck is dealt."""
    found = dealt.view("Ann", "?ply=0&then=1:A")
    assert (found["branch"], found["ply"], found["last"]) == (["1:A"], 1, 0)
    assert len(found["players"][0]["known"]) == 3, "of 4 cards: the one drawn is unknown"
    assert dealt.view()["last"] == 0


def test_a_told_hand_is_kept_nowhere(servers: Servers) -> None:
    served = servers.start(*HIDDEN)
    before = served.db.read_bytes()
    asked = {"typed": "", "ply": None, "then": None, "hand": "FFOH"}
    with_hand = served.ask("/api/choices", asked, token=served.token("Ann"))[1]
    without = served.ask("/api/choices", asked | {"hand": ""}, token=served.token("Ann"))[1]
    assert with_hand != without
    assert served.ask("/api/choices", asked, token=served.token("Bob"))[1] == without, "only one's own hand counts"
    status, found = served.ask("/api/view", token=served.token("Ann"), headers={"x-hand": "FFO"})
    assert (status, found["hand"]["fault"]) == (200, "Ann holds 4 cards; 3 shown")
    assert served.db.read_bytes() == before


# ---- entering ------------------------------------------------------------------------------------


def test_refusals_are_those_of_the_command_line(servers: Servers) -> None:
    served = servers.start(*HIDDEN)
    assert served.enter("Ann", "1:H")[0] == 200
    status, said = served.enter("Ann", "2:H")
    assert (status, said["message"]) == (403, "It is Bob's turn.")
    status, said = served.enter("Bob", "1:HHF")
    assert status == 422
    assert said["rule"] == "walk.ended"
    assert said["nearest"] == "1:HH"
    assert said["message"] in served.run("move", "1:HHF").stderr
    status, said = served.enter("Bob", "1:HHF", stood=True)
    assert status == 200
    found = served.view()
    assert (found["log"][-1]["rule"], found["did"]["stood"]["rule"]) == ("walk.ended", "walk.ended")
    status, said = served.enter("Cy", "nonsense")
    assert (status, said["rule"]) == (422, "syntax")


def test_two_at_once(servers: Servers) -> None:
    """Both saw the same position: one wins, the other is told what was entered and changes nothing."""
    served = servers.start(*HIDDEN)
    answers: list[tuple[int, Any]] = []

    def enter(token: str, text: str) -> None:
        answers.append(served.ask("/api/enter", {"last": 0, "text": text}, token=token))

    both = [
        threading.Thread(target=enter, args=(served.token("Ann"), "1:H")),
        threading.Thread(target=enter, args=(served.token(), "1:O")),
    ]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    (won, said), (lost, why) = sorted(answers, key=lambda answer: answer[0])
    assert (won, lost) == (200, 409)
    entered = served.view()["log"]
    assert len(entered) == 1
    assert said["said"][0] == f"1. Ann: {entered[0]['text']}"
    assert why["message"] == f"Somebody was faster: Ann {entered[0]['text']}. Nothing of yours was changed."


def test_another_program_is_noticed(servers: Servers) -> None:
    served = servers.start(*HIDDEN)
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    line.request("GET", "/api/events")
    stream = line.getresponse()
    assert [stream.readline() for _ in range(4)] == [b"retry: 2000\n", b"event: at\n", b"data: 0\n", b"\n"]
    assert served.run("move", "1:H").returncode == 0
    told = [stream.readline() for _ in range(3)]
    while told == [b"event: at\n", b"data: 0\n", b"\n"]:  # a sign of life, each second
        told = [stream.readline() for _ in range(3)]
    assert told == [b"event: at\n", b"data: 1\n", b"\n"]
    assert served.view()["did"]["text"] == "1:H"
    line.close()


def test_undo_redo_note_amend(servers: Servers) -> None:
    served = servers.start(*HIDDEN)
    token = served.token("Cy")

    def post(path: str, **given: Any) -> tuple[int, Any]:
        return served.ask(f"/api/{path}", {"last": served.view()["last"]} | given, token=token)

    assert post("undo") == (422, {"message": "There is no turn to take back.", "rule": "", "source": "", "nearest": ""})
    for name, text in (("Ann", "1:H"), ("Bob", "1:O"), ("Cy", "1:O")):
        assert served.enter(name, text)[0] == 200
    assert post("note", text="late")[1] == {"said": ["Noted: late"]}
    assert post("note", text=" ")[0] == 400
    status, said = post("undo")
    assert said["said"][:2] == ["Taken back: note: late", "Taken back: 3. 1:O"]
    assert any("card Cy drew" in line for line in said["said"])
    assert served.view()["redo"] is True
    assert post("redo")[1]["said"][0] == "Put back: 3. 1:O"
    status, said = post("amend", ply=2, text="1:HH")
    if status == 428:
        assert said["broken"]
        status, said = post("amend", ply=2, text="1:HH", agree=True)
    assert (status, said["said"]) == (200, ["Corrected: 2. 1:HH (was 1:O)"])
    assert post("amend", ply=99, text="1:H")[0] == 422
    assert served.run("log").returncode == 0


# ---- beginning and ending ------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_twenty_pages_open(servers: Servers, how: int) -> None:
    served = servers.start(*HIDDEN)
    lines = [http.client.HTTPConnection("127.0.0.1", served.port, timeout=10) for _ in range(20)]
    streams = []
    for line in lines:
        line.request("GET", "/api/events")
        streams.append(line.getresponse())
    for stream in streams:
        assert stream.readline() == b"retry: 2000\n"
    assert served.enter("Ann", "1:H")[0] == 200
    served.stop(how)  # how soon it ends is measured in benchmarks/page.py
    assert served.process.returncode == 0
    for stream in streams:
        assert stream.read().endswith(b"event: end\ndata: 0\n\n")
    assert "1:H" in served.run("log").stdout


def test_killed_and_started_again_it_goes_on(servers: Servers) -> None:
    served = servers.start(*HIDDEN)
    assert served.enter("Ann", "1:H")[0] == 200
    served.process.kill()
    served.process.wait()
    again = servers.start(db=served.db, port=served.port)
    assert again.links == served.links, "links outlive a restart"
    assert again.view("Bob")["turn"] == 1
    assert again.enter("Bob", "1:O")[0] == 200


def test_a_port_that_is_taken_is_said(servers: Servers) -> None:
    served = servers.start(*HIDDEN)
    said = companion(served.db, "serve", "--port", str(served.port))
    assert said.returncode == 2
    assert said.stderr == f"port {served.port}: Address already in use; expected a free one, or --port 0\n"


def test_tokens_are_of_one_game(servers: Servers) -> None:
    first = servers.start(*HIDDEN)
    second = servers.start(*DEALT, db=first.db)
    assert second.ask("/api/enter", {"last": 0, "text": "1:A"}, token=first.token("Ann"))[0] == 403
    key = first.db.with_name(first.db.name + ".key")
    assert key.stat().st_mode & 0o777 == 0o600
    assert len({*first.links["seats"].values(), *second.links["seats"].values()}) == 5


def test_the_table_tells_what_each_gap_costs(servers: Servers) -> None:
    """A gap costs the lower of the tiles beside it: H2 ~ S5 is 2, S5 ~ ~ O3 is 3, S4 ~ C6 is 4."""
    served = servers.start("import", str(ROOT / "tests" / "records" / "atlantis-2-dealt.yaml"))
    found = served.view(query="?ply=22")
    assert found["facts"]["gaps_cost"] == {"3": 2, "5-6": 3, "12": 1, "16": 4, "19-20": 1, "27": 2}
