"""Where this user's own files are kept, by the custom of each system, under one name for all of the project."""

from __future__ import annotations

from pathlib import Path

NAME = "tideline"
OLDER = "tideline-press"  # what the folder of settings was called before; what lies there is still found


def user_data() -> Path:
    """The folder of what this user's games have become. It need not be there yet."""
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False, roaming=True)


def user_settings() -> Path:
    """The folder of this user's settings. It need not be there yet."""
    from platformdirs import user_config_path

    return user_config_path(NAME, appauthor=False, roaming=True)


def earlier(file: Path) -> Path:
    """The file, or, as long as it is not there, the same file in the folder's older place."""
    older = file.parent.with_name(OLDER) / file.name
    return older if file.parent.name == NAME and not file.exists() and older.exists() else file
