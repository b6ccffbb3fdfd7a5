"""What a shape is filled with beside one colour: colours that run into each other."""

# annotations that are values, not text: msgspec would compile each of them at every start

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from specs.model.values import Frozen, Num

MAX_STOPS = 64
_Part = Annotated[float, Meta(ge=0, le=1, extra_json_schema={"description": "a number from 0 to 1"})]


class ColourStop(Frozen, frozen=True, kw_only=True):
    """A colour, `at` a part of the way from 0 to 1, and how opaque it is there."""

    colour: str
    at: _Part | None = None
    opacity: _Part = 1


class Gradient(Frozen, frozen=True, kw_only=True):
    """Colours across the box of a shape: `linear` at an `angle`, from left to right at 0, downward at 90; or `radial`,
    from its middle to the farthest point of its outline. Exactly one of the two."""

    linear: tuple[str | ColourStop, ...] = ()
    radial: tuple[str | ColourStop, ...] = ()
    angle: Num | None = None

    @property
    def stops(self) -> tuple[ColourStop, ...]:
        """All of its stops, each with a place: the first at 0 and the last at 1, others as far apart as their
        neighbours let them be, where they say nothing."""
        found = [ColourStop(colour=each) if isinstance(each, str) else each for each in self.linear or self.radial]
        places = _placed([stop.at for stop in found])
        stops = zip(found, places, strict=True)
        return tuple(ColourStop(colour=stop.colour, at=place, opacity=stop.opacity) for stop, place in stops)


def _placed(given: Sequence[float | None]) -> list[float]:
    places = list(given)
    if not places:
        return []
    places[-1] = 1.0 if places[-1] is None else places[-1]
    places[0] = 0.0 if places[0] is None else places[0]
    found: list[float] = []
    for index, place in enumerate(places):
        if place is None:
            after = next(i for i in range(index, len(places)) if places[i] is not None)
            end, start = places[after] or 0.0, found[-1]
            place = start + (end - start) / (after - index + 1)  # those before it have theirs
        found.append(place)
    return found
