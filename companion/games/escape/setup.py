"""The first position from the spec's map, and a bare final position from a file's values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from companion.contract import Player, Setup, SetupOption, ValueFault
from companion.finals import FinalPosition, RuleOptions
from companion.games.escape.board import Board, board_of
from companion.games.escape.state import (
    BOX,
    COLOURS,
    CORAL,
    CREATURES,
    GROUND,
    LETTERS,
    LOWLAND,
    MOUNTAIN,
    OVER,
    PLACE,
    REGIONS,
    SEA,
    SYMBOLS,
    TRIBE,
    State,
    Table,
    of,
)
from specs.base.languages import mark
from specs.model.values import Written

if TYPE_CHECKING:
    from specs.base.unfit import KeyPath
    from specs.model.document import Document
    from specs.model.schema import Board as SpecBoard

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption(
        "pieces", mark("whether a seed deals the pieces' backs; hidden: the table tells them"), ("hidden", "dealt")
    ),
    SetupOption("dice", mark("whether a seed rolls the dice; table: the table tells them"), ("table", "dealt")),
)
SHORT: Final = {"coral": "C", "reef": "r", "sea": ".", "lowland": "l", "hill": "h", "mountain": "m"}
MAPS: Final = ("pieces", "atlanteans", "swimmers", "boats", "coral", "creatures")
Told = Mapping[str, Mapping[str, Any]]


def new(document: Document, players: Sequence[Player], setup: Setup) -> State:
    """The first position. Raises ValueFault for a value that cannot be."""
    table = _table(players, setup)
    board, ground, cells = _map(document)
    boats = 0
    for name in _sea(document).starts["boats"][str(len(players))]:
        boats |= 1 << board.number[name]
    backs = b""
    if table.pieces == "dealt":
        assert table.seed is not None
        backs = _dealt(document, len(players), table.seed, cells)
    nothing = (0,) * len(ground)
    box = (*BOX[:4], BOX[4] - boats.bit_count())
    supply = _supply(document)
    return State(
        board=board,
        table=table,
        ground=ground,
        stand=nothing,
        swim=nothing,
        beasts=nothing,
        boats=boats,
        box=box,
        supply=supply,
        backs=backs,
        turn=0,
        phase=PLACE,
        rolls=0,
        dice=(),
    )


def _table(players: Sequence[Player], setup: Setup) -> Table:
    if not 2 <= len(players) <= 4:
        raise ValueFault(("players",), f"{len(players)} players", "2 to 4")
    for n, player in enumerate(players):
        if player.colour not in COLOURS or player.colour in [other.colour for other in players[:n]]:
            raise ValueFault(
                ("players", n, "colour"), f"colour '{player.colour}'", f"one of {', '.join(COLOURS)}, each once"
            )
    pieces, dice = setup.options.get("pieces", "hidden"), setup.options.get("dice", "table")
    rules: dict[str, Any] = {name: str(value) for name, value in setup.rules.items()}
    return Table(
        players=tuple(players),
        colours=tuple(COLOURS.index(player.colour) for player in players),
        **rules,
        pieces=pieces,
        dice=dice,
        seed=setup.seed if "dealt" in (pieces, dice) else None,
    )


def _sea(document: Document) -> SpecBoard:
    return document.spec.setup.boards["sea"]


def _map(document: Document) -> tuple[Board, bytes, tuple[str, ...]]:
    """The spec's map as a board, what lies on each hex, and the spec's names of the hexes in the same order."""
    from specs.model.shapes.boards import cells

    sea = _sea(document)
    found = cells(sea)
    rows: dict[str, str] = {}
    for cell in found:
        rows[cell.row] = rows.get(cell.row, "") + SHORT[sea.legend[cell.symbol].name]
    ground = bytes(GROUND.index(mark) for row in rows.values() for mark in row)
    plan = tuple("".join(mark if mark in "Cr" else "." for mark in row) for row in rows.values())
    return board_of(plan), ground, tuple(cell.name for cell in found)


def _supply(document: Document) -> tuple[tuple[int, ...], ...]:
    """How many of each symbol lie under each region, as the spec's island pieces have them."""
    pieces = [(piece.row["region"], piece.row["symbol"]) for piece in document.pieces["island"]]
    return tuple(
        tuple(pieces.count((REGIONS[region], symbol)) for symbol in SYMBOLS) for region in range(LOWLAND, MOUNTAIN + 1)
    )


def _dealt(document: Document, players: int, seed: int, cells: Sequence[str]) -> bytes:
    from specs.expand.deal import deal

    under = deal(document, players, seed).cells["sea"]
    return bytes(SYMBOLS.index(str(under[name][-1].row["symbol"])) + 1 if under.get(name) else 0 for name in cells)


# ---- a final position ----------------------------------------------------------------------------

