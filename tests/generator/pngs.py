"""PNG files part by part."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def grey(width: int, height: int, rows: int) -> bytes:
    """A grey PNG that says it is so large, with so many of its rows."""
    head = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return SIGNATURE + head + part(b"IDAT", zlib.compress(b"\0" * (width + 1) * rows)) + part(b"IEND", b"")
