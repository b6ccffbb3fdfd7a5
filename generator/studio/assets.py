"""The files of the studio's page, in the language the program speaks; and every distinct face as one HTML file to send
to somebody: the page without a studio."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from generator.draw.fonts.fonts import bundled
from generator.faces.faces import Faces
from generator.plan.settings import Settings
from generator.studio.drawing import TileDrawer, sizes
from generator.studio.findings import Editor
from generator.studio.tiles import TileSet
from specs.base.languages import ENGLISH, say, spoken
from specs.base.web import pages
from specs.base.web.pages import Asset
from specs.model.document import Document

STATIC = Path(__file__).parent / "static"


@cache
def assets() -> Mapping[str, Asset]:
    """Return every file the page may ask for, by name."""
    return pages.files(STATIC, pages.latin(bundled()))


def shell() -> Asset:
    """Return the page itself."""
    return pages.asset("index.html", _spoken_shell().encode())


def _spoken_shell() -> str:
    """Return the page's own text; in English if its modules are not translated into the current language."""
    tongue, found = spoken(), pages.text(STATIC, "index.html")
    language = ENGLISH if tongue is None else tongue.language
    if language != ENGLISH and (STATIC / f"words-{language}.json").exists():
        found = pages.translated(found, language, pages.text(STATIC, f"words-{language}.json"))
    return found


def alone(document: Document, settings: Settings) -> str:
    """Return the page as a file to send: what these settings print, each face once. Raises SpecError."""
    faces, drawer = Faces(document, frozenset(settings.given.options)), TileDrawer(Editor(""))
    drawn: dict[str, dict[str, object]] = {}
    while True:  # until the number of pages of each text is stable
        tile_set = TileSet(document, faces, {}, drawer.pages)
        tiles = {id_: tile for id_, tile in tile_set.tiles.items() if tile.piece.component in settings.components}
        if tiles.keys() == drawn.keys():
            break
        drawn = {id_: drawn.get(id_) or drawer.picture(tile, tile_set) for id_, tile in tiles.items()}
    spec = {
        "tiles": [tile.facts() | {"alt": drawn[id_]["alt"]} for id_, tile in tiles.items()],
        "order": [*tiles],
        "components": sizes(document),
        "pieces": sum(len(document.pieces[name]) for name in settings.components),
        "flaws": [],
        "stale": False,
    }
    title = document.spec.title
    return pages.alone(
        _spoken_shell(),
        {"spec": spec, "drawn": drawn},
        title=title,
        heading=title,
        place="sent",
        script=pages.one_script(STATIC, "sent"),
        style=pages.text(STATIC, "look.css") + pages.text(STATIC, "studio.css"),
        fonts=pages.latin(bundled()),
        notes="\n".join(
            say("{face}: {words}", face=", ".join(tile.pieces), words=drawn[id_]["alt"]) for id_, tile in tiles.items()
        ),
    )
