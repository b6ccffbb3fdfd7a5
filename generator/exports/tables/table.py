"""Lays a game out on a virtual table: a seed's deal in its place, each player's pieces before that player, all else
beside it. From the spec alone; no table's format is known here. mm from the table's middle, y towards player 1."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.exports.pictures import Face
from generator.exports.tables.atlas import DPI, MOST_PX, dpi
from generator.faces.distinct import distinct
from generator.plan.selection import Selection, deals
from specs.base.languages import say
from specs.model import elements as el
from specs.model.component import Component, FoldedBox, Print, Standee
from specs.model.document import Piece
from specs.model.shapes import boards, hexes
from specs.translation.rendering import called

GAP = 6.0  # between two pieces side by side
APART = 30.0  # between groups
BAG = 60.0  # a bag's width and depth
HAND = (240.0, 96.0)  # least width and depth of a hand
WIDEST = 800.0  # of a hand: more cards overlap
LOOSE = 4  # more pieces that belong together go into a bag
GROUND = 150.0  # pieces this long, except pages, are boards

How = Literal["stack", "bag", "hand"]
Role = Literal["card", "page", "tile", "token", "standee", "block"]


class Lot(Struct, frozen=True):
    """Pieces in one place, by their ids, the lowest first; a bag has no order, a hand lies side by side.

    `x` and `y` are its middle, `width` and `height` its size. `seat` is its player, from 1, or 0; `turned` ones face
    the far side of the table. `up` says whether fronts are seen, `fixed` that it is not to be moved.
    """

    title: str
    pieces: tuple[str, ...]
    width: float
    height: float
    how: How = "stack"
    up: bool = True
    fixed: bool = False
    seat: int = 0
    turned: bool = False
    x: float = 0.0
    y: float = 0.0


class Table(Struct, frozen=True):
    """A table for a number of `players`, who sit clockwise, the first at its lower edge on the left.

    `faces` are those of each piece, several only of a text; `roles` what each component is there, by its name.
    """

    players: int
    width: float
    height: float
    lots: tuple[Lot, ...]
    faces: Mapping[str, Sequence[Face]]
    roles: Mapping[str, Role]


class _Group(NamedTuple):
    """Lots that lie together, from the upper left corner of their area."""

    width: float
    height: float
    lots: tuple[Lot, ...]


def laid_out(selection: Selection, found: Sequence[Face]) -> Table:
    """Lay out the table of a build's faces. Raises SpecError, as a deal does."""
    faces: dict[str, list[Face]] = {}
    for face in found:
        for piece in dict.fromkeys(face.pieces):
            faces.setdefault(piece, []).append(face)
    setting = _TableLayout(selection, faces)
    whole = setting.whole()
    lots = tuple(replace(lot, x=lot.x - whole.width / 2, y=lot.y - whole.height / 2) for lot in whole.lots)
    return Table(setting.players, whole.width, whole.height, lots, faces, setting.roles)


def remarks(selection: Selection, table: Table, fine: float = DPI, px: int = MOST_PX) -> Iterator[str]:
    """Yield remarks on a table: that nothing is dealt, which pictures are coarser than all others."""
    if selection.settings.given.seed is None and deals(selection.document):
        yield say("The pieces are not shuffled or dealt; --seed deals them.")
    for name, face in {each[0].component: each[0] for each in table.faces.values()}.items():
        most = MOST_PX if max(face.width, face.height) >= GROUND else px
        if (drawn := dpi(face, fine, most)) < fine:
            drawn, title = round(drawn), selection.title(name)
            yield say(
                "{title}: drawn at {dpi} dpi, so that no side has more than {px} pixels.",
                title=title,
                dpi=drawn,
                px=most,
            )


