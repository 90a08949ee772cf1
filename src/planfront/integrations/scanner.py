"""A virus scanner for uploads, where the operator names one (``VIRUS_SCANNER``): ClamAV's daemon, by its protocol.

Off by default. Where it is set and doesn't answer, nothing is called clean.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings

from planfront.kernel.outgoing import calls as outgoing

SECONDS = 60.0  # for a whole file
_AT_ONCE = 16
_PIECE = 1 << 16
_LONGEST_ANSWER = 4096


class Upload(Protocol):
    def chunks(self, chunk_size: int | None = None) -> Iterable[bytes]: ...
    def seek(self, offset: int, /) -> Any: ...


class NotScanned(Exception):
    """The scanner is away, too slow, or doesn't take the file (its StreamMaxLength)."""


def is_set() -> bool:
    return bool(settings.ENV.virus_scanner)


def virus_in(file: Upload) -> str:
    """Return the name of a virus in a file, "" for a clean one, and rewind the file. Raises NotScanned."""
    try:
        answer = outgoing.attempt(
            lambda: _ask(file), peer="virus scanner", seconds=SECONDS, at_once=_AT_ONCE, pause=0.0
        )
    except (outgoing.Unanswered, OSError) as error:
        raise NotScanned("The scanner didn't answer.") from error
    finally:
        file.seek(0)
    verdict = answer.strip("\0\r\n ").removeprefix("stream: ")
    if verdict == "OK":
        return ""
    if verdict.endswith(" FOUND"):
        return verdict.removesuffix(" FOUND")
    raise NotScanned(verdict[:80])


def _ask(file: Upload) -> str:
    call = outgoing.current()
    with _connected(call) as peer:
        peer.sendall(b"zINSTREAM\0")
        for piece in file.chunks(_PIECE):
            peer.settimeout(call.remaining())
            peer.sendall(struct.pack("!I", len(piece)) + piece)
        peer.sendall(struct.pack("!I", 0))
        answer = b""
        while not answer.endswith(b"\0") and len(answer) < _LONGEST_ANSWER:
            peer.settimeout(call.remaining())
            if not (piece := peer.recv(_LONGEST_ANSWER)):
                break
            answer += piece
    return answer.decode("ascii", "replace")


def _connected(call: outgoing.Call[Any]) -> socket.socket:
    where = urlsplit(settings.ENV.virus_scanner)
    if where.scheme == "unix":
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(call.remaining())
        peer.connect(where.path)
    else:
        peer = socket.create_connection((where.hostname, where.port or 0), call.remaining())
    call.watch(peer)
    return peer
