"""What the free table is bound to: a kit, kept as text. Its notation reads the positions of that kit alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.contract import SyntaxFault
from companion.games.free import moves, position
from companion.games.free.moves import Move
from companion.games.free.state import State
from companion.plies import plies
from specs.ground.languages import say

if TYPE_CHECKING:
    from specs.document import Document
    from specs.kit import Kit


def kept(document: Document) -> str:
    """What a game keeps of its spec. Raises Unfit."""
    from specs.kit import encode, kit_of

    return encode(kit_of(document))


def notation(kept: str) -> Notation:
    """The notation of games bound to what was kept. Raises SyntaxFault for what was not."""
    from specs.kit import decode

    try:
        return Notation(decode(kept))
    except ValueError:
        raise SyntaxFault(say("a kit that cannot be read"), say("a kit as it was kept")) from None


class Notation:
    """Turns and positions of one kit."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def parse(self, state: State, text: str) -> Move:
        """Raises SyntaxFault."""
        return moves.parse(state, text)

    def format(self, state: State, move: Move) -> str:
        return moves.format(state, move)

    def plies(self, text: str) -> Sequence[str]:
        return plies(text)

    def text(self, state: State) -> str:
        return position.text(state)

    def parse_state(self, text: str) -> State:
        """Raises SyntaxFault."""
        return position.parse_state(self.kit, text)
