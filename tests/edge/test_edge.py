"""What slow, stuck and hostile peers can do to the server itself: nothing to anybody else."""

import http.client
import json
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from planfront.cli.ports import free_port
from tests.edge.app import LARGE, LIMITS

HERE = "127.0.0.1"
UNFINISHED = b"POST /form HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 500\r\n\r\nx"


@pytest.fixture(scope="module")
def port():
    """Where a store with a single thread listens."""
    with served("application") as number:
        yield number


@contextmanager
def served(application):
    number = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "rsgi", "--loop", "asyncio", "--no-ws"]
    command += ["--host", HERE, "--port", str(number), "--log-level", "warning", f"tests.edge.app:{application}"]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as server:
        try:
            wait_until_served(number)
            yield number
        finally:
            server.terminate()
            server.wait(60)


def wait_until_served(port):
    for _ in range(600):
        try:
            if ask(port)["REQUEST_METHOD"] == "GET":
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("The server doesn't answer.")


def ask(port, method="GET", path="/", body=None, timeout=10):
    connection = http.client.HTTPConnection(HERE, port, timeout=timeout)
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200, (answer.status, text)
        return json.loads(text)
    finally:
        connection.close()


def connect(port, address=HERE, *, window=None):
    """``window``: how many bytes the system takes from the server for a peer that doesn't read."""
    peer = socket.socket()
    if window:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    peer.bind((address, 0))
    peer.settimeout(15)
    peer.connect((HERE, port))
    return peer


def read_answer(peer):
    """What the application heard, from a connection that the server closes."""
    with peer.makefile("rb") as stream:
        return json.loads(stream.read().partition(b"\r\n\r\n")[2])


def status_of(peer):
    return int(peer.recv(200).split(b" ")[1])


@pytest.mark.parametrize(
    "words",
    [UNFINISHED, b"GET / HTTP/1.1\r\nHost: shop", b"GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n"],
    ids=["unfinished bodies", "unfinished headers", "readers that don't read"],
)
def test_many_stuck_peers_hold_nobody_up(words):
    with ExitStack() as stack:
        port = stack.enter_context(served("patient"))
        for number in range(200):
            peer = stack.enter_context(connect(port, f"127.0.1.{1 + number // 10}", window=4_096))
            peer.sendall(words)
        for _ in range(5):
            assert ask(port, "POST", body="hello", timeout=100)["body"] == "hello"


def test_an_unfinished_body_is_given_up(port):
    with connect(port) as peer:
        peer.sendall(UNFINISHED)
        began = time.monotonic()
        assert status_of(peer) == 408
        assert time.monotonic() - began >= LIMITS.first * 0.9


def test_what_the_edge_answers_itself_carries_the_headers_too(port):
    connection = http.client.HTTPConnection(HERE, port, timeout=10)
    connection.putrequest("POST", "/form")
    connection.putheader("Content-Length", "500")
    connection.endheaders(b"x")
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("content-type")) == (408, "text/plain; charset=utf-8")
    assert answer.getheader("content-security-policy") == "default-src 'none'; frame-ancestors 'none'"
    assert answer.getheader("x-content-type-options") == "nosniff"
    assert answer.getheader("cache-control") == "no-store"
    assert answer.getheader("strict-transport-security") == "max-age=60"
    connection.close()


