"""Other commands of this program, each in a worker that ends with who waits for it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial
from importlib import import_module
from io import StringIO
from typing import NamedTuple

from specs.base.workers.pool import WorkerLost, WorkerPool

POLITE = 10  # how far a worker stands back for who draws


class Done(NamedTuple):
    """What a command came to: its status, and what it printed."""

    status: int
    out: str
    err: str


async def ran(arguments: Sequence[str]) -> Done:
    """What `generator` comes to with these arguments. Whoever stops waiting ends it, and what it began is removed."""
    try:
        with WorkerPool([partial(_run, arguments)], 1) as pool:
            [(_, done)] = await asyncio.to_thread(lambda: list(pool.results()))
            return done
    except (OSError, WorkerLost) as error:
        return Done(2, "", str(getattr(error, "strerror", "")) or type(error).__name__)


def _run(arguments: Sequence[str]) -> Done:
    with suppress(AttributeError):  # Windows
        os.nice(POLITE)
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = import_module("generator.cli.main").run(arguments)  # by its name: the command line stands above us
    return Done(status, out.getvalue(), err.getvalue())
