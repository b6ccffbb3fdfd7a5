"""The sentences of Escape from Atlantis by the id of a refusal, and of what followed by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.contract.sentences import Why, by_why
from companion.games.escape.state import REGIONS, creatures
from companion.games.escape.texts import CREATURES, OCTOPUS, SYMBOLS, Dice
from specs.base.languages import Said, either, joined, listed, mark, say, say_as, say_many, word

# ---- placing, steps ------------------------------------------------------------------------------


def _sea(hex: str, ground: int) -> Said:
    return say("{hex} is {ground}, no island piece.", hex=hex, ground=word(REGIONS[ground]))


FULL: Final = mark("{hex} is full: {people} stand there.")


def _coral(coral: str, landing: str, hex: str, ground: str) -> Said:
    here = {"coral": coral, "hex": hex, "ground": word(ground)}
    if not landing:
        return say("{coral} is reached from a landing space, not from {hex} ({ground}).", **here)
    here["landing"] = landing
    return say("{coral} is reached from {landing} by boat or swimming, not from {hex} ({ground}).", **here)


# ---- sinking -------------------------------------------------------------------------------------


def _region(hex: str, region: int, lowest: int, n: int) -> Said:
    return say_many(
        "{hex} is {region}, and {n} of {lowest} is left.", "{hex} is {region}, and {n} of {lowest} are left.", n,
        hex=hex, region=word(REGIONS[region]), lowest=word(REGIONS[lowest], "of"),
    )  # fmt: skip


def _seed(symbol: int, hex: str) -> Said:
    no = word(SYMBOLS[symbol], "no")
    return say("The seed dealt no {symbol} under {hex}; leave the symbol out.", symbol=no, hex=hex)


def _no_symbol(symbol: int, region: int) -> Said:
    where = word(REGIONS[region], "of")
    return say("No {symbol} is left under the {region}.", symbol=word(SYMBOLS[symbol], "no"), region=where)


def _dry(n: int, swimmers: int) -> Said:
    return say_many(
        "{swimmers} put into the water while {n} finds room on the island.",
        "{swimmers} put into the water while {n} find room on the island.",
        n, swimmers=swimmers,
    )  # fmt: skip


def _wet(hex: str, sea: Sequence[str], target: str) -> Said:
    return say("Into the water from {hex} is {sea}, not {target}.", hex=hex, sea=either(sea), target=target)


def _forgotten(who: str, region: int) -> Said:
    return say("{who} sinks a piece of {region} this turn; none was.", who=who, region=word(REGIONS[region], "of"))


# ---- dice ----------------------------------------------------------------------------------------


def _first(typed: str) -> Said:
    return say("No face of the first die shows '{typed}': {faces}.", typed=typed, faces=", ".join(CREATURES))


def _shown(shown: Dice, said: Dice) -> Said:
    return say("The dice show {shown}, not {told}.", shown=dice_said(shown), told=dice_said(said))


def _none(beast: str, hex: str, hexes: Sequence[str]) -> Said:
    no = word(beast, "no")
    if not hexes:
        return say("No {beast} is on {hex}, nor anywhere.", beast=no, hex=hex)
    return say("No {beast} is on {hex}; on {hexes} there is.", beast=no, hex=hex, hexes=", ".join(hexes))


def _same(beast: str, hex: str) -> Said:
    return say("The {beast} on {hex} would stay where it is: roll … - for that.", beast=word(beast, "the"), hex=hex)


def dice_said(dice: Dice) -> Said:
    """Both dice: a creature and a number."""
    return joined([word(dice.creature), dice.number], " ")


def kinds_said(beasts: int) -> Said:
    """The kinds of some creatures, each once."""
    return listed([*map(word, dict.fromkeys(creatures(beasts)))])


def afloat(beasts: int, boat: bool, swimmers: bool) -> Said:
    """What is on a sea hex, in words."""
    return joined([*map(word, creatures(beasts)), *[say("a boat")] * boat, *[say("swimmers")] * swimmers])


def _vacant(hex: str, beasts: int, boat: bool, swimmers: bool) -> Said:
    return say("{hex} is not vacant: {what}.", hex=hex, what=afloat(beasts, boat, swimmers))


def _too_far(here: str, there: str, n: int) -> Said:
    return say_many(
        "From {here} to {there} it is more than {n} sea hex.", "From {here} to {there} it is more than {n} sea hexes.",
        n, here=here, there=there,
    )  # fmt: skip


# ---- phases, slips -------------------------------------------------------------------------------


def _phase(who: str, due: str, asked: str) -> Said:
    return say("{who} is to {due}, not to {told}.", who=who, due=task_said(due), told=task_said(asked))


def task_said(phase: str) -> Said:
    """What a player is to do in a phase."""
    match phase:
        case "place":
            return say_as("what a player is to do", "place")
        case "move":
            return say_as("what a player is to do", "move")
        case "sink":
            return say_as("what a player is to do", "sink")
    return say_as("what a player is to do", "roll")


def _deadly(step: str, beasts: int, hex: str) -> Said:
    whom = kinds_said(beasts)
    return say("{step} goes to the {beasts} on {hex}, which devours.", step=step, beasts=whom, hex=hex)


def _put(people: str, hex: str, water: bool) -> Said:
    if water:
        return say("{letter} into the water on {hex}", letter=people, hex=hex)
    return say("{letter} to {hex}", letter=people, hex=hex)


def _eaten(step: str, beasts: int, hex: str) -> Said:
    return say("{step}: devoured by the {beasts} on {hex}", step=step, beasts=kinds_said(beasts), hex=hex)


def _sinks(hex: str, symbol: int, box: bool) -> Said:
    what = word(SYMBOLS[symbol])
    if not box:
        return say("{hex} sinks: {symbol}", hex=hex, symbol=what)
    if symbol == OCTOPUS:
        return say("{hex} sinks: an octopus of the box is put there", hex=hex)
    return say("{hex} sinks: a {symbol} of the box is put there", hex=hex, symbol=what)


def _no_box(symbol: int) -> Said:
    return say("no {symbol} is left in the box: nothing is placed", symbol=word(SYMBOLS[symbol], "no"))


def _devoured(beast: str, people: str, hex: str) -> Said:
    the = word(beast, "the")
    return say("the {beast} devours swimmers {people} on {hex}", beast=the, people=people, hex=hex)


def _boat_lost(beast: str, people: str, hex: str) -> Said:
    if beast == "octopus":
        return say("the octopus sinks the boat of {people} on {hex}", people=people, hex=hex)
    if people:
        return say("the monster devours the boat of {people} on {hex}", people=people, hex=hex)
    return say("the monster devours the empty boat on {hex}", hex=hex)


def _taken(hex: str, crew: str, swimmers: str, piece: bool, boat: bool, beasts: int) -> Said:
    words = list[Said]()
    if piece:
        words.append(say("the piece with {people}", people=crew) if crew else say("the piece"))
    if boat:
        words.append(say("the boat with {people}", people=crew) if crew else say("the empty boat"))
    if swimmers:
        words.append(say("swimmers {people}", people=swimmers))
    what = joined([*words, *map(word, creatures(beasts))])
    return say("the whirlpool takes {what} on {hex}", what=what, hex=hex)


# ---- by rule -------------------------------------------------------------------------------------

SETUP, STEP, SWIM, BOAT, DOLPHIN = (
    "Setting up the game", "Atlantean movement", "Atlantean swimmers", "Boat control", "Dolphin",
)  # fmt: skip
FLOODING, DICE, TURN = "Flooding", "The dice", "A player's turn"
BLOCKED: Final = {
    "land": mark("The boat on {here} cannot go to {there}: land is there."),
    "boat": mark("The boat on {here} cannot go to {there}: another boat is there."),
    "monster": mark("The boat on {here} cannot go to {there}: a sea monster is there."),
    "octopus": mark("The boat on {here} cannot go to {there}: an octopus is there."),
}

TEXT: Final[Mapping[str, Why]] = {
    "place.sea": Why(SETUP, _sea),
    "place.full": Why(SETUP, FULL),
    "place.lowland": Why(SETUP, mark("{hex} is lowland, where one may stand at setup, and {people} does.")),
    "step.limit": Why(STEP, mark("{step} would be step {number}; a move has {most}.")),
    "step.coral": Why(STEP, _coral),
    "step.far": Why(STEP, by_why(
        far=mark("{there} does not touch {here}."),
        water=mark("From the boat on {hex} one goes into the water of {hex} only."),
    )),
    "step.none": Why(STEP, by_why(
        ashore=mark("Who is ashore on {hex} stays there."),
        swimmer=mark("No {colour} swimmer is on {hex}."),
        other=mark("No {colour} Atlantean is on {hex}."),
    )),
    "step.full": Why(STEP, by_why(piece=FULL, boat=mark("The boat on {hex} is full: {crew}."))),
    "step.land": Why(STEP, by_why(
        boat=mark("Who is in a boat never goes back onto Atlantis, and {hex} is part of it."),
        swimmer=mark("A swimmer never goes back onto Atlantis, and {hex} is part of it."),
    )),
    "step.reef": Why(STEP, mark("{hex} is a reef, closed to all.")),
    "swim.once": Why(SWIM, mark("The swimmer on {hex} has swum this turn.")),
    "swim.entered": Why(SWIM, mark("The swimmer on {hex} entered the water this turn and swims from the next on.")),
    "boat.none": Why(BOAT, by_why(
        none=mark("There is no boat on {hex}."), climb=mark("There is no boat on {hex} to climb into.")
    )),
    "boat.control": Why(BOAT, mark("The boat on {hex} ({crew}) is {masters}'s to move, not {colour}'s.")),
    "boat.blocked": Why(BOAT, by_why(**BLOCKED)),
    "rescue.dolphin": Why(DOLPHIN, mark("No dolphin is on {hex} to carry the swimmer to {coral}.")),
    "rescue.steps": Why(DOLPHIN, mark(
        "A rescue takes all 3 steps, from the turn's start; it goes with no other step."
    )),
    "sink.none": Why(FLOODING, mark("No island piece is left on {hex}.")),
    "sink.region": Why(FLOODING, _region),
    "sink.occupied": Why(FLOODING, mark("On {hex} stand {people}, and {empty} is empty.")),
    "sink.symbol": Why(FLOODING, by_why(seed=_seed, none=_no_symbol)),
    "sink.put": Why(FLOODING, by_why(
        extra=mark("No {colour} on {hex}, but {put} put."),
        missing=mark("{there} {colour} on {hex}, none of them put: {letter}-HEX for each."),
        wet=_wet, dry=_dry,
        none=mark("{hex} is no other island piece."),
        full=mark("{hex} has no room: {people} stand there."),
    )),
    "sink.untold": Why(FLOODING, mark("What came up under {hex} is not told: reveal SYMBOL.")),
    "sink.forgotten": Why(FLOODING, _forgotten),
    "roll.die": Why(DICE, by_why(
        shown=_shown, first=_first, second=mark("No face of the second die shows '{typed}': 1, 2, 3 or D.")
    )),
    "roll.none": Why(DICE, _none),
    "roll.far": Why(DICE, by_why(same=_same, land=mark("{hex} is no sea."), far=_too_far)),
    "roll.vacant": Why(DICE, _vacant),
    "roll.forgotten": Why(DICE, mark("{who} rolls the dice this turn; they were not rolled.")),
    "phase": Why(TURN, _phase),
    "game.over": Why("End of the game", mark("The game is over.")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
    "water.deadly": Why(SWIM, _deadly),
    "put": Why(FLOODING, _put),
    "box.empty": Why(FLOODING, _no_box),
    "step.devoured": Why(SWIM, _eaten),
    "rescue": Why(DOLPHIN, mark("the dolphin on {hex} goes to {landing}, beside {coral}")),
    "put.devoured": Why(FLOODING, mark("{hex}: {people} is devoured")),
    "sinks": Why(FLOODING, _sinks),
    "crew.devoured": Why(DICE, mark("{people} are devoured on {hex}")),
    "crew.swims": Why(DICE, mark("{people} swim on {hex}")),
    "swimmers.devoured": Why(DICE, _devoured),
    "boat.lost": Why(DICE, _boat_lost),
    "whirlpool": Why(FLOODING, _taken),
}  # fmt: skip
