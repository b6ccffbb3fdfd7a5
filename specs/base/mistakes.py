"""Reports unexpected exceptions: one line for the user, the details in a file."""

import os
import platform
import sys
import tempfile
import traceback

from specs.base.languages import say
from specs.base.version import VERSION

STATUS = 70  # exit status of a bug: EX_SOFTWARE of sysexits.h


def mistake(error: BaseException) -> str:
    """Write an exception's traceback to a new file and return the sentence that names it."""
    details = "".join(traceback.format_exception(error))
    head = f"Tideline {VERSION}, Python {platform.python_version()}, {platform.platform()}\n{sys.argv}\n\n"
    kind = type(error).__name__
    try:
        handle, name = tempfile.mkstemp(prefix="tideline-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(head + details)
    except OSError:
        return say("a mistake of ours, {kind}; please report it to the project with what you did", kind=kind)
    return say("a mistake of ours, {kind}; please report it to the project with the file {file}", kind=kind, file=name)
