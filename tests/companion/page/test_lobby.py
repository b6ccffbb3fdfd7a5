"""The lobby in a browser: each claims a seat, the address tells none, and a seat's player answers on their own page."""

from __future__ import annotations

from PIL import Image

from .conftest import DEALT, PHONE, RECORDS, STEADY, Opened, Servers, heading
from .test_page import accessible


def test_a_seat_is_claimed_in_the_lobby_and_asked_for_on_its_players_page(servers: Servers, browse: Opened) -> None:
    served = servers.start(*DEALT)
    ann = browse(served.lobby, PHONE)
    ann.get_by_role("button", name="Sit here: Ann").click()
    heading(ann, "Your turn")
    assert ann.url == f"{served.look}seat", "the address tells no seat"
    ann.reload()
    ann.locator("#place", has_text="Ann").wait_for()
    other = browse(served.lobby, PHONE, color_scheme="dark")
    other.get_by_text("is here").wait_for()
    accessible(other)
    other.get_by_role("button", name="That is me: Ann").click()
    ann.get_by_role("button", name="Let them").click()
    heading(other, "Your turn")
    ann.locator("#around", has_text="Your seat is open on another device.").wait_for()
    accessible(ann)
    ann.get_by_role("button", name="Close it there").click()
    ann.locator("#notice", has_text="The seat has a new link").wait_for()
    other.locator("#notice", has_text="This link no longer works").wait_for()
    assert other.locator("#hand").is_hidden()
    ann.reload()
    heading(ann, "Your turn")


def test_the_end_shows_its_winners_and_gives_a_picture_to_share(servers: Servers, browse: Opened) -> None:
    served = servers.start("import", str(RECORDS / "atlantis-3-path.yaml"))
    page = browse(served.look, PHONE, reduced_motion="no-preference")
    page.locator("#end .hero .falls i").first.wait_for(state="attached")
    page.emulate_media(reduced_motion="reduce")
    assert page.locator("#end .falls").is_hidden()
    accessible(page)
    labels = page.locator("#end .chart .name")
    drawn = page.locator("#end .chart > svg").evaluate("(svg) => svg.viewBox.baseVal.width")
    assert labels.count() == 3
    assert all(
        end <= drawn
        for end in labels.evaluate_all("(all) => all.map((one) => one.getBBox()).map((b) => b.x + b.width)")
    )
    with page.expect_download() as saved:
        page.click("#share")
    with Image.open(saved.value.path()) as picture:
        assert (picture.format, picture.width) == ("PNG", 1200)
        assert len(picture.convert("RGB").resize((200, 200)).getcolors(40_000) or []) > 2_000, "the table is in it"


def test_at_the_end_a_tap_begins_another_game_and_every_open_page_goes_on_to_it(
    servers: Servers, browse: Opened
) -> None:
    served = servers.start("import", str(RECORDS / "atlantis-2-dealt.yaml"))
    first, second = served.view()["players"][0]["name"], served.view()["players"][1]["name"]
    pages = [browse(url, PHONE) for url in (served.seat(first), served.seat(second), served.look + "tv")]
    pages[1].locator("#again").click()
    for page, begins in zip(pages, ("Your turn", *[f"{first} to move"] * 2), strict=True):
        heading(page, begins)
    assert pages[0].locator("#place").inner_text().startswith(first)
    assert pages[2].locator("#again").count() == 0
    pages[0].locator(STEADY).first.wait_for()
    pages[1].reload()
    heading(pages[1], f"{first} to move")
    assert pages[1].locator("#notice.bad").count() == 0
