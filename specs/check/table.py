"""Checks a spec's `play:`: unknown names, impossible zones, expressions."""

from collections.abc import Collection, Iterator

from specs.base.errors import Code, Fault, KeyPath
from specs.check.reporter import Reporter
from specs.expand import counting, expr
from specs.expand.table_kit import BASE, FIELDS, LIES, MOST_PIECES, OF_TURN, WORDS, called, texts, words_of, zones_of
from specs.model.document import Document
from specs.model.schema import MOST_CELLS, MOST_PLAYERS, ScoreRow, TableRules, TableZone
from specs.model.values import keyed
from specs.read.typed import did_you_mean

MOST_PLACES = 4_000
MOST_SAMPLES = 200
MOST = {"zones": 40, "counters": 30, "dice": 40, "buttons": 40}


def table_faults(document: Document) -> Iterator[Fault]:
    """Yield all faults of `play:`; none if the spec has no such section."""
    if document.spec.play != TableRules():
        yield from _Table(document).run()


class _Table:
    def __init__(self, document: Document) -> None:
        self.spec, self.rules, self.document = document.spec, document.spec.play, document
        self.report = Reporter(document)
        self.zones = zones_of(self.spec.setup, self.rules)
        self.fields = {key for pieces in document.pieces.values() for piece in pieces for key in piece.row}
        self.counters = {"score", *self.rules.counters}

    def fault(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "") -> Fault:
        return self.report.fault(code, ("play", *path), found, expected, hint)

    def run(self) -> Iterator[Fault]:
        rules = self.rules
        for path, what, count, most in self.bounds():
            if count > most:
                yield self.fault("over-limit", path, f"{count:,} {what}", f"at most {most:,} at a table")
        plain = {*WORDS, *self.counters}
        known: dict[str, Collection[str]] = {
            "component": self.spec.components,
            "zone": self.zones,
            "counter": self.counters,
            "word": plain | {*rules.buttons},
        }
        for path, kind, name in self.references():
            if name not in known[kind]:
                yield self.report.unknown(("play", *path), kind, name, known[kind])
        yield from self.names()
        for name, zone in rules.zones.items():
            yield from self.zone(zone, ("zones", name))
        for name, counter in rules.counters.items():
            low = counter.min is not None and counter.start < counter.min
            if low or (counter.max is not None and counter.start > counter.max):
                found = f"start: {counter.start}"
                yield self.fault("out-of-range", ("counters", name), found, "a start within min and max")
        for name, line in rules.buttons.items():
            for word in (next(iter(part.lower().split()), "") for part in line.split("/")):
                yield from self.report.named(("play", "buttons", name), "word", word, plain)
        for index, phase in enumerate(rules.turn.phases):
            if phase in rules.turn.phases[:index]:
                yield self.fault("duplicate", ("turn", "phases", index), f"'{phase}' twice", "each phase once")
        for index, row in enumerate(rules.score):
            yield from self.row(row, ("score", index))
        for path, text, braces in texts(rules):
            yield from self.expression(path, text, braces)

    def bounds(self) -> Iterator[tuple[KeyPath, str, int, int]]:
        """Yield each thing that is limited: its place, its kind, its number."""
        for key, most in MOST.items():
            yield (key,), key, len(getattr(self.rules, key)), most
        for name, zone in self.rules.zones.items():
            yield ("zones", name, "places"), "places", len(zone.places), MOST_CELLS
        yield (), "pieces", len(words_of(self.document)), MOST_PIECES
        people = min(self.spec.players.max, MOST_PLAYERS)
        places = sum(len(zone.cells or "1") * (people if zone.each else 1) for zone in self.zones.values())
        yield ("zones",), "places", places, MOST_PLACES

    def references(self) -> Iterator[tuple[KeyPath, str, str]]:
        """Yield each reference: its place, what it names, and of which kind."""
        rules = self.rules
        for key, zone in rules.zones.items():
            yield from ((("zones", key, "holds", n), "component", name) for n, name in keyed(zone.holds))
            yield from ((("zones", key, "start", name), "component", name) for name in zone.start)
            if zone.from_ is not None:
                yield ("zones", key, "from"), "zone", zone.from_
            if zone.board is not None:
                yield ("zones", key, "board"), "component", zone.board
        yield from ((("goes", str(word)), "zone", name) for word, name in rules.goes.items())
        yield from ((("turn", "after", n), "word", word.lower()) for n, word in enumerate(rules.turn.after))
        yield from ((("score", n, "from"), "zone", row.from_) for n, row in enumerate(rules.score) if row.from_)
        refused = ((n, rule.after) for n, rule in enumerate(rules.refuse) if rule.after)
        yield from ((("refuse", n, "after"), "word", named.lower()) for n, named in refused)
        for path, end in rules.placed_ends():
            yield from (((*path, "tie", n), "counter", name) for n, name in enumerate(end.tie))

    def names(self) -> Iterator[Fault]:
        """Check names: zones, counters, dice, buttons, phases and turn words share one set."""
        taken: dict[str, str] = dict.fromkeys(WORDS, "a word of turns")
        taken |= dict.fromkeys(("score", *BASE), "there already")
        for kind in ("zones", "counters", "dice", "buttons"):
            for name in getattr(self.rules, kind):
                if name in taken:
                    yield self.fault("duplicate", (kind, name), f"'{name}', which is {taken[name]}", "another name")
                taken[name] = f"one of the {kind}"

    def zone(self, zone: TableZone, path: KeyPath) -> Iterator[Fault]:
        for key, lay in (("grid", "grid"), ("radius", "hex"), ("places", "places")):
            given = bool(getattr(zone, key))
            if given != (zone.lay == lay) and (given or lay != "places"):
                found = f"'{key}' without lay: {lay}" if given else f"lay: {lay} without '{key}'"
                yield self.fault("conflict", path, found, "both, or neither")
        if zone.grid is not None and zone.grid[0] * zone.grid[1] > MOST_CELLS:
            found = f"{zone.grid[0] * zone.grid[1]:,} cells"
            yield self.fault("over-limit", (*path, "grid"), found, f"at most {MOST_CELLS:,}")
        if zone.start and not zone.per_player:
            yield self.fault("not-applicable", (*path, "start"), "'start' of a zone for all", "per_player: true")
        for name, field in zone.start.items():
            fields = {each for piece in self.document.pieces.get(name, ()) for each in piece.row}
            if fields and field not in fields:
                yield self.report.unknown(("play", *path, "start", name), "field", field, fields)
        for name, spot in zone.places.items():
            for beside in spot.to:
                yield from self.report.named(("play", *path, "places", name, "to"), "place", beside, zone.places)

    def row(self, row: ScoreRow, path: KeyPath) -> Iterator[Fault]:
        ranked = isinstance(row.points, tuple)
        given = [key for key in ("points", "value") if getattr(row, key) is not None]
        given = given[1:] if ranked and row.value is not None else given
        if len(given) != 1:
            found = f"a row of {' and '.join(given) or 'no points'}"
            yield self.fault("conflict", path, found, "points, or value")
        elif (ranked and row.value is None) or (row.from_ is None and row.value is not None and not ranked):
            found = "value or a list of points alone"
            expected = "both: value: EXPRESSION, points: [first, second]; or from: ZONE, value: EXPRESSION"
            yield self.fault("missing-key", path, found, expected)
        elif row.from_ is None and row.where is not None:
            yield self.fault("missing-key", path, "a row that counts pieces of no zone", "from: ZONE")
        elif isinstance(text := getattr(row, given[0]), str):
            yield from self.worth(text, self.samples(row), (*path, given[0]))

    def worth(self, text: str, samples: Iterator[dict[str, object]], path: KeyPath) -> Iterator[Fault]:
        """Report an expression that can never give a number."""
        found = ""
        for names in samples:
            try:
                value = counting.evaluate(text, names)
            except expr.ExprError as error:
                if error.name:
                    continue
                value = error.found
            if isinstance(value, int | float):
                return
            found = found or (f"{path[-1]}: {text}, which gives {expr.show(value)[:60]}" if value != "" else "")
        if found:
            yield self.fault("wrong-type", path, found, "a number")

    def samples(self, row: ScoreRow) -> Iterator[dict[str, object]]:
        """Yield what an expression of a score row may meet, as if pieces of one component lay everywhere: each count is
        1, a column has all their values, a single piece its own. Names of other kinds are left out."""
        counts = [*self.counters, "round", "players", "n", *(f"{zone}.count" for zone in self.zones)]
        numbers: dict[str, object] = dict.fromkeys(
            (*counts, *(f"box.{called(name)}" for name in self.spec.components)), 1
        )
        for pieces in self.document.pieces.values():
            rows = list({id(piece.row): piece.row for piece in pieces}.values())[:MOST_SAMPLES]
            columns = {field: tuple(row[field] for row in rows if field in row) for field in rows[0]} if rows else {}
            names = numbers | {f"{zone}.{field}": column for zone in self.zones for field, column in columns.items()}
            singles = rows if row.each_piece else ({} if row.from_ is None else columns,)
            yield from ({**names, **single} for single in singles)

    def expression(self, path: KeyPath, text: str, braces: bool) -> Iterator[Fault]:
        try:
            used = counting.names(text, braces)
        except expr.ExprError as error:
            yield self.fault(error.code, path, error.found, error.expected)
            return
        known = self.known(path)
        expected = "a zone's count or field, a counter, dice, or one of " + ", ".join(BASE)
        for name in used:
            if name not in known:
                found = f"no '{name}' at this table"
                yield self.fault("unknown-name", path, found, expected, did_you_mean(name, known))

    def known(self, path: KeyPath) -> Collection[str]:
        """Return the names an expression can use, by its place."""
        counted = {f"{zone}.{field}" for zone in self.zones for field in ("count", *self.fields)}
        components = {f"box.{called(name)}" for name in self.spec.components}
        found = {*BASE, *self.counters, *self.rules.dice, *counted, *components}
        match path:
            case "buttons", _:
                return found | self.fields | {"it"}
            case "refuse", _, _:
                return found | {*OF_TURN, *(f"moved.{field}" for field in self.fields)}
            case "score", int() as index, _ if self.rules.score[index].from_ is not None:
                around = {f"{where}.{field}" for where in LIES for field in (*self.fields, "component")}
                return found | self.fields | around | {*FIELDS, "n"}
        return found
