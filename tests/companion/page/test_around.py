"""Around the table: whose turn it is, is not missed; one device for several seats; back; the television; a game that
plays itself."""

from __future__ import annotations

from typing import Any

from .conftest import DEALT, HIDDEN, PHONE, RECORDS, TELEVISION, Opened, Served, Servers, heading

HEARD = """
window.shaken = 0; window.notes = 0; window.awake = [];
Navigator.prototype.vibrate = () => { window.shaken += 1; return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.notes += 1; return start.call(this, at); };
"""
REFUSED = "if (navigator.wakeLock) navigator.wakeLock.request = () => Promise.reject(new Error('low battery'));"


def opened(browse: Opened, served: Served, url: str, *scripts: str, **more: Any) -> Any:
    """A page with something of its browser watched or withheld from the start."""
    page = browse(url, PHONE, has_touch=True, **more)
    for script in scripts:
        page.add_init_script(script)
    page.reload()
    page.locator("#turn h2").wait_for()
    return page


def test_when_it_is_ones_turn_the_phone_shakes_and_rings_if_that_is_wanted_and_where_its_screen_may_go_dark_it_says_why(
    servers: Servers, browse: Opened
) -> None:
    served = servers.start(*HIDDEN)
    bob = opened(browse, served, served.seat("Bob"), HEARD, REFUSED)
    for script, why in (
        ("", "The screen may go dark: this device does not let the page keep it on now"),
        ("delete Navigator.prototype.wakeLock", "The screen may go dark: this browser cannot keep it on."),
        ("Object.defineProperty(window, 'isSecureContext', {value: false})", "The screen may go dark: browsers keep"),
    ):
        bob.evaluate(f"{script}; document.dispatchEvent(new Event('visibilitychange'))")
        bob.locator("#device p", has_text=why).wait_for()
    assert served.enter("Ann", "1:H")[0] == 200
    heading(bob, "Your turn")
    assert bob.evaluate("[window.shaken, window.notes]") == [1, 0], "no sound unless it is wanted"
    bob.locator("#device summary").click()
    bob.get_by_label("A sound when it is your turn").check()
    rung = bob.evaluate("window.notes")
    assert rung > 0, "and it is heard at once"
    bob.get_by_label("It shakes when it is your turn").uncheck()
    assert served.enter("Bob", "1:O")[0] == 200
    heading(bob, "Ann to move")
    assert bob.evaluate("[window.shaken, window.notes]") == [1, rung], "another's turn is none of one's own"
    assert served.enter("Ann", "2:O")[0] == 200
    heading(bob, "Your turn")
    assert bob.evaluate("[window.shaken, window.notes]") == [1, 2 * rung]
    bob.get_by_label("A sound at every turn").check()
    rung = bob.evaluate("window.notes")
    assert served.ask("/api/undo", {"last": 3}, token=served.token())[0] == 200
    heading(bob, "Ann to move")
    assert bob.evaluate("window.notes") > rung, "each turn is heard, if that is wanted"


def test_anothers_link_takes_that_seat_and_one_device_for_two_covers_the_hand_between_them(
    servers: Servers, browse: Opened
) -> None:
    served = servers.start(*DEALT)
    page = browse(served.seat("Ann"), PHONE)
    page.goto(served.seat("Bob"))
    page.locator("#place", has_text="Bob").wait_for()
    page.locator("#hand .cards li").first.wait_for()
    page.locator("#device summary").click()
    assert page.locator("#seats").is_visible()
    page.locator("#pass", has_text="Pass to Ann").click()
    page.locator(".cover", has_text="Pass this device to Ann").wait_for()
    assert page.locator(".cards, .choice, .target").count() == 0, "nothing is there yet, of either"
    page.keyboard.press("Escape")
    assert page.locator(".cover").is_visible()
    page.get_by_role("button", name="I have it: Ann").click()
    page.locator("#place", has_text="Ann").wait_for()
    page.locator("#hand .cards li").first.wait_for()
    page.goto(served.seat("Bob"))
    page.locator("#place", has_text="Bob").wait_for()
    assert page.url == f"{served.look}seat", "the address tells no seat"
    page.go_back()
    page.locator("#place", has_text="Bob").wait_for()


def test_back_undoes_a_step_of_browsing_and_nothing_of_the_game(servers: Servers, browse: Opened) -> None:
    served = servers.start(*HIDDEN)
    for name, text in (("Ann", "1:H"), ("Bob", "1:O"), ("Ann", "2:O")):
        assert served.enter(name, text)[0] == 200
    page = browse(served.seat("Bob"), PHONE)
    heading(page, "Your turn")
    assert page.locator("#play").is_hidden(), "a game that goes on does not play itself"
    page.locator("#log summary").click()
    for name in ("Correct turn 1: 1:H", "Correct turn 2: 1:O"):
        assert page.get_by_role("button", name=name, exact=True).is_visible()
    page.get_by_role("button", name="One turn back").click()
    heading(page, "After turn 2")
    page.get_by_role("button", name="To the start").click()
    heading(page, "At the start")
    page.locator("#scrub input").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    heading(page, "After turn 2")
    page.go_back()
    page.go_back()
    heading(page, "At the start")
    page.go_back()
    heading(page, "After turn 2")
    page.go_back()
    heading(page, "Your turn")
    page.go_forward()
    heading(page, "After turn 2")
    assert [entry["text"] for entry in served.view()["log"]] == ["1:H", "1:O", "2:O"]


def test_the_television_is_large_and_nobodys_seat(servers: Servers, browse: Opened) -> None:
    served = servers.start(*DEALT)
    table = browse(served.table, TELEVISION)
    table.click("#tv")
    table.wait_for_url("**/tv")
    heading(table, "Ann to move")
    across, down = TELEVISION
    box = table.locator("#picture svg").first.bounding_box()
    assert box is not None
    assert box["width"] * box["height"] >= 0.35 * across * down
    assert table.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        across, down,
    ]  # fmt: skip
    table.goto(served.look + "tv#" + served.token("Ann"))
    heading(table, "Ann to move")
    assert table.locator("#place").inner_text() == "watching"
    assert table.locator("#hand").is_hidden()
    assert table.locator("#entry").is_hidden()


def test_a_finished_game_plays_itself(servers: Servers, browse: Opened) -> None:
    served = servers.start("import", str(RECORDS / "circles-2-players.yaml"))
    page = browse(served.look + "tv", TELEVISION)
    page.get_by_label("How fast it plays").select_option("4")
    page.get_by_role("button", name="Play the game").click()
    heading(page, "After turn 3")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play the game").wait_for()
    assert page.evaluate("history.length") <= 4, "what plays itself is not gone back to turn by turn"
