"""Ports to outside services, and the adapter of each.

By default the embedded adapter answers, offline. A port's variable may name another: a vendor that comes with the store
(``usps``), an adapter of an installed package (entry point ``address.acme`` of the group ``planfront.adapters``:
``acme``), or the dotted path of one. docs/extending.md shows how to write one.

An adapter calls other machines through ``kernel.outgoing.calls``, and raises ``Unavailable`` or ``outgoing.Unanswered``
when its service doesn't answer: a slow one costs a visitor three seconds and a clear message, never their input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from planfront.kernel.errors import AppError

if TYPE_CHECKING:
    from planfront.kernel.outgoing.service import Service

GROUP = "planfront.adapters"
EMBEDDED = "embedded"
Text = str | Promise


class Unavailable(AppError):
    """An outside service did not answer in time. What the caller entered is kept."""

    status = 503
    default = _("This check isn't available right now. Please try again in a moment.")


class WrongAdapter(Exception):
    """A port's variable names no adapter that is there. The text is for the operator, in English."""


@dataclass(frozen=True)
class Trial:
    """The result of trying an adapter: ``works``, and its answer in words. Holds nothing secret."""

    works: bool
    words: str


@dataclass(frozen=True)
class TrialField:
    """A value to try an adapter with, and the one that the page begins with."""

    name: str
    label: Text
    sample: str


@dataclass(frozen=True)
class Adapter:
    """An adapter of a port.

    ``answer`` is the function that the port's module calls. ``missing`` returns the names of the settings that the
    adapter lacks. ``service`` is its way out. ``try_it`` replaces the port's own trial, and ``fields`` that trial's
    fields.
    """

    answer: Callable[..., Any]
    title: Text = ""
    missing: Callable[[], Iterable[str]] = tuple
    service: Service | None = None
    try_it: Callable[[Mapping[str, str]], Trial] | None = None
    fields: tuple[TrialField, ...] = ()


@dataclass(frozen=True)
class Port:
    """A port. ``embedded`` and ``vendors`` are dotted paths, of an Adapter or of its ``answer``.

    ``variable`` names the setting that chooses. ``trial`` is the dotted path of a function like ``Adapter.try_it``,
    which gets the values of ``fields``.
    """

    embedded: str
    title: Text
    variable: str = ""
    vendors: Mapping[str, str] = field(default_factory=dict)
    trial: str = ""
    fields: tuple[TrialField, ...] = ()


PORTS = {
    "zip": Port("planfront.integrations.zips.embedded", _("ZIP codes")),
    "phone": Port(
        "planfront.integrations.phones.embedded",
        _("Phone numbers"),
        variable="PHONE_CHECK",
        vendors={"numverify": "planfront.integrations.vendors.numverify.ADAPTER"},
        trial="planfront.integrations.phones.try_it",
        fields=(TrialField("phone", _("Phone number"), "(614) 555-0148"),),
    ),
    "email": Port(
        "planfront.integrations.emails.embedded",
        _("Email addresses"),
        variable="EMAIL_CHECK",
        vendors={"neverbounce": "planfront.integrations.vendors.neverbounce.ADAPTER"},
        trial="planfront.integrations.emails.try_it",
        fields=(TrialField("email", _("Email address"), "support@example.com"),),
    ),
    "address": Port(
        "planfront.integrations.addresses.embedded",
        _("Street addresses"),
        variable="ADDRESS_CHECK",
        vendors={"usps": "planfront.integrations.vendors.usps.ADAPTER"},
        trial="planfront.integrations.addresses.try_it",
        fields=(
            TrialField("address1", _("Street address"), "77 West Jackson Boulevard"),
            TrialField("city", _("City"), "Chicago"),
            TrialField("state", _("State"), "IL"),
            TrialField("zip", _("ZIP code"), "60604"),
        ),
    ),
    "bank": Port("planfront.integrations.banks.embedded", _("Bank names")),
    "card": Port(
        "planfront.integrations.cards.EmbeddedGateway",
        _("Card payments"),
        variable="CARD_GATEWAY",
        vendors={"stripe": "planfront.integrations.card_stripe.ADAPTER"},
    ),
}


def adapter(port: str) -> Any:
    """Return the callable (or class) that answers at ``port``. KeyError for an unknown port."""
    return chosen(port).answer


def chosen(port: str) -> Adapter:
    """Return the adapter of a port. Raises KeyError for an unknown port, WrongAdapter when there is no such adapter."""
    return _load(port, choice(port))


def choice(port: str) -> str:
    """Return the operator's choice: a name, a dotted path, or "embedded"."""
    return str(settings.ADAPTERS.get(port, "")) or EMBEDDED


def is_embedded(port: str) -> bool:
    return choice(port) == EMBEDDED


def title_of(port: str) -> Text:
    """Return the title of a port's adapter."""
    return chosen(port).title or (_("Built in") if is_embedded(port) else choice(port))


@lru_cache(maxsize=64)
def _load(port: str, name: str) -> Adapter:
    declared = PORTS[port]
    paths = {EMBEDDED: declared.embedded, **declared.vendors}
    try:
        loaded = import_string(paths.get(name, name)) if name in paths or "." in name else _installed(port, name)
    except ImportError as error:
        raise WrongAdapter(f"{declared.variable or port}={name} can't be loaded ({error}).") from error
    return loaded if isinstance(loaded, Adapter) else Adapter(loaded)


def _installed(port: str, name: str) -> Any:
    for entry in entry_points(group=GROUP, name=f"{port}.{name}"):
        return entry.load()
    choices = ", ".join([EMBEDDED, *PORTS[port].vendors, *installed_names(port)])
    raise WrongAdapter(
        f"{PORTS[port].variable or port}={name} is no adapter that is there: {choices}, or a dotted path."
    )


def installed_names(port: str) -> list[str]:
    """Return the names of a port's adapters from installed packages."""
    prefix = f"{port}."
    return sorted(
        entry.name.removeprefix(prefix) for entry in entry_points(group=GROUP) if entry.name.startswith(prefix)
    )


def try_it(port: str, typed: Mapping[str, str]) -> Trial:
    """Ask a port's adapter about typed values, and return the result. Raises the adapter's own exceptions."""
    own = chosen(port).try_it
    trial: Trial = own(typed) if own else import_string(PORTS[port].trial)(typed)
    return trial


def forget_adapters() -> None:
    """Look adapters up again, for example after another package was installed."""
    _load.cache_clear()


def problem_of(port: str) -> str:
    """Return the reason that a port's adapter can't work, in a line for the operator; "" without one."""
    try:
        missing = list(chosen(port).missing())
    except WrongAdapter as error:
        return str(error)
    if not missing:
        return ""
    return f"{PORTS[port].variable or port}={choice(port)} needs {' and '.join(missing)}."


def problems() -> list[str]:
    """Return the reasons that adapters can't work, a line each."""
    return [problem for problem in map(problem_of, PORTS) if problem]
