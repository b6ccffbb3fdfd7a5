"""How many taps a player's turn takes on a phone, the shortest way: whole games of bots, by what the page offers.

A tap is a choice taken, by its button, its place on the picture or its card, or Enter. What the page goes on to by
itself is none. Counts are the same on every machine, so `tests/companion/page/test_taps.py` holds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from itertools import groupby, pairwise
from statistics import fmean
from typing import Any, NamedTuple

from measure import table as show

from companion import Game
from companion.api import read as referee
from companion.games import names
from companion.lab.players import plies as between_bots
from companion.page import shown, tapping
from companion.page.tapping import onward
from companion.record.record import Record, write
from companion.record.replay import play
from companion.table.look import REFEREE
from companion.table.table import Table
from companion.table.turns import Untaken

ENTER, AT, CARD = "Enter", "at ", "card "  # a button; a place of the picture; a card of the hand
GAMES, PLAYERS = 3, ("Ann", "Bob")  # random games of each kind


class Turn(NamedTuple):
    """A player's turn, the table before it, its plies as recorded, and the taps that enter it: a button by the
    line it leads to, a place of the picture after `AT`, a card after `CARD`, `ENTER`; none where it can only be
    typed."""

    player: int
    before: Table
    plies: Sequence[str]
    taps: Sequence[str]


def played(record: Record) -> Iterator[tuple[Table, Sequence[str]]]:
    """The turns of a recorded game: the table before each, and its plies but for what the companion deals."""
    table = referee(write(replace(record, lines=())))
    before: list[tuple[Table, str]] = []
    for _, step in play(table.game, table.state, record.lines).steps():
        if not table.game.follows(step.before):
            before.append((table, step.text))
            table = table.move(step.text)
    for _, group in groupby(before, key=lambda each: each[0].turn):
        own = list(group)
        yield own[0][0], [ply for _, ply in own]


def between_two_bots(game: Game, typed_in: str, strength: str, seed: int) -> Iterator[tuple[Table, Sequence[str]]]:
    """The turns of a whole game: the table before each, and its plies. The program deals everything but what the setup
    option `typed_in` names, such as dice that are rolled on the table."""
    options = {each.name: "dealt" for each in game.setup_options if "dealt" in each.choices and each.name != typed_in}
    table = game.new(*PLAYERS, seed=seed, **options)
    begun, said = table, list[str]()
    for move, _ in between_bots(game, table.state, [strength] * len(PLAYERS), seed):
        text = game.format(table.state, move)
        if table.turn != begun.turn:
            yield begun, said
            begun, said = table, []
        said.append(text)
        table = table.move(text)
    yield begun, said


def tapped(table: Table, plies: Sequence[str]) -> Turn:
    """A turn of those plies, from that table. Raises Untaken."""
    tables, said, player = [table], list[str](), table.turn
    assert player is not None
    for ply in plies:
        change = tables[-1].enter(ply, REFEREE)
        tables.append(change.table)
        said.append(change.steps[0].text)
    return Turn(player, table, said, shortest(tables, said))


def shortest(tables: Sequence[Table], plies: Sequence[str]) -> Sequence[str]:
    """The fewest taps that lead from the first of those positions to the last; none where nothing offered does, as of
    cards that a purchase brings unseen."""
    goal, player = len(plies), tables[0].turn
    at = [table.look(player) for table in tables]
    positions = {table.position: number for number, table in enumerate(tables)}

    @cache
    def offered(number: int, typed: str) -> Any:
        table = tables[number]
        dealt = at[number].seen != table.state
        return shown.follow(at[number], onward(at[number], typed, entered=True, dealt=dealt, follow=True))

    @cache
    def entered(number: int, typed: str) -> int | None:
        try:
            return positions.get(tapping.played(tables[number], typed, player)[-1].table.position)
        except Untaken:
            return None

    words, split = [meant(ply) for ply in plies], tables[0].game.plies
    best: dict[tuple[int, str], int] = {}
    waiting: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, "", ())]
    while waiting:
        cost, number, typed, taps = heappop(waiting)
        if number == goal:
            return taps
        found = offered(number, typed)
        if best.get((number, found["text"]), cost + 1) <= cost:
            continue
        best[number, found["text"]] = cost
        for choice, way in ways(found):
            if fits(split(choice["text"]), words[number:]):
                heappush(waiting, (cost + len(way), number, choice["text"], (*taps, *way)))
        if found["whole"] and (after := entered(number, found["text"])) is not None and after > number:
            heappush(waiting, (cost + 1, after, "", (*taps, ENTER)))
    return ()


def ways(found: Any) -> Iterator[tuple[Any, Sequence[str]]]:
    """Every choice, and how it is tapped on a phone, as `page/static/entry.mjs` has it: what lies nowhere by its
    button, all else by its place or its card, the best there at once, any other by its button then."""
    there = {choice["place"] for choice in found["choices"]}
    near = [far | {"near": True} for far in found["near"] if far["card"] or far["place"] not in there]
    lit = [*(choice for choice in found["choices"] if choice["text"] != found["text"]), *found["then"], *near]
    far = [choice for choice in found["near"] if choice["place"] or choice["card"]]
    for choice in lit:
        # a beginning whose every continuation lies on the picture has no button
        begun = [one for one in found["near"] if one["text"].startswith(choice["text"])]
        hidden = "near" not in choice and not choice["whole"] and begun and all(one in far for one in begun)
        if not choice["place"] and not choice["card"] and not hidden:
            yield choice, (choice["text"],)
    for kind, tap in (("place", AT), ("card", CARD)):
        for at in {choice[kind]: None for choice in lit if choice[kind]}:
            here = [choice for choice in lit if choice[kind] == at]
            # a piece that just came there goes on, before something else begins there
            first = [one for one in here if ("near" in one) == (found["whole"] and one["whole"])]
            best = max(first or here, key=lambda choice: choice["points"])
            yield best, (f"{tap}{at}",)
            yield from ((choice, (f"{tap}{at}", choice["text"])) for choice in here if choice is not best)


def meant(ply: str) -> frozenset[str]:
    """The words of a ply, as far as a choice may say them: also hop by hop, and without what is turned up."""
    found = set[str]()
    for word in re.split(r"[\s;]+", ply.lower()):
        hops = word.removeprefix("=").split(">")
        found |= {word, word.replace("~", "")}
        for one, two in pairwise(hops):
            found |= {f"{one}>{two}", f"={one}>{two}"}
    return frozenset(found)


def fits(line: Sequence[str], words: Sequence[frozenset[str]]) -> bool:
    """Whether the plies of a line may be on the way to what was meant."""
    return len(line) <= len(words) and all(
        any(word.startswith(said) for word in known)
        for ply, known in zip(line, words, strict=False)
        for said in re.split(r"[\s;]+", ply.lower())
    )


def main() -> None:
    rows = []
    for name, typed_in in (*((name, "") for name in names()), ("escape", "dice")):
        for strength in ("random", "greedy"):
            counts, not_by_taps = list[int](), 0
            for seed in range(GAMES):
                for before, said in between_two_bots(Game(name), typed_in, strength, seed):
                    taps = tapped(before, said).taps
                    counts += [len(taps)] if taps else []
                    not_by_taps += not taps
            what = f"{name}, {typed_in} typed in" if typed_in else name
            rows.append([what, strength, f"{len(counts)}", f"{not_by_taps}", f"{fmean(counts):.1f}", f"{max(counts)}"])
    show("taps of a player's turn over whole games", ["game", "bots", "turns", "only typed", "mean", "most"], rows)


if __name__ == "__main__":
    main()
