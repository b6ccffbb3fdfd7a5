"""A game asked for at the prompt: specs of the folder, who plays; the questions: `transcripts/asking.txt`."""

from pathlib import Path

import pytest
from cases import cases

from companion.cli.prompt import asking
from companion.record.seating import named

from .conftest import Companion


@pytest.fixture
def market(companion: Companion) -> Companion:
    """A folder with a spec, a record beside it, and a game as `generator new` makes one."""
    text = (Path(__file__).parents[1] / "free" / "market.yaml").read_text(encoding="utf-8")
    for name in ("market.yaml", "moors/moors.yaml", "moors/schema.yaml", "pebbles.yaml"):
        (companion.folder / name).parent.mkdir(exist_ok=True)
        (companion.folder / name).write_text(text, encoding="utf-8")
    (companion.folder / "evening.yaml").write_text("game: pebbles\nplayers: []\n", encoding="utf-8")
    (companion.folder / "broken.yaml").write_text("game: broken\ncomponents: 7\n", encoding="utf-8")
    return companion


def test_specs_of_the_folder_are_offered_beside_the_games(market: Companion) -> None:
    """By their ways or by their names; a fault in one is told with its line, and the question asked again."""
    typed = "?\nbroken\nnowhere.yaml\nmar\nback\npebbles\nback\nmoors\nAnn, Bob\n7\ncards=dealt\n\nquit\n"
    done = market("play", stdin=typed)
    said = " ".join(done.out.split())
    there = "atlantis, circles, escape, gods, pebbles, broken.yaml, market.yaml, moors/moors.yaml, pebbles.yaml"
    assert said.count(f"Which game: {there}?") == 6
    assert "market.yaml Market, 2 to 4 players moors/moors.yaml Market" in said
    assert "broken.yaml:2:13: " in said
    assert "nowhere.yaml: no such spec" in said
    assert said.count("Who plays") == 3
    assert "Game 1: Market, Ann, Bob." in said


def test_a_game_begun_at_the_prompt_of_another_may_be_of_a_spec_wherever_it_lies(market: Companion) -> None:
    (market.folder / "market.yaml").rename(market.folder / "moors" / "goods.yaml")
    market("new", "pebbles", "Ann", "Bob", "--pile", "9")
    done = market("play", stdin="new moors/goods.yaml\nAnn, Bob\n7\n\nquit\n")
    assert "Game 2: " in done.out


def test_a_question_is_no_wider_than_the_screen_and_leaves_room_for_its_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[str]()
    monkeypatch.setattr("specs.base.terminal._columns", lambda stream: 80)
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or "")
    asking.ask("path: " + 30 * "what lies " + "\n(? for more): ")
    asking.ask("A short one: ")
    asking.ask("House rules, as NAME=VALUE? Enter for none, ? for a list of all that can be chosen: ")
    assert asked == ["(? for more): ", "A short one: ", "> "]
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@cases
def test_who_was_named(given: str, players: list[str]) -> None:
    assert named(given) == players
