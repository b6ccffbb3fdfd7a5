"""A package's door: names that are imported from their homes when they are first used, so that a door costs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

__all__ = ["named"]


def named(package: str, homes: Mapping[str, Sequence[str]], name: str) -> object:
    """A name from its home, by the names each home has. Raises AttributeError.

    >>> named("atlas", {"math": ("tau",)}, "tau") > 6
    True
    """
    for home, names in homes.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module '{package}' has no attribute '{name}'")
