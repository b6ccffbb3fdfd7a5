"""Answers as a browser takes them: packed where it can unpack, and its files not sent again where it has them.

Bytes are packed once, whether they are an answer of their own or a part of a stream. A part ends on a whole byte and
refers to nothing before it, so the same part can stand in any stream of gzip.
"""

from __future__ import annotations

import gzip
import zlib
from typing import Any, Final, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from specs.base.web.pages import Asset

LEVEL: Final = 5
HEAD: Final = gzip.compress(b"", mtime=0)[:10]
END: Final = b"\x03\x00"  # an empty block, the last


class Part(NamedTuple):
    """Bytes, and the same packed."""

    plain: bytes
    packed: bytes

    def answer(self) -> bytes:
        """The part alone, as gzip."""
        checked = zlib.crc32(self.plain), len(self.plain)
        return b"".join((HEAD, self.packed, END, *(n.to_bytes(4, "little") for n in checked)))


def part(plain: bytes) -> Part:
    squeezed = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Part(plain, squeezed.compress(plain) + squeezed.flush(zlib.Z_SYNC_FLUSH))


NEXT: Final = part(b"\n\n")


def facts(found: Any) -> Part:
    """Facts as JSON."""
    return part(msgspec.json.encode(found, enc_hook=_text))


def _text(found: Any) -> str:
    """What was said is text. Raises TypeError for what is none."""
    if not isinstance(found, str):
        raise TypeError(f"no JSON of {type(found).__name__}")
    return str(found)


def event(kind: str, *parts: Part) -> Part:
    """An event of a stream; what it tells is one line."""
    whole = part(f"event: {kind}\ndata: ".encode()), *parts, NEXT
    return Part(b"".join([each.plain for each in whole]), b"".join([each.packed for each in whole]))


def zipped(request: Request) -> bool:
    """Does the browser take what is packed?"""
    return "gzip" in request.headers.get("accept-encoding", "")


def sent(request: Request, found: Part, status: int = 200) -> Response:
    headers, data = {"cache-control": "no-store", "vary": "accept-encoding"}, found.plain
    if zipped(request):
        headers["content-encoding"], data = "gzip", found.answer()
    return Response(data, status, headers, media_type="application/json")


def of_file(request: Request, asset: Asset) -> Response:
    headers = {"cache-control": "no-cache", "etag": asset.etag, "vary": "accept-encoding, accept-language, cookie"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    data = asset.packed
    if zipped(request):
        headers["content-encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return Response(data, headers=headers, media_type=asset.kind)
