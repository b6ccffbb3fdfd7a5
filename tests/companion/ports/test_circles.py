"""Random games of the old Seven Circles and of its port: positions, listed turns, refusals, what stood, chains of
explosions, who leaves and scores, wherever a turn begins."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any, cast

import pytest
from often import THOROUGH

from companion.contract import entering, offered, position, scoring
from companion.contract.game import sentence
from companion.contract.judges import Forbidden
from companion.contract.rules import EVERYTHING
from companion.faults import IllegalMove, Refused, SyntaxFault
from companion.games.circles import leaving, rules
from companion.games.circles.port import bots, moves
from companion.games.circles.port.rules import Options
from companion.games.circles.state import Single, Turn
from companion.starting import prepare
from companion.values import Player, Setup
from tests.companion.contract.held import held
from tests.companion.ports import circles_mapped as mapped
from tests.companion.ports.circles_mapped import OLD, PORT, RULES

GAMES = 40 if THOROUGH else 8
WRONG, LISTED, TURNS = 12, 40, 60  # lines at a position that are mostly wrong, turns compared there, turns of a game
NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay")


def start(seed: int) -> Any:
    """A first position: players, board and rule options by the seed."""
    seats = 2 + seed % 5
    _, played = prepare("circles", list(NAMES[:seats]), rules=RULES[seed % len(RULES)]._asdict())
    return played.state


def begun(seed: int, turns: int = 12) -> Any:
    """A position in the middle of a game."""
    old, chance = start(seed), Random(seed)
    for _ in range(turns):
        old = old if old.over else OLD.rules.apply(old, by_chance(old, chance))
    return old


def by_chance(old: Any, chance: Random) -> Turn:
    if chance.random() < 0.04:
        return Turn(word=("agree", "resign", "")[int(chance.random() * 3)])
    found: Turn = OLD.bots.by_chance(old, chance)
    return found


def agreed(old: Any, chance: Random, total: Counter[str]) -> None:
    """Hold what can be asked about one position against each other."""
    here = mapped.new_position(old)
    line = position.write(PORT.rules, here)
    assert position.read(PORT.rules, line) == here, line
    assert all(PORT.rules.seen(here.state, seat) == here.state for seat in (None, *range(len(old.players))))
    for _ in range(WRONG):
        text = mapped.wrong(chance, here)
        was, now = mapped.old_outcome(old, text), mapped.port_outcome(here, text)
        assert mapped.agree(text, was, now), (line, text, was, now)
        total["wrong"] += 1
    for seat in range(len(old.players) if not old.over else 0):
        if not old.resigned[seat]:
            left = entering.ended(PORT, here, seat, "leave").state
            assert left == mapped.new_state(leaving.leave(old, seat))
    settled, result = OLD.score.settle(old), scoring.result(PORT, here, settle=True)
    assert result is not None
    assert (result.points, result.winners) == (tuple(each.score for each in settled.standings), settled.winners)


def listed(old: Any, total: Counter[str]) -> None:
    """The turns of up to two moves that the old game and the port list, in their order."""
    here = mapped.new_position(old)
    if old.over:
        return
    plies = list(PORT.rules.moves(here.state, EVERYTHING))
    first = [mapped.new_plies(old, Turn((single,)))[0] for single in rules.single_moves(old)]
    assert [move for move in plies if isinstance(move, moves.Go) and not move.more] == first
    assert [move for move in plies if isinstance(move, moves.End)] == [*map(moves.End, ("-", "agree", "resign"))]
    for single in islice(rules.single_moves(old), LISTED):
        [go] = mapped.new_plies(old, Turn((single,)))
        second = list(rules.single_moves(old, (single,)))
        assert (go._replace(more=True) in plies) == bool(second)
        if second:
            after = mapped.made(here, [go._replace(more=True)])
            followed = [move for move in PORT.rules.moves(after.state, EVERYTHING) if isinstance(move, moves.Go)]
            alone = [move for move in followed if not move.more]
            assert alone == [mapped.new_plies(old, Turn((each,)))[0] for each in second]
        total["listed"] += 1 + len(second)


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_by_chance_agree(seed: int) -> None:
    old, chance, total = start(seed), Random(seed), Counter[str]()
    for number in range(TURNS):
        agreed(old, chance, total)
        if number % 6 == 0:
            listed(old, total)
        if old.over:
            break
        old = _next(old, chance)
        total["positions"] += 1
    print(dict(total))


def _next(old: Any, chance: Random) -> Any:
    """The position after a turn by chance, made by both, with what it sets off and what it is worth."""
    move = by_chance(old, chance)
    after, here = OLD.rules.apply(old, move), mapped.new_position(old)
    text = OLD.notation.format(old, move)
    done = entering.enter(PORT, here, text)
    assert done.rest == ""
    assert [ply.move for ply in done.plies] == mapped.new_plies(old, move)
    assert done.plies[-1].after.state == mapped.new_state(after)
    assert len({PORT.rules.turn(ply.before.state) for ply in done.plies}) == 1, "one number, one seat"
    told = [_sentence(each, here) for ply in done.plies for each in ply.effects]
    assert told == [str(line) for line in OLD.advice.chain(old, move)]
    gained = [0] * len(here.players)
    for entry in OLD.score.trail(old, move, after):
        gained[entry.player] += entry.points
    rows = [row for ply in done.plies for row in scoring.trail(PORT, ply.before, ply.after)]
    assert [sum(row.points for row in rows if row.seat == seat) for seat in range(len(gained))] == gained
    return after


def _sentence(effect: Any, here: position.Position) -> str:
    return str(sentence(PORT.text, Forbidden(effect.what, effect.facts), here.players).message)


# ---- the contract --------------------------------------------------------------------------------


def test_the_port_keeps_the_contract() -> None:
    for seed in range(GAMES):
        here = mapped.new_position(begun(seed, 2 * seed))
        held(PORT, lambda _, here=here: here, 1, lambda chance, seats, here=here: mapped.wrong(chance, here))


def test_a_turn_is_typed_in_one_line_and_each_of_its_plies_alone() -> None:
    """What is no last move has a + behind it; a turn that was left open ends with -."""
    old = begun(0, 20)
    one, two = next(pair for pair in _pairs(old))
    text = OLD.notation.format(old, Turn((one, two)))
    first, second = text.split()
    here = mapped.new_position(old)
    whole = entering.enter(PORT, here, text).plies
    assert [ply.text for ply in whole] == [f"{first} +", second]
    apart = entering.enter(PORT, entering.enter(PORT, here, f"{first} +").plies[-1].after, second).plies
    assert apart[-1].after == whole[-1].after == entering.enter(PORT, here, f"{first} + / {second}").plies[-1].after
    left = entering.enter(PORT, here, f"{first} -").plies
    assert [ply.text for ply in left] == [f"{first} +", "-"]
    assert left[-1].after == entering.enter(PORT, here, first).plies[-1].after
    assert entering.refused(PORT, whole[0].after, "agree") == (
        f"{here.players[old.turn].name} has moved this turn; agree is a turn without a move"
    )


def _pairs(old: Any) -> list[tuple[Single, Single]]:
    return [(one, two) for one in rules.single_moves(old) for two in rules.single_moves(old, (one,))]


def test_what_is_wrong_with_a_later_move_refuses_the_line() -> None:
    """As today, none of it is entered."""
    old = begun(0, 20)
    one = next(rules.single_moves(old))
    first = OLD.notation.format(old, Turn((one,)))
    here = mapped.new_position(old)
    with pytest.raises(entering.Stopped) as stopped:
        entering.enter(PORT, here, f"{first} {first}")
    assert stopped.value.part == (2, 2)
    with pytest.raises(IllegalMove) as refused:
        OLD.rules.apply(old, Turn((one, one)))
    assert entering.refused(PORT, here, f"{first} {first}") == refused.value.message


def test_a_turn_is_tapped_together() -> None:
    """A field to move from, where to, and whether another move follows."""
    old = begun(0, 20)
    here = mapped.new_position(old)
    first = OLD.notation.format(old, Turn((_pairs(old)[0][0],)))
    source = first.partition("-")[0]
    assert {each.field for each in offered.offered(PORT, here, "")} == {"source", "how"}
    assert f"{source}-" in [each.text for each in offered.offered(PORT, here, source)]
    assert first in [each.text for each in offered.offered(PORT, here, f"{source}-")]
    assert [each.text for each in offered.offered(PORT, here, first)] == [f"{first} +"]
    assert offered.whole(PORT, here, first)


def test_who_leaves_in_the_middle_of_a_turn() -> None:
    """What was moved stays; the turn of whoever is there goes on."""
    old = next(old for old in (begun(seed, 20) for seed in (1, 6, 11, 16)) if len(old.players) == 3 and not old.over)
    one, _ = _pairs(old)[0]
    opened = (
        entering.enter(PORT, mapped.new_position(old), OLD.notation.format(old, Turn((one,))) + " +").plies[-1].after
    )
    other = next(seat for seat in range(3) if seat != old.turn)
    stays = entering.ended(PORT, opened, other, "leave").state
    assert (stays.turn, stays.moved, stays.fields) == (old.turn, opened.state.moved, opened.state.fields)
    gone = entering.ended(PORT, opened, old.turn, "leave").state
    assert gone.turn != old.turn
    assert (gone.moved, gone.late) == ((), ())


class Least:
    """Chance that always draws the least."""

    def random(self) -> float:
        return 0.0


def test_bots_agree() -> None:
    """What a position is worth, and the turns that are worth a thought; the next ply of one is thought of alike."""
    for seed in range(GAMES):
        old = begun(seed, 3 * seed)
        if old.over:
            continue
        here, least = mapped.new_state(old), cast(Random, Least())
        for seat in range(here.seats):
            assert bots.value(here, seat) == pytest.approx(OLD.bots.value(old, seat))
        was = [mapped.new_plies(old, turn) for turn in OLD.bots.candidates(old, least, 8)]
        now = [[*way[:-1], way[-1]] if way else [moves.End("-")] for way in bots.turns(here, least, 8)]
        assert now == [
            [move._replace(more=False) if isinstance(move, moves.Go) else move for move in way] for way in was
        ]
        assert bots.candidates(PORT.rules, here, least, 8)[0] == was[0][0]


# ---- the first position --------------------------------------------------------------------------

LAYOUTS = OLD.document.spec.setup.layouts
BOARDS = [(layout, int(players)) for layout in LAYOUTS for players in LAYOUTS[layout].starts]


@pytest.mark.parametrize(("layout", "seats"), BOARDS)
def test_every_board_is_set_up_and_counted_alike(layout: str, seats: int) -> None:
    _, played = prepare("circles", list(NAMES[:seats]), options={"layout": layout})
    here = PORT.rules.start(seats, Options(layout), None)
    assert here == mapped.new_state(played.state)
    perft = sum(1 for _ in PORT.rules.moves(here, EVERYTHING))
    assert perft == sum(1 for _ in OLD.rules.legal_moves(played.state)), "of one island no second move follows"


@pytest.mark.parametrize("seats", [1, 2, 3, 6, 7])
def test_what_cannot_be_set_up_is_refused_alike(seats: int) -> None:
    people = tuple(Player(f"P{n}", "") for n in range(seats))
    old = begun(1, 9)
    for layout in ("", "triangle-4", "nowhere"):
        for position_ in (False, True):
            for rule in ("jump", "cancel", "fly"):
                was = {"layout": layout} if layout else {}
                line = position.write(PORT.rules, mapped.new_position(old)) if position_ else ""
                was |= {"position": OLD.notation.text(old)} if position_ else {}
                setup = Setup(options=was, rules={"crossing": rule, "tie": "later"})
                options = Options(layout, line, rule, "later")
                tried = [
                    lambda setup=setup: mapped.new_state(OLD.setup.new(OLD.document, people, setup)),
                    lambda options=options: PORT.rules.start(seats, options, None),
                ]
                said = list[Any]()
                for each in tried:
                    try:
                        said.append(each())
                    except Refused as fault:
                        said.append(str(fault))
                assert said[0] == said[1]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("turn=0", "turn=9"), ("turn=0", "turn=-1"), ("moved=-", "moved=99"), ("late=-", "late=0.3"),
        ("late=-", "late=-1.1"), ("passed=no,no", "passed=no"), ("a1:1.1", "a1:1.0"), ("a1:1.1", "a1:3.1"),
        ("a1:1.1", "q9:1.1"), ("a1:1.1", "a1:1.1 a1#"), ("B2", "B2 B2"), ("B2", "b2"), ("B2", ""), ("jump", "fly"),
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused(was: str, now: str) -> None:
    line = (
        "B2 a1:1.1 c3:2.2 | players=Ann:red,Bob:blue chances=0 seed=- turn=0 number=0 moved=- late=- passed=no,no"
        " away=no,no over=no table=jump/pieces/last-player"
    )
    assert position.write(PORT.rules, position.read(PORT.rules, line)) == line
    with pytest.raises(SyntaxFault):
        position.read(PORT.rules, line.replace(was, now))
