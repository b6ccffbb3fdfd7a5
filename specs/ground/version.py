"""Which version of the project this is, for `--version` of both programs."""

from __future__ import annotations

PROJECT = "tideline-press"


def version() -> str:
    """As it was installed; `not installed` where only its folders are here."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed(PROJECT)
    except PackageNotFoundError:
        return "not installed"
