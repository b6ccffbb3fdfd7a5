"""Work in a process of its own, for libraries that a file can make take all the memory there is, or never end."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

_ROOM = Path(__file__).resolve().parents[3]  # from where this project's modules are imported


def run(module: str, given: bytes, seconds: float) -> subprocess.CompletedProcess[bytes]:
    """What a module of this project, run as a program, makes of its standard input. Raises TimeoutExpired."""
    command, env = program(module)
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=seconds, env=env)


def program(module: str) -> tuple[list[str], dict[str, str]]:
    """The command that runs a module of this project, whatever lies in the folder we happen to be in; and its
    environment."""
    paths = [str(_ROOM), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return [sys.executable, "-P", "-m", module], {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def bound(megabytes: int) -> None:
    """Lets this process take so much memory and leave no core behind, where the system can bound that."""
    with contextlib.suppress(ImportError):
        import resource

        for limit, most in ((resource.RLIMIT_AS, megabytes * 1_000_000), (resource.RLIMIT_CORE, 0)):
            soft, hard = resource.getrlimit(limit)
            if soft == resource.RLIM_INFINITY or soft > most:
                resource.setrlimit(limit, (most, hard))
