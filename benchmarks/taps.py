"""How many taps a player's turn takes on the page, the shortest way: recorded whole games, by what the page offers.

A tap is a choice taken, by its button or its place on the picture, or Enter. What the page goes on to by itself
is none. Counts are the same on every machine, so `tests/companion/page/test_taps.py` holds them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from itertools import groupby, islice, pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from measure import table as show

from companion.api import read as referee
from companion.games import names
from companion.page import shown, tapping
from companion.page.tapping import onward
from companion.record.record import Record, read, write
from companion.record.replay import play
from companion.table.look import REFEREE
from companion.table.table import Table
from companion.table.turns import Untaken

RECORDS = Path(__file__).parents[1] / "tests" / "records"
ENTER, MORE, AT = "Enter", "more", "at "  # a button, or a place of the picture
FEW, NEAR = 48, 80  # choices listed at once, and near ones listed at all, as `page/static/entry.mjs` has it


class Turn(NamedTuple):
    """A player's turn, the table before it, its plies as recorded, and the taps that enter it: a choice's button by the
    line it leads to, a place of the picture after `AT`, `MORE`, `ENTER`; none where it can only be typed."""

    player: int
    before: Table
    plies: Sequence[str]
    taps: Sequence[str]


def plain(game: str) -> Iterator[tuple[str, Record]]:
    """Recorded whole games of several players, without corrections."""
    for file in sorted(RECORDS.glob(f"{game}-*.yaml")):
        record = read(file.read_bytes(), file.name)[0]
        if len(record.players) > 1 and all(line.kind == "turn" for line in record.lines):
            yield file.name, record


def turns(record: Record, most: int | None = None) -> Iterator[Turn]:
    """The turns of a recorded game, each by the shortest way."""
    for before, plies in islice(played(record), most):
        yield tapped(before, plies)


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
    """Every choice, and how it is tapped: its button, behind "more" where that is not shown at once; what is near
    by its place where that means nothing else, or by its button where those are few."""
    shown = (found["choices"], found["then"])
    for listed in shown:
        for number, choice in enumerate(listed):
            yield choice, (MORE, choice["text"]) if number >= FEW else (choice["text"],)
    at, few = Counter(far["place"] for listed in (*shown, found["near"]) for far in listed), len(found["near"]) <= NEAR
    for far in found["near"]:
        place = f"{AT}{far['place']}"
        if few or at[far["place"]] == 1:
            yield far, (place,) if at[far["place"]] == 1 else (far["text"],)
        elif all(far["place"] != choice["place"] for choice in found["choices"]):
            yield far, (place, far["text"])


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
    for game in names():
        for name, record in plain(game):
            by_plies: dict[str, list[Turn]] = {"one": [], "several": []}
            for turn in turns(record):
                by_plies["several" if len(turn.plies) > 1 else "one"].append(turn)
            for kind, found in by_plies.items():
                counts = [len(turn.taps) for turn in found if turn.taps]
                typed = len(found) - len(counts)
                if counts:
                    rows.append([name, kind, f"{len(counts)}", f"{typed}", f"{fmean(counts):.1f}", f"{max(counts)}"])
    show("taps of a player's turn", ["game", "plies", "turns", "only typed", "mean", "most"], rows)


if __name__ == "__main__":
    main()
