"""How stored games ended, for statistics: computed once, and kept until something is entered."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, MsgspecError, json

from companion.contract.faults import SyntaxFault
from companion.contract.values import Bound
from companion.record import bots
from companion.record.about import About, about_of, minutes, unpacked
from companion.table import Store, Stored, StoreError, Table, stored_table
from companion.table.store import Damaged
from specs.base.json_values import decoded
from specs.base.languages import say

MOST = 10**12  # largest number that is cached
Bounded = Annotated[int, Meta(gt=-MOST, lt=MOST)]


class Ended(NamedTuple):
    """A game's end, computed when the game had `last` entries: `scores` of the players, `winners` and those who `left`
    by their numbers, players' turns, and the time it ended ("21:40", or empty)."""

    last: int
    scores: tuple[Bounded, ...]
    winners: tuple[Bounded, ...]
    left: tuple[Bounded, ...]
    turns: Bounded
    end: Annotated[str, Meta(max_length=5)] = ""


def kept_ends(store: Store) -> dict[int, Ended]:
    """Return the cached ends by game number; unreadable ones are computed again. Raises StoreError."""
    try:
        with store.plainly():
            rows = store.rows("outcomes")
    except Damaged:
        return {}
    found = dict[int, Ended]()
    for game, last, text in rows:
        with suppress(MsgspecError):
            found[game] = decoded(text, Ended)._replace(last=last)
    return found


def keep_ends(store: Store, ends: Mapping[int, Ended]) -> None:
    """Cache ends if the store can be written. They only save time."""
    rows = [(game, end.last, json.encode(end).decode()) for game, end in ends.items()]
    with suppress(StoreError), store.change() as db:
        db.executemany("INSERT OR REPLACE INTO outcomes(game, last, scores) VALUES(?, ?, ?)", rows)


class Outcome(NamedTuple):
    """A game as the club counts it: `players` are names in turn order; `scores`, `winners` and who `left` are theirs
    (without the opponent of a solo game; if it won, the list is empty), empty if the game is not over; a bot is named
    with its strength. `turns` are players' turns, `minutes` None if unknown. `file` is the spec's file if another game
    has the same name."""

    number: int
    game: str
    players: tuple[str, ...]
    about: About = About()
    over: bool = True
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    turns: int = 0
    minutes: int | None = None
    left: tuple[int, ...] = ()
    file: str = ""

    @property
    def kind(self) -> str:
        """Return the game, distinct from others of its name."""
        return f"{self.game} ({self.file})" if self.file else self.game


def outcomes(store: Store, heard: Callable[[str], None] = lambda _: None) -> tuple[list[Outcome], list[str]]:
    """Return every game in the order they were played (those without a date first), and a sentence for each that cannot
    be read. `heard` is called with the progress. Raises StoreError."""
    known, found, fresh, left_out = kept_ends(store), list[Outcome](), dict[int, Ended](), list[str]()
    every = store.latest(-1)
    files = _files(every)
    for stored in every:
        try:
            about, end = unpacked(stored.about), known.get(stored.id)
            if stored.turn is None and (end is None or not _fits(end, stored)):
                heard(say("game {n}: {game}", n=stored.id, game=stored.called))
                table = stored_table(store, stored)
                end = fresh[stored.id] = worked_out(table)
        except (StoreError, SyntaxFault) as error:
            why = error.said if isinstance(error, SyntaxFault) else error
            left_out.append(say("game {n} is left out: {why}", n=stored.id, why=why))
            continue
        # bots are counted by name and strength, apart from a person of that name
        machines = bots.read(about.bots)
        names = tuple(
            f"{player.name} ({machines[seat]})" if seat in machines else player.name
            for seat, player in enumerate(stored.players)
        )
        one = Outcome(stored.id, stored.called, names, about, over=False, file=files.get(stored.id, ""))
        if stored.turn is None and end is not None:
            about = about if about.end else about._replace(end=end.end if about.start else "")
            winners = tuple(winner for winner in end.winners if winner < len(names))
            how: dict[str, Any] = {"winners": winners, "turns": end.turns, "minutes": minutes(about), "left": end.left}
            one = one._replace(about=about, over=True, scores=end.scores[: len(names)], **how)
        found.append(one)
    if fresh:
        keep_ends(store, fresh)
    found.sort(key=lambda one: (one.about.date, one.about.start, one.number))
    return found, left_out


def _files(games: Iterable[Stored]) -> dict[int, str]:
    """Return the file of each game whose spec shares its name with another's. A changed file is the same game, and so
    is one of the same kit that was moved."""
    found: dict[str, list[tuple[set[str], list[int]]]] = defaultdict(list)
    last = dict[int, str]()
    for stored in games:
        try:
            spec = stored.spec or Bound("", "", stored.game)
        except StoreError:
            continue  # `outcomes` reports it
        last[stored.id], marks = spec.file, {spec.file, spec.kit}
        same = [each for each in found[stored.called] if each[0] & marks]
        kind = set().union(marks, *(each[0] for each in same)), [stored.id, *(n for each in same for n in each[1])]
        found[stored.called] = [*(each for each in found[stored.called] if each not in same), kind]
    several = [kind for kinds in found.values() if len(kinds) > 1 for kind in kinds]
    return {number: last[max(numbers)] for _, numbers in several for number in numbers}


def worked_out(table: Table) -> Ended:
    """Compute how a finished game ended. Raises StoreError."""
    result = table.game.result(table.state)
    if result is None:
        raise StoreError(say("game {n} has no result", n=table.number))
    scores = {standing.player: standing.score for standing in result.standings}
    everybody = tuple(scores.get(player, 0) for player in range(len(table.names)))
    left = tuple(seat for seat, gone in enumerate(table.game.away(table.state)) if gone)
    end = about_of(table).end
    return Ended(table.stored.last, everybody, tuple(result.winners), left, table.turns, end)


def _fits(end: Ended, stored: Stored) -> bool:
    """Return whether a cached end belongs to the current state of the game."""
    return end.last == stored.last and len(end.scores) == len(stored.players) and bool(end.winners)
