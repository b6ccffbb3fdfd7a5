"""A game asked for at the prompt, question by question, by people who do not know yet what there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.prompt import asking
from companion.record.seating import named

from .conftest import Companion


def test_without_a_game_it_asks_for_one(companion: Companion) -> None:
    """Game names in any case; what cannot be is said, and that alone is asked again."""
    done = companion("play", stdin="chess\nATLANTIS\nAnn\nAnn, Bob:blue\nseven\n42\n\n1 helmet\nquit\n")
    assert done.status == 0
    assert done.out.count("Which game: ") == 2
    assert "1 player; expected 2 to 4" in done.out
    assert "'seven'; expected a whole number, such as 42" in done.out
    assert "1. Ann: 1:H" in done.out
    assert companion("list").out.endswith("atlantis      1 turn  Bob to move          Ann, Bob\n")
    assert companion("play", stdin="").out.startswith("Game 1: atlantis")


def test_without_a_game_and_without_an_answer_none_is_started(companion: Companion) -> None:
    done = companion("play", stdin="atlantis\n")
    assert (done.status, done.err) == (1, "No game was started.\n")
    done = companion("play", stdin="atlantis\nquit\n")
    assert (done.status, done.err) == (1, "No game was started.\n")


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
    typed = "?\nbroken\nnowhere.yaml\nmar\nback\npebbles\nback\nmoors\nAnn, Bob\n7\ncards=dealt\nquit\n"
    done = market("play", stdin=typed)
    said = " ".join(done.out.split())
    there = "atlantis, circles, climb, escape, gods, pebbles, broken.yaml, market.yaml, moors/moors.yaml, pebbles.yaml"
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


def test_a_question_is_asked_again_until_it_is_answered(companion: Companion) -> None:
    """Enter is taken only where it is offered."""
    done = companion("play", stdin="\npebbles\n\nAnn Bob\n\n7\n\nquit\n")
    assert done.out.count("Which game: ") == 2
    assert done.out.count("Who plays") == 2
    assert done.out.count("pile: ") == 2
    assert "Enter" not in done.out[done.out.index("pile: ") : done.out.rindex("pile: ")]
    assert "Game 1: pebbles, Ann, Bob." in done.out


def test_a_question_mark_is_answered_at_every_question(companion: Companion) -> None:
    done = companion("play", stdin="?\ngods\n?\nAnn Bob\n?\n\n?\n\n?\nR G B Y\n?\nR\nR G\n1 2\n?\n")
    said = done.out
    assert "  circles    Seven Circles, 2 to 6 players\n" in said
    assert "who is named first begins" in said
    assert "The number on the setup sheet" in said
    assert "Expected: a side of each region once, such as B1 G2 R1 Y2.\n" in said
    assert "Expected: the four regions in the order of their tokens, such as R G B Y.\n" in said
    assert "Expected: a region, one of B G R Y.\n" in said
    assert "\nend=any-action  which action ends" in said
    assert "cards=hidden    hidden: the companion sees no hands" in said
    assert "?'" not in said


def test_a_question_is_no_wider_than_the_screen_and_leaves_room_for_its_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[str]()
    monkeypatch.setattr("specs.base.terminal._columns", lambda stream: 80)
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or "")
    asking._ask("path: " + 30 * "what lies " + "\n(? for more): ")
    asking._ask("A short one: ")
    asking._ask("Enter for the printed rules, ? lists what can be chosen, NAME=VALUE chooses: ")
    assert asked == ["(? for more): ", "A short one: ", "> "]
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_back_takes_one_answer_back(companion: Companion) -> None:
    typed = "back\natlantis\nback\npebbles\nAnn Bob\n3\nback\nback\nCy, Di\n\n9\nback\n8\n\nquit\n"
    done = companion("play", stdin=typed)
    assert "This is the first question." in done.out
    assert "Game 1: pebbles, Cy, Di." in done.out
    assert json.loads(companion("show", "--json").out)["pile"] == 8


def test_an_answer_that_cannot_be_is_refused_at_its_own_question(companion: Companion) -> None:
    """Of Gods' many, sides come first; what is missing after it is no fault of it."""
    done = companion("play", stdin="gods\nAnn Bob\n\nB9\nB1 G1 R1 Y1\nR G B Y\nQ\nR\nR G\n1 2\n\nquit\n")
    assert "'B9'; expected a side of each region once" in done.out
    assert "'Q'; expected a region, one of B G R Y" in done.out
    assert done.out.count("sides: ") == 2
    assert "Game 1: gods, Ann, Bob." in done.out


@pytest.mark.parametrize(
    ("given", "players"),
    [
        ("Ann, Bob and Cy", ["Ann", "Bob", "Cy"]),
        ("Ann, Bob, and Cy", ["Ann", "Bob", "Cy"]),
        ("Ann and Bob", ["Ann", "Bob"]),
        ("Ann Bob & Cy", ["Ann", "Bob", "Cy"]),
        ("Ann: red ,Bob :blue", ["Ann:red", "Bob:blue"]),
        ("Anna Maria, Sandy and Andrew", ["Anna Maria", "Sandy", "Andrew"]),
    ],
)
def test_who_was_named(given: str, players: list[str]) -> None:
    assert named(given) == players


@pytest.mark.parametrize("given", ["11", "Ann, 2"])
def test_a_number_is_nobody(companion: Companion, given: str) -> None:
    done = companion("play", stdin=f"gods\n{given}\n")
    assert "'; expected 1 to 4 names, such as Ann, Bob:" in done.out
    assert done.out.count("Who plays") == 2
    assert done.err == "No game was started.\n"


def test_rules_are_chosen_where_they_are_offered(companion: Companion) -> None:
    typed = "pebbles\nAnn Bob\n42\nmost=9\nmost\nfew=1\nspeed=fast most=5\n5\nquit\n"
    done = companion("play", stdin=typed)
    assert "most: '9'; expected one of 3, 4, 5" in done.out
    assert done.out.count("expected NAME=VALUE, of speed, most, last_wins") == 2
    assert "1. Ann: 5" in done.out


def test_what_a_seed_must_deal_is_refused_without_one(companion: Companion) -> None:
    done = companion("play", stdin="escape\nAnn Bob\n\ndice=dealt\nback\n42\ndice=dealt\nquit\n")
    assert "dice dealt without a seed; expected a seed, such as 42" in done.out
    assert "Game 1: escape, Ann, Bob." in done.out
