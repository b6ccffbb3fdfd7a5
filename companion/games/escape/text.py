"""The sentences of Escape from Atlantis: refusals by id, and automatic consequences."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.contract.sentences import Text, Why, in_words
from companion.games.escape.state import REGIONS, creatures
from companion.games.escape.texts import OCTOPUS, SYMBOLS, Dice
from specs.base.languages import Said, either, joined, listed, mark, mark_many, say, say_as, word

# ---- in words ------------------------------------------------------------------------------------


def dice_said(dice: Dice) -> Said:
    """Say both dice: a creature and a number."""
    return joined([word(dice.creature), dice.number], " ")


def kinds_said(beasts: int) -> Said:
    """Say the kinds of some creatures, each once."""
    return listed([*map(word, dict.fromkeys(creatures(beasts)))])


def afloat(beasts: int, boat: bool, swimmers: bool) -> Said:
    """Say what is on a sea hex."""
    return joined([*map(word, creatures(beasts)), *[say("a boat")] * boat, *[say("swimmers")] * swimmers])


def task_said(phase: str) -> Said:
    """Say what a player is to do in a phase."""
    match phase:
        case "place":
            return say_as("what a player is to do", "place")
        case "move":
            return say_as("what a player is to do", "move")
        case "sink":
            return say_as("what a player is to do", "sink")
    return say_as("what a player is to do", "roll")


WORDS: Final[Mapping[str, Callable[[Any], object]]] = {
    "ground": lambda ground: word(REGIONS[ground]), "region": lambda region: word(REGIONS[region], "of"),
    "no": lambda name: word(name, "no"), "beast": lambda name: word(name, "the"), "beasts": kinds_said,
    "sea": either, "hexes": ", ".join, "shown": dice_said, "read": dice_said, "due": task_said, "asked": task_said,
}  # fmt: skip


# ---- automatic consequences ----------------------------------------------------------------------


def _sinks(hex: str, symbol: int, box: bool) -> Said:
    what = word(SYMBOLS[symbol])
    if not box:
        return say("{hex} sinks: {symbol}", hex=hex, symbol=what)
    if symbol == OCTOPUS:
        return say("{hex} sinks: an octopus from the supply comes up", hex=hex)
    return say("{hex} sinks: a {symbol} from the supply comes up", hex=hex, symbol=what)


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
FULL: Final = mark("{hex} is full: {people} stand there.")
BLOCKED: Final = {
    "land": mark("The boat on {here} cannot go to {there}: land is there."),
    "boat": mark("The boat on {here} cannot go to {there}: another boat is there."),
    "monster": mark("The boat on {here} cannot go to {there}: a sea monster is there."),
    "octopus": mark("The boat on {here} cannot go to {there}: an octopus is there."),
}

TEXT: Final[Text] = in_words(WORDS, {
    "place.sea": Why(SETUP, mark("{hex} is {ground}, no island piece.")),
    "place.full": Why(SETUP, FULL),
    "place.lowland": Why(SETUP, mark("{hex} is lowland: only one person may stand there at setup, and {people} does.")),
    "step.limit": Why(STEP, mark("{step} would be step {number}; a move has {most}.")),
    "step.coral": Why(STEP, {
        "away": mark("You reach {coral} from an anchor hex, not from {hex} ({ground})."),
        "landing": mark("You reach {coral} from {landing}, by boat or swimming, not from {hex} ({ground})."),
    }),
    "step.far": Why(STEP, {
        "far": mark("{there} does not touch {here}."),
        "water": mark("From the boat on {hex} you can dive only into {hex}."),
    }),
    "step.none": Why(STEP, {
        "ashore": mark("People ashore on {hex} stay there."),
        "swimmer": mark("No {colour} swimmer is on {hex}."),
        "other": mark("No {colour} Atlantean is on {hex}."),
    }),
    "step.full": Why(STEP, {"piece": FULL, "boat": mark("The boat on {hex} is full: {crew}.")}),
    "step.land": Why(STEP, {
        "boat": mark("From a boat you cannot go back onto Atlantis, and {hex} is part of it."),
        "swimmer": mark("A swimmer cannot go back onto Atlantis, and {hex} is part of it."),
    }),
    "step.reef": Why(STEP, mark("{hex} is a reef, closed to all.")),
    "swim.once": Why(SWIM, mark("The swimmer on {hex} has swum this turn.")),
    "swim.entered": Why(SWIM, mark("The swimmer on {hex} entered the water this turn and swims from the next on.")),
    "boat.none": Why(BOAT, {
        "none": mark("There is no boat on {hex}."), "climb": mark("There is no boat on {hex} to climb into.")
    }),
    "boat.control": Why(BOAT, mark("The boat on {hex} ({crew}) is sailed by {masters}, not by {colour}.")),
    "boat.blocked": Why(BOAT, BLOCKED),
    "rescue.dolphin": Why(DOLPHIN, mark("No dolphin is on {hex} to carry the swimmer to {coral}.")),
    "rescue.steps": Why(DOLPHIN, mark(
        "A rescue takes all 3 steps, from the start of the turn; no other step is possible."
    )),
    "sink.none": Why(FLOODING, mark("No island piece is left on {hex}.")),
    "sink.region": Why(FLOODING, mark_many(
        "{hex} is {ground}, and {n} of {region} is left.", "{hex} is {ground}, and {n} of {region} are left."
    )),
    "sink.occupied": Why(FLOODING, mark("On {hex} stand {people}, and {empty} is empty.")),
    "sink.symbol": Why(FLOODING, {
        "seed": mark("The seed dealt no {no} under {hex}; leave the symbol out."),
        "none": mark("No {no} is left under the {region}."),
    }),
    "sink.put": Why(FLOODING, {
        "extra": mark("There is no {colour} on {hex}, but {put} to put."),
        "missing": mark("{there} {colour} on {hex} still to move: {letter}-HEX for each."),
        "wet": mark("Into the water from {hex} means {sea}, not {target}."),
        "dry": mark_many(
            "{swimmers} put into the water, but {n} finds room on the island.",
            "{swimmers} put into the water, but {n} find room on the island.",
        ),
        "none": mark("{hex} is no other island piece."),
        "full": mark("{hex} has no room: {people} stand there."),
    }),
    "sink.untold": Why(FLOODING, mark("What came up under {hex} is not known: reveal SYMBOL.")),
    "sink.forgotten": Why(FLOODING, mark("{who} must sink a piece of {region} this turn; none was sunk.")),
    "roll.die": Why(DICE, {
        "shown": mark("The dice show {shown}, not {read}."),
        "first": mark("No face of the first die shows '{typed}': monster, shark, octopus, dolphin."),
        "second": mark("No face of the second die shows '{typed}': 1, 2, 3 or D."),
    }),
    "roll.none": Why(DICE, {
        "nowhere": mark("There is no {no} on {hex}, and none elsewhere."),
        "there": mark("There is no {no} on {hex}; look on {hexes}."),
    }),
    "roll.far": Why(DICE, {
        "same": mark("The {beast} on {hex} would stay where it is: for that, enter roll … -."),
        "land": mark("{hex} is no sea."),
        "far": mark_many(
            "From {here} to {there} it is more than {n} sea hex.",
            "From {here} to {there} it is more than {n} sea hexes.",
        ),
    }),
    "roll.vacant": Why(DICE, lambda hex, **there: say("{hex} is not vacant: {what}.", hex=hex, what=afloat(**there))),
    "roll.forgotten": Why(DICE, mark("{who} must roll the dice this turn; they were not rolled.")),
    "phase": Why(TURN, mark("{who} must {due} now, not {asked}.")),
    "game.over": Why("End of the game", mark("The game is over.")),
    "leave.gone": Why("what the table decides", mark("{who} has left already")),
    "water.deadly": Why(SWIM, mark("{step} goes to the {beasts} on {hex} and is devoured.")),
    "put": Why(FLOODING, {
        "water": mark("{letter} into the water on {hex}"),
        "land": mark("{letter} to {hex}"),
    }),
    "box.empty": Why(FLOODING, mark("no {no} is left in the supply, so none is put there")),
    "step.devoured": Why(SWIM, mark("{step}: devoured by the {beasts} on {hex}")),
    "rescue": Why(DOLPHIN, mark("the dolphin on {hex} goes to {landing}, beside {coral}")),
    "put.devoured": Why(FLOODING, mark("{hex}: {people} is devoured")),
    "sinks": Why(FLOODING, _sinks),
    "crew.devoured": Why(DICE, mark("{people} are devoured on {hex}")),
    "crew.swims": Why(DICE, mark("{people} swim on {hex}")),
    "swimmers.devoured": Why(DICE, mark("the {beast} devours swimmers {people} on {hex}")),
    "boat.lost": Why(DICE, {
        "octopus": mark("the octopus sinks the boat of {people} on {hex}"),
        "shark": mark("the shark sinks the boat of {people} on {hex}"),
        "monster": mark("the monster devours the boat of {people} on {hex}"),
        "empty": mark("the monster devours the empty boat on {hex}"),
    }),
    "whirlpool": Why(FLOODING, _taken),
})  # fmt: skip
