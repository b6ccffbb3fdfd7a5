"""What a table needs of a spec to play it, as one frozen value: kinds of pieces, zones, counters, score, refusals.

`kit_of` makes it from any document, with or without `play:`. Its digest covers what a game in play depends on, and no
picture, text or size: a new picture changes no record.

>>> from specs.load import load
>>> kit = kit_of(load("atlantis"))
>>> kit.zones["path"].lay, len(kit.zones["path"].cells), kit.zones["hand"].see
('places', 53, 'own')
>>> decode(encode(kit)) == kit, len(kit.digest)
(True, 12)
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict, replace

from specs.base.json_values import decoded
from specs.base.languages import spoken
from specs.base.unfit import Unfit
from specs.expand import counting, expr
from specs.model import schema
from specs.model.component import Component, FoldedBox
from specs.model.document import Document, Piece
from specs.model.schema import Counter, SetupRules, TableRules, TableZone
from specs.model.shapes import boards, hexes
from specs.model.values import Frozen, Row

BOARD_MM = 160  # a longer component is a board
MOST_PIECES = 2_000
ALWAYS = {
    "hand": TableZone(per_player=True, lay="row", see="own"),
    "table": TableZone(),
    "discard": TableZone(),
    "box": TableZone(),
}
WORDS = (
    "play", "move", "take", "discard", "draw", "deal", "give", "add", "remove", "flip", "turn", "fill", "gather",
    "shuffle", "roll", "next", "round", "end", "found", "to", "from", "down", "into",
)  # fmt: skip
FIELDS = ("component", "cell", "row", "column")  # fields of a piece by its place
BASE = ("round", "phase", "name", "mine", "players")
OF_TURN = ("piece", "to", "near", "touching", "moved.count")
LIES = ("under", "beside", "group")
KEPT = ("dice", "goes", "turn", "buttons", "score", "refuse")  # sections of `play:` kept unchanged


class Kind(Frozen, frozen=True, kw_only=True):
    """Pieces that look the same, and their number; `fields` are those of their row that expressions use."""

    word: str
    component: str
    count: int
    fields: Row


class Zone(Frozen, frozen=True, kw_only=True):
    """A zone of the table. `cells` are its places in order, each with its neighbours: of a grid, a board, a track or
    named spots. Without cells, its pieces form one row or stack, the first or top first."""

    each: bool
    lay: Literal["heap", "stack", "row", "grid", "hex", "places"]
    see: Literal["all", "own", "none"]
    limit: int | None = None
    holds: tuple[str, ...] = ()
    place: Mapping[str, int] = {}
    fill: str | None = None
    start: Mapping[str, str] = {}
    cells: Mapping[str, tuple[str, ...]] = {}


class Kit(Frozen, frozen=True, kw_only=True, eq=False):
    """What the referee needs of a spec. `setup` identifies how it is dealt; `words` are its texts in other languages,
    by tag. Kits are equal if their digests are; words do not change it."""

    game: str
    kinds: tuple[Kind, ...]
    zones: Mapping[str, Zone]
    counters: Mapping[str, Counter]
    dice: Mapping[str, schema.Die]
    goes: Mapping[str, str]
    turn: schema.Turn
    buttons: Mapping[str, str]
    score: tuple[schema.ScoreRow, ...]
    refuse: tuple[schema.Refusal, ...]
    end: tuple[schema.End, ...]
    setup: str
    digest: str = ""
    words: Mapping[str, Mapping[str, str]] = {}

    def said(self, text: str) -> str:
        """Say a text of the spec in the current language, or in its own if that has no words for it."""
        tongue = spoken()
        return text if tongue is None else self.words.get(tongue.language, {}).get(text, text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kit) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)


def encode(kit: Kit) -> str:
    """Encode a kit as text, to be kept with a game: its digest covers the first line; the second holds the words."""
    lines = [msgspec.json.encode(replace(kit, digest="", words={})), msgspec.json.encode(kit.words)]
    return b"\n".join(lines if kit.words else lines[:1]).decode()


def decode(text: str) -> Kit:
    """Decode a kit. Raises ValueError for any other text."""
    try:
        plain, _, words = text.partition("\n")
        kit = decoded(plain, Kit)
        said = decoded(words or "{}", dict[str, dict[str, str]])
        return replace(kit, digest=sha256(plain.encode()).hexdigest()[:12], words=said)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None


def kit_of(document: Document, texts_in: Mapping[str, Mapping[str, str]] | None = None) -> Kit:
    """Make the kit of a checked spec; `texts_in` has its texts in other languages. Raises Unfit if the spec holds more
    than a table takes."""
    spec = document.spec
    words = words_of(document)
    rules = spec.play
    zones = zones_of(spec.setup, rules)
    used = {name.rpartition(".")[2] for name in names(rules) if not name.endswith(".count")} | starts(rules)
    found: dict[str, Kind] = {}
    for piece, word in words:
        fields = {key: value for key, value in piece.row.items() if key in used}
        count = found[word].count + 1 if word in found else 1
        found[word] = Kind(word=word, component=piece.component, count=count, fields=fields)
    if len(words) > MOST_PIECES:
        raise Unfit("over-limit", f"{len(words):,} pieces", f"at most {MOST_PIECES:,} at a table")
    kept: dict[str, Any] = {key: getattr(rules, key) for key in KEPT}
    counters = {"score": Counter(per_player=True), **rules.counters}
    kinds, dealt = tuple(found.values()), _dealing(spec.setup)
    kept |= {"kinds": kinds, "zones": zones, "counters": counters, "end": rules.ends}
    kit = Kit(game=spec.game, setup=dealt, words=texts_in or {}, **kept)
    return decode(encode(kit))


def _dealing(setup: SetupRules) -> str:
    """Return a few letters that change when another setup is dealt; titles and notes change nothing."""
    plain = replace(
        setup,
        piles={name: replace(pile, title="") for name, pile in setup.piles.items()},
        tracks={name: tuple(runs.values()) for name, runs in setup.runs.items()},
        open={name: replace(row, title="", text="", note="") for name, row in setup.open.items()},
        boards={name: replace(board, note="") for name, board in setup.boards.items()},
        hands=tuple(replace(hands, title="") for hands in setup.hands),
        note=(),
    )
    return sha256(msgspec.json.encode(plain)).hexdigest()[:12]


# ---- pieces ----------------------------------------------------------------------------------------


def is_piece(component: Component) -> bool:
    """Return whether a component lies on the table as pieces: not a sheet, box or board, and nothing printed only on
    request."""
    if (
        component.print.page
        or component.when is not None
        or (isinstance(component, FoldedBox) and component.is_tuckbox)
    ):
        return False
    return max(component.size_mm) <= BOARD_MM


def words_of(document: Document) -> list[tuple[Piece, str]]:
    """Return each piece of a spec with its kind's word: its `notation`, else its id without the copy's number; with the
    component's name before it if the word is taken. In the spec's order."""
    dealt = {pile.from_ for pile in document.spec.setup.piles.values()}
    taken = {each.lower() for each in (*zones_of(document.spec.setup, document.spec.play), *WORDS)}
    taken |= {*document.spec.play.counters, *document.spec.play.dice, *document.spec.play.buttons, "score"}
    found: list[tuple[Piece, str]] = []
    owners: dict[str, str] = {}
    for name, component in document.spec.components.items():
        if name not in dealt and not is_piece(component):
            continue
        for _, group in groupby(document.pieces.get(name, ()), key=lambda piece: id(piece.row)):
            copies = list(group)
            for piece in copies:
                word = re.sub(r"[^A-Za-z0-9_-]", "-", _word(component, piece, len(copies)))[:40]
                while (
                    word.lower() in taken or not re.search("[A-Za-z]", word) or owners.get(word.lower(), name) != name
                ):
                    word = f"{name}-{word}"
                owners[word.lower()] = name
                found.append((piece, word))
    return found


def _word(component: Component, piece: Piece, copies: int) -> str:
    if component.notation is not None:
        try:
            return expr.render(component.notation, {**piece.row, "n": piece.n, "id": piece.id})
        except expr.ExprError:
            pass  # it uses something that only a game's own referee knows
    return re.sub(rf"-0*{piece.n}\Z", "", piece.id) if copies > 1 else piece.id


# ---- zones -----------------------------------------------------------------------------------------


def called(name: str) -> str:
    """Turn a name of `setup:` into a zone's name."""
    return re.sub(r"[^a-z0-9_]", "_", name.lower())[:24]


