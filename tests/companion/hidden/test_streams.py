"""What a phone or a television hears while a game goes on is the same in two games that it cannot tell apart."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from often import tiers
from PIL import Image

from companion.games import Game

from .surfaces import LOBBY, TABLE, Pages, typed, view
from .walks import Walk
from .worlds import KINDS

TURNS, PAIRS, ENOUGH = 6, 20, 6
HIDING = [kind for kind in KINDS if kind != "circles"]


@pytest.mark.parametrize("kind", tiers(["atlantis dealt"], [kind for kind in HIDING if kind != "atlantis dealt"]))
def test_streams_of_two_games_that_differ_in_what_is_hidden_send_the_same(
    kind: str, tmp_path: Path, pages: Pages
) -> None:
    heard = 0
    for pair in range(PAIRS):
        place = tmp_path / str(pair)
        place.mkdir()
        heard += compared(Walk(place, pages, kind, "", pair), looks_on=bool(pair % 3))
        if heard >= ENOUGH:
            return
    pytest.fail(f"only {heard} turns were the same in both")


def test_rules_the_lesson_and_a_rematch_tell_nothing_of_what_is_hidden(
    tmp_path: Path, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.record.starting.SystemRandom", lambda: Random(7))
    walk = Walk(tmp_path, pages, "atlantis dealt", "", 0)
    for path, body in (("/api/rules", None), ("/api/learn", {"lines": []}), ("/api/rematch", {})):
        for who in ("", *walk.players):
            ((_, one, two),) = walk.page(who, path, body)
            assert one == two
    for name in walk.players:
        for served in walk.served:
            served.ask(name, "/api/leave", {"last": served.ask("", view()).facts["last"]})
    assert {served.ask("", view()).facts["over"] for served in walk.served} == {True}
    assert {served.ask(walk.players[0], "/api/rematch", {}).status for served in walk.served} == {200}
    for who in ("", TABLE, *walk.players):
        for path in (view(), "/api/around"):
            ((_, one, two),) = walk.page(who, path)
            assert one == two, "the next game knows nothing of the one before"


def test_the_evening_tells_nothing_of_what_is_hidden(tmp_path: Path, pages: Pages) -> None:
    walk = Walk(tmp_path, pages, "atlantis dealt", "", 0)
    photo = io.BytesIO()
    Image.new("RGB", (6, 4), "teal").save(photo, "JPEG")
    requests = [
        ("/api/about", {"about": {"place": "Rome"}}),
        ("/api/clock", {"text": "10"}),
        ("/api/clock", {"text": "off"}),
        ("/api/photo", photo.getvalue()),
        ("/api/evening", None),
        ("/api/photo", None),
    ]
    for path, body in requests:
        both = [walk.page(who, path, body)[0][1:] for who in ("", TABLE, *walk.players)]
        assert all(one == two for one, two in both), path
        assert 200 in {one.status for one, _ in both}, f"{path} is refused to everybody, so it shows nothing"
    ((_, one, two),) = walk.page(TABLE, "/api/machine", {"last": 0})
    assert one == two


@pytest.mark.parametrize("kind", tiers(["atlantis dealt"], [kind for kind in HIDING if kind != "atlantis dealt"]))
def test_a_bot_that_plays_on_tells_nothing_it_does_not_see(kind: str, tmp_path: Path, pages: Pages) -> None:
    for seed in range(PAIRS):
        place = tmp_path / str(seed)
        place.mkdir()
        walk = Walk(place, pages, kind, KINDS[kind][2][0], seed)
        if walk.differ and Game(walk.game).turn(walk.worlds()[0]) == walk.seat and walk.alike():
            break
    else:
        pytest.fail("it is never the first player's turn")
    walk.command("move", "--leave", f"{walk.who}:greedy")
    walk.served = [pages.serve(store, tuple(walk.players)) for store in walk.stores]
    ((_, one, two),) = walk.page(TABLE, "/api/machine", {"last": len(walk.truths()[0].log), "text": "F"})
    assert one.status in (200, 422), "it was heard, and understood or refused"
    assert one == two


def test_the_lobby_tells_nothing_of_what_is_hidden(tmp_path: Path, pages: Pages) -> None:
    walk = Walk(tmp_path, pages, "atlantis dealt", "", 0)
    for path, body in (("/api/around", None), ("/api/claim", {"ply": 0}), (view(), None)):
        ((_, one, two),) = walk.page(LOBBY, path, body)
        assert one.status == 200
        assert one == two


def compared(walk: Walk, *, looks_on: bool) -> int:
    """How many turns, legal in both games, were heard of alike, before what all may read told the games apart."""
    game, chance = Game(walk.game), Random(walk.kind)
    nexts = [served.listen(looks_on=looks_on) for served in walk.served]
    assert len({each() for each in nexts}) == 1, "as it stands"
    for turn in range(TURNS):
        worlds = walk.worlds()
        legal = [{game.format(world, move) for move in islice(game.moves(world), 200)} for world in worlds]
        common = sorted(legal[0] & legal[1])
        if not common:
            return turn
        line = chance.choice(common)
        for store in walk.stores:
            typed(store, "move", "--", *line.split())
        if not walk.alike():
            return turn
        one, two = (each() for each in nexts)
        assert one == two, line
    return TURNS