def test_a_slow_but_steady_body_arrives(port):
    with connect(port) as peer:
        peer.sendall(b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 5\r\nConnection: close\r\n\r\n")
        for letter in (b"h", b"e", b"l", b"l", b"o"):
            peer.sendall(letter)
            time.sleep(LIMITS.first / 10)
        assert status_of(peer) == 200


def test_an_address_has_only_so_many_unfinished_bodies(port):
    with ExitStack() as stack:
        peers = [stack.enter_context(connect(port, "127.0.2.1")) for _ in range(LIMITS.senders + 1)]
        for peer in peers[:-1]:
            peer.sendall(UNFINISHED)
        time.sleep(0.5)
        peers[-1].sendall(UNFINISHED)
        assert status_of(peers[-1]) == 429
        assert ask(port, "POST", body="from elsewhere")["body"] == "from elsewhere"


def test_a_body_in_chunks_has_its_length(port):
    heard = ask(port, "POST", body=iter([b"hel", b"lo"]))
    assert (heard["body"], heard["CONTENT_LENGTH"]) == ("hello", "5")


def test_a_body_over_the_limit_is_not_read(port):
    with connect(port) as peer:
        peer.sendall(b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 100001\r\nConnection: close\r\n\r\n")
        heard = read_answer(peer)
    assert (heard["CONTENT_LENGTH"], heard["length"]) == ("100001", 0)


def test_chunks_over_the_limit_are_refused(port):
    with connect(port) as peer:
        peer.sendall(b"POST / HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n\r\n")
        peer.sendall(b"186a1\r\n" + b"x" * 100_001 + b"\r\n")
        assert status_of(peer) == 413


FILE = b"POST /backoffice/x HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n"


@pytest.mark.parametrize("length", [b"Content-Length: 200000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n30d40\r\n"])
def test_a_file_for_the_back_office_is_not_taken_from_strangers(port, length):
    """Bodies wait on the disk: whoever may send a gigabyte without a sign-in fills it."""
    with connect(port) as peer:
        peer.sendall(FILE + length + b"x" * 100_001)
        assert status_of(peer) in {403, 413}


def test_a_file_for_the_back_office_is_taken_from_staff(port):
    with connect(port) as peer:
        peer.sendall(FILE + b"Cookie: staff=1\r\nContent-Length: 200000\r\n\r\n" + b"x" * 200_000)
        assert read_answer(peer)["length"] == 200_000


def test_a_long_body_comes_through_a_file(port):
    assert ask(port, "POST", body="y" * 90_000)["length"] == 90_000


def test_a_long_answer_comes_whole(port):
    connection = http.client.HTTPConnection(HERE, port, timeout=20)
    connection.request("GET", "/large")
    assert len(connection.getresponse().read()) == LARGE
    connection.close()


def test_headers_and_the_address_are_heard_as_they_were_said(port):
    with connect(port, "127.0.3.7") as peer:
        peer.sendall(
            b"GET /caf%C3%A9//x?q=%C3%A9&a=1 HTTP/1.1\r\nHost: shop.test\r\nCookie: a=1\r\nCookie: b=2\r\n"
            b"X-Forwarded-For: 1.2.3.4\r\nX_Forwarded_For: 6.6.6.6\r\nagent_id: 11\r\nConnection: close\r\n\r\n"
        )
        heard = read_answer(peer)
    assert heard["PATH_INFO"].encode("latin-1").decode() == "/café//x"
    assert (heard["QUERY_STRING"], heard["REMOTE_ADDR"]) == ("q=%C3%A9&a=1", "127.0.3.7")
    assert (heard["HTTP_COOKIE"], heard["HTTP_X_FORWARDED_FOR"]) == ("a=1; b=2", "1.2.3.4")
    assert heard["HTTP_AGENT_ID"] == "11"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"HTTP/1.1 400 "),
        (b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.0 200 "),
        (b"GET / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n", b"HTTP/1.1 200 "),
    ],
)
def test_a_request_of_http_1_1_has_to_name_a_host(port, sent, status):
    with connect(port) as peer:
        peer.sendall(sent)
        assert peer.recv(13) == status


def test_what_hangs_and_what_waits_behind_it_is_given_up(port):
    """A database that is frozen holds every thread: whoever asks is told in time."""
    with connect(port) as hanging, connect(port) as waiting:
        for peer in (hanging, waiting):
            peer.sendall(b"GET /hangs HTTP/1.1\r\nHost: shop.test\r\n\r\n")
        assert (status_of(hanging), status_of(waiting)) == (503, 503)
    time.sleep(1.5)
    assert ask(port)["REQUEST_METHOD"] == "GET"