Letters = Annotated[Written, Meta(description="letters such as rrb")]
Hexes = Annotated[Mapping[str, Letters], Meta(description="hexes with what is on them, such as {A1: rrb}")]
THEIR_NAMES = ", ".join(CREATURES)
Creature = Annotated[str, Meta(pattern=f"^({'|'.join(CREATURES)})$(?!\n)", description=f"one of {THEIR_NAMES}")]
Packs = Mapping[str, Annotated[tuple[Creature, ...], Meta(description=f"a list of {THEIR_NAMES}")]]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A final position's file: `coral` says who is ashore where, the others what else is on the board, all keyed by hex
    as `check --json` prints them."""

    setup: Any = None
    rules: RuleOptions = None
    pieces: Hexes | UnsetType = UNSET
    atlanteans: Hexes | UnsetType = UNSET
    swimmers: Hexes | UnsetType = UNSET
    boats: Hexes | UnsetType = UNSET
    coral: Hexes | UnsetType = UNSET
    creatures: Packs | UnsetType = UNSET


def final(document: Document, players: Sequence[Player], setup: Setup, values: Ended) -> State:
    """The position as the file tells it. Raises ValueFault."""
    told = {key: given for key in MAPS if (given := getattr(values, key)) is not UNSET}
    if not told:
        raise ValueFault((), "no position", "coral: {A1: rrb, M13: b}, and what else is on the board")
    table = _table(players, setup)
    board, start, _ = _map(document)
    ground, left = bytearray(start), _left(board, start, told)
    for h, at in enumerate(start):
        if SEA < at < CORAL and h not in left:
            ground[h] = SEA
    size = len(ground)
    stand, swim, beasts, boats = [0] * size, [0] * size, [0] * size, 0
    room = _Reader(board, bytes(ground), told, table)
    for h, people in (*room.people("atlanteans", land=True), *room.people("coral", coral=True)):
        stand[h] = people
    for h, people in room.people("boats"):
        stand[h] = people
        boats |= 1 << h
    for h, people in room.people("swimmers"):
        swim[h] = people
    for h, packed in room.creatures():
        beasts[h] = packed
    for n, player in enumerate(players):
        count = sum(of(people, table.colours[n]) for people in (*stand, *swim))
        if count > TRIBE:
            raise ValueFault(("players", n), f"{count} Atlanteans of {player.name}", f"at most {TRIBE}")
    box = tuple(0 for _ in BOX)
    return State(
        board=board,
        table=table,
        ground=bytes(ground),
        stand=tuple(stand),
        swim=tuple(swim),
        beasts=tuple(beasts),
        boats=boats,
        box=box,
        supply=_supply(document),
        backs=b"",
        turn=0,
        phase=OVER,
        rolls=0,
        dice=(),
    )


def _left(board: Board, start: bytes, told: Told) -> set[int]:
    """The hexes whose pieces are left: those named, or those somebody stands on."""
    key = "pieces" if "pieces" in told else "atlanteans"
    found = set()
    for name, what in told.get(key, {}).items():
        h = _hex(board, name, (key, name))
        if not SEA < start[h] < CORAL:
            raise ValueFault((key, name), f"{name}, {REGIONS[start[h]]}", "a hex of the island")
        if key == "pieces" and what != GROUND[start[h]]:
            raise ValueFault((key, name), f"'{what[:20]}'", f"{GROUND[start[h]]}, for {REGIONS[start[h]]}")
        found.add(h)
    return found


def _hex(board: Board, name: str, path: KeyPath) -> int:
    h = board.number.get(name.upper())
    if h is None:
        raise ValueFault(path, f"hex '{name[:20]}'", f"a hex of the board, A1 to {board.names[-1]}")
    return h


class _Reader:
    """The maps of a file: hexes with who or what is on them."""

    def __init__(self, board: Board, ground: bytes, told: Told, table: Table) -> None:
        self.board, self.ground, self.told, self.table = board, ground, told, table

    def people(self, key: str, *, land: bool = False, coral: bool = False) -> list[tuple[int, int]]:
        """Each hex with its people, packed."""
        playing = "".join(LETTERS[colour] for colour in sorted(self.table.colours))
        found = []
        for name, text in self.told.get(key, {}).items():
            path = (key, name)
            h = _hex(self.board, name, path)
            at = self.ground[h]
            if (at == CORAL) != coral or (SEA < at < CORAL) != land or at > CORAL:
                expected = "a Coral Island" if coral else "an island piece that is left" if land else "a sea hex"
                raise ValueFault(path, f"{key} on {name}, {REGIONS[at]}", expected)
            if set(text) - set(playing):
                raise ValueFault(path, f"'{text[:30]}'", f"letters of {playing}, such as {playing[0] * 2}")
            if any(text.count(letter) > TRIBE for letter in playing):
                raise ValueFault(path, f"'{text[:30]}'", f"at most {TRIBE} of a colour")
            found.append((h, sum(text.count(letter) << 4 * n for n, letter in enumerate(LETTERS))))
        return found

    def creatures(self) -> list[tuple[int, int]]:
        """Each hex with its creatures, packed."""
        found = []
        for name, words in self.told.get("creatures", {}).items():
            path = ("creatures", name)
            h = _hex(self.board, name, path)
            if self.ground[h] != SEA:
                raise ValueFault(path, f"creatures on {name}, {REGIONS[self.ground[h]]}", "a sea hex")
            if any(words.count(word) > BOX[n] for n, word in enumerate(CREATURES)):
                raise ValueFault(path, f"'{', '.join(words)[:30]}'", f"at most {BOX[0]} of a kind")
            found.append((h, sum(words.count(word) << 4 * n for n, word in enumerate(CREATURES))))
        return found
