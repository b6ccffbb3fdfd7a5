"""A table as if photographed: pieces with thickness, light and shadow, from where they lie. Needs numpy.

`lying` finds the pieces, `relief` lays them on a table, `light` says how bright it is where, `camera` looks at it,
`develop` makes it a picture. The same table gives the same picture.
"""
