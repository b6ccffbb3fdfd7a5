"""Answers as a browser takes them: packed where it can unpack, and its files not sent again where it has them."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

from specs.base.web.packing import Part
from specs.base.web.pages import Asset


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
