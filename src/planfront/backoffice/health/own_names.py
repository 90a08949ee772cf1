"""The store's own names: hosts of public brands, and the domains that their mail comes from, with what was found of
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from django.conf import settings

from planfront.brands import selectors as brands
from planfront.brands.models import Brand
from planfront.integrations import own_domains
from planfront.integrations.models import DomainCheck
from planfront.integrations.own_domains import MailFacts, WebFacts
from planfront.kernel.jobs.tasks import job
from planfront.messaging.smtp import sender_of

Facts = TypeVar("Facts", WebFacts, MailFacts)
PATIENCE, _A_JOB = 15.0, 200.0
"""Seconds for all names of a kind: while a person waits, and in a worker."""
MOST = 20
"""Names of each kind that are looked up: an installation has a handful of domains."""


@dataclass(frozen=True)
class Finding(Generic[Facts]):
    """``facts`` are None for a name that wasn't looked up yet."""

    name: str
    facts: Facts | None


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


def read_web() -> list[Finding[WebFacts]]:
    """Return what is known of each host. Looks nothing up."""
    return _read(list_hosts(), _web, WebFacts)


def read_mail() -> list[Finding[MailFacts]]:
    """Return what is known of each sender's domain. Looks nothing up."""
    return _read(list_senders(), _mail, MailFacts)


def _read(names: Sequence[str], key_of: Callable[[str], str], facts_of: type[Facts]) -> list[Finding[Facts]]:
    checks = own_domains.read_checks(map(key_of, names))
    return [Finding(name, facts_of(**checks[key_of(name)]) if key_of(name) in checks else None) for name in names]


def check_hosts(within: float = PATIENCE) -> None:
    """Look at every host now, or at those that fit into so many seconds. Raises RuntimeError inside of a
    transaction."""
    own_domains.keep_checks(_look({_web(host): partial(own_domains.check_web, host) for host in list_hosts()}, within))


def check_senders(within: float = PATIENCE) -> None:
    """Look up every sender's domain as ``check_hosts`` does hosts."""
    looks = {_mail(domain): partial(own_domains.check_mail, domain) for domain in list_senders()}
    own_domains.keep_checks(_look(looks, within))


def _look(looks: Mapping[str, Callable[[], Facts]], within: float) -> dict[str, Facts]:
    deadline, facts = monotonic() + within, {}
    for name, look in looks.items():
        if monotonic() > deadline:
            break
        facts[name] = look()
    return facts


def queue_checks() -> None:
    """Have a worker look at all names. A duty of the ticker: a demo asks no one."""
    if settings.PRODUCTION:
        check_names.enqueue()


@job(retries=0)
def check_names() -> None:
    """Look at all names, and forget those the store no longer has."""
    check_hosts(_A_JOB)
    check_senders(_A_JOB)
    names = [*map(_web, list_hosts()), *map(_mail, list_senders())]
    DomainCheck.objects.exclude(pk__in=names).delete()


def _web(host: str) -> str:
    return f"web:{host}"


def _mail(domain: str) -> str:
    return f"mail:{domain}"
