"""Reads of receipts and policies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import accumulate, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from planfront.catalog.wording import language
from planfront.coverage.states import is_open
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.money import ZERO, as_text, display, display_round, total
from planfront.kernel.text.parse import show_date, us_date
from planfront.parties.groups.deductions import Deduction, deduction_of
from planfront.parties.groups.shares import share_of
from planfront.parties.groups.wording import payment_text
from planfront.parties.voice import possessive
from planfront.sales.cards import cards_of
from planfront.sales.models import CaseStatus, Confirmation, Sale, UnderwritingCase
from planfront.sales.signed import who_signed
from planfront.shopping.cart.line_price import evidence_text
from planfront.shopping.pricing.sponsorship import stored_info

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.shopping.models import Quote


def confirmation_of(quote: Quote) -> Confirmation | None:
    return Confirmation.objects.filter(enrollment=quote).first()


def receipt_of(quote: Quote, *, for_seller: bool = False) -> dict[str, Any]:
    """Return the receipt in the active language, with the cards of policies in force. Raises NotFound before
    submission.

    ``for_seller``: payments are worded about the client.
    """
    row = confirmation_of(quote)
    if row is None:
        raise NotFound
    return {**build_receipt(row, for_seller=for_seller), "cards": cards_of(row)}


def build_receipt(row: Confirmation, *, for_seller: bool = False) -> dict[str, Any]:
    """Return the receipt in the active language: frozen amounts and facts, and today's names of plans and fees.

    A plan's price has its monthly fees in it, as in the cart. Receipts issued without that split have the fees apart.
    """
    facts, client = row.receipt, row.receipt["name"] if for_seller else ""
    lines = [line for line in worded_lines(row) if not line.get("in_plan")]
    deduction = _find_deduction(facts, client)
    pending = [line for line in lines if line["pending"] or line.get("evidence")]
    return {
        "policy_id": str(row.number),
        "confirmation_number": str(row.number),
        "name": facts["name"],
        "member_name": facts["member_name"],
        "signed_by": who_signed(facts.get("signed_by") or {"name": facts["member_name"]}),
        "email": facts["email"],
        "enrolled_on": facts["enrolled_on"],
        "numbers_to_follow": facts.get("numbers_to_follow", []),
        "effective_date": facts["effective_date"],
        "covered": describe_covered(facts["spouse"], facts["children"]),
        "people": facts.get("people") or [{"first_name": facts["name"], "name": facts["member_name"]}],
        "lines": [_build_line(line, client) for line in lines],
        "initial_month_cost": facts["first_month"],
        "recurring_month_cost": facts["monthly"],
        "payment": _build_payment(facts, client),
        "share": stored_info(facts.get("share", {}), client=client, deduction=deduction),
        "pending": [{"plan": line["name"], "text": _pending_text(line)} for line in pending],
        "next_steps": _list_next_steps(facts, [line["name"] for line in pending], deduction, client),
        "return_href": return_href(facts["open_type"], facts["referral"], facts["eprocess"]),
    }


def worded_lines(row: Confirmation) -> list[dict[str, Any]]:
    """Return the frozen lines with names of plans, fees and riders in the active language."""
    return [_translate_line(line) for line in row.receipt.get("lines", [])]


def sold_lines(row: Confirmation | None) -> dict[str, dict[str, Any]]:
    """Return the lines of plans by policy number, in the active language; {} before the submission."""
    return {line["policy_number"]: line for line in worded_lines(row) if line["policy_number"]} if row else {}


def _find_deduction(facts: dict[str, Any], client: str = "") -> Deduction | None:
    """Return the deduction from the person's pay; None where they are charged themselves."""
    share = facts.get("share", {})
    if not share:
        return None
    return deduction_of(
        share["group"], share_of(share), facts["payment"]["method"], once=_one_time_sum(facts), client=client
    )


def deduction_line(row: Confirmation) -> str:
    """Return what is taken from the person's pay, in a line; "" where they are charged themselves."""
    deduction = _find_deduction(row.receipt)
    return deduction.line if deduction else ""


def _one_time_sum(facts: dict[str, Any]) -> Decimal:
    """Return what the person pays once with the first month."""
    granted = sum((Decimal(line["one_time"]) for line in facts["lines"] if line.get("share")), ZERO)
    return Decimal(facts["first_month"]) - Decimal(facts["monthly"]) - granted


@dataclass(frozen=True)
class SoldSum:
    """A submitted application in a list: names of its plans and the receipt's monthly amount."""

    plans: tuple[str, ...]
    monthly: str


