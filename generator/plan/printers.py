"""Named printer profiles in the user's configuration folder: how far a printer's backs miss their fronts.

A profile is a correction of the backs, in mm and degrees as seen from the back: `x_mm` to the right, `y_mm` down,
`skew_degrees` clockwise about the page's centre. It also has the length that 100 mm were printed at, across and down,
which is corrected on both sides; and the margins that the printer cannot reach, as seen from the front. All of these
are read off the calibration page.

From the readings of a printer's swatches it finds players' colours that merge, and text that sinks into its ground.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from msgspec import DecodeError, Raw, Struct, json
from msgspec.structs import replace

from generator.draw.colour.vision import Tones, distance, lightness, printed, tones
from generator.draw.geometry import geometry as geo
from generator.draw.scene import WHITE, Colour, Image, Matrix, Node, Path as Drawn, Segment, Shaded, Text
from generator.draw.walk import walk
from generator.faces.faces import Faces
from generator.plan.options import numbers
from specs.base.errors import Fault, SpecError, bad
from specs.base.files import alone, read, replace_text
from specs.base.folders import user_settings
from specs.base.json_values import decoded
from specs.model.colours import players_colour
from specs.model.component import PagedText
from specs.model.document import Document
from specs.read.typed import did_you_mean

FILE = "printers.json"
STORED = "a printer stored by `generator calibrate --set`"
MAX_BYTES = 1_000_000
# Larger readings are mistakes: the calibration scales end at 8 mm.
MOST_MM = 20.0
MOST_DEGREES = 5.0
LEAST_100_MM, MOST_100_MM = 95.0, 105.0
MORE_SCALED = "mm; more than that is the print dialog's scaling"
MOST_MARGIN = 50.0
EXPECTED_COLOURS = "twelve whole numbers: dark 1 to 8, half 1 to 9, light 1 to 8, of each row"
_NAME = re.compile(r"^[\w][\w .-]{0,39}\Z")


class Profile(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One printer's correction; `Profile()` changes nothing."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    skew_degrees: float = 0.0
    across_100_mm: float = 100.0
    down_100_mm: float = 100.0
    margins_mm: tuple[float, float, float, float] | None = None  # left, top, right, bottom, if measured
    colours: tuple[int, ...] = ()

    @property
    def scale(self) -> tuple[float, float]:
        """Return the scale at which 100 mm come out as 100 mm."""
        return 100 / self.across_100_mm, 100 / self.down_100_mm


def check(name: str, profile: Profile, place: str) -> Profile:
    """Return the profile, if name and figures are plausible. Raises SpecError, its faults placed at `place`."""
    if not _NAME.match(name):
        raise bad("wrong-value", place, f"the printer's name '{name}'", "letters, digits, spaces, '.', '-', '_'")
    for figures, least, most, found, expected in (
        ((profile.x_mm, profile.y_mm), -MOST_MM, MOST_MM, "{:g} mm", "mm"),
        ((profile.skew_degrees,), -MOST_DEGREES, MOST_DEGREES, "{:g} degrees", "degrees"),
        ((profile.across_100_mm, profile.down_100_mm), LEAST_100_MM, MOST_100_MM, "{:g} mm for 100 mm", MORE_SCALED),
        (profile.margins_mm or (), 0, MOST_MARGIN, "a margin of {:g} mm", "mm"),
    ):
        for figure in figures:
            if not least <= figure <= most:  # also refuses nan
                raise bad("out-of-range", place, found.format(figure), f"between {least:g} and {most:g} {expected}")
    if profile.colours and tones(profile.colours) is None:
        raise bad("wrong-value", place, "numbers that no page of swatches has", EXPECTED_COLOURS)
    return profile


def measured(
    reading: str, bottom: str | None, scale: str | None, margins: str | None, size: tuple[float, float]
) -> Profile:
    """Return a printer's profile from readings of the calibration page on paper of this size. Raises SpecError."""
    if bottom is None:
        expected = "X,Y or X,Y,SKEW: mm right, mm down, degrees clockwise, such as 1.5,-0.5"
        x, y, skew = (*numbers("--set", reading, (2, 3), expected), 0.0)[:3]
    else:
        from generator.sheets.handouts.calibration import correction

        expected = "X,Y: mm right, mm down, such as 1.5,-0.5"
        top = numbers("--set", reading, (2,), expected)
        low = numbers("--bottom", bottom, (2,), expected)
        x, y, skew = (round(figure, 3) for figure in correction((top[0], top[1]), (low[0], low[1]), *size))
    expected = "X,Y: what 100 mm across and down came out as, such as 99.6,100.2"
    across, down = (100.0, 100.0) if scale is None else numbers("--scale", scale, (2,), expected)
    if margins is None:
        return Profile(x, y, skew, across, down)
    expected = "L,T,R,B: mm from each edge, such as 4,4,4,12"
    left, top_edge, right, bottom_edge = numbers("--margins", margins, (4,), expected)
    return Profile(x, y, skew, across, down, (left, top_edge, right, bottom_edge))


