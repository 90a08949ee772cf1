"""The operator's mailbox for returned mail, by IMAP over TLS. Each visit has a deadline for the whole of it."""

from __future__ import annotations

import imaplib
import socket
import ssl
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from planfront.kernel.outgoing import calls as outgoing

if TYPE_CHECKING:
    from planfront.config.env import Mailbox

T = TypeVar("T")
NAME = "mailbox"
TIMEOUT, WHOLE = 10, 60.0
MOST = 100
"""Messages of one visit."""
LONGEST = 256 * 1024
"""So many bytes of a message are read: a report begins with what it reports."""
LONGEST_LINE = 1_000_000
"""Bytes of one line of an answer: a search names every message that it finds."""


@dataclass(frozen=True)
class Unread:
    """Messages that nobody has seen, by number. ``era``: numbers mean the same messages only within it."""

    era: bytes
    messages: dict[str, bytes]


class _Connection(imaplib.IMAP4):
    """TLS from the first byte, watched from before its handshake."""

    def open(self, host: str = "", port: int = 993, timeout: float | None = None) -> None:
        sock = socket.create_connection((host, port), timeout)
        outgoing.current().watch(sock)
        self.sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
        self.incoming = self.sock.makefile("rb")

    def read(self, size: int) -> bytes:
        return self.incoming.read(size)

    def readline(self) -> bytes:
        line = self.incoming.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise self.abort("the line is too long")
        return line

    def shutdown(self) -> None:
        self.incoming.close()
        self.sock.close()


def read_unread(box: Mailbox) -> Unread:
    """Return the oldest unread messages, and leave them unread. Raises Unanswered."""

    def read(connection: _Connection) -> Unread:
        numbers = _require(connection.uid("SEARCH", "UNSEEN UNDELETED"))[0] or b""
        listed = [number.decode() for number in numbers.split()[:MOST]]
        return Unread(_era(connection), {number: _fetch(connection, number) for number in listed})

    return _visit(box, read)


def mark_seen(box: Mailbox, unread: Unread, flagged: Collection[str]) -> None:
    """Mark messages as seen, and ``flagged`` ones of them for people to look at. Raises Unanswered."""

    def mark(connection: _Connection) -> None:
        if _era(connection) != unread.era:
            return
        for number in unread.messages:
            flags = r"(\Seen \Flagged)" if number in flagged else r"(\Seen)"
            _require(connection.uid("STORE", number, "+FLAGS.SILENT", flags))

    _visit(box, mark)


def _fetch(connection: _Connection, number: str) -> bytes:
    answer = _require(connection.uid("FETCH", number, f"(BODY.PEEK[]<0.{LONGEST}>)"))
    return next((part[1] for part in answer if isinstance(part, tuple)), b"")


def _era(connection: _Connection) -> bytes:
    return (connection.response("UIDVALIDITY")[1] or [b""])[0] or b""


def _require(answer: tuple[str, list[Any]]) -> list[Any]:
    if answer[0] != "OK":
        raise outgoing.Unanswered("broken")
    return answer[1]


def _visit(box: Mailbox, task: Callable[[_Connection], T]) -> T:
    def visit() -> T:
        with _opened(box) as connection:
            return task(connection)

    return outgoing.attempt(visit, peer=NAME, seconds=WHOLE, pause=0)


@contextmanager
def _opened(box: Mailbox) -> Iterator[_Connection]:
    step = "connection"
    try:
        connection = _Connection(box.host, box.port, timeout=TIMEOUT)
        try:
            step = "login"
            connection.login(_quoted(box.user), box.password)
            step = "folder"
            if connection.select(_quoted(box.folder))[0] != "OK":
                raise outgoing.Unanswered(step)
            step = "broken"
            yield connection
        finally:
            with suppress(OSError, imaplib.IMAP4.error):
                connection.logout()
    except ssl.SSLCertVerificationError:
        raise outgoing.Unanswered("tls") from None
    except (OSError, imaplib.IMAP4.abort):
        raise outgoing.Unanswered("broken" if step == "broken" else "connection") from None
    except (imaplib.IMAP4.error, ValueError):
        raise outgoing.Unanswered(step) from None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    return f'"{escaped}"'
