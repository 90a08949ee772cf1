"""Gathers what the steps look at: one StepContext per call, from a constant number of queries.

It has two halves: what the quote, its cart and the store say (``quoted``), and the answers (``answered``). A call that
writes answers reads only these again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import translation
from django.utils.translation import get_language

from planfront.billing import selectors as billing
from planfront.catalog import configuration
from planfront.catalog.selectors import catalog
from planfront.eligibility.joining import Limits, limits_of, strictest
from planfront.eligibility.shopper import Shopper
from planfront.enrollment.application import health
from planfront.enrollment.application.parties import parties_of
from planfront.enrollment.forms.base import APPLICANT, Answers, Parties, Requirements, Signer, Step, StepContext
from planfront.enrollment.forms.facts import AgreementFacts, BillingFacts, Entry, Facts
from planfront.enrollment.models import Application, RequirementProfile, Section, SignatureEvidence
from planfront.enrollment.steps import profiles
from planfront.enrollment.steps.agreement.answers import AgreementAnswers
from planfront.enrollment.steps.agreement.texts import Text
from planfront.enrollment.steps.billing.answers import BillingAnswers
from planfront.enrollment.steps.registry import AGREEMENT, EMPLOYER, HEALTH, STEPS
from planfront.enrollment.terms import agreements, canonical, verification
from planfront.enrollment.terms import applicant_only as signature_rules
from planfront.integrations import banks, cards, zips
from planfront.kernel import clock
from planfront.kernel.database.rows import get_or_none
from planfront.members import reference
from planfront.members import selectors as members
from planfront.members.person_facts import MAILING
from planfront.shopping.cart import selectors as carts
from planfront.shopping.cart.lines import Cart, PricedLine
from planfront.shopping.quote.shopper import shopper_of

if TYPE_CHECKING:
    from planfront.enrollment.application.parties import Asker
    from planfront.shopping.cart.selectors import CartRows
    from planfront.shopping.models import Quote


_LISTS = (
    "ethnic_category",
    "beneficiary_relationships",
    "average_work_week",
    "compensation_types",
    "employment_status",
    "vacation_policy",
    "bargaining_unit",
    "holiday_policy",
)


def application_of(quote: Quote) -> Application | None:
    row = get_or_none(Application.objects.filter(enrollment=quote))
    if row is not None:
        row.enrollment = quote
    return row


def sections_signed() -> QuerySet[Section]:
    """Sections, each with ``signed``: the hash of what was signed last in its application, None for nothing."""
    evidence = SignatureEvidence.objects.filter(application=OuterRef("application")).order_by("-sequence")
    return Section.objects.annotate(signed=Subquery(evidence.values("content_sha256")[:1]))


def signed_in(sections: Iterable[Any]) -> str:
    """The hash of what was signed last, of ``sections_signed``; "" for nothing."""
    return next((section.signed for section in sections if section.signed), "")


def load(quote: Quote, application: Application | None, signer: Signer = APPLICANT) -> StepContext:
    """The context of an enrollment; an application that isn't there yet reads as empty. ``signer`` asks."""
    rows = list(sections_signed().filter(application=application)) if application else []
    ctx = replace(quote_context(quote), signer=signer)
    return with_answers(ctx, {section.key: section for section in rows}, signed_in(rows))


def for_signer(quote: Quote, application: Application | None, asker: Asker) -> StepContext:
    """The context for who would sign, with the question they are asked."""
    ctx = replace(load(quote, application, asker.signer), side=asker.side)
    return with_verification(ctx, application, asker)


def with_verification(ctx: StepContext, application: Application | None, asker: Asker) -> StepContext:
    """Return the context with the current question to the signer."""
    check = verification.check_of(application, asker.signer)
    return replace(ctx, verification=verification.verification_state(ctx, check, UUID(asker.session_id)))


