"""Line styles on sheets and pieces: a solid line is cut, a dashed one folded, a grey area glued. mm."""

from generator.draw.scene import Colour, Paint

INK: Colour = (0.25, 0.25, 0.25)
GLUE: Colour = (0.87, 0.87, 0.87)  # grey of areas to glue
HAIR = 0.1  # width of a cut line
RULE = 0.15  # width of the ruler, of folds, of cuts that come first
CUT = Paint(stroke=INK, width=HAIR)
FOLD = Paint(stroke=INK, width=RULE, dash=(2, 1.5))
