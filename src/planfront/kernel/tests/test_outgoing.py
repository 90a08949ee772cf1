"""Calls to machines that mean harm: they drip, never end, lead elsewhere, or sit inside."""

import gzip
import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace

import httpx2
import pytest

from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing import http as outgoing_http

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
HANDSHAKE = b"\x16\x03\x03\x40\x00"  # a record of TLS that goes on for 16 kB
SECONDS = 0.6
# What a busy machine adds; far below the minute that a dripping peer would take.
SLACK = 5


@contextmanager
def peer(serve):
    """A server on this machine that does ``serve(connection)`` with each caller; yields its port and who called."""
    listener = socket.create_server(("127.0.0.1", 0))
    callers = []

    def serve_caller(connection):
        with connection:
            try:
                connection.settimeout(0.2)
                with suppress(TimeoutError):  # who speaks first is the server's in some protocols
                    callers.append(connection.recv(4096))
                connection.settimeout(30)
                serve(connection)
            except OSError:
                pass

    def run():
        while True:
            try:
                connection, _address = listener.accept()
            except OSError:
                return
            threading.Thread(target=serve_caller, args=(connection,), daemon=True).start()

    threading.Thread(target=run, daemon=True).start()
    try:
        yield listener.getsockname()[1], callers
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def drip(connection, text):
    connection.sendall(text)
    for _second in range(600):
        time.sleep(0.1)
        connection.sendall(b" ")


def dripping_body(connection):
    connection.sendall(HEAD + b"Content-Length: 5000\r\n\r\n")
    drip(connection, b" ")


def dripping_headers(connection):
    drip(connection, HEAD)


def endless_body(connection):
    connection.sendall(HEAD + b"\r\n")
    while True:
        connection.sendall(b"x" * 65536)


def silent(_connection):
    time.sleep(60)


def timed_call(url, **more):
    """Seconds that a call took, and what came of it."""
    began = time.monotonic()
    try:
        answer = outgoing.attempt(lambda: outgoing_http.get(url), peer=url, seconds=SECONDS, **more)
    except outgoing.Unanswered as error:
        answer = error
    return time.monotonic() - began, answer


def threads_of(url):
    return [thread for thread in threading.enumerate() if thread.name == f"outgoing {url}"]


def all_ended(url):
    """Whether the threads of given-up calls end, soon."""
    until = time.monotonic() + SLACK
    while threads_of(url) and time.monotonic() < until:
        time.sleep(0.02)
    return threads_of(url) == []


@pytest.mark.parametrize("serve", [dripping_body, dripping_headers, silent])
def test_a_slow_peer_is_given_up_when_the_deadline_for_the_whole_call_ends(serve):
    with peer(serve) as (port, _callers):
        url = f"http://127.0.0.1:{port}/"
        took, answer = timed_call(url)
        assert isinstance(answer, outgoing.Unanswered)
        assert SECONDS <= took < SECONDS + SLACK
        assert all_ended(url)


def test_a_dripping_handshake_is_given_up():
    with peer(lambda connection: drip(connection, HANDSHAKE)) as (port, _callers):
        took, answer = timed_call(f"https://127.0.0.1:{port}/")
        assert isinstance(answer, outgoing.Unanswered)
        assert took < SECONDS + SLACK


def test_a_slow_name_lookup_is_given_up(monkeypatch):
    event = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_more: event.wait(30) and [])
    took, answer = timed_call("https://slow.example/")
    event.set()
    assert isinstance(answer, outgoing.Unanswered)
    assert took < SECONDS + SLACK


def test_an_endless_answer_is_refused_at_its_size_limit():
    with peer(endless_body) as (port, _callers):
        _took, answer = timed_call(f"http://127.0.0.1:{port}/")
        assert isinstance(answer, outgoing.Unanswered)
        assert str(answer) in {"size", "deadline"}


def test_a_compressed_answer_is_refused_and_not_asked_for():
    body = gzip.compress(b"x" * (64 << 20))
    head = HEAD + f"Content-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with peer(lambda connection: connection.sendall(head + body)) as (port, callers):
        _took, answer = timed_call(f"http://127.0.0.1:{port}/")
        assert isinstance(answer, outgoing.Unanswered)
        assert str(answer) == "broken"
        assert b"accept-encoding: identity\r\n" in callers[0].lower()


def test_an_answer_that_fits_is_read():
    with peer(lambda connection: connection.sendall(HEAD + b"Content-Length: 2\r\n\r\n{}")) as (port, _callers):
        _took, answer = timed_call(f"http://127.0.0.1:{port}/")
        assert answer.json() == {}


