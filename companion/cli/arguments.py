"""The options that many commands share, the store and game they act on, and the lines that say what was done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from companion.cli.terminal import kept
from companion.contract.faults import SyntaxFault
from companion.table import PUBLIC, NoGame, Store, Table, Viewer, default_path, open_game
from specs.base.languages import say
from specs.base.terminal import put_json, put_lines, width


def offers(name: str) -> Callable[[typer.Context, str], list[Any]]:
    """Return shell completion from a function of `companion.cli.completing`, imported when a shell asks."""

    def offered(ctx: typer.Context, incomplete: str) -> list[Any]:
        from companion.cli import completing as found

        return list(getattr(found, name)(ctx))

    return offered


def option(text: str, metavar: str | None = None, *names: str) -> Any:
    """Make an option with its help."""
    return typer.Option(*names, metavar=metavar, help=text)


def offering(of: str, text: str, metavar: str = "NAME", *names: str) -> Any:
    """Make an option whose values a shell completes."""
    return typer.Option(*names, metavar=metavar, help=text, autocompletion=offers(of))


Db = Annotated[Path | None, typer.Option("--db", metavar="PATH", help="The file the games are kept in.")]
Json = Annotated[bool, typer.Option("--json", help="Print facts as JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite.")]
As = Annotated[str, offering("viewers", "Show what this player can see; the referee sees all.", "NAME", "--as")]
Seat = Annotated[str, offering("viewers", "Who enters it: judged by what this player can see.", "NAME", "--as")]
Rules = Annotated[list[str] | None, offering("rules", "Choose a rule option.", "NAME=VALUE", "--rule")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="A page with charts.")]


class Chosen(NamedTuple):
    """The global options: the store, and a game by its number."""

    db: Path | None = None
    game: int | None = None


def chosen(ctx: typer.Context) -> Chosen:
    return ctx.find_object(Chosen) or Chosen()


def opened(ctx: typer.Context, db: Path | None, *, create: bool = False) -> Store:
    """Open the store of a command. Raises StoreError."""
    path = db or chosen(ctx).db or default_path()
    if not create and not path.exists():
        raise NoGame(say("No games yet in {path}. Start one: companion new GAME PLAYER PLAYER ...", path=path))
    return Store(path, create=create)


@contextmanager
def table_of(ctx: typer.Context, db: Path | None, *, readable: bool = False) -> Iterator[Table]:
    """Open the current game, or the one `--game` names; with `readable`, the readable part of a damaged one."""
    with opened(ctx, db) as store:
        yield open_game(store, chosen(ctx).game, readable=readable)


def within(option: str, value: int, least: int, most: int) -> None:
    """Check the number given for an option. Raises SyntaxFault outside its bounds."""
    if not least <= value <= most:
        raise SyntaxFault(f"{option} {value}", say("a whole number from {least} to {most}", least=least, most=most))


def show_either(json: bool, facts: Callable[[], Any], lines: Callable[[], Sequence[str]]) -> None:
    """Print facts for programs, or lines for people."""
    if json:
        put_json(facts())
    else:
        put_lines(lines())


def show_done(
    table: Table,
    said: Sequence[str],
    viewer: Viewer = PUBLIC,
    *,
    json: bool,
    keeps: str = "",
    turn: bool = True,
    **facts: Any,
) -> None:
    """Print what was done and, with `turn`, whose turn it is; or the facts. Raises Failure as `kept` does."""
    with kept(keeps):
        then = to_move(table, viewer) if turn else ()
        show_either(json, lambda: table.look(viewer).facts() | facts, lambda: [*said, *then])


def to_move(table: Table, viewer: Viewer) -> list[str]:
    """Return whose turn it is and, if a bot is to move, how to let it play."""
    lines = table.whose_turn(viewer, width=width())
    if not table.stored.machines:
        return lines
    from companion.record.bots import due  # takes 5 % of a move; only needed if bots play

    who = {"name": table.whose, "strength": due(table)}
    if not who["strength"]:
        return lines
    return [*lines, say("{name} is a bot ({strength}); companion move --bot plays its turn.", **who)]
