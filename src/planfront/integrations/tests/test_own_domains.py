"""What the internet says of the store's own names, asked of a DNS server and a web server on this machine."""

import socketserver
import threading
from dataclasses import replace

import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

from planfront.integrations import own_domains
from planfront.integrations.own_domains import MailFacts, WebFacts, check_mail, check_web
from planfront.kernel.outgoing import http
from tests.certificates import serve_localhost

GOOD = {
    "ok.example": ["google-site-verification=x", "v=spf1 mx -all"],
    "k1._domainkey.ok.example": ["v=DKIM1; k=rsa; p=MIIB"],
    "_dmarc.ok.example": ["v=DMARC1; p=none"],
}


class _Names(socketserver.BaseRequestHandler):
    """A DNS server that knows the texts of ``names``; None: it never answers."""

    names: dict[str, list[str]] | None = {}

    def handle(self):
        data, sock = self.request
        if self.names is None:
            return
        query = dns.message.from_wire(data)
        answer, name = dns.message.make_response(query), query.question[0].name
        texts = self.names.get(name.to_text(omit_final_dot=True))
        if texts is None:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        else:
            quoted = [f'"{text}"' for text in texts]
            answer.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", *quoted))
        sock.sendto(answer.to_wire(), self.client_address)


@pytest.fixture
def names(monkeypatch):
    """Return the names that a DNS server on this machine knows."""
    handler = type("Names", (_Names,), {"names": {}})
    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def make_resolver():
            resolver = dns.resolver.Resolver(configure=False)
            resolver.nameservers, resolver.port = ["127.0.0.1"], server.server_address[1]
            resolver.lifetime = 0.3
            return resolver

        monkeypatch.setattr(own_domains, "make_resolver", make_resolver)
        yield handler
        server.shutdown()


@pytest.mark.parametrize(
    ("known", "facts"),
    [
        (GOOD, MailFacts("yes", "yes", "yes")),
        ({}, MailFacts("missing", "missing", "missing")),
        (GOOD | {"ok.example": ["v=spf1 mx -all", "v=spf1 a -all"]}, MailFacts("several", "yes", "yes")),
        (GOOD | {"ok.example": ["v=spf1 +all"]}, MailFacts("anyone", "yes", "yes")),
        (GOOD | {"ok.example": ["v=spf10 mx"]}, MailFacts("missing", "yes", "yes")),
        (GOOD | {"k1._domainkey.ok.example": ["v=DKIM1; p="]}, MailFacts("yes", "missing", "yes")),
        (GOOD | {"_dmarc.ok.example": ["v=DMARC1; p=none", "v=DMARC1; p=reject"]}, MailFacts("yes", "yes", "several")),
        (GOOD | {"_dmarc.ok.example": ["something else"]}, MailFacts("yes", "yes", "missing")),
    ],
)
def test_each_entry_is_read_as_inboxes_read_it(names, known, facts):
    names.names = known
    assert check_mail("ok.example") == facts


def test_a_policy_of_the_domain_above_counts(names):
    names.names = {"_dmarc.ok.example": ["v=DMARC1; p=reject"]}
    assert check_mail("mail.shop.ok.example").dmarc == "yes"


def test_a_key_under_another_name_is_found_when_it_is_named(names, settings):
    names.names = {"acme7._domainkey.ok.example": ["v=DKIM1; p=MIIB"]}
    assert check_mail("ok.example").dkim == "missing"
    settings.ENV = replace(settings.ENV, dkim_selector="acme7")
    assert check_mail("ok.example").dkim == "yes"


def test_nothing_is_known_while_no_server_answers(names):
    names.names = None
    assert check_mail("ok.example") == MailFacts("unknown", "unknown", "unknown")


class _Web(socketserver.StreamRequestHandler):
    body = b"ok"

    def handle(self):
        self.rfile.readline()
        self.wfile.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n" + self.body)


@pytest.fixture
def web(tmp_path, monkeypatch):
    """Return a web server at https://localhost whose certificate is trusted and ends in 2040."""
    context = serve_localhost(tmp_path)
    handler = type("Web", (_Web,), {})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(own_domains, "HTTPS", server.server_address[1])
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "cert.pem"))
        http._trusted.cache_clear()
        yield handler
        server.shutdown()
    http._trusted.cache_clear()


def test_a_host_that_answers_by_https_says_how_long_its_certificate_holds(web):
    assert check_web("localhost") == WebFacts("", "2040-01-01T00:00:00+00:00")


def test_another_site_is_not_the_store(web):
    web.body = b"<h1>Parked</h1>"
    assert check_web("localhost") == WebFacts("other", "2040-01-01T00:00:00+00:00")


def test_a_certificate_that_nobody_vouches_for_is_not_valid(web, monkeypatch):
    monkeypatch.delenv("REQUESTS_CA_BUNDLE")
    http._trusted.cache_clear()
    assert check_web("localhost") == WebFacts("certificate")


def test_a_host_without_a_server_an_unknown_one_and_a_private_one(web, monkeypatch):
    monkeypatch.setattr(own_domains, "HTTPS", 9)
    assert check_web("localhost") == WebFacts("connection")
    assert check_web("shop.invalid") == WebFacts("name")
    assert check_web("127.0.0.2") == WebFacts("unseen")