def piles_of(setup: SetupRules) -> dict[str, str]:
    """Return the zone of each pile: under its own name, or beside what is laid out from it under that name."""
    areas = [each.to for each in setup.hands if each.to]
    others = {called(name) for name in (*setup.open, *setup.tracks, *setup.boards, *areas)}
    return {name: called(name) if called(name) not in others else f"{called(name)[:19]}_pile" for name in setup.piles}


def zones_of(setup: SetupRules, rules: TableRules) -> dict[str, Zone]:
    """Return all zones: those of `setup:`, the ones every table has, and those of `play:`."""
    given = {
        zone: TableZone(lay="stack", see="none", holds=(setup.piles[name].from_,))
        for name, zone in piles_of(setup).items()
    }
    given |= {called(name): TableZone(lay="row", see="all") for name in setup.open}
    given |= {called(each.to): TableZone(per_player=True, lay="row") for each in setup.hands if each.to}
    for name in (*setup.tracks, *setup.boards):
        given[called(name)] = TableZone(lay="places")
    given |= {name: zone for name, zone in ALWAYS.items() if name not in given}
    cells: dict[str, Mapping[str, tuple[str, ...]]]
    cells = {called(name): _track(sum(run.count for run in runs.values())) for name, runs in setup.runs.items()}
    cells |= {called(name): boards.neighbours(board) for name, board in setup.boards.items()}
    for name, zone in rules.zones.items():
        said = {key: value for key, value in asdict(zone).items() if value not in (None, (), {})}
        given[name] = replace(given.get(name, TableZone()), **said)
    return {name: _zone(zone, cells.get(name, {})) for name, zone in given.items()}


