"""The edge of the store: reads requests away from the threads that answer them.

Granian calls ``Edge`` for each request (its RSGI interface, one event loop). The body is read there, against the clock;
only a whole request gets one of the few threads that run the WSGI application. A finished answer is handed to the
server, which sends it at the reader's pace; a long one is read in pieces, each in a thread for a moment. So neither a
slow sender nor a slow reader holds a thread.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import SEEK_END, BytesIO
from itertools import chain
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from granian.rsgi import HTTPProtocol, ProtocolClosed, ProtocolError, Scope  # type: ignore[attr-defined]

from planfront.config.abandoned_requests import Hold, hold_thread
from planfront.kernel.http.networks import network_of
from planfront.kernel.observing.metrics import TURNED_AWAY

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_PIECE = 1 << 16
_OFFICE = "/backoffice/"
# What is answered here never reaches the middleware that gives every other answer its headers.
_PLAIN = (
    ("content-type", "text/plain; charset=utf-8"),
    ("cache-control", "no-store"),
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
)
_UNDERSCORED = frozenset({"agent_id", "group_id"})
"""Context headers of the API (api.context_headers), which are never authority."""
_WITH_BODY = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True)
class Limits:
    """``first``: seconds for any body, however small. ``pace``: bytes a second that a longer one must come in with.
    ``whole``: bytes of a body that is read for the application, ``upload`` in the back office from staff who are signed
    in. ``in_memory``: what is over it waits in a file. ``senders``: unfinished bodies of one address. ``patience``:
    seconds until a request that isn't answered is given up, somewhat longer than the database may take for one."""

    first: float = 15.0
    pace: int = 16_384
    whole: int = 4 << 20
    upload: int = (1 << 30) + (1 << 20)
    in_memory: int = 1 << 20
    senders: int = 64
    patience: float = 32.0
    patience_in_office: float = 300.0


@dataclass
class Answer:
    """What the application answers: ``body`` whole, or ``pieces`` that are still to be read."""

    status: int = 500
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    pieces: Iterator[bytes] | None = None
    close: Callable[[], None] | None = None


class FilePieces:
    """A file as the application hands it over, in pieces that are worth a thread's moment."""

    def __init__(self, file: IO[bytes], _block: int = 0) -> None:
        self._file = file
        self.close = file.close

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self._file.read(_PIECE), b"")


