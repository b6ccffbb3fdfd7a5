"""Every refusal there is, with real values, in every language: nothing of it is left in English, and nothing is lost.

`refused/GAME.txt` has a position and a turn for each kind of sentence; a rule's id that it lacks fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from cases import data

from companion import Game
from companion.contract.faults import IllegalMove
from companion.contract.sentences import SHELL
from companion.games import names
from companion.record.mending import mend
from companion.table.table import Table
from companion.table.turns import Untaken
from specs.base.languages import ENGLISH, Said, Tongue, languages

ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|or|is|are|has|have|had|cannot|with|there|this|that|not|needs?|cards?|tiles?|space|turn|player|left|lies?|"
    r"figure|costs?|goes|gets|holds?|shows?|stands?|board|boat|card|hex|only|once|already)\b"
)


SHELLS = {"game.over", "leave.gone", "end.rules"}  # what the shell refuses, and no turn of a file can be
REFUSED = Path(__file__).parent / "refused"
TOLD = [name for name in names() if (REFUSED / f"{name}.txt").exists()]  # a game of one's own owes no other language


class Case(NamedTuple):
    rule: str
    position: str
    turn: str
    sentence: str


def cases(game: str) -> list[Case]:
    """What is refused of a game, from its file."""
    text = (REFUSED / f"{game}.txt").read_text(encoding="utf-8")
    return [Case(*block.splitlines()) for block in text.split("\n\n")[1:]]


def refusals(game: Game, case: Case) -> Iterator[IllegalMove]:
    """Why a turn is refused, and what it breaks at a table that lets it stand; of several plies the first that is."""
    state = game.read(case.position)
    for text in game.split(state, case.turn):
        move = game.parse(state, text)
        try:
            state = game.made(state, move).after
        except IllegalMove as why:
            yield why
            break
    try:
        yield from game.made(state, move, stood=True).stood
    except IllegalMove as why:
        yield why


@cache
def tongue(language: str) -> Tongue:
    return Tongue(language, ("companion", "specs"))


def others() -> list[str]:
    return [each for each in languages("companion") if each != ENGLISH]


def values(said: Said) -> Iterator[tuple[str, str]]:
    """Names, places and numbers in a sentence; of what was said within it too."""
    for name, value in said.values.items():
        if isinstance(value, Said):
            yield from values(value)
        else:
            yield name, str(value)


def wrong(said: Said) -> Iterator[str]:
    """What is wrong with a refusal in some language."""
    for language in others():
        translation = said.translated(tongue(language))
        lost = [value for name, value in values(said) if name != "n" and value in said and value not in translation]
        own = re.sub("|".join(map(re.escape, [value for _, value in values(said) if value])) or "$^", "", translation)
        left = ENGLISH_WORDS.findall(re.sub(r"'[^']*'", "", own))
        if translation == said or "{" in translation or lost or left:
            yield f"{language}: {translation} [{said}] {lost or left}"


@pytest.mark.parametrize("name", TOLD)
def test_every_refusal_is_told_in_every_language_with_its_values(name: str) -> None:
    game, faults = Game(name), []
    for case in cases(name):
        told = {str(why.message): why for why in refusals(game, case) if why.rule == case.rule}
        assert case.sentence in told, case
        faults += wrong(told[case.sentence].message)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", TOLD)
def test_every_rule_that_can_be_broken_has_a_turn_that_breaks_it(name: str) -> None:
    """Of its other sentences a game tells what follows a turn, or is likely a slip."""
    told = data(__file__)["told, not refused"][name]
    assert {case.rule for case in cases(name)} - SHELLS == set(Game(name).sentences) - set(told) - SHELLS


# ---- what every game's table refuses -----------------------------------------------------------------------


def dealt(game: str) -> Table:
    return Game(game).new("Ann", "Bob", seed=42, cards="dealt")


SHARED: dict[str, Callable[[], object]] = {
    "turn.others": lambda: dealt("atlantis").enter("1:H", 1),
    "dealt.said": lambda: dealt("atlantis").enter("1:H reveal F3"),
    "hidden": lambda: dealt("atlantis").enter("1:O", stood=True),
    "leave.others": lambda: dealt("atlantis").leave("Ann", 1),
    "leave.gone": lambda: Game("atlantis").new("Ann", "Bob", "Cy", seed=1).leave("Bob").table.leave("Bob"),
    "game.over": lambda: dealt("atlantis").leave("Ann").table.leave("Bob"),
    "players.seats": lambda: mend(dealt("atlantis").move("1:A"), ["Bob", "Ann"]),
}


@pytest.mark.parametrize("rule", SHARED)
def test_what_any_table_refuses_is_told_in_every_language(rule: str) -> None:
    with pytest.raises((IllegalMove, Untaken)) as raised:
        SHARED[rule]()
    why = raised.value.refusal if isinstance(raised.value, Untaken) else raised.value
    assert isinstance(why, IllegalMove)
    assert why.rule == rule
    assert not list(wrong(why.message))


def test_what_the_shell_refuses_has_a_case() -> None:
    assert set(SHELL) - SHELLS <= set(SHARED)


def test_each_game_that_comes_along_has_its_list() -> None:
    from specs.load import bundled

    assert set(TOLD) >= set(names()) & set(bundled())
