"""No hint is refused when it is typed: what is suggested, offered and listed at positions of whole games, to everybody
who may look, is judged as if that viewer had typed it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from often import tiers
from records import RECORDS, brief, whole

from companion import Game
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.games import names
from companion.table.look import PUBLIC, REFEREE, Look, seen_by
from companion.table.turns import Untaken, take

FEW, MANY = 1, 8  # positions of each game
SHORT = [brief(name)[0] for name in names()]
LONG = [file for file in RECORDS if file not in SHORT]
cases = pytest.mark.parametrize("file", tiers(SHORT, LONG), ids=lambda file: file.stem)
BETWEEN = re.compile(r"[,;:.]? (?:or|such as|for example|for none)\b[,;:.]? ?|[,;:] |\.$|^(?:Type|Moves) ")


def positions(file: Path, count: int) -> list[Any]:
    """Some positions of a game, by chance but always the same, and its first."""
    first, *others = whole(file).states
    return [first, *random.Random(file.stem).sample(others, min(count, len(others)))]


def looks(game: Game, people: list[str], states: Sequence[Any]) -> Iterator[tuple[Look, Any]]:
    """What everybody, who is to move, and the referee see, each with the truth; where the companion deals what comes
    next, nobody is asked."""
    for state in states:
        turn = None if game.follows(state) else game.turn(state)
        for viewer in (PUBLIC, turn, REFEREE) if turn is not None else ():
            yield Look(game, people, viewer, seen_by(game, state, viewer), 0), state


def looked(file: Path, count: int = FEW) -> Iterator[tuple[Look, Any]]:
    """Those of some positions of a record."""
    return looks(whole(file).game, whole(file).table.names, positions(file, count))


def refused(look: Look, state: Any, line: str) -> str:
    """Why a line is refused to a viewer; empty where it is taken. What is hidden from everybody is no hint's fault."""
    seen, truth = look.seen, state
    for ply in look.game.plies(line):
        try:
            seen = take(look.game, seen, ply, 1).after
        except Untaken as why:
            return "" if why.unseen else f"{line!r}: {why}"
        if look.viewer == PUBLIC:
            continue
        try:
            truth = take(look.game, truth, ply, 1).after
        except Untaken as why:
            return f"{line!r} in truth: {why}"
    return ""


def offers_hold(look: Look, state: Any, chance: random.Random) -> None:
    """Ways through what is offered end in a line that is accepted; at each step one is taken by chance."""
    for _ in range(3):
        typed, ways = "", look.offered("")
        while ways:
            assert len({way.text for way in ways}) == len(ways)
            assert all(way.label for way in ways)
            way = chance.choice(ways)
            if way.whole:
                assert not refused(look, state, way.text)
            if way.text == typed:
                break
            assert way.whole or look.offered(way.text), f"nothing follows {way.text!r}"
            typed, ways = way.text, look.offered(way.text) if not way.whole or chance.random() < 0.5 else ()


def lists_hold(look: Look, state: Any, chance: random.Random) -> None:
    found = [line for line in islice(look.listed(), 150) if not line.endswith("...")]
    for line in chance.sample(found, min(4, len(found))):
        assert not refused(look, state, line)


def prompt_holds(look: Look, state: Any) -> None:
    """Whatever in the prompt can be read as a line is accepted; words in capitals stand for something else."""
    for part in BETWEEN.split(look.asked().how):
        words = part.strip(" ,;:.")
        if words and not re.search(r"\b[A-Z]{3,}\b", words):
            try:
                look.game.parse(look.seen, words)
            except Refused:
                continue
            assert not refused(look, state, words), look.asked().how


def nearest_holds(look: Look, state: Any, typed: Sequence[str]) -> list[str]:
    """Fails where what is suggested for a line is refused; what was suggested for those that were, "" for nothing."""
    near = list[str]()
    for line in typed:
        try:
            take(look.game, look.seen, line, 1)
        except Untaken as why:
            near.append(why.nearest)
            assert not (why.nearest and refused(look, state, why.nearest))
    return near


@cases
def test_what_is_offered_and_listed_is_accepted(file: Path) -> None:
    chance = random.Random(file.stem)
    for look, state in looked(file):
        offers_hold(look, state, chance)
        lists_hold(look, state, chance)


@cases
def test_what_the_prompt_suggests_is_accepted(file: Path) -> None:
    for look, state in looked(file, MANY):
        prompt_holds(look, state)


@cases
def test_the_nearest_legal_turn_is_legal(file: Path) -> None:
    """Turns of other positions of the game are tried; where they are refused, what is suggested for them is not."""
    chance, typed = random.Random(file.stem), list[str]()
    for look, _ in looked(file, 4):
        found = list(islice(look.legal(), 60))
        typed += chance.sample(found, min(3, len(found)))
    near = [each for look, state in looked(file, 4) for each in nearest_holds(look, state, chance.sample(typed, 4))]
    assert any(near), "nothing is suggested"


DEALT: dict[str, dict[str, str]] = {
    "atlantis": {"cards": "dealt"}, "gods": {"cards": "dealt"}, "escape": {"pieces": "dealt", "dice": "dealt"},
}  # fmt: skip


@settings(max_examples=4)
@given(st.sampled_from(names()), st.integers(0, 10**6), st.booleans(), st.booleans())
def test_hints_hold_in_random_games(name: str, seed: int, dealt: bool, empty: bool) -> None:
    chance, game = random.Random(seed), Game(name)
    options = DEALT.get(name, {}) if dealt else {}
    people = ["Ann", "Bob", "Cy"][: chance.randint(2, 3)]
    state: Any = game.new(*people, seed=None if name == "circles" else seed % 10_000, **options).state
    typed = list[str]()
    for _ in range(chance.randint(0, 40)):
        found = list(islice(game.moves(state), 60))
        if not found:
            break
        typed.append(game.format(state, chance.choice(found)))
        state = take(game, state, typed[-1], 1).after
    if empty and name == "gods":  # every card of the deck lies on the discards, or was played
        inner = state.state
        left = tuple(inner.discards[n] + inner.deck.count("?BGRY"[n]) * (n > 0) for n in range(5))
        inner = inner._replace(deck="", discards=left if chance.random() < 0.5 else (0,) * 5)
        state = state._replace(state=inner)
    for look, _ in looks(game, people, [state]):
        offers_hold(look, state, chance)
        lists_hold(look, state, chance)
        prompt_holds(look, state)
        nearest_holds(look, state, typed[-3:])


@pytest.mark.parametrize("name", names())
def test_the_lines_of_the_help_can_be_read_somewhere(name: str) -> None:
    """What stands before two spaces in a game's help is a line, or lines with `or` between."""
    states = [state for file in brief(name) for state in positions(file, MANY)]
    game = Game(name)
    for topic, lines in game.folder.help.items():
        for line in lines:
            shown = re.match(r" +(\S.*?)(?:  |$)", line)
            if shown is None or "  " not in line.strip() or re.search(r"\b[A-Z]{4,}\b", shown[1]):
                continue
            for text in shown[1].split(" or "):
                assert any(readable(game, state, text.removeprefix("stood ")) for state in states), f"{topic}: {text}"


def readable(game: Game, state: Any, text: str) -> bool:
    for ply in (one for each in game.plies(text) for one in game.split(state, each)):
        try:
            game.parse(state, ply)
        except SyntaxFault as fault:
            return fault.unseen
        except IllegalMove:
            return True
    return True
