"""What is said of the sites of temples: what lies there, and what cannot."""

from __future__ import annotations

from companion.games.gods.state import NEUTRAL, Temple, hue, place_text, region_of, shape_text
from specs.base.languages import Said, say


def site_holds(place: int, temple: Temple) -> Said:
    colour, tiles = hue(region_of(place)), shape_text(temple)
    if place > NEUTRAL:
        if not temple:
            return say("the neutral site in {colour} holds nothing", colour=colour)
        return say("the neutral site in {colour} holds {tiles}", colour=colour, tiles=tiles)
    if not temple:
        return say("the site in {colour} holds nothing", colour=colour)
    return say("the site in {colour} holds {tiles}", colour=colour, tiles=tiles)


def no_tile(who: str, temple: Temple, place: int, number: int) -> Said:
    """That a player has no such tile on a site, and what is there."""
    values = {"who": who, "colour": hue(region_of(place)), "tiles": shape_text(temple)}
    if place > NEUTRAL:
        has = say("{who} has {tiles} on the neutral site in {colour}", **values)
        has = has if temple else say("{who} has nothing on the neutral site in {colour}", **values)
    else:
        has = say("{who} has {tiles} on the site in {colour}", **values)
        has = has if temple else say("{who} has nothing on the site in {colour}", **values)
    return say("{has}; {no}", has=has, no=_there_is_no(place, number))


def no_room(temple: Temple, place: int, number: int) -> Said:
    """That a tile cannot become so many of a site, and which it can."""
    values = {"colour": hue(region_of(place)), "last": len(temple) + 1}
    if not temple:
        room = say("an empty site takes tile 1")
    elif place > NEUTRAL:
        room = say("the neutral site in {colour} has room for tile 1 to {last}", **values)
    else:
        room = say("the site in {colour} has room for tile 1 to {last}", **values)
    return say("{room}; {no}", room=room, no=_there_is_no(place, number))


def no_neutral(region: int) -> Said:
    return say("the {colour} region has no neutral site on this side", colour=hue(region))


def taken_by(who: str, place: int) -> Said:
    """That a neutral site is another player's."""
    return say("tiles of {who} lie on the neutral site in {colour}", who=who, colour=hue(region_of(place)))


def _there_is_no(place: int, number: int) -> Said:
    return say("there is no {tile}", tile=f"{place_text(place)}{number}")
