"""Pictures on faces: photographs, SVG artwork, icons, fills."""
