"""Whatever is typed at the free table: each piece stays in one place, seats see their own, replay equals."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from often import times

from companion.api import Game, read, write
from companion.contract.faults import Refused
from companion.contract.position import Position
from companion.games.free.plan import Piece
from companion.games.free.state import State, sees
from companion.table.look import PUBLIC, REFEREE
from companion.table.table import Table
from companion.table.turns import Untaken
from specs.load import BUNDLED

ROOT = Path(__file__).parents[3]
OWN = [Path(__file__).with_name(f"{name}.yaml") for name in ("lands", "market", "pebbles", "tricks")]
GALLERY = [ROOT / "docs/examples/gallery" / f"{name}.yaml" for name in ("bells", "lands", "lamps", "bazaar", "floods")]
SPECS = [*OWN, *GALLERY, BUNDLED / "atlantis.yaml"]
WORDS = re.findall(
    r"\S+",
    "play move take discard draw deal give add remove flip turn fill gather shuffle roll next round end found to from"
    " in into down 1 2 9 -3 +2 =0 hand.1 hand deck bag Ann Bob Ann.hand.2 score / . { ( ' é \u202e 99999999999 box",
)


@cache
def game(file: Path) -> Game:
    return Game(str(file))


def begun(file: Path, seed: int, cards: str) -> Table:
    least = game(file).document.spec.players
    names = ["Ann", "Bob", "Cy", "Dee"][: max(2, least.min)]
    return game(file).new(*names[: least.max], seed=seed, cards=cards)


def line(game: Game, view: Position, chance: Random) -> str:
    """Something that may be typed: a step that is legal, words by chance, or words of this game."""
    state: State = view.state
    if chance.random() < 0.7 and not state.over:
        return chosen(game, view, chance)
    kinds = [kind.word for kind in state.kit.kinds]
    own = [*kinds, *state.kit.zones, *state.kit.buttons, *state.kit.counters, *state.kit.dice]
    return " ".join(chance.choice(chance.choice((WORDS, own))) for _ in range(chance.randint(1, 5)))


def chosen(game: Game, view: Position, chance: Random) -> str:
    """A line by choices alone, part by part."""
    typed = ""
    while offered := game.choices(view, typed):
        choice = chance.choice(offered)
        typed = choice.text
        if choice.whole:
            break
    return typed


@cache
def played(file: Path, seed: int, cards: str) -> Table:
    """A game of some lines by chance, right and wrong ones."""
    table, chance = begun(file, seed, cards), Random(seed)
    for _ in range(14):
        stood = chance.random() < 0.2
        if table.turn is None:
            break
        try:
            typed = line(table.game, table.state, chance)
            table = table.move(typed, chance.choice((PUBLIC, REFEREE, table.turn)), stood=stood)
        except (Refused, Untaken):
            continue
        except Exception as attempted:
            if type(attempted).__name__ != "Attempted":
                raise
    return table


games = st.tuples(st.sampled_from(SPECS), st.integers(0, 10**6), st.sampled_from(("hidden", "dealt")))
each = pytest.mark.parametrize(  # every spec, by turns dealt and hidden
    ("file", "seed", "cards"),
    [
        pytest.param(file, seed, ("hidden", "dealt")[(n + seed) % 2], id=f"{file.parent.name}-{file.stem}-{seed}")
        for n, file in enumerate(SPECS)
        for seed in range(times(1, 16))
    ],
)


def components(state: State) -> Counter[str]:
    return Counter(state.component(piece) for pieces in state.lies for piece in pieces)


@each
def test_nothing_is_lost_nothing_is_twice_and_what_is_written_reads_as_the_same(
    file: Path, seed: int, cards: str
) -> None:
    first, table = begun(file, seed, cards), played(file, seed, cards)
    assert components(table.state.state) == components(first.state.state)
    for entry in table.journal.entries:
        if entry.position:  # reading it counts every piece
            assert table.game.text(table.game.read(entry.position)) == entry.position
    assert table.game.read(table.position) == table.state


@each
def test_a_record_replays_to_the_same_position(file: Path, seed: int, cards: str) -> None:
    table = played(file, seed, cards)
    if table.journal.ply:
        table = table.undo().table
    again = read(write(table), str(file.with_name("record.yaml")))
    assert again.position == table.position
    assert [entry.text for entry in again.journal.line()] == [entry.text for entry in table.journal.line()]


@each
def test_what_is_legal_in_truth_is_legal_to_everybody_or_only_what_is_hidden_decides(
    file: Path, seed: int, cards: str
) -> None:
    table, chance = played(file, seed, cards), Random(seed)
    state = table.state
    if table.turn is None:
        return
    lines = {chosen(table.game, state, chance) for _ in range(times(3, 6))}
    for move in [table.game.parse(state, typed) for typed in lines if not typed.endswith(" ")]:
        table.game.apply(state, move)  # what choices lead to can be done
        for seat in (None, *range(len(state.players))):
            try:
                table.game.apply(table.game.seen(state, seat), move)
            except Refused as refused:
                assert refused.unseen, (table.position, move, seat, refused)


def swapped(position: Position, seat: int | None, chance: Random) -> Position | None:
    """The same with two pieces changed for each other whose fronts that seat cannot see."""
    state: State = position.state
    hidden: dict[str, list[tuple[int, int]]] = {}
    for n, (site, pieces) in enumerate(zip(state.plan.sites, state.lies, strict=True)):
        for at, piece in enumerate(pieces):
            if piece.known and not sees(state, site, piece, seat):
                hidden.setdefault(state.component(piece), []).append((n, at))
    spots = next((spots for spots in hidden.values() if len(spots) > 1), None)
    if spots is None:
        return None
    (a, i), (b, j) = chance.sample(spots, 2)
    lies: list[list[Piece]] = [list(pieces) for pieces in state.lies]
    one, other = lies[a][i], lies[b][j]
    lies[a][i], lies[b][j] = one._replace(word=other.word), other._replace(word=one.word)
    return position._replace(state=state._replace(lies=tuple(map(tuple, lies))))


@each
def test_a_seat_is_told_the_same_of_games_that_differ_in_what_it_cannot_see(file: Path, seed: int, cards: str) -> None:
    """All that a seat is told is made from its view."""
    del cards
    table, chance = played(file, seed, "dealt"), Random(seed)
    for seat in (None, *range(len(table.state.players))):
        other = swapped(table.state, seat, chance)
        if table.turn is not None and other is not None:
            here = table.game.seen(table.state, seat)
            assert here == table.game.seen(other, seat)
            assert (here.seed, here.state.luck) == (None, None)


@settings(max_examples=times(10, 500))
@given(games, st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=8).map(" ".join))
def test_whatever_is_typed_is_a_turn_or_a_sentence(given: tuple[Path, int, str], typed: str) -> None:
    file, seed, cards = given
    table = begun(file, seed % 3, cards)
    try:
        after = table.move(typed)
    except Refused as refused:
        assert str(refused)
    else:
        assert table.game.read(after.position) == after.state
    for choice in table.game.choices(table.state, typed[:20]):
        assert choice.text.startswith(choice.text.strip())


@given(games, st.integers(0, 10**6), st.text("0123456789,=-.|*~^?@ abnoy", max_size=4))
def test_a_position_that_is_changed_is_another_or_a_fault(given: tuple[Path, int, str], at: int, put: str) -> None:
    file, seed, cards = given
    bound, line = game(file), begun(file, seed % 3, cards).position
    at %= len(line)
    changed = line[:at] + put + line[at + len(put) // 2 :]
    try:
        state = bound.read(changed)
    except Refused as refused:
        assert str(refused)
    else:
        assert bound.read(bound.text(state)) == state
