"""The server without a browser: who may ask for what, what each seat is told, and how it ends."""

import http.client
import json
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from cases import cases

from companion import Game
from companion.page.undoing import taken

from .conftest import DEALT, HIDDEN, RECORDS, Process, Served, Servers, companion

THREE = (*HIDDEN[:3], "Cy", *HIDDEN[3:])


@pytest.fixture
def three(servers: Servers) -> Served:
    return servers.start(*THREE)


def raw(served: Served, text: bytes) -> bytes:
    """The answer to a request as bytes on the wire."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(text)
        found = b""
        with suppress(ConnectionResetError):  # hung up on
            while more := line.recv(65536):
                found += more
    return found


# ---- strangers -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, new_game: Any) -> Iterator[Process]:
    """A server that nobody plays at, as a process."""
    served = Servers(tmp_path_factory.mktemp("asked"), new_game).process(*DEALT)
    yield served
    served.stop()


@cases
def test_a_strangers_request_changes_nothing(asked: Process, status: int, head: str) -> None:
    own = {"HOST": f"127.0.0.1:{asked.port}", "PORT": f"{asked.port}", "SHORT": asked.token("Ann")[:-1]}
    own |= {"SEAT": asked.token("Ann"), "OTHER": asked.token("Bob"), "LONG": "x" * 20_000, "DEEP": "[" * 9000}
    own["ENTER"] = f"POST /api/enter HTTP/1.1\nHost: {own['HOST']}"
    for name, value in own.items():
        head = head.replace(name, value)
    head, _, body = head.partition("\n\n")
    if head.startswith("POST"):
        body = body or '{"last": 0, "text": "1:H"}'
        head += "" if "chunked" in head else f"\nContent-Length: {len(body)}"
    text = "\r\n".join([*head.split("\n"), "Connection: close", "", body])
    assert f" {status} ".encode() in raw(asked, text.encode("latin-1")).partition(b"\r\n")[0]
    assert asked.view()["last"] == 0


def test_a_long_head_is_hung_up_on(asked: Process) -> None:
    head = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{asked.port}\r\nX-Long: {'y' * 200_000}\r\n\r\n"
    assert b" 200 " not in raw(asked, head.encode()).partition(b"\r\n")[0]


@pytest.mark.parametrize("path", ["/", "/style.css", "/api/view", "/nothing", "/seat"])
def test_every_answer_carries_the_policy(asked: Process, path: str) -> None:
    text = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{asked.port}\r\nConnection: close\r\n\r\n"
    head = raw(asked, text.encode()).partition(b"\r\n\r\n")[0].lower()
    assert b"content-security-policy: default-src 'none'; script-src 'self';" in head
    for header in (b"x-content-type-options: nosniff", b"referrer-policy: no-referrer", b"x-frame-options: deny"):
        assert header in head
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
    table = dealt.ask("/api/view", token=dealt.token())[1]
    assert ann["hand"]["kind"] == bob["hand"]["kind"] == "dealt"
    assert (len(ann["hand"]["cards"]), len(bob["hand"]["cards"])) == (4, 5)
    assert public["hand"] is None
    told = json.loads(dealt.run("show", "--json", "--as", "referee").out)
    assert [list(player["known"]) for player in told["players"]] == [ann["hand"]["cards"], bob["hand"]["cards"]]
    for found, own in ((ann, 0), (bob, 1), (public, None), (table, None)):
        assert [player["index"] for player in found["players"] if "known" in player] == [own] * (own is not None)
    assert ann["picture"]["body"] == public["picture"]["body"], "the picture shows no hand"


def test_a_told_hand_is_kept_nowhere(three: Served) -> None:
    before = three.db.read_bytes()
    asked = {"typed": "", "ply": None, "then": None, "hand": "FFOH"}
    with_hand = three.ask("/api/choices", asked, token=three.token("Ann"))[1]
    without = three.ask("/api/choices", asked | {"hand": ""}, token=three.token("Ann"))[1]
    assert with_hand != without
    assert three.ask("/api/choices", asked, token=three.token("Bob"))[1] == without, "only one's own hand counts"
    status, found = three.ask("/api/view", token=three.token("Ann"), headers={"x-hand": "FFO"})
    assert (status, found["hand"]["fault"]) == (200, "Ann holds 4 cards; 3 shown")
    assert three.db.read_bytes() == before


def test_tokens_are_of_one_game(servers: Servers) -> None:
    first = servers.start(*THREE)
    second = servers.start(*DEALT, db=first.db)
    assert second.ask("/api/enter", {"last": 0, "text": "1:A"}, token=first.token("Ann"))[0] == 403
    key = first.db.with_name(first.db.name + ".key")
    assert key.stat().st_mode & 0o777 == 0o600
    assert len({*first.links["seats"].values(), *second.links["seats"].values()}) == 5


# ---- entering ------------------------------------------------------------------------------------


def test_refusals_are_those_of_the_command_line(three: Served) -> None:
    assert three.enter("Ann", "1:H")[0] == 200
    status, said = three.enter("Ann", "2:H")
    assert (status, said["message"]) == (403, "It is Bob's turn.")
    status, said = three.enter("Bob", "1:HHF")
    assert (status, said["rule"], said["nearest"]) == (422, "walk.ended", "1:HH")
    assert said["message"] in three.run("move", "1:HHF").err
    assert three.enter("Bob", "1:HHF", stood=True)[0] == 200
    found = three.view()
    assert (found["log"][-1]["rule"], found["did"]["stood"]["rule"]) == ("walk.ended", "walk.ended")
    status, said = three.enter("Cy", "nonsense")
    assert (status, said["rule"]) == (422, "syntax")


def test_another_program_is_noticed(three: Served) -> None:
    line = http.client.HTTPConnection("127.0.0.1", three.port, timeout=10)
    line.request("GET", "/api/events")
    stream = line.getresponse()
    assert [stream.readline() for _ in range(4)] == [b"retry: 2000\n", b"event: at\n", b"data: 0 0\n", b"\n"]
    assert three.run("move", "1:H").status == 0
    told = [stream.readline() for _ in range(3)]
    while told == [b"event: at\n", b"data: 0 0\n", b"\n"]:  # a sign of life, each second
        told = [stream.readline() for _ in range(3)]
    assert told == [b"event: at\n", b"data: 1 0\n", b"\n"]
    assert three.view()["did"]["text"] == "1:H"
    line.close()


def test_undo_redo_note_amend(three: Served) -> None:
    token = three.token()

    def post(path: str, **given: Any) -> tuple[int, Any]:
        return three.ask(f"/api/{path}", {"last": three.view()["last"]} | given, token=token)

    assert post("undo") == (422, {"message": "There is no turn to take back.", "rule": "", "source": "", "nearest": ""})
    for name, text in (("Ann", "1:H"), ("Bob", "1:O"), ("Cy", "1:O")):
        assert three.enter(name, text)[0] == 200
    assert post("note", text="late")[1] == {"said": ["Noted: late"]}
    assert post("note", text=" ")[0] == 400
    status, said = post("undo")
    assert said["said"][:2] == ["Taken back: note: late", "Taken back: 3. 1:O"]
    assert any("card Cy drew" in line for line in said["said"])
    assert three.view()["redo"] is True
    assert post("redo")[1]["said"][0] == "Put back: 3. 1:O"
    status, said = post("amend", ply=2, text="1:HH")
    if status == 428:
        assert said["broken"]
        status, said = post("amend", ply=2, text="1:HH", agree=True)
    assert (status, said["said"]) == (200, ["Corrected: 2. 1:HH (was 1:O)"])
    assert post("amend", ply=99, text="1:H")[0] == 422


def test_a_seat_takes_its_own_turn_back_anothers_needs_a_yes_and_the_table_may_for_anyone(three: Served) -> None:
    def post(who: str | None, path: str, **given: Any) -> tuple[int, Any]:
        return three.ask(f"/api/{path}", {"last": three.view()["last"]} | given, token=three.token(who))

    assert three.enter("Ann", "1:H")[0] == three.enter("Bob", "1:O")[0] == 200
    status, said = post("Ann", "undo")
    assert (status, said["message"][:19]) == (403, "That was Bob's turn")
    assert post("Bob", "wish")[0] == 422, "nobody asks for their own"
    assert post("Ann", "wish")[0] == 200
    wishes = [three.ask("/api/around", token=three.token(name))[1]["wish"] for name in ("Ann", "Bob", "Cy", None)]
    assert [wish["answers"] for wish in wishes] == [False, True, False, True]
    assert post("Cy", "wish", text="no")[0] == 422, "a third one cannot say no"
    assert three.ask("/api/around", token=three.token("Bob"))[1]["wish"]["says"].startswith("Ann asks to take back: 2.")
    assert post("Bob", "undo")[0] == 200
    assert three.ask("/api/around", token=three.token("Bob"))[1]["wish"] is None
    taken = three.view("Cy")["taken"]
    assert taken[0].startswith("Bob took back: 2. Bob walks")
    assert "1 card Bob drew" in taken[1]
    assert three.view()["spoken"].startswith(taken[0])
    assert post("Ann", "redo")[0] == 403
    assert post(None, "redo")[0] == post(None, "undo")[0] == post(None, "undo")[0] == 200
    assert three.view()["taken"][0].startswith("The table took back: 1. Ann walks")
    assert three.enter("Ann", "1:O")[0] == 200
    assert three.view()["taken"] == []


def test_many_turns_that_are_taken_back_are_said_in_a_line() -> None:
    table = Game("atlantis").new("Ann", "Bob", seed=42, cards="dealt")
    for text in ("1:A", "1:O", "3:R", "1:O", "3:R", "2:S"):
        table = table.move(text)
    assert taken(table.undo(1).table) == ["The table took back: turns 2 to 6, which the log lists."]


def test_a_correction_goes_by_the_same_rule(three: Served) -> None:
    def post(who: str | None, path: str, **given: Any) -> tuple[int, Any]:
        return three.ask(f"/api/{path}", {"last": three.view()["last"]} | given, token=three.token(who))

    def wish(name: str) -> dict[str, Any]:
        return dict(three.ask("/api/around", token=three.token(name))[1]["wish"])

    corrected = {"ply": 1, "text": "1:O", "agree": True}
    assert three.enter("Ann", "1:H")[0] == 200
    assert post("Bob", "amend", **corrected)[1]["asks"], "another's turn needs a yes"
    assert post("Ann", "amend", **corrected)[0] == post("Ann", "amend", **corrected | {"text": "1:H"})[0] == 200
    assert three.enter("Bob", "1:O")[0] == 200
    assert post("Ann", "amend", **corrected)[0] == 403, "Bob has played since"
    assert post("Ann", "wish", ply=1)[0] == 200
    assert wish("Bob")["says"].startswith("Ann asks to correct: 1. Ann walks")
    assert post("Ann", "wish", text="yes")[0] == 422
    assert post("Ann", "amend", **corrected)[0] == 403, "nobody says yes to their own"
    assert (wish("Cy")["answers"], wish("Bob")["answers"]) == (False, True)
    assert post("Bob", "wish", text="yes")[0] == 200
    assert wish("Ann")["granted"]
    assert post("Ann", "amend", **corrected | {"ply": 2})[0] == 403, "the yes was to one turn"
    assert post("Ann", "amend", **corrected)[0] == 200


# ---- seats ---------------------------------------------------------------------------------------


@contextmanager
def opened(served: Served, name: str, device: str) -> Iterator[int]:
    """A seat's page on a device, as its stream shows it: the status."""
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    key = served.ask("/api/around", token=served.token(name))[1]["stream"]
    line.request("GET", f"/api/events?seat={key}&device={device}")
    stream = line.getresponse()
    stream.readline()
    yield stream.status
    line.close()


