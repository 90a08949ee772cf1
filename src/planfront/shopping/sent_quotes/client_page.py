"""The page of a quote's link: its sender, the plans then and now, and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from planfront.catalog.schemas import Fact
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.kernel import clock, money
from planfront.kernel.text.parse import show_phone
from planfront.shopping.models import CartLine, QuoteQuestion, SentQuote
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.schemas import WhyLine
from planfront.shopping.sent_quotes.schemas import (
    Asked,
    ExpiredQuote,
    QuestionToAnswer,
    QuotedPlan,
    QuoteTotals,
    SenderOut,
)
from planfront.shopping.sent_quotes.sender import sender_of_quote

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.shopping.cart.repricing import Reprice, RepricedLine


def sender_out(row: SentQuote) -> SenderOut:
    """Return the sender. When they are gone, only the name and the store's phone are left."""
    sender = sender_of_quote(row)
    if sender is None:
        kind: Any = "group" if row.agent_id is None else "rep"
        return SenderOut(name=row.sender_name, kind=kind, phone=show_phone(row.brand.phone), answers=False)
    return SenderOut(
        name=sender.name,
        kind=sender.kind,
        phone=sender.phone,
        licence=sender.licence,
        portrait=sender.portrait,
        tagline=sender.tagline,
        answers=bool(sender.email),
    )


def expired_out(row: SentQuote, questions: Iterable[QuoteQuestion]) -> ExpiredQuote:
    return ExpiredQuote(
        sender=sender_out(row), expires_on=clock.show_day(row.expires_at), questions=asked_out(questions)
    )


def quoted_plans(row: SentQuote, reprice: Reprice, carted: Iterable[CartLine]) -> list[QuotedPlan]:
    """Return the plans of a quote in its order. ``carted``: lines of the copy, whose proofs are of today."""
    plans, proofs = catalog(row.brand_id).plans, {line.plan_id: line.proof for line in carted if not line.error_code}
    today = {line.plan_id: line for line in reprice.lines}
    return [
        _build_plan(sent, plans.get(sent["plan_id"]), today.get(sent["plan_id"]), proofs)
        for sent in row.frozen["lines"]
    ]


def _build_plan(
    sent: Mapping[str, Any], view: PlanView | None, line: RepricedLine | None, proofs: Mapping[int, dict[str, Any]]
) -> QuotedPlan:
    lang, plan_id = language(), sent["plan_id"]
    option = next((item for item in view.options if (item.code or "") == sent["option"]), None) if view else None
    amounts = [sent["premium"], *(fee["amount"] for fee in sent["fees"] if not fee["once"])]
    monthly = money.total(Decimal(amount) for amount in amounts)
    current = line.new if line else None
    proof = proofs.get(plan_id, sent["proof"])
    fees = [(fee["code"], money.cents(Decimal(fee["amount"]))) for fee in sent["fees"] if not fee["once"]]
    return QuotedPlan(
        plan_id=plan_id,
        plan_name=pick(view.i18n, "name", view.name, lang) if view else sent["plan_name"],
        plan_logo=view.logo if view else "",
        carrier_name=view.carrier_name if view else "",
        category=view.category if view else "",
        note=pick(option.i18n, "label", option.label, lang) if option else "",
        facts=[Fact.model_validate(fact) for fact in pick(view.i18n, "facts", view.facts, lang)[:3]] if view else [],
        quoted=line.old if line else monthly,
        now=current,
        fees_text=explanation.fees_text(view, fees) if current is not None else "",
        message=(line.message if line else _("This plan is no longer offered.")) if current is None else "",
        offered=view is not None,
        why=_monthly_steps(sent, proof, view) if current is not None and proof else [],
    )


def _monthly_steps(sent: Mapping[str, Any], proof: dict[str, Any], view: PlanView | None) -> list[WhyLine]:
    """Return the steps that add up to the monthly price, without subtotals and one-time charges."""
    left_out = {"premium", "first_month", *(fee["code"] for fee in sent["fees"] if fee["once"])}
    return [line for line in explanation.proof_lines(proof, view) if line.key not in left_out]


def totals_of(reprice: Reprice) -> QuoteTotals:
    """Return the sums of the quote's plans that are still sold."""
    once = reprice.new_once
    return QuoteTotals(
        membership=reprice.membership if reprice.new_total else money.ZERO,
        once=once,
        monthly=reprice.new_total,
        first_month=money.total([reprice.new_total, once]),
        quoted_monthly=reprice.old_total,
    )


def asked_out(rows: Iterable[QuoteQuestion]) -> list[Asked]:
    return [Asked(**_describe_question(row)) for row in rows]


def questions_out(rows: Iterable[QuoteQuestion]) -> list[QuestionToAnswer]:
    return [QuestionToAnswer(question_id=row.pk, **_describe_question(row)) for row in rows]


def _describe_question(row: QuoteQuestion) -> dict[str, str]:
    return {
        "text": row.text,
        "plan_name": row.plan_name,
        "asked_on": clock.show_day(row.asked_at),
        "answer": row.answer,
        "answered_on": clock.show_day(row.answered_at),
    }