def _zone(zone: TableZone, cells: Mapping[str, tuple[str, ...]]) -> Zone:
    return Zone(
        each=bool(zone.per_player),
        lay=zone.lay or "heap",
        see=zone.see or "all",
        limit=zone.max,
        holds=tuple(zone.holds),
        place=zone.holds if isinstance(zone.holds, dict) else {},
        fill=zone.from_,
        start=zone.start,
        cells=cells or _cells(zone),
    )


def _cells(zone: TableZone) -> Mapping[str, tuple[str, ...]]:
    """Return a zone's places, each with its neighbours clockwise from the right."""
    match zone.lay, zone.grid or zone.radius:
        case "grid", (int() as columns, int() as rows) if columns * rows <= schema.MOST_CELLS:
            places = {(x, y): f"{hexes.letters(x).upper()}{y + 1}" for y in range(rows) for x in range(columns)}
            steps: Iterable[hexes.Cell] = ((1, 0), (0, 1), (-1, 0), (0, -1))
        case "hex", int() as radius if radius <= schema.MOST_RADIUS:
            reach, steps = range(-radius, radius + 1), hexes.DIRECTIONS
            disc = [(q, r) for r in reach for q in reach if abs(q + r) <= radius]
            places = {cell: hexes.name((cell[0] + radius, cell[1] - radius)) for cell in disc}
        case "places", _:
            return {name: spot.to for name, spot in zone.places.items()}
        case _:
            return {}
    return {
        name: tuple(places[beside] for step in steps if (beside := hexes.add(at, step)) in places)
        for at, name in places.items()
    }


def _track(spaces: int) -> dict[str, tuple[str, ...]]:
    return {str(n): tuple(str(m) for m in (n + 1, n - 1) if 1 <= m <= spaces) for n in range(1, spaces + 1)}


def starts(rules: TableRules) -> set[str]:
    """Return the fields that say with which player pieces start."""
    return {field for zone in rules.zones.values() for field in zone.start.values()}


# ---- the names that expressions use ----------------------------------------------------------------


def texts(rules: TableRules) -> Iterator[tuple[tuple[str | int, ...], str, bool]]:
    """Yield every expression of `play:` with its path of keys; true marks one inside the braces of a text."""
    for name, line in rules.buttons.items():
        yield ("buttons", name), line, True
    for index, row in enumerate(rules.score):
        for key in ("points", "where", "value"):
            if (value := getattr(row, key)) is not None and not isinstance(value, tuple):
                yield ("score", index, key), str(value), False
    for index, rule in enumerate(rules.refuse):
        yield ("refuse", index, "when"), rule.when, False
        yield ("refuse", index, "text"), rule.text, True
    for path, end in rules.placed_ends():
        if end.when is not None:
            yield (*path, "when"), end.when, False


def names(rules: TableRules) -> set[str]:
    """Return all names that the expressions of `play:` use; unreadable ones are skipped."""
    found: set[str] = set()
    for _, text, braces in texts(rules):
        with suppress(expr.ExprError):
            found |= {*counting.names(text, braces)}
    return found
