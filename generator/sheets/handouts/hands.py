"""A slip for each dealt hand, to cut out and fold: the cards to take inside, the player's name outside. mm, y downward.

Slips never share a sheet with pieces that are kept: they are at the foot of the setup sheet, or on paper of their own.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec.structs import replace

from generator.draw.fonts.fonts import label, width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import UNREAD, WHITE, Font, Group, Node, Page, Paint, Path, Scene, Text
from generator.sheets import marks
from generator.sheets.area import Area, Slot
from generator.sheets.handouts.handout import Thumbnails, notation, waves
from generator.sheets.imposition.impose import impose
from generator.sheets.lettering import INK, fitted
from generator.sheets.printable import Foot, Item, Job, Printable, SheetOptions
from specs.base.languages import mark, say, say_many, word
from specs.expand.deal import Deal
from specs.model.document import Document, Piece

WIDTH, HEIGHT = 63.0, 50.0  # of a slip: fits in a hand, three beside each other
BETWEEN = 2.0  # between slips, with their marks
ABOVE, MOST = 6.0, 0.45  # gap of slips below the cut; largest part of a sheet they may take
RIM, GAP, HEAD = 3.5, 1.0, 12.0
TAKE = mark("Take these from the deck. Fold this side in.")
EDGE = (0.72, 0.72, 0.72)


def slips(document: Document, deal: Deal, pictures: Thumbnails, footer: Foot) -> Printable | None:
    """Return the slips as pieces to print; None if all hands are empty. Items raise SpecError as faces do."""
    if not any(deal.hands):
        return None
    draw = _Slip(document, deal, pictures, footer.others)
    return Printable(
        id="setup",
        title=say("Setup: hands"),
        width=WIDTH,
        height=HEIGHT,
        bleed=0.0,
        trim=geo.rectangle(0, 0, WIDTH, HEIGHT),
        lattice="square",
        count=len(deal.hands),
        backs=True,
        stock="paper",
        item=lambda n: Item(f"hand-{n + 1}", draw.inside(n + 1, deal.hands[n]), draw.outside(n + 1)),
        footer=footer,
    )


def room(slips: Printable, sheet: SheetOptions) -> float:
    """Return how much of a setup sheet's height its slips take; 0 if that is too much, or if such a sheet
    takes none."""
    high = _rows(slips, sheet) * (HEIGHT + BETWEEN) + ABOVE
    return high if sheet.duplex != "gutterfold" and high < MOST * sheet.area.height else 0.0


def below(page: Page, slips: Printable, sheet: SheetOptions) -> tuple[Page, ...]:
    """Return a setup sheet with its slips at the foot, to be cut off first, and their backs behind them. Raises
    SpecError."""
    whole, rows = sheet.area, _rows(slips, sheet)
    columns = ceil(slips.count / rows)
    foot = whole.y + whole.height - marks.BAND
    top = foot - room(slips, sheet)
    first = whole.x + (whole.width - columns * WIDTH - (columns - 1) * BETWEEN) / 2 + WIDTH / 2
    slots = tuple(
        Slot(
            first + (n % columns) * (WIDTH + BETWEEN),
            top + ABOVE + HEIGHT / 2 + n // columns * (HEIGHT + BETWEEN),
            0,
            (0.0,) * 4,
        )
        for n in range(slips.count)
    )
    cut = marks.numbered_cut(1, whole.x, top + 1, whole.x + whole.width, top + 1)
    free = Area(whole.x, top + 1, whole.width, foot - top - 1)
    job = Job(slips, sheet, free, None, slots, sheets=1, ground=(*page.nodes, Group(cut, tag=UNREAD)))
    front, *behind = impose([job])
    return replace(front, bookmarks=(*page.bookmarks, *front.bookmarks), words=True), *behind


def _rows(slips: Printable, sheet: SheetOptions) -> int:
    most = int((sheet.area.width - 2 * (marks.TICK + marks.AWAY) + BETWEEN) / (WIDTH + BETWEEN))
    return ceil(slips.count / max(most, 1))


class _Slip:
    def __init__(self, document: Document, deal: Deal, pictures: Thumbnails, others: tuple[Font, ...]) -> None:
        self.document, self.deal, self.pictures = document, deal, pictures
        names = ("Cinzel-Bold", "AlegreyaSans-Regular", "AlegreyaSans-Bold")
        self.display, self.plain, self.bold = (label(name, others) for name in names)

    def inside(self, player: int, hand: Sequence[Piece]) -> Scene:
        title = say("Player {n}: {cards}", n=player, cards=say_many("{n} card", "{n} cards", len(hand)))
        names = " ".join(notation(self.document, piece) for piece in hand)
        room = WIDTH - 2 * RIM - 4 - width(self.bold, title, 4)
        nodes: list[Node] = [
            Path(geo.rectangle(1, 1, WIDTH - 2, HEIGHT - 2, 1.5), Paint(stroke=EDGE, width=0.3)),
            Text(RIM, 6.3, title, self.bold, 4, INK),
            fitted(WIDTH - RIM, 6.3, names, self.bold, 3.6, room, "end"),
            fitted(RIM, 10, word(TAKE), self.plain, 2.9, WIDTH - 2 * RIM),
            *self.cards(hand, Area(RIM, HEAD, WIDTH - 2 * RIM, HEIGHT - HEAD - RIM)),
        ]
        return Scene((0, 0, WIDTH, HEIGHT), tuple(nodes), alt=f"{title}: {names}. {word(TAKE)}")

    def cards(self, hand: Sequence[Piece], area: Area) -> Iterator[Node]:
        """Draw the cards, at the same size on every slip: as large as the fullest hand allows, at most their
        own size."""
        scale, (wide, tall) = self.scale(area), self.most
        columns = max(1, int((area.width + GAP + 1e-6) / (scale * wide + GAP)))
        for index, piece in enumerate(hand):
            row, column = divmod(index, columns)
            x, y = area.x + column * (scale * wide + GAP), area.y + row * (scale * tall + GAP)
            yield self.pictures.draw(piece, x, y, scale * wide, scale * tall)

    @property
    def most(self) -> tuple[float, float]:
        """Return the width and height that hold any card of a hand."""
        components = self.document.spec.components
        sizes = {components[name].size_mm for name in {piece.component for hand in self.deal.hands for piece in hand}}
        return max((width for width, _ in sizes), default=1.0), max((height for _, height in sizes), default=1.0)

    def scale(self, area: Area) -> float:
        """Return the scale at which any hand's cards fit, in the number of rows that makes them largest."""
        wide, tall = self.most

        def share(count: int, rows: int) -> float:
            columns = ceil(count / rows)
            across, down = area.width - (columns - 1) * GAP, area.height - (rows - 1) * GAP
            return min(1.0, across / columns / wide, down / rows / tall)

        hands = [len(hand) for hand in self.deal.hands if hand]
        return min(max(share(count, rows) for rows in range(1, count + 1)) for count in hands)

    def outside(self, player: int) -> Scene:
        """Draw the back; once folded, one half names the player."""
        middle, low = WIDTH / 2, HEIGHT * 3 / 4
        label = geo.rectangle(middle - 27, low - 9, 54, 17, 2)
        game = say("{game}, seed {seed}", game=self.document.spec.title, seed=self.deal.seed)
        nodes: list[Node] = [
            waves(Area(0, 0, WIDTH, HEIGHT), self.deal.seed + player),
            Path(label, Paint(fill=WHITE, stroke=INK, width=0.3)),
            Text(middle, low - 0.5, say("Player {n}", n=player), self.display, 6, INK, "middle"),
            fitted(middle, low + 5.5, game, self.plain, 3.4, 48, "middle"),
            marks.fold_line(0, HEIGHT / 2, WIDTH, HEIGHT / 2),
        ]
        return Scene((0, 0, WIDTH, HEIGHT), tuple(nodes), alt=f"{say('Player {n}', n=player)}. {game}")
