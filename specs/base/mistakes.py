"""A mistake of ours that ends in an exception nobody expected: one line for whoever met it, the details in a file."""

import os
import platform
import sys
import tempfile
import traceback

from specs.base.languages import say
from specs.base.version import VERSION

STATUS = 70  # of a program that ends by it: EX_SOFTWARE of sysexits.h


def mistake(error: BaseException) -> str:
    """The sentence for an exception of ours; where it was raised stands in a new file that the sentence names."""
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
