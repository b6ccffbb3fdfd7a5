"""What today's Escape from Atlantis shows of a position, and what its port does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.contract import entering, offered, position
from companion.contract.rules import EVERYTHING
from companion.faults import SyntaxFault, ValueFault
from companion.games.escape import choices as old_choices
from companion.games.escape import picture as old_picture
from companion.games.escape import playout, sinking
from companion.games.escape import setup as old_setup
from companion.games.escape import view as old_view
from companion.games.escape import words as old_words
from companion.games.escape.port import choices, flooding, look, moves, picture, setup, sums, telling, words
from companion.values import Choice, Player, Setup
from tests.companion.ports import escape_mapped as mapped
from tests.companion.ports.escape_mapped import OLD, PORT
from tests.companion.ports.test_escape import GAMES, KINDS, start

SOUGHT = ("ann", "blue", "sharks", "boats", "lowland", "mountain", "octopuses", "nothing", "A1", "b1", "g7", "C5", "E9")


def seen(old: Any, seat: int | None) -> tuple[Any, position.Position]:
    """What a seat sees of a position, today and in the port; `referee` sees all."""
    view = old if seat == -1 else OLD.view.seen_by(old, seat)
    here = mapped.new_position(old)
    return view, here if seat == -1 else position.seen(PORT.rules, here, seat)


def shown(old: Any, chance: Random) -> None:
    """Hold what is shown of a position against each other, for everybody who may look."""
    for seat in (-1, None, 0):
        view, here = seen(old, seat)
        assert look.facts(here) == old_view.facts(view)
        assert look.status(here) == old_view.status(view)
        assert look.board(here, width := 40 + int(chance.random() * 90)) == old_view.board(view, width)
        for sought in SOUGHT:
            assert words.where(here, sought) == list(old_words.where(view, sought))
        assert (sums.result(here), sums.opening(here)) == (OLD.score.settle(view), OLD.score.opening(view))
        asked, before = look.prompt(here), old_view.prompt(view)
        if not (old.steps and old.phase == "roll" and old.dice):
            assert asked == before


def traced(old: Any, move: Any, after: Any) -> None:
    """What a turn gained and cost, what it set off and turned up, ply by ply in the port."""
    here, found = mapped.new_position(old), list[Any]()
    told, warned, up = list[Any](), list[Any](), list[Any]()
    for each in mapped.new_plies(old, move):
        made = entering.ply(PORT, here, each, entering.mover(PORT.rules.turn(here.state)))
        found += sums.trail(here, each, made.after)
        told += telling.chain(made)
        warned += telling.warnings(made)
        up += telling.revealed(here, each, made.after)
        here = made.after
    assert sorted(told) == sorted(OLD.advice.chain(old, move))
    assert warned == [each for each in OLD.advice.warnings(old, move) if "ashore" not in each]
    assert up == list(OLD.advice.revealed(old, move, after))
    was = OLD.score.trail(old, move, after)
    if len(found) == len(was) or len(mapped.new_plies(old, move)) == 1:
        assert {tuple(each) for each in found} == {tuple(each) for each in was}
    for seat in range(len(here.players)):
        assert sum(e.points for e in found if e.player == seat) == sum(e.points for e in was if e.player == seat)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_agrees(kind: str) -> None:
    for seed in range(GAMES):
        old, chance = start(kind, seed), Random(seed)
        for number in range(60):
            if number % 4 == 0 or old.phase == "over":
                shown(old, chance)
            if number % 7 == 0:
                offers(old)
            if old.phase == "over":
                assert sums.ending(mapped.new_position(old)) == OLD.score.ending(old)
                break
            move = playout.random_ply(old, chance.random)
            after = OLD.rules.apply(old, move)
            traced(old, move, after)
            old = after


def test_pictures_agree() -> None:
    for kind in ("late", "dealt"):
        old, document = start(kind, 2), OLD.document
        here = mapped.new_position(old)
        assert picture.places(here, document) == old_picture.places(old, document)
        assert picture.picture(here, document) == old_picture.picture(old, document)


# ---- what is offered -----------------------------------------------------------------------------


def chosen(here: position.Position, typed: str) -> list[Choice]:
    """What a surface shows of what can follow: words that need no choice are gone into."""
    found = list[Choice]()
    for one in choices.halves(typed, offered.offered(PORT, here, typed)):
        shown = choices.choice(here, one)
        found += [shown] if shown.label else chosen(here, f"{shown.text} ")
    return found


def same(now: Choice, was: Choice) -> bool:
    return now._replace(whole=was.whole) == was


def offers(old: Any) -> None:
    """Hold what can be chosen at a position against each other, as far as a turn of the old game is one ply."""
    here = mapped.new_position(old)
    if old.phase in ("place", "sink") and not old.steps:
        assert all(same(*both) for both in zip(chosen(here, ""), old_choices.choices(old, ""), strict=True))
    if old.phase == "move":
        was = {one.text: one for one in old_choices.choices(old, "")}
        for one in chosen(here, ""):
            if "~" not in one.text:  # swimmers beside an own boat are chosen by themselves now
                assert same(one, was[one.text])
            for goes_on in chosen(here, one.text) if one.text.endswith(">") else ():
                before = old_choices.choices(old, one.text)
                assert next(same(goes_on, each) for each in before if each.text == goes_on.text)
    if old.phase == "roll" and not old.dice:
        rolled = mapped.made(here, [moves.Roll("shark", "2")])
        for one, each in zip(chosen(rolled, ""), old_choices.choices(old, "roll shark 2 "), strict=True):
            assert same(one._replace(text=each.text), each)
            if one.text.endswith(">"):
                ends = zip(chosen(rolled, one.text), old_choices.choices(old, each.text), strict=True)
                assert all(same(now._replace(text=was.text), was) for now, was in ends)


def test_a_move_that_ends_is_warned_of_who_could_go_ashore() -> None:
    here = mapped.new_position(start("hidden", 0))
    number = here.state.sea.board.number
    swim = [0] * len(number)
    swim[number["B1"]] = 1
    here = here._replace(state=here.state._replace(sea=here.state.sea._replace(swim=tuple(swim))))
    made = entering.ply(PORT, here, moves.Move(None), 0)
    assert list(telling.warnings(made)) == ["3 steps are left, and B1~>A1 would bring one ashore."]


def test_a_machine_is_told_what_came_up_and_the_dice() -> None:
    here = mapped.new_position(start("hidden", 0))
    here = here._replace(state=here.state._replace(phase="sink"))
    here = entering.enter(PORT, here, chosen(here, "")[0].text).plies[-1].after
    assert telling.asks(here) == "What came up under D5?"
    here = telling.told(here, "shark")
    assert telling.asks(here).startswith("Roll the dice for Ann.")
    with pytest.raises(SyntaxFault, match="both dice"):
        telling.told(here, "zebra 2")
    assert telling.told(here, "shark 2").state.phase == "roll"


def test_those_on_a_piece_and_what_came_up_are_offered_with_words() -> None:
    old = start("hidden", 1)
    while not (old.phase == "sink" and any(old.stand[h] for h in sinking.pieces(old))):
        old = OLD.rules.apply(old, playout.random_ply(old, Random(old.rolls).random))
    piece = next(h for h in sinking.pieces(old) if old.stand[h])
    here = mapped.made(mapped.new_position(old), [moves.Sink(piece)])
    name, first = old.board.names[piece], sinking.symbols(old, piece)[0]
    mine = [one for one in chosen(here, "") if one.text.startswith("put r")] or chosen(here, "")
    letter = mine[0].text[4]
    was = old_choices.choices(old, f"sink {name} {mapped.texts.SYMBOLS[first]}")
    if was[0].text.split()[-1].startswith(letter):
        assert [one[1:4] for one in mine] == [one[1:4] for one in was]
    while here.state.phase == "put":
        here = mapped.made(here, [next(iter(PORT.rules.moves(here.state, EVERYTHING)))])
    symbols = [one for one in old_choices.choices(old, f"sink {name}") if one.text.count(" ") == 2]
    assert [one[1:4] for one in chosen(here, "")] == [one[1:4] for one in symbols]


def test_while_a_move_may_go_on_its_steps_are_offered_with_the_pieces() -> None:
    here = mapped.new_position(start("hidden", 1))
    here = entering.enter(PORT, here, chosen(here, chosen(here, "")[1].text)[0].text).plies[-1].after
    kinds = {one.text.split()[0] for one in chosen(here, "")}
    assert kinds == {"move", "sink"}
    assert chosen(here, chosen(here, "move ")[0].text)[0].note == "1 step left"


# ---- setups, final positions ---------------------------------------------------------------------


def faults(old: Any, new: Any) -> None:
    said = []
    for made in (old, new):
        with pytest.raises(ValueFault) as fault:
            made()
        said.append((fault.value.path, str(fault.value)))
    assert said[0] == said[1]


ANN, BOB = Player("Ann", "blue"), Player("Bob", "red")


def test_setups_agree() -> None:
    assert setup.OPTIONS == old_setup.OPTIONS
    for given in (Setup(7, {"pieces": "dealt"}, {"end": "all"}), Setup(None, {}, {"whirlpool": "1996"})):
        options = setup.options(OLD.document, given)
        here = entering.start(PORT, (ANN, BOB), options, given.seed)
        old = old_setup.new(OLD.document, (ANN, BOB), given)
        assert here.state == mapped.new_state(old)
    for players in ((ANN,), (ANN, Player("Cy", "blue")), (ANN, Player("Cy", "pink"))):
        again = players
        faults(
            lambda again=again: old_setup.new(OLD.document, again, Setup()),
            lambda again=again: (setup.first(OLD.document, len(again), setup.Options(), None), setup.seated(again)),
        )


@pytest.mark.parametrize(
    "told",
    [
        {"coral": {"A1": "rrb", "m13": "b"}},
        {"coral": {"A1": "r"}, "atlanteans": {"G7": "rb"}, "boats": {"C5": "bb", "C6": ""}, "swimmers": {"C4": "r"}},
        {"pieces": {"G7": "m", "D5": "l"}, "atlanteans": {"D5": "b"}, "creatures": {"C4": ("shark", "dolphin")}},
        {},
        {"coral": {"Z1": "r"}},
        {"coral": {"A2": "r"}},
        {"coral": {"A1": "ry"}},
        {"coral": {"A1": "r" * 13}},
        {"coral": {"A1": "r" * 7, "A13": "r" * 6}},
        {"pieces": {"A1": "m"}},
        {"pieces": {"G7": "l"}},
        {"pieces": {"G7": "m"}, "atlanteans": {"D5": "r"}},
        {"boats": {"A1": "r"}},
        {"swimmers": {"A2": "r"}},
        {"creatures": {"G7": ("shark",)}, "pieces": {"G7": "m"}},
        {"creatures": {"C4": ("shark",) * 7}},
    ],
)
def test_final_positions_agree(told: dict[str, Any]) -> None:
    def made(module: Any) -> Any:
        return module.final(OLD.document, (ANN, BOB), Setup(), module.Ended(game="escape", **told))

    try:
        old = made(old_setup)
    except ValueFault:
        faults(lambda: made(old_setup), lambda: made(setup))
        return
    assert made(setup) == mapped.new_position(old)


# ---- what the companion fills in -----------------------------------------------------------------


def test_those_for_whom_there_is_one_way_are_put_by_the_companion() -> None:
    """The last place with room, or none and one hex of water: what follows is asked for, and told when it is there."""
    here = mapped.new_position(start("hidden", 0))
    names, number = here.state.sea.board.names, here.state.sea.board.number
    ground = bytes(
        at if at > 3 or n in (number["G6"], number["G7"]) else 0 for n, at in enumerate(here.state.sea.ground)
    )
    for there, phase, put in (("G6", "reveal", "bb"), ("", "put", "")):
        stand = [0] * len(ground)
        stand[number["G7"]] = 0x20
        stand[number["G6"]] = 0 if there else 0x03
        sea = here.state.sea._replace(ground=ground, stand=tuple(stand))
        sunk = mapped.made(here._replace(state=here.state._replace(sea=sea, phase="sink")), [moves.Sink(number["G7"])])
        assert sunk.state.phase == phase
        assert (flooding.forced(sunk.state) is None) == (phase == "put")
        if not put:
            continue
        done = entering.ply(PORT, sunk, moves.Reveal(0), None)
        assert [effect.what for effect in done.effects if effect.what == "put"] == ["put", "put"]
        assert done.after.state.sea.stand[number["G6"]] == 0x20
        told = mapped.made(sunk, [moves.Put(mapped.texts.Goal(1, number["G6"], False))])
        assert told.state.phase == "reveal"
        assert mapped.made(told, [moves.Reveal(0)]).state == done.after.state
    assert names
