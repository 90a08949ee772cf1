"""The store's own names: hosts of public brands, and the domains that their mail comes from, with what was found of
them."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.integrations import own_domains
from planfront.integrations.models import DomainCheck
from planfront.integrations.own_domains import MailFacts, WebFacts
from planfront.messaging.smtp import sender_of

MOST = 20
"""Names of each kind that are looked up: an installation has a handful of domains."""


@dataclass(frozen=True)
class Finding:
    """``facts`` are None for a name that wasn't looked up yet."""

    name: str
    web: WebFacts | None = None
    mail: MailFacts | None = None


def list_hosts() -> list[str]:
    """Return the primary host of each public brand."""
    return sorted(set(_hosts().values()))[:MOST]


def list_senders() -> list[str]:
    """Return the domains that mail of public brands comes from."""
    senders = {sender_of(brand, host) for brand, host in _hosts().items()}
    return sorted({sender.rpartition("@")[2].lower() for sender in senders})[:MOST]


def _hosts() -> dict[Brand, str]:
    public = brands.public_brands()
    hosts = brands.primary_hosts([brand.pk for brand in public])
    return {brand: hosts[brand.pk] for brand in public if brand.pk in hosts}


def read_web() -> list[Finding]:
    """Return what is known of each host. Looks nothing up."""
    known = own_domains.read_checks(map(_web, hosts := list_hosts()))
    return [
        Finding(host, web=WebFacts(**known[_web(host)])) if _web(host) in known else Finding(host) for host in hosts
    ]


def read_mail() -> list[Finding]:
    """Return what is known of each sender's domain. Looks nothing up."""
    known = own_domains.read_checks(map(_mail, senders := list_senders()))
    return [
        Finding(domain, mail=MailFacts(**known[_mail(domain)])) if _mail(domain) in known else Finding(domain)
        for domain in senders
    ]


def check_hosts() -> None:
    """Look at every host now. Raises RuntimeError inside of a transaction."""
    own_domains.keep_checks({_web(host): own_domains.check_web(host) for host in list_hosts()})


def check_senders() -> None:
    """Look up every sender's domain now. Raises RuntimeError inside of a transaction."""
    own_domains.keep_checks({_mail(domain): own_domains.check_mail(domain) for domain in list_senders()})


def check_names() -> None:
    """Look at all names, and forget those the store no longer has. A duty of the ticker: a demo asks no one."""
    if not settings.PRODUCTION:
        return
    check_hosts()
    check_senders()
    names = [*map(_web, list_hosts()), *map(_mail, list_senders())]
    DomainCheck.objects.exclude(pk__in=names).delete()


def _web(host: str) -> str:
    return f"web:{host}"


def _mail(domain: str) -> str:
    return f"mail:{domain}"
