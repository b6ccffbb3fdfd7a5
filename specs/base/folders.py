"""Where this user's own files are kept, following each system's custom."""

from collections.abc import Callable
from pathlib import Path

NAME = "tideline"


def user_data() -> Path:
    """Return the folder of this user's games, which may not exist yet. Raises SpecError if none is known."""
    from platformdirs import user_data_path

    return _known(user_data_path, "HOME or XDG_DATA_HOME as a full path, or another place with --db")


def user_settings() -> Path:
    """Return the folder of this user's settings, which may not exist yet. Raises SpecError if none is known."""
    from platformdirs import user_config_path

    return _known(user_config_path, "HOME or XDG_CONFIG_HOME as a full path")


def _known(found: Callable[..., Path], expected: str) -> Path:
    try:
        folder = found(NAME, appauthor=False, roaming=True)
    except RuntimeError:
        folder = Path()
    if not folder.is_absolute():  # without a home it would be a folder called ~ in the current one
        from specs.base.errors import bad

        raise bad("missing-file", "", "no folder of yours is known here", expected)
    return folder
