"""What the internet says of the store's own names: whether a host is reached by https, and whether inboxes can trust
mail from a domain (SPF, DKIM, DMARC). Looked up when somebody asks or by a duty, and kept; no page waits for it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import dns.exception
import dns.resolver
from django.conf import settings

from planfront.integrations.models import DomainCheck
from planfront.kernel import clock
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing import http

WEB_SECONDS, MAIL_SECONDS, DNS_SECONDS = 8.0, 20.0, 3.0
HTTPS = 443
SELECTORS = (
    "default",
    "dkim",
    "google",
    "k1",
    "k2",
    "k3",
    "key1",
    "mail",
    "mailo",
    "mandrill",
    "mx",
    "pm",
    "protonmail",
    "s1",
    "s2",
    "selector1",
    "selector2",
    "smtp",
    "zoho",
)
"""Names under which email providers usually publish the key of a signature."""


@dataclass(frozen=True)
class WebFacts:
    """``problem``: "" for a host that the store answers at by https; else "name" (not known), "connection",
    "certificate", "other" (something else answers) or "unseen" (it can't be looked at from here). ``until``: the end of
    the certificate."""

    problem: str = ""
    until: str = ""

    @property
    def ends(self) -> datetime | None:
        return datetime.fromisoformat(self.until) if self.until else None


@dataclass(frozen=True)
class MailFacts:
    """Each is "yes" or what is wrong: "missing"; "several" entries, of which none counts; "anyone" may send; for all
    "unknown" while the question isn't answered."""

    spf: str = "unknown"
    dkim: str = "unknown"
    dmarc: str = "unknown"


def check_web(host: str) -> WebFacts:
    """Return whether the store answers at a host by https."""
    try:
        return outgoing.attempt(lambda: _ask_web(host), peer=f"own host {host}", seconds=WEB_SECONDS, pause=0)
    except (http.Forbidden, outgoing.Busy):
        return WebFacts("unseen")
    except outgoing.Unanswered:
        return WebFacts("connection")


def _ask_web(host: str) -> WebFacts:
    try:
        with http.connect(host, HTTPS) as stream:
            until = datetime.fromtimestamp(ssl.cert_time_to_seconds(_end_of(stream)), UTC).isoformat()
            stream.sendall(f"GET /healthz HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            head, _end, body = _read(stream).partition(b"\r\n\r\n")
    except socket.gaierror:
        return WebFacts("name")
    except ssl.SSLError:
        return WebFacts("certificate")
    except OSError:
        return WebFacts("connection")
    is_ours = b" 200 " in head.partition(b"\r\n")[0] and body.strip() == b"ok"
    return WebFacts("" if is_ours else "other", until)


def _end_of(stream: ssl.SSLSocket) -> str:
    return str((stream.getpeercert() or {})["notAfter"])


def _read(stream: ssl.SSLSocket, most: int = 16_384) -> bytes:
    answer = b""
    while len(answer) < most:
        stream.settimeout(outgoing.current().remaining())
        piece = stream.recv(4096)
        if not piece:
            break
        answer += piece
    return answer


def check_mail(domain: str) -> MailFacts:
    """Return what inboxes find of the sender's domain."""
    selectors = [settings.ENV.dkim_selector] if settings.ENV.dkim_selector else SELECTORS
    try:
        return outgoing.attempt(
            lambda: MailFacts(_find_spf(domain), _find_dkim(domain, selectors), _find_dmarc(domain)),
            peer="own domains",
            seconds=MAIL_SECONDS,
            pause=0,
        )
    except (outgoing.Unanswered, dns.exception.DNSException):
        return MailFacts()


def make_resolver() -> dns.resolver.Resolver:
    resolver = dns.resolver.Resolver()
    resolver.lifetime = DNS_SECONDS
    return resolver


def _texts(name: str) -> list[str]:
    """Return the texts of a name; none for a name there is none of. Raises DNSException while nobody answers."""
    try:
        answer = make_resolver().resolve(name, "TXT", search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.name.LabelTooLong, dns.name.NameTooLong):
        return []
    return [b"".join(row.strings).decode("utf-8", "replace").strip() for row in answer]


def _find_spf(domain: str) -> str:
    entries = [text.lower() for text in _texts(domain) if text.lower().split(" ")[0] == "v=spf1"]
    if len(entries) != 1:
        return "several" if entries else "missing"
    terms = entries[0].split()
    return "anyone" if {"+all", "all", "?all"} & set(terms) else "yes"


def _find_dkim(domain: str, selectors: Sequence[str]) -> str:
    for selector in selectors:
        tags = [_tags(text) for text in _texts(f"{selector}._domainkey.{domain}")]
        if any(tag.get("p") for tag in tags):
            return "yes"
    return "missing"


def _find_dmarc(domain: str) -> str:
    """Return the policy of the domain, or of the nearest domain above it that has one."""
    labels = domain.split(".")
    for name in (".".join(labels[start:]) for start in range(max(len(labels) - 1, 1))):
        entries = [text for text in _texts(f"_dmarc.{name}") if text.lower().replace(" ", "").startswith("v=dmarc1")]
        if len(entries) > 1:
            return "several"
        if entries:
            return "yes"
    return "missing"


def _tags(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip().lower(): value.strip() for name, _is, value in pairs}


def keep_checks(found: Mapping[str, WebFacts | MailFacts]) -> None:
    """Write down what was found, by name (``web:HOST``, ``mail:DOMAIN``)."""
    moment = clock.now()
    rows = [DomainCheck(name=name[:260], checked_at=moment, facts=asdict(facts)) for name, facts in found.items()]
    DomainCheck.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["name"], update_fields=["checked_at", "facts"]
    )


def read_checks(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return what was found of names. One query."""
    return dict(DomainCheck.objects.filter(pk__in=list(names)).values_list("name", "facts"))
