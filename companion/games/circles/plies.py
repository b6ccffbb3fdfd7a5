"""Says what a ply did, in a sentence for everybody at the table."""

from companion.contract import Ply
from companion.games.circles.moves import End, Go
from companion.games.circles.state import State
from specs.base.languages import Said, say


def in_words(made: Ply) -> Said | None:
    """Return the sentence; None if the ply needs none of its own."""
    s: State = made.before.state
    who = made.before.players[made.player or 0].name
    match made.move:
        case Go(source, target):
            return say("{who} moves from {here} to {there}", who=who, here=s.name(source), there=s.name(target))
        case End("agree"):
            return say("{who} would end the game here", who=who)
        case End("resign"):
            return say("{who} resigns", who=who)
        case End():
            return say("{who} makes no further move", who=who) if s.moved else say("{who} makes no move", who=who)
    return None
