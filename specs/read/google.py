"""Google Sheets as rows: fetched only on request, kept beside the spec as CSV, and read from there.

The first line of a kept file says when and from where it was fetched. A sheet is named by its address in the browser,
or by the one that "Publish to the web" gives; its `gid=` chooses the tab.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from specs.base.errors import bad

GOOGLE = "https://docs.google.com"
HOSTS = re.compile(r"https://(docs\.google\.com|[a-z0-9.-]+\.googleusercontent\.com)/")  # hosts that a sheet comes from
SECONDS, LONGEST = 20.0, 60.0  # seconds for an answer, and for a whole sheet
MAX_BYTES = 50_000_000
_BLOCK = 1 << 16
_SHEET = re.compile(r"https://docs\.google\.com/spreadsheets/(?:u/[0-9]/)?d/((?:e/)?[\w-]{10,200})(?:[/?#]\S*)?", re.A)
_GID = re.compile(r"[?#&]gid=([0-9]{1,12})", re.A)
KEPT = re.compile(r"# fetched ([0-9-]{10}) from https://docs\.google\.com/\S+\s*")
_SHARED = "a sheet that anyone with the link may read, or one published to the web"


class Sheet(NamedTuple):
    """A tab of a Google Sheet; without a `gid` the first."""

    id: str
    gid: str

    @property
    def kept(self) -> str:
        """Return the file beside the spec that keeps it."""
        return f"sheet-{self.id[-12:]}{self.gid and '-'}{self.gid}.csv"

    @property
    def path(self) -> str:
        """Return the path of its CSV at Google."""
        form = "pub?single=true&output=csv" if self.id.startswith("e/") else "export?format=csv"
        return f"/spreadsheets/d/{self.id}/{form}{self.gid and '&gid='}{self.gid}"


def sheet_at(address: str) -> Sheet | None:
    """Return the sheet that an address names; None if it is not the address of one.

    >>> sheet_at("https://docs.google.com/spreadsheets/d/1W1_9gVEfpQlfFlWHbc9E0ZqS37XC/edit#gid=7").kept
    'sheet-bc9E0ZqS37XC-7.csv'
    """
    found, gid = _SHEET.fullmatch(address), _GID.search(address)
    return Sheet(found[1], gid[1] if gid else "") if found else None


def kept_on(file: Path) -> str:
    """Return the day a file was fetched; "" for any other file."""
    if not file.name.startswith("sheet-"):
        return ""
    with suppress(OSError), file.open(encoding="utf-8", errors="replace") as text:
        if found := KEPT.match(text.readline(1_000)):
            return found[1]
    return ""


def downloaded(sheet: Sheet, day: str) -> str:
    """Download a sheet as the text of a file to keep, with the day in its first line. Raises SpecError."""
    address = f"{GOOGLE}{sheet.path}"
    with _reached(address) as answer:
        kind = answer.headers.get_content_type()
        if kind not in ("text/csv", "text/plain"):
            raise bad("wrong-file", address, f"a page ({kind}), not CSV", _SHARED)
        data, end = bytearray(), time.monotonic() + LONGEST
        while part := answer.read1(_BLOCK):
            data += part
            if len(data) > MAX_BYTES:
                raise bad("over-limit", address, f"more than {MAX_BYTES:,} bytes", "a smaller sheet")
            if time.monotonic() > end:
                raise bad("unavailable", address, f"a sheet that took more than {LONGEST:.0f} s", "a faster connection")
        if answer.length:
            raise bad("unavailable", address, "an answer that broke off", "a whole one")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise bad("wrong-encoding", address, "an answer that is not UTF-8", "a sheet as CSV") from None
    return f"# fetched {day} from https://docs.google.com{sheet.path}\n{text}"


@contextmanager
def _reached(address: str) -> Iterator[Any]:
    """Open an address and follow its redirects within Google's hosts. Raises SpecError."""
    import urllib.request  # only needed for fetching
    from http.client import HTTPException
    from urllib.error import HTTPError

    class Within(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: str) -> Any:
            if not HOSTS.match(newurl):
                raise bad("unavailable", address, f"it leads to {newurl.partition('?')[0][:80]}", _SHARED)
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    try:
        with urllib.request.build_opener(Within).open(address, timeout=SECONDS) as answer:
            yield answer
    except HTTPError as error:
        raise bad("unavailable", address, f"the answer {error.code}", _SHARED) from None
    except (OSError, HTTPException, ValueError) as error:
        late = isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError)
        found = f"no answer within {SECONDS:.0f} s" if late else f"not reached: {getattr(error, 'reason', error)}"[:120]
        raise bad("unavailable", address, found, "a connection to Google") from None
