"""Plane geometry: paths, clipping, growing, joining. mm, y downward."""
