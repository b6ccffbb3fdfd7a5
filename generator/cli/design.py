"""Commands for designers: a folder to start with, icons, and a page that shows every face while its file is written.

What reads specs and draws is imported inside the commands: `generator --help` reads this module.
"""

import json
import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Annotated

from typer import Argument, Option

from generator.cli.options import Json, SpecName, Words, build_options
from generator.plan.options import choice
from specs.base.errors import bad
from specs.base.languages import say, say_many
from specs.base.terminal import put, put_result


def new(
    name: Annotated[str, Argument(metavar="NAME", help="The game's name: small letters and hyphens.")],
    *,
    like: Annotated[str, Option(metavar="KIND", help="cards, hexes, board or deck.")] = "cards",
    out: Annotated[Path, Option(metavar="FOLDER", help="Where to make the game's folder.")] = Path(),
    json_: Json = False,
) -> None:
    """Start a game of your own.

    Make a folder with a spec, its rows, an icon and what to do next. Files that are there stay.
    """
    from generator.building.new_game import start

    spec = start(name, like, out)
    files = sorted(str(file) for file in spec.parent.rglob("*") if file.is_file())
    print_it = say("To print it: {command}", command=f"generator build {spec} --seed 7")
    play_it = say("To play it: {command}", command=f"companion new {spec} Ann Bob --seed 7 --cards dealt")
    put_result({"spec": str(spec), "files": files}, [*files, print_it, play_it], json=json_)


@build_options("paper", "ink")
def icons(
    word: Annotated[list[str] | None, Argument(metavar="[WORD]...", help="What they show. [default: all]")] = None,
    *,
    out: Annotated[Path | None, Option(metavar="FOLDER", help="Print them as sheets, to FOLDER/icons.")] = None,
    words: Words,
    json_: Json = False,
) -> None:
    """Find icons that a spec may draw.

    A spec draws each by its name.
    """
    from msgspec import to_builtins

    from generator.faces.pictures.icons import search

    found = search(*word or ())
    if not found:
        raise bad("unknown-name", "", f"no icon for '{' '.join(word or ())}'", "another word, or none, for all icons")
    column = max(len(icon.name) for icon in found)
    lines = [f"{icon.name:<{column}}  {icon.group}: {', '.join(icon.words)}" for icon in found]
    if out is not None:
        from generator.building.icon_sheet import sheet

        folder = sheet(found, out, words).folder
        lines = [say_many("{n} icon written to {folder}", "{n} icons written to {folder}", len(found), folder=folder)]
    put_result([to_builtins(icon) for icon in found], lines, json=json_)


def studio(
    spec: SpecName,
    port: Annotated[
        int | None, Option(min=0, max=65535, help="The port; 0 takes any that is free. [default: 8422]")
    ] = None,
    show: Annotated[bool, Option("--open/--no-open", help="Open the page in this machine's browser.")] = True,
    editor: Annotated[
        str, Option(metavar="NAME", help="Editor that opens a line: vscode, zed, idea, sublime, emacs …")
    ] = "",
    json_: Json = False,
) -> None:
    """See every face in a browser, redrawn at each save."""
    from generator.studio.app import BODIES, Studio
    from generator.studio.findings import EDITORS, Editor
    from specs.base.web import serving
    from specs.base.web.guard import Guard

    key = token_urlsafe(18)
    page = Studio(spec, key, Editor(choice("--editor", editor, tuple(EDITORS)) if editor else ""))
    try:
        sock = serving.listening(port, usual=8422)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise bad("name-taken", "--port", f"{port}, {why}", "a free one, or 0 for any") from None
    at = sock.getsockname()[1]
    address = f"http://127.0.0.1:{at}/#{key}"
    if json_:
        put(json.dumps({"url": address}))
    else:
        put(address)
        put(say("Only this machine can open this address. Ctrl-C ends it."))
    sys.stdout.flush()
    if show and not json_:
        threading.Timer(0.3, _open, [address]).start()  # when the server is ready
    serving.serve(Guard(page.app(), serving.hosts(at), BODIES), sock, page.end)


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):  # no browser here: the address is printed anyway
        webbrowser.open(address)
