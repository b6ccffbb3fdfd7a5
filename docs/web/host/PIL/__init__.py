"""The parts of Pillow that a game's pictures need, under its names: a browser's Python has no Pillow.

Files are read and written in JavaScript, by static/pictures.mjs, which the worker registers as `pictures`. It has
already converted what is rotated, in other colours or of another kind before a file is opened here.
"""


class UnidentifiedImageError(OSError):
    """A file that is not a picture."""
