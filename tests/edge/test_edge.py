"""What slow, stuck and hostile peers can do to the server itself: nothing to others."""

import http.client
import json
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from planfront.cli.environment import for_child
from planfront.cli.ports import free_port, listening
from tests.edge.app import FILE, LARGE, SHORT

HERE = "127.0.0.1"
UNFINISHED = b"POST /form HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 500\r\n\r\nx"


@pytest.fixture(scope="module")
def port():
    """Where a store with a single thread listens."""
    with served("short") as number:
        yield number


@contextmanager
def served(limits):
    number = free_port()
    command = [sys.executable, "-m", "tests.edge.app", str(number), limits]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], env=for_child()) as server:
        try:
            wait_until_served(number)
            yield number
        finally:
            server.terminate()
            server.wait(60)


def test_a_process_that_leaves_gives_the_port_back_before_its_last_answer():
    """A store whose supervisor was killed is started again while requests are still under way."""
    number = free_port()
    command = [sys.executable, "-m", "tests.edge.app", str(number), "patient"]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2], env=for_child()) as server:
        wait_until_served(number)
        with connect(number) as peer:
            peer.sendall(UNFINISHED.replace(b"500", b"2"))
            ask(number)
            server.terminate()
            time.sleep(3)
            with listening(HERE, number):
                peer.sendall(b"y")
                assert status_of(peer) == 200
        assert server.wait(60) == 0


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


def answer_to(port, sent):
    """Status, headers and text of the answer on a connection that the server closes."""
    with connect(port) as peer, peer.makefile("rb") as stream:
        peer.sendall(sent)
        status = int(stream.readline().split(b" ")[1])
        headers = http.client.parse_headers(stream)
        return status, headers, stream.read()


PIPELINED = b"GET /%s HTTP/1.1\r\nHost: shop.test\r\n\r\n" * 3


@pytest.mark.parametrize(
    "words",
    [
        UNFINISHED,
        b"GET / HTTP/1.1\r\nHost: shop",
        b"GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n",
        PIPELINED % ((b"large",) * 3),
        PIPELINED % ((b"file",) * 3),
    ],
    ids=["unfinished bodies", "unfinished headers", "readers that don't read", "several answers", "several files"],
)
def test_many_stuck_peers_hold_nobody_up(words):
    with ExitStack() as stack:
        port = stack.enter_context(served("patient"))
        for number in range(20 if words.startswith(PIPELINED[:4]) and words.count(b"Host") > 1 else 200):
            peer = stack.enter_context(connect(port, f"127.0.1.{1 + number // 10}", window=4_096))
            peer.sendall(words)
        for _ in range(5):
            assert ask(port, "POST", body="hello", timeout=100)["body"] == "hello"


@pytest.mark.parametrize("sent", [UNFINISHED, UNFINISHED[:20], b""], ids=["body", "headers", "nothing"])
def test_an_unfinished_request_is_given_up(port, sent):
    with connect(port) as peer:
        peer.sendall(sent)
        began = time.monotonic()
        assert peer.recv(200) == b""
        assert SHORT.first * 0.9 <= time.monotonic() - began <= SHORT.first + 5


def test_a_long_body_has_to_come_at_a_pace():
    """A byte now and then would hold a connection for days."""
    with served("short") as port, connect(port) as peer:
        peer.sendall(UNFINISHED)
        began = time.monotonic()
        with suppress(OSError):
            while time.monotonic() < began + 30:
                peer.sendall(b"x")
                time.sleep(0.5)
        assert time.monotonic() - began <= SHORT.first + 5


def test_what_the_server_answers_itself_carries_the_headers_too(port):
    status, headers, _text = answer_to(port, b"GET / HTTP/1.1\r\n\r\n")
    assert (status, headers["content-type"]) == (400, "text/plain; charset=utf-8")
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["strict-transport-security"] == "max-age=60"
    assert headers["connection"] == "close"
    assert headers["server"] is None


