"""Chance, what is not seen, and what is printed, at a free table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.api import Game
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
  cards: {title: Cards, size: poker, id: "shell-{n}", rows: {from: [{}], count: 12}, front: [{draw: rect}]}
setup:
  piles: {deck: {from: cards, title: Deck}}
  hands: [{from: deck, count: [3, 3]}]
play:
  buttons: {lay: "play {it} / next"}
"""


def begun(name: str, *people: str, cards: str = "dealt", seed: int | None = 7) -> Table:
    folder = HERE if (HERE / f"{name}.yaml").exists() else GALLERY
    return Game(str(folder / f"{name}.yaml")).new(*(people or ("Ann", "Bob")), seed=seed, cards=cards)


def after(table: Table, *lines: str) -> Table:
    for line in lines:
        table = table.move(line)
    return table


def refused(table: Table, line: str) -> Untaken:
    with pytest.raises(Untaken) as refusal:
        table.move(line)
    return refusal.value


def test_of_another_hand_a_rule_of_the_spec_tells_the_mover_alone() -> None:
    table = after(begun("bells", "Ann", "Bob", "Cy", "Dee"), "play wave-8")
    move = table.game.parse(table.state, "play leaf-9")  # Bob has wave-5
    with pytest.raises(IllegalMove, match=r"house\.follow"):
        table.game.apply(table.game.seen(table.state, 1), move)
    assert table.game.apply(table.game.seen(table.state, None), move)


def test_the_nearest_turn_is_said_of_a_later_ply_of_a_line_too() -> None:
    with pytest.raises(Untaken) as refusal:
        begun("market").move("draw 2 / next / draw 40", "referee")
    assert (refusal.value.part, refusal.value.nearest) == ((3, 3), "draw 34")


# ---- the companion deals ---------------------------------------------------------------------------------


def test_a_seed_deals_shuffles_and_rolls_the_same_again_after_undo() -> None:
    table = after(begun("lamps"), "roll die")
    first = table.position
    assert "dice=?" not in first
    assert after(table.undo().table, "roll die").position == first
    bells = begun("bells", "Ann", "Bob", "Cy", "Dee")
    again = after(bells, "again")
    assert again.look(0).facts()["players"] != bells.look(0).facts()["players"]
    assert again.position == after(bells, "again").position


def test_nobody_says_what_the_companion_itself_turns_up() -> None:
    with pytest.raises(Untaken, match=r"dealt\.said"):
        begun("market").move("flip deck red-1", None)


# ---- rounds, the end, the score ----------------------------------------------------------------------------


def test_the_trail_adds_up_to_the_score() -> None:
    table = after(begun("market"), "buy blue-1", "rest", "score +3 longest road", "next")
    total = [0, 0]
    for _, change in table.trail("referee"):
        total[change.player] += change.points
    assert total == [standing.score for standing in table.settle().standings]


# ---- what is not seen --------------------------------------------------------------------------------------


def test_a_piece_laid_face_down_is_seen_by_nobody() -> None:
    table = after(begun("market"), "move blue-1 to table down")
    assert all("blue-1" not in str(table.look(viewer).facts()) for viewer in (None, 0, 1))


def test_chance_is_another_each_time_it_is_asked() -> None:
    table = begun("lamps")
    thrown = set()
    for _ in range(6):
        table = after(table, "roll die")
        thrown.add(table.look().status())
    assert len(thrown) > 2


def test_a_rule_on_what_the_mover_cannot_see_refuses_nothing(tmp_path: Path) -> None:
    text = (HERE / "market.yaml").read_text(encoding="utf-8")
    rule = 'refuse: [{id: low, when: sum(deck.value) > 0, text: "{deck.count} left"}]\n  end:'
    (tmp_path / "market.yaml").write_text(text.replace("end:", rule), encoding="utf-8")
    table = Game(str(tmp_path / "market.yaml")).new("Ann", "Bob", seed=7, cards="dealt")
    assert after(table, "rest").whose == "Bob"
    (tmp_path / "seen.yaml").write_text(
        text.replace("end:", rule.replace("deck.value", "market.value")), encoding="utf-8"
    )
    table = Game(str(tmp_path / "seen.yaml")).new("Ann", "Bob", seed=7, cards="dealt")
    assert refused(table, "rest").message == "36 left"


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
