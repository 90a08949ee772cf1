"""Case file of an enrollment: the facts that staff need on the phone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _

from planfront.backoffice.applications.price_steps import Reason, reasons_of
from planfront.backoffice.applications.sealed import APPLICANT, Seal, people_of
from planfront.billing.models import Instrument, Method, PaymentMethod
from planfront.billing.selectors import NextCharge, next_charge
from planfront.catalog.categories import Category
from planfront.catalog.selectors import catalog
from planfront.coverage.fee_wording import explain_fee, name_fee
from planfront.coverage.fees import read_fees
from planfront.coverage.models import CoveredPerson, Policy, PolicyState
from planfront.coverage.owed_fees import sum_once, sum_owed
from planfront.enrollment.application.calls import CHECKS
from planfront.enrollment.forms import places, rules
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.models import Application, CallNote, State
from planfront.enrollment.steps.billing.bank import ACCOUNT_TYPES
from planfront.enrollment.steps.registry import CONTACT
from planfront.kernel import clock
from planfront.kernel.money import ZERO, as_text, display
from planfront.kernel.text.folding import name_key
from planfront.kernel.text.parse import age_on, show_date, show_phone, us_date
from planfront.members.models import Member
from planfront.members.person_facts import address_line
from planfront.members.selectors import load_person
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.schemas import PriceShare
from planfront.sales.models import Confirmation
from planfront.sales.selectors import sold_lines
from planfront.shopping.cart.lines import PricedLine
from planfront.shopping.pricing.sponsorship import stored_info

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from planfront.accounts.models import User

OVER = (PolicyState.CANCELLED, PolicyState.ENDED)
POLICY_TONES = {
    PolicyState.PENDING: "warn",
    PolicyState.ACCEPTED: "good",
    PolicyState.ACTIVE: "good",
    PolicyState.ENDED: "bad",
    PolicyState.CANCELLED: "bad",
}
_ICONS = {
    Category.DENTAL: "dentistry",
    Category.VISION: "visibility",
    Category.MEDICAL: "stethoscope",
    Category.LIMITEDMED: "stethoscope",
    Category.TERM_LIFE: "favorite",
    Category.SUPPLEMENTAL: "health_and_safety",
    Category.LIFESTYLE: "self_improvement",
    Category.RX: "pill",
    Category.DI: "accessible",
    Category.CRITICAL: "monitor_heart",
    Category.ACCIDENT: "personal_injury",
    Category.HOSPITAL: "local_hospital",
    Category.PET: "pets",
    Category.GUARANTEED: "favorite",
}
NOBODY = "–"
# Of mails that go out twice.
TO_WHOM = {"receipt_client": " to the applicant", "receipt_rep": " to the person who sold it"}
_COVERED_BY_TIER = {"spouse": {"IS", "IF"}, "child": {"IC", "IF"}}


def icon_of(category: str) -> str:
    return _ICONS[Category(category)] if category in Category else "folder"


@dataclass(frozen=True)
class Bought:
    """A plan of the enrollment with its price and why it is that."""

    name: str
    about: str
    amount: Decimal
    status: str = ""
    tone: str = ""
    number: str = ""
    href: str = ""
    carrier: str = ""
    category: str = ""
    reason: Reason | None = None

    @property
    def price(self) -> str:
        return display(self.amount)

    @property
    def icon(self) -> str:
        return icon_of(self.category)


@dataclass(frozen=True)
class MenuLink:
    """A link in a record's menu. Dangerous ones stand last."""

    icon: str
    label: str
    href: str
    danger: bool = False


def list_menu_links(
    user: User | AnonymousUser, application: Application, sent: Sequence[OutboundEmail]
) -> list[MenuLink]:
    """Return links to the record's own pages, as far as the reader may open them."""
    receipt = next((mail for mail in sent if mail.kind == "receipt_client"), None)
    confirmation = confirmation_of(application)
    links = [
        (
            "messaging.view_outboundemail",
            "mail",
            "Receipt email",
            receipt and reverse("admin:messaging_outboundemail_change", args=[receipt.pk]),
        ),
        (
            "sales.view_confirmation",
            "receipt_long",
            "The confirmation as issued",
            confirmation and reverse("admin:sales_confirmation_change", args=[confirmation.pk]),
        ),
        (
            "privacy.change_privacyrequest",
            "shield_person",
            "A privacy request",
            reverse("admin:privacy_privacyrequest_add"),
        ),
        ("audit.view_auditevent", "history", "The audit record", reverse("admin:audit_auditevent_changelist")),
    ]
    return [MenuLink(icon, label, href) for right, icon, label, href in links if href and user.has_perm(right)]


