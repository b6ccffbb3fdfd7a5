"""Drawing without paper: scenes in mm, the geometry, fonts and text they are made of. Nothing here knows a spec or a
file format."""
