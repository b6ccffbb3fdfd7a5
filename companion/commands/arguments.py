"""The options many commands share, the store and game they are about, and how they say what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from companion.commands.terminal import kept
from companion.table.store import Store, default_path
from companion.table.table import PUBLIC, NoGame, Table, Viewer, open_game
from specs.base.languages import say
from specs.base.terminal import put_json, put_lines, width


def offers(name: str) -> Callable[[typer.Context, str], list[Any]]:
    """What Tab in a shell offers: a function of `companion.commands.completing`, imported when a shell asks."""

    def offered(ctx: typer.Context, incomplete: str) -> list[Any]:
        from companion.commands import completing as found

        return list(getattr(found, name)(ctx))

    return offered


def as_player(text: str) -> Any:
    """The option `--as`."""
    return typer.Option("--as", metavar="NAME", help=text, autocompletion=offers("viewers"))


def number_option(text: str, *names: str) -> Any:
    """An option that takes a game's number."""
    return typer.Option(*names, metavar="NUMBER", help=text, autocompletion=offers("numbers"))


Db = Annotated[Path | None, typer.Option("--db", metavar="PATH", help="The file the games are kept in.")]
Json = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite.")]
As = Annotated[str, as_player("Show what this player can see, or the 'referee' (everything).")]
Seat = Annotated[str, as_player("Who enters it: judged by what this player can see.")]
Rules = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="NAME=VALUE", help="Choose a rule option.", autocompletion=offers("rules")),
]


class Chosen(NamedTuple):
    """What stands before the command: the store, and a game by its number."""

    db: Path | None = None
    game: int | None = None


def chosen(ctx: typer.Context) -> Chosen:
    found = ctx.find_object(Chosen)
    return found if found is not None else Chosen()


@contextmanager
def opened(ctx: typer.Context, db: Path | None, *, create: bool = False) -> Iterator[Store]:
    """The store of a command. Raises StoreError."""
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


def show_done(
    table: Table, said: Sequence[str], viewer: Viewer = PUBLIC, *, json: bool, keeps: str = "", **facts: Any
) -> None:
    """Print what was done and whose turn it is, or the facts. Raises Failure as `kept` does."""
    with kept(keeps):
        if json:
            put_json(table.look(viewer).facts() | facts)
        else:
            put_lines([*said, *table.whose_turn(viewer, width=width())])
