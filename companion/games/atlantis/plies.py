"""Says what a ply did, in a sentence for everybody at the table."""

from companion.contract import Ply
from companion.games.atlantis import texts
from companion.games.atlantis.cards import NOTHING_PAID
from companion.games.atlantis.moves import Counted, Reveal, Stuck, Walk
from companion.games.atlantis.state import worth
from companion.games.atlantis.words import bought_text, gained, paid
from specs.base.languages import Said, joined, say


def in_words(made: Ply) -> Said | None:
    """Return the sentence; None if the ply needs none of its own."""
    move, me = made.move, made.before.state.turn
    who = made.before.players[me].name
    match move:
        case Walk() | Stuck():
            where = say("{who} is stuck", who=who) if isinstance(move, Stuck) else _walked(made, who)
            bought = [bought_text(move.buys)] if move.buys else []
            return joined([where, *bought, *_paid(move), *_took(made)])
        case Reveal(space, tile):
            return say("On space {space} lies {tile}", space=space, tile=texts.tile_said(tile))
        case Counted(player, cards):
            return say("{who} holds {cards}", who=made.before.players[player].name, cards=texts.card_count(cards))
    return None


def _walked(made: Ply, who: str) -> Said:
    were, are = made.before.state.path.figures, made.after.state.path.figures
    mine = made.before.state.turn * 3 + made.move.figure - 1
    if are[mine] == were[mine]:
        return say("{who} walks nowhere", who=who)
    if are[mine] == texts.MAINLAND:
        return say("{who} reaches the mainland", who=who)
    return say("{who} walks to space {space}", who=who, space=are[mine])


def _paid(move: Walk | Stuck) -> list[Said]:
    given = paid(move)
    if given == NOTHING_PAID:
        return []
    return [say("pays {points}", points=worth(given.tiles) + given.coins)]


def _took(made: Ply) -> list[Said]:
    return [say("takes {tile}", tile=texts.tile_said(code)) for code in gained(made.before, made.move, made.after)]
