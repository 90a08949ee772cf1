"""With a virus scanner named, no file of staff is taken that it didn't call clean."""

import socketserver
import struct
import threading
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.brands.models import Asset
from planfront.config.env import EnvError, to_scanner
from planfront.integrations import scanner

pytestmark = pytest.mark.django_db
ADD = "/backoffice/brands/asset/add/"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
VIRUS = b"EICAR"


class Server(socketserver.ThreadingTCPServer):
    seen: list[bytes]
    answer: Callable[[bytes], bytes]


class Daemon(socketserver.BaseRequestHandler):
    """clamd, as far as INSTREAM goes."""

    server: Server

    def handle(self):
        with self.request.makefile("rb") as stream:
            assert stream.read(10) == b"zINSTREAM\0"
            content = b""
            while size := struct.unpack("!I", stream.read(4))[0]:
                content += stream.read(size)
        self.server.seen.append(content)
        self.request.sendall(self.server.answer(content))


def usual(content):
    return b"stream: Eicar-Test-Signature FOUND\0" if VIRUS in content else b"stream: OK\0"


@pytest.fixture
def name_scanner(settings):
    def name(address):
        object.__setattr__(settings.ENV, "virus_scanner", address)

    yield name
    name("")


@pytest.fixture
def daemon(name_scanner):
    with Server(("127.0.0.1", 0), Daemon) as server:
        server.seen, server.answer = [], usual
        threading.Thread(target=server.serve_forever, daemon=True).start()
        name_scanner(f"tcp://127.0.0.1:{server.server_address[1]}")
        yield server
        server.shutdown()


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def send(client, brand, content=SVG):
    file = SimpleUploadedFile("logo.svg", content)
    return client.post(ADD, {"brand": brand.pk, "kind": "logo", "title": "Logo", "file": file})


def test_a_clean_file_is_accepted(staff, brand, daemon):
    assert send(staff, brand).status_code == 302
    assert daemon.seen == [SVG]
    assert Asset.objects.get().file.read() == SVG


def test_a_file_with_a_virus_is_refused_and_on_record(staff, brand, daemon):
    answer = send(staff, brand, SVG + b"<!-- EICAR -->")
    assert answer.status_code == 422
    assert "Eicar-Test-Signature" in answer.content.decode()
    assert not Asset.objects.exists()
    event = AuditEvent.objects.get(action="upload.refused")
    assert event.meta == {"why": "virus", "found": "Eicar-Test-Signature"}


@pytest.mark.parametrize("words", [b"INSTREAM size limit exceeded. ERROR\0", b"", b"what?\0"])
def test_a_file_the_scanner_does_not_call_clean_is_refused(staff, brand, daemon, words):
    daemon.answer = lambda _content: words
    answer = send(staff, brand)
    assert answer.status_code == 503
    assert "so nothing was saved" in answer.content.decode()
    assert not Asset.objects.exists()


def test_files_are_refused_while_the_scanner_is_unreachable(staff, brand, name_scanner):
    name_scanner("tcp://127.0.0.1:1")
    assert send(staff, brand).status_code == 503
    name_scanner("unix:///nowhere/clamd.ctl")
    assert send(staff, brand).status_code == 503
    assert not Asset.objects.exists()
    words = {"why": "unscanned", "found": "The scanner didn't answer."}  # and no name of an exception
    assert [event.meta for event in AuditEvent.objects.filter(action="upload.refused")] == [words, words]


def test_a_hanging_scanner_is_given_up_at_its_deadline(staff, brand, daemon, monkeypatch):
    monkeypatch.setattr(scanner, "SECONDS", 0.3)

    asked, given_up = threading.Event(), threading.Event()

    def hang(_content):
        asked.set()
        given_up.wait(60)
        return b"stream: OK\0"

    daemon.answer = hang
    assert send(staff, brand).status_code == 503  # before the daemon answers
    assert asked.wait(60)
    given_up.set()


def test_files_are_accepted_when_no_scanner_is_configured(staff, brand):
    assert send(staff, brand).status_code == 302


def test_files_of_strangers_are_not_sent_to_the_scanner(client, brand, daemon):
    client.defaults["HTTP_HOST"] = "shop.test"
    assert send(client, brand).status_code == 302
    assert daemon.seen == []


def test_a_malformed_scanner_setting_says_what_is_expected():
    assert to_scanner("VIRUS_SCANNER", "unix:///run/clamav/clamd.ctl") == "unix:///run/clamav/clamd.ctl"
    assert to_scanner("VIRUS_SCANNER", "tcp://clamav:3310") == "tcp://clamav:3310"
    for wrong in ("clamav:3310", "tcp://clamav", "http://clamav:3310"):
        with pytest.raises(EnvError, match="must be tcp"):
            to_scanner("VIRUS_SCANNER", wrong)
