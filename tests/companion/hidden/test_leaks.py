"""Leaks that were found once: each way in which somebody learned what they may not see, tried again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from often import tiers

from companion.contract import entering
from companion.games import Game
from companion.games.escape import flooding
from companion.table.journal import Journal
from companion.table.look import Sight
from companion.table.play import Play, Row

from .lines import words
from .surfaces import TABLE, Answer, Pages, Served, typed, view
from .worlds import KINDS, hands_of, parts, started, state_of, stored, swapped, truth

SYMBOLS, DICE = words("escape", "symbol"), words("escape", "dice")[::3]


class Worlds:
    """Games of a kind that differ in what `who` cannot see: so many, each in a store of its own."""

    def __init__(self, folder: Path, pages: Pages, kind: str, who: str, *, plies: int = 0, number: int = 6) -> None:
        self.kind, (self.game, _, self.players) = kind, KINDS[kind]
        seat, chance = self.players.index(who) if who else None, Random(kind)
        first = started(kind, 2, plies)
        self.lines = [first, *(swapped(first, seat, chance, near=True) for _ in range(number - 1))]
        self.stores = [stored(folder / f"{n}.db", kind, line, n) for n, line in enumerate(self.lines)]
        self.pages = pages
        self.served: list[Served] = []

    @property
    def state(self) -> Any:
        return state_of(self.kind, self.lines[0])

    def asked(self, who: str, path: str, body: dict[str, Any] | None = None) -> list[Answer]:
        self.served = self.served or [self.pages.serve(store, tuple(self.players)) for store in self.stores]
        return [served.ask(who, path, body) for served in self.served]

    def typed(self, *words: str, lines: tuple[str, ...] = ()) -> list[Answer]:
        return [typed(store, *words, lines=lines) for store in self.stores]

    def logs(self) -> list[int]:
        return [len(truth(store).log) for store in self.stores]


def said(answers: Sequence[Answer]) -> str:
    """What all of them say. Fails where they differ."""
    assert len({(each.status, each.body) for each in answers}) == 1, {each.body[:300] for each in answers}
    return answers[0].body.decode()


def hands(worlds: Worlds, player: int) -> list[str]:
    """A hand in each of the worlds."""
    return [hands_of(parts(line)[1])[player] for line in worlds.lines]


# ---- lines of several plies ------------------------------------------------------------------------


@pytest.mark.parametrize("last", ["recruit 5", "travel B", "travel G", "travel R", "travel Y", "discard BGRY"])
def test_a_line_that_ends_in_anothers_turn_tells_nothing_of_their_hand(last: str, tmp_path: Path, pages: Pages) -> None:
    worlds = Worlds(tmp_path, pages, "gods dealt", "Ann", plies=0, number=4)
    # a ply that is written as the one before would go on after a card that turned up
    drawn = "; ".join(["draw deck", "draw d", "draw deck"] + ["migrate"] * 5)
    for entered, left in enumerate(("BGRYBG", "BBGGRR")):
        line = f"{drawn}; discard {left}; draw deck; draw deck; draw deck; {last}"
        for answer in worlds.asked("Ann", "/api/enter", {"last": entered, "text": line}):
            assert b"Bob holds" not in answer.body
            assert f"{last} was not entered".encode() in answer.body, "the first card drawn was not known"


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("escape dealt", "G7 / D5 / G8"),
        ("escape hidden", "G7 / D5 / G8"),
        ("circles", "e11-f11 / k8-l8"),
    ],
)
def test_a_seat_enters_no_ply_of_another_seat(kind: str, line: str, tmp_path: Path, pages: Pages) -> None:
    worlds = Worlds(tmp_path, pages, kind, "Ann", number=1)
    (answer,) = worlds.asked("Ann", "/api/enter", {"last": 0, "text": line})
    assert answer.status >= 400, answer.body
    assert worlds.logs() == [0]


def test_a_seat_enters_no_action_of_another_seats_turn_in_gods(tmp_path: Path, pages: Pages) -> None:
    worlds = Worlds(tmp_path, pages, "gods hidden", "Ann", number=1)
    game, state, plies = Game("gods"), worlds.state, list[str]()
    while game.turn(state) == 0:
        move = next(iter(game.moves(state)))
        plies.append(game.format(state, move))
        state = game.apply(state, move)
    (answer,) = worlds.asked("Ann", "/api/enter", {"last": 0, "text": "; ".join([*plies, "draw deck"])})
    assert answer.status >= 400, answer.body
    assert worlds.logs() == [0]
    (answer,) = worlds.asked("Ann", "/api/enter", {"last": 0, "text": "; ".join(plies)})
    assert answer.status == 200, answer.body


# ---- what the companion turns up or rolls itself ---------------------------------------------------


def phase(kind: str, name: str) -> int:
    """After how many plies of a game a phase begins."""
    return next(n for n in range(24, 60) if state_of(kind, started(kind, 2, n)).state.phase == name)


def sinks(worlds: Worlds) -> str:
    """A piece of the region that sinks, on which nobody stands."""
    state = worlds.state.state
    return next(state.name(piece) for piece in flooding.pieces(state) if not state.sea.stand[piece])


@pytest.mark.parametrize("kind", ["escape dealt", "escape pieces"])
def test_wrong_guesses_of_a_symbol_tell_nothing(kind: str, tmp_path: Path, pages: Pages) -> None:
    worlds = Worlds(tmp_path, pages, kind, "Ann", plies=phase(kind, "sink"), number=4)
    who, piece = worlds.players[worlds.state.state.turn], sinks(worlds)
    for symbol in SYMBOLS:
        line = f"sink {piece} {symbol}"
        said(worlds.asked(who, "/api/choices", {"last": 0, "text": line, "typed": line}))
        said(worlds.asked("", view((line,))))
    assert len({entered(worlds, f"sink {piece} {symbol}", symbol) for symbol in SYMBOLS}) == 1


def entered(worlds: Worlds, line: str, guess: str) -> tuple[str, ...]:
    """What becomes of a line in the first world, but for what is guessed in it: it is entered up to what turns up."""
    contract = Game("escape")
    done = entering.enter(contract, worlds.state, line, worlds.state.state.turn)
    return (*(ply.text for ply in done.plies), done.rest.replace(guess, "GUESS"), str(done.why))


def test_wrong_guesses_of_dice_to_come_tell_nothing(tmp_path: Path, pages: Pages) -> None:
    worlds = Worlds(tmp_path, pages, "escape dice", "Ann", plies=phase("escape dice", "sink"), number=4)
    who, piece = worlds.players[worlds.state.state.turn], sinks(worlds)
    for dice in DICE:
        line = f"sink {piece} boat / roll {dice} -"
        said(worlds.asked(who, "/api/choices", {"last": 0, "text": line, "typed": line}))
    assert len({entered(worlds, f"sink {piece} boat / roll {dice} -", dice) for dice in DICE}) == 1


# ---- what lies beneath, and every other order that a seed fixed -----------------------------------


@pytest.mark.parametrize(
    ("cards", "who"), tiers([("dealt", "Ann"), ("hidden", TABLE)], [("dealt", ""), ("hidden", "Bob")])
)
def test_a_turn_tried_out_shows_no_tile_beneath(cards: str, who: str, tmp_path: Path, pages: Pages) -> None:
    worlds = Worlds(tmp_path, pages, f"atlantis {cards}", who if who != TABLE else "", number=4)
    said(worlds.asked(who, view()))
    for line in ("1:F", "1:O", "1:H", "1:A", "1:R", "1:S", "1:C", "1:FF", "1:HO"):
        said(worlds.asked(who, view((line,))))
        said(worlds.asked(who, view((line, line))))
        said(worlds.asked(who, "/api/choices", {"typed": line, "tapped": True}))
        said(worlds.asked(who, "/api/where?words=O"))
    assert worlds.logs() == [0] * 4


@pytest.mark.parametrize("kind", tiers(["atlantis dealt"], ["atlantis hidden"]))
@pytest.mark.parametrize("words", [("show",), ("show", "--json"), ("settle", "--json"), ("settle", "--score", "--json"),
                                   ("export",), ("export", "--html"), ("move", "9:H"),
                                   ("moves", "--json", "--limit", "50")])  # fmt: skip
def test_no_command_shows_what_lies_beneath(kind: str, words: tuple[str, ...], tmp_path: Path, pages: Pages) -> None:
    assert said(Worlds(tmp_path, pages, kind, "", number=3).typed(*words))


@pytest.mark.parametrize("kind", sorted(kind for kind in KINDS if "dealt" in kind or kind == "escape pieces"))
@pytest.mark.parametrize("words", [("settle",), ("settle", "--json")])
def test_settling_a_game_that_goes_on_tells_nothing_hidden(
    kind: str, words: tuple[str, ...], tmp_path: Path, pages: Pages
) -> None:
    told = said(Worlds(tmp_path, pages, kind, "", plies=4, number=4).typed(*words))
    assert not re.search(r"deck[:=][A-Z]|seed[:=][0-9]|backs=[a-z]", told)


# ---- the open screen -------------------------------------------------------------------------------

TURNS = {"atlantis dealt": (0, "1:{}", "FOHARSC"), "gods dealt": (3, "travel {}", "BGRY")}  # once plies were made
HELD = re.compile(r"hand is|holds|nearest")


@pytest.mark.parametrize("kind", TURNS)
@pytest.mark.parametrize("ways", [("move",), pytest.param(("move", "--json"), marks=pytest.mark.deep), ("play",)])
def test_a_card_that_cannot_be_played_shows_no_hand_on_the_open_screen(
    kind: str, ways: tuple[str, ...], tmp_path: Path, pages: Pages
) -> None:
    plies, turn, letters = TURNS[kind]
    worlds = Worlds(tmp_path, pages, kind, "", plies=plies)
    refused = set[str]()
    for hand, store in zip(hands(worlds, 0), worlds.stores, strict=True):
        for letter in set(letters) - set(hand):
            line = turn.format(letter)
            told = typed(store, *ways, line) if ways[0] == "move" else typed(store, "play", lines=(line,))
            assert not HELD.search(told.body.decode()), hand
            assert line in typed(store, "log").body.decode(), "that it was tried stands in the log for all"
            if ways == ("move",):
                refused.add(told.body.decode())
    assert len(refused) <= 1, "in one sentence"
    assert any(set(letters) - set(hand) for hand in hands(worlds, 0))


def test_a_player_is_told_by_their_own_hand_what_they_cannot_play(tmp_path: Path, pages: Pages) -> None:
    for kind, (plies, turn, letters) in TURNS.items():
        (tmp_path / kind).mkdir()
        worlds = Worlds(tmp_path / kind, pages, kind, "Ann", plies=plies, number=3)
        missing = sorted(set(letters) - set(hands(worlds, 0)[0]))
        for letter in missing:
            said(worlds.typed("move", "--as", "Ann", turn.format(letter)))
            said(worlds.asked("Ann", "/api/enter", {"last": 0, "text": turn.format(letter)}))
        assert worlds.logs() == [0, 0, 0]


# ---- the log -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["atlantis dealt, three", "gods dealt, three"])
def test_the_log_of_a_seat_tells_nothing_of_another_hand(kind: str) -> None:
    """What nobody at that seat saw is dealt anew in every position: its log stays as it was."""
    game, state, chance = Game(KINDS[kind].game), state_of(kind, started(kind, 5, 0)), Random(kind)
    journal = Journal(game.text(state))
    for _ in range(27):
        move = chance.choice(list(islice(game.moves(state), 4)))
        text, state = game.format(state, move), game.apply(state, move)
        journal = journal.enter(text, game.text(state))

    def log(found: Journal, seat: int | None) -> list[Row]:
        told = Play(Sight(game, game.read), found, None).log(seat)
        return [row._replace(entry=row.entry._replace(position="")) for row in told]

    for seat in (None, 0, 1, 2):
        start, *after = (
            swapped(line, seat, chance, near=True)
            for line in (journal.start, *(entry.position for entry in journal.entries))
        )
        entries = (entry._replace(position=line) for entry, line in zip(journal.entries, after, strict=True))
        assert log(Journal(start, tuple(entries), journal.head), seat) == log(journal, seat)
        assert any(row.hand for row in log(journal, seat)) == (seat is not None)
