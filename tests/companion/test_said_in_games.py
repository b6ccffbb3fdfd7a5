"""Whatever a game says is said whole: read in a language without letters, no English is left in it, and told in English
again it is what it was."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from cases import data
from records import brief, spec, whole
from standing import stand

from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.games import Game
from companion.table.turns import Untaken, take
from generator.draw.scene import Text
from specs.base import measure
from specs.base.languages import Said, Tongue, speaking, word

GAMES = ("atlantis", "circles", "escape", "gods")
GIVEN = data(__file__)
HANDS = ("§", "F", "FFFFF", "RRR", "YYYYYY")


class Wordless(Tongue):
    """Nothing is left of a template but what is filled in."""

    def __init__(self) -> None:
        self.language = "xx"

    def find(self, context: str, one: str, many: str, n: int) -> str:
        return re.sub(r"(\{\w+\})|[^\W\d_]", lambda found: found[1] or "·", many if many and n != 1 else one)


def positions(name: str) -> Iterator[tuple[Any, Any]]:
    """Positions of a game with the moves made there: of some playthroughs one on the way, and the last."""
    chance = random.Random(name)
    for file in brief(name):
        line = whole(file).steps
        yield from ((step.before, step.move) for step in (chance.choice(line), line[-1]))


def refusals(game: Any, state: Any, lines: Sequence[str]) -> Iterator[str]:
    """Why lines cannot be entered, and what one that a table let stand broke."""
    for line in lines:
        try:
            take(game, state, line, 1)
        except Untaken as refused:
            yield refused.message
        try:
            _, broken, _ = stand(game, state, game.parse(state, line))
            yield from (why.message for why in broken)
        except SyntaxFault as fault:
            yield from (fault.found, fault.expected)
        except IllegalMove as refused:
            yield refused.message
    for hand in HANDS if game.has_hands else ():
        try:
            game.assume(state, hand)
        except Refused as refused:
            yield from (getattr(refused, each) for each in ("message", "found", "expected") if hasattr(refused, each))


def followed(game: Any) -> Iterator[str]:
    """What the plies of two games set off, where they were legal."""
    for step in (step for file in brief(game.name) for step in whole(file).steps if not step.stood):
        yield from game.warnings(step.before, step.move)
        yield from game.revealed(step.before, step.move, step.after)
        yield from game.chain(step.before, step.move)
        yield from (entry.text for entry in game.trail(step.before, step.move, step.after))


def told(game: Any, state: Any, move: Any, part: int) -> Iterator[str]:
    """All that a game says of a position and a move there, and of a third of what may be typed."""
    after = stand(game, state, move)[0]
    for at in (state, after):
        yield from game.prompt(at)[1:]
        yield game.status(at)
    yield from (entry.text for entry in game.opening(state))
    try:
        yield from (line for standing in game.settle(after).standings for line in standing.lines)
    except IllegalMove as refused:
        yield refused.message
    seen = game.seen(after, None)
    names = [str(player["name"]).lower() for player in game.facts(state)["players"]]
    for sought in (*GIVEN["sought"][game.name], *names):
        yield from (found.sentence for found in game.where(seen, sought))
    choices = list(islice(game.choices(seen, ""), 4))
    for choice in (*choices, *(far for near in choices for far in islice(game.choices(seen, near.text), 4))):
        yield from (choice.label, choice.note)
    yield from refusals(game, seen, GIVEN["typed"][game.name][part::3])


def drawn(game: Any, state: Any) -> Iterator[str]:
    """What stands on a board, on the screen and in the picture, and what belongs to no position."""
    for width in (40, 100):
        yield from (span.text for line in game.board(state, width) for span in line)
    document = spec(game.name)
    yield from (node.text for node in game.picture(state, document).nodes if isinstance(node, Text))
    yield from (card.name for card in (game.cards(document) if game.has_hands else ()))
    yield from map(word, (option.text for option in game.setup_options))
    yield from map(word, game.asks_first.values())


def notation(game: Any) -> set[str]:
    """Words that are the same in every language: of what is typed, and of rule options."""
    return words(
        " ".join(
            [*GIVEN["typed"][game.name], *spec(game.name).spec.rule_options, GIVEN["same everywhere"], "false"]
        ).lower()
    )


def people(game: Any) -> set[str]:
    everybody = (player for file in brief(game.name) for player in game.facts(whole(file).start)["players"])
    return {str(player[key]).lower() for player in everybody for key in ("name", "colour")}


def words(text: str) -> set[str]:
    """Of a text; `rrb` is notation for those who stand somewhere."""
    found = {word.lower() for word in re.findall(r"[A-Za-z]*[a-z]{2,}", text)}
    return {word for word in found if not re.fullmatch("[rbyg]+", word)}


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_where_another_language_is_spoken(name: str) -> None:
    game = Game(name)
    same = notation(game) | people(game)
    for number, (state, move) in enumerate(positions(name)):
        english = list(told(game, state, move, number % 3))
        with speaking(Wordless()):
            wordless = list(told(game, state, move, number % 3))
            shown = [*drawn(game, state), *followed(game)] if number < 1 else []
        for text in (*wordless, *shown):
            assert not words(text) - same, text
        assert [text.translated(None) if isinstance(text, Said) else text for text in wordless] == english


class Wordy(Wordless):
    """Words half as long again."""

    def find(self, context: str, one: str, many: str, n: int) -> str:
        longer = r"(\{\w+\})|([^\W\d_]{3,})"
        return re.sub(longer, lambda found: found[1] or found[2] + "x" * (len(found[2]) // 2 + 1), many or one)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_keeps_to_its_width_where_words_are_longer(name: str) -> None:
    game = Game(name)
    for state, _ in positions(name):
        for width in (40, 80):
            with speaking(Wordy()):
                lines = ["".join(span.text for span in line) for line in game.board(state, width)]
            assert max(map(measure.width, lines)) <= width
