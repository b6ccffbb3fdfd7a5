"""Vector textures of areas: mosaic, hatching, dots, ripples; the same seed gives the same lines."""
