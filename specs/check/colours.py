"""Colours and gradients that cannot be painted."""

from __future__ import annotations

from collections.abc import Iterator

from specs.base.errors import Fault
from specs.base.unfit import KeyPath
from specs.check.reporter import Reporter
from specs.model.colours import CSS, colour
from specs.model.paint_schema import MAX_STOPS, Gradient
from specs.read.typed import did_you_mean


def colour_faults(report: Reporter, name: str | None, path: KeyPath) -> Iterator[Fault]:
    """A colour that is neither in the palette nor one of CSS."""
    if name is None or name == "none" or "{" in name:
        return
    try:
        colour(report.document.spec.palette, name)
    except KeyError:
        hint = did_you_mean(name, (*report.document.spec.palette, *CSS))
        expected = "a palette name, #rrggbb or a CSS colour"
        yield report.fault("unknown-colour", path, f"unknown colour '{name}'", expected, hint, name)


def paint_faults(report: Reporter, paint: str | Gradient | None, path: KeyPath) -> Iterator[Fault]:
    """A colour or a gradient that cannot be painted."""
    if not isinstance(paint, Gradient):
        yield from colour_faults(report, paint, path)
        return
    if bool(paint.linear) == bool(paint.radial):
        found = "a gradient of both" if paint.linear else "a gradient of no colours"
        yield report.fault("wrong-gradient", path, found, "linear or radial, with its colours")
        return
    if paint.radial and paint.angle is not None:
        yield report.fault("wrong-gradient", (*path, "angle"), "an angle of a radial gradient", "linear, or no angle")
    way: KeyPath = (*path, "linear" if paint.linear else "radial")
    stops, farthest = paint.stops, 0.0
    if not 2 <= len(stops) <= MAX_STOPS:
        found = "one colour" if len(stops) == 1 else f"{len(stops)} colours"
        yield report.fault("out-of-range", way, found, f"2 to {MAX_STOPS}")
        return
    for index, (given, stop) in enumerate(zip(paint.linear or paint.radial, stops, strict=True)):
        place = (*way, index) if isinstance(given, str) else (*way, index, "colour")
        yield from colour_faults(report, stop.colour, place)
        if stop.colour == "none":
            yield report.fault("wrong-gradient", place, "'none' in a gradient", "a colour; opacity: 0 for one not seen")
        at = None if isinstance(given, str) else given.at
        if at is not None and at < farthest:
            yield report.fault(
                "wrong-gradient", (*way, index, "at"), f"at: {at:g} behind {farthest:g}", "places that rise"
            )
        farthest = max(farthest, at or 0.0)
    places = [stop.at for stop in stops]
    for index, end in ((1, 0), (-2, 1)):
        if places[index] == end:  # not all that draw know which of the two goes on beyond it
            yield report.fault(
                "wrong-gradient", (*way, index % len(places)), f"two colours at {end:g}", "one at each end"
            )
