"""The free table knows what is physically possible, and the light rules of a spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.api import Game, settle
from companion.contract.faults import IllegalMove
from companion.games.free.plan import Site
from companion.table.table import Table
from companion.table.turns import Untaken

HERE = Path(__file__).parent
GALLERY = Path(__file__).parents[3] / "docs" / "examples" / "gallery"


SHELLS = """
game: shells
title: Shells
credits: {designer: nobody}
players: {min: 2, max: 2}
components:
  cards: {title: Cards, size: poker, id: "shell-{n}", rows: {list: [{}], count: 12}, front: [{draw: rect}]}
setup:
  piles: {deck: {component: cards, title: Deck}}
  hands: [{pile: deck, count: [3, 3]}]
table:
  buttons: {lay: "play {it} / next"}
"""


def begun(name: str, *people: str, cards: str = "dealt", seed: int | None = 7) -> Table:
    folder = HERE if (HERE / f"{name}.yaml").exists() else GALLERY
    return Game(str(folder / f"{name}.yaml")).new(*(people or ("Ann", "Bob")), seed=seed, cards=cards)


def after(table: Table, *lines: str) -> Table:
    for line in lines:
        table = table.move(line)
    return table


def lies(table: Table, zone: str, player: int | None = None) -> list[str]:
    facts = table.look("referee").facts()
    found = facts["zones"] if player is None else facts["players"][player]["zones"]
    return list(found[zone][""])


def refused(table: Table, line: str) -> Untaken:
    with pytest.raises(Untaken) as refusal:
        table.move(line)
    return refusal.value


def stood(table: Table, line: str) -> tuple[Table, list[str]]:
    change = table.enter(line, "referee", stood=True)
    return change.table, [why.rule for step in change.steps for why in step.stood]


# ---- what cannot be, whatever the rules ----------------------------------------------------------------

REFUSED = [
    ("market", "take gold-9", "piece.elsewhere", "gold-9 is nowhere there that Ann sees"),
    ("market", "buy blue-9", "piece.elsewhere", "nowhere"),
    ("market", "draw 37", "pile.short", "deck has 36, not 37"),
    ("market", "give Bob blue-1 blue-1", "piece.twice", "named twice"),
    ("market", "coins -4", "count.low", "coins: Ann has 3, not 4"),
    ("market", "give Bob 4 coins", "count.low", "coins: Ann has 3, not 4"),
    ("market", "score =9999999", "count.far", "score counts to 1000000 at most"),
    ("market", "take 2 blue-1", "piece.few", "there are 1 blue-1 there, not 2"),
    ("market", "fill shelf", "pile.fill", "no pile to fill it from"),
    ("market", "flip deck blue-1", "piece.told", "is not blue-1"),
    ("lands", "play man-blue to i9", "piece.elsewhere", "man-blue lies at Bob.camp"),
    ("lands", "play man-red", "place.cell", "say which, such as land."),
    ("lamps", "roll die 1 2 7", "die.face", "faces of die: 3, each one of 1, 2, 3, 4, 5 and 6"),
    ("floods", "remove water", "piece.elsewhere", "water"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line", "rule", "told"), REFUSED, ids=[line for _, line, _, _ in REFUSED])
def test_what_is_not_there_cannot_be_moved(name: str, line: str, rule: str, told: str) -> None:
    table = begun(name)
    why = refused(table, line)
    assert why.rule == rule
    assert told in why.message
    with pytest.raises(Untaken, match=rule):  # and it cannot stand either
        table.move(line, stood=True)


STOOD = [
    ("lands", "flip bag", "play bag.1 to i9 / play bag.1 to i9", "place.full"),
    ("lands", "flip bag", "play bag.1 to i9 / play man-red to a9", "house.apart"),
    ("floods", "actions -4", "actions +5", "count.high"),
    ("floods", "rain", "move past.1 to help", "zone.holds"),
    ("market", "rest", "move deck.1 to market", "zone.full"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "before", "line", "rule"), STOOD)
def test_what_a_zone_says_of_itself_may_be_let_stand(name: str, before: str, line: str, rule: str) -> None:
    table = after(begun(name), before)
    assert refused(table, line).rule == rule
    table, broken = stood(table, line)
    assert rule in broken
    assert rule in table.journal.line()[-1].rule


def test_following_suit_is_a_rule_of_the_spec_and_the_mover_alone_is_told_of_the_hand() -> None:
    table = begun("bells", "Ann", "Bob", "Cy", "Dee")
    hand = [lies(table, "hand", seat) for seat in range(4)]
    led = hand[0][0]
    suit = led.partition("-")[0]
    table = after(table, f"play {led}")
    other = next(card for card in hand[1] if not card.startswith(suit))
    assert any(card.startswith(suit) for card in hand[1])
    why = refused(table, f"play {other}")
    assert (why.rule, why.message) == ("house.follow", f"{suit} was led, and Bob still holds one")
    with pytest.raises(IllegalMove):
        table.game.apply(
            table.game.seen(table.state, 1), table.game.parse(table.state, f"play {other}")
        )
    assert table.game.apply(
        table.game.seen(table.state, None), table.game.parse(table.state, f"play {other}")
    )


def test_a_piece_in_two_places_is_asked_for_by_both() -> None:
    table = after(begun("floods"), "add water to amber", "add water to birch")
    why = refused(table, "move water to cliff")
    assert (why.rule, why.message) == ("piece.which", "water lies at towns.amber and towns.birch; say from which")
    assert "towns.cliff=water" in after(table, "move water from amber to cliff").position


def test_the_nearest_turn_is_one_that_can_be_made() -> None:
    assert refused(begun("market"), "draw 40").nearest == "draw 36"
    assert refused(begun("market"), "coins -5").nearest == "coins -3"
    assert refused(begun("market"), "score +9999999").nearest == "score +1000000"
    assert (
        refused(after(begun("floods"), "add 3 water to amber"), "move 5 water to birch").nearest
        == "move 3 water to towns.birch"
    )


def test_the_nearest_turn_is_said_of_a_later_ply_of_a_line_too() -> None:
    with pytest.raises(Untaken) as refusal:
        begun("market").move("draw 2 / next / draw 40", "referee")
    assert (refusal.value.part, refusal.value.nearest) == ((3, 3), "draw 34")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("score Bob 4", "column 11: '4'; expected +1, -1 or =1, whatever the number"),
        ("roll 2d6", "column 6: '2d6'; expected none: there are no dice"),
    ],
)
def test_a_slip_is_told_where_it_is(line: str, told: str) -> None:
    assert str(refused(begun("market"), line)) == told


# ---- the companion deals ---------------------------------------------------------------------------------


def test_a_seed_deals_shuffles_and_rolls_the_same_again_after_undo() -> None:
    table = after(begun("lamps"), "roll die")
    first = table.position
    assert "dice=?" not in first
    assert after(table.undo().table, "roll die").position == first
    assert after(begun("lamps"), "roll die 6 6 6").look().status() == "die 6 6 6"
    bells = after(begun("bells", "Ann", "Bob", "Cy", "Dee"), "again")
    assert lies(bells, "hand", 0) != lies(begun("bells", "Ann", "Bob", "Cy", "Dee"), "hand", 0)
    assert bells.position == after(begun("bells", "Ann", "Bob", "Cy", "Dee"), "again").position


def test_nobody_says_what_the_companion_itself_turns_up() -> None:
    with pytest.raises(Untaken, match=r"dealt\.said"):
        begun("market").move("flip deck red-1", None)


def test_what_comes_to_light_is_told_where_it_is_not_dealt() -> None:
    table = begun("market", cards="hidden", seed=None)
    assert lies(table, "market") == ["?cards"] * 4
    table = after(table, "found red-1 in market.2", "draw deck red-2", "fill market")
    assert table.ply == 2  # what only came to light is no turn
    assert lies(table, "market") == ["?cards", "red-1", "?cards", "?cards"]
    assert refused(table, "flip deck red-2").rule == "piece.gone"
    assert lies(after(table, "flip deck red-3"), "discard") == ["red-3"]


def test_a_seed_without_dealing_lays_open_what_the_setup_sheet_does() -> None:
    table = begun("market", cards="hidden")
    assert lies(table, "market") == lies(begun("market"), "market")
    assert set(lies(table, "deck")) == {"?cards"}


# ---- rounds, the end, the score ----------------------------------------------------------------------------


def test_buying_from_the_market_is_one_word_and_fills_it() -> None:
    table = after(begun("market"), "buy blue-1")
    assert lies(table, "shelf", 0) == ["blue-1"]
    assert len(lies(table, "market")) == 4
    assert table.whose == "Bob"
    assert table.look().facts()["players"][0]["counters"] == {"coins": 2, "score": 0}


def test_the_most_of_something_is_shared_or_not_as_the_row_says() -> None:
    told = "game: free\nspec: {file: market.yaml}\nplayers: [%s]\n"
    shelves = "{name: Ann, zones: {shelf: [gold-9]}}, {name: Bob, zones: {shelf: [gold-8]}}, {name: Cy}"
    result = settle(told % shelves, str(HERE / "end.yaml"))
    assert [standing.score for standing in result.standings] == [9 + 3, 8 + 3, 0]
    assert result.winners == (0,)
    shelves = shelves.replace("[gold-9]", "[gold-7, gold-1]")
    assert [s.score for s in settle(told % shelves, str(HERE / "end.yaml")).standings] == [8 + 5, 8 + 2, 0]


def test_ties_are_broken_by_a_counter() -> None:
    told = "game: free\nspec: {file: market.yaml}\nplayers: [{name: Ann}, {name: Bob, counters: {coins: 4}}]\n"
    assert settle(told, str(HERE / "end.yaml")).winners == (1,)


def test_lands_hang_together_by_what_lies_on_them() -> None:
    told = (
        "game: free\nspec: {file: lands.yaml}\nplayers: [{name: Ann}, {name: Bob}]\n"
        "zones: {land: {i9: [man-red, t1], j9: [t1], i10: [man-blue, t2], k9: [t3], a9: [man-red, t1]}}\n"
    )
    result = settle(told, str(HERE / "end.yaml"))
    assert [standing.score for standing in result.standings] == [3 + 1, 1]


def test_rounds_are_counted_by_seats_or_told_and_add_what_they_bring() -> None:
    market = after(begun("market"), "rest", "rest", "next")
    assert market.look().facts()["round"] == 2
    bells = begun("bells", "Ann", "Bob", "Cy", "Dee")
    bells = after(bells, "next", "next", "next", "next")
    assert bells.look().facts()["round"] == 1
    bells = after(
        bells, "move hand.1 to won", "move hand.1 to won", "move hand.1 to won", "move hand.1 to won", "round"
    )
    won = lies(bells, "won", 0)
    points = 1 - sum(card.startswith("bell") for card in won)
    assert bells.look().facts()["players"][0]["counters"]["score"] == points


def test_a_turn_goes_through_its_phases_and_next_passes_each() -> None:
    table, seen = begun("floods"), []
    for _ in range(4):
        seen.append((table.whose, table.look().facts()["phase"], table.look().status()))
        table = after(table, "next")
    assert seen == [
        ("Ann", "act", "phase act"),
        ("Ann", "help", "phase help"),
        ("Ann", "rain", "phase rain"),
        ("Bob", "act", "phase act"),
    ]
    assert table.at("referee").chain() == ["phase help"]
    assert (table.whose, table.look().status()) == ("Bob", "phase help")
    assert after(table, "next Bob").look().facts()["phase"] == "act"
    why = refused(table, "actions -1")
    assert (why.rule, why.message) == ("house.act", "Bob has acted: now it is help")
    assert after(table, "next", "done").whose == "Ann"


def test_a_turn_without_phases_is_told_none() -> None:
    table = after(begun("market"), "rest")
    assert (table.look().status(), table.look().facts()["phase"], list(table.at("referee").chain())) == ("", "", [])


def test_all_win_together_or_lose_together() -> None:
    lost = after(begun("floods"), "spills +4")
    assert lost.turn is None
    assert lost.settle().winners == ()
    won = after(begun("floods"), *["move help.1 to dykes"] * 6)
    assert won.turn is None
    assert won.settle().winners == (0, 1)
    assert refused(won, "next").rule == "game.over"


def test_a_game_ends_by_its_spec_or_by_word() -> None:
    table = after(begun("market"), "draw 36", "next")
    assert table.turn == 1  # at the end of the round, not before
    assert after(table, "next").turn is None
    assert after(begun("market"), "end").turn is None


def test_the_trail_adds_up_to_the_score() -> None:
    table = after(begun("market"), "buy blue-1", "rest", "score +3 longest road", "next")
    total = [0, 0]
    for _, change in table.trail("referee"):
        total[change.player] += change.points
    assert total == [standing.score for standing in table.settle().standings]


@pytest.mark.parametrize(
    ("typed", "some"),
    [
        ("", {"buy ", "rest", "play ", "next"}),
        ("buy ", {"buy blue-1"}),
        ("next ", {"next Ann", "next Bob"}),
        ("flip d", {"flip deck"}),
        ("coins ", {"coins +1", "coins -1"}),
        ("take blue-1 to s", {"take blue-1 to shelf"}),
        ("take blue-1 ", {"take blue-1 to shelf"}),
    ],
)
def test_what_can_follow_is_offered(typed: str, some: set[str]) -> None:
    offered = {choice.text for choice in begun("market").look().offered(typed)}
    assert some <= offered


# ---- what is not seen --------------------------------------------------------------------------------------


def test_a_piece_laid_face_down_is_seen_by_nobody_till_it_is_turned() -> None:
    table = after(begun("market"), "move blue-1 to table down")
    assert "table=blue-1~" in table.position
    assert all("blue-1" not in str(table.look(viewer).facts()) for viewer in (None, 0, 1))
    assert refused(table, "take blue-1").rule == "piece.elsewhere"
    assert "table=blue-1 " in after(table, "flip table.1").position


def test_chance_is_another_each_time_it_is_asked() -> None:
    table = begun("lamps")
    thrown = set()
    for _ in range(6):
        table = after(table, "roll die")
        thrown.add(table.look().status())
    assert len(thrown) > 2


def test_a_rule_on_what_the_mover_cannot_see_refuses_nothing(tmp_path: Path) -> None:
    text = (HERE / "market.yaml").read_text(encoding="utf-8")
    rule = 'refuse: [{id: low, when: sum(deck.value) > 0, say: "{deck.count} left"}]\n  end:'
    (tmp_path / "market.yaml").write_text(text.replace("end:", rule), encoding="utf-8")
    table = Game(str(tmp_path / "market.yaml")).new("Ann", "Bob", seed=7, cards="dealt")
    assert after(table, "rest").whose == "Bob"
    (tmp_path / "seen.yaml").write_text(
        text.replace("end:", rule.replace("deck.value", "market.value")), encoding="utf-8"
    )
    table = Game(str(tmp_path / "seen.yaml")).new("Ann", "Bob", seed=7, cards="dealt")
    assert refused(table, "rest").message == "36 left"


def test_a_card_that_is_seen_is_in_no_hand() -> None:
    table = after(begun("bells", "Ann", "Bob", "Cy", "Dee", cards="hidden", seed=None), "play sun-9")
    assert refused(table, "play sun-9").rule == "piece.elsewhere"


def test_a_printed_id_is_read_as_its_kind(tmp_path: Path) -> None:
    """Of twelve shells each is `shell`; the number is printed on the card, and typed."""
    file = tmp_path / "shells.yaml"
    file.write_text(SHELLS, encoding="utf-8")
    table = Game(str(file)).new("Ann", "Bob", seed=1, cards="dealt")
    for typed in ("play shell-3", "play SHELL-03", "play shell-3 to table", "lay shell-12"):
        after = table.move(typed)
        assert after.state.state.at(Site("table"))[0].word == "shell", typed
    for typed in ("play shell-13", "play shell-0", "play shell-"):
        assert "a piece" in str(refused(table, typed))
