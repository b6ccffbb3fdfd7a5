"""Broken records, positions and turns, in all games and at free tables, and what must hold of each.

What is typed at a table goes as far as any surface takes it: completed, offered, tapped, listed, judged and let stand.
"""

import functools
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from breaking import ROOT, spoilt, texts

from companion import Game, games
from companion.contract.faults import Refused
from companion.page.tapping import onward
from companion.record.record import read
from companion.record.replay import begin, play
from companion.table import PUBLIC, REFEREE, Look
from companion.table.look import Viewer, seen_by
from companion.table.turns import take

FREE = ["specs/atlantis.yaml", *(f"tests/companion/free/{name}.yaml" for name in ("market", "pebbles", "tricks"))]
FREE += [f"docs/examples/gallery/{name}.yaml" for name in ("bazaar", "bells", "floods", "lamps", "lands")]
LINES = 100  # typed at one position
PLIES = 16  # that a free table is played by chance, looked at after every fourth


def record(chance: Random) -> bytes:
    text = chance.choice(texts("tests/records/*.yaml"))
    return spoilt("".join(text.splitlines(keepends=True)[: chance.randrange(4, 40)]), chance).encode()


def holds_record(given: bytes, _: Path) -> None:
    whole, source = read(given, "a.yaml")
    whole, state = begin(whole, source)
    play(games.Game(whole.game), state, whole.lines)


@functools.cache
def positions() -> list[tuple[Any, Any, str, tuple[str, ...]]]:
    """Positions along the recorded games: the game, the state, its text, and turns that are legal there."""
    found = []
    for text in texts("tests/records/*.yaml"):
        whole, state = begin(*read(text.encode(), "a.yaml"))
        game = games.Game(whole.game)
        journal = play(game, state, whole.lines).journal
        for entry in [entry for entry in journal.entries if entry.kind == "turn"][::4]:
            state = game.read(entry.position)
            legal = tuple(game.format(state, move) for move in islice(game.moves(state), 12))
            found.append((game, state, entry.position, (entry.text, *legal)))
    return found


def turn(chance: Random) -> bytes:
    number = chance.randrange(len(positions()))
    return f"{number}\n{spoilt(chance.choice(positions()[number][3]), chance)}".encode()


def _at(given: bytes) -> tuple[Any, Any, str]:
    """The game and the position that an input's first line counts to, and the rest of the input."""
    number, _, text = given.decode(errors="replace").partition("\n")
    game, state, _, _ = positions()[int(number[:6]) % len(positions()) if number[:6].isdecimal() else 0]
    return game, state, text


def holds_turn(given: bytes, _: Path) -> None:
    game, state, text = _at(given)
    after = take(game, state, text, 1, stood=len(text) % 5 == 0).after
    assert game.read(game.text(after)) == after


def position(chance: Random) -> bytes:
    number = chance.randrange(len(positions()))
    return f"{number}\n{spoilt(positions()[number][2], chance)}".encode()


def holds_position(given: bytes, _folder: Path) -> None:
    game, _, line = _at(given)
    state = game.read(line)
    assert game.read(game.text(state)) == state


# ---- what is typed at a table ----------------------------------------------------------------------


def _played(file: Path) -> Iterator[Look]:
    """A free table as it stands after some plies by chance."""
    game, chance = Game(str(file)), Random(file.stem)
    most = game.document.spec.players
    table = game.new(*["Ann", "Bob", "Cy", "Dee"][: min(4, most.max)], seed=7, cards="dealt")
    for ply in range(PLIES):
        legal = list(islice(table.look(REFEREE).legal(), 40))
        if not legal:
            return
        if ply % 4 == 0:
            yield table.look(REFEREE)
        with suppress(Refused):
            table = table.move(chance.choice(legal))


@functools.cache
def looks() -> list[tuple[Look, tuple[str, ...]]]:
    """Positions of all games and free tables as the referee, the public and two seats see them, with legal turns."""
    free = [look for file in FREE for look in _played(ROOT / file)]
    recorded = [Look(game, ("Ann", "Bob", "Cy", "Dee"), REFEREE, state, 1) for game, state, _, _ in positions()]
    seats: tuple[Viewer, ...] = (REFEREE, PUBLIC, 0, 1)
    found = []
    for look in (*recorded, *free):
        legal = tuple(islice(look.legal(), 12))
        found += [(look._replace(viewer=seat, seen=seen_by(look.game, look.seen, seat)), legal) for seat in seats]
    return found


def typed(chance: Random) -> bytes:
    """Where it is typed, and lines: each the beginning of a legal turn, or two; as often changed as not."""
    number = chance.randrange(len(looks()))
    legal = looks()[number][1] or ("?",)
    return "\n".join([str(number), *(_line(legal, chance) for _ in range(LINES))]).encode(errors="replace")


def _line(legal: Sequence[str], chance: Random) -> str:
    text = " / ".join(chance.choice(legal) for _ in range(chance.choice((1, 1, 1, 2))))
    text = text[: chance.randrange(len(text) + 1)] if chance.random() < 0.7 else text
    return spoilt(text, chance) if chance.random() < 0.6 else text


def holds_typed(given: bytes, _: Path) -> None:
    """Whatever the lines are, what can follow is told without a refusal; the turns themselves may be refused."""
    number, *lines = given.decode(errors="replace").split("\n")
    look, _ = looks()[int(number[:6]) % len(looks()) if number[:6].isdecimal() else 0]
    left = signal.getitimer(signal.ITIMER_PROF)[0]
    for text in lines:
        if left:
            signal.setitimer(signal.ITIMER_PROF, left)  # as many seconds for each line as else for an input
        try:
            _holds_line(look, text)
        except Exception as error:
            error.add_note(f"typed: {text!r}")
            raise


def _holds_line(look: Look, text: str) -> None:
    try:
        if len(text) % 4 == 0:  # it looks behind what is offered, which takes ten times as long
            onward(look, text, follow=True, dealt=True)
        elif len(text) % 4 == 1 and look.in_parts:
            list(islice(look.listed(text), 3))
        else:
            look.offered(text)
    except Refused as refused:
        raise AssertionError(f"what can follow is refused: {refused}") from refused
    with suppress(Refused):
        step = look.steps(text, stood=len(text) % 2 == 0, entered=True)[-1]
        assert step.text
        look._replace(seen=step.after, step=step).chain()
