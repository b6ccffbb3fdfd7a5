"""The printer: a game's spec to sheets to print, cut and play. This is its door for other programs.

Nothing is printed to a terminal and nobody is asked; what is wrong is raised as `SpecError`, all of it at once.

>>> from generator import build, face, load
>>> deck = load("docs/examples/deck/deck.yaml")
>>> len(deck.pieces["cards"])
54

Behind it lie the command line (`cli`), what it may be asked for (`options`, `settings`), and the rooms a page passes
through: `draw`, `faces`, `sheets` and `handouts`, `formats`. What is not named here may change from version to version.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["Built", "Document", "Face", "Fault", "Options", "SpecError", "build", "face", "load"]

if TYPE_CHECKING:
    from generator.api import Face, build, face, load
    from generator.building.build import Built
    from generator.plan.options import Options
    from specs.base.errors import Fault, SpecError
    from specs.model.document import Document

_HOMES = {
    "generator.building.build": ("Built",),
    "generator.api": ("Face", "build", "face", "load"),
    "generator.plan.options": ("Options",),
    "specs.model.document": ("Document",),
    "specs.base.errors": ("Fault", "SpecError"),
}


def __getattr__(name: str) -> object:
    """A name of the door, loaded when it is first used: the command line needs few of them."""
    for home, names in _HOMES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(home), name))
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
