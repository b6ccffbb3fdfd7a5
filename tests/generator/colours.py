"""How a picture looks in grey and to eyes without one kind of cone, and how far two colours differ."""

from math import atan2, cos, degrees, exp, hypot, radians, sin

import numpy as np

# Viénot, Brettel and Mollon 1999 for missing red and green cones; Brettel's half-plane for blue, as one matrix.
# They act on linear RGB.
SIMULATIONS = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritanopia": ((1.01354, 0.14268, -0.15622), (-0.01181, 0.87561, 0.13619), (0.07707, 0.81208, 0.11085)),
}


def linear(srgb: np.ndarray) -> np.ndarray:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def simulated(srgb: np.ndarray, kind: str) -> np.ndarray:
    """An image (height × width × 3, 0 to 1) as linear RGB as such eyes see it; `grey` for a black-and-white print."""
    light = linear(srgb)
    if kind == "grey":
        return np.repeat((light @ np.array([0.2126, 0.7152, 0.0722]))[..., None], 3, axis=-1)
    return np.clip(light @ np.array(SIMULATIONS[kind]).T, 0, 1)


def lab(colour: tuple[float, float, float], kind: str = "") -> tuple[float, float, float]:
    """CIE L*a*b* of an sRGB colour (0 to 1) as such eyes see it, for the white of D65."""
    srgb = np.array([[colour]])
    (((red, green, blue),),) = simulated(srgb, kind) if kind else linear(srgb)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """ΔE2000 of two colours in CIE L*a*b*, after Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    grey = 0.5 * (1 - ((m := ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7) / (m + 25**7)) ** 0.5)
    pairs = ((a * (1 + grey), b) for a, b in ((a1, b1), (a2, b2)))
    (c1, h1), (c2, h2) = ((hypot(a, b), degrees(atan2(b, a)) % 360) for a, b in pairs)
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    t = 1 + sum(size * cos(radians(times * hue + off)) for size, times, off in waves)
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / (20 + (light - 50) ** 2) ** 0.5)
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * (c1 * c2) ** 0.5 * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bent = 2 * (chroma**7 / (chroma**7 + 25**7)) ** 0.5 * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return float((dl**2 + dc**2 + dh**2 - bent * dc * dh) ** 0.5)
