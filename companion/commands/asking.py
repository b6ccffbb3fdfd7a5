"""A new game asked for at the prompt: which, who plays, from which seed or what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.commands.games import text_of
from companion.contract import SyntaxFault
from companion.games import Game, names
from companion.seating import seat
from companion.starting import keep, prepare
from companion.store import Store
from companion.terminal import Failure
from specs.ground import seeds
from specs.ground.errors import SpecError
from specs.ground.terminal import say, say_lines
from specs.load import load

if TYPE_CHECKING:
    from specs.schema import Players


def new_game(store: Store) -> None:
    """Ask until a game can begin, and keep it as the current one. Raises Failure where the input ends."""
    try:
        game = _game()
        spec = load(game.name).spec
        players = _players(spec.players)
        while True:
            # a game of which nothing is dealt has no setup sheet with a seed
            seed = _seed() if spec.setup.piles else None
            options = _table(game, players) if seed is None else {}
            try:
                prepared = prepare(game.name, players, seed=seed, options=options)
            except SyntaxFault as fault:
                say(fault.said)
            except SpecError as error:
                say_lines(list(map(str, error.faults)))
            else:
                keep(store, *prepared)
                return
    except (EOFError, KeyboardInterrupt):
        raise Failure("No game was started.", status=1) from None


def _game() -> Game:
    while True:
        given = input(f"Which game: {', '.join(names())}? ").strip().lower()
        fitting = [name for name in names() if given and name.startswith(given)]
        if given in names() or len(fitting) == 1:
            return Game(given if given in names() else fitting[0])


def _players(allowed: Players) -> list[str]:
    number = f"{allowed.min} to {allowed.max}" if allowed.max > allowed.min else str(allowed.max)
    example = f", such as Ann, Bob:{allowed.colours[-1]}" if allowed.colours else ""
    while True:
        given = input(f"Who plays, in turn order? {number} names{example}: ")
        found = [name.strip() for name in (given.split(",") if "," in given else given.split())]
        try:
            seat(found, allowed)
        except SyntaxFault as fault:
            if any(found):
                say(fault.said)
        else:
            return found


def _seed() -> int | None:
    while True:
        given = input("The seed of the setup sheet, or Enter for what lies on the table: ").strip()
        if not given:
            return None
        if (seed := seeds.read(given)) is not None:
            return seed
        say(f"'{given[:40]}'; expected a whole number, such as 42")


def _table(game: Game, players: Sequence[str]) -> dict[str, str]:
    """What lies on the table, as far as it must be told; a file of it will do."""
    found = dict[str, str]()
    for option in game.setup.OPTIONS:
        if option.choices:
            continue
        given = input(f"{option.name}: {option.text}\n(Enter for none, ? for what it can be; a file of it will do): ")
        if given.strip():
            found[option.name] = text_of(given.strip())
        if given.strip() == "?" or _enough(game, players, found):
            break
    return found


def _enough(game: Game, players: Sequence[str], options: Mapping[str, str]) -> bool:
    """Whether a game can begin with what was told so far."""
    try:
        prepare(game.name, players, options=options)
    except (SyntaxFault, SpecError):
        return False
    return True