def test_a_free_seat_is_claimed_in_the_lobby_and_a_taken_one_needs_its_players_yes(three: Served) -> None:
    lobby = three.lobby.partition("#")[2]

    def claim(token: str, device: str, seat: int = 1) -> tuple[int, Any]:
        return three.ask("/api/claim", {"ply": seat}, token=token, headers={"x-device": device})

    assert claim("", "bobs")[0] == claim(three.token("Ann"), "bobs")[0] == 403, "who watches takes no seat"
    assert claim(lobby, "bobs", 7)[0] == 404
    assert claim(lobby, "bobs") == (200, {"token": three.token("Bob"), "said": []})
    assert claim(lobby, "thiefs")[1]["token"] == ""
    asked = three.ask("/api/around", token=three.token("Bob"), headers={"x-device": "bobs"})[1]
    assert (asked["knocks"], asked["others"]) == (True, 0)
    assert not three.ask("/api/around", token=three.token("Ann"))[1]["knocks"]
    assert three.ask("/api/seat", {"text": "no"}, token=three.token("Bob"))[0] == 200
    assert claim(lobby, "thiefs")[1]["token"] == ""
    assert three.ask("/api/seat", {"text": "let"}, token=three.token("Bob"))[0] == 200
    assert claim(lobby, "other")[1]["token"] == "", "the yes was for one device"
    found = [three.ask("/api/around", token=lobby, headers={"x-device": each})[1] for each in ("other", "thiefs")]
    assert [each["granted"] for each in found] == [None, 1]
    assert claim(lobby, "thiefs")[1]["token"] == three.token("Bob")
    with opened(three, "Ann", "anns"):
        seats = three.ask("/api/around", token=lobby)[1]["seats"]
    assert [(seat["free"], seat["here"]) for seat in seats] == [(False, True), (False, False), (True, False)]


