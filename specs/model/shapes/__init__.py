"""Standard sizes and outlines: trim sizes, nets, boxes, hexes. mm."""
