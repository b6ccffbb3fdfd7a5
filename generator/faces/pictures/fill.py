"""Fills of shapes: one colour, or the gradient of a spec, across the shape's own box. mm."""

from itertools import pairwise
from math import cos, hypot, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Gradient, Node, Paint, Path, Segments, Shaded, Stop
from generator.faces.pictures.artwork.tree import Undrawable
from specs.model.colours import Colour

SHORTEST = 1e-3  # of the drawing's units: a shorter gradient is an edge, of which only the far side shows
STEPS = 24  # straight pieces of a curve, to find its farthest point


class Fill(Struct, frozen=True):
    """A paint and, if its fill is a gradient, its stops from 0 to 1: linear at an `angle`, radial without one.

    The fill of the paint is then the gradient's mean.
    """

    paint: Paint
    stops: tuple[Stop, ...] = ()
    angle: float | None = None

    @property
    def visible(self) -> bool:
        return self.paint.fill is not None or self.paint.stroke is not None

    def nodes(self, segments: Segments) -> tuple[Node, ...]:
        """Return the nodes that paint a path: none, one, or two for a gradient with a line around it."""
        if not self.visible:
            return ()
        gradient = self.gradient(segments)
        if gradient is None:
            return (Path(segments, self.paint),)
        filled = Shaded(segments, replace(self.paint, stroke=None), gradient)
        return (filled,) if self.paint.stroke is None else (filled, Path(segments, replace(self.paint, fill=None)))

    def gradient(self, segments: Segments) -> Gradient | None:
        """Return the gradient over a path; None if the path has no area, or if there is no gradient."""
        box = geo.bounds(segments) if self.stops else None
        if box is None or min(box[2], box[3]) < SHORTEST:
            return None
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        if self.angle is None:
            far = max(hypot(px - x, py - y) for line in geo.flatten(segments, STEPS) for px, py in line)
            return Gradient((x, y, 0.0, x, y, far), self.stops)
        dx, dy = cos(radians(self.angle)), sin(radians(self.angle))
        half = (abs(dx) * box[2] + abs(dy) * box[3]) / 2  # to the corners, whatever the angle
        return Gradient((x - half * dx, y - half * dy, x + half * dx, y + half * dy), self.stops)


def normal(stops: list[Stop]) -> tuple[Stop, ...]:
    """Return stops that begin at 0 and end at 1; a single one stays single. Raises Undrawable."""
    if len(stops) < 2:
        return tuple(stops)
    found = list(stops)
    if found[0].at > 0:
        found.insert(0, replace(found[0], at=0.0))
    if found[-1].at < 1:
        found.append(replace(found[-1], at=1.0))
    # several stops at an end: the first is the colour before it, the last the one after; not all renderers handle both
    for ends in ([stop for stop in found if stop.at == 0], [stop for stop in found if stop.at == 1]):
        if any(stop != ends[0] for stop in ends):
            raise Undrawable("stops of two colours at an end of a gradient")
    return tuple(found)


def mean(stops: tuple[Stop, ...]) -> Colour:
    """Return the mean colour of a gradient."""
    total = [0.0, 0.0, 0.0]
    for low, high in pairwise(stops):
        for channel in range(3):
            total[channel] += (high.at - low.at) * (low.colour[channel] + high.colour[channel]) / 2
    red, green, blue = (min(1.0, max(0.0, part)) for part in total)
    return red, green, blue
