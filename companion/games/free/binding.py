"""What the free table is bound to: a kit, kept as text. Its notation reads the positions of that kit alone."""

from __future__ import annotations

from companion.contract import SyntaxFault
from companion.contract.plies import plies
from companion.games.free import moves, position
from companion.games.free.state import State
from specs.base.languages import say
from specs.expand.table_kit import Kit, decode, encode, kit_of
from specs.model.document import Document
from specs.translation.overlay import table_words


class Notation:
    """Turns and positions of one kit."""

    parse = staticmethod(moves.parse)
    format = staticmethod(moves.format)
    plies = staticmethod(plies)
    text = staticmethod(position.text)

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def parse_state(self, text: str) -> State:
        """Raises SyntaxFault."""
        return position.parse_state(self.kit, text)


def kept(document: Document) -> str:
    """What a game keeps of its spec. Raises Unfit."""
    return encode(kit_of(document, table_words(document)))


def notation(kept: str) -> Notation:
    """The notation of games bound to what was kept. Raises SyntaxFault for what was not."""
    try:
        return Notation(decode(kept))
    except ValueError:
        raise SyntaxFault(say("a kit that cannot be read"), say("a kit as it was kept")) from None
