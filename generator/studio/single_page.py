"""Every distinct face as one HTML file to send to somebody: the studio's page without a studio."""

from __future__ import annotations

from generator.draw.fonts.fonts import bundled
from generator.faces.faces import Faces
from generator.plan.settings import Settings
from generator.studio.assets import STATIC, spoken_shell
from generator.studio.drawing import TileDrawer, sizes
from generator.studio.editors import Editor
from generator.studio.tiles import TileSet
from specs.base.languages import say
from specs.base.web import pages
from specs.model.document import Document


def page(document: Document, settings: Settings) -> str:
    """The file's text: what is printed with these settings, each face once. Raises SpecError."""
    faces, drawer = Faces(document, frozenset(settings.given.options)), TileDrawer(Editor(""))
    drawn: dict[str, dict[str, object]] = {}
    while True:  # until the number of pages of each text is known
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
        spoken_shell(),
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
