"""How a picture looks to others: in grey, and to eyes that miss one kind of cone."""

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
