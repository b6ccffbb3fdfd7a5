"""Plane geometry: paths, clipping, offsetting, joining. mm, y downward."""
