"""From (spec, players, seed) to one dealt setup, the same on any machine and in any Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

import msgspec
from msgspec import Struct

from specs.base.errors import SpecError, bad
from specs.base.fault_codes import Code
from specs.base.seeds import EXPECTED, is_seed
from specs.base.unfit import KeyPath
from specs.expand import expr
from specs.model.document import Document, Piece
from specs.model.shapes import boards
from specs.read.typed import many

T = TypeVar("T")


class Deal(Struct, frozen=True):
    """A dealt setup. Stacks list their pieces from bottom to top; piles their next piece first.

    `tracks[name]` is a row of stacks, an empty stack being an empty space; `open[name]` a row of pieces for
    all to see; `cells[board][cell]` the stack on a board's cell, only of cells that are dealt to; `hands[p]` what
    player p was dealt, in order; `areas[name][p]` what lies open before player p; `piles` what is left of each.
    """

    game: str
    players: int
    seed: int
    tracks: Mapping[str, tuple[tuple[Piece, ...], ...]]
    hands: tuple[tuple[Piece, ...], ...]
    piles: Mapping[str, tuple[Piece, ...]]
    open: Mapping[str, tuple[Piece, ...]] = msgspec.field(default_factory=dict)
    areas: Mapping[str, tuple[tuple[Piece, ...], ...]] = msgspec.field(default_factory=dict)
    cells: Mapping[str, Mapping[str, tuple[Piece, ...]]] = msgspec.field(default_factory=dict)


def shuffle(items: Sequence[T], random: Random) -> list[T]:
    """A shuffled copy (Fisher–Yates). Uses only `random.random()`, the one sequence Python promises to keep."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = int(random.random() * (i + 1))
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled


def deal(document: Document, players: int, seed: int) -> Deal:
    """Shuffle each pile, in the spec's order, with one `random.Random(seed)`; then deal tracks, open rows, boards (cell
    by cell as one reads) and hands.

    Raises SpecError when the spec has too few pieces, does not take that many players, or has a map that is none; and
    for what is no seed.
    """
    spec, setup = document.spec, document.spec.setup

    def fault(code: Code, path: KeyPath, found: str, expected: str) -> SpecError:
        return SpecError([document.fault(code, path, found, expected)])

    if not spec.players.min <= players <= spec.players.max:
        raise fault("out-of-range", ("players",), many(players, "player"), f"{spec.players.min} to {spec.players.max}")
    if not is_seed(seed):
        raise bad("out-of-range", "", f"seed {seed}", EXPECTED)
    random = Random(seed)
    piles: dict[str, list[Piece]] = {}
    for name, pile in setup.piles.items():
        path: KeyPath = ("setup", "piles", name)
        if pile.component not in document.pieces:
            raise fault(
                "unknown-component",
                (*path, "component"),
                f"no component '{pile.component}'",
                "a component of this spec",
            )
        with document.placed((*path, "where")):
            pieces = [
                piece
                for piece in document.pieces[pile.component]
                if pile.where is None
                or expr.holds(pile.where, {**piece.row, "n": piece.n, "id": piece.id, "players": players})
            ]
        piles[name] = shuffle(pieces, random) if pile.shuffle else pieces

    def take(name: str, count: int, path: KeyPath) -> list[Piece]:
        if len(piles.get(name, ())) < count:
            raise fault(
                "wrong-count",
                path,
                f"{many(count, 'piece')} from pile '{name}', which has {len(piles.get(name, ()))} left",
                "a pile that suffices",
            )
        taken, piles[name] = piles[name][:count], piles[name][count:]
        return taken

    tracks: dict[str, tuple[tuple[Piece, ...], ...]] = {}
    for name, stretches in setup.tracks.items():
        stacks: list[tuple[Piece, ...]] = []
        for index, stretch in enumerate(stretches):
            for _ in range(stretch.spaces):
                stack = take(stretch.pile, stretch.depth, ("setup", "tracks", name, index)) if stretch.pile else []
                stacks.append(tuple(stack))
        tracks[name] = tuple(stacks)
    rows: dict[str, tuple[Piece, ...]] = {}
    for name, row in setup.open.items():
        count = len(piles.get(row.pile, ())) if row.count is None else row.count
        rows[name] = tuple(take(row.pile, count, ("setup", "open", name)))
    cells: dict[str, dict[str, tuple[Piece, ...]]] = {}
    for name, board in setup.boards.items():
        cells[name] = {}
        where = ("setup", "boards", name, "map")
        with document.placed(where):
            found = boards.cells(board)
        for cell in found:
            ground = board.legend.get(cell.symbol)
            if ground is None:
                raise fault(
                    "unknown-name", where, f"symbol '{cell.symbol}'", f"one of the legend: {', '.join(board.legend)}"
                )
            if ground.pile is not None:
                place = ("setup", "boards", name, "legend", cell.symbol)
                cells[name][cell.name] = tuple(take(ground.pile, ground.depth, place))
    hands: list[list[Piece]] = [[] for _ in range(players)]
    areas: dict[str, list[list[Piece]]] = {
        dealt.area: [[] for _ in range(players)] for dealt in setup.hands if dealt.area is not None
    }
    for index, dealt in enumerate(setup.hands):
        to = hands if dealt.area is None else areas[dealt.area]
        for player in range(players):
            path = ("setup", "hands", index)
            if player >= len(dealt.count):
                raise fault(
                    "wrong-count",
                    (*path, "count"),
                    many(len(dealt.count), "hand"),
                    f"one for each of {many(players, 'player')}",
                )
            to[player] += take(dealt.pile, dealt.count[player], path)
    return Deal(
        spec.game,
        players,
        seed,
        tracks,
        tuple(map(tuple, hands)),
        {name: tuple(pile) for name, pile in piles.items()},
        rows,
        {name: tuple(map(tuple, area)) for name, area in areas.items()},
        cells,
    )
