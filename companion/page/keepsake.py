"""A game as one HTML file that needs no server and no network: every position, a scrubber, notes, links, scores.

It shows what anybody at the table could see; hands are in it once the game is over, or for a seat that asks.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from companion.contract import JSON
from companion.look import REFEREE, Viewer
from companion.page.assets import fonts, in_language, one_script, text
from companion.page.live import Live, Spot
from specs.ground.languages import ENGLISH, spoken

WORDS = re.compile(r'<script type="application/json" id="words">.*</script>')
SHOWN = (
    "title", "ply", "turn", "over", "heading", "did", "players", "facts", "labels", "board", "picture", "spoken",
    "result", "you",
)  # fmt: skip


def keepsake(live: Live, viewer: Viewer) -> str:
    """The file for a viewer: once the game is over, everybody sees everything."""
    if live.table.turn is None:
        viewer = REFEREE
    whole = [live.view(viewer, Spot(ply)) for ply in range(live.table.ply + 1)]
    views = [{name: view[name] for name in SHOWN} for view in whole]
    result = live.view(viewer, Spot())["result"]
    for view in views:
        view["result"] = None
    views[-1]["result"] = result
    names = dict.fromkeys(name for view in views if view["picture"] for name in view["picture"]["faces"])
    return document(views, live.drawings.wanted(names), live.log(), in_words(views[-1], live.log()))


def document(
    views: Sequence[Mapping[str, JSON]], faces: Mapping[str, str], log: Sequence[Mapping[str, JSON]], notes: str
) -> str:
    """The file's text, from the views of each position first to last; `notes` is the game in plain words."""
    facts = json.dumps({"views": views, "faces": faces, "log": log}, ensure_ascii=False, separators=(",", ":"))
    data = b64encode(gzip.compress(facts.encode(), 9, mtime=0)).decode()
    script, style = one_script("keepsake"), _style()
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    tongue = spoken()
    shell = in_language(text("index.html"), ENGLISH if tongue is None else tongue.language)
    main = shell[shell.index("<body>") + len("<body>") : shell.index("<noscript>")]
    title = escape(f"{views[0]['title']}: {', '.join(player['name'] for player in views[0]['players'])}")
    heading = escape(str(views[0]["title"]))
    main = main.replace('<h1 id="title">Tideline</h1>', f'<h1 id="title">{heading}</h1>')
    return "\n".join(
        [
            "<!doctype html>",
            shell[shell.index("<html") : shell.index("<head>")].strip(),
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>{style}</style>",
            *WORDS.findall(shell),
            "</head>",
            '<body data-place="keepsake">',
            main.strip(),
            f"<noscript><pre>{escape(notes)}</pre></noscript>",
            f'<script type="application/octet-stream" id="game">{data}</script>',
            f'<script type="module">{script}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


def _style() -> str:
    """The page's styles with the fonts in them."""
    style = text("look.css") + text("style.css")
    for name, font in fonts().items():
        data = b64encode(font).decode()
        style = style.replace(f'url("/{name}.ttf")', f'url("data:font/ttf;base64,{data}")')
    return style


def _hash(source: str) -> str:
    return f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}"


def in_words(view: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> str:
    """The last position, the turns and the sums in plain words, for a browser that runs no scripts."""
    made = [entry for entry in log if entry["kept"] and entry["kind"] in ("turn", "note")]
    turns = [f"{entry['ply'] if entry['counts'] else '·':>3}  {entry['who'] or ''}  {entry['text']}" for entry in made]
    result = view["result"]
    sums = [line for standing in result["standings"] for line in standing["lines"]] if result else []
    return "\n".join([*view["board"], "", *turns, "", *sums])
