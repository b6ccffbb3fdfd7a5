"""Nothing is told in English to whoever reads another language: what is no notation and no name is said."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from cases import cases

from companion.contract import entering
from companion.contract.faults import Refused
from companion.contract.position import Position
from companion.contract.sentences import sentence
from companion.contract.values import Player
from companion.games.escape import look, picture, words
from generator.draw.scene import Group, Node, Text
from specs.base.languages import Tongue, speaking
from specs.load import load

from .drawing import GAME, ISLAND, drawn, plied

PEOPLE = (Player("ANN", "red"), Player("BOB", "blue"), Player("CY", "yellow"))
SOUGHT = ("d5", "a1", "b1", "ann", "shark", "monsters", "octopus", "boats", "lowland", "hill", "mountain")
PROMPTED = r"\b(move|sink|put|reveal|roll|place)\b"  # words that are typed in every language
PEOPLES = re.compile("[rbyg]+")  # `rrb`, notation for those who stand somewhere


class Shouting(Tongue):
    """Every template in capitals, but not its values."""

    def __init__(self) -> None:
        super().__init__("xx", ())

    def find(self, context: str, one: str, many: str, n: int) -> str:
        template = many if many and n != 1 else one
        return re.sub(r"\{\w+\}|[^{]+", lambda part: part[0] if part[0][0] == "{" else part[0].upper(), template)


def quiet(text: str) -> list[str]:
    """The words of a text that nobody shouted."""
    return [word for word in re.findall("[a-z]+", text) if not PEOPLES.fullmatch(word)]


def nameless(text: str) -> str:
    return re.sub(r"\b(Ann|Bob)\b", "", text)


def told(state: Position, chance: random.Random) -> Iterator[str]:
    """What a position shows and offers."""
    yield look.prompt(state).now
    yield look.status(state)
    for width in (40, 100):
        yield from (span.text for line in GAME.board(state, width) for span in line)
    for sought in SOUGHT:
        yield from (found.sentence for found in words.where(state, sought))
    typed = ""
    while found := GAME.choices(state, typed):
        yield from (text for one in found for text in (one.label, one.note))
        if typed in [one.text for one in found]:
            return
        typed = chance.choice(found).text


def followed(made: entering.Ply) -> Iterator[str]:
    """What a ply sets off."""
    yield from GAME.warnings(made.before, made.move)
    yield from GAME.chain(made.before, made.move)
    yield from words.revealed(made.before, made.move, made.after)
    yield from (entry.text for entry in words.trail(made.before, made.move, made.after))


def test_a_game_is_told_in_the_language_of_whoever_plays_it() -> None:
    here, chance = entering.start(GAME, PEOPLE, GAME.rules.OPTIONS(pieces="dealt", dice="dealt"), 9), random.Random(9)
    with speaking(Shouting()):
        for ply in range(4_000):
            if here.state.phase == "over":
                break
            if ply % 60 < 6:
                assert not [text for text in told(here, chance) if quiet(text)]
            made = entering.random_ply(GAME, here, chance)
            assert not [text for text in followed(made) if quiet(text)]
            here = made.after
        assert not [text for text in told(here, chance) if quiet(text)]
        assert not [line for seat in range(len(here.players)) for line in words.lines(here, seat) if quiet(line)]


@cases
def test_a_table_that_tells_dice_and_pieces_is_told_all_in_its_language(phase: str, items: str, plies: str) -> None:
    here = drawn(ISLAND, items, phase=phase, box="1.1.1.1.0", rules="classic/1996/any/rescue/shore")
    chance = random.Random(4)
    with speaking(Shouting()):
        for line in plies.split("; "):
            for made in plied(here, line)[1]:
                texts = [*told(made.before, chance), *told(made.after, chance), *followed(made)]
                assert not [text for text in map(nameless, texts) if quiet(text)]


REFUSED = {
    "place": ("D5:r E6:rrb", "D5; E6; A1; L2; C5; Z9; D5 D6; move -; roll none; sink none; place"),
    "move": (
        "D5:r E6:rrr C5=b C9=rrr C8=r B4~r C4!m A1:r A3= A4!o B1= B2= F9:r C7~r!d",
        """D5>E6>F6>D5 C9>D8; D5>A1; D5>Z9; D5>J9; A1>B1; =C5>C6; C5>C6; D5>A2; B4~>M1; =A3>A4; =A3>B3 =B3>C4; D5>E6;
        C9>D8; C9>B8~; B4~>B4; B4~>B5 B5~>B6; D5>D4 D4~>D3; D5 E6; =B1>A2; =B1>B2; =B1>A1; =B1>C1>D1>C1>B1; C8>C9;
        =G1>G2; D5~>D4; C7~>D7; C7~>A1 D5>D6; D6>D7; sink none""",
    ),
    "sink": (
        "D5:rr E6:rrb",
        """G7 boat; D5; D5 boat; D5 boat r>Z1; D5 boat r>A3 r>A3; D5 boat r>E6 r>D6; D5 boat r>D6; A1 boat; D5 kraken;
        D5 boat b>D6; D5 boat r>D6 r>D6 r>D6; D5 boat q>D6 r>D6; D5 boat r>D6 r>D7 b>D6; D5 boat r-;
        D5 boat r>D6 r>D5; none; sink; D5 s >D6 D7""",
    ),
    "roll": (
        "D5:r C7!s C9~r",
        """kraken 1 -; shark 7 -; shark 1 C7-C9; shark D C7-D5; shark D C7-C9; octopus 1 C7-C8; shark 1 C7-C7;
        shark 1 C8-C9; shark 1 C7-D7; shark 1; shark 1 C7C; none; roll""",
    ),
    "over": ("D5:r", "D5>D6; -; place D5"),
}


@pytest.mark.parametrize("phase", REFUSED)
def test_what_is_refused_is_told_in_the_language_of_whoever_tried(phase: str) -> None:
    items, plies = REFUSED[phase]
    here, typed = drawn(ISLAND, items, phase=phase), "'[^']*'|monster, shark, [a-z, ]+|" + PROMPTED
    refused = 0
    with speaking(Shouting()):
        for line in plies.split(";"):
            try:
                plied(here, line)
            except entering.Forbidden as why:
                said = str(sentence(GAME.sentences, why, here.players).message)
            except Refused as why:
                said = f"{why.found}; {why.expected}"  # type: ignore[attr-defined]
            else:
                continue
            refused += 1
            assert not quiet(re.sub(typed, "", nameless(said))), said
    assert refused > 2


def test_the_lines_below_the_picture_are_in_the_language_of_whoever_looks() -> None:
    def texts(node: Node) -> Iterator[str]:
        if isinstance(node, Text):
            yield node.text
        for inner in node.children if isinstance(node, Group) else ():
            yield from texts(inner)

    state = entering.start(GAME, PEOPLE, GAME.rules.OPTIONS(), 9)
    with speaking(Shouting()):
        found = [text for node in picture.Drawing(state, load("escape")).drawn().scene.nodes for text in texts(node)]
    assert "ANN, TO PLACE: NOBODY PLACED" in found
    assert not [text for text in found if quiet(text)]
