"""Hexes, steps, puts, dice and the board as people write them.

E5>E4  C5~>C6  D5>C5~  =C5>C6    a walk, a swim, a dive, a boat's step; `-` or nothing may stand for `>`
r>F5  r>C5~                      red is put on F5, or into the water
Cr9rC/12/... D5:r C5=rb C4~r     the map, row by row, and what is on it
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, Literal

from companion.contract import position
from companion.contract.codecs import Codec, Here, Unclear, letters
from companion.contract.faults import SyntaxFault
from specs.base.named import NamedTuple

from companion.games.escape.board import (  # isort: skip
    CORAL, DIVE, MOST_COLUMNS, REEF, SAIL, SEA, SWIM, WALK, Board, Step, bits_of, board_of,
)  # fmt: skip
from specs.base.languages import mark, say

GROUND: Final = ".lhmCr"
SYMBOLS: Final = (
    mark("monster", "no", "the"), mark("shark", "no", "the"), mark("octopus", "no", "the"),
    mark("dolphin", "no", "the"), mark("boat", "no", "the"), mark("whirlpool", "no", "the"),
)  # fmt: skip
MONSTER, SHARK, OCTOPUS, DOLPHIN, BOAT, WHIRLPOOL = range(6)
CREATURES: Final = SYMBOLS[:4]
UNKNOWN, UNWRITTEN = -1, -1  # an unseen back; a hex or a seat that was left out
FACES: Final = ("1", "2", "3", "D")
MARKS: Final = "msodbw"

Tired = tuple[tuple[int, int, int], ...]  # for each hex, how many entered its water and how many swam in this move


class Sea(NamedTuple):
    """`ground[h]` is SEA … REEF; `stand` people on pieces, in boats and on coral; `swim` swimmers; `beasts` creatures;
    `boats` one bit for each hex. `backs[h]` is the symbol under a piece plus one (empty if none is known), `tired` who
    cannot swim any more in this move, `sinking` the piece that is about to sink."""

    board: Board
    ground: bytes
    stand: tuple[int, ...]
    swim: tuple[int, ...]
    beasts: tuple[int, ...]
    boats: int
    tired: Tired = ()
    sinking: int | None = None
    backs: bytes = b""


class Dice(NamedTuple):
    creature: Literal["monster", "shark", "octopus", "dolphin"]
    number: Literal["1", "2", "3", "D"]


class Way(NamedTuple):
    """The hexes from which and to which a creature goes; the source is UNWRITTEN if it was left out."""

    source: int
    target: int


class Goal(NamedTuple):
    """Where one person on a sinking piece goes, and the player's seat (UNWRITTEN if it was left out)."""

    seat: int
    target: int
    water: bool


# ---- parts of moves ------------------------------------------------------------------------------

_NAME: Final = "[a-z][0-9]{1,2}(?![0-9])"
_STEP: Final = re.compile(rf"(=?)({_NAME})(~?)[>-]?({_NAME})(~?)", re.IGNORECASE)
_PUT: Final = re.compile(rf"([a-z]*?)[>-]?({_NAME})(~?)", re.IGNORECASE)
_WAY: Final = re.compile(rf"(?:({_NAME})[>-]?)?({_NAME})(?![>-])", re.IGNORECASE)


def hex_of(text: str, here: Here) -> int:
    """Return a hex of the board by its name. Raises Unclear."""
    board: Board = here.state.sea.board
    number = board.number.get(text.upper())
    if number is None:
        raise Unclear("hex", f"'{text[:20]}'", say("a hex of the board, A1 to {last}", last=board.names[-1]))
    return number


def _hex_name(h: int, here: Here) -> str:
    return str(here.state.sea.board.names[h])


