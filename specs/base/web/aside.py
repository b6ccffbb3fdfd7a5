"""What a page does beside its answers: work in one thread of its own, and tasks that end when it does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any, TypeVar

Found = TypeVar("Found")


class Aside:
    """One thread, in which a page does all that takes a while, a deed after the other: `await aside(deed, …)`."""

    def __init__(self, name: str) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def __call__(self, deed: Callable[..., Found], *given: Any) -> Found:
        """Do something in the thread, in the language spoken here."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, copy_context().run, deed, *given)

    def end(self) -> None:
        """Nothing that waits is done any more."""
        self.thread.shutdown(cancel_futures=True)


async def ended(*tasks: asyncio.Task[None] | None) -> None:
    """End tasks, and wait until they have."""
    for task in filter(None, tasks):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
