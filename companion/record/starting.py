"""New games: from what `companion new` takes, or from a record, into the store.

>>> record, played = prepare("atlantis", ["Ann", "Bob:black"], seed=42)
>>> [player.colour for player in record.players], record.setup.rules["buys_per_turn"]
(['red', 'black'], 1)
>>> prepare("atlantis", ["Ann"], seed=42)
Traceback (most recent call last):
...
companion.contract.faults.SyntaxFault: column 0: 1 player; expected 2 to 4
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import SystemRandom

from companion.contract import NOTHING, Setup, SyntaxFault
from companion.games import Game, of
from companion.record import about
from companion.record.record import Record, Source
from companion.record.replay import begin, play
from companion.record.seating import seat
from companion.table import Play, Store, Stored, Table
from companion.table.stored import packed, unpacked
from specs.base.seeds import EXPECTED, MOST, is_seed


def new(
    store: Store | None,
    game: str | Game,
    players: Sequence[str],
    *,
    seed: int | None = None,
    options: Mapping[str, str] = NOTHING,
    rules: Mapping[str, str | int | bool] = NOTHING,
) -> Table:
    """Start a new game, from what `companion new` takes: players as `Ann` or `Ann:red`. It becomes the current one;
    without a store, it is not saved.

    Raises SyntaxFault, SpecError for bad input, StoreError.
    """
    return keep(store, *prepare(game, players, seed=seed, options=options, rules=rules))


def prepare(
    game: str | Game,
    players: Sequence[str],
    *,
    seed: int | None = None,
    options: Mapping[str, str] = NOTHING,
    rules: Mapping[str, str | int | bool] = NOTHING,
) -> tuple[Record, Play]:
    """Prepare a new game without saving it. Raises SyntaxFault, SpecError for bad input."""
    if seed is not None and not is_seed(seed):
        raise SyntaxFault(f"seed {seed}", EXPECTED)
    found = of(game) if isinstance(game, str) else game
    document = found.document
    source = Source("", lambda _path: (0, 0), document)  # typed input has no place in a file
    setup = Setup(seed, dict(options), dict(rules), found.spec)
    evening = about.About(edition=document.spec.edition or "")
    record = Record(found.name, seat(players, document.spec.players, begins=True), setup, about=evening)
    record, state = begin(record, source, found)
    return record, play(found, state, ())


def rematch(table: Table) -> Table:
    """Start a new game with the same seats, options, rules and bots, dealt anew; it becomes the current one. Raises
    StoreError."""
    setup, noted = unpacked(table.stored.setup), about.unpacked(table.stored.about)
    seed = None if setup.seed is None else SystemRandom().randint(0, MOST)
    players = [":".join(filter(None, player)) for player in table.players]
    record, played = prepare(table.game, players, seed=seed, options=setup.options, rules=setup.rules)
    evening = about.begun(time.time())._replace(place=noted.place, event=noted.event, bots=noted.bots)
    return keep(table.kept_in, replace(record, about=evening._replace(edition=noted.edition)), played)


def keep(store: Store | None, record: Record, play: Play) -> Table:
    """Save a prepared or replayed game as a new one, which becomes the current one; without a store, it is not saved.
    Raises StoreError."""
    setup, evening = packed(record.setup), about.packed(record.about)
    stored = Stored.fresh(record.game, record.players, setup, play.journal, play.turn, evening)
    return Table(store, stored if store is None else store.add(stored, play.journal), play)
