"""Which store and which game a command is about, and the options every command shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn

import typer

from companion.contract import SyntaxFault
from companion.games import Game, find
from companion.store import Store, Stored, StoreError, default_path
from companion.terminal import say, tell

Db = Annotated[
    Path | None, typer.Option("--db", metavar="PATH", help="The store's file (also before the command; COMPANION_DB).")
]
Json = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]


class Failure(Exception):
    """A command that cannot do what it was asked: the lines to print, and the exit status."""

    def __init__(self, *lines: str, status: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines, self.status = lines, status


class Chosen(NamedTuple):
    """What was said before the command: the store, and a game by its number."""

    db: Path | None = None
    game: int | None = None


class Table(NamedTuple):
    """A game in the store, its rules, and the position it stands at."""

    store: Store
    stored: Stored
    game: Game
    state: Any

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.stored.players]


def chosen(ctx: typer.Context) -> Chosen:
    found = ctx.find_object(Chosen)
    return found if found is not None else Chosen()


@contextmanager
def opened(ctx: typer.Context, db: Path | None, *, create: bool = False) -> Iterator[Store]:
    """The store a command was told to use. Raises StoreError; Failure where there is none yet."""
    path = db or chosen(ctx).db or default_path()
    if not create and not path.exists():
        raise Failure(f"No games yet in {path}. Start one: companion new GAME PLAYER PLAYER ...")
    with Store(path, create=create) as store:
        yield store


@contextmanager
def table(ctx: typer.Context, db: Path | None) -> Iterator[Table]:
    """The current game, or the one `--game` names."""
    with opened(ctx, db) as store:
        yield at_table(store, chosen(ctx).game)


def at_table(store: Store, number: int | None = None) -> Table:
    """A game by its number, or the current one, ready to be played. Raises Failure, StoreError."""
    stored = store.get(number)
    if stored is None:
        missing = "No games yet" if number is None else f"No game {number}"
        raise Failure(f"{missing} in {store.path}. `companion list` shows the games there are.")
    game = find(stored.game)
    if stored.rules_version > game.rules_version:
        raise Failure(
            f"Game {stored.id} was played by rules version {stored.rules_version} of {stored.game};"
            f" this companion knows up to {game.rules_version}."
        )
    return Table(store, stored, game, parsed(store, game, stored.position))


def parsed(store: Store, game: Game, position: str) -> Any:
    """A stored position. Raises StoreError where somebody else wrote it."""
    try:
        return game.notation.parse_state(position)
    except SyntaxFault as fault:
        raise StoreError(f"{store.path}: a position that cannot be read: {fault}") from None


def print_lines(lines: Sequence[str]) -> None:
    for line in lines:
        say(line)


def print_json(facts: object) -> None:
    import json

    say(json.dumps(facts, ensure_ascii=False, indent=2))


def sure(question: str, *, yes: bool) -> None:
    """Ask, unless told not to. Raises Failure where the answer is no, or nobody can be asked."""
    import sys

    if yes:
        return
    if not sys.stdin.isatty():
        nothing_kept(f"{question} Nothing was changed; add --yes to do it.")
    tell(f"{question} [y/N] ")
    if input().strip().lower() not in ("y", "yes"):
        nothing_kept("Nothing was changed.")


def nothing_kept(line: str) -> NoReturn:
    raise Failure(line, status=1)
