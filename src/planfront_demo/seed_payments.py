"""Writes how the demo's enrollments are paid, and the account and card that a member paid with before."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone

from planfront.billing.models import Method, PaymentRule
from planfront.billing.services import save_payment_method
from planfront.coverage.models import Policy
from planfront.integrations.cards import CardFacts, CardInput, EmbeddedGateway
from planfront.kernel import clock
from planfront.rating.engine import Tier
from planfront.shopping.models import EnrollType, EProcess, Quote, Stage, Status
from planfront_demo.people import PAYMENTS

if TYPE_CHECKING:
    from planfront.members.models import Member
    from planfront_demo.seed_people import World


def seed_payments(world: World) -> None:
    rules = [
        PaymentRule(brand_id=world.brands[key].pk, method=Method.CC, descriptor=descriptor)
        for key, descriptor in PAYMENTS.by_card.items()
    ]
    rules.append(PaymentRule(plan_id=PAYMENTS.accounts_only, method=Method.EFT))
    rules.extend(PaymentRule(group_id=group, method=method) for group, method in PAYMENTS.by_group.items())
    PaymentRule.objects.bulk_create(rules)


def seed_paid(world: World) -> None:
    """Write a card, to which the plan that has ended was charged, and the account of the plan in force."""
    member = world.members[PAYMENTS.payer]
    for policy in Policy.objects.filter(member=member).order_by("effective_date"):
        quote = _quote_of(member, policy)
        if policy.end_date is None:
            save_payment_method(quote=quote, answers=dict(PAYMENTS.bank))
        elif "card" not in settings.ADAPTERS:  # an operator's own gateway isn't asked for a demo
            save_payment_method(quote=quote, answers=dict(PAYMENTS.card), card=_kept())


def _quote_of(member: Member, policy: Policy) -> Quote:
    """Create the enrollment that led to a policy, without the application: it was sent before this store began."""
    sent = timezone.make_aware(datetime.combine(policy.effective_date, time(12)) - timedelta(days=8))
    facts: dict[str, Any] = {"zip": member.zip, "state": member.state, "dob": member.birth_date, "tier": Tier.IO}
    return Quote.objects.create(
        brand_id=member.brand_id,
        agent_id=member.agent_id,
        group_id=member.group_id,
        portal_id=member.portal_id,
        member=member,
        policy_id=policy.number,
        eprocess=EProcess.APPLICANT,
        enroll_type=EnrollType.EXISTING_MEMBER,
        gender=member.gender,
        effective_date=policy.effective_date,
        status=Status.SUBMITTED,
        stage=Stage.ACTIVE if policy.end_date is None else Stage.ENDED,
        created_at=sent,
        updated_at=sent,
        expires_at=sent,
        **facts,
    )


def _kept() -> CardFacts:
    """Return the card as the gateway's vault keeps it."""
    vault, name = EmbeddedGateway(), f"{PAYMENTS.card['first_name_on_cc']} {PAYMENTS.card['last_name_on_cc']}"
    typed = CardInput(PAYMENTS.card_number, "123", 7, clock.real_today().year + 4, name)
    return vault.keep(vault.tokenize(typed).token)
