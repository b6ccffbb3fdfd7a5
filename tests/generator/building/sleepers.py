"""A program whose two workers sleep: it writes their process numbers, and `ready`."""

import os
import time
from pathlib import Path

from specs.base.workers.pool import WorkerPool


def sleep() -> None:
    Path(f"{os.getpid()}.pid").write_text("")
    time.sleep(300)


if __name__ == "__main__":
    with WorkerPool([sleep, sleep], 2):
        while len(list(Path().glob("*.pid"))) < 2:
            time.sleep(0.02)
        Path("ready").write_text("")
        time.sleep(300)