def test_a_seat_on_another_device_is_closed_there_and_a_revoked_link_stays_so(servers: Servers) -> None:
    served = servers.start(*THREE)
    old = served.token("Ann")

    def ask(path: str, token: str, device: str, given: Any = None) -> tuple[int, Any]:
        return served.ask(path, given, token=token, headers={"x-device": device})

    with opened(served, "Ann", "lost"), opened(served, "Ann", "own"):
        assert ask("/api/around", old, "own")[1]["others"] == 1
    status, closed = ask("/api/seat", old, "own", {"text": "renew"})
    assert (status, closed["token"] != old) == (200, True)
    assert ask("/api/around", closed["token"], "own")[1]["others"] == 0
    assert served.view("Ann")["you"]["may"] is False, "the old link only watches"
    assert ask("/api/seat", served.token("Bob"), "", {"text": "renew", "ply": 0})[1]["token"] != closed["token"]
    assert ask("/api/around", closed["token"], "own")[0] == 200, "a seat renews no other's link"
    assert ask("/api/seat", served.token(), "", {"text": "renew", "ply": 0})[1]["token"] == ""
    assert ask("/api/around", closed["token"], "own")[0] == 403
    again = servers.start(db=served.db)
    joined = again.ask("/api/join", token=again.token())[1]["seats"]
    assert [seat["url"].partition("#")[2] for seat in joined] == [again.token(name) for name in ("Ann", "Bob", "Cy")]
    assert again.token("Ann") not in (old, closed["token"])


