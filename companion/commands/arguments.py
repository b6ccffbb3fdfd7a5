"""The options many commands share, and the store and game they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from companion.table.store import Store, default_path
from companion.table.table import NoGame, Table, open_game
from specs.base.languages import say

Db = Annotated[
    Path | None, typer.Option("--db", metavar="PATH", help="The store's file (also before the command; COMPANION_DB).")
]
Json = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]


def offers(name: str) -> Callable[[typer.Context, str], list[Any]]:
    """What Tab in a shell offers: a function of `companion.commands.completing`, imported when a shell asks."""

    def offered(ctx: typer.Context, incomplete: str) -> list[Any]:
        from companion.commands import completing as found

        return list(getattr(found, name)(ctx))

    return offered


As = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="NAME",
        help="What this player can see, or 'referee' for all; else what is open.",
        autocompletion=offers("viewers"),
    ),
]
Seat = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="NAME",
        help="Who enters it, to be judged and told by what they see.",
        autocompletion=offers("viewers"),
    ),
]


class Chosen(NamedTuple):
    """What was said before the command: the store, and a game by its number."""

    db: Path | None = None
    game: int | None = None


def chosen(ctx: typer.Context) -> Chosen:
    found = ctx.find_object(Chosen)
    return found if found is not None else Chosen()


@contextmanager
def opened(ctx: typer.Context, db: Path | None, *, create: bool = False) -> Iterator[Store]:
    """The store a command was told to use. Raises StoreError."""
    path = db or chosen(ctx).db or default_path()
    if not create and not path.exists():
        raise NoGame(say("No games yet in {path}. Start one: companion new GAME PLAYER PLAYER ...", path=path))
    with Store(path, create=create) as store:
        yield store


@contextmanager
def table_of(ctx: typer.Context, db: Path | None) -> Iterator[Table]:
    """The current game, or the one `--game` names."""
    with opened(ctx, db) as store:
        yield open_game(store, chosen(ctx).game)
