"""Other people's SVG files as our own shapes, read by the standard and drawn as a browser would."""
