"""A camera above the front edge of a table: what each pixel shows, and how far away that is."""

from math import cos, pi, sin, tan

import numpy as np
from numpy.typing import NDArray

from generator.exports.scenes.light import COOL, SUN, WARM, Field, Vector
from generator.exports.scenes.relief import Figure, Relief, linear, wood

ANGLE = 31 * pi / 180  # from the left edge of the picture to its right one
TILT, ROUND = 37 * pi / 180, -14 * pi / 180  # how steeply it looks down, and from how far aside
FAR_OUT, NEAR_OUT = 1.12, 1.5  # how far outside the picture far and near corners may be: 1 is its edge
TALL = 0.8  # above and below the picture they may be farther out
STEPS, CLOSER = 14, 4  # steps along a ray from the highest piece to the table, and halvings of the last step
ROWS = 160  # rows of pixels computed at a time
EDGE = np.array([0.62, 0.55, 0.42], np.float32)  # of card, as light
WOODS = (900.0, 2.2)  # mm of wood before it is mirrored, and its pixels for a mm


class Camera:
    """A picture of `wide` × `high` pixels of a table's middle, close enough for the pieces to fill it."""

    def __init__(self, relief: Relief, wide: int, high: int) -> None:
        self.wide, self.high, self.length = wide, high, wide / 2 / tan(ANGLE / 2)
        left, top, right, bottom = relief.middle()
        aim = np.array([(left + right) / 2, (top + bottom) / 2, 0.0])
        self.ahead = np.array([-sin(ROUND) * cos(TILT), -cos(ROUND) * cos(TILT), -sin(TILT)])
        self.right = np.array([cos(ROUND), -sin(ROUND), 0.0])
        self.up = np.array([-sin(ROUND) * sin(TILT), -cos(ROUND) * sin(TILT), cos(TILT)])
        corners = [np.array([x, y, 0.0]) - aim for x in (left, right) for y in (top, bottom)]
        self.far = max(self._room(corner) for corner in corners)
        self.eye = aim - self.ahead * self.far

    def _room(self, corner: Vector) -> float:
        """Return the distance at which a corner of the table is as far out of the frame as allowed."""
        across, up, depth = (float(corner @ axis) for axis in (self.right, self.up, self.ahead))
        out = FAR_OUT if depth > 0 else NEAR_OUT
        return max(abs(across) / self.wide, abs(up) / self.high * TALL) * 2 * self.length / out - depth

    def rays(self, rows: range, columns: range) -> Field:
        """Return a ray for each pixel, scaled so that it goes 1 mm straight ahead."""
        x = ((np.arange(columns.start, columns.stop) + 0.5 - self.wide / 2) / self.length)[None, :, None]
        y = ((self.high / 2 - np.arange(rows.start, rows.stop) - 0.5) / self.length)[:, None, None]
        found: Field = (self.ahead + x * self.right + y * self.up).astype(np.float32)
        return found

    def seen(self, at: Vector) -> tuple[float, float, float]:
        """Return the pixel that shows a point, and its distance."""
        away = at - self.eye
        depth = float(away @ self.ahead)
        x, y = (self.length * float(away @ axis) / depth for axis in (self.right, self.up))
        return self.wide / 2 + x, self.high / 2 - y, depth