def test_a_slow_but_steady_body_arrives(port):
    with connect(port) as peer:
        peer.sendall(b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 5\r\nConnection: close\r\n\r\n")
        for letter in (b"h", b"e", b"l", b"l", b"o"):
            peer.sendall(letter)
            time.sleep(SHORT.first / 10)
        assert status_of(peer) == 200


def test_a_body_in_chunks_has_its_length(port):
    heard = ask(port, "POST", body=iter([b"hel", b"lo"]))
    assert (heard["body"], heard["CONTENT_LENGTH"]) == ("hello", "5")
    assert "HTTP_TRANSFER_ENCODING" not in heard


@pytest.mark.parametrize("length", [SHORT.whole, SHORT.whole + 1])
def test_a_body_over_the_limit_is_refused(port, length):
    head = b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % length
    body = b"x" * length if length == SHORT.whole else b""
    assert answer_to(port, head + body)[0] == (200 if body else 413)


def test_chunks_over_the_limit_are_refused(port):
    with connect(port) as peer:
        peer.sendall(b"POST / HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n\r\n")
        peer.sendall(b"186a1\r\n" + b"x" * 100_001)
        assert status_of(peer) == 413


OFFICE = b"POST /backoffice/x HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n"


@pytest.mark.parametrize("length", [b"Content-Length: 200000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n30d40\r\n"])
@pytest.mark.parametrize("head", [OFFICE, OFFICE.replace(b"/backoffice/x", b"/x") + b"Cookie: staff=1\r\n"])
def test_a_large_file_is_not_taken_from_strangers_and_not_elsewhere(port, head, length):
    """Bodies wait on the disk: strangers who may send a gigabyte fill it."""
    with connect(port) as peer:
        peer.sendall(head + length + b"x" * 100_001)
        assert status_of(peer) == 413


def test_a_file_for_the_back_office_is_taken_from_staff(port):
    head = OFFICE + b"Cookie: staff=1\r\nContent-Length: "
    assert json.loads(answer_to(port, head + b"200000\r\n\r\n" + b"x" * 200_000)[2])["length"] == 200_000
    assert answer_to(port, head + b"300001\r\n\r\n")[0] == 413


def test_a_long_body_comes_through_a_file(port):
    assert ask(port, "POST", body="y" * 90_000)["length"] == 90_000


@pytest.mark.parametrize(("path", "length"), [("/large", LARGE), ("/file", FILE)])
def test_a_long_answer_comes_whole(port, path, length):
    connection = http.client.HTTPConnection(HERE, port, timeout=20)
    for _ in range(2):
        connection.request("GET", path)
        assert len(connection.getresponse().read()) == length
    connection.close()


def test_an_answer_to_head_has_no_body(port):
    status, headers, text = answer_to(port, b"HEAD /file HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n")
    assert (status, headers["content-length"], text) == (200, str(FILE), b"")


def test_requests_that_come_at_once_are_answered_in_turn(port):
    posts = b"".join(b"POST /%d HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1\r\n\r\n%d" % (n, n) for n in range(3))
    _status, _headers, text = answer_to(port, posts + b"GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    places = [text.find(b'"PATH_INFO": "/%d"' % n) for n in range(4)]
    assert places == sorted(places)
    assert min(places) >= 0


def test_headers_and_the_address_are_heard_as_they_were_said(port):
    with connect(port, "127.0.3.7") as peer:
        peer.sendall(
            b"GET /caf%C3%A9//x?q=%C3%A9&a=1 HTTP/1.1\r\nHost: shop.test\r\nCookie: a=1; b=2\r\n"
            b"X-Forwarded-For: 1.2.3.4\r\nX_Forwarded_For: 6.6.6.6\r\nagent_id: 11\r\nGroup_ID: 12\r\n"
            b"Connection: close\r\n\r\n"
        )
        heard = read_answer(peer)
    assert heard["PATH_INFO"].encode("latin-1").decode() == "/café//x"
    assert (heard["QUERY_STRING"], heard["REMOTE_ADDR"]) == ("q=%C3%A9&a=1", "127.0.3.7")
    assert (heard["HTTP_COOKIE"], heard["HTTP_X_FORWARDED_FOR"]) == ("a=1; b=2", "1.2.3.4")
    assert (heard["HTTP_AGENT_ID"], heard["HTTP_GROUP_ID"]) == ("11", "12")


END = b"Connection: close\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.0\r\n\r\n", 200),
        (b"GET / HTTP/1.1\r\nHost: shop.test\r\n" + END, 200),
        (b"GET / HTTP/1.1\r\n" + END, 400),
        (b"GET / HTTP/1.1\nHost: shop.test\r\n" + END, 400),
        (b"GET / HTTP/1.1\r\nHost: shop.test\nX-More: 1\r\n" + END, 400),
        (b"GET / HTTP/1.1\r\nHost: shop.test\rX-More: 1\r\n" + END, 400),
        (b"GET / HTTP/1.1\r\nHost : shop.test\r\n" + END, 400),
        (b"GET http://[x/ HTTP/1.1\r\nHost: shop.test\r\n" + END, 400),
        (b"get / HTTP/1.1\r\nHost: shop.test\r\n" + END, 400),
        (b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n" + END + b"xy", 400),
        (b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: +1\r\n" + END + b"x", 400),
        (b"POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: " + b"1" * 5000 + b"\r\n" + END, 400),
        (b"POST / HTTP/1.0\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n" + END + b"0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: gzip\r\n" + END, 501),
        (b"GET / HTTP/1.1\r\nHost: shop.test\r\nX-Long: ".ljust(1 << 16, b"x"), 431),
    ],
)
def test_only_a_request_in_good_form_is_answered(port, sent, status):
    assert answer_to(port, sent)[0] == status


@pytest.mark.parametrize(
    ("chunks", "status"),
    [
        (b"5\r\nhello\r\n0\r\n\r\n", 200),
        (b"5;a=b\r\nhello\r\n0\r\n\r\n", 200),
        (b"5\nhello\n0\n\n\r\n\r\n", 400),
        (b"5\r\nhelloXX0\r\n\r\n", 400),
        (b"-5\r\nhello\r\n0\r\n\r\n", 400),
        (b"0x5\r\nhello\r\n0\r\n\r\n", 400),
        (b"5 \r\nhello\r\n0\r\n\r\n", 400),
        (b"\r\n5\r\nhello\r\n0\r\n\r\n", 200),  # an empty line is skipped, which moves no end
    ],
)
def test_only_chunks_in_good_form_are_taken(port, chunks, status):
    head = b"POST / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert answer_to(port, head + chunks)[0] == status
