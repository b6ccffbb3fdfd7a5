"""Checks a spec's `setup`: piles, tracks, open rows, hands and layouts that cannot be dealt.

Also checks components of pages: missing files, unknown styles, sides that they cannot have.
"""

from collections.abc import Iterator, Mapping

from specs.base.errors import Fault, KeyPath, Unfit, an
from specs.check.reporter import Reporter
from specs.model.component import SIDES, PagedText
from specs.model.document import Document
from specs.model.schema import ANY_PLAYERS, Board, Hands, Layout, OpenRow, Pile, Run
from specs.model.shapes import boards
from specs.read.typed import did_you_mean, many


def setup_faults(document: Document) -> Iterator[Fault]:
    """Yield all faults of `setup`, in the schema's order."""
    faults, setup = _Setup(document), document.spec.setup
    for name, pile in setup.piles.items():
        yield from faults.pile(name, pile)
    for name, runs in setup.runs.items():
        yield from faults.track(name, runs)
    for name, row in setup.open.items():
        yield from faults.open_row(name, row)
    for name, board in setup.boards.items():
        yield from faults.board(board, ("setup", "boards", name))
    for index, hands in enumerate(setup.hands):
        yield from faults.hands(index, hands)
    for name, layout in setup.layouts.items():
        yield from faults.layout(name, layout)
    for index, note in enumerate(setup.note):
        yield from faults.report.fields(note, ("setup", "note", index), {"players"})


class _Setup:
    def __init__(self, document: Document) -> None:
        self.document, self.spec, self.setup = document, document.spec, document.spec.setup
        self.report = Reporter(document)

    def pile(self, name: str, pile: Pile) -> Iterator[Fault]:
        path = ("setup", "piles", name)
        yield from self.report.named((*path, "from"), "component", pile.from_, self.spec.components)
        if pile.where is not None and pile.from_ in self.spec.components:
            yield from self.report.fields(pile.where, (*path, "where"), self.fields(name), condition=True)

    def fields(self, pile: str) -> set[str] | None:
        """Return the fields that an expression about a pile's pieces can use; None if the pieces are not known."""
        pieces = self.document.pieces.get(self.setup.piles[pile].from_, ()) if pile in self.setup.piles else ()
        return {"n", "id", "players", *pieces[0].row} if pieces else None

    def track(self, name: str, runs: Mapping[int, Run]) -> Iterator[Fault]:
        if not runs:
            found = "a track without a run"
            yield self.report.fault("empty", ("setup", "tracks", name), found, "{count: 10}, or several")
        parts = self.setup.tracks[name]
        for index, part in enumerate(parts):
            if index in runs:
                yield from self.run(name, index, runs[index])
            elif 0 < index < len(parts) - 1:
                found, expected = f"'{part}' inside a track", "names only at its two ends"
                yield self.report.fault("not-applicable", ("setup", "tracks", name, index), found, expected)

    def run(self, name: str, index: int, run: Run) -> Iterator[Fault]:
        path = ("setup", "tracks", name, index)
        yield from self.report.named((*path, "from"), "pile", run.from_, self.setup.piles)
        if (run.from_ is None) != (run.depth == 0):
            found = "a run with a pile or a depth alone"
            yield self.report.fault("missing-key", path, found, "both, or neither for empty spaces")

    def open_row(self, name: str, row: OpenRow) -> Iterator[Fault]:
        path = ("setup", "open", name)
        yield from self.report.named((*path, "from"), "pile", row.from_, self.setup.piles)
        fields = self.fields(row.from_)
        yield from self.report.fields(row.text, (*path, "text"), None if fields is None else {"i", *fields})

    def hands(self, index: int, hands: Hands) -> Iterator[Fault]:
        path = ("setup", "hands", index)
        yield from self.report.named((*path, "from"), "pile", hands.from_, self.setup.piles)
        most = self.spec.players.max
        if (fewest := min(hands.count, default=0)) < 0:
            yield self.report.fault("out-of-range", (*path, "count"), many(fewest, "piece"), "0 pieces or more")
        if len(hands.count) < most and self.spec.players != ANY_PLAYERS:
            found = many(len(hands.count), "hand")
            yield self.report.fault("wrong-count", (*path, "count"), found, f"one for each of {many(most, 'player')}")

    def board(self, board: Board, path: KeyPath) -> Iterator[Fault]:
        try:
            cells = boards.by_name(board)
        except Unfit as error:
            yield self.report.fault(error.code, (*path, "map"), error.found, error.expected)
            return
        for symbol in sorted({cell.symbol for cell in cells.values()} - set(board.legend)):
            yield self.report.unknown((*path, "map"), "symbol", symbol, board.legend)
        for symbol, ground in board.legend.items():
            yield from self.report.named((*path, "legend", symbol, "from"), "pile", ground.from_, self.setup.piles)
        for component, counts in board.start.items():
            yield from self.report.named((*path, "start", component), "component", component, self.spec.components)
            for players, starts in counts.items():
                for index, start in enumerate(starts):
                    if start not in cells:
                        place = (*path, "start", component, players, index)
                        hint = did_you_mean(start, cells)
                        yield self.report.fault("unknown-name", place, f"start '{start}'", "a cell of the board", hint)

    def layout(self, name: str, layout: Layout) -> Iterator[Fault]:
        path = ("setup", "layouts", name)
        if not layout.places:
            yield self.report.fault("empty", (*path, "places"), "a layout without places", "one place or more")
        least, most = self.spec.players.min, self.spec.players.max
        if not layout.players or not all(least <= players <= most for players in layout.players):
            found = f"players {', '.join(map(str, layout.players)) or 'none'}"
            yield self.report.fault("out-of-range", (*path, "players"), found, f"numbers from {least} to {most}")
        if len(set(layout.places)) < len(layout.places):
            yield self.report.fault("duplicate", (*path, "places"), "the same place twice", "each place once")
        numbers = list(map(str, layout.players))
        if layout.start and (missing := [number for number in numbers if number not in layout.start]):
            found = f"no starts for {', '.join(missing)} players"
            expected = "starts for each of 'players', or none at all"
            yield self.report.fault("wrong-count", (*path, "start"), found, expected)
        for players, starts in layout.start.items():
            if players not in numbers:
                found = f"starts for '{players}' players"
                expected = f"one of {', '.join(numbers)}, as 'players' says"
                yield self.report.fault("wrong-count", (*path, "start", players), found, expected)
            elif len(starts) != int(players):
                found = f"{many(len(starts), 'start')} for {many(int(players), 'player')}"
                yield self.report.fault("wrong-count", (*path, "start", players), found, "one for each player")
            for start in starts:
                if start not in layout.places:
                    found, expected = f"start {list(start)}", "one of the layout's places"
                    yield self.report.fault("unknown-name", (*path, "start", players), found, expected)


