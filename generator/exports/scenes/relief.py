"""A table seen from above: colours and heights of what lies on it, and the figures standing there. mm from its upper
left."""

from collections.abc import Sequence
from functools import cache
from math import pi
from random import Random
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from generator.draw.geometry.geometry import apply, inverse, multiply, rotation, scaling, translate
from generator.draw.scene import Matrix
from generator.exports.scenes.light import Field, Standing, blur
from generator.exports.scenes.lying import Lying, Prints

MARGIN = 14.0  # of the table around the pieces, with its own shadows
SHIFT, TURN = 0.18, 0.55  # how far a hand is off: mm, degrees
SLANT = 9.0  # degrees by which figures are turned, alternately either way
LEFT_OUT = 0.03  # part of the pieces, by area, that may lie outside the picture on each side
PLANK = 118.0  # mm, width of the table's planks
WOOD = np.array([[56, 36, 25], [112, 74, 48], [152, 110, 76]], np.float32)


class Figure(NamedTuple):
    """A figure: its place and direction, its picture, and the mask that cuts it out."""

    standing: Standing
    shown: Image.Image
    mask: Image.Image


class Relief:
    """Pieces laid on a table one after the other; it is `dots` pixels wide."""

    def __init__(self, pieces: Sequence[Lying], dots: float) -> None:
        flat = [one for one in pieces if not one.stands]
        corners = np.array([at for one in flat or pieces for at in one.outline])
        self.left, self.top = (float(side) - MARGIN for side in corners.min(0))
        self.wide, self.high = (float(side) + 2 * MARGIN for side in np.ptp(corners, 0))
        dots = dots / self.wide
        self.dots, self.prints = dots, Prints(pieces, dots)
        size = round(self.wide * dots), round(self.high * dots)
        self.colours, self.covered = Image.new("RGB", size), Image.new("L", size)
        self.height: Field = np.zeros(size[::-1], np.float32)
        self.figures = list[Figure]()
        by_hand = Random(len(pieces))
        self.usual = float(np.median([one.scale for one in flat])) if flat else 1.0  # on a table all have one scale
        for one in flat:
            self._lay(one, by_hand)
        self.flat = flat or list(pieces)
        for number, one in enumerate(one for one in pieces if one.stands):
            self._stand(one, (SLANT if number % 2 else -SLANT) * (0.3 + by_hand.random()))

    def _lay(self, one: Lying, by_hand: Random) -> None:
        """Lay a flat piece on what is below it; a small one is slightly crooked."""
        middle = np.array(one.outline).mean(0)
        loose = 0.0 if one.area > 0.3 * self.wide * self.high else 1.0
        off = [loose * (by_hand.random() * 2 - 1) for _ in range(3)]
        moved = multiply(translate(off[0] * SHIFT, off[1] * SHIFT), rotation(off[2] * TURN, *middle))
        to_dots = multiply(scaling(self.dots, self.dots), multiply(translate(-self.left, -self.top), moved))
        outline = [apply(to_dots, *at) for at in one.outline]
        xs, ys = zip(*outline, strict=True)
        left, top = int(min(xs)) - 1, int(min(ys)) - 1
        size = int(max(xs)) + 2 - left, int(max(ys)) + 2 - top
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in outline], fill=255)
        shown = self._shown(one, multiply(translate(-left, -top), multiply(to_dots, one.matrix)), size)
        self.colours.paste(shown, (left, top), mask)
        self.covered.paste(255, (left, top), mask)
        under, inside = self.height[top : top + size[1], left : left + size[0]], np.asarray(mask) > 0
        under[inside] = float(np.median(under[inside])) + one.thick * min(one.scale, self.usual)

    def _shown(self, one: Lying, matrix: Matrix, size: tuple[int, int]) -> Image.Image:
        """Return a face's pixels under a matrix."""
        print_ = self.prints.of(one.face)
        x, y, wide, high = one.face.box
        back = inverse(matrix)
        assert back is not None
        to_print = multiply(scaling(print_.width / wide, print_.height / high), multiply(translate(-x, -y), back))
        a, b, c, d, e, f = to_print
        return print_.transform(size, Image.Transform.AFFINE, (a, c, e, b, d, f), Image.Resampling.BICUBIC)

    def _stand(self, one: Lying, turn: float) -> None:
        """Stand a figure on the foot of its drawing, at the size of the ground below it."""
        xs, ys = zip(*one.outline, strict=True)
        foot_at = (min(xs) + max(xs)) / 2, max(ys)
        below = [piece.scale for piece in self.flat if piece.holds(*foot_at)]
        across = (below[-1] if below else one.scale) * one.component.size_mm[0]
        scale = across / (max(xs) - min(xs))
        x, y = foot_at[0] - self.left, foot_at[1] - self.top
        row, column = int(y * self.dots), int(x * self.dots)
        inside = 0 <= row < self.height.shape[0] and 0 <= column < self.height.shape[1]
        foot = float(self.height[row, column]) if inside else 0.0
        shape = [((px - min(xs)) * scale, (max(ys) - py) * scale) for px, py in one.outline]
        angle = turn * pi / 180
        half = np.array([np.cos(angle), np.sin(angle)]) * across / 2
        print_ = self.prints.of(one.face)
        mask, each = Image.new("L", print_.size), print_.width / one.face.box[2]
        back = inverse(one.matrix)
        assert back is not None
        cut = [apply(back, *at) for at in one.outline]
        ImageDraw.Draw(mask).polygon(
            [((u - one.face.box[0]) * each, (v - one.face.box[1]) * each) for u, v in cut], 255
        )
        box = mask.getbbox()
        self.figures.append(
            Figure(Standing(np.array([x, y]) - half, angle, shape, foot), print_.crop(box), mask.crop(box))
        )

    def middle(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of where most of the pieces are, by area."""
        found = []
        for axis, off in ((0, self.left), (1, self.top)):
            ends = sorted((at[axis] - off, one.area) for one in self.flat for at in one.outline)
            reached = np.cumsum([area / len(self.flat) for _, area in ends])
            found.append(
                [ends[int(np.searchsorted(reached, reached[-1] * part))][0] for part in (LEFT_OUT, 1 - LEFT_OUT)]
            )
        (left, right), (top, bottom) = found
        return left, top, right, bottom

    def table(self) -> tuple[Field, Field]:
        """Return the pieces' colours as linear light, and where they cover the table's wood, from 0 to 1."""
        return linear(np.asarray(self.colours)), np.asarray(self.covered, np.float32) / np.float32(255)


def linear(colours: "np.typing.NDArray[np.uint8]") -> Field:
    """Convert colours to linear light."""
    steps = np.arange(256, dtype=np.float32) / 255
    table = np.where(steps <= 0.04045, steps / 12.92, ((steps + 0.055) / 1.055) ** 2.4).astype(np.float32)
    found: Field = table[colours]
    return found


@cache
def wood(wide: float, high: float, dots: float) -> Field:
    """Return planks of wood as linear light: the same ones for every picture, since drawing them takes seconds."""
    columns, rows = int(wide * dots), int(high * dots)
    y = np.broadcast_to((np.arange(rows, dtype=np.float32) / dots)[:, None], (rows, columns))
    plank = (y / PLANK).astype(int)
    chance = Random(7)
    offs = np.array([[chance.random() * 90, chance.random() * 0.12 - 0.06] for _ in range(64)], np.float32)[plank % 64]

    def grain(along: float, across: float, seed: int) -> Field:
        coarse = max(1, round(min(along, across) * dots / 3))
        size = columns // coarse + 2, rows // coarse + 2
        noise = np.random.Generator(np.random.PCG64(seed)).standard_normal(size[::-1]).astype(np.float32)
        smooth = _along(noise, along * dots / coarse, across * dots / coarse)
        found = Image.fromarray(smooth / smooth.std()).resize(
            (size[0] * coarse, size[1] * coarse), Image.Resampling.BILINEAR
        )
        return np.asarray(found)[:rows, :columns]

    warp = grain(90, 9, 1) + 0.25 * grain(28, 3, 2)
    rings = np.sin((y * 0.17 + offs[..., 0] + warp * 2.1) * 2 * pi * 0.55)
    value = 0.55 + 0.11 * rings + 0.045 * grain(40, 0.8, 3) + 0.02 * grain(12, 0.5, 4) + offs[..., 1]
    value = np.clip(value - np.clip(grain(5, 0.4, 5) - 1.7, 0, 2) * 0.13, 0, 1)[..., None]
    colour = np.where(
        value < 0.5, WOOD[0] + (WOOD[1] - WOOD[0]) * value * 2, WOOD[1] + (WOOD[2] - WOOD[1]) * (value - 0.5) * 2
    )
    seam = np.exp(-((((y + 0.5) % PLANK) / 0.7) ** 2))[..., None]
    return linear(np.clip(colour * (1 - 0.6 * seam), 0, 255).astype(np.uint8))


def _along(noise: Field, across: float, down: float) -> Field:
    """Return noise that is stretched in one direction."""
    wide = Image.fromarray(noise)
    narrow = wide.resize((max(2, round(noise.shape[1] / across)), noise.shape[0]), Image.Resampling.BOX)
    drawn = narrow.resize((noise.shape[1], max(2, round(noise.shape[0] / down))), Image.Resampling.BICUBIC)
    return blur(np.asarray(drawn.resize(noise.shape[::-1], Image.Resampling.BICUBIC)), 1.0)
