"""Other people's SVG files as our own shapes: what they say, read by the standard and drawn as a browser would."""