# ---- pages of texts ------------------------------------------------------------------------------


LEAST = 10.0  # mm of a column


def page_faults(reporter: Reporter, component: PagedText, path: KeyPath) -> Iterator[Fault]:
    """Yield the faults of a component of pages."""
    pages, document = component.pages, reporter.document
    place = (*path, "pages")
    for side, _ in component.faces():
        if side != "front":
            found = f"'{side}' on a component of pages"
            yield reporter.fault("not-applicable", (*path, *SIDES[side]), found, "front alone, which lies under each")
    if component.shape not in ("rectangle", "square"):
        yield reporter.fault("not-applicable", (*path, "shape"), f"pages on a {component.shape}", "a rectangle")
    if len(document.pieces.get(path[-1] if isinstance(path[-1], str) else "", ())) != 1:
        found = "more than one row of pages"
        yield reporter.fault("over-limit", (*path, "rows"), found, "no rows: a text is one piece")
    styles = document.spec.styles
    named = [("style", pages.style), ("caption", pages.caption), ("aside", pages.aside)]
    for key, style in named:
        yield from reporter.named((*place, key), "style", style, styles)
    for n, style in enumerate(pages.headings):
        yield from reporter.named((*place, "headings", n), "style", style, styles)
    for key, kind, name in (("from", "Markdown", pages.from_), ("fields", "YAML", pages.fields)):
        if name is not None:
            yield from reporter.file((*place, key), name, f"{an(kind)} file beside the spec")
    try:
        width, height = component.size_mm
    except KeyError:
        return  # an unknown size is a fault of its own
    left, top, right, bottom = pages.margins
    column = (width - left - right - pages.gap * (pages.columns - 1)) / pages.columns
    if column < LEAST or height - top - bottom < LEAST or min(pages.margins) < 0:
        found = f"columns of {column:.1f} × {height - top - bottom:.1f} mm"
        yield reporter.fault("out-of-range", (*place, "margin"), found, f"{LEAST:g} mm or more, both ways")
