"""The first position, from the spec's map."""

from __future__ import annotations

from typing import Any, Final

from companion.faults import ValueFault
from companion.games.escape.port.board import LOWLAND, MOUNTAIN, board_of
from companion.games.escape.port.state import BOX, REGIONS, State, Table
from companion.games.escape.port.texts import GROUND, SYMBOLS, Sea
from specs.expand.deal import deal
from specs.model.document import Document
from specs.model.shapes.boards import cells

SHORT: Final = {"coral": "C", "reef": "r", "sea": ".", "lowland": "l", "hill": "h", "mountain": "m"}


def first(document: Document, seats: int, options: Any, seed: int | None) -> State:
    """The first position. Raises ValueFault for a value that cannot be."""
    if not 2 <= seats <= 4:
        raise ValueFault(("players",), f"{seats} players", "2 to 4")
    sea = document.spec.setup.boards["sea"]
    found, rows = cells(sea), dict[str, str]()
    for cell in found:
        rows[cell.row] = rows.get(cell.row, "") + SHORT[sea.legend[cell.symbol].name]
    ground = bytes(GROUND.index(sign) for row in rows.values() for sign in row)
    board = board_of(tuple("".join(sign if sign in "Cr" else "." for sign in row) for row in rows.values()))
    boats = sum(1 << board.number[name] for name in sea.starts["boats"][str(seats)])
    backs = b""
    if options.pieces == "dealt":
        if seed is None:
            raise ValueFault(("setup", "seed"), "nothing", "a seed, which deals the pieces")
        under = deal(document, seats, seed).cells["sea"]
        names = [cell.name for cell in found]
        backs = bytes(SYMBOLS.index(str(under[n][-1].row["symbol"])) + 1 if under.get(n) else 0 for n in names)
    pieces = [(piece.row["region"], piece.row["symbol"]) for piece in document.pieces["island"]]
    regions = range(LOWLAND, MOUNTAIN + 1)
    supply = tuple(tuple(pieces.count((REGIONS[region], symbol)) for symbol in SYMBOLS) for region in regions)
    nothing = (0,) * len(ground)
    return State(
        sea=Sea(board, ground, nothing, nothing, nothing, boats, backs=backs),
        box=(*BOX[:4], BOX[4] - boats.bit_count()), supply=supply, seats=seats, turn=0, number=0, phase="place",
        steps=0, dice=None, away=(), table=Table(**{name: getattr(options, name) for name in Table._fields}),
    )  # fmt: skip
