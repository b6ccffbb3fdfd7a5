"""Which version of the project this is: said here alone, for `--version`, the package's facts, and specs."""

from __future__ import annotations

VERSION = "0.2.0"


def ahead(asked: str) -> bool:
    """Whether a version such as 0.3 or 1.0.2 is later than this one."""
    return [int(part) for part in asked.split(".")] > [int(part) for part in VERSION.split(".")]
