"""Deals a setup from (spec, players, seed): the same on any machine and in any Python."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec
from msgspec import Struct

from specs.base.errors import Code, KeyPath, SpecError, bad
from specs.base.seeds import EXPECTED, is_seed, shuffle
from specs.expand import expr
from specs.model.document import Document, Piece
from specs.model.schema import Board, Pile
from specs.model.shapes import boards
from specs.read.typed import many

Stack = tuple[Piece, ...]


class Deal(Struct, frozen=True):
    """A dealt setup. Stacks list their pieces from bottom to top, piles their next piece first.

    `tracks[name]` is a row of stacks, an empty stack being an empty space; `open[name]` a row of face-up pieces;
    `cells[board][cell]` the stack on a board's cell, for cells that are dealt to; `hands[p]` the cards dealt to player
    p, in order; `areas[name][p]` what lies open before player p; `piles` what is left of each pile.
    """

    game: str
    players: int
    seed: int
    tracks: Mapping[str, tuple[Stack, ...]]
    hands: tuple[Stack, ...]
    piles: Mapping[str, Stack]
    open: Mapping[str, Stack] = msgspec.field(default_factory=dict)
    areas: Mapping[str, tuple[Stack, ...]] = msgspec.field(default_factory=dict)
    cells: Mapping[str, Mapping[str, Stack]] = msgspec.field(default_factory=dict)


def deal(document: Document, players: int, seed: int) -> Deal:
    """Deal a seed's setup for so many players. Each pile is shuffled, in the spec's order, with one
    `random.Random(seed)`; then tracks, open rows, boards (cells in reading order) and hands are dealt.

    Raises SpecError if the spec has too few pieces, does not take that many players or has a faulty map, and for a
    faulty seed.
    """
    spec = document.spec
    if not spec.players.min <= players <= spec.players.max:
        found, expected = many(players, "player"), f"{spec.players.min} to {spec.players.max}"
        raise SpecError([document.fault("out-of-range", ("players",), found, expected)])
    if not is_seed(seed):
        raise bad("out-of-range", "", f"seed {seed}", EXPECTED)
    dealer = _Dealer(document, players, Random(seed))
    tracks, rows, cells = dealer.tracks(), dealer.open_rows(), dealer.boards()
    hands, areas = dealer.hands()
    piles = {name: tuple(pile) for name, pile in dealer.piles.items()}
    return Deal(spec.game, players, seed, tracks, hands, piles, rows, areas, cells)


class _Dealer:
    """Deals one setup, one method for each kind of place; `piles` are what is left of each pile."""

    def __init__(self, document: Document, players: int, random: Random) -> None:
        self.document, self.setup, self.players, self.random = document, document.spec.setup, players, random
        self.piles = {name: self.pile(name, pile) for name, pile in self.setup.piles.items()}

    def fault(self, code: Code, path: KeyPath, found: str, expected: str) -> SpecError:
        return SpecError([self.document.fault(code, path, found, expected)])

    def pile(self, name: str, pile: Pile) -> list[Piece]:
        """Return the pieces of a pile, shuffled if it asks for it."""
        path: KeyPath = ("setup", "piles", name)
        pieces = self.document.pieces.get(pile.from_)
        if pieces is None:
            found, expected = f"no component '{pile.from_}'", "a component of this spec"
            raise self.fault("unknown-component", (*path, "from"), found, expected)
        if pile.where is not None:
            with self.document.placed((*path, "where")):
                pieces = tuple(piece for piece in pieces if expr.holds(pile.where, self.fields(piece)))
        return shuffle(pieces, self.random) if pile.shuffle else list(pieces)

    def fields(self, piece: Piece) -> dict[str, object]:
        """Return the fields that a pile's condition can use."""
        return {**piece.row, "n": piece.n, "id": piece.id, "players": self.players}

    def take(self, name: str, count: int, path: KeyPath) -> tuple[Piece, ...]:
        """Take the next pieces of a pile. Raises SpecError if it has too few."""
        pile = self.piles.get(name, [])
        if len(pile) < count:
            found = f"{many(count, 'piece')} from pile '{name}', which has {len(pile)} left"
            raise self.fault("wrong-count", path, found, "a pile that suffices")
        self.piles[name] = pile[count:]
        return tuple(pile[:count])

    def tracks(self) -> dict[str, tuple[Stack, ...]]:
        """Deal each track, space by space."""
        return {
            name: tuple(
                self.take(run.from_, run.depth, ("setup", "tracks", name, index)) if run.from_ else ()
                for index, run in runs.items()
                for _ in range(run.count)
            )
            for name, runs in self.setup.runs.items()
        }

    def open_rows(self) -> dict[str, Stack]:
        """Deal each open row; one without a count takes its whole pile."""
        rows: dict[str, Stack] = {}
        for name, row in self.setup.open.items():
            count = len(self.piles.get(row.from_, ())) if row.count is None else row.count
            rows[name] = self.take(row.from_, count, ("setup", "open", name))
        return rows

    def boards(self) -> dict[str, dict[str, Stack]]:
        """Deal each board, by cells."""
        return {name: dict(self.board(name, board)) for name, board in self.setup.boards.items()}

    def board(self, name: str, board: Board) -> Iterator[tuple[str, Stack]]:
        """Yield each cell of a board that is dealt to, with its stack."""
        path: KeyPath = ("setup", "boards", name)
        with self.document.placed((*path, "map")):
            cells = boards.cells(board)
        for cell in cells:
            ground = board.legend.get(cell.symbol)
            if ground is None:
                expected = f"one of the legend: {', '.join(board.legend)}"
                raise self.fault("unknown-name", (*path, "map"), f"symbol '{cell.symbol}'", expected)
            if ground.from_ is not None:
                yield cell.name, self.take(ground.from_, ground.depth, (*path, "legend", cell.symbol))

    def hands(self) -> tuple[tuple[Stack, ...], dict[str, tuple[Stack, ...]]]:
        """Deal each player's hand and open areas."""
        areas: dict[str | None, list[Stack]] = {None: [()] * self.players}
        for index, dealt in enumerate(self.setup.hands):
            to = areas.setdefault(dealt.to, [()] * self.players)
            for player in range(self.players):
                path: KeyPath = ("setup", "hands", index)
                if player >= len(dealt.count):
                    expected = f"one for each of {many(self.players, 'player')}"
                    raise self.fault("wrong-count", (*path, "count"), many(len(dealt.count), "hand"), expected)
                to[player] += self.take(dealt.from_, dealt.count[player], path)
        hands = tuple(areas.pop(None))
        return hands, {str(name): tuple(area) for name, area in areas.items()}