@dataclass(frozen=True)
class Person:
    name: str
    role: str
    born: str
    age: str
    covered: str
    seal: Seal | None

    @property
    def whose(self) -> str:
        """``Maren's``."""
        return f"{self.name.partition(' ')[0]}'s"


@dataclass(frozen=True)
class Money:
    """Sums in words. ``following`` is the next charge, None where no account is charged. ``share`` is the group's
    part."""

    fees: list[tuple[str, str, str]]
    monthly: Decimal
    once: Decimal
    first: Decimal
    following: NextCharge | None = None
    payment: PaymentMethod | None = None
    share: PriceShare | None = None

    @property
    def source(self) -> str:
        """Return the way of payment, masked, in the current language."""
        return source_of(self.payment)

    @property
    def own(self) -> str:
        """Return the person's own part, a month and in each pay period."""
        if self.share is None:
            return ""
        own = f"${self.share.own} a month"
        return f"{own} (${self.share.own_per_pay} {self.share.pay_period})" if self.share.own_per_pay else own


def confirmation_of(application: Application) -> Confirmation | None:
    return getattr(application.enrollment, "confirmation", None)


def bought_of(policies: Iterable[Policy], confirmation: Confirmation | None = None) -> list[Bought]:
    """Return the plans as they are in coverage, each named as on the receipt in the reader's language."""
    plans, lines, sold = catalog().plans, sold_lines(confirmation), list(policies)
    reasons = reasons_of([(policy.sale.proof, plans.get(policy.plan_id)) for policy in sold])
    return [
        _describe_policy(policy, reason, lines.get(policy.number, {}))
        for policy, reason in zip(sold, reasons, strict=True)
    ]


def _describe_policy(policy: Policy, reason: Reason, line: Mapping[str, Any]) -> Bought:
    option = line.get("note", "")
    about = [f"{option}." if option else "", f"From {show_date(policy.effective_date)}."]
    if policy.amount:
        about.insert(0, f"{display(policy.amount)} insured.")
    called = {rider["code"]: rider["name"] for rider in line.get("riders", [])}
    about += [f"With {called.get(rider.get('code'), rider['name'])}." for rider in policy.riders if rider.get("name")]
    about.append(line.get("fees", ""))
    state, view = policy.state, reason.view
    carrier = view.carrier_name if view else ""
    waits = state == PolicyState.PENDING and carrier
    return Bought(
        name=line.get("name") or policy.plan_name,
        about=" ".join(filter(None, about)),
        amount=policy.monthly or ZERO,
        tone=POLICY_TONES[state],
        status=f"Waiting for {carrier}" if waits else str(state.label),
        number=policy.number,
        carrier=carrier,
        category=policy.category,
        href=reverse("admin:coverage_policy_change", args=[policy.pk]),
        reason=reason,
    )


def _within_plan(line: PricedLine) -> bool:
    """Return whether the line is a monthly fee that the plan's price already includes."""
    return line.is_fee and bool(line.plan_id) and line.price > 0


def cart_of(ctx: StepContext) -> list[Bought]:
    """Return the plans in the cart, before the submission."""
    plans, within = catalog().plans, [line for line in ctx.cart.lines if _within_plan(line)]
    chosen = [line for line in ctx.cart.lines if not line.is_fee]
    reasons = reasons_of([(line.proof, plans.get(line.plan_id)) for line in chosen])
    return [
        Bought(
            name=line.plan_name,
            about=line.note,
            category=line.category,
            amount=sum((fee.price for fee in within if fee.plan_id == line.plan_id), line.price),
            reason=reason,
        )
        for line, reason in zip(chosen, reasons, strict=True)
    ]


