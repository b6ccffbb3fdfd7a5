"""Other commands of this program, each in a process of its own that ends with who waits for it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from specs.base.workers.sandbox import program

POLITE = 10  # how far one stands back for who draws


class Done(NamedTuple):
    """What a command came to: its status, and what it printed."""

    status: int
    out: bytes
    err: str


async def ran(arguments: Sequence[str], *, writes: bool = False) -> Done:
    """What `generator` comes to with these arguments; whether it writes files."""
    command, env = program("generator.cli.main")
    pipe, none = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    try:
        running = await asyncio.create_subprocess_exec(
            *command, *arguments, env=env, stdin=none, stdout=pipe, stderr=pipe
        )
    except OSError as error:
        return Done(2, b"", error.strerror or str(error))
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, running.pid, POLITE)
    try:
        out, err = await running.communicate()
    finally:
        if running.returncode is None:
            with suppress(ProcessLookupError):
                (running.terminate if writes else running.kill)()  # what writes takes away what it began
            await running.communicate()
    return Done(running.returncode or 0, out, err.decode("utf-8", "replace"))
