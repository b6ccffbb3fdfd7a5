"""What is wrong with a spec's `table:`: names that are not there, zones that cannot be laid out, expressions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from specs import counting, expr
from specs.document import Document, KeyPath
from specs.explain import did_you_mean, many
from specs.ground.errors import Fault
from specs.kit import BASE, FIELDS, LIES, MOST_PIECES, OF_TURN, WORDS, called, texts, words_of, zones_of
from specs.reporter import Reporter
from specs.table_schema import MOST_CELLS, MOST_RADIUS, ScoreRow, TableRules, TableZone

MOST_PLACES, MOST_PLAYERS = 4_000, 12
MOST = {"zones": 40, "counters": 30, "dice": 40, "buttons": 40}


def table_faults(document: Document) -> Iterator[Fault]:
    """All faults of `table:`, in the order of the schema; none where there is none."""
    if document.spec.table != TableRules():
        yield from _Table(document).run()


class _Table:
    def __init__(self, document: Document) -> None:
        self.spec, self.rules, self.document = document.spec, document.spec.table, document
        self.report = Reporter(document)
        self.fault, self.unknown = self.report.fault, self.report.unknown
        self.zones = zones_of(self.spec.setup, self.rules)
        self.fields = {key for pieces in document.pieces.values() for piece in pieces for key in piece.row}
        self.counters = {"score", *self.rules.counters}

    def run(self) -> Iterator[Fault]:
        rules = self.rules
        for key, most in MOST.items():
            if len(getattr(rules, key)) > most:
                yield self.fault(("table", key), f"{len(getattr(rules, key))} {key}", f"at most {most}")
        yield from self.names()
        for name, zone in rules.zones.items():
            yield from self.zone(zone, ("table", "zones", name))
        for name, counter in rules.counters.items():
            least, most_ = counter.min, counter.max
            if (least is not None and counter.start < least) or (most_ is not None and counter.start > most_):
                found = f"start: {counter.start}"
                yield self.fault(("table", "counters", name), found, "a start within min and max")
        for goes, name in rules.goes.items():
            if name not in self.zones:
                yield self.unknown(("table", "goes", goes), "zone", name, self.zones)
        for index, word in enumerate(rules.turn.passes):
            yield from self.word(word, ("table", "turn", "passes", index))
        for name, line in rules.buttons.items():
            for part in line.split("/"):
                first = part.split()[0] if part.split() else ""
                yield from self.word(first, ("table", "buttons", name), buttons=False)
        for index, row in enumerate(rules.score):
            yield from self.row(row, ("table", "score", index))
        for index, rule in enumerate(rules.refuse):
            if rule.word is not None:
                yield from self.word(rule.word, ("table", "refuse", index, "word"))
        for index, name in enumerate(rules.end.ties):
            if name not in self.counters:
                yield self.unknown(("table", "end", "ties", index), "counter", name, self.counters)
        for path, text, braces in texts(rules):
            yield from self.expression(path, text, braces)
        if (pieces := len(words_of(self.document))) > MOST_PIECES:
            yield self.fault(("table",), many(pieces, "piece"), f"at most {MOST_PIECES:,} at a table")
        people = min(self.spec.players.max, MOST_PLAYERS)
        places = sum(len(zone.cells or "1") * (people if zone.each else 1) for zone in self.zones.values())
        if places > MOST_PLACES:
            yield self.fault(("table", "zones"), many(places, "place"), f"at most {MOST_PLACES:,}")

    def names(self) -> Iterator[Fault]:
        """Zones, counters, dice, buttons and the words of turns share one set of names."""
        taken: dict[str, str] = dict.fromkeys(WORDS, "a word of turns")
        taken |= dict.fromkeys(("score", *BASE), "there already")
        for kind in ("zones", "counters", "dice", "buttons"):
            for name in getattr(self.rules, kind):
                if name in taken:
                    yield self.fault(("table", kind, name), f"'{name}', which is {taken[name]}", "another name")
                taken[name] = f"one of the {kind}"

    def word(self, word: str, path: KeyPath, *, buttons: bool = True) -> Iterator[Fault]:
        known = {*WORDS, *self.counters, *(self.rules.buttons if buttons else ())}
        if word.lower() not in known:
            expected = "a word of turns or a counter" if not buttons else "a word of turns, a counter or a button"
            yield self.fault(path, f"unknown word '{word}'", expected, did_you_mean(word, known))

    def zone(self, zone: TableZone, path: KeyPath) -> Iterator[Fault]:
        yield from self.size(zone, path)
        for key in ("holds", "place", "start"):
            for index, name in enumerate(getattr(zone, key)):
                if name not in self.spec.components:
                    place = index if key == "holds" else name
                    yield self.unknown((*path, key, place), "component", name, self.spec.components)
        for name, field in zone.start.items():
            if not zone.each:
                yield self.fault((*path, "start"), "'start' of a zone for all", "each: true")
            if name in self.document.pieces and not any(field in p.row for p in self.document.pieces[name]):
                yield self.unknown((*path, "start", name), "field", field, self.fields)
        if zone.fill is not None and zone.fill not in self.zones:
            yield self.unknown((*path, "fill"), "zone", zone.fill, self.zones)
        if zone.board is not None and zone.board not in self.spec.components:
            yield self.unknown((*path, "board"), "component", zone.board, self.spec.components)
        for name, spot in zone.spots.items():
            for beside in spot.to:
                if beside not in zone.spots:
                    yield self.unknown((*path, "spots", name, "to"), "spot", beside, zone.spots)

    @staticmethod
    def wanted(zone: TableZone) -> str:
        """What a zone's size should be; empty where it is so."""
        match zone.lay, zone.size:
            case "grid", (columns, rows):
                fine = min(columns, rows) >= 1 and columns * rows <= MOST_CELLS
                return "" if fine else f"at most {MOST_CELLS:,} cells, 1 or more each way"
            case "grid", _:
                return "size: [columns, rows] of a grid"
            case "hex", int() as radius:
                return "" if 1 <= radius <= MOST_RADIUS else f"a radius from 1 to {MOST_RADIUS}"
            case "hex", _:
                return "size: its radius of a hex"
            case _, (_, _):
                return "one number, or lay: grid"
            case _, int() as number:
                return "" if 1 <= number <= MOST_PIECES else f"a number from 1 to {MOST_PIECES:,}"
        return ""

    def size(self, zone: TableZone, path: KeyPath) -> Iterator[Fault]:
        if wanted := self.wanted(zone):
            size = "no size" if zone.size is None else f"size: {zone.size}"
            yield self.fault((*path, "size"), size, wanted)
        if bool(zone.spots) and zone.lay != "spots":
            yield self.fault((*path, "spots"), "spots of another lay", "lay: spots")
        if len(zone.spots) > MOST_CELLS:
            yield self.fault((*path, "spots"), many(len(zone.spots), "spot"), f"at most {MOST_CELLS:,}")

    def row(self, row: ScoreRow, path: KeyPath) -> Iterator[Fault]:
        given = [key for key in ("points", "each", "value") if getattr(row, key) is not None]
        if len(given) != 1:
            yield self.fault(path, f"a row of {' and '.join(given) or 'no points'}", "one of points, each, value")
        elif (row.value is None) != (not row.most):
            yield self.fault(path, "value or most alone", "both: value: EXPRESSION, most: [first, second]")
        elif row.of is None and (row.each is not None or row.where is not None):
            yield self.fault(path, "a row that counts pieces of no zone", "of: ZONE")
        if row.of is not None and row.of not in self.zones:
            yield self.unknown((*path, "of"), "zone", row.of, self.zones)

    def expression(self, path: KeyPath, text: str, braces: bool) -> Iterator[Fault]:
        place = ("table", *path)
        try:
            used = expr.names(text, counting.TABLE) if braces else expr.compile_expr(text, counting.TABLE).names
        except expr.ExprError as error:
            yield self.fault(place, error.found, error.expected)
            return
        known = self.known(path)
        for name in used:
            if name not in known:
                hint = did_you_mean(name, known)
                expected = "a zone's count or field, a counter, dice, or one of " + ", ".join(BASE)
                yield self.fault(place, f"no '{name}' at this table", expected, hint)

    def known(self, path: KeyPath) -> Collection[str]:
        """The names an expression can use, by where it stands."""
        counted = {f"{zone}.{field}" for zone in self.zones for field in ("count", *self.fields)}
        components = {f"box.{called(name)}" for name in self.spec.components}
        found = {*BASE, *self.counters, *self.rules.dice, *counted, *components}
        match path:
            case "buttons", _:
                return found | self.fields | {"it"}
            case "refuse", _, _:
                return found | {*OF_TURN, *(f"moved.{field}" for field in self.fields)}
            case "score", int() as index, _ if self.rules.score[index].of is not None:
                around = {f"{where}.{field}" for where in LIES for field in (*self.fields, "component")}
                return found | self.fields | around | {*FIELDS, "n"}
        return found