def money_of(application: Application, policies: list[Policy], ctx: StepContext | None) -> Money:
    """Return what is paid each month and first: policies at today's prices with the fees on record."""
    confirmation = confirmation_of(application)
    if confirmation is None and ctx is not None:
        fees = [
            (line.plan_name, line.note, display(line.price or line.one_time))
            for line in ctx.cart.lines
            if line.is_fee and not _within_plan(line)
        ]
        return Money(fees, ctx.cart.monthly, ctx.cart.first_month - ctx.cart.monthly, ctx.cart.first_month)
    receipt = confirmation.receipt if confirmation else {}
    live = [policy for policy in policies if policy.state not in OVER]
    day = max([clock.today(), *(policy.effective_date for policy in live)])
    owed = [fee for fee in read_fees(policy.pk for policy in live) if fee.once or fee.owed_on(day)]
    once = sum_once(owed)
    monthly = sum((policy.monthly or ZERO for policy in live), sum_owed(owed, day))
    first = Decimal(receipt.get("first_month") or monthly + once)
    payment = payment_of(application)
    following = None
    if payment and live and application.submitted_at:
        following = next_charge(
            method=payment.method,
            first=first,
            monthly=monthly,
            submitted=clock.local(application.submitted_at).date(),
            effective=min(policy.effective_date for policy in live),
            day=payment.bill_date,
            today=clock.today(),
        )
    fees = [(name_fee(fee), explain_fee(fee), display(fee.amount)) for fee in owed]
    return Money(fees, monthly, once, first, following, payment, stored_info(receipt.get("share", {})))


def payment_of(application: Application) -> PaymentMethod | None:
    rows = PaymentMethod.objects.filter(enrollment_id=application.enrollment_id)
    return rows.defer("account_number", "card_token", "card_details").first()


def source_of(payment: Instrument | None) -> str:
    """Return the way of payment, masked: ``Lakeview Bank, checking, ending 7710``."""
    if payment is None:
        return ""
    if payment.method == Method.CC:
        return _("%(brand)s ending %(last4)s, expires %(month)s/%(year)s") % {
            "brand": payment.card_brand,
            "last4": payment.last4,
            "month": payment.expiration_month,
            "year": payment.expiration_year,
        }
    if payment.method == Method.EFT:
        kind = rules.label_of(ACCOUNT_TYPES, payment.account_type).lower()
        return ", ".join(filter(None, (payment.bank_name, kind, rules.ending(payment.last4).lower())))
    return str(payment.get_method_display())


def list_people(
    ctx: StepContext, seals: Mapping[str, Seal], tier: str, bought: Sequence[Bought], policies: Sequence[Policy]
) -> list[Person]:
    """Return each person of the application once. A dependent who is also a beneficiary is one person."""
    covered = _covered_by(policies)
    rows: dict[tuple[str, str], Person] = {}
    for key, owner, item in people_of(ctx):
        name, born = rules.full_name(item) or str(item.get("trust_name") or ""), str(item.get("birthdate") or "")
        share = f"beneficiary {item['beneficiary_percentage']}%" if item.get("beneficiary_percentage") else ""
        person = rows.get((name_key(name), born))
        if person and share:
            roles = f"{person.role}, {share}"
            rows[name_key(name), born] = Person(
                person.name, roles, person.born, person.age, person.covered, person.seal
            )
            continue
        role = share.capitalize() or _role_of(owner, item)
        rows[name_key(name), born or key] = Person(
            name,
            role,
            born,
            _age_text(born),
            _describe_coverage(owner, item, tier, bought, covered),
            seals.get(f"ssn-{key}"),
        )
    return [row for row in rows.values() if row.name]


def _role_of(whose: str, item: Mapping[str, Any]) -> str:
    return "Member, payer" if whose == APPLICANT else str(item.get("relationship") or "Dependent").capitalize()


def _age_text(born: str) -> str:
    day = us_date(born)
    years = age_on(day, clock.today()) if day else None
    return "" if years is None else f"{years} year{'' if years == 1 else 's'}"


def _covered_by(policies: Sequence[Policy]) -> dict[tuple[str, str], list[str]]:
    """Return categories of the policies that cover each person, by first name and birth date. The subscriber's first
    name is ""."""
    rows = CoveredPerson.objects.filter(policy__in=policies).select_related("relative") if policies else []
    categories = {policy.pk: short_category(policy.category) for policy in policies}
    covered: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        name = name_key(row.relative.first_name) if row.relative else ""
        covered.setdefault((name, show_date(row.birth_date)), []).append(categories[row.policy_id])
    return covered


def short_category(category: str) -> str:
    """``Dental`` for dental plans."""
    label = str(Category(category).label) if category in Category else category
    return label.removesuffix(" Plans").removesuffix(" Plan")


def _describe_coverage(
    whose: str,
    item: Mapping[str, Any],
    tier: str,
    bought: Sequence[Bought],
    covered: Mapping[tuple[str, str], list[str]],
) -> str:
    every = "The plan" if len(bought) == 1 else f"All {len(bought)} plans"
    if covered:
        first = "" if whose == APPLICANT else name_key(str(item.get("first_name") or ""))
        own = covered.get((first, str(item.get("birthdate") or "")), [])
        if whose == APPLICANT and not own:  # born on the day of the quote
            own = next((listed for (name, _born), listed in covered.items() if not name), [])
        return every if own and len(own) == len(bought) else ", ".join(sorted(own)).capitalize() or NOBODY
    if whose == APPLICANT:
        return every if bought else NOBODY
    return every if bought and tier in _COVERED_BY_TIER.get(str(item.get("relationship")), ()) else NOBODY


