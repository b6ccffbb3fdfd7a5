"""Develops the photograph: what the camera saw, in focus at its middle, with the tones of a print."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PIL import Image

from generator.exports.scenes.camera import Camera, View
from generator.exports.scenes.light import Field, blur, shades
from generator.exports.scenes.lying import Lying
from generator.exports.scenes.relief import Relief

SIZE = (1600, 1000)
FINER = 2  # pixels, across and down, whose mean is a pixel of the picture
DOTS, SHADED = 3000, 0.36  # pixels across the table, and the part of that resolution at which shadows are computed
BLURS = (0.0, 1.0, 2.0, 3.4, 5.0)  # pixels
EXPOSED = 1.14
DEPTH, SHARP = 9.0, 1.2  # how fast the picture blurs away from the middle, and how much of that is still sharp


def taken(pieces: Sequence[Lying]) -> Image.Image:
    """Return a photograph of pieces on a table."""
    relief = Relief(pieces, DOTS)
    dots = relief.dots * SHADED
    small = Image.fromarray(relief.height).resize(
        (round(relief.wide * dots), round(relief.high * dots)), Image.Resampling.BOX
    )
    lit = shades(np.asarray(small), dots, [figure.standing for figure in relief.figures])
    camera = Camera(relief, SIZE[0] * FINER, SIZE[1] * FINER)
    view = View(relief, lit, dots, camera)
    rows = view.light.reshape(SIZE[1], FINER, SIZE[0], FINER, 3).mean((1, 3))
    depth = view.depth.reshape(SIZE[1], FINER, SIZE[0], FINER).min((1, 3))
    return _toned(_sharp(rows, depth, camera.far))


def _sharp(light: Field, depth: Field, middle: float) -> Field:
    """Return the light, blurred where it is nearer or farther than the middle."""
    away = np.clip(np.abs(middle / depth - 1) * DEPTH - SHARP, 0, BLURS[-1]).astype(np.float32)
    away, out = blur(away, 3.0), light.copy()
    steps = [light, *(blur(light, sigma) for sigma in BLURS[1:])]
    for n, (low, high) in enumerate(pairwise(BLURS)):
        share = np.clip((away - low) / (high - low), 0, 1)[..., None]
        within = ((away >= low) & (away <= high))[..., None]
        out = np.where(within, steps[n] * (1 - share) + steps[n + 1] * share, out)
    return out


def _toned(light: Field) -> Image.Image:
    """Turn light into colours: bright areas glow a little, the corners are darker."""
    light = light * EXPOSED
    light = light + 0.25 * blur(np.clip(light - 0.75, 0, 1), 14.0)
    light = np.where(light > 0.7, 0.7 + 0.3 * (1 - np.exp(-(light - 0.7) / 0.3)), light)
    x, y = np.linspace(0, 1, SIZE[0])[None, :], np.linspace(0, 1, SIZE[1])[:, None]
    out = ((x - 0.47) / 0.72) ** 2 + ((y - 0.48) / 0.78) ** 2
    light = light * (1 - 0.34 * np.clip(out, 0, 1.3) ** 1.4)[..., None].astype(np.float32)
    colours = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-6) ** (1 / 2.4) - 0.055)
    return Image.fromarray((np.clip(colours, 0, 1) * 255 + 0.5).astype(np.uint8))
