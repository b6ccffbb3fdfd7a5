"""The first position from the spec's map, and a bare final position from a file's values."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from companion.contract import Player, Position, SetupOption, ValueFault
from companion.contract.finals import FinalPosition, RuleOptions
from companion.contract.values import Options
from companion.games.escape.board import CORAL, LOWLAND, MOUNTAIN, SEA, Board, bits_of, board_of
from companion.games.escape.state import BOX, COLOURS, REGIONS, TRIBE, State, Table, ended, is_land, of
from companion.games.escape.texts import CREATURES, GROUND, SYMBOLS, Sea
from specs.base.languages import mark
from specs.base.unfit import KeyPath
from specs.expand.deal import deal
from specs.model.document import Document
from specs.model.schema import Board as SpecBoard
from specs.model.shapes.boards import cells
from specs.model.values import Written

OPTIONS: tuple[SetupOption, ...] = (
    SetupOption(
        "pieces",
        mark("dealt: a seed deals the backs of the pieces; hidden: the table enters them"),
        ("hidden", "dealt"),
    ),
    SetupOption("dice", mark("dealt: a seed rolls the dice; table: the table enters them"), ("table", "dealt")),
)
SHORT: Final = {"coral": "C", "reef": "r", "sea": ".", "lowland": "l", "hill": "h", "mountain": "m"}
PLACES: Final = {"coral": (CORAL.__eq__, "a Coral Island"), "atlanteans": (is_land, "an island piece that is left")}
MAPS: Final = ("pieces", "atlanteans", "swimmers", "boats", "coral", "creatures")
Filed = Mapping[str, Mapping[str, Any]]


def first(document: Document, seats: int, options: Options, seed: int | None) -> State:
    """Return the first position. Raises ValueFault for a bad value."""
    bare = _bare(document, seats, options)
    sea, backs = bare.sea, b""
    boats = sum(1 << sea.board.number[name] for name in _spec(document).start["boats"][str(seats)])
    if options.pieces == "dealt":
        if seed is None:
            raise ValueFault(("setup", "seed"), "nothing", "a seed, which deals the pieces")
        under = deal(document, seats, seed).cells["sea"]
        names = [cell.name for cell in cells(_spec(document))]
        backs = bytes(SYMBOLS.index(str(under[n][-1].row["symbol"])) + 1 if under.get(n) else 0 for n in names)
    return bare._replace(sea=sea._replace(boats=boats, backs=backs), box=(*BOX[:4], BOX[4] - boats.bit_count()))


def _bare(document: Document, seats: int, options: Options) -> State:
    """Return the spec's map and pieces, with nothing on it yet."""
    if not 2 <= seats <= 4:
        raise ValueFault(("players",), f"{seats} players", "2 to 4")
    rows = dict[str, str]()
    for cell in cells(_spec(document)):
        rows[cell.row] = rows.get(cell.row, "") + SHORT[_spec(document).legend[cell.symbol].title]
    ground = bytes(GROUND.index(sign) for row in rows.values() for sign in row)
    board = board_of(tuple("".join(sign if sign in "Cr" else "." for sign in row) for row in rows.values()))
    pieces = [(piece.row["region"], piece.row["symbol"]) for piece in document.pieces["island"]]
    regions = range(LOWLAND, MOUNTAIN + 1)
    nothing = (0,) * len(ground)
    supply = tuple(tuple(pieces.count((REGIONS[region], symbol)) for symbol in SYMBOLS) for region in regions)
    return State(
        sea=Sea(board, ground, nothing, nothing, nothing, 0), box=(0,) * len(BOX), supply=supply, seats=seats,
        turn=0, number=0, phase="place", steps=0, dice=None, away=(), table=options.table(Table),
    )  # fmt: skip


def _spec(document: Document) -> SpecBoard:
    return document.spec.setup.boards["sea"]


# ---- a final position ----------------------------------------------------------------------------