@dataclass(frozen=True)
class Contact:
    """The ways to reach a person. ``mailing``: where letters go, if not home. ``later``: planned moves in words."""

    phone: str
    phone_link: str
    email: str
    address: str
    mailing: str = ""
    later: Sequence[str] = ()


def contact_of(ctx: StepContext) -> Contact:
    """Return the applicant's phone, email and address."""
    answers = ctx.answers(CONTACT.key)
    phone = str(answers.get("phone_number") or "")
    return Contact(
        show_phone(phone),
        f"tel:+1{phone}" if phone else "",
        str(answers.get("email_address") or ""),
        places.line(answers),
    )


def contact_on_record(member: Member) -> Contact:
    """Return how to reach a member today, whatever the application said."""
    person = load_person(member.pk)
    facts, phone = person.facts, str(person.facts["phone"])
    return Contact(
        show_phone(phone),
        f"tel:+1{phone}" if phone else "",
        str(facts["email"]),
        address_line(facts),
        address_line(facts, "mailing_"),
        [
            f"From {show_date(day)}: {address_line(after)}"
            for day, before, after in person.later
            if address_line(before) != address_line(after)
        ],
    )


def calls_of(applications: Collection[Application]) -> list[dict[str, Any]]:
    """Return notes of calls, newest first, with the facts that the caller knew."""
    rows = CallNote.objects.filter(application__in=applications).select_related("by")
    return [{"at": row.at, "by": row.by, "text": row.text, "checked": _checked_text(row)} for row in rows]


def _checked_text(call: CallNote) -> str:
    words = [CHECKS[name].lower() for name in call.checked if name in CHECKS]
    return f"The caller knew: {', '.join(words)}." if words else "The caller was not checked."


def mails_of(rows: Iterable[OutboundEmail]) -> list[dict[str, Any]]:
    return [
        {
            "subject": row.subject,
            "at": row.created_at,
            "status": row.get_status_display(),
            "to_whom": TO_WHOM.get(row.kind, ""),
            "href": reverse("admin:messaging_outboundemail_change", args=[row.pk]),
        }
        for row in rows
    ]


def summarize_enrollment(application: Application, bought: list[Bought], rep: str, group: str) -> str:
    """Return the head's paragraph: who enrolled, when and where, and the state of each plan."""
    quote = application.enrollment
    by = {"rep": f"by {rep or 'a rep'}", "group": f"by {group or 'the group'}"}.get(quote.eprocess, "on their own")
    where = f"in the {quote.brand.name} store"
    if not application.submitted_at:
        begun = f"Started {by} on {clock.show_day(application.created_at)} {where}."
        return f"{begun} {'Withdrawn' if application.state == State.CANCELLED else 'Not submitted'}."
    by_status: dict[str, list[str]] = {}
    for item in bought:
        by_status.setdefault(item.status, []).append(item.name)
    sentences = [_state_sentence(names, status) for status, names in by_status.items()]
    return " ".join([f"Enrolled {by} on {clock.show_day(application.submitted_at)} {where}.", *sentences])


def _state_sentence(names: list[str], status: str) -> str:
    """Return a sentence such as ``Dental and Vision are accepted.``"""
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    word = status[:1].lower() + status[1:]
    several = len(names) > 1
    if word.startswith("waits "):
        return f"{listed} {'wait' if several else 'waits'}{word.removeprefix('waits')}."
    return f"{listed} {'are' if several else 'is'} {word}."


def days_until(day: date) -> str:
    """``In 38 days``."""
    away = (day - clock.today()).days
    if away > 0:
        return f"In {away} day{'' if away == 1 else 's'}"
    return "Today" if away == 0 else f"{-away} day{'' if away == -1 else 's'} ago"


def summarize_covered(people: list[Person]) -> tuple[str, str]:
    """Return the number of covered people, and their first names."""
    names = [person.name.partition(" ")[0] for person in people if person.covered != NOBODY]
    return f"{len(names)} {'person' if len(names) == 1 else 'people'}", ", ".join(names)


def format_amounts(money: Money) -> dict[str, str]:
    return {name: f"${as_text(getattr(money, name))}" for name in ("monthly", "once", "first")}
