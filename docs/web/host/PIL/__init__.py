"""As much of Pillow as a game's pictures need, under its names: a browser's Python has none.

Files are read and written in JavaScript, by static/pictures.mjs, which the worker registers as `pictures`. It has made
plain what is turned, of other colours or of another kind before a file is opened here.
"""


class UnidentifiedImageError(OSError):
    """A file that is no picture."""
