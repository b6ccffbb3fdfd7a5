"""The words of the games there are, as commands: `companion stuck FFOH` enters `stuck FFOH`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from companion.commands.arguments import Db, Json, Seat, table_of
from companion.commands.turns import enter
from companion.games import Game, names
from companion.terminal import Failure


def words() -> dict[str, str]:
    """Every word a game has, with its line of help; where several games have one, all that they say of it."""
    said: dict[str, list[str]] = {}
    for name in names():
        for word, line in Game(name).commands.items():
            said.setdefault(word, []).append(line)
    return {word: " ".join(dict.fromkeys(lines)) for word, lines in said.items()}


def command(word: str) -> Callable[..., None]:
    """The command that enters a game's word. Raises KeyError for one that no game has."""

    def entered(
        ctx: typer.Context,
        rest: Annotated[list[str] | None, typer.Argument(help="What the game's notation has after it.")] = None,
        who: Seat = "",
        json: Json = False,
        db: Db = None,
    ) -> None:
        with table_of(ctx, db) as table:
            if word not in table.game.commands:
                raise Failure(f"{table.game.name} has no '{word}'; {_expected(table.game.commands)}")
            enter(table, " ".join([word, *(rest or [])]), table.viewer(who), json=json)

    entered.__doc__ = words()[word]
    return entered


def _expected(commands: Mapping[str, str]) -> str:
    return f"expected one of its own words, {', '.join(commands)}" if commands else "it has no words of its own"