def _parts(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return tuple([each or "" for each in match.groups()])


def _read_step(text: str, here: Here) -> Step | None:
    if text == "-":
        return None
    sails, source, swims, target, water = _parts(_STEP, text)
    how = SAIL if sails else SWIM if swims else DIVE if water else WALK
    return Step(how, hex_of(source, here), hex_of(target, here))


def step_text(names: tuple[str, ...], step: Step) -> str:
    """Write one step as notation."""
    how, source, target = step
    return f"{'=' * (how == SAIL)}{names[source]}{'~' * (how == SWIM)}>{names[target]}{'~' * (how == DIVE)}"


def _write_step(step: Step | None, here: Here) -> str:
    return "-" if step is None else step_text(here.state.sea.board.names, step)


def _read_goal(text: str, here: Here) -> Goal:
    who, target, water = _parts(_PUT, text)
    seat = UNWRITTEN
    if who:
        known = {each: n for n, player in enumerate(here.players) for each in (letters(here)[n], player.colour)}
        if who.lower() not in known:
            raise Unclear("goal", f"'{text[:30]}'", say("a colour, r b y or g, before the hex"))
        seat = known[who.lower()]
    h = hex_of(target, here)
    return Goal(seat, h, bool(water) or here.state.sea.ground[h] == SEA)


def _write_goal(goal: Goal, here: Here) -> str:
    return f"{letters(here)[goal.seat]}>{_hex_name(goal.target, here)}{'~' * goal.water}"


def _read_way(text: str, here: Here) -> Way | None:
    if text == "-":
        return None
    source, target = _parts(_WAY, text)
    return Way(hex_of(source, here) if source else UNWRITTEN, hex_of(target, here))


def _write_way(way: Way | None, here: Here) -> str:
    return "-" if way is None else f"{_hex_name(way.source, here)}>{_hex_name(way.target, here)}"


def _way_pattern(here: Here) -> str:
    """Return the pattern of a way: only `-` while the dice are asked for, because `d2` then is what they show."""
    return "-" if here.state.phase == "dice" else f"-|{_WAY.pattern}"


def _begins(names: tuple[str, ...], text: str, default: str) -> str:
    return next((name for name in names if name.startswith(text.lower())), default)


def _read_symbol(text: str, here: Here) -> int:
    return SYMBOLS.index(_begins(SYMBOLS, text, ""))


HEX: Final = Codec(_NAME, hex_of, _hex_name, mark("a hex"))
STEP: Final = Codec(
    f"-|{_STEP.pattern}", _read_step, _write_step, mark("steps such as E5-E4, C5~-C6 or =C5-C6-C7, or - for none")
)
GOAL: Final = Codec(_PUT.pattern, _read_goal, _write_goal, mark("a put such as r-F5, or r-C5~ into the water"))
WAY: Final = Codec(_way_pattern, _read_way, _write_way, mark("FROM-TO, such as C7-C9, or - for none"))
SYMBOL: Final = Codec("[a-z]{1,20}", _read_symbol, lambda n, here: SYMBOLS[n], ", ".join(SYMBOLS))
CREATURE: Final = Codec(
    "[msod](?=[123d](?![a-z0-9]))|[a-z]{2,20}|[msod]",
    lambda text, here: _begins(CREATURES, text, text.lower()), lambda name, here: name,
    mark("both dice, such as shark 2"),
)  # fmt: skip
FACE: Final = Codec(
    "[a-z0-9]{1,20}", lambda text, here: text.upper(), lambda face, here: face, mark("both dice, such as shark 2")
)

# ---- lines ---------------------------------------------------------------------------------------

_SPLIT: Final = re.compile(r"(stood\s+)?(?:(move|sink|roll)\b)?\s*(.*)", re.IGNORECASE)
_HOPS: Final = re.compile(r"(?P<boat>=?)(?P<hexes>[a-z][0-9]{1,2}~?(?:[>-]?[a-z][0-9]{1,2}~?)+)", re.IGNORECASE)
VERBS: Final = ("move", "sink", "put", "reveal", "roll")  # of later plies in the same line
_PLACES: Final = re.compile(r"(?:place\b|[\s,]|[a-z][0-9]{1,2}(?![0-9]))+", re.IGNORECASE)
_STOP: Final = re.compile(r"[a-z][0-9]{1,2}~?", re.IGNORECASE)
_PIECE: Final = re.compile(r"([a-z][0-9]{1,2})([a-z]*)", re.IGNORECASE)
_DICE: Final = re.compile(r"([msod][a-z]{0,19}?)\s*([123d])\s*(-|[a-z]?[0-9]{0,2}[>-]?[a-z][0-9]{0,2})", re.IGNORECASE)
_THREE: Final = re.compile(r"([a-z]+)\s+([a-z0-9]+)\s+(\S+)", re.IGNORECASE)


def split(phase: str, text: str) -> list[str]:
    """Return the plies of a line that may hold several: places, steps, a piece with puts and symbol, dice and way.

    >>> split("move", "move E5-E4 =C5-C6-C7"), split("sink", "D5 shark r-F5"), split("dice", "o2c7c9")
    (['move E5-E4', 'move =C5-C6', 'move =C6-C7'], ['sink D5', 'put r-F5', 'reveal shark'], ['roll o 2', 'roll c7c9'])
    """
    match = _SPLIT.fullmatch(text.strip())
    if match is None:
        return [text]
    stood, kind, rest = match[1] or "", (match[2] or "").lower(), match[3]
    words, found = [word for word in rest.split() if word.lower() not in VERBS], list[str]()
    kind = kind or ("roll" if phase in ("dice", "roll") else "")
    if phase == "place" and not kind and _PLACES.fullmatch(rest):
        found = [f"place {place}" for place in _STOP.findall(rest)]
    elif kind in ("", "move") and words and all(map(_HOPS.fullmatch, words)):
        hops = [hop for each in words for hop in _hops(each)]
        found = [f"move {hop}" for hop in hops] if len(hops) > 1 or not kind else []
    elif kind in ("", "sink") and words and (piece := _PIECE.fullmatch(words[0])) and (piece[2] or len(words) > 1):
        names = [each for each in (piece[2], *words[1:]) if each.isalpha()]
        puts = [each for each in words[1:] if not each.isalpha()]
        found = [f"sink {piece[1]}", *(f"put {put}" for put in puts), *(f"reveal {name}" for name in names)]
    elif phase == "roll" and _WAY.fullmatch("".join(words)):
        return [text]  # the dice are known: D1-D8 is a way, not a dolphin
    elif kind == "roll" and (dice := _DICE.fullmatch(" ".join(words)) or _THREE.fullmatch(" ".join(words))):
        found = [f"roll {dice[1]} {dice[2]}", f"roll {dice[3]}"]
    return [stood + each for each in found] or [text]


def several_ways(board: Board, text: str) -> bool:
    """Return whether hexes typed without signs can be read in several ways: some hex is not beside the one before."""
    hexes = [board.number.get(name.strip("~").upper(), UNWRITTEN) for name in _STOP.findall(text)]
    only_hexes = len(hexes) > 3 and _STOP.sub("", text) == ""
    steps = [(here, there) for here, there in pairwise(hexes) if here != there and UNWRITTEN not in (here, there)]
    return only_hexes and any(there not in board.around[here] for here, there in steps)


def _hops(text: str) -> Iterator[str]:
    stops, boat, sign = _STOP.findall(text), "=" * text.startswith("="), ">" if ">" in text else "-"
    return (f"{boat}{here}{sign}{there}" for here, there in pairwise(stops))


# ---- the board -----------------------------------------------------------------------------------

_RUN: Final = re.compile(r"[1-9][0-9]*|[Crlhm]")
_ITEM: Final = re.compile(r"([A-Z][0-9]{1,2})([:=~!*^?])([a-z]*)")
_KINDS: Final = ":=~!*^?"  # people on land, in a boat, swimming; creatures, who is tired, what sinks, what is under it


def _map_text(sea: Sea) -> str:
    """Write the map with the remaining pieces: rows separated by slashes, a number for a run of sea hexes."""
    rows, at = [], 0
    for row in sea.board.plan:
        signs = "".join(GROUND[each] for each in sea.ground[at : at + len(row)])
        rows.append(re.sub(r"\.+", lambda match: str(len(match[0])), signs))
        at += len(row)
    return "/".join(rows)


def _write_sea(sea: Sea, here: Here) -> str:
    people, found = "".join(letters(here)), [_map_text(sea)]
    tired = {h: "e" * entered + "s" * swum for h, entered, swum in sea.tired}
    for h, name in enumerate(sea.board.names):
        boat, stand, back = sea.boats >> h & 1, _unpacked(sea.stand[h], people), sea.backs[h] if sea.backs else 0
        swim, beasts = _unpacked(sea.swim[h], people), _unpacked(sea.beasts[h], MARKS)
        shown = (stand and not boat, boat, swim, beasts, h in tired, h == sea.sinking, back)
        values = (stand, stand, swim, beasts, tired.get(h), "", MARKS[back - 1])
        found += [f"{name}{kind}{value}" for kind, value, there in zip(_KINDS, values, shown, strict=True) if there]
    return " ".join(found)


def _unpacked(number: int, marks: str) -> str:
    return "".join(mark * (number >> 4 * n & 15) for n, mark in enumerate(marks)) if number else ""


def _read_sea(text: str, here: Here) -> Sea:
    plan, *items = position.words(text)
    board, ground = _read_map(plan)
    held: dict[str, dict[int, str]] = {kind: {} for kind in _KINDS}
    marks = dict.fromkeys(":=~", "".join(letters(here))) | {"!": MARKS[:4], "*": "es", "^": "", "?": MARKS}
    for word, column in items:
        match = _ITEM.fullmatch(word)
        if match is None or match[1] not in board.number or board.number[match[1]] in held[match[2]]:
            raise SyntaxFault(
                f"'{word[:30]}'", "something on a hex of the board, once: D5:r C5=rb C5= C4~r C7!sd", column
            )
        h, kind, what = board.number[match[1]], match[2], match[3]
        at = ground[h]
        fits = SEA < at < CORAL if kind in "^?" else (at not in (SEA, REEF)) if kind == ":" else at == SEA
        if not fits or (bool(what) == (kind == "^") and kind != "=") or (kind == "?" and len(what) != 1):
            raise SyntaxFault(f"'{word[:30]}'", "people on a piece or coral (:), all else on the sea", column)
        if set(what) - set(marks[kind]) or any(what.count(mark) > 12 for mark in marks[kind]):
            raise SyntaxFault(f"'{word[:30]}'", f"letters of {marks[kind]}, at most 12 of each", column)
        held[kind][h] = what
    each = ((held[":"] | held["="], marks[":"]), (held["~"], marks["~"]), (held["!"], marks["!"]))
    stand, swim, beasts = (tuple([_packed(row.get(h, ""), of) for h in range(len(ground))]) for row, of in each)
    tired = tuple(sorted((h, what.count("e"), what.count("s")) for h, what in held["*"].items()))
    backs = bytes([MARKS.index(held["?"][h]) + 1 if h in held["?"] else 0 for h in range(len(ground))])
    sinking = next(iter(held["^"]), None)
    return Sea(board, ground, stand, swim, beasts, bits_of(held["="]), tired, sinking, backs if any(backs) else b"")


def _packed(text: str, marks: str) -> int:
    return sum(text.count(mark) << 4 * n for n, mark in enumerate(marks))


def _read_map(given: position.Word) -> tuple[Board, bytes]:
    """Read a board and its ground from a map. Raises SyntaxFault."""
    rows = list[str]()
    for number, row in enumerate(given.text.split("/"), start=1):
        runs = _RUN.findall(row)
        counts = [int(run) for run in runs if run.isdigit()]
        if "".join(runs) != row or not row or len(row) > MOST_COLUMNS or any(n > MOST_COLUMNS for n in counts):
            raise SyntaxFault(f"'{row[:40]}' as row {number} of the map", "C r l h m and numbers of sea hexes")
        rows.append("".join("." * int(run) if run.isdigit() else run for run in runs))
    ground = bytes(GROUND.index(sign) for row in rows for sign in row)
    return board_of(tuple(re.sub("[lhm]", ".", row) for row in rows)), ground


SEA_TEXT: Final[Codec[Any]] = Codec(".*", _read_sea, _write_sea, "the map and what is on it", apart=True)
