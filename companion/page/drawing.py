"""What the page draws: positions and cards, each only once; what a turn moved; the printed rules."""

from functools import lru_cache

from companion.games.tabletop import tabletop
from generator.draw.scene import Scene
from generator.faces.rules_page import rules_of, rules_page
from generator.formats.drawings import Drawings, Drawn
from generator.formats.motion import Motion, motion
from specs.base.languages import Tongue
from specs.base.web.streams import Part, facts
from specs.load import worded
from specs.model.document import Document, Piece

__all__ = ["Drawings", "Drawn", "Motion", "card", "motion", "rulebook", "rules_of"]


def card(drawings: Drawings, piece: Piece, document: Document) -> Drawn:
    """Draw a piece's front cut to its trim box, at its printed size."""
    top, bleed = tabletop(document), document.spec.components[piece.component].print.bleed
    _, _, width, height = top.faces.front(piece).box
    return drawings.draw(Scene((0.0, 0.0, width - 2 * bleed, height - 2 * bleed), (top.piece(piece, 0, 0, 1),)))


@lru_cache(maxsize=8)
def rulebook(document: Document, tongue: Tongue | None) -> Part:
    """Draw the printed rules in the current language, which is `tongue`, the same for everybody. Call it outside the
    game's thread, so that the game never waits."""
    return facts(rules_page(worded(document)))
