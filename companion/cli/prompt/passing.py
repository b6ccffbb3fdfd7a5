"""One keyboard for the whole table: with dealt cards it is passed on, and shows each hand only to its player. Enter
plays a bot's turn, after asking for the cards that the table dealt to the bot."""

import sys
from collections.abc import Iterator
from itertools import islice

from companion.record.bots import due, seated
from companion.table import PUBLIC, Table, Viewer
from specs.base import measure
from specs.base.languages import say, say_as
from specs.base.terminal import Rendered, put, width

TAKEN = " "  # stands for Enter by the player who has the keyboard; no typed line is a blank
ROOM = 12  # columns for typing
MANY = 4  # when a turn begins with so many legal turns or more, Enter plays none
WIPED = Rendered("\x1b[2J\x1b[3J\x1b[H")  # clears the screen and its scrollback


def to_see(table: Table) -> int | None:
    """Return the player to move, if the companion knows their hand and it is hidden; None for a bot."""
    seat = table.turn
    return seat if seat is not None and not due(table) and _hidden(table, seat) else None


def alone(table: Table) -> str:
    """Return the one person at a table of bots, whose hand is always shown; empty if there is no such hand."""
    people = sorted({*range(len(table.names))} - seated(table).keys())
    one = table.stored.machines and len(people) == 1 and _hidden(table, people[0])
    return table.names[people[0]] if one else ""


def _hidden(table: Table, seat: int) -> bool:
    """Return whether the companion knows more of a seat's hand than lies open."""
    return table.look(seat).hand(seat) != table.look().hand(seat)


def first(table: Table) -> str:
    """Return what to do before a hand is shown; empty if none is to be shown."""
    seat = to_see(table)
    return "" if seat is None else say("Press Enter first: it is {name}'s hand.", name=table.names[seat])


def hand_lines(table: Table, viewer: Viewer) -> list[str]:
    """Return what a seat holds, and what came to it last."""
    if not table.game.has_hands:
        return [say("This game has no hidden hands.")]
    if not isinstance(viewer, int):
        return [first(table) or say("The companion does not know this hand: nothing was dealt by it.")]
    held, new = table.look(viewer).hand(viewer) or say("no cards"), " ".join(reversed([*_came(table, viewer)]))
    drawn = [say("New: {cards}.", cards=new)] if new else []
    return [" ".join([say("{name}'s hand: {cards}.", name=table.names[viewer], cards=held), *drawn])]


def _came(table: Table, seat: int) -> Iterator[str]:
    """Yield what came to a seat's hand in its last turn, the latest first."""
    own = False
    for row in reversed(table.log(seat)):
        if own and row.player != seat:
            return
        own = own or row.player == seat
        if row.kept and row.hand and row.hand.player == seat and row.hand.got:
            yield row.hand.got


def asks(table: Table, knows: str = "") -> str:
    """Return the question for what the bot to move cannot know, as `opponents.question`."""
    if not due(table):
        return ""
    from companion.lab.opponents import question  # only needed if bots play

    return question(table, knows)


def only_turn(table: Table, viewer: Viewer) -> str:
    """Return the turn that is entered automatically: the only one as far as the viewer sees; empty if there is a
    choice, if another seat or a bot is to move, or if somebody must say what chance did."""
    return "" if due(table) or viewer not in (PUBLIC, table.turn) else table.look(viewer).only()


def none(table: Table, viewer: Viewer) -> str:
    """Return the turn that does nothing more, if Enter will do for it: within a turn, or if hardly anything else is
    possible; else empty."""
    if table.turn is None or viewer not in (PUBLIC, table.turn):
        return ""
    ways = list(islice(table.look(viewer).legal(), MANY))
    idle = next((way for way in ways if way.split()[-1] == "-"), "")
    return idle if len(ways) < MANY or not table.play.begins else ""


def label(table: Table, viewer: Viewer, *, passed_on: bool) -> str:
    """Return the label before the typed line: who is asked."""
    name = {"name": table.whose or ""}
    if table.turn is None:
        said: str = say_as("a game", "over")
    elif asks(table):
        said = say("{name}'s cards", **name) if table.game.has_hands else say("{name}'s dice", **name)
    elif due(table):
        said = say("{name} is a bot: press Enter", **name)
    elif passed_on and viewer is PUBLIC and to_see(table) is not None:
        said = say("Pass to {name}, then Enter", **name)
    elif isinstance(viewer, int) and viewer != table.turn:
        said = say("{you}, {name} is to move", you=table.names[viewer], **name)
    else:
        said = name["name"]
    return f"{said if measure.width(said) + ROOM <= width() else name['name']}> "


def wipe() -> None:
    """Clear the terminal, so that the next player does not see a hand."""
    if sys.stdout.isatty():
        put(WIPED)