class Refused(Exception):
    """A request that is answered here: the status, and a text for the reader."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


class Edge:
    """A WSGI application as Granian's RSGI interface calls it. ``proxied``: who sends stands in X-Forwarded-For.
    ``transport``: the value of Strict-Transport-Security, if any, for what is answered here. ``uploads``: whether
    whoever sends a Cookie header may send files to the back office; it runs in one of the threads."""

    def __init__(
        self,
        application: Wsgi,
        *,
        threads: int,
        proxied: bool,
        limits: Limits | None = None,
        transport: str = "",
        uploads: Callable[[str], bool] = lambda _cookies: False,
    ) -> None:
        self._application = application
        self._limits = limits or Limits()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store")
        self._proxied, self._uploads = proxied, uploads
        self._plain = [*_PLAIN, *([("strict-transport-security", transport)] if transport else [])]
        self._sending: Counter[str] = Counter()
        self._leaving = False

    def leave(self) -> None:
        """Say with each answer from now on that it is the last one of its connection."""
        self._leaving = True

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        headers = scope.headers.items()
        try:
            _require_host(scope, headers)
            body = await self._read(scope, protocol, dict(headers))
        except Refused as refused:
            TURNED_AWAY.labels(str(refused.status)).inc()
            protocol.response_str(refused.status, [*self._plain, ("connection", "close")], refused.words)
            return
        except (ProtocolClosed, ProtocolError):
            return
        holds: list[Hold] = []
        running = asyncio.get_running_loop().run_in_executor(
            self._threads, self._run, environ_of(scope, headers, body), holds
        )
        patience = self._limits.patience_in_office if scope.path.startswith(_OFFICE) else self._limits.patience
        try:
            answer = await asyncio.wait_for(asyncio.shield(running), patience)
        except TimeoutError:
            # What hasn't begun never does. What waits for the database has its connection shut down. What hangs
            # elsewhere keeps its thread, and is thrown away when it comes back.
            running.cancel()
            for hold in holds:
                hold.break_off()
            running.add_done_callback(partial(self._discard, body))
            TURNED_AWAY.labels("503").inc()
            protocol.response_str(
                503, [*self._plain, ("retry-after", "5")], "The store is busy. Please try again in a moment."
            )
            return
        with body:
            await self._send(answer, protocol)

    def _discard(self, body: IO[bytes], late: asyncio.Future[Answer]) -> None:
        body.close()
        if not late.cancelled() and not late.exception() and (close := late.result().close):
            self._threads.submit(close)

    async def _send(self, answer: Answer, protocol: HTTPProtocol) -> None:
        loop = asyncio.get_running_loop()
        if self._leaving:
            answer.headers.append(("connection", "close"))
        if answer.pieces is None:
            protocol.response_bytes(answer.status, answer.headers, answer.body)
            return
        try:
            with suppress(ProtocolClosed, ProtocolError):
                transport = protocol.response_stream(answer.status, answer.headers)
                while piece := await loop.run_in_executor(self._threads, next, answer.pieces, b""):
                    await transport.send_bytes(piece)
        finally:
            if answer.close:
                await loop.run_in_executor(self._threads, answer.close)

    def _run(self, environ: dict[str, Any], holds: list[Hold]) -> Answer:
        """Let the application answer; in one of the threads. ``holds`` gets what can be broken off from outside."""
        with hold_thread() as hold:
            holds.append(hold)
            return self._answer(environ)

    def _answer(self, environ: dict[str, Any]) -> Answer:
        answer = Answer()

        def start(status: str, headers: list[tuple[str, str]], _problem: Any = None) -> None:
            answer.status = int(status.partition(" ")[0])
            answer.headers = [(name.lower(), value) for name, value in headers]

        result = self._application(environ, start)
        close: Callable[[], None] | None = getattr(result, "close", None)
        if getattr(result, "streaming", True):
            pieces = filter(None, iter(result))
            answer.body = next(pieces, b"")
            if str(len(answer.body)) != dict(answer.headers).get("content-length"):
                answer.pieces, answer.close = chain([answer.body], pieces), close
                return answer
        else:
            answer.body = b"".join(result)
        if close:
            close()
        return answer

    # --- bodies ------------------------------------------------------------------------------------------------------

    async def _read(self, scope: Scope, protocol: HTTPProtocol, headers: dict[str, str]) -> IO[bytes]:
        """The whole body. Raises Refused for one that is too slow, of an address with too many of them, or a file from
        somebody who isn't signed in.

        One that is too long isn't read: the application sees its length and refuses it in its own words."""
        length, chunked = headers.get("content-length", ""), "transfer-encoding" in headers
        if scope.method not in _WITH_BODY and not length.strip("0") and not chunked:
            return BytesIO()
        in_office, declared = scope.path.startswith(_OFFICE), int(length) if length.isdecimal() else 0
        if declared > (self._limits.upload if in_office else self._limits.whole):
            return BytesIO()
        sender = self._sender(scope, headers)
        if self._sending[sender] >= self._limits.senders:
            raise Refused(429, "Too many unfinished requests from this address.")
        self._sending[sender] += 1
        try:
            most = self._limits.whole
            if in_office and (chunked or declared > most):
                # Bodies wait on the disk: nobody may fill it who isn't known.
                most = await self._most_of(headers.get("cookie", ""))
            if declared > most:
                raise Refused(403, "Sign in to the back office before you send a file.")
            return await self._spool(protocol, most)
        finally:
            self._sending[sender] -= 1
            if not self._sending[sender]:
                del self._sending[sender]

    async def _most_of(self, cookies: str) -> int:
        holds: list[Hold] = []
        asking = asyncio.get_running_loop().run_in_executor(self._threads, self._may_upload, cookies, holds)
        try:
            known = await asyncio.wait_for(asyncio.shield(asking), self._limits.patience)
        except TimeoutError:
            asking.cancel()
            for hold in holds:
                hold.break_off()
            raise Refused(503, "The store is busy. Please try again in a moment.") from None
        return self._limits.upload if known else self._limits.whole

    def _may_upload(self, cookies: str, holds: list[Hold]) -> bool:
        with hold_thread() as hold:
            holds.append(hold)
            return self._uploads(cookies)

    async def _spool(self, protocol: HTTPProtocol, most: int) -> IO[bytes]:
        body: IO[bytes] = SpooledTemporaryFile(self._limits.in_memory)  # noqa: SIM115 - whoever reads it closes it
        try:
            async with asyncio.timeout(self._limits.first) as clock:
                began, size = asyncio.get_running_loop().time(), 0
                async for piece in protocol:
                    size += len(piece)
                    if size > most:
                        break
                    body.write(piece)
                    clock.reschedule(began + self._limits.first + size / self._limits.pace)
        except TimeoutError:
            body.close()
            raise Refused(408, "The request took too long to arrive.") from None
        except OSError:  # the disk that large ones wait on is full
            body.close()
            raise Refused(503, "The store can't take large requests right now. Please try again later.") from None
        except BaseException:
            body.close()
            raise
        if size > most:
            body.close()
            raise Refused(413, "This request is too large.")
        body.seek(0)
        return body

    def _sender(self, scope: Scope, headers: dict[str, str]) -> str:
        forwarded = headers.get("x-forwarded-for", "")
        if self._proxied and forwarded:
            return network_of(forwarded.rpartition(",")[2].strip())
        return network_of(scope.client.rpartition(":")[0].strip("[]"))


def _require_host(scope: Scope, headers: list[tuple[str, str]]) -> None:
    """Raise Refused for HTTP/1.1 without a host, which it has to name (RFC 9112)."""
    if scope.http_version == "1.1" and not scope.authority and not any(name == "host" for name, _value in headers):
        raise Refused(400, "This request names no host.")


def environ_of(scope: Scope, headers: list[tuple[str, str]], body: IO[bytes]) -> dict[str, Any]:
    """The WSGI environment of a request whose body is all there."""
    server, _, port = scope.server.rpartition(":")
    environ: dict[str, Any] = {
        **_headers_of(headers),
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.file_wrapper": FilePieces,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if environ.pop("HTTP_TRANSFER_ENCODING", None):
        body.seek(0, SEEK_END)
        environ["CONTENT_LENGTH"] = str(body.tell())
        body.seek(0)
    if scope.authority and "HTTP_HOST" not in environ:
        environ["HTTP_HOST"] = scope.authority
    return environ


def _headers_of(headers: list[tuple[str, str]]) -> dict[str, str]:
    """Headers under their WSGI names. One with an underscore is left out, since it would pass for its twin with a
    hyphen, but for those that the API asks for by such a name."""
    named: dict[str, str] = {}
    for name, value in headers:
        if "_" in name and name not in _UNDERSCORED:
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        named[key] = f"{named[key]}{separator}{value}" if key in named else value
    return named
