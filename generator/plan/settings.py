"""The options of a build applied to a game: on which papers, which of its pieces, under which print options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import cycle, islice
from pathlib import PurePath
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from generator.plan import options, printers
from generator.plan.options import Faults, Options, lying, names, number, paper
from generator.sheets.printable import Fixed, SheetOptions
from specs.base.errors import Fault, Place, Placed, SpecError, bad, hints
from specs.expand import expr
from specs.model.document import Document, Piece
from specs.model.schema import Spec
from specs.model.shapes.sizes import PAPERS
from specs.read.typed import did_you_mean

if TYPE_CHECKING:
    from generator.plan.print_shops.shop import Shop
    from generator.sheets.cutting_machines.machine import Machine

LEAST_AREA = 40.0  # mm that the margins must leave
RESOLVED = ("landscape", "margin", "offset")  # recorded in a manifest with their resulting values


Pieces = Mapping[str, tuple[Piece, ...]]


class Settings(Struct, frozen=True):
    """`given` are the options, with names in the spec's order and a seed's number of players filled in: by default the
    smallest. `components` are those to print, in the spec's order.

    `papers` are the papers' names, each with how it is printed on. With `whole` everything is printed, by default; else
    what `components` and the options for some pieces say.
    """

    given: Options
    papers: tuple[tuple[str, SheetOptions], ...]
    whole: bool
    components: tuple[str, ...]
    shop: Shop | None = None

    @property
    def sheet(self) -> SheetOptions:
        """Return how the first paper is printed on, which is the only one except for a build on several."""
        return self.papers[0][1]

    def record(self) -> dict[str, object]:
        """Return the options as a manifest records them, by name, and their effect on the first paper."""
        sheet, given = self.sheet, to_builtins(self.given)
        kept = {name: value for name, value in given.items() if name not in RESOLVED}
        read = {
            "paper": self.papers[0][0],
            "paper_mm": list(sheet.paper),
            "bleed": "spec" if self.given.bleed is None else self.given.bleed,
            "sheets": None if sheet.fixed is None else sheet.fixed.title,
            "shop": None if self.shop is None else self.shop.title,
            "profile": None if self.given.profile is None else PurePath(self.given.profile).name,
            "since": None if self.given.since is None else PurePath(self.given.since).name,
            "margin_mm": sheet.margin if sheet.margins is None else list(sheet.margins),
            "offset_mm": list(sheet.offset),
            "skew_degrees": sheet.skew,
            "scale": list(sheet.scale),
            "marks": sheet.marks,
            "cutter": None if sheet.cutter is None else to_builtins(sheet.cutter),
            "components": list(self.components),
        }
        return dict(sorted({**kept, **read}.items()))


def read(words: Mapping[str, object], document: Document) -> Settings:
    """Apply options, by name, to a game. Raises SpecError with all their faults."""
    faults, spec = Faults(), document.spec
    given = options.read(words, faults)
    papers = printed_on(given, faults)
    _check_setup(given, spec, faults, seeded=words.get("seed") is not None)
    shop = _shop(given, faults)
    if given.since is not None:
        _exclude(given, "since", ("seed", "layout"), faults)
    if given.faces == "round" and given.picture == "jpeg":
        expected = "--picture png, or --faces square"
        faults.add("conflict", "--picture", "jpeg, in which nothing is clear beyond a round cut", expected)
    if given.true_colours and not faults.found:
        faults.read(None, printers.toned, given.printer)
    components = tuple(spec.components)
    switched = faults.read((), names, "--option", given.options, tuple(spec.print_options), "option")
    only = faults.read((), names, "--only", given.only, components, "component")
    default = by_default(spec, switched)
    wanted = only if given.only else default
    none: Pieces = {}
    left = tuple(faults.read(none, chosen, document, wanted, given))
    players = spec.players.min if given.players is None and given.seed is not None else given.players
    if faults.found:
        raise SpecError(faults.found)
    given = replace(given, options=switched, players=players)
    return Settings(given, papers, wanted == default and given.all_pieces, left, shop)


def printed_on(given: Options, faults: Faults) -> tuple[tuple[str, SheetOptions], ...]:
    """Return each paper's name and how it is printed on; what is not given comes from the printer's profile."""
    fixed: Fixed | None = None
    if given.sheets is not None:
        from generator.sheets.layout.fixed import load as fixed_sheet

        fixed = faults.read(None, fixed_sheet, given.sheets)
    sizes = faults.read({"a4": PAPERS["a4"]}, lambda: dict(paper("--paper", word) for word in given.paper))
    sizes = {name: lying(size, given.landscape) for name, size in sizes.items()}
    if fixed is not None:
        known = {sides: name for name, sides in PAPERS.items()}
        sizes = {known.get(fixed.paper, f"{fixed.paper[0]:g}x{fixed.paper[1]:g}mm"): fixed.paper}
    machine = None if given.cutter is None else _machine(given, sizes, faults)
    if given.cutter is None and given.cut_offset is not None:
        faults.add("missing-key", "--cut-offset", "no --cutter", "a --cutter whose knife misses")
    profile = printers.Profile()
    if given.printer:
        profile = faults.read(profile, printers.get, given.printer)
    most = min(min(side for size in sizes.values() for side in size) / 2 - LEAST_AREA / 2, 50)
    sheet = SheetOptions(
        margin=faults.read(5.0, number, "--margin", given.margin or "5", 0, most),
        margins=profile.margins_mm if given.margin is None else None,
        scale=profile.scale,
        duplex=given.duplex,
        bleed=None if given.bleed == "outer" else given.bleed,
        outer=given.bleed == "outer",
        marks=given.marks or ("crop" if machine is None else "none"),
        pack=given.pack,
        marks_side=given.marks_side,
        offset=(profile.x_mm, profile.y_mm) if given.offset is None else given.offset,
        skew=profile.skew_degrees,
        fixed=fixed,
        cutter=machine,
    )
    return tuple((name, replace(sheet, paper=size)) for name, size in sizes.items())


def _shop(given: Options, faults: Faults) -> Shop | None:
    """Return the shop that files are for, or None, and report what cannot be combined with one, or without."""
    if given.shop is None:
        if given.profile is not None:
            faults.add("missing-key", "--profile", "no --shop", "a --shop whose press it is of")
        return None
    from generator.plan.print_shops.shop import load as shop

    _exclude(given, "shop", ("sheets", "cutter", "since", "seed", "layout", "true_colours"), faults)
    return faults.read(None, shop, given.shop)


def _exclude(given: Options, one: str, others: Sequence[str], faults: Faults) -> None:
    """Report the given options that one option excludes."""
    known = options.known()
    for name in others:
        if getattr(given, name) not in (None, False):
            faults.add("conflict", known[name].flag, f"a {known[one].flag} too", "one of the two")


def _machine(given: Options, sizes: Mapping[str, tuple[float, float]], faults: Faults) -> Machine | None:
    """Return the cutting machine, checked against the other options and the papers; None if it cannot be read."""
    from generator.sheets.cutting_machines.machine import load

    machine = faults.read(None, load, given.cutter or "")
    for option, word, wrong, why in (
        ("--marks", given.marks, "lines", "crop or none: no line may cross what a machine looks for"),
        ("--duplex", given.duplex, "gutterfold", "long-edge, short-edge or none: a folded sheet has no marks"),
        ("--sheets", given.sheets, given.sheets, "no --sheets beside --cutter: marks need room that places take"),
    ):
        if word is not None and word == wrong:
            faults.add("conflict", option, f"'{word}' with --cutter", why)
    if machine is None:
        return None
    from generator.sheets.marks import LEAST_FOOT, kept, strips

    left, top, right, bottom = machine.rim
    for size in sizes.values():
        least = min(size[0] - left - right, size[1] - top - bottom)
        if machine.across is not None and least > machine.across:
            expected = f"what {machine.title} can cut, {machine.across:g} mm across"
            faults.add("out-of-range", "--paper", f"{size[0]:g} × {size[1]:g} mm", expected)
        sheet = SheetOptions(paper=size, cutter=machine, marks_side=given.marks_side)
        foot = max(max(strip.width, strip.height) for _, strip in strips(sheet.area, kept(sheet)))
        if least < LEAST_AREA or foot < LEAST_FOOT:
            expected = f"paper on which {machine.title} leaves {LEAST_FOOT:g} mm for what a sheet's foot says"
            faults.add("out-of-range", "--paper", f"{size[0]:g} × {size[1]:g} mm", expected)
    return machine if given.cut_offset is None else replace(machine, offset=given.cut_offset)


def _check_setup(given: Options, spec: Spec, faults: Faults, *, seeded: bool) -> None:
    """Check players, seed and layout, which need one another."""
    players = given.players
    if players is not None and not spec.players.min <= players <= spec.players.max:
        faults.add("out-of-range", "--players", f"{players} players", f"{spec.players.min} to {spec.players.max}")
    if given.layout is not None:
        faults.read((), names, "--layout", (given.layout,), tuple(spec.setup.layouts), "layout")
    if players is not None and not seeded and not spec.setup.layouts:
        faults.add("missing-key", "--players", "no --seed", "a --seed to deal from")


def by_default(spec: Spec, switched: Sequence[str]) -> tuple[str, ...]:
    """Return the components printed with these print options if none is named."""
    env = {f"option.{name}": name in switched for name in spec.print_options}
    return tuple(name for name, part in spec.components.items() if part.when is None or expr.holds(part.when, env))


# ---- where not all pieces are printed ---------------------------------------------------------------


def chosen(document: Document, components: Sequence[str], given: Options) -> Pieces:
    """Return the pieces to print of some components, in order; components without any are left out.

    Raises SpecError for an id that no piece has, an unreadable condition, and if nothing is left.
    """
    found: dict[str, tuple[Piece, ...]] = {name: document.pieces[name] for name in components}
    if given.all_pieces:
        return found
    wanted = _named([piece for each in found.values() for piece in each], given.pieces)
    if wanted is not None:
        found = {name: tuple(piece for piece in pieces if piece.id in wanted) for name, pieces in found.items()}
    if given.where is not None:
        found = _meeting(found, given.where)
        if not any(found.values()):
            expected = "a condition that some piece meets"
            raise bad("unknown-piece", "--where", f"no piece with {given.where}", expected)
    if given.count is not None:
        found = {name: tuple(_copies(pieces, given.count)) for name, pieces in found.items()}
    return {name: pieces for name, pieces in found.items() if pieces}


def _named(pieces: Sequence[Piece], patterns: Sequence[str]) -> set[str] | None:
    """Return the ids that one of the patterns matches; None without patterns. Raises SpecError for one that matches
    none."""
    if not patterns:
        return None
    known = [piece.id for piece in pieces]
    found: set[str] = set()
    faults = []
    for pattern in patterns:
        here = {name for name in known if name == pattern or fnmatchcase(name, pattern)}
        if not here:
            first = f", such as {known[0]}" if known else ""
            expected = f"a piece's id{first}, or a pattern such as '*-01'"
            whole = pattern.rstrip("*-")
            component = any(piece.component == whole for piece in pieces)
            hint = f"--only {whole} prints all of a component" if component else did_you_mean(pattern, known)
            faults.append(Fault("unknown-piece", Place("--pieces"), f"no piece '{pattern}'", expected, hints(hint)))
        found |= here
    if faults:
        raise SpecError(faults)
    return found


def _meeting(found: Pieces, condition: str) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces that meet a condition; a piece without a field that the condition names does not. Raises
    SpecError for an unreadable condition, or a field that no piece has."""
    with Placed(lambda _: Place("--where"), ()):
        names = expr.compile_expr(condition).names
        envs = {name: [(piece, _env(piece)) for piece in pieces] for name, pieces in found.items()}
        fields = {field for pairs in envs.values() for _, env in pairs for field in env}
        for field in names:
            if field not in fields:
                expected = f"one of {', '.join(sorted(fields))}"
                raise bad("unknown-field", "--where", f"no field '{field}'", expected, did_you_mean(field, fields))
        return {
            name: tuple(piece for piece, env in pairs if names.keys() <= env.keys() and expr.holds(condition, env))
            for name, pairs in envs.items()
        }


def _env(piece: Piece) -> dict[str, object]:
    return {"component": piece.component, **piece.row, "id": piece.id, "n": piece.n}


def _copies(pieces: Sequence[Piece], count: int) -> Iterator[Piece]:
    """Yield `count` pieces of each row, repeating them if there are fewer."""
    rows: list[list[Piece]] = []
    for piece in pieces:
        if rows and rows[-1][0].row == piece.row and piece.n > rows[-1][-1].n:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in rows:
        yield from islice(cycle(row), count)
