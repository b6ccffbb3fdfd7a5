"""Texts and bytes with parts lost, doubled, turned round or taken from elsewhere."""

import functools
from collections.abc import Sequence
from pathlib import Path
from random import Random

import yaml

ROOT = Path(__file__).parents[2]
DATA = yaml.safe_load(Path(__file__).with_name("fuzzing.yaml").read_bytes())
BITS = DATA["BITS"]  # what readers stumble over


@functools.cache
def texts(pattern: str) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(ROOT.glob(pattern))]


def spoilt(text: str, chance: Random, bits: Sequence[str] = BITS) -> str:
    """A text with one to four changes: parts lost, doubled, turned round or taken from elsewhere, `bits` put in."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, other = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice((1, 1, 2, 5, 20, 80)))
        match chance.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + chance.choice(bits) + text[at:]
            case 2:
                text = text[:at] + chance.choice(bits) + text[end:]
            case 3:
                text = text[:at] + text[at:end] * chance.choice((2, 2, 50)) + text[end:]
            case 4:
                text = text[:at] + text[other : other + 40] + text[end:]
            case 5:
                text = text[:at] + text[at:end][::-1] + text[end:]
            case _:
                lines = text.splitlines(keepends=True)
                chance.shuffle(lines) if chance.random() < 0.1 else lines.insert(0, lines[-1] if lines else "")
                text = "".join(lines)
    return text


def broken(whole: bytes, chance: Random) -> bytes:
    """Bytes with a few of them changed, lost or doubled."""
    given = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(given) + 1)
        match chance.randrange(4):
            case 0:
                del given[at : at + chance.choice((1, 4, 100))]
            case 1:
                given[at:at] = given[at : at + 40] * chance.choice((1, 30))
            case 2:
                given[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\0\1\0\0"))
            case _:
                given[at : at + 1] = bytes([chance.randrange(256)])
    return bytes(given)