def coloured(name: str, reading: str) -> Profile:
    """Return a printer's profile with readings of the page of swatches; its other values stay. Raises SpecError."""
    read_ = numbers("--set-colours", reading, (12,), EXPECTED_COLOURS)
    if any(figure != int(figure) for figure in read_):
        raise bad("wrong-value", "--set-colours", f"'{reading}'", EXPECTED_COLOURS)
    return replace(load().get(name, Profile()), colours=tuple(map(int, read_)))


def load(place: Path | None = None) -> dict[str, Profile]:
    """Load all profiles, by name. Raises SpecError for a file that `store` did not write."""
    file = (place or user_settings()) / FILE
    try:
        stored = decoded(read(file, MAX_BYTES), dict[str, Raw])
    except FileNotFoundError:
        return {}
    except (OSError, DecodeError) as error:
        what = f"{error.strerror}" if isinstance(error, OSError) else "no profiles"
        raise bad("wrong-file", str(file), what, "printer profiles; delete it to start afresh") from None
    return {name: check(name, _profile(name, data, file), str(file)) for name, data in stored.items()}


def _profile(name: str, data: Raw, file: Path) -> Profile:
    try:
        return decoded(bytes(data), Profile)
    except DecodeError:
        expected = "x_mm, y_mm, skew_degrees and the like, as numbers"
        raise bad("wrong-file", str(file), f"a broken profile '{name}'", expected) from None


def get(name: str, place: Path | None = None) -> Profile:
    """Return the named profile. Raises SpecError for an unknown one, with the names there are."""
    profiles = load(place)
    if name not in profiles:
        known = f"one of {', '.join(sorted(profiles))}" if profiles else STORED
        raise bad("unknown-name", "--printer", f"no printer '{name}'", known, did_you_mean(name, profiles))
    return profiles[name]


def toned(name: str | None) -> Tones:
    """Return how the colours of a printer come out. Raises SpecError if that was not stored."""
    found = None if name is None else tones(get(name).colours)
    if found is None:
        what = "no --printer" if name is None else f"'{name}', of whose colours nothing is stored"
        expected = "a printer whose colours `generator calibrate --set-colours` stored"
        raise bad("missing-key", "--printer", what, expected)
    return found


def store(name: str, profile: Profile, place: Path | None = None) -> Path:
    """Add or replace a profile; return the file. Raises SpecError for a bad name, figure or file, and OSError."""
    where = place or user_settings()
    check(name, profile, "--set")
    where.mkdir(parents=True, exist_ok=True)
    file = where / FILE
    with alone(where):  # without the lock, one of two simultaneous changes would be lost
        before = load(where)
        if not profile.colours and name in before:  # the page of swatches and the page of scales are stored separately
            profile = replace(profile, colours=before[name].colours)
        kept = before | {name: profile}
        text = json.format(json.encode(dict(sorted(kept.items()))), indent=2).decode()
        replace_text(file, f"{text}\n")
    return file


