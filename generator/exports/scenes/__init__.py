"""Renders a table like a photograph: pieces with thickness, light and shadow, from their positions. Needs numpy.

`lying` finds the pieces, `relief` lays them on a table, `light` computes the brightness of each place, `camera` looks
at it, `develop` makes the picture. The same table gives the same picture.
"""
