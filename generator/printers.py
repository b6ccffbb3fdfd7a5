"""Named printer profiles in the user's configuration folder: how far a printer's backs miss their fronts.

A profile is a correction of the backs, in mm and degrees as one looks at the back: `x_mm` to the right,
`y_mm` down, `skew_degrees` clockwise about the page's centre. The calibration page reads off just these.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from pathlib import Path

from msgspec import Struct, to_builtins

from specs.errors import Fault, SpecError
from specs.explain import did_you_mean
from specs.files import alone, replace_text
from specs.folders import earlier, user_settings

FILE = "printers.json"
# Beyond these a reading is a slip of the pen: the calibration scales end at 8 mm.
MOST_MM = 20.0
MOST_DEGREES = 5.0
_NAME = re.compile(r"^[\w][\w .-]{0,39}\Z")


class Profile(Struct, frozen=True):
    """One printer's correction; `Profile()` corrects nothing."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    skew_degrees: float = 0.0


def check(name: str, profile: Profile, place: str) -> Profile:
    """The profile, if name and figures can be meant. Raises SpecError, its faults placed at `place`."""
    if not _NAME.match(name):
        raise SpecError([Fault(place, 0, 0, f"the printer's name '{name}'", "letters, digits, spaces, '.', '-', '_'")])
    for figure, most, unit in (
        (profile.x_mm, MOST_MM, "mm"),
        (profile.y_mm, MOST_MM, "mm"),
        (profile.skew_degrees, MOST_DEGREES, "degrees"),
    ):
        if not isfinite(figure) or abs(figure) > most:
            raise SpecError([Fault(place, 0, 0, f"{figure:g} {unit}", f"between -{most:g} and {most:g} {unit}")])
    return profile


def load(place: Path | None = None) -> dict[str, Profile]:
    """All profiles, by name. Raises SpecError for a file that is not what `store` writes."""
    file = earlier((place or user_settings()) / FILE)
    try:
        data = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else "not JSON"
        raise SpecError([Fault(str(file), 0, 0, f"{what}", "printer profiles; delete it to start afresh")]) from None
    if not isinstance(data, dict):
        raise SpecError([Fault(str(file), 0, 0, "no profiles", "printer profiles; delete it to start afresh")])
    profiles: dict[str, Profile] = {}
    for name, figures in data.items():
        try:
            profile = Profile(**{key: float(value) for key, value in figures.items()})
        except (AttributeError, TypeError, ValueError):
            raise SpecError(
                [Fault(str(file), 0, 0, f"a broken profile '{name}'", "x_mm, y_mm and skew_degrees, as numbers")]
            ) from None
        profiles[name] = check(name, profile, str(file))
    return profiles


def get(name: str, place: Path | None = None) -> Profile:
    """The named profile. Raises SpecError for an unknown one, with the names there are."""
    profiles = load(place)
    if name not in profiles:
        known = (
            f"one of {', '.join(sorted(profiles))}" if profiles else "a printer stored by `generator calibrate --set`"
        )
        raise SpecError([Fault("--printer", 0, 0, f"no printer '{name}'", known, did_you_mean(name, profiles))])
    return profiles[name]


def store(name: str, profile: Profile, place: Path | None = None) -> Path:
    """Add or replace a profile; returns the file. Raises SpecError for a bad name, figure or file, and OSError."""
    where = place or user_settings()
    check(name, profile, "--set")
    where.mkdir(parents=True, exist_ok=True)
    file = where / FILE
    with alone(where):  # two that store at once both read what is there, and one would be lost
        kept = load(where) | {name: profile}
        replace_text(file, json.dumps({each: to_builtins(kept[each]) for each in sorted(kept)}, indent=2) + "\n")
    return file