def test_calls_to_a_slow_peer_are_limited_and_then_paused(monkeypatch):
    with peer(silent) as (port, callers):
        url = f"http://127.0.0.1:{port}/"
        results = []
        waiting = [threading.Thread(target=lambda: results.append(timed_call(url))) for _caller in range(6)]
        for thread in waiting:
            thread.start()
        for thread in waiting:
            thread.join()
        assert sorted(type(answer).__name__ for _took, answer in results) == ["Busy"] * 4 + ["Unanswered"] * 2
        assert all(took < SECONDS for took, answer in results if isinstance(answer, outgoing.Busy))
        assert isinstance(timed_call(url)[1], outgoing.Busy)
        assert len(callers) == 2
        assert all_ended(url)
        monkeypatch.setattr(outgoing, "monotonic", lambda: time.monotonic() + outgoing.PAUSE)
        assert not isinstance(timed_call(url)[1], outgoing.Busy)


def redirecting(to):
    return lambda connection: connection.sendall(
        b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + to.encode() + b"\r\n\r\n"
    )


def test_redirects_are_not_followed_unless_asked_for():
    with peer(silent) as (inside, called), peer(redirecting(f"http://127.0.0.1:{inside}/")) as (port, _callers):
        assert timed_call(f"http://127.0.0.1:{port}/")[1].status_code == 302
        assert called == []


def test_a_redirect_that_is_followed_passes_the_same_gate():
    """``localhost`` is allowed in this store that is tried out, another name of this machine isn't."""
    with peer(silent) as (inside, called), peer(redirecting(f"http://127.0.0.2:{inside}/")) as (port, _callers):

        def follow():
            with httpx2.Client(transport=outgoing_http.Transport(), follow_redirects=True) as client:
                return client.get(f"http://127.0.0.1:{port}/")

        with pytest.raises(outgoing_http.Forbidden):
            outgoing.attempt(follow, peer="redirects", seconds=SECONDS)
        assert called == []


def addresses(monkeypatch, *rounds):
    """What the name is found at, look-up by look-up."""
    left = list(rounds)

    def getaddrinfo(_host, port, **_more):
        result = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in result]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def test_dns_rebinding_after_the_check_is_refused(monkeypatch):
    addresses(monkeypatch, ["93.184.215.14"], ["127.0.0.1"])
    outgoing_http.check("https://rebinding.example/")
    assert isinstance(timed_call("https://rebinding.example/")[1], outgoing_http.Forbidden)


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch):
    addresses(monkeypatch, ["93.184.215.14", "10.0.0.8"])
    with pytest.raises(outgoing_http.Forbidden):
        outgoing_http.check("https://mixed.example/")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - to be refused
        "224.0.0.1",
        "fec0::1",
        "::7f00:1",
        "::ffff:0:7f00:1",
        "64:ff9b:1::7f00:1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_addresses_inside_are_not_public(address):
    assert not outgoing_http.is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"])
def test_addresses_of_the_internet_are_public(address):
    assert outgoing_http.is_public(address)


def test_https_is_required_except_for_loopback_in_demo_mode(settings):
    assert outgoing_http.is_safe("https://id.example/")
    assert outgoing_http.is_safe("http://127.0.0.1:8080")
    for wrong in (
        "http://id.example/",
        "ftp://localhost/",
        "https://a:b@id.example/",
        "https://",
        "https://id.example:0",
        "https://id.example:65536",
        f"https://id.example:{10**30}",
    ):
        assert not outgoing_http.is_safe(wrong)
    settings.PRODUCTION = True
    assert not outgoing_http.is_safe("http://127.0.0.1:8080")
    with pytest.raises(outgoing_http.Forbidden):
        outgoing_http.check("https://127.0.0.1:8080")


def test_a_name_that_is_no_valid_idna_is_looked_up_like_any_other(monkeypatch):
    addresses(monkeypatch, ["10.0.0.8"])
    with pytest.raises(outgoing_http.Forbidden):
        outgoing_http.check("https://xn--a.-b.example/")


def test_authorities_that_cannot_be_read_fail_the_call(monkeypatch, tmp_path):
    outgoing_http._trusted.cache_clear()
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "missing.pem"))
    with pytest.raises(outgoing.Unanswered, match="tls"):
        outgoing_http.Transport()


def test_the_operator_can_allow_an_internal_host(monkeypatch, settings):
    addresses(monkeypatch, ["10.0.0.8"])
    with pytest.raises(outgoing_http.Forbidden):
        outgoing_http.check("https://id.corp.example/")
    settings.ENV = replace(settings.ENV, outgoing_private_hosts=frozenset({"id.corp.example"}))
    outgoing_http.check("https://id.corp.example/")


def test_nothing_goes_out_without_a_deadline():
    with pytest.raises(RuntimeError):
        outgoing_http.get("http://127.0.0.1:9/")
