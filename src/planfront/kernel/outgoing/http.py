"""HTTP to addresses that somebody typed: https only, public networks only, no redirects, and no endless answers.

Names are resolved here once for each connection, every address is looked at, and the connection goes to an address
that was looked at: a name whose address changes in between leads nowhere else. So redirects, where they are followed,
pass the same gate.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection

from planfront.kernel.outgoing import calls as outgoing

LARGEST = 1 << 20
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_NAT64 = IPv6Network("64:ff9b::/96")
_INTERNET = IPv6Network("2000::/3")
"""All of IPv6 that is handed out. What else Python calls global are old and local forms of private addresses."""


class Forbidden(outgoing.Unanswered):
    """The address is of a private network, of this machine, or not https. ``host`` names it."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is not a public address")
        self.host = host


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address inside of an IPv6 one that leads to it."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public internet."""
    address = _plain(ip_address(text.partition("%")[0]))
    if isinstance(address, IPv6Address) and address not in _INTERNET:
        return False
    return address.is_global and not address.is_multicast


def may_reach(host: str, address: str) -> bool:
    """Whether a connection to ``host`` may go to this address of it: a public one, one of a host that the operator
    named, or this machine where the store is only tried out."""
    if is_public(address) or host in settings.ENV.outgoing_private_hosts:
        return True
    return not settings.PRODUCTION and host in _LOOPBACK and ip_address(address).is_loopback


def is_safe(address: str) -> bool:
    """Whether an address is https, or http on this machine where the store is only tried out."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not host or port == 0 or parts.username is not None:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in _LOOPBACK and not settings.PRODUCTION)


def check(address: str) -> None:
    """Raises Forbidden for an address that is not safe, or whose host is at an address that may not be reached now. A
    name that isn't found passes: whether somebody answers is another question. Raises RuntimeError inside of a
    transaction: the name is looked up."""
    if outgoing.in_transaction():
        raise RuntimeError("Names are looked up outside of transactions.")
    if not is_safe(address):
        raise Forbidden(address)
    parts = urlsplit(address)
    host = parts.hostname or ""
    with suppress(socket.gaierror, UnicodeError):
        _resolve(host, parts.port or 443)


def _resolve(host: str, port: int) -> list[tuple[Any, ...]]:
    result = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    if not all(may_reach(host.lower(), str(address[0])) for *_kind, address in result):
        raise Forbidden(host)
    return result


def _connect(host: str, port: int) -> socket.socket:
    call, failure = outgoing.current(), OSError("no address")
    for family, kind, protocol, _name, address in _resolve(host.strip("[]"), port):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(call.remaining())
            call.watch(sock)
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            sock.close()
            failure = error
        else:
            return sock
    raise failure


class _Http(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _connect(self._dns_host, self.port)


class _Https(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _connect(self._dns_host, self.port or 443)


class _Watching(HTTPConnectionPool):
    """A connection that is used again belongs to the call that uses it, and to none while it waits."""

    def _get_conn(self, timeout: float | None = None) -> Any:
        connection: Any = super()._get_conn(timeout)
        if connection.sock is not None:
            outgoing.current().watch(connection.sock)
        return connection

    def _put_conn(self, conn: Any) -> None:
        if conn is not None and conn.sock is not None:
            outgoing.release(conn.sock)
        super()._put_conn(conn)


class _HttpPool(_Watching):
    ConnectionCls = _Http


class _HttpsPool(_Watching, HTTPSConnectionPool):
    ConnectionCls = _Https


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **more: Any) -> None:
        self.poolmanager = PoolManager(num_pools=connections, maxsize=maxsize, block=block, **more)
        self.poolmanager.pool_classes_by_scheme = {"http": _HttpPool, "https": _HttpsPool}

    def send(self, request: requests.PreparedRequest, *_arguments: Any, **more: Any) -> requests.Response:
        """The answer with its whole body. Raises Unanswered."""
        if not is_safe(request.url or ""):
            raise Forbidden(request.url or "")
        left = outgoing.current().remaining()
        try:
            response = super().send(request, **{**more, "stream": True, "timeout": left, "proxies": None})
            response._content = _read(response)  # noqa: SLF001 - where requests keeps what was read
        except requests.Timeout:
            raise outgoing.Unanswered("deadline") from None
        except (requests.RequestException, OSError) as error:
            raise outgoing.Unanswered(type(error).__name__) from None
        return response


def _read(response: requests.Response) -> bytes:
    body = bytearray()
    for piece in response.iter_content(1 << 14):
        body += piece
        if len(body) > LARGEST:
            response.close()
            raise outgoing.Unanswered("size")
    return bytes(body)


def guard(session: requests.Session, *, connections: int = 1) -> requests.Session:
    """Let a session reach only what this module allows, by so many connections that stay open. What the environment
    says of proxies doesn't count: they would choose the address; a private authority's certificates
    (REQUESTS_CA_BUNDLE) do."""
    session.trust_env = False
    session.max_redirects = 3
    session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or True
    for scheme in ("https://", "http://"):
        session.mount(scheme, _Adapter(pool_connections=1, pool_maxsize=connections))
    return session


def get(address: str) -> requests.Response:
    """One GET without redirects."""
    with guard(requests.Session()) as session:
        return session.get(address, allow_redirects=False)
