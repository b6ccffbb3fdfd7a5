"""Others' modules, loaded without what we have no use for: a program's start is a fifth shorter for it."""

from __future__ import annotations

import re
import sys
from typing import Any


class Late:
    """A pattern that is compiled when it is first used, and is then as fast as any."""

    def __init__(self, *given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(re.compile(*self._given), name)
        return found


def load_yaml() -> None:
    """Import PyYAML. Its reader compiles a pattern of all of Unicode, which libyaml's, by which specs are read, has no
    use for, and which takes longer than a small spec does. For the start of a program only, where nobody else compiles
    any meanwhile."""
    if "yaml" in sys.modules:
        return
    compiled = re.compile
    re.compile = Late  # type: ignore[assignment]
    try:
        import yaml  # noqa: F401
    finally:
        re.compile = compiled
