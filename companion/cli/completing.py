"""Shell completion: games, players, numbers of games. It changes nothing and skips what cannot be read, since a
completion cannot report errors."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import typer

from companion.contract.faults import Refused
from companion.games import names, of
from companion.table import REFEREE, Store, StoreError, default_path, open_game
from specs.base.errors import SpecError
from specs.base.languages import languages as there
from specs.load import lying

T = TypeVar("T")
LATEST = 50  # games offered by number and player


def _stored(ctx: typer.Context, read: Callable[[Store], list[T]]) -> list[T]:
    """Return what the store holds that the line names so far."""
    path = ctx.params.get("db") or ctx.find_root().params.get("db") or default_path()
    try:
        with Store(Path(path)) as store:
            return read(store)
    except (StoreError, Refused):
        return []


def numbers(ctx: typer.Context) -> list[tuple[str, str]]:
    """Return the latest games' numbers, each with a description."""

    def read(store: Store) -> list[tuple[str, str]]:
        return [(str(game.id), f"{game.called}: {', '.join(game.names)}") for game in store.latest(LATEST)]

    return _stored(ctx, read)


def players(ctx: typer.Context) -> list[str]:
    """Return the players of the current game, or the one `--game` names."""
    return _stored(ctx, lambda store: open_game(store, ctx.find_root().params.get("game")).names)


def viewers(ctx: typer.Context) -> list[str]:
    """Return the values of `--as`."""
    return [*players(ctx), REFEREE]


def languages(ctx: typer.Context) -> list[str]:
    """Return the available languages."""
    del ctx
    return there("companion")


def _words(ctx: typer.Context) -> Sequence[str]:
    """Return the words given to `new` so far; behind an option without a value, the remaining arguments."""
    return ctx.params.get("words") or ctx.args or list(filter(None, [ctx.params.get("simulate")]))


def games(ctx: typer.Context) -> list[str]:
    """Return the games there are rules for."""
    del ctx
    return list(names())


def beginning(ctx: typer.Context) -> list[str]:
    """Return what `new` takes next: a game or a spec of this folder, then past players who are not named yet."""
    given = _words(ctx)
    if not given:
        return [*names(), *lying(Path())]
    taken = {word.partition(":")[0] for word in given}
    known = _stored(ctx, lambda store: [name for game in store.latest(LATEST) for name in game.names])
    return [name for name in dict.fromkeys(known) if name not in taken]


def rules(ctx: typer.Context) -> list[str]:
    """Return the rule options of the new game, each with its values."""
    from companion.record.options import rule_text

    given = _words(ctx)
    try:
        options = of(given[0]).document.spec.rule_options if given else {}
    except (Refused, SpecError):
        return []
    found = []
    for name, option in options.items():
        choices = option.choices or ((True, False) if isinstance(option.default, bool) else (option.default,))
        found += [f"{name}={rule_text(choice)}" for choice in choices]
    return found