class _TableLayout:
    """A table during layout; `left` are the pieces that are not placed yet."""

    def __init__(self, selection: Selection, faces: Mapping[str, Sequence[Face]]) -> None:
        self.selection, self.faces, self.spec, self.deal = selection, faces, selection.document.spec, selection.deal()
        self.players = selection.settings.given.players or self.spec.players.min
        self.left = {piece.id: piece for each in selection.pieces.values() for piece in each if piece.id in faces}
        piled = {pile.from_ for pile in self.spec.setup.piles.values()}
        self.roles = {
            name: _role(self.spec.components[name], name in piled, [faces[piece.id] for piece in each])
            for name, each in selection.pieces.items()
        }
        colours = self.spec.players.colours[: self.players]
        self.own = {name: _owned(each, colours) for name, each in selection.pieces.items()}
        self.own |= {name: {} for name in piled}

    def whole(self) -> _Group:
        middle = [*self.tracks(), *self.rows(), *self.boards(), *self.islands()]
        half = self.players // 2  # of the players sit at the upper edge, the second on its left
        far = _across([self.seat(number) for number in range(2, 2 + half)], APART, level=0.0)
        near = _across([self.seat(number) for number in (1, *range(self.players, 1 + half, -1))], APART, level=1.0)
        middle.append(_across([self.alone(name) for name in self.roles if self.ground(name)]))
        middle.append(_across(list(self.piles())))
        pages = [self.alone(name) for name, role in self.roles.items() if role == "page"]
        rest = [laid for name in self.roles for laid in self.supply(name, 0)]
        centre = _down(middle)
        high = max(centre.height, 300.0)
        left, right = (_across(_columns(each, high)) for each in (rest, pages))
        return _down([far, _across([left, centre, right], APART), near])

    # ---- what a seed deals, and boards -------------------------------------------------------

    def tracks(self) -> Iterator[_Group]:
        """Lay each track as a winding path, its first space at the upper left."""
        for name, track in (self.deal.tracks if self.deal else {}).items():
            stacks = [self.stack(name, stack) for stack in track]
            wide = max((each.width for each in stacks), default=0.0) + GAP
            high = max((each.height for each in stacks), default=0.0) + GAP
            columns = max(1, ceil(sqrt(2.2 * len(stacks) * high / wide)))
            lots: list[Lot] = []
            for index, laid in enumerate(stacks):
                row, column = divmod(index, columns)
                column = columns - 1 - column if row % 2 else column
                lots += [replace(lot, x=wide * (column + 0.5), y=high * (row + 0.5)) for lot in laid.lots]
            yield _Group(wide * min(columns, len(stacks)), high * ceil(len(stacks) / columns), tuple(lots))

    def rows(self) -> Iterator[_Group]:
        for name, row in (self.deal.open if self.deal else {}).items():
            title = self.spec.setup.open[name].title or name
            yield _across([self.stack(title, (piece,)) for piece in row])

    def boards(self) -> Iterator[_Group]:
        """Lay each board, as its component has it, with the cells' dealt and starting pieces."""
        for name, board in self.spec.setup.boards.items():
            cells = boards.by_name(board)
            lies = [(cell, stack) for cell, stack in (self.deal.cells.get(name, {}) if self.deal else {}).items()]
            for component, counts in board.start.items():
                own = [piece for piece in self.left.values() if piece.component == component]
                begin = counts.get(str(self.players), ())
                lies += [(cell, (piece,)) for cell, piece in zip(begin, own, strict=False)]
            on, at, size = self.below(name)
            stacks = [(cell, self.stack(cell, stack)) for cell, stack in lies]
            size = size or max((laid.width for _, laid in stacks), default=0.0) + GAP
            ground = self.alone(on) if on else _Group(*boards.extent(board, size), ())
            lots = list(ground.lots)
            for cell, laid in stacks:
                x, y = boards.middle(cells[cell], size)
                lots += [replace(lot, x=at[0] + x, y=at[1] + y) for lot in laid.lots]
            if lots:
                yield _Group(ground.width, ground.height, tuple(lots))

    def below(self, board: str) -> tuple[str, tuple[float, float], float]:
        """Return the component that a board is drawn on, the position of its upper left corner there, and the size of
        its hexagons; "" and 0 if there is none."""
        for name in self.roles:
            for element in self.spec.components[name].front:
                if isinstance(element, el.Repeat) and element.over == el.Lattice(board=board):
                    numbers = (*element.at, element.across)
                    if not any(isinstance(number, str) for number in numbers):
                        x, y, size = map(float, numbers)
                        return name, (x, y), size
        return "", (0.0, 0.0), 0.0

    def islands(self) -> Iterator[_Group]:
        """Lay the pieces that a layout places, in the layout given or in the first for this number of players."""
        layouts, asked = self.spec.setup.layouts, self.selection.settings.given.layout
        for name, pieces in self.selection.pieces.items():
            own = self.spec.components[name].rows.name
            if own not in layouts or not pieces:
                continue
            fit = (one for one in (own, *layouts) if self.players in layouts[one].players)
            places = layouts[asked or next(fit, own)].places
            width = self.faces[pieces[0].id][0].width
            left, top, right, bottom = hexes.extent(places, width)
            lots: list[Lot] = []
            for place, piece in zip(places, pieces, strict=False):
                x, y = hexes.upright(hexes.centre(place), width)
                laid = self.stack(self.spec.components[name].title, (piece,))
                lots += [replace(lot, x=x - left, y=y - top, fixed=True) for lot in laid.lots]
            yield _Group(right - left, bottom - top, tuple(lots))

    def piles(self) -> Iterator[_Group]:
        """Lay what is left of each pile, its next piece on top."""
        for name, pile in (self.deal.piles if self.deal else {}).items():
            title = self.spec.setup.piles[name].title or name
            yield self.stack(title, tuple(reversed(pile)), up=False)

    # ---- players -----------------------------------------------------------------------------

    def seat(self, number: int) -> _Group:
        """Lay what is before a player, and the hand behind it, at the table's edge."""
        dealt: list[_Group] = []
        for name, areas in (self.deal.areas if self.deal else {}).items():
            dealt += [self.stack(called(self.selection.document, name), (piece,)) for piece in areas[number - 1]]
        own = [laid for name in self.roles for laid in self.supply(name, number)]
        open_ = _across([*dealt, *own])
        far = 1 < number <= 1 + self.players // 2
        lots = tuple(replace(lot, seat=number, turned=far) for lot in open_.lots)
        cards = [piece.id for piece in (self.deal.hands[number - 1] if self.deal else ()) if self.take(piece.id)]
        sizes = [self.room(card) for card in cards]
        wide = max(HAND[0], min(sum(width + GAP for width, _ in sizes) + GAP, WIDEST))
        high = max(HAND[1], max((height for _, height in sizes), default=0.0) + 2 * GAP)
        title = say("Hand of player {n}", n=number)
        hand = Lot(title, tuple(cards), wide, high, "hand", seat=number, turned=far, x=wide / 2, y=high / 2)
        both = [_Group(open_.width, open_.height, lots), _Group(wide, high, (hand,))]
        return _down(both[::-1] if far else both, 2 * GAP)

    # ---- what is left ------------------------------------------------------------------------

    def supply(self, name: str, seat: int) -> Iterator[_Group]:
        """Lay what is left of a component, a player's or the table's (seat 0): a deck of cards, a bag of many pieces,
        or stacks of equal pieces."""
        if self.ground(name):
            return
        title = self.selection.title(name)
        pieces = [id_ for id_, piece in self.left.items() if piece.component == name]
        pieces = [id_ for id_ in pieces if self.own[name].get(id_, 0) == seat]
        role = self.roles[name]
        if role == "card":
            yield self.lot(title, pieces, up=False)
        elif len(pieces) > LOOSE and role != "page":
            yield self.lot(title, pieces, how="bag")
        else:
            stacks = distinct(pieces, lambda piece: self.faces[piece][0].number if role in ("tile", "token") else piece)
            yield from (self.lot(title, stack) for stack in stacks)

    def ground(self, name: str) -> bool:
        """Return whether pieces are laid on a component: a board."""
        if self.roles[name] not in ("tile", "card") or self.spec.components[name].print.page:
            return False
        return any(max(self.room(each.id)) >= GROUND for each in self.selection.pieces[name] if each.id in self.faces)

    def alone(self, name: str) -> _Group:
        """Lay all that is left of a component, each by itself."""
        title, fixed = self.spec.components[name].title, self.ground(name)
        ids = [id_ for id_, piece in self.left.items() if piece.component == name]
        laid = [self.lot(title, [id_]) for id_ in ids]
        return _across([each._replace(lots=tuple(replace(lot, fixed=fixed) for lot in each.lots)) for each in laid])

    def stack(self, title: str, pieces: Sequence[Piece], *, up: bool = True) -> _Group:
        return self.lot(title, [piece.id for piece in pieces], up=up)

    def lot(self, title: str, pieces: Iterable[str], *, up: bool = True, how: How = "stack") -> _Group:
        """Lay those of these pieces that are not placed yet in one place; an empty group if there are none."""
        taken = tuple(piece for piece in pieces if self.take(piece))
        if not taken:
            return _Group(0.0, 0.0, ())
        sizes = [self.room(piece) for piece in taken] + ([(BAG, BAG)] if how == "bag" else [])
        width, height = (max(size[axis] for size in sizes) for axis in (0, 1))
        return _Group(width, height, (Lot(title, taken, width, height, how, up, x=width / 2, y=height / 2),))

    def take(self, piece: str) -> bool:
        return self.left.pop(piece, None) is not None

    def room(self, piece: str) -> tuple[float, float]:
        """Return how much of the table a piece takes."""
        face = self.faces[piece][0]
        return footprint(self.spec.components[face.component], face)


