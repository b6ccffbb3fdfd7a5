"""The toy with hidden hands, chance and a payment keeps the contract, and shows nothing that is hidden."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from companion.contract import entering, lying, offered, position
from companion.contract.codecs import Unclear
from companion.contract.position import Position
from companion.contract.rules import Lies, says
from companion.contract.values import Options, Player
from companion.games import Game
from companion.table import play as table
from tests.companion.contract.held import held, random_ply, shows_nothing
from tests.companion.contract.toll import Play, Roll, State, Toll

TOLL = Game(Toll())
PLAYERS = (Player("Ann", "red"), Player("Bob", "black"))


def start(seed: int | None) -> Position:
    return entering.start(TOLL, PLAYERS, Options(coins=5), seed)


def wrong(chance: Random, seats: int) -> str:
    kinds = ("play {}", "play {} pay {}", "pass", "roll {}")
    return kinds[int(chance.random() * 4)].format(1 + int(chance.random() * 6), int(chance.random() * 4))


def test_random_games_keep_the_contract() -> None:
    held(TOLL, start, 12, wrong)


def test_nothing_hidden_is_shown() -> None:
    chance, compared = Random(5), 0
    for seed in range(12):
        here = start(seed)
        for _ in range(8):
            here, _ = entering.dealt(TOLL, here)
            if TOLL.rules.turn(here.state) is None:
                break
            lines = [wrong(chance, 2) for _ in range(6)] + ["play 3 / play 2 / play 5"]
            compared += shows_nothing(TOLL, here, lines, chance)
            here = random_ply(TOLL, here, chance).after
    assert compared > 1000


@says("show [{card}]")
class Show(NamedTuple):
    """The one kind of card that a hand holds, or the one that is named."""

    card: int | None = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Show:
        held = set() if seat is None else set(s.hands[seat])
        if self.card is None and len(held - {0}) != 1:
            raise Unclear("card", f"{sorted(held)}", "one card", unseen=0 in held)
        return self if self.card is not None else Show(max(held))


class Showing(Toll):
    MOVES = (Show, Roll)  # type: ignore[assignment]

    def play(self, s: State, seat: int | None, move: Any, judge: Any) -> State:
        return super().play(s, seat, move, judge) if isinstance(move, Roll) else s._replace(die=0, plies=s.plies + 1)


def test_what_is_unclear_in_truth_is_told_as_it_is_seen() -> None:
    """What Ann could mean by `show` is told to Ann alone; to others, what each card that they do not see could be."""
    game = Game(Showing())
    here = entering.start(game, PLAYERS, Options(coins=5), 3)

    def said(hand: tuple[int, int], viewer: Any) -> str:
        world = here._replace(state=here.state._replace(hands=(hand, here.state.hands[1])))
        return entering.refused(game, world, "show", viewer)

    assert said((1, 2), 0) == "column 5: [1, 2]; expected one card"
    assert said((1, 2), None) == said((3, 4), None) == "column 5: [0]; expected one card"
    assert said((2, 2), None) == said((2, 2), 0) == ""
    assert said((1, 2), 1) == said((3, 4), 1) == said((2, 2), 1) == "It is Ann's turn."


def test_a_line_is_entered_up_to_its_first_chance() -> None:
    """Ann's turn draws a card and the die is rolled: what she typed behind it is handed back."""
    here = start(3)
    [first, *_] = list(TOLL.rules.moves(here.state, {}))
    text = entering.written(TOLL, here, first)
    done = entering.enter(TOLL, here, f"{text} / play 1 / nonsense", 0)
    assert done.plies[0].text == text
    assert isinstance(done.plies[1].move, Roll)
    assert done.rest == "play 1 / nonsense"


def test_chance_is_dealt_by_seed_and_count() -> None:
    """The same count gives the same die, whatever was played; a told roll must be that one."""
    here = start(3)
    assert here.chances == 1
    again = Position(here.state._replace(die=0), PLAYERS, 1, 3)
    rolled = entering.dealt(TOLL, again)[1][0].move
    other = Position(here.state._replace(die=0, coins=(1, 1)), PLAYERS, 1, 3)
    assert entering.dealt(TOLL, other)[1][0].move == rolled
    assert entering.enter(TOLL, again, f"roll {rolled.pips}").plies[0].move == rolled
    with pytest.raises(entering.Stopped, match=r"dealt\.said"):
        entering.enter(TOLL, again, f"roll {rolled.pips % 6 + 1}")


def test_the_table_tells_what_the_companion_does_not_deal() -> None:
    here = start(None)
    assert TOLL.rules.turn(here.state).seats == ()  # type: ignore[union-attr]
    done = entering.enter(TOLL, here, "roll 4 / play 6")
    assert [ply.text for ply in done.plies] == ["roll 4", "play 6 pay 2"]
    with pytest.raises(entering.Stopped, match="column 6: '7'; expected 1 to 6"):
        entering.enter(TOLL, here, "roll 7")


def test_the_nearest_turn_and_what_can_follow() -> None:
    here = entering.enter(TOLL, start(None), "roll 2").plies[0].after
    assert offered.nearest(TOLL, here, Play(5, 1)) == Play(5, 3)
    assert entering.refused(TOLL, here, "play 5 pay 1") == "the toll is 3; Ann pays 1"
    assert [way.text for way in offered.offered(TOLL, here, "pl")] == ["play"]
    assert [way.text for way in offered.offered(TOLL, here, "play ")] == [f"play {n}" for n in range(1, 7)]


def test_what_was_turned_up_is_what_everyone_saw() -> None:
    """Ann's card is known now; the one she drew is a count."""
    here = start(3)
    move = next(iter(TOLL.rules.moves(here.state, {})))
    made = entering.ply(TOLL, here, move, 0)
    known, drawn = lying.turned_up(TOLL, here, made.after)
    assert known == [Lies("played", (str(move.card),), 0)]
    assert drawn == [("deck", 1)]
    assert lying.hand(TOLL, position.seen(TOLL.rules, here, 0), 1) == ("?", "?")


def test_a_whole_turn_goes_back_to_what_was_dealt_for_it() -> None:
    """The die that opens a turn stays: nobody could roll it again."""
    begun = table.Play.begin(TOLL, start(3))
    plays = [begun]
    for _ in range(3):
        move = next(iter(TOLL.rules.moves(plays[-1].state.state, {})))
        plays.append(plays[-1].enter(entering.written(TOLL, plays[-1].state, move))[0])
    back = plays[-1]
    for before in plays[-2::-1]:
        back = back.undo(whole=True)[0]
        assert back.state == before.state
    for after in plays[1:]:
        back = back.redo(whole=True)[0]
        assert back.state == after.state


def test_let_it_stand() -> None:
    here = entering.enter(TOLL, start(None), "roll 2").plies[0].after
    [made] = entering.enter(TOLL, here, "stood play 5 pay 1").plies
    assert [each.rule for each in made.stood] == ["toll.due"]
    assert made.points == 2
