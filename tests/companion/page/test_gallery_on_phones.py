"""The games of the gallery with a table, each played to its end on phones: what a turn is made of is tapped, the rest
sent as a page sends it, and what a phone shows at the end is what `companion settle` says."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from evenings import GALLERY, PLAYED, Play

from .conftest import PHONE, STEADY, Opened, Served, Servers

OPEN = 5  # lines until the phones are put away; each taps what it has not tapped before
MOST_TAPS = 3


@pytest.mark.deep
@pytest.mark.parametrize("game", ["bells", "bazaar", "lands", "lamps"])
def test_a_game_of_the_gallery_is_played_to_its_end_on_phones(game: str, servers: Servers, browse: Opened) -> None:
    evening, names = PLAYED[game]
    play = Play(game, *names)
    points = evening(play)
    served = servers.start(str(GALLERY / f"{game}.yaml"), *names, "--seed", "7", "--cards", "dealt")
    phones = {name: browse(served.seat(name), PHONE) for name in names[:2]}
    hands = {name: (served.view(name)["hand"] or {"cards": []})["cards"] for name in names}
    for name, phone in phones.items():
        assert sorted(phone.locator("#hand .card").all_inner_texts()) == sorted(hands[name])
        said = phone.locator("main").inner_html()
        assert not [card for each in names if each != name for card in hands[each] if card in said]

    tapped = set[tuple[str, str]]()
    for number, (last, who, line) in enumerate(play.lines):
        if number == OPEN:
            for phone in phones.values():
                phone.goto("about:blank")
        word = (who, line.partition(" ")[0])
        if number < OPEN and who in phones and word not in tapped:
            tapped.add(word)
            tap(served, phones[who], who, line)
        else:
            assert entered(served, who, {"last": last, "text": line, "agree": True}) == 200, line
        if number < OPEN:
            for phone in phones.values():  # the next line is tapped where both know of this one
                phone.locator("#did", has_text=line.split()[-1].rpartition(".")[2]).wait_for()
    assert len(tapped) >= 2

    settled = json.loads(served.run("settle", "--json").out)
    assert [player["score"] for player in settled["players"]] == points
    phone.goto(served.seat(names[1]))
    phone.locator("#end .won").first.wait_for()
    told = phone.locator("#end .standings > li").evaluate_all(SUMS)
    assert {who: int(sum.replace("−", "-")) for who, sum in told} == dict(zip(names, points, strict=True))


SUMS = (
    "all => all.map(one => [one.querySelector('h3 span:last-of-type'), one.querySelector('b')].map(x => x.innerText))"
)


def entered(served: Served, who: str, sent: dict[str, Any]) -> int:
    """The status of a line sent as a page sends it: once more in a moment where there were too many in this one."""
    status, _ = served.ask("/api/enter", sent, token=served.token(who))
    if status != 429:
        return int(status)
    time.sleep(1)
    return entered(served, who, sent)


def tap(served: Served, phone: Any, who: str, line: str) -> None:
    """A line tapped: a card, a place or a word that leads to it, and at last once more what made it whole."""
    for _ in range(MOST_TAPS):
        phone.locator(STEADY).wait_for()
        typed = phone.locator("#line").input_value().strip()
        if typed == line:
            again = phone.locator(".choices [aria-pressed=true]")
            return (again if again.count() else phone.locator("#enter.ready")).click()
        on = phone.locator(f".choices [data-text='{line}']")
        if on.count():
            on.click()
            continue
        _, found = served.ask("/api/choices", {"typed": typed and f"{typed} "}, token=served.token(who))
        ways = [way for way in (*found["near"], *found["choices"]) if f"{line} ".startswith(f"{way['text'].strip()} ")]
        way = max(ways, key=lambda way: len(way["text"]))
        if not way["place"]:
            phone.locator(f".choices [data-text='{way['text']}']").click()
        elif (card := phone.locator(f"#hand [data-places~='{way['place']}']")).count():
            card.click()
        else:
            box = phone.locator(f"[data-place='{way['place']}'] .lit:not(.case)").bounding_box()
            phone.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    raise AssertionError(f"{line} takes more than {MOST_TAPS} taps")
