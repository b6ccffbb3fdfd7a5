"""Decides which requests are answered: an ASGI layer in front of a page.

A page of another site may try to reach a server on this machine or network. By name (DNS rebinding): only our own host
names are answered. By a request from another origin: whatever changes anything must come from our origin with a header
that no form can send. Sizes, rates and open streams are bounded.
"""

from collections.abc import Collection, Mapping
from time import monotonic
from typing import Any, NamedTuple

Scope = dict[str, Any]

BODY = 16 * 1024  # bytes of a request; a turn is far shorter
LENGTH = 15  # digits that are read of Content-Length
ADDRESSES = 1000  # clients remembered; then the oldest are forgotten
POSTS_A_SECOND, POSTS_AT_ONCE = 20.0, 80.0
GETS_A_SECOND, GETS_AT_ONCE = 300.0, 1200.0

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Body(NamedTuple):
    """What may be sent: its type and its largest size in bytes."""

    kind: bytes
    most: int


JSON = Body(b"application/json", BODY)


class Bucket:
    """A token bucket: `full` requests at once, refilled at a `rate` per second. `take()` is false when a client asks
    too fast."""

    __slots__ = ("at", "left")

    def __init__(self, full: float, now: float) -> None:
        self.left, self.at = full, now

    def take(self, full: float, rate: float, now: float) -> bool:
        self.left = min(full, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guard:
    """An ASGI application in front of another. `hosts` are the accepted values of `Host`, port included; `bodies`
    say what may be sent to a path, if that is not the usual short JSON."""

    def __init__(self, app: Any, hosts: Collection[str], bodies: Mapping[str, Body] | None = None) -> None:
        self.app, self.hosts = app, frozenset(host.lower() for host in hosts)
        self.bodies = dict(bodies or {})
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self.buckets: dict[tuple[str, bool], Bucket] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        body = self.bodies.get(scope["path"], JSON)
        why = self.refusal(scope["method"], headers, (scope.get("client") or ("", 0))[0], body)
        if why is not None:
            await _say(send, *why)
            return

        read = 0

        async def bounded() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > body.most:
                return {"type": "http.disconnect"}
            return message

        async def hardened(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS]}
            await send(message)

        await self.app(scope, bounded, hardened)

    def refusal(self, method: str, headers: dict[bytes, bytes], client: str, body: Body) -> tuple[int, str] | None:
        """Return the status and sentence for a request that is refused; None for one that is answered."""
        if headers.get(b"host", b"").decode("latin-1").lower() not in self.hosts:
            return 421, "This address is not ours: use the one that was printed."
        if method not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST."
        changes = method == "POST"
        if not self.within_rate(client, changes):
            return 429, "Too many requests; wait a moment."
        if not changes:
            return None
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1").lower() not in self.origins:
            return 403, "A request of another site."
        if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
            return 403, "A request of another site."
        if b"x-seat" not in headers or headers.get(b"content-type") != body.kind:
            return 403, "Not a request of our page: it sends JSON, or a photo, and names its seat."
        length = headers.get(b"content-length", b"")
        if not length.isdigit():
            return 411, "A request without its length."
        if len(length) > LENGTH or int(length) > body.most:
            said = f"{int(length):,}" if len(length) <= LENGTH else "far too many"
            return 413, f"A request of {said} bytes; expected at most {body.most:,}."
        return None

    def within_rate(self, client: str, changes: bool) -> bool:
        now, key = monotonic(), (client, changes)
        full, rate = (POSTS_AT_ONCE, POSTS_A_SECOND) if changes else (GETS_AT_ONCE, GETS_A_SECOND)
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= ADDRESSES:
                self.buckets.pop(next(iter(self.buckets)))
            bucket = self.buckets[key] = Bucket(full, now)
        return bucket.take(full, rate, now)


async def _say(send: Any, status: int, sentence: str) -> None:
    body = sentence.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
