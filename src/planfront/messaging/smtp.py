"""The operator's mail server, from SMTP_URL. Handing over one mail has a deadline for the whole of it."""

from __future__ import annotations

import smtplib
import socket
from dataclasses import dataclass
from email.utils import formataddr
from ssl import SSLContext
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from planfront.brands.selectors import primary_host
from planfront.kernel.outgoing import calls as outgoing
from planfront.messaging import documents
from planfront.messaging.models import OutboundEmail

if TYPE_CHECKING:
    from planfront.brands.models import Brand

TIMEOUT = 10  # from one byte to the next
WHOLE = 60.0  # shorter than a mail's lease: nobody else has taken it meanwhile
AT_ONCE = 16
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True)
class Server:
    """``smtp://user:password@host:port``, which turns to TLS before anything is said but on this machine
    (``?starttls=0`` or ``1`` decides otherwise), or ``smtps://`` for TLS from the first byte."""

    host: str
    port: int
    user: str
    password: str
    ssl: bool
    starttls: bool


def parse(url: str) -> Server:
    """Raises ValueError with the reason; never quotes the password."""
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("SMTP_URL must look like smtp://user:password@host:port or smtps://…")
    ssl = parts.scheme == "smtps"
    by_default = "0" if ssl or parts.hostname in _LOOPBACK else "1"
    return Server(
        host=parts.hostname,
        port=parts.port or (465 if ssl else 25),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        ssl=ssl,
        starttls=parse_qs(parts.query).get("starttls", [by_default])[-1] == "1",
    )


class _Connection(smtplib.SMTP):
    """Watched from before its first byte."""

    def connect(self, host: str = "localhost", port: int = 0, source_address: object = None) -> tuple[int, bytes]:
        sock = socket.create_connection((host, port), self.timeout)
        outgoing.current().watch(sock)
        self.sock = self.encrypt(sock, host)
        self.file = None
        return self.getreply()

    def encrypt(self, sock: socket.socket, _host: str) -> socket.socket:
        return sock


class _TlsConnection(_Connection):
    """TLS from the first byte, watched from before its handshake."""

    def __init__(self, *args: Any, context: SSLContext, **more: Any) -> None:
        self.context = context
        super().__init__(*args, **more)

    def encrypt(self, sock: socket.socket, host: str) -> socket.socket:
        return self.context.wrap_socket(sock, server_hostname=host)


class _Backend(EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _TlsConnection if self.use_ssl else _Connection


def connection(server: Server) -> BaseEmailBackend:
    return _Backend(
        host=server.host,
        port=server.port,
        username=server.user,
        password=server.password,
        use_ssl=server.ssl,
        use_tls=server.starttls,
        timeout=TIMEOUT,
    )


def sender_of(brand: Brand, host: str) -> str:
    """Return the address that the mail of a brand with this primary host comes from."""
    return brand.email or f"no-reply@{host}"


def message(mail: OutboundEmail) -> EmailMultiAlternatives:
    """The mail as it goes out. Message-ID is the row's, so the receiver recognizes a mail sent twice, and we one that
    comes back. Other servers return it to the mailbox that is read, if there is one.

    Raises PdfFailed when its document can't be made.
    """
    host = primary_host(mail.brand_id)
    sender = formataddr((" ".join(mail.brand.name.split()), sender_of(mail.brand, host)))
    built = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.text,
        from_email=settings.MAILBOX.address if settings.MAILBOX else sender,
        to=[mail.to],
        reply_to=[mail.reply_to] if mail.reply_to else None,
        headers={
            "From": sender,
            "Message-ID": f"<{mail.pk}@{host}>",
            "Auto-Submitted": "auto-generated",
            **_stopping(mail),
        },
    )
    built.attach_alternative(mail.html, "text/html")
    if mail.document:
        result = documents.make(mail.document)
        built.attach(result.name, result.content, "application/pdf")
    return built


def _stopping(mail: OutboundEmail) -> dict[str, str]:
    """Return the headers that let a mail program stop commercial mail: by one press where TLS protects it (RFC
    8058)."""
    if not mail.unsubscribe:
        return {}
    address = {"List-Unsubscribe": f"<{mail.unsubscribe}>"}
    one_press = {"List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return address | one_press if mail.unsubscribe.startswith("https://") else address


def deliver(mail: OutboundEmail, url: str) -> None:
    """Hand the mail to the server. Raises OSError (TimeoutError past ``WHOLE``), smtplib.SMTPException or PdfFailed."""
    backend = connection(parse(url))
    built = message(mail)
    built.connection = backend
    try:
        outgoing.attempt(built.send, peer="mail server", seconds=WHOLE, at_once=AT_ONCE, pause=0)
    except outgoing.Unanswered:
        raise TimeoutError from None
