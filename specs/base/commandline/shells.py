"""Whether a command line is about completion in a shell: only then does typer load what it has for that."""

from __future__ import annotations

import os
from collections.abc import Sequence

OPTIONS = ("--install-completion", "--show-completion", "--help")


def completing(arguments: Sequence[str], program: str) -> bool:
    """Whether a shell asks what Tab offers, or somebody how to have it."""
    return f"_{program.upper()}_COMPLETE" in os.environ or any(word in OPTIONS for word in arguments[:1])
