"""HTTP to addresses that people typed: https only, public networks only, no redirects, and no endless answers.

A name is resolved once for each connection. Every address it has must be allowed, and the connection goes to one of
these addresses: a name that changes its address after the check (DNS rebinding) leads nowhere else. A redirect that is
followed passes the same gate.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Any

import certifi
import httpcore2
import httpx2
from django.conf import settings

from planfront.kernel.outgoing import calls as outgoing

LARGEST = 1 << 20
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_NAT64 = IPv6Network("64:ff9b::/96")
_INTERNET = IPv6Network("2000::/3")
"""All of IPv6 that is handed out. What else Python calls global are old and local forms of private addresses."""
StatusError = httpx2.HTTPStatusError
"""Raised by a client that takes no other answer than a success, such as Authlib's."""


class Forbidden(outgoing.Unanswered):
    """The address is of a private network, of this machine, or not https. ``host`` names it."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is not a public address")
        self.host = host


def _embedded_ipv4(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address inside of an IPv6 address that leads to it."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)


def is_public(text: str) -> bool:
    """Return True for an IP address of the public internet."""
    address = _embedded_ipv4(ip_address(text.partition("%")[0]))
    if isinstance(address, IPv6Address) and address not in _INTERNET:
        return False
    return address.is_global and not address.is_multicast


def may_reach(host: str, address: str) -> bool:
    """Return True when a connection to ``host`` may go to this address of it.

    That is a public address, one of a host that the operator named, or this machine where the store is only tried out.
    """
    if is_public(address) or host in settings.ENV.outgoing_private_hosts:
        return True
    return not settings.PRODUCTION and host in _LOOPBACK and ip_address(address).is_loopback


def is_safe(address: str) -> bool:
    """Return True for an https address, and for http to this machine where the store is only tried out."""
    try:
        url = httpx2.URL(address)
    except httpx2.InvalidURL:
        return False
    host = _host_of(url)
    if not host or url.userinfo or (url.port is not None and not 0 < url.port < 1 << 16):
        return False
    return url.scheme == "https" or (url.scheme == "http" and host in _LOOPBACK and not settings.PRODUCTION)


def _host_of(url: httpx2.URL) -> str:
    """Return the host as connections look it up. ``url.host`` raises an error for names that aren't valid IDNA."""
    return url.raw_host.decode("ascii")


def check(address: str) -> None:
    """Raise Forbidden for an address that is not safe, or whose host may not be reached now.

    A name that isn't found passes: it may be found later. Raises RuntimeError inside of a transaction, since the name
    is looked up.
    """
    if outgoing.in_transaction():
        raise RuntimeError("Names are looked up outside of transactions.")
    if not is_safe(address):
        raise Forbidden(address)
    url = httpx2.URL(address)
    with suppress(socket.gaierror, UnicodeError):
        _resolve(_host_of(url), url.port or 443)


def _resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host. Raises Forbidden when one of them may not be reached."""
    results = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_kind, address in results]
    if not all(may_reach(host.lower(), address) for address in addresses):
        raise Forbidden(host)
    return addresses


class _Stream(httpcore2.NetworkStream):
    """A connection whose every read and write ends with the call that it serves."""

    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, outgoing.current().remaining())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, outgoing.current().remaining())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        limit = outgoing.current().remaining()
        try:
            return _Stream(self._stream.start_tls(ssl_context, server_hostname, limit))
        except httpcore2.ConnectError as error:
            if isinstance(error.__cause__, ssl.SSLError):
                raise outgoing.Unanswered("tls") from None
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Backend(httpcore2.SyncBackend):
    """Connections to addresses that were checked."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        failure: Exception = httpcore2.ConnectError("no address")
        for address in _resolve(host, port):
            limit = outgoing.current().remaining()
            try:
                return _Stream(super().connect_tcp(address, port, limit, local_address, socket_options))
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure


def connect(host: str, port: int = 443) -> ssl.SSLSocket:
    """Return a connection to a host whose certificate is valid for it. Raises Forbidden, ssl.SSLError, or another
    OSError (socket.gaierror for a name that isn't known)."""
    failure: OSError = ConnectionError("no address")
    for address in _resolve(host, port):
        try:
            plain = socket.create_connection((address, port), outgoing.current().remaining())
            outgoing.current().watch(plain)
            return _trusted().wrap_socket(plain, server_hostname=host)
        except ssl.SSLError:
            raise
        except OSError as error:
            failure = error
    raise failure


@cache
def _trusted() -> ssl.SSLContext:
    """Return the authorities that are trusted: public ones, or those of a private authority (REQUESTS_CA_BUNDLE).
    Raises Unanswered when they can't be read."""
    path = Path(os.environ.get("REQUESTS_CA_BUNDLE") or certifi.where())
    try:
        if path.is_dir():
            return ssl.create_default_context(capath=str(path))
        return ssl.create_default_context(cafile=str(path))
    except OSError:
        raise outgoing.Unanswered("tls") from None


class Transport(httpx2.BaseTransport):
    """The way out for an httpx client; it keeps ``connections`` open for later requests.

    Clients are made with ``trust_env=False``: a proxy that the environment names would choose the address.
    """

    def __init__(self, connections: int = 1) -> None:
        self._pool = httpcore2.ConnectionPool(
            _trusted(), max_connections=None, max_keepalive_connections=connections, network_backend=_Backend()
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the answer with its whole body. Raises Unanswered."""
        if not is_safe(str(request.url)):
            raise Forbidden(str(request.url))
        outgoing.current().remaining()
        request.headers["Accept-Encoding"] = "identity"  # a small compressed body may be an endless one
        url = request.url
        target = httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        headers, body = request.headers.raw, request.read()
        try:
            with self._pool.stream(request.method, target, headers=headers, content=body) as response:
                return httpx2.Response(response.status, headers=response.headers, content=_read(response))
        except httpcore2.TimeoutException:
            raise outgoing.Unanswered("deadline") from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError):
            raise outgoing.Unanswered("connection") from None

    def close(self) -> None:
        self._pool.close()


def _read(response: httpcore2.Response) -> bytes:
    """Return the body. Raises Unanswered when it is too long, ends early, or is compressed although we asked not to."""
    if httpx2.Headers(response.headers).get("Content-Encoding", "identity") != "identity":
        raise outgoing.Unanswered("broken")
    body = bytearray()
    try:
        for piece in response.iter_stream():
            body += piece
            if len(body) > LARGEST:
                raise outgoing.Unanswered("size")
    except (httpcore2.NetworkError, httpcore2.ProtocolError):
        raise outgoing.Unanswered("broken") from None
    return bytes(body)


def get(address: str) -> httpx2.Response:
    """Send one GET; a redirect is not followed. Raises Unanswered."""
    if not is_safe(address):
        raise Forbidden(address)
    with httpx2.Client(transport=Transport(), trust_env=False) as client:
        return client.get(address)
