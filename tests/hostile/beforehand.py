"""What is done to a program's process before it starts."""

import os
import pwd
import sys


def deafen() -> None:
    """Every event of a socket ends the process from now on."""

    def heard(event: str, arguments: object) -> None:
        if event.startswith("socket."):
            os.write(2, f"{event} {arguments}".encode())
            os._exit(77)

    sys.addaudithook(heard)


def forget() -> None:
    """The system knows no user from now on, and so no home."""
    pwd.getpwuid = {}.__getitem__  # type: ignore[assignment]
