"""`generator studio`: the page that shows every face while its file is being written, until Ctrl-C."""

from __future__ import annotations

import os
import sys
from secrets import token_urlsafe
from typing import Annotated

import typer

from generator.cli import flags
from specs.base.languages import say
from specs.base.terminal import put, tell


def studio(
    spec: flags.SpecName,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Listen there; 0 takes any free port. [default: 8422]")
    ] = None,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in this machine's browser.")] = True,
    editor: Annotated[
        str, typer.Option(metavar="NAME", help="What opens a line: vscode, zed, idea, sublime, emacs …")
    ] = "",
    json_: flags.Json = False,
) -> None:
    """Show every distinct face on a page of this machine, drawn again whenever what it is made of is saved."""
    from generator.plan.option_words import bad, choice
    from generator.studio.app import Studio
    from generator.studio.editors import EDITORS, Editor
    from specs.base.web import serving
    from specs.base.web.guard import Guard

    opened_with = Editor(choice("--editor", editor, tuple(EDITORS)) if editor else "")
    key = token_urlsafe(18)
    page = Studio(spec, key, opened_with)
    try:
        sock = serving.listening(port, usual=8422)
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise bad("--port", f"{port}, {why}", "a free one, or 0 for any") from None
    at = sock.getsockname()[1]
    address = f"http://127.0.0.1:{at}/#{key}"
    if json_:
        import json

        put(json.dumps({"url": address}))
    else:
        put(address)
        put(say("Only this machine can open this address. Ctrl-C ends it."))
    sys.stdout.flush()
    if show and not json_:
        _open(address)
    serving.serve(Guard(page.app(), serving.hosts(at)), sock, page.end)


def _open(address: str) -> None:
    """Open the page once it can be had; a machine without a browser is told no more than the address."""
    import threading
    import webbrowser

    def opened() -> None:
        try:
            webbrowser.open(address)
        except (webbrowser.Error, OSError) as error:
            tell(str(error))

    threading.Timer(0.3, opened).start()
