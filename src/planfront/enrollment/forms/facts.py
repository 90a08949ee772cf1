"""Facts that steps read besides the quote and the answers.

Empty here; ``application.context`` has those that read the store, each when a step first needs it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings

from planfront.eligibility.joining import Limits
from planfront.integrations.cards import EmbeddedGateway

if TYPE_CHECKING:
    from planfront.enrollment.steps.agreement.texts import Text
    from planfront.enrollment.steps.health.form import Question

# An entry of a reference list: its ``value`` and ``name``, and its flags.
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class BillingFacts:
    """The payment options of a cart. ``method`` is the rule's word, ``ways`` the choices, the usual one first, and
    ``days`` the days of the month to choose from, ascending. ``descriptor`` is on the account's statement. ``gateway``
    takes cards: the embedded one by number, in the form; others in fields of their own."""

    method: str = "eft"
    ways: tuple[str, ...] = ("eft",)
    descriptor: str = ""
    days: tuple[int, ...] = ()
    gateway: str = EmbeddedGateway.name

    @property
    def typed(self) -> bool:
        """True where a card's number is typed into the form."""
        return self.gateway == EmbeddedGateway.name


@dataclass(frozen=True)
class HealthFacts:
    """The questions about the applicant and about dependents."""

    applicant: tuple[Question, ...] = ()
    dependents: tuple[Question, ...] = ()


class Facts:
    """Facts of a quote and its store; they stay right as long as the quote and the cart do."""

    @cached_property
    def lists(self) -> Mapping[str, Sequence[Entry]]:
        """The choices that steps offer, by the name of their list."""
        return {}

    @cached_property
    def billing(self) -> BillingFacts:
        return BillingFacts()

    @cached_property
    def family_limits(self) -> Limits:
        """The strictest ages of spouses and children among the plans of the cart."""
        return Limits(settings.ENV.child_age)

    def bank(self, _routing: str) -> str | None:
        """The bank's name in upper case; "" for an unknown bank, None for a number that can't be right."""
        return None

    def zip_states(self, _code: str) -> tuple[str, ...]:
        """States of a ZIP, () for an unknown one."""
        return ()


class AgreementFacts:
    """Facts that signing reads; they depend on the answers as well."""

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """The texts to accept, with names and amounts filled in."""
        return ()

    @cached_property
    def client_signs(self) -> str:
        """The reason why only the applicant may sign; "" where others may, or none signs or did."""
        return ""

    @cached_property
    def content_sha256(self) -> str:
        """The hash of what a signature would cover now."""
        return ""