def receipt_numbers(policy_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the confirmation numbers of policies, by policy."""
    rows = Sale.objects.filter(policy__in=list(policy_ids))
    return dict(rows.values_list("policy_id", "confirmation__number"))


def policies_sold(confirmations: Iterable[UUID]) -> dict[UUID, UUID]:
    """Return the confirmations of policies, by policy."""
    rows = Sale.objects.filter(confirmation__in=list(confirmations))
    return dict(rows.values_list("policy_id", "confirmation_id"))


def sold_sums(enrollments: Iterable[UUID]) -> dict[UUID, SoldSum]:
    """Return the sale of each of many applications, by quote."""
    rows = Confirmation.objects.filter(enrollment__in=list(enrollments))
    return {
        row.enrollment_id: SoldSum(
            tuple(_translate_line(line)["name"] for line in row.receipt["lines"] if line["policy_number"]),
            row.receipt["monthly"],
        )
        for row in rows
    }


def _pending_text(line: dict[str, Any]) -> str:
    """Return a sentence on a plan, or an amount, that the insurer decides on."""
    evidence = line.get("evidence")
    if not evidence or line["pending"]:
        return _("Pending approval.")
    more = _("If it is approved, you pay %(more)s more a month.") % {"more": display(Decimal(evidence["more"]))}
    return f"{evidence_text(evidence)} {more}"


def _build_evidence(line: dict[str, Any]) -> dict[str, str] | None:
    evidence = line.get("evidence")
    if not evidence:
        return None
    amounts = {name: evidence[name] for name in ("guaranteed", "requested", "pending")}
    return {**amounts, "price_pending": evidence["more"], "text": _pending_text(line)}


def _note_waiting(line: dict[str, Any]) -> str:
    """Return a note on the part of a line that waits for the insurer."""
    if line["pending"]:
        return _("Pending approval.")
    evidence = line.get("evidence")
    return (
        _("%(amount)s pending approval.") % {"amount": display_round(Decimal(evidence["pending"]))} if evidence else ""
    )


def _translate_line(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line with its names in the active language; a line issued without them keeps its own."""
    words = line.get("words", {}).get(language())
    if not words:
        return line
    riders = [{**rider, "name": words["riders"].get(rider["code"], rider["name"])} for rider in line.get("riders", [])]
    return {**line, "name": words["name"], "note": words["note"], "riders": riders, "fees": words.get("fees", "")}


def _build_line(line: dict[str, Any], client: str) -> dict[str, Any]:
    riders = line.get("riders", [])
    names = ", ".join(rider["name"] for rider in riders)
    with_riders = _("With %(riders)s.") % {"riders": names} if names else ""
    fees = Decimal(line.get("monthly_fees", "0.00"))
    return {
        "riders": [{"name": rider["name"], "price": rider["price"]} for rider in riders],
        "evidence": _build_evidence(line),
        "name": line["name"],
        "note": _join_sentences(line["note"], with_riders, line.get("fees", ""), _note_waiting(line)),
        "price": as_text(Decimal(line["price"]) + fees),
        "one_time": line["one_time"],
        "share": stored_info(line.get("share", {}), fees, client=client) if line["policy_number"] else None,
        "policy_number": line["policy_number"],
    }


def _join_sentences(*parts: str) -> str:
    """Join the parts that aren't empty, each but the last with a period."""
    texts = [part for part in parts if part]
    return " ".join([*(part if part.endswith(".") else f"{part}." for part in texts[:-1]), *texts[-1:]])


def describe_covered(spouse: bool, children: int) -> str:
    """Return the covered people, as in ``Member, spouse, 2 children``."""
    parts = [_("Member")]
    if spouse:
        parts.append(_("spouse"))
    if children:
        parts.append(ngettext("%(count)s child", "%(count)s children", children) % {"count": children})
    return ", ".join(parts)


def _build_payment(facts: dict[str, Any], client: str) -> dict[str, str]:
    payment = facts["payment"]
    day = payment["bill_date"]
    return {
        "method": payment["method"],
        "bank_name": payment["bank_name"],
        "account_ending": payment["last4"],
        "card_brand": payment.get("card_brand", ""),
        "bill_date": pgettext("in a sentence", "%(day)sth of month") % {"day": day} if day else "",
        "text": _payment_text(facts, client),
    }


def payment_sentence(row: Confirmation) -> str:
    """Return ``Drawn on the 28th of month from LAKEVIEW BANK, ending 7710.``; other methods in a few words."""
    return _payment_text(row.receipt)


def _name_card(facts: dict[str, Any]) -> str:
    """Return ``Visa ending 4242``."""
    return _("%(brand)s ending %(last4)s") % {"brand": facts["card_brand"], "last4": facts["last4"]}


def _payment_text(facts: dict[str, Any], client: str = "") -> str:
    """Return the method of payment, and the payers."""
    share = facts.get("share", {})
    granted = [line for line in facts["lines"] if line.get("share") and Decimal(line["one_time"])]
    groups = [stored["group"] for stored in (share, *(line["share"] for line in granted)) if stored]
    text = ""
    if groups:
        text = payment_text(
            groups[0],
            share_of(share),
            facts["payment"]["method"],
            once=_one_time_sum(facts),
            granted=total(Decimal(line["one_time"]) for line in granted),
            client=client,
        )
    return " ".join(filter(None, (_describe_method(facts["payment"]), text)))


def _describe_method(facts: dict[str, Any]) -> str:
    if facts["method"] == "cc":
        words = _("Charged on the %(day)sth of month to %(card)s.")
        return words % {"day": facts["bill_date"], "card": _name_card(facts)}
    if facts["method"] == "eft":
        words = _("Drawn on the %(day)sth of month from %(bank)s, ending %(last4)s.")
        return words % {"day": facts["bill_date"], "bank": facts["bank_name"], "last4": facts["last4"]}
    return {
        "list": _("Payment will be by list bill."),
        "elist": _("Payment will be by EFT list bill."),
        "stmt": _("Payment will be by statement."),
    }.get(facts["method"], "")


_DECIDED_WITHIN = timedelta(days=10)


@dataclass(frozen=True)
class _Step:
    """A step after the sale: ``when`` in words, ``day`` the date and ``bound`` its meaning, such as a limit."""

    kind: str
    when: str
    title: str
    text: str
    day: str = ""
    bound: str = ""

    def out(self) -> dict[str, str]:
        values = {name: getattr(self, name) for name in ("kind", "when", "title", "text", "bound")}
        return {**values, "happens_on": self.day}


def _list_next_steps(
    facts: dict[str, Any], pending: list[str], deduction: Deduction | None, client: str
) -> list[dict[str, str]]:
    steps = [
        _Step(
            "sent",
            _("Within 10 minutes"),
            _("Application sent"),
            _("We'll send your receipt to %(email)s.") % {"email": facts["email"]},
            facts["enrolled_on"],
            _("today"),
        )
    ]
    if names := facts.get("numbers_to_follow"):
        words = _("We still need the Social Security Number of %(names)s. Call us when you have it.")
        steps.append(
            _Step(
                "number",
                _("When you have it"),
                _("A number to add later"),
                words % {"names": ", ".join(names)},
            )
        )
    steps += _first_payment(facts)
    if pending:
        words = _("The insurer decides on %(plans)s. Your other plans don't wait for this.")
        enrolled = us_date(facts["enrolled_on"])
        steps.append(
            _Step(
                "decision",
                _("5 to 10 days"),
                _("The insurer decides"),
                words % {"plans": ", ".join(pending)},
                show_date(enrolled + _DECIDED_WITHIN) if enrolled else "",
                _("or sooner"),
            )
        )
    starts = facts["effective_date"]
    steps.append(
        _Step("start", _("By %(date)s") % {"date": starts}, _("You are covered"), _("Coverage starts."), starts)
    )
    if day := facts["payment"].get("monthly_from", ""):
        steps.append(_build_monthly_step(facts, day))
    steps += _first_deduction(facts, deduction, client)
    return [step.out() for step in _sort_by_day(steps)]


def _sort_by_day(steps: list[_Step]) -> list[_Step]:
    """Sort steps by day. A step without a day stays behind the one before it."""
    days = accumulate(steps, lambda day, step: us_date(step.day) or day, initial=date.min)
    dated = zip(islice(days, 1, None), steps, strict=True)
    return [step for _day, step in sorted(dated, key=itemgetter(0))]


def _first_payment(facts: dict[str, Any]) -> list[_Step]:
    payment = facts["payment"]
    filled = {"amount": facts["first_month"], "last4": payment["last4"]}
    if payment["method"] == "eft":
        text = _("Your first payment of $%(amount)s is drawn from the account ending %(last4)s.") % filled
        reads = _('It reads "%(name)s" on your bank statement.')
    elif payment["method"] == "cc":
        text = _("Your first payment of $%(amount)s is charged to %(card)s.") % {**filled, "card": _name_card(payment)}
        reads = _('It reads "%(name)s" on your card statement.')
    else:
        return []
    if payment.get("descriptor"):
        text = f"{text} {reads % {'name': payment['descriptor']}}"
    title = _("First payment, $%(amount)s") % filled
    return [_Step("payment", _("Within 5 days"), title, text, payment.get("first_by", ""), _("at the latest"))]


def _first_deduction(facts: dict[str, Any], deduction: Deduction | None, client: str) -> list[_Step]:
    """Return the pay day and amount of the group's first deduction; nothing where it takes nothing."""
    if deduction is None or deduction.first <= 0:
        return []
    share, starts = facts["share"], facts["effective_date"]
    on = share.get("first_on", "")
    filled = {"group": share["group"], "each": deduction.each_words, "date": starts, "whose": possessive(client)}
    if on:
        words = _("%(group)s takes it from %(whose)s pay.") if client else _("%(group)s takes it from your pay.")
    elif client:
        words = _("%(group)s takes it from %(whose)s first pay on or after %(date)s.")
    else:
        words = _("%(group)s takes it from your first pay on or after %(date)s.")
    texts = [words % filled]
    if deduction.monthly:
        texts.append(_("After that %(each)s.") % filled)
    when = _("On %(date)s") % {"date": on} if on else _("From %(date)s") % {"date": starts}
    title = _("First deduction, %(amount)s") % {"amount": display(deduction.first)}
    return [_Step("payment", when, title, " ".join(texts), on or starts, _("pay day") if on else _("or after"))]


def _build_monthly_step(facts: dict[str, Any], day: str) -> _Step:
    filled = {"amount": facts["monthly"], "day": facts["payment"]["bill_date"]}
    title = _("Then $%(amount)s each month") % filled
    return _Step("monthly", _("From %(date)s") % {"date": day}, title, _("On the %(day)sth of month.") % filled, day)


def return_href(open_type: str, referral: str, eprocess: str) -> str:
    """Return the target of "Return to homepage". A visitor's ``/member-home`` leads on to the store's own home."""
    if open_type:
        return f"/referrals?rid={quote(referral, safe='')}" if referral else "/"
    return {"rep": "/agent-home", "applicant": "/member-home", "group": "/group-home"}.get(eprocess, "/")


def is_undecided(confirmation_id: UUID) -> bool:
    """Return whether a case of the application still waits for the insurer."""
    return UnderwritingCase.objects.filter(
        policy__sale__confirmation_id=confirmation_id, status=CaseStatus.PENDING
    ).exists()


def undecided_amounts(policy_ids: Iterable[UUID]) -> frozenset[UUID]:
    """Return policies with a part of the amount that the insurer has yet to decide on, at the price as sold."""
    rows = UnderwritingCase.objects.filter(policy__in=list(policy_ids), status=CaseStatus.PENDING)
    return frozenset(rows.values_list("policy_id", flat=True))


@dataclass(frozen=True)
class Decision:
    """A decision of the insurer on a plan or on the waiting part of its amount. ``plan_name``: in the active
    language."""

    at: datetime
    approved: bool
    plan_name: str


def decisions_of(quote: Quote) -> list[Decision]:
    """Return the insurer's decisions on an application, in their order."""
    confirmation = confirmation_of(quote)
    if confirmation is None:
        return []
    decided = UnderwritingCase.objects.filter(policy__sale__confirmation=confirmation, decided_at__isnull=False)
    rows = list(decided.select_related("policy").order_by("decided_at"))
    called = {line["policy_number"]: line["name"] for line in build_receipt(confirmation)["lines"]} if rows else {}
    return [
        Decision(row.decided_at, row.status == CaseStatus.APPROVED, called.get(row.policy.number, row.policy.plan_name))
        for row in rows
        if row.decided_at
    ]


def in_force(confirmation_id: UUID) -> bool:
    """Return whether any policy of the application was not cancelled or terminated."""
    return Sale.objects.filter(is_open(clock.today(), "policy__"), confirmation_id=confirmation_id).exists()


def same_sales(enrollments: Iterable[UUID], plans: Iterable[int], day: date) -> dict[UUID, list[str]]:
    """Return the open policies for the given plans that begin on a day, as names of plans by quote."""
    rows = Sale.objects.filter(
        is_open(clock.today(), "policy__"),
        confirmation__enrollment__in=list(enrollments),
        policy__plan_id__in=list(plans),
        policy__effective_date=day,
    )
    sales: dict[UUID, list[str]] = {}
    for enrollment_id, name in rows.order_by("policy__number").values_list(
        "confirmation__enrollment", "policy__plan_name"
    ):
        sales.setdefault(enrollment_id, []).append(name)
    return sales


def decided_before(moment: datetime) -> Q:
    """Return a condition on rows with an ``enrollment``: the carriers decided on all of its policies before
    ``moment``."""
    cases = UnderwritingCase.objects.filter(policy__sale__confirmation__enrollment=OuterRef("enrollment"))
    return ~Q(Exists(cases.filter(Q(status=CaseStatus.PENDING) | Q(decided_at__gte=moment))))