def footprint(component: Component, face: Face) -> tuple[float, float]:
    """Return width and depth as it lies: a block with its front up, a standee on its back."""
    if isinstance(component, FoldedBox):
        return next(side.box[2:] for side in component.net.sides if side.name == "front")
    return face.width, face.height


def _role(component: Component, piled: bool, faces: Sequence[Sequence[Face]]) -> Role:
    """Return what a component is. A card hides something: there are fewer backs than fronts."""
    match component:
        case FoldedBox():
            return "block"
        case Standee():
            return "standee"
        case Component(print=Print(sheet=True)):
            return "page"
        case Component(lattice="outline"):
            return "token"
        case _:
            pass
    every = [face for each in faces for face in each]
    backs = {face.back_name for face in every}
    hides = "" not in backs and len(backs) < len({face.front_name for face in every})
    return "card" if piled or hides else "tile"


def _owned(pieces: Sequence[Piece], colours: Sequence[str]) -> dict[str, int]:
    """Return each piece's player, from 1, by id, if a field of the pieces is a player's colour; empty unless all
    players have equally many."""
    seats = list(enumerate(colours, 1))
    own = {piece.id: number for piece in pieces for number, colour in seats if colour in piece.row.values()}
    many = {list(own.values()).count(number) for number in range(1, len(colours) + 1)}
    return own if len(many) == 1 else {}