class View:
    """What a camera sees: light, and depth in mm, by pixel."""

    def __init__(self, relief: Relief, shades: Field, shade_dots: float, camera: Camera) -> None:
        self.relief, self.camera, self.shades, self.shade_dots = relief, camera, shades, shade_dots
        self.light = np.zeros((camera.high, camera.wide, 3), np.float32)
        self.depth = np.zeros((camera.high, camera.wide), np.float32)
        self.colours, self.covered = relief.table()
        self.wood = wood(WOODS[0], WOODS[0], WOODS[1])
        for top in range(0, camera.high, ROWS):
            self._table(range(top, min(camera.high, top + ROWS)))
        for figure in sorted(relief.figures, key=lambda one: float(one.standing.at[1])):
            self._figure(figure)

    # ---- what lies -----------------------------------------------------------------------------------

    def _table(self, rows: range) -> None:
        rays, eye = self.camera.rays(rows, range(self.camera.wide)), self.camera.eye.astype(np.float32)
        far, near = -eye[2] / rays[..., 2], (self.relief.height.max() - eye[2]) / rays[..., 2]
        before, hit = near.copy(), far.copy()
        found = np.zeros(far.shape, bool)
        for step in range(1, STEPS):
            t = near + (far - near) * np.float32(step / STEPS)
            inside = self._inside(rays, t) & ~found
            hit[inside] = t[inside]
            found |= inside
            before = np.where(found, before, t)
        for _ in range(CLOSER):
            middle = (before + hit) / 2
            inside = self._inside(rays, middle)
            hit, before = np.where(inside, middle, hit), np.where(inside, before, middle)
        x, y, z = (eye[n] + hit * rays[..., n] for n in range(3))
        own = _at(self.covered, x, y, self.relief.dots)[..., None]
        ground = _at(self.wood, _mirrored(x), _mirrored(y), WOODS[1], edge=True)
        colour = ground * (1 - own) + _at(self.colours, x, y, self.relief.dots) * own
        wall = (_nearest(self.relief.height, x, y, self.relief.dots) - z > 0.3)[..., None]
        self.light[rows.start : rows.stop] = np.where(wall, EDGE * 0.5, colour) * self._bright(x, y)
        self.depth[rows.start : rows.stop] = hit

    def _inside(self, rays: Field, t: Field) -> NDArray[np.bool_]:
        """Return whether points along rays are below the surface there."""
        x, y, z = (np.float32(self.camera.eye[n]) + t * rays[..., n] for n in range(3))
        found: NDArray[np.bool_] = _nearest(self.relief.height, x, y, self.relief.dots) >= z
        return found

    def _bright(self, x: Field, y: Field) -> Field:
        """Return the light on the table, which is weaker far from the window."""
        across, down = (x / self.relief.wide - 0.4) * 0.9, (y / self.relief.high - 0.45) * 0.75
        fall = np.clip(1.14 - across**2 * 0.9 - down**2 * 0.7, 0.3, 1.2)
        found: Field = _at(self.shades, x, y, self.shade_dots, edge=True) * fall[..., None]
        return found

    # ---- what stands ---------------------------------------------------------------------------------

    def _figure(self, figure: Figure) -> None:
        """Draw a figure: the layers of its paper from behind, the last with its picture."""
        one = figure.standing
        towards = np.array([-one.along[1], one.along[0]])
        lit = 0.92 + 0.3 * float(towards @ SUN[:2] + 0.45)
        paper = np.broadcast_to(EDGE, (*figure.mask.size[::-1], 3))
        for behind in (1.2, 0.9, 0.6, 0.3):
            self._upright(figure, -towards * behind, paper * 0.6)
        self._upright(figure, towards * 0.0, linear(np.asarray(figure.shown)) * lit)

    def _upright(self, figure: Figure, moved: Vector, colour: Field) -> None:
        one, camera = figure.standing, self.camera
        corner = np.array([*(one.at + moved), one.foot])
        along, normal = np.array([*one.along, 0.0]), np.array([-one.along[1], one.along[0], 0.0])
        seen = [camera.seen(corner + along * u + [0, 0, v]) for u in (0, one.wide) for v in (0, one.high)]
        (left, right), (top, bottom) = (
            (max(0, int(min(side)) - 1), min(most, int(max(side)) + 2))
            for side, most in zip(list(zip(*seen, strict=True))[:2], (camera.wide, camera.high), strict=True)
        )
        if left >= right or top >= bottom:
            return
        rays = camera.rays(range(top, bottom), range(left, right))
        t = (float((corner - camera.eye) @ normal) / (rays @ normal.astype(np.float32))).astype(np.float32)
        at = camera.eye.astype(np.float32) + t[..., None] * rays - corner.astype(np.float32)
        u, v = (at @ along.astype(np.float32)) / one.wide, at[..., 2] / one.high
        mask = np.asarray(figure.mask, np.float32) / np.float32(255)
        down, across = (1 - v) * (mask.shape[0] - 1), u * (mask.shape[1] - 1)
        shown = (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1) & (_at(mask, across, down, 1.0) > 0.5)
        depth = self.depth[top:bottom, left:right]
        shown &= t < depth + 0.5
        foot = np.clip(0.72 + 0.5 * v, 0, 1.04)[..., None]  # darker where it meets the table
        bright = (WARM * 0.62 + COOL * 0.38) * foot
        self.light[top:bottom, left:right][shown] = (_at(colour, across, down, 1.0) * bright)[shown]
        depth[shown] = t[shown]


def _at(field: Field, x: Field, y: Field, dots: float, *, edge: bool = False) -> Field:
    """Return a field's values at points, interpolated; outside they are 0, or as at its `edge`."""
    x, y = x * np.float32(dots) - np.float32(0.5), y * np.float32(dots) - np.float32(0.5)
    rows, columns = field.shape[:2]
    left, top = np.floor(x).astype(np.int32), np.floor(y).astype(np.int32)
    out: Field | None = None
    for down in (0, 1):
        for across in (0, 1):
            share = (x - left if across else 1 - x + left) * (y - top if down else 1 - y + top)
            found = field[np.clip(top + down, 0, rows - 1), np.clip(left + across, 0, columns - 1)]
            part = found * (share[..., None] if field.ndim > 2 else share)
            out = part if out is None else out + part
    assert out is not None
    if not edge:
        beyond = (x < -0.5) | (y < -0.5) | (x > columns - 0.5) | (y > rows - 0.5)
        out[beyond] = 0
    return out


def _mirrored(along: Field) -> Field:
    """Return the position along the wood: it continues beyond its end as in a mirror."""
    found: Field = np.abs((along + 300) % (2 * WOODS[0]) - WOODS[0])
    return found


def _nearest(field: Field, x: Field, y: Field, dots: float) -> Field:
    """Return a field's nearest value, 0 outside."""
    rows, columns = field.shape
    across, down = (x * dots).astype(np.int32), (y * dots).astype(np.int32)
    inside = (x >= 0) & (y >= 0) & (across < columns) & (down < rows)
    return np.where(inside, field[np.clip(down, 0, rows - 1), np.clip(across, 0, columns - 1)], 0)