class ListFacts(Facts):
    """The reference lists, in the language of who asks."""

    def __init__(self) -> None:
        self.language = get_language() or settings.LANGUAGE_CODE

    @cached_property
    def lists(self) -> Mapping[str, Sequence[Entry]]:
        with translation.override(self.language):
            return {key: _listed(entries) for key, entries in reference.load_lists(_LISTS).items()}


class StoredFacts(ListFacts):
    """The facts of a quote, each part from a query or two when it is first looked at."""

    def __init__(self, shopper: Shopper, cart: Cart, parties: Parties) -> None:
        super().__init__()
        self._who, self._cart, self._parties = shopper, cart, parties

    @cached_property
    def billing(self) -> BillingFacts:
        shopper, plans = self._who, {line.plan_id for line in self._cart.lines if not line.is_fee}
        payment = billing.payment_for(
            brand_id=shopper.brand_id, group_id=shopper.group_id, portal_id=shopper.portal_id, plan_ids=plans
        )
        descriptor = payment.descriptor or self._parties.brand_name
        return BillingFacts(
            payment.method,
            billing.payment_ways(payment.method),
            descriptor,
            billing.bill_days(shopper.brand_id),
            cards.gateway().name if settings.CARDS_OFFERED else BillingFacts.gateway,
        )

    @cached_property
    def family_limits(self) -> Limits:
        terms, usual = catalog().terms, settings.ENV.child_age
        plans = {line.plan_id for line in self._cart.plans if line.plan_id in terms}
        return strictest([limits_of(terms[plan_id], usual) for plan_id in plans]) if plans else Limits(usual)

    @cached_property
    def text_sources(self) -> tuple[agreements.Source, ...]:
        with translation.override(self.language):
            return agreements.sources_for(self._who, self._cart, today=clock.today())

    def bank(self, routing: str) -> str | None:
        bank = banks.lookup(routing)
        return bank.name.upper() if bank else None

    def zip_states(self, code: str) -> tuple[str, ...]:
        return zips.states_of(code)


class StoredAgreement(AgreementFacts):
    """The facts that signing needs of ``ctx``, each worked out on first use."""

    def __init__(self, ctx: StepContext, facts: StoredFacts) -> None:
        self._ctx, self._facts = ctx, facts

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        chosen, ways = self._ctx.read(BillingAnswers).payment_method, self._facts.billing.ways
        with translation.override(self._facts.language):
            return agreements.texts_for(self._ctx, self._facts.text_sources, chosen if chosen in ways else ways[0])

    @cached_property
    def client_signs(self) -> str:
        with translation.override(self._facts.language):
            return client_signs(self._ctx)

    @cached_property
    def content_sha256(self) -> str:
        return content_sha256(self._ctx)


def quote_context(quote: Quote, rows: CartRows | None = None) -> StepContext:
    """The context before anything is answered. It stays right as long as the quote and the cart do. ``rows``: the
    cart's, where they were read."""
    shopper, cart = shopper_of(quote), carts.build_cart(quote, rows or carts.read_cart(quote))
    around = parties_of(quote)
    ctx = StepContext(
        shopper=shopper,
        handed_over=quote.handed_over_at is not None,
        cart=cart,
        parties=around,
        requirements=requirements_for(shopper, cart),
        saved={},
        drafts={},
        today=clock.today(),
        prefill={**prefill_of(shopper), EMPLOYER.key: dict(around.employer)},
        facts=StoredFacts(shopper, cart, around),
    )
    return with_health(ctx) if ctx.requirements.tab(HEALTH.key) else ctx


def with_answers(ctx: StepContext, sections: Mapping[str, Section], signed: str = "") -> StepContext:
    """The context with the answers of ``sections`` in place of those that it has. ``signed``: the hash of what was
    signed last."""
    saved = {key: section.answers for key, section in sections.items() if section.saved_at}
    ctx = replace(
        ctx,
        saved=saved,
        drafts={key: section.draft for key, section in sections.items() if section.draft},
        signed_sha256=signed if AGREEMENT.key in saved else "",
        stamps={key: section.stamp for key, section in sections.items()},
    )
    facts = ctx.facts
    return replace(ctx, agreement=StoredAgreement(ctx, facts)) if isinstance(facts, StoredFacts) else ctx