def _across(parts: Iterable[_Group], gap: float = GAP, *, level: float = 0.5) -> _Group:
    """Put groups side by side, their middles level; or their upper edges (0), or the lower ones (1)."""
    left, lots = 0.0, list[Lot]()
    there = [part for part in parts if part.lots]
    high = max((part.height for part in there), default=0.0)
    for part in there:
        down = (high - part.height) * level
        lots += [replace(lot, x=lot.x + left, y=lot.y + down) for lot in part.lots]
        left += part.width + gap
    return _Group(max(0.0, left - gap), high, tuple(lots))


def _down(parts: Iterable[_Group], gap: float = APART) -> _Group:
    """Put groups below one another, their middles aligned."""
    return _turned(_across(map(_turned, parts), gap))


def _turned(laid: _Group) -> _Group:
    """Swap across and down."""
    lots = tuple(replace(lot, x=lot.y, y=lot.x) for lot in laid.lots)
    return _Group(laid.height, laid.width, lots)


def _columns(parts: Iterable[_Group], high: float) -> list[_Group]:
    """Put groups in the fewest columns that are no higher than that."""
    columns: list[list[_Group]] = [[]]
    for part in parts:
        if sum(each.height + GAP for each in columns[-1]) + part.height > high:
            columns.append([])
        columns[-1].append(part)
    return [_down(column, GAP) for column in columns]
