"""The lobby in a browser: each claims a seat, the address tells none, and a seat's player answers on their own page."""

from __future__ import annotations

from .conftest import DEALT, PHONE, Opened, Servers, heading


def test_a_seat_is_claimed_in_the_lobby_and_asked_for_on_its_players_page(servers: Servers, browse: Opened) -> None:
    served = servers.start(*DEALT)
    ann = browse(served.lobby, PHONE)
    ann.get_by_role("button", name="I am Ann").click()
    heading(ann, "Your turn")
    assert ann.url == f"{served.look}seat", "the address tells no seat"
    ann.reload()
    ann.locator("#place", has_text="Ann").wait_for()
    other = browse(served.lobby, PHONE, color_scheme="dark")
    other.get_by_text("is here").wait_for()
    other.get_by_role("button", name="I am Ann").click()
    ann.get_by_role("button", name="Let them").click()
    heading(other, "Your turn")
    ann.locator("#around", has_text="Your seat is open on another device.").wait_for()
    ann.get_by_role("button", name="Close it there").click()
    ann.locator("#notice", has_text="The seat has a new link").wait_for()
    other.reload()
    other.locator("#notice", has_text="This link no longer works").wait_for()
    ann.reload()
    heading(ann, "Your turn")