def test_streams_of_strangers_take_no_seats_place(three: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specs.base.web.streams.OF_ONE", 1)
    lines = [http.client.HTTPConnection("127.0.0.1", three.port, timeout=10) for _ in range(2)]
    found = []
    for line in lines:
        line.request("GET", "/api/events")
        found.append(line.getresponse().status)
    with opened(three, "Ann", "anns") as own:
        assert [*found, own] == [200, 503, 200]
        assert three.ask("/api/at") == (200, {"last": 0, "stirs": 1}), "and who has no stream asks"
    for line in lines:
        line.close()


def test_a_rematch_has_the_same_seats_and_new_links_which_every_page_is_told(servers: Servers) -> None:
    served = servers.start("import", str(RECORDS / "atlantis-3-path.yaml"))
    names = [player["name"] for player in served.view()["players"]]
    old, first = {name: served.token(name) for name in names}, names[0]

    def ask(path: str, token: str, given: Any = None) -> tuple[int, Any]:
        return served.ask(path, given, token=token)

    assert ask("/api/rematch", "", {})[0] == 403, "who watches begins nothing"
    assert ask("/api/rematch", old[first], {})[0] == 200
    view = served.view()
    assert (view["plies"], view["number"], [each["name"] for each in view["players"]]) == (0, 2, names)
    assert ask("/api/rematch", old[names[1]], {})[0] == 403, "the second of two who tapped"
    new = {name: ask("/api/around", old[name])[1]["token"] for name in names}
    assert not set(new.values()) & set(old.values())
    assert ask("/api/rematch", new[first], {}) == (409, {"message": "The game is not over."})
    assert ask("/api/view", new[first])[1]["you"] == {"place": 0, "may": True, "enters": True}
    assert ask("/api/seat", new[first], {"text": "renew"})[0] == 200
    assert ask("/api/around", old[first])[0] == 403, "a revoked seat stays so for its link of the game before"
    assert servers.start(db=served.db).links["seats"][names[1]].endswith(new[names[1]]), "a restart goes on with it"


# ---- beginning and ending, as a process ----------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.deep)])
def test_it_ends_at_once_with_twenty_pages_open(servers: Servers, how: int) -> None:
    served = servers.process(*THREE)
    lines = [http.client.HTTPConnection("127.0.0.1", served.port, timeout=10) for _ in range(20)]
    streams = []
    for line in lines:
        line.request("GET", "/api/events")
        streams.append(line.getresponse())
    for stream in streams:
        assert stream.readline() == b"retry: 2000\n"
    assert served.enter("Ann", "1:H")[0] == 200
    served.end(how)  # how soon it ends is measured in benchmarks/page.py
    assert served.process.returncode == 0
    for stream in streams:
        assert stream.read().endswith(b"event: end\ndata: 0\n\n")
    assert "1:H" in served.run("log").out


def test_killed_and_started_again_it_goes_on(servers: Servers) -> None:
    served = servers.process(*THREE)
    assert served.enter("Ann", "1:H")[0] == 200
    served.stop()
    again = servers.process(db=served.db, port=served.port)
    assert again.links == served.links, "links outlive a restart"
    assert again.view("Bob")["turn"] == 1
    assert again.enter("Bob", "1:O")[0] == 200


def test_a_port_that_is_taken_is_said(three: Served) -> None:
    said = companion(three.db, "serve", "--port", str(three.port))
    assert said.status == 2
    assert said.err == f"port {three.port}: Address already in use; expected a free one, or --port 0\n"
