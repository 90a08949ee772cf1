"""Ports: is one free, which one is, and a socket that listens on one."""

import errno
import os
import socket

from planfront.cli.console import CliError

LISTENING = "PLANFRONT_LISTENING_FD"  # names the socket to a child that inherits it
BACKLOG = 4096
_FIRST_PASSED = 3


def require_free(host: str, port: int) -> None:
    """Raise CliError when something listens on host:port, or this user may not; nothing when a socket was passed."""
    if _has_passed_socket():
        return
    with socket.socket(_family(host), socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise CliError(_reason(host, port, error)) from error


def door(host: str, port: int) -> socket.socket:
    """Return a socket to accept connections from: one from systemd, which outlives this process, or our own."""
    if not _has_passed_socket():
        return listening(host, port)
    result = socket.socket(fileno=_FIRST_PASSED)
    result.setblocking(False)
    return result


def _has_passed_socket() -> bool:
    """Return True when systemd has passed a socket that listens (sd_listen_fds(3))."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return False
    if os.environ.get("LISTEN_FDS") != "1":
        raise CliError("Exactly one socket may be passed (LISTEN_FDS=1): the one to serve requests on.")
    return True


def listening(host: str, port: int) -> socket.socket:
    """Return a socket on which a server can accept connections. Raises CliError when the port isn't free."""
    try:
        door = socket.create_server((host, port), family=_family(host), backlog=BACKLOG)
    except OSError as error:
        raise CliError(_reason(host, port, error)) from error
    door.setblocking(False)
    return door


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _reason(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program. Stop it, or choose another port: PORT={port + 1} ./run"
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than this user has. Choose one above 1023: PORT=8000"
    return f"Cannot listen on {host}:{port}: {error.strerror}"


def free_port() -> int:
    """Return a port of the loopback interface that is free now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
