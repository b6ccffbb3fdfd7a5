"""Standard streams that always exist, also if one was closed, and text without control characters.

>>> plain("Ann\\x1b[2J of\\u202e Rome")
'Ann\\\\x1b[2J of\\\\u202e Rome'
"""

import io
import os
import re
import sys

JOINERS = "\u200c\u200d"  # not printable by themselves, but part of words and of family emoji
_ESCAPED = r"[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # JSON leaves these unescaped


def prepare() -> None:
    """Give a program the three streams it expects. A closed one is connected to nothing, so that no file we open takes
    its place; characters a terminal lacks, and bytes that are not text, show as '?' or U+FFFD instead of ending the
    program."""
    lowest = os.open(os.devnull, os.O_RDWR)
    while lowest <= 2:
        lowest = os.open(os.devnull, os.O_RDWR)
    os.close(lowest)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - for as long as we run
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def plain(text: str) -> str:
    """Escape everything a terminal would obey, except line ends."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() or char in "\n" + JOINERS else repr(char)[1:-1] for char in text])


def plain_json(text: str) -> str:
    """Escape what JSON allows and a terminal may obey. The JSON stays equal."""
    return re.sub(_ESCAPED, lambda found: f"\\u{ord(found[0]):04x}", text)
