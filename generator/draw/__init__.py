"""Drawing without paper: scenes in mm, and the geometry, fonts and text they are made of. It knows no spec and no file
format."""
