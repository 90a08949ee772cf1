"""Earlier applications of the same person for the same plan and day, and the question about them.

People are compared by keyed hashes of the Social Security number, of name and birth date, and of the bank account. The
question to the applicant doesn't mention another application; staff see both.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.billing import selectors as billing
from planfront.enrollment.models import Application, PersonKey, PersonKeyKind
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.security.crypto import blind_indexes
from planfront.kernel.text.folding import name_key
from planfront.kernel.text.parse import digits, show_date, show_phone
from planfront.sales import selectors as policies

if TYPE_CHECKING:
    from planfront.audit.services import Origin
    from planfront.billing.models import PaymentMethod
    from planfront.enrollment.forms.base import StepContext
    from planfront.shopping.models import Quote

_SELLERS = frozenset({"rep", "group", "staff"})
_TOLD, _DAY = 20, timedelta(days=1)
_OF_BUYER = gettext_lazy(
    "Have you already applied for %(plans)s from %(date)s? Check your email for a receipt before you continue, "
    "because each application is paid separately."
)
_OF_CLIENT = gettext_lazy(
    "Has your client already applied for %(plans)s from %(date)s? Check your enrollments before you continue, "
    "because each application is paid separately."
)


@dataclass(frozen=True)
class Match:
    """An earlier application with plans in common."""

    application: Application
    matched: list[str]
    plans: list[str]


def keys_of(ctx: StepContext, payment: PaymentMethod | None) -> dict[str, list[str]]:
    """Return what identifies the applicant as keyed hashes by kind: under each key, the current one's first."""
    person = ctx.read(PersonalAnswers)
    number, born = digits(person.ssn), person.birthdate or ctx.shopper.dob
    name = [name_key(person.first_name), name_key(person.last_name)]
    result = {
        PersonKeyKind.NUMBER: blind_indexes(number, "applicant-number") if number else [],
        PersonKeyKind.PERSON: blind_indexes("|".join([*name, born.isoformat()]), "applicant-person")
        if all(name)
        else [],
        PersonKeyKind.ACCOUNT: billing.account_indexes(payment) if payment else [],
    }
    return {kind.value: indexes for kind, indexes in result.items() if indexes}


def find_matches(quote: Quote, ctx: StepContext, keys: dict[str, list[str]]) -> list[Match]:
    """Earlier submitted applications at the brand that share a key, and a plan that begins on the same day."""
    day = ctx.cart.effective_date
    plans = {line.plan_id for line in ctx.cart.lines if not line.is_fee}
    rows = PersonKey.objects.filter(
        index__in=[index for indexes in keys.values() for index in indexes],
        application__enrollment__brand_id=quote.brand_id,
    ).exclude(application__enrollment=quote)
    alike: dict[Application, list[str]] = {}
    for row in rows.select_related("application").defer("application__frozen").order_by("id"):
        if row.index in keys.get(row.kind, ()):
            alike.setdefault(row.application, []).append(row.kind)
    if not alike or day is None:
        return []
    sales = policies.same_sales([match.enrollment_id for match in alike], plans, day)
    return [
        Match(application, kinds, sales[application.enrollment_id])
        for application, kinds in alike.items()
        if application.enrollment_id in sales
    ]


def duplicate_question(quote: Quote, ctx: StepContext) -> str:
    """Return the question before a possible second submission.

    It names the cart and no other application: a name and a birth date alone must not tell what someone bought.
    """
    names = ", ".join(dict.fromkeys(line.plan_name for line in ctx.cart.lines if not line.is_fee))
    theirs = ctx.shopper.eprocess in ("rep", "group") and not ctx.handed_over
    words = {"plans": names, "date": show_date(ctx.cart.effective_date)}
    text = str(_OF_CLIENT if theirs else _OF_BUYER) % words
    phone = show_phone(quote.brand.phone)
    return f"{text} {_('We can help: call %(phone)s.') % {'phone': phone}}" if phone else text


def notice_before(quote: Quote, ctx: StepContext, origin: Origin) -> str:
    """The question for the review of an application that only waits for its submission; "" without a reason."""
    if not find_matches(quote, ctx, keys_of(ctx, billing.payment_of(quote))) or not may_ask(origin):
        return ""
    return duplicate_question(quote, ctx)


def notice_after(*, doubtful: bool) -> list[str]:
    """Return the notice after a submission that wasn't asked about before."""
    if not doubtful:
        return []
    return [_("If you already applied for the same plans, call us. Each application is paid separately.")]


def may_ask(origin: Origin) -> bool:
    """Return whether the question may be asked once more: one network address can't try out many people."""
    if origin.kind in _SELLERS:
        return True
    try:
        throttle.check("duplicate-asked", network_of(origin.ip), limit=_TOLD, window=_DAY, announced=False)
    except TooManyRequests:
        return False
    return True
