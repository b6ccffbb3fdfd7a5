"""What is derived of a game does something: checks over every game found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from typing import Any

import pytest
from test_contract import ROOT, records_of, spec, start

from companion import Game
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.games import names
from companion.record import transcript
from companion.record.replay import begin, final, play
from specs.base.errors import SpecError


def plies(name: str, most: int = 40) -> Iterator[tuple[Any, Any]]:
    """A game with the steps of its playthroughs that broke no rule."""
    for file in records_of(name):
        game, record, state = start(file)
        for _, step in islice(play(game, state, record.lines).steps(), most):
            if not step.stood:
                yield game, step


def check_stand(name: str) -> None:
    for game, step in plies(name):
        made = game.made(step.before, step.move, stood=True)
        assert (made.after, made.broken, made.points) == (step.after, (), 0)


def check_begins(name: str) -> None:
    """A turn begins where somebody else is to move than before; not each ply of a turn of several begins one."""
    for game, step in plies(name):
        if step.ply and game.turn(step.after) not in (None, step.player):
            assert game.begins(step.before, step.after)


def check_hands(name: str) -> None:
    """Where hands are hidden, one that cannot be is refused, and one that is told is known then."""
    for game, step in islice(plies(name), 8):
        if not game.has_hands:
            return
        with pytest.raises((SyntaxFault, IllegalMove)):
            game.assume(step.before, "§ no hand")
        mover, held = step.player, game.hand(step.before, step.player)
        assert {kind.letter for kind in game.cards(spec(name))} > set(held) - {"?"}
        if "?" not in held and mover is not None:
            told = game.assume(game.seen(step.before, None), held)
            assert game.hand(told, mover) == held


def check_what_is_hidden(name: str) -> None:
    """Each sees the own hand, and of others' no more than anybody does; some hand is hidden from others."""
    hidden = 0
    for game, step in islice(plies(name), 0, None, 7):
        if not game.has_hands:
            return
        seen = game.seen(step.before, None)
        seats = game.facts(step.before)["players"]
        for seat in range(len(seats)):
            own = game.seen(step.before, seat)
            told = [game.hand(own, of) == game.hand(seen, of) for of in range(len(seats)) if of != seat]
            assert game.hand(own, seat) == game.hand(step.before, seat)
            assert all(told)
            hidden += game.hand(seen, seat) != game.hand(own, seat)
    assert hidden, "no hand is hidden from anybody"


def check_dealt(name: str) -> None:
    """What the companion deals comes from the seed alone: the same from the same one, and none without."""
    for option in Game(name).setup_options:
        if "dealt" in option.choices:
            one, same, other = (Game(name).new("Ann", "Bob", seed=n, **{option.name: "dealt"}) for n in (5, 5, 6))
            assert one.position == same.position != other.position
            with pytest.raises((Refused, SpecError)):
                Game(name).new("Ann", "Bob", **{option.name: "dealt"})


def check_nearest(name: str) -> None:
    """Turns of other positions are refused here; what is nearest is legal, and sometimes there is one."""
    found = list(plies(name))
    helped = refused = 0
    for (game, here), (_, other) in pairwise(found):
        try:
            move = game.parse(here.before, other.text)
            game.apply(here.before, move)
        except IllegalMove:
            refused += 1
            nearest = game.nearest(here.before, move)
            if nearest is not None:
                game.apply(here.before, nearest)
                helped += 1
        except SyntaxFault:
            continue
    assert helped or not refused


def check_choices(name: str) -> None:
    for game, step in islice(plies(name), 12):
        if not step.ply:
            continue
        found = game.choices(step.before, "")
        assert found
        for choice in found:
            assert choice.label
            if choice.whole:
                game.apply(step.before, game.parse(step.before, choice.text))


def check_leaving(name: str) -> None:
    """Whoever leaves is away from then on, has no turn and wins nothing; the last who is there has won."""
    for game, step in islice(plies(name), 0, 40, 9):
        seats = range(len(game.facts(step.before)["players"]))
        if not game.can_leave or step.player is None:
            return
        after = game.leave(step.before, step.player)
        assert list(game.away(after)) == [n == step.player for n in seats]
        assert game.turn(after) != step.player
        assert step.player not in game.settle(after).winners
        assert game.seen(after, None) == game.leave(game.seen(step.before, None), step.player)


def check_transcript(name: str) -> None:
    for file in records_of(name):
        game, record, state = start(file)
        if game.transcript is None:
            return
        taken = [step for _, step in play(game, state, record.lines).steps() if step.ply]
        try:
            text = game.transcript.write(state, [step.move for step in taken])
        except SyntaxFault:
            continue
        again, source = transcript.read(text.encode(), "game.json")
        assert len(again.players) == len(record.players)
        opened, first = begin(again, source)
        end = play(game, first, opened.lines).state
        assert game.settle(end).standings == game.settle(taken[-1].after).standings


def check_final(name: str) -> None:
    """Each game has a described end in docs/examples, whose `# Scores:` were counted by hand."""
    file = ROOT / "docs" / "examples" / f"{name}-end.yaml"
    assert file.is_file(), f"no described end of {name}: {file.relative_to(ROOT)}"
    game, state = final(file.read_bytes(), str(file))
    told = re.search(r"^# Scores: (.*)\.$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert told, "no line '# Scores: Ann 3, Bob 2.'"
    result = game.settle(state)
    players = [player["name"] for player in game.facts(state)["players"]]
    scores = sorted(result.standings, key=lambda standing: standing.player)
    assert ", ".join(f"{players[each.player]} {each.score}" for each in scores) == told[1]
    assert {each.score for each in scores if each.player in result.winners} == {max(each.score for each in scores)}


def check_chain(name: str) -> None:
    """Where moves unfold by themselves, some do, step by step; what unfolds is text of one line."""
    told = [game.chain(step.before, step.move) for game, step in plies(name)]
    assert all(line and "\n" not in line for lines in told for line in lines)
    assert any(told) == Game(name).unfolds


def check_seen_by(name: str) -> None:
    for game, step in islice(plies(name), 8):
        for seat in (None, 0):
            seen = game.seen(step.after, seat)
            assert game.seen(seen, seat) == seen
            assert game.read(game.text(seen)) == seen
            assert game.turn(seen) == game.turn(step.after)


def check_words(name: str) -> None:
    """Every player and every place of the picture with a name of its own is told of, and what is told is ringed."""
    for game, step in islice(plies(name), 0, 40, 13):
        places = game.places(step.after, spec(name)) if game.has_picture else {}
        own = [place for place in places if " " not in place and place.isalnum()]
        people = [player["name"] for player in game.facts(step.after)["players"]]
        ringed = set()
        for sought in {*own, *people, *(place.split()[-1] for place in places)}:
            told = game.where(step.after, sought.lower())
            assert all("\n" not in answer.sentence and answer.sentence + answer.place for answer in told)
            assert all(answer.place in places for answer in told if answer.place)
            assert told or sought not in (*own, *people), sought
            ringed |= {answer.place for answer in told if answer.place}
        assert ringed or not places, "nothing is shown of all that is told"
        assert not game.where(step.after, "zebra")


CHECKS: dict[str, Callable[[str], None]] = {
    name.removeprefix("check_"): check for name, check in list(globals().items()) if name.startswith("check_")
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("name", names())
def test_every_game_keeps(name: str, check: Callable[[str], None]) -> None:
    check(name)