Letters = Annotated[Written, Meta(description="letters such as rrb")]
Hexes = Annotated[Mapping[str, Letters], Meta(description="hexes with what is on them, such as {A1: rrb}")]
THEIR_NAMES = ", ".join(CREATURES)
Creature = Annotated[str, Meta(pattern=f"^({'|'.join(CREATURES)})$(?!\n)", description=f"one of {THEIR_NAMES}")]
Packs = Mapping[str, Annotated[tuple[Creature, ...], Meta(description=f"a list of {THEIR_NAMES}")]]


class Ended(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A final position's file: `coral` says who is ashore where, the others what else is on the board, all keyed by hex
    as `import --check --json` prints them."""

    setup: Any = None
    rules: RuleOptions = None
    pieces: Hexes | UnsetType = UNSET
    atlanteans: Hexes | UnsetType = UNSET
    swimmers: Hexes | UnsetType = UNSET
    boats: Hexes | UnsetType = UNSET
    coral: Hexes | UnsetType = UNSET
    creatures: Packs | UnsetType = UNSET


def final(document: Document, players: Sequence[Player], options: Options, values: Ended) -> Position:
    """Return the position in the file. Raises ValueFault."""
    filed = {key: given for key in MAPS if (given := getattr(values, key)) is not UNSET}
    if not filed:
        raise ValueFault((), "no position", "coral: {A1: rrb, M13: b}, and what else is on the board")
    bare = _bare(document, len(players), options)
    board, start = bare.sea.board, bare.sea.ground
    left = _left(board, start, filed)
    ground = bytes([SEA if is_land(at) and h not in left else at for h, at in enumerate(start)])
    seats = {player.colour: seat for seat, player in enumerate(players)}
    tribes = {colour[0]: seats[colour] for colour in COLOURS if colour in seats}

    ashore, stand, boats, swim = (
        dict(_things(board, ground, filed, key, tribes, TRIBE)) for key in ("coral", "atlanteans", "boats", "swimmers")
    )
    beasts = dict(_things(board, ground, filed, "creatures", {name: n for n, name in enumerate(CREATURES)}, BOX[0]))
    rows = (tuple([row.get(h, 0) for h in range(len(ground))]) for row in (stand | ashore | boats, swim, beasts))
    people, swimmers, creatures = rows
    sea = Sea(board, ground, people, swimmers, creatures, bits_of(boats))
    for n, player in enumerate(players):
        count = sum(of(people, n) for people in (*sea.stand, *sea.swim))
        if count > TRIBE:
            raise ValueFault(("players", n), f"{count} Atlanteans of {player.name}", f"at most {TRIBE}")
    state = bare._replace(sea=sea, phase="move")
    return Position(state._replace(phase="over") if ended(state) else state, tuple(players))


def _left(board: Board, start: bytes, filed: Filed) -> set[int]:
    """Return the hexes whose pieces are left: those named, or those somebody stands on."""
    key = "pieces" if "pieces" in filed else "atlanteans"
    found = set()
    for name, what in filed.get(key, {}).items():
        h = _hex(board, name, (key, name))
        if not is_land(start[h]):
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


def _things(
    board: Board, ground: bytes, filed: Filed, key: str, kinds: Mapping[str, int], most: int
) -> Iterator[tuple[int, int]]:
    """Yield each hex of one map of a file with what is on it, packed. Raises ValueFault for more than `most` of a
    kind."""
    fits, expected = PLACES.get(key, (SEA.__eq__, "a sea hex"))
    for name, what in filed.get(key, {}).items():
        path, h = (key, name), _hex(board, name, (key, name))
        if not fits(ground[h]):
            raise ValueFault(path, f"{key} on {name}, {REGIONS[ground[h]]}", expected)
        shown = f"'{(what if isinstance(what, str) else ', '.join(what))[:30]}'"
        if set(what) - set(kinds):
            letters = "".join(kinds)
            raise ValueFault(path, shown, f"letters of {letters}, such as {letters[0] * 2}")
        if any(what.count(kind) > most for kind in kinds):
            raise ValueFault(path, shown, f"at most {most} of a {'kind' if key == 'creatures' else 'colour'}")
        yield h, sum(what.count(kind) << 4 * n for kind, n in kinds.items())