# ---- what a printer's colours do to a game -------------------------------------------------------


APART = 12.0  # CIE 1976: least distance of two players' colours across a table
READ = 25.0  # of L*: least contrast of letters with their ground
Area = tuple[list[list[tuple[float, float]]], Colour | None]


def merging(document: Document, printer: str) -> list[Fault]:
    """Return warnings of colours that a printer merges, also of those that every printer does. Raises SpecError for an
    unknown printer, or one without colours."""
    rows = toned(printer)
    return [*_players(document, rows), *_texts(document, rows)]


def _players(document: Document, rows: Tones) -> Iterator[Fault]:
    spec = document.spec
    known: dict[str, Colour] = {}
    for name in spec.players.colours:
        try:
            known[name] = players_colour(spec, name)
        except KeyError:  # an unused name
            continue
    for (one, first), (other, second) in combinations(known.items(), 2):
        comes_out = distance(printed(first, rows), printed(second, rows))
        if comes_out < APART:
            found = f"{one} and {other}, {comes_out:.0f} apart on this printer, {distance(first, second):.0f} as drawn"
            expected = f"players' colours at least {APART:.0f} apart"
            yield document.warning("colours-alike", ("players", "colours"), found, expected)


def _texts(document: Document, rows: Tones) -> Iterator[Fault]:
    """Yield a warning of text that sinks into its ground, once for each pair of colours in a component."""
    faces = Faces(document, frozenset())
    for name, pieces in document.pieces.items():
        seen: set[tuple[Colour, Colour]] = set()
        for piece in () if isinstance(document.spec.components[name], PagedText) else pieces:
            try:
                sides = [scene for scene in (faces.front(piece), faces.back(piece)) if scene is not None]
            except SpecError:
                continue
            for text, ground in (each for scene in sides for each in grounded(scene.nodes)):
                if text.fill is None or (text.fill, ground) in seen:
                    continue
                seen.add((text.fill, ground))
                apart = abs(lightness(printed(text.fill, rows)) - lightness(printed(ground, rows)))
                if apart < READ and text.outline is None:
                    drawn = abs(lightness(text.fill) - lightness(ground))
                    what = f"'{text.text[:30]}' on '{piece.id}'"
                    found = f"{what}, {apart:.0f} of lightness from its ground on this printer"
                    expected = f"at least {READ:.0f}; as drawn it is {drawn:.0f}"
                    yield document.warning("colours-alike", ("components", name), found, expected)


def grounded(nodes: Sequence[Node]) -> Iterator[tuple[Text, Colour]]:
    """Yield each text with the colour under its middle, if that is a single one."""
    areas: list[Area] = []
    texts: list[tuple[Text, Matrix, int]] = []
    for node, matrix, _ in walk(nodes):
        match node:
            case Drawn(segments, paint) if paint.fill is not None:
                areas.append((_lines(segments, matrix), paint.fill if paint.opacity == 1 else None))
            case Shaded(segments, paint) if paint.fill is not None:
                areas.append((_lines(segments, matrix), None))
            case Image(x, y, width, height):
                areas.append((_lines(geo.rectangle(x, y, width, height), matrix), None))
            case Text():
                texts.append((node, matrix, len(areas)))
    for text, matrix, below in texts:
        x, y, width, height = geo.text_box(text)
        middle = geo.apply(matrix, x + width / 2, y + height / 2)
        ground = next((colour for lines, colour in reversed(areas[:below]) if geo.inside(middle, lines)), WHITE)
        if ground is not None and text.opacity == 1:
            yield text, ground


def _lines(segments: Sequence[Segment], matrix: Matrix) -> list[list[tuple[float, float]]]:
    return list(geo.flatten(geo.transform(segments, matrix), 4))
