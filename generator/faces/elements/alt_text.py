"""The alt text of a face: its texts, and its pictures by their names."""

import re
from collections.abc import Sequence

from msgspec import Struct

from generator.draw.paragraphs.markup import words

ENDS = (".", "!", "?", ":", ";", ",")
BLANK = re.compile(r"[_.]{3,}")  # a line to write on
Turn = tuple[float, ...]


class AltPart(Struct, frozen=True, gc=False):
    """A text, a picture's name, or an element's own alt text. `turn` is how it lies on the face."""

    text: str
    turn: Turn = ()
    picture: bool = False
    markup: bool = False

    @property
    def plain(self) -> str:
        text = words(self.text) if self.markup else self.text
        return " ".join((BLANK.sub(" ", text) if "___" in text or "..." in text else text).split())


def alt_text(alt_parts: Sequence[AltPart]) -> str:
    """Return texts and pictures in the order in which they are drawn.

    What is on the face twice, turned or at another size (for both sides of a table), is named once. Pictures that lie
    alike are counted: 3 gold.
    """
    turns: dict[str, Turn] = {}
    counts: dict[int, int] = {}
    places: dict[str, int] = {}
    names: dict[str, str] = {}
    found: list[str] = []
    for word in alt_parts:
        text = word.plain
        key = text.casefold()
        if not text:
            continue
        if key not in turns:
            turns[key], places[key] = word.turn, len(found)
            found.append(text)
            if word.picture:
                names[key] = text
        elif not word.picture and found[places[key]] == names.get(key):
            found[places[key]] = text  # a picture's name is written below it
        elif turns[key] == word.turn:
            if word.picture:
                counts[places[key]] = counts.get(places[key], 1) + 1
            else:
                found.append(text)
    return joined([f"{counts[n]} {text}" if n in counts else text for n, text in enumerate(found)])


def joined(parts: Sequence[str]) -> str:
    """Join parts as one list, with a comma after each that does not end with a mark of its own."""
    return "".join(
        f"{part}{' ' if part.endswith(ENDS) else ', '}" if n < len(parts) - 1 else part for n, part in enumerate(parts)
    )


def named(stem: str) -> str:
    """Return a picture's name as words: that of its icon or file."""
    return " ".join(stem.replace("-", " ").replace("_", " ").split())
