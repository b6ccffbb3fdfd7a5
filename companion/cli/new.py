"""`companion new`: start a game."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.arguments import Db, Json, Rules, offers, opened, show_done
from companion.cli.note import Comment, Date, Edition, Event, Place, Start, given, merged
from companion.cli.terminal import Failure
from companion.contract.faults import SyntaxFault
from companion.games import Game, names, of
from companion.record import bots
from companion.record.about import UNNOTED, another_copy, begun
from companion.record.options import rule_lines, rules_in_force
from companion.record.seating import coloured
from companion.record.starting import keep, prepare
from companion.table import Table
from companion.table.report import which
from specs.base.errors import bad
from specs.base.files import read, reading
from specs.base.languages import either, say, say_many, word
from specs.load import worded

MAX_BYTES = 1_000_000  # largest file with an option's value


def new(
    ctx: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(metavar="GAME PLAYER[:COLOUR]...", help="Who plays what.", autocompletion=offers("beginning")),
    ],
    seed: Annotated[int | None, typer.Option(help="Deal it from a seed.")] = None,
    rule: Rules = None,
    date: Date = None,
    start: Start = None,
    place: Place = None,
    event: Event = None,
    edition: Edition = None,
    comment: Comment = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Start a game: companion new atlantis Ann Bob:blue --seed 42

    A bot plays where a strength stands behind the name, such as Cy:steady: random, greedy or steady. GAME alone lists
    its options. Without --date the game is of today and begins now.
    """
    plain, chosen = split(words)
    if not plain:
        raise Failure(say("no game; expected one of {names}", names=", ".join(names())))
    game = of(plain[0])
    if len(plain) == 1 and not chosen:
        raise Failure(*usage(game, plain[0]))
    noted = given(date=date, start=start, place=place, event=event, edition=edition, note=comment)
    about = merged(begun(time.time()) if date is None else UNNOTED, noted)
    rules, (seats, strengths) = assigned("--rule", rule), bots.split(plain[1:])
    record, played = prepare(game, seats, seed=seed, options=_options(game, chosen), rules=rules)
    about = about._replace(
        bots=bots.written(strengths), edition=record.about.edition if edition is None else about.edition
    )
    with opened(ctx, db, create=True) as store:
        table = keep(store, replace(record, about=about), played)
    keeps = say("game {n} is kept", n=table.number)
    show_done(table, _begins(table, rules), json=json, keeps=keeps, number=table.number)


def _options(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a setup, each a word or the text of the file it names. Raises Failure."""
    choices = {option.name: option.choices for option in game.setup_options}
    for name in chosen:
        if name not in choices:
            there = ", ".join(f"--{option}" for option in choices)
            expected = say("one of {names}", names=there) if there else say("none at all")
            raise Failure(say("{found}; expected {expected}", found=f"--{name}", expected=expected))
    # an option with choices is always a word, whatever files exist
    return {name: value if choices[name] else text_of(value) for name, value in chosen.items()}


def _begins(table: Table, rules: Mapping[str, object]) -> list[str]:
    """Return the lines that say which game begins, and its rules."""
    first = which(table.number, table.game.called, [", ".join(map(coloured, table.players))])
    agreed = ", ".join(f"{name}={value}" for name, value in rules.items())
    return [first, *([say("Rules: {rules}", rules=agreed)] if agreed else []), *another_copy(table)]


def split(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split plain words from `--NAME VALUE` and `--NAME=VALUE`. Raises Failure for a name without a value."""
    plain, chosen, rest = list[str](), dict[str, str](), iter(words)
    for each in rest:
        name, equals, value = each.partition("=")
        if not name.startswith("--"):
            plain.append(each)
        elif (following := value if equals else next(rest, None)) is None:
            raise Failure(say("{option} without a value; expected {option} VALUE", option=name))
        else:
            chosen[name[2:]] = following
    return plain, chosen


def assigned(option: str, given: Sequence[str] | None) -> dict[str, str | int | bool]:
    """Return the values of an option given as NAME=VALUE. Raises SyntaxFault."""
    found: dict[str, str | int | bool] = {}
    for assignment in given or ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise SyntaxFault(f"{option} {assignment}", "NAME=VALUE")
        found[name] = value
    return found


def text_of(value: str) -> str:
    """Return a value, or the text of the file it names. Raises SpecError for a file that cannot be read."""
    if len(value) < 4096 and "\0" not in value and os.path.isfile(value):
        try:
            with reading(value):
                return read(Path(value), MAX_BYTES).decode("utf-8-sig").strip()
        except UnicodeDecodeError as error:
            raise bad("wrong-encoding", value, "text that is not UTF-8", f"UTF-8 ({error.reason})") from None
    return value


def usage(game: Game, given: str) -> list[str]:
    """Return a game's options, for somebody who typed only its name."""
    spec = worded(game.document).spec
    players = spec.players
    number = how_many(players.min, players.max)
    lines = [
        say("companion new {game} PLAYER[:COLOUR]... takes {players}, and:", game=given, players=number),
        f"  --seed       {say('deal it from a seed')}",
    ]
    for option in game.setup_options:
        choices = f" ({either(option.choices)})" if option.choices else ""
        lines.append(f"  --{option.name:<10} {word(option.text)}{choices}")
    if spec.rule_options:
        lines.append(f"  --rule       {say('NAME=VALUE chooses a rule option; without it they are')}")
        lines += [f"      {line}" for line in rule_lines(spec.rule_options, rules_in_force(spec.rule_options, {}))]
    return [*lines, *([say("Colours: {colours}.", colours=", ".join(players.colours))] if players.colours else [])]


def how_many(least: int, most: int) -> str:
    """Return `2 to 5 players`, `1 player`."""
    if most > least:
        return say("{least} to {most} players", least=least, most=most)
    return say_many("{n} player", "{n} players", most)


def choosable(game: Game) -> list[str]:
    """Return what a table can choose for a game, a line each with its default: `end=any-action  which actions end it
    (any-action or build)`; empty if there is nothing to choose."""
    from specs.model.schema import RuleOption

    setup = {
        option.name: RuleOption(default=option.choices[0], note=word(option.text), choices=option.choices)
        for option in game.setup_options
        if option.choices
    }
    options = setup | dict(worded(game.document).spec.rule_options)
    return rule_lines(options, rules_in_force(options, {}))
