"""A game of one's own, begun."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import flags
from specs.base.languages import say
from specs.base.terminal import put, put_json


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: small letters and hyphens.")],
    *,
    like: Annotated[str, typer.Option(metavar="KIND", help="cards, hexes, board or deck.")] = "cards",
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to make the game's folder.")] = Path(),
    json_: flags.Json = False,
) -> None:
    """Make a folder to begin a game of your own with: a spec, its rows, an icon, and what to do next. Nothing that is
    there is written over."""
    from generator.building.new_game import start

    spec = start(name, like, out)
    files = sorted(str(file) for file in spec.parent.rglob("*") if file.is_file())
    if json_:
        put_json({"spec": str(spec), "files": files})
        return
    put("\n".join(files))
    put(say("To print it: {command}", command=f"generator build {spec} --seed 7"))
    put(say("To play it: {command}", command=f"companion new {spec} Ann Bob --seed 7 --cards dealt"))
