"""Styles of lines on sheets and pieces: a solid line is a cut, a dashed one a fold, a grey area is glued. mm."""

from generator.draw.scene import Colour, Paint

INK: Colour = (0.25, 0.25, 0.25)
GLUE: Colour = (0.87, 0.87, 0.87)  # what glue goes on
HAIR = 0.1  # the width of a cut line
RULE = 0.15  # of the ruler, of folds, of cuts that come first
CUT = Paint(stroke=INK, width=HAIR)
FOLD = Paint(stroke=INK, width=RULE, dash=(2, 1.5))
