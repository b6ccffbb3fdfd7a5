"""What every game keeps, whatever it is: found by name, so a new game is held to it without a line here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from records import brief, each_record, records_of, spec, whole

from companion import Game
from companion.cli.terminal import render
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.games import names
from companion.record.record import read, write
from companion.record.replay import final, lines_of, play
from generator.formats.svg import scene_svg
from specs.base.errors import SpecError
from tests.companion.contract.held import held

ENDS = Path(__file__).parents[2] / "docs" / "examples"
games = pytest.mark.parametrize("name", names())


@each_record
def test_a_playthrough_replays_and_exports_the_same(file: Path) -> None:
    game, record, played, _ = whole(file)
    again = record.__class__(record.game, record.players, record.setup, tuple(lines_of(played.journal.entries)))
    copy, _ = read(write(again).encode(), "copy.yaml")
    replayed = play(game, whole(file).start, copy.lines)
    assert (replayed.journal, replayed.state) == (played.journal, played.state)
    assert hash(replayed.state) == hash(played.state)


@each_record
def test_the_trail_of_a_whole_game_adds_up_to_the_scores(file: Path) -> None:
    game, _, played, steps = whole(file)
    result = game.result(played.state)
    if result is None:
        return
    totals = [0] * len(result.standings)  # a solo game's opponent has one too
    entries = [entry for step in steps for entry in game.trail(step.before, step.move, step.after)]
    for entry in [*game.opening(whole(file).start), *entries]:
        totals[entry.player] += entry.points
    assert totals == [standing.score for standing in sorted(result.standings, key=lambda standing: standing.player)]


@each_record
def test_every_position_reads_back_from_its_line(file: Path) -> None:
    game = whole(file).game
    for state in whole(file).states:
        line = game.text(state)
        assert "\n" not in line
        assert game.read(line) == state


@each_record
def test_every_position_can_be_shown(file: Path) -> None:
    game = whole(file).game
    for state in whole(file).states[::7]:
        for width in (40, 57, 80):
            shown = render(game.board(state, width), colour=False)
            assert max(map(len, shown.splitlines())) <= width
            assert "\x1b" not in shown
        assert "\x1b[" in render(game.board(state, 80), colour=True), "every style exists"
        facts = game.facts(state)
        assert [player["name"] for player in facts["players"]]
        assert (game.turn(state) is None) == (game.result(state) is not None)
        asked = game.prompt(state)
        assert asked.sort
        assert 0 < len(asked.text) <= 120


@each_record
def test_the_last_position_can_be_drawn_and_its_places_lie_in_the_picture(file: Path) -> None:
    game, state = whole(file).game, whole(file).states[-1]
    if not game.has_picture:
        return
    scene = game.picture(state, spec(game.name))
    assert scene.nodes
    assert scene == game.picture(state, spec(game.name))
    left, top, across, down = scene.box
    places = game.drawn(state, spec(game.name)).places
    assert places
    for x, y, wide, high in places.values():
        assert left <= x < x + wide <= left + across
        assert top <= y < y + high <= top + down
    assert scene_svg(scene).startswith("<?xml")


@each_record
def test_a_position_can_be_settled_as_it_stands(file: Path) -> None:
    game = whole(file).game
    for state in whole(file).states:
        result = game.settle(state)
        assert result.winners
        assert game.tally(state) == (tuple(each.score for each in result.standings), result.winners)
        assert len(result.standings) == len(game.facts(state)["players"])


@each_record
def test_random_games_from_the_start_and_the_middle_of_a_playthrough_keep_the_contract(file: Path) -> None:
    played = whole(file)
    held(played.game, [played.start, played.states[len(played.states) // 2]].__getitem__, 2)


@games
def test_every_game_has_a_whole_one_in_the_records(name: str) -> None:
    assert records_of(name)


@games
@pytest.mark.parametrize(
    "text", ["", " ", "?", "x" * 500, "pay", "1:", "\0", "²", "é:é", "-1", "9" * 400, "stood", ";;;"]
)
def test_what_is_no_turn_is_a_syntax_fault_or_illegal(name: str, text: str) -> None:
    for file in brief(name):
        game, state = whole(file).game, whole(file).start
        with pytest.raises((SyntaxFault, IllegalMove)) as refused:
            game.apply(state, game.parse(state, text))
        assert refused.value.rule
        assert str(refused.value)


@each_record
def test_a_position_cut_short_is_a_syntax_fault(file: Path) -> None:
    game, line = whole(file).game, whole(file).game.text(whole(file).start)
    for length in range(0, line.rindex("="), 7):  # what is left of the last value may be a value
        with pytest.raises(SyntaxFault) as refused:
            game.read(line[:length])
        assert refused.value.expected


@games
def test_a_settle_file_without_values_is_refused(name: str) -> None:
    for values in ("", "\nplayers: []", "\nplayers: [1]\nx:"):
        with pytest.raises(SpecError):
            final(f"game: {name}{values}".encode(), "end.yaml")


@games
def test_the_help_of_a_game_has_at_most_ten_lines_a_topic_and_fits_a_terminal(name: str) -> None:
    help = Game(name).folder.help
    assert help
    for lines in help.values():
        assert 1 <= len(lines) <= 10
        assert all(line.strip() and len(line) <= 120 and line.isprintable() for line in lines)


# ---- what is derived of a game does something -----------------------------------------------------


def plies(name: str, *some: int | None) -> Iterator[tuple[Game, Any]]:
    """A game with steps of its playthroughs that broke no rule: `some` of those, as a slice says."""
    steps = ((whole(file).game, step) for file in brief(name) for step in whole(file).steps[:80])
    return islice(((game, step) for game, step in steps if not step.stood), *some)


@games
def test_a_hand_that_cannot_be_is_refused_and_one_that_is_told_is_known_then(name: str) -> None:
    for game, step in plies(name, 8) if Game(name).has_hands else ():
        with pytest.raises((SyntaxFault, IllegalMove)):
            game.assume(step.before, "§ no hand")
        mover, held = step.player, game.hand(step.before, step.player)
        assert {kind.letter for kind in game.cards(spec(name))} > set(held) - {"?"}
        if "?" not in held and mover is not None:
            assert game.hand(game.assume(game.seen(step.before, None), held), mover) == held


@games
def test_each_sees_the_own_hand_and_of_others_what_anybody_sees(name: str) -> None:
    hidden = 0
    for game, step in plies(name, 0, None, 7) if Game(name).has_hands else ():
        seen, seats = game.seen(step.before, None), range(len(game.facts(step.before)["players"]))
        for seat in seats:
            own = game.seen(step.before, seat)
            assert game.hand(own, seat) == game.hand(step.before, seat)
            assert all(game.hand(own, of) == game.hand(seen, of) for of in seats if of != seat)
            hidden += game.hand(seen, seat) != game.hand(own, seat)
    assert hidden or not Game(name).has_hands, "no hand is hidden from anybody"


@games
def test_the_companion_deals_the_same_from_the_same_seed_and_nothing_without(name: str) -> None:
    for option in Game(name).setup_options:
        if "dealt" in option.choices:
            one, same, other = (Game(name).new("Ann", "Bob", seed=n, **{option.name: "dealt"}) for n in (5, 5, 6))
            assert one.position == same.position != other.position
            with pytest.raises((Refused, SpecError)):
                Game(name).new("Ann", "Bob", **{option.name: "dealt"})


@games
def test_a_described_end_has_the_scores_that_were_counted_by_hand(name: str) -> None:
    file = ENDS / f"{name}-end.yaml"
    game, state = final(file.read_bytes(), str(file))
    told = re.search(r"^# Scores: (.*)\.$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert told, "no line '# Scores: Ann 3, Bob 2.'"
    result = game.settle(state)
    players = [player["name"] for player in game.facts(state)["players"]]
    scores = sorted(result.standings, key=lambda standing: standing.player)
    assert ", ".join(f"{players[each.player]} {each.score}" for each in scores) == told[1]
    assert {each.score for each in scores if each.player in result.winners} == {max(each.score for each in scores)}


@games
def test_where_moves_unfold_by_themselves_it_is_told_line_by_line(name: str) -> None:
    told = [game.chain(step.before, step.move) for game, step in plies(name, None)]
    assert all(line and "\n" not in line for lines in told for line in lines)
    assert any(told) == Game(name).unfolds


@games
def test_every_player_and_place_is_told_of_and_what_is_told_is_ringed(name: str) -> None:
    for game, step in plies(name, 0, 40, 13):
        places = game.drawn(step.after, spec(name)).places if game.has_picture else {}
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