def client_signs(ctx: StepContext) -> str:
    """Return why only the applicant may sign, "" where a rep or group may.

    Read only where one of them signs or has signed.
    """
    roles = {ctx.signer.role, ctx.read(AgreementAnswers).verifier or APPLICANT.role}
    return signature_rules.applicant_only_reason(ctx) if roles != {APPLICANT.role} else ""


def for_step(ctx: StepContext, step: Step) -> StepContext:
    """Return the context with the facts of ``step``. A step that isn't required is still read and written."""
    return with_health(ctx) if step is HEALTH else ctx


def with_health(ctx: StepContext) -> StepContext:
    """Return the context with the health questions and an existing member's earlier answers."""
    if ctx.health is not None:
        return ctx
    shopper = ctx.shopper
    earlier = health.on_record(shopper.brand_id, shopper.member_id) if shopper.member_id else {}
    prefill = {**ctx.prefill, HEALTH.key: earlier} if earlier else ctx.prefill
    return replace(ctx, health=health.questions_for(shopper.brand_id), prefill=prefill)


def profiles_for(shopper: Shopper, cart: Cart) -> list[profiles.Profile]:
    """Return the tabs that plans require, then every matching profile, in the order they apply."""
    plans = [line for line in cart.lines if not line.is_fee]
    required_tabs = {tab: True for line in plans for tab in line.requirements if tab in profiles.DEFAULT_TABS}
    rows = configuration.hold("requirement profiles", lambda: _active_profiles(shopper.brand_id), shopper.brand_id)
    return [profiles.TabsOnly(required_tabs), *(row for row in rows if _applies(row, shopper, plans))]


def _active_profiles(brand_id: int) -> list[RequirementProfile]:
    rows = RequirementProfile.objects.filter(Q(brand_id=None) | Q(brand_id=brand_id), active=True)
    return list(rows.order_by("priority", "id"))


def _applies(profile: RequirementProfile, shopper: Shopper, plans: Sequence[PricedLine]) -> bool:
    """Return whether all conditions of a profile hold; an empty one always does."""
    return (
        profile.portal_id in {None, shopper.portal_id}
        and profile.group_id in {None, shopper.group_id}
        and profile.plan_id in {None, *(line.plan_id for line in plans)}
        and profile.category in {"", *(line.category for line in plans)}
        and profile.state in {"", shopper.state}
        and profile.enroll_type in {"", shopper.enroll_type}
    )


def requirements_for(shopper: Shopper, cart: Cart) -> Requirements:
    return profiles.resolve(profiles_for(shopper, cart))


def _listed(entries: list[reference.Choice]) -> list[dict[str, Any]]:
    return [{"value": entry.value, "name": entry.name, **entry.flags} for entry in entries]


def prefill_of(shopper: Shopper) -> dict[str, Answers]:
    """Return what the record says about an existing member. The number in ``ssn`` is open: fields mask it."""
    member = members.member_by_id(shopper.brand_id, shopper.member_id) if shopper.member_id else None
    if member is None:
        return {}
    primary = {
        "first_name": member.first_name,
        "middle_name": member.middle_name,
        "last_name": member.last_name,
        "suffix": member.suffix,
        "marital_status": "" if member.marital_status is None else str(member.marital_status),
        "ssn": members.ssn_of(member.id),
    }
    contact = {
        "email_address": member.email,
        "phone_number": member.phone,
        "address1": member.address1,
        "address2": member.address2,
        **{name: getattr(member, name) for name in MAILING},
        "mailing_differs": "1" if member.mailing_address1 else "",
    }
    return {"primary_info": _filled(primary), "contact_info": _filled(contact)}


def _filled(values: Answers) -> Answers:
    return {name: value for name, value in values.items() if value}


def content_sha256(ctx: StepContext) -> str:
    """Return the hash of what a signature would cover now."""
    return canonical.sha256(canonical.text_of(canonical.content(ctx, STEPS)))
