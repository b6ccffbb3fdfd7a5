"""The brightness of a table: shadows from a window's light, and darkness close to what stands there."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Field = NDArray[np.float32]
Vector = NDArray[np.float64]

SUN: Vector = np.array([-0.56, -0.50, 0.66])
SUN /= np.linalg.norm(SUN)
WARM, COOL = np.array([1.15, 1.0, 0.82], np.float32), np.array([0.86, 0.96, 1.12], np.float32)
SAMPLES, WINDOW = 28, 0.12  # points of the window, and how large it is
STEP = 0.6  # mm of each step towards the light
NEAR = ((2.2, 0.55), (7.0, 0.45))  # how far darkness reaches, and how much of it


def shades(height: Field, dots: float, standing: Sequence["Standing"]) -> Field:
    """Return the light on each point of a relief, three colours; `dots` are its points for a mm."""
    shadow = np.zeros_like(height)
    for at in range(SAMPLES):
        radius, turn = WINDOW * sqrt((at + 0.5) / SAMPLES), at * pi * (3 - sqrt(5))
        towards = SUN + np.array([radius * cos(turn), radius * 0.9 * sin(turn), radius * 0.4 * sin(turn)])
        shadow += _hard(height, dots, towards, standing)
    shadow = blur(shadow / SAMPLES, 0.8)
    dark = _near(height, dots, standing)
    sky, sun = 0.31 * (1 - 0.75 * dark), 0.78 * (1 - 0.96 * shadow)
    found: Field = sky[..., None] * COOL + sun[..., None] * WARM
    return found


def _hard(height: Field, dots: float, towards: Vector, standing: Sequence["Standing"]) -> Field:
    """Return 1 where a point of the window is hidden."""
    along, rise = towards[:2] / np.hypot(*towards[:2]), towards[2] / np.hypot(*towards[:2])
    hidden = np.zeros(height.shape, bool)
    for n in range(1, int(float(height.max()) / rise / STEP) + 2):
        x, y = (round(float(part) * n * STEP * dots) for part in along)
        hidden |= shifted(height, x, y) > height + n * STEP * rise
    image = Image.fromarray(hidden.astype(np.uint8) * 255)
    draw = ImageDraw.Draw(image)
    for one in standing:
        fall = -towards[:2] / towards[2]
        draw.polygon([tuple((one.ground(u) + fall * v) * dots) for u, v in one.shape], fill=255)
    return np.asarray(image, np.float32) / np.float32(255)


def _near(height: Field, dots: float, standing: Iterable["Standing"]) -> Field:
    """Return how much of the sky is hidden by higher things close by."""
    image = Image.new("L", height.shape[::-1])
    draw = ImageDraw.Draw(image)
    for one in standing:
        draw.line([tuple(one.ground(u) * dots) for u in (0.0, one.wide)], fill=255, width=max(1, round(3 * dots)))
    foot = np.asarray(image, np.float32) / 255
    dark = np.zeros_like(height)
    for reach, share in NEAR:
        above = np.clip((blur(height, reach * dots) - height) / 1.6, 0, 1)
        dark += share * np.maximum(above, blur(foot, reach * dots))
    return dark


class Standing:
    """A standing figure: its foot's left end, its direction, its outline as (along, up), and the height of its foot.
    All mm."""

    def __init__(self, at: Vector, turn: float, shape: Sequence[tuple[float, float]], foot: float) -> None:
        self.at, self.along = at, np.array([cos(turn), sin(turn)])
        self.shape, self.foot = shape, foot
        self.wide, self.high = (max(side) for side in zip(*shape, strict=True))

    def ground(self, along: float) -> Vector:
        found: Vector = self.at + self.along * along
        return found


def shifted(field: Field, x: int, y: int) -> Field:
    """Return a field shifted by a distance; 0 outside."""
    out = np.zeros_like(field)
    rows, columns = field.shape
    out[max(0, -y) : rows - max(0, y), max(0, -x) : columns - max(0, x)] = field[
        max(0, y) : rows + min(0, y), max(0, x) : columns + min(0, x)
    ]
    return out


def blur(field: NDArray[Any], sigma: float) -> Field:
    """Return a field of numbers or colours under a Gaussian blur, its edge continued."""
    reach = max(1, round(3 * sigma))
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / max(sigma, 1e-3)) ** 2).astype(np.float32)
    out = field.astype(np.float32)
    for axis in (0, 1):
        wide = np.pad(out, [(reach, reach) if n == axis else (0, 0) for n in range(out.ndim)], mode="edge")
        length, total = out.shape[axis], np.zeros_like(out)
        for n, tap in enumerate(taps / taps.sum()):
            total += tap * (wide[:, n : n + length] if axis else wide[n : n + length])
        out = total
    return out
