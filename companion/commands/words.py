"""The words of the games there are, as commands: `companion stuck FFOH` enters `stuck FFOH`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from companion.commands.arguments import Db, Json, Seat, table_of
from companion.commands.terminal import Failure
from companion.commands.turns import enter
from companion.games import Game, names
from specs.base.languages import say


def words() -> dict[str, str]:
    """Every word a game has, with its line of help; where several games have one, all that they say of it."""
    said: dict[str, list[str]] = {}
    for name in names():
        for word, line in Game(name).commands.items():
            said.setdefault(word, []).append(line)
    return {word: " ".join(dict.fromkeys(lines)) for word, lines in said.items()}


def entering(word: str) -> Callable[..., None]:
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
                raise Failure(_none(table.game.called, word, table.game.commands))
            enter(table, " ".join([word, *(rest or [])]), table.viewer(who), json=json)

    entered.__doc__ = words()[word]
    return entered


def _none(game: str, word: str, commands: Mapping[str, str]) -> str:
    if not commands:
        return say("{game} has no '{word}'; it has no words of its own", game=game, word=word)
    there = ", ".join(commands)
    return say("{game} has no '{word}'; expected one of its own words, {words}", game=game, word=word, words=there)
