"""A game as one HTML file that needs no server and no network: every position, a slider, notes, links, scores.

It shows what anybody at the table could see; hands are in it once the game is over, or for a seat that asks.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.values import JSON
from companion.page.assets import fonts, in_language, one_script, text
from companion.page.live import Live, Spot
from companion.page.shown import in_sentences
from companion.table import REFEREE, Viewer
from specs.base.languages import ENGLISH, spoken
from specs.base.web import pages

SHOWN = ("title", "ply", "turn", "over", "heading", "did", "players", "facts", "labels", "picture", "spoken", "you")


def keepsake(live: Live, viewer: Viewer) -> str:
    """Return the file for a viewer: once the game is over, everybody sees everything."""
    if live.table.turn is None:
        viewer = REFEREE
    views = list[dict[str, Any]]()
    for spot in map(Spot, range(live.table.ply + 1)):
        view = live.view(viewer, spot, width=0)
        own = {"sentences": in_sentences(live.at(viewer, spot)), "result": None}
        views.append({name: view[name] for name in SHOWN} | own)
    views[-1]["result"] = live.result(live.at(viewer, Spot()))
    names = dict.fromkeys(name for view in views if view["picture"] for name in view["picture"]["faces"])
    return document(views, live.drawings.wanted(names), live.log(), in_words(views[-1], live.log()))


def document(
    views: Sequence[Mapping[str, JSON]], faces: Mapping[str, str], log: Sequence[Mapping[str, JSON]], notes: str
) -> str:
    """Return the file's text, from the views of each position, first to last; `notes` is the game in plain words."""
    tongue = spoken()
    heading = str(views[0]["title"])
    return pages.alone(
        in_language(text("index.html"), ENGLISH if tongue is None else tongue.language),
        {"views": views, "faces": faces, "log": log},
        title=f"{heading}: {', '.join(player['name'] for player in views[0]['players'])}",
        heading=heading,
        place="keepsake",
        script=one_script("keepsake"),
        style=text("look.css") + text("style.css"),
        fonts=fonts(),
        notes=notes,
    )


def in_words(view: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> str:
    """Return the last position, the turns and the sums in plain words, for a browser that runs no scripts."""
    made = [entry for entry in log if entry["kept"] and entry["kind"] in ("turn", "note")]
    turns = [f"{entry['ply'] if entry['counts'] else '·':>3}  {entry['who'] or ''}  {entry['text']}" for entry in made]
    result = view["result"]
    sums = [line for standing in result["standings"] for line in standing["lines"]] if result else []
    return "\n".join([*view["sentences"], "", *turns, "", *sums])
