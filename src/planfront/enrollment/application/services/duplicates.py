"""The same person buying the same plan for the same day: found when an application is submitted.

A person is known by the Social Security number, by name and birth date, or by the bank account; what is compared are
keyed hashes. Whoever submits is asked in words that say nothing of another application; staff get both to look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.audit.services import SYSTEM, Origin, record
from planfront.billing import selectors as billing
from planfront.enrollment.models import Application, DuplicateStatus, PersonKey, PersonKeyKind, PossibleDuplicate
from planfront.enrollment.signing.document_content import signed_context
from planfront.enrollment.steps import rules
from planfront.enrollment.steps.base import StepContext
from planfront.enrollment.steps.personal.answers import PersonalAnswers
from planfront.kernel import clock, texts, throttle
from planfront.kernel.crypto import blind_indexes
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound, TooManyRequests
from planfront.kernel.locks import lock_name, lock_row
from planfront.kernel.networks import network_of
from planfront.kernel.parse import digits, show_date, show_phone
from planfront.policies import selectors as policies

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.shopping.models import Quote

CODE = "duplicateEnrollment"
_SELLERS = frozenset({"rep", "group", "staff"})
_TOLD, _DAY = 20, timedelta(days=1)
_AT_ONCE = 200
_OF_BUYER = gettext_lazy(
    "Have you applied for %(plans)s from %(date)s before? Then don't send this again: each application is paid by "
    "itself. Look for a receipt in your e-mail first. If this one is new, or for somebody else, go on."
)
_OF_CLIENT = gettext_lazy(
    "Has your client applied for %(plans)s from %(date)s before? Then don't send this again: each application is "
    "paid by itself. Look in your enrollments first. If this one is new, or for somebody else, go on."
)


@dataclass(frozen=True)
class Match:
    """An earlier application with plans in common."""

    application: Application
    matched: list[str]
    plans: list[str]


def keys_of(enrollment: Quote, ctx: StepContext) -> dict[str, list[str]]:
    """What the applicant is known by, as keyed hashes, by kind: under each key, the current one's first."""
    person = ctx.read(PersonalAnswers)
    number, born = digits(person.ssn), person.birthdate or ctx.shopper.dob
    name = [rules.fold(person.first_name), rules.fold(person.last_name)]
    payment = billing.payment_of(enrollment)
    result = {
        PersonKeyKind.NUMBER: blind_indexes(number, "applicant-number") if number else [],
        PersonKeyKind.PERSON: blind_indexes("|".join([*name, born.isoformat()]), "applicant-person")
        if all(name)
        else [],
        PersonKeyKind.ACCOUNT: billing.account_indexes(payment) if payment else [],
    }
    return {kind.value: indexes for kind, indexes in result.items() if indexes}


def matches(enrollment: Quote, ctx: StepContext, keys: dict[str, list[str]]) -> list[Match]:
    """Earlier submitted applications at the brand that share a key, and a plan that begins on the same day."""
    day = ctx.cart.effective_date
    plans = {line.plan_id for line in ctx.cart.lines if not line.is_fee}
    rows = PersonKey.objects.filter(
        index__in=[index for indexes in keys.values() for index in indexes],
        application__enrollment__brand_id=enrollment.brand_id,
    ).exclude(application__enrollment=enrollment)
    alike: dict[Application, list[str]] = {}
    for row in rows.select_related("application").defer("application__frozen").order_by("id"):
        if row.index in keys.get(row.kind, ()):
            alike.setdefault(row.application, []).append(row.kind)
    if not alike or day is None:
        return []
    sales = policies.same_sales([match.enrollment_id for match in alike], plans, day)
    return [Match(one, kinds, sales[one.enrollment_id]) for one, kinds in alike.items() if one.enrollment_id in sales]


def find_locked(enrollment: Quote, ctx: StepContext) -> tuple[dict[str, list[str]], list[Match]]:
    """The applicant's keys, and the matches. Inside the submission's transaction: of two submissions for one person the
    later one waits here and sees the earlier."""
    keys = keys_of(enrollment, ctx)
    for index in sorted(indexes[0] for indexes in keys.values()):
        lock_name(f"applicant:{enrollment.brand_id}:{index}")
    return keys, matches(enrollment, ctx, keys)


def keep_person_keys(
    application: Application, keys: dict[str, list[str]], result: Iterable[Match], day: date, *, confirmed: bool
) -> None:
    """Store what a submitted application's person is known by, and the pairs for staff."""
    PersonKey.objects.bulk_create(
        [PersonKey(application=application, kind=kind, index=indexes[0]) for kind, indexes in keys.items()]
    )
    now = clock.now()
    duplicates = [
        PossibleDuplicate(
            application=application,
            earlier=match.application,
            matched=match.matched,
            plans=match.plans,
            effective_date=day,
            confirmed=confirmed,
            found_at=now,
        )
        for match in result
    ]
    PossibleDuplicate.objects.bulk_create(duplicates)
    for row in duplicates:
        record(
            "application.duplicate_found",
            origin=SYSTEM,
            subject_type="application",
            subject_id=application.pk,
            meta={"earlier": str(row.earlier_id), "matched": row.matched, "confirmed": confirmed},
        )


def question(enrollment: Quote, ctx: StepContext) -> str:
    """What whoever submits is asked. It names what is in the cart, and doesn't say that there is another application:
    a name and a birth date alone must not tell what somebody bought."""
    names = ", ".join(dict.fromkeys(line.plan_name for line in ctx.cart.lines if not line.is_fee))
    theirs = ctx.shopper.eprocess in ("rep", "group") and not ctx.handed_over
    words = {"plans": names, "date": show_date(ctx.cart.effective_date)}
    asked = str(_OF_CLIENT if theirs else _OF_BUYER) % words
    phone = show_phone(enrollment.brand.phone)
    return f"{asked} {_('We can help: call %(phone)s.') % {'phone': phone}}" if phone else asked


def duplicate_question(enrollment: Quote, ctx: StepContext) -> BusinessError:
    """The answer to a submission that has to be confirmed."""
    return BusinessError(CODE, question(enrollment, ctx))


def notice_before(enrollment: Quote, ctx: StepContext, origin: Origin) -> str:
    """The question for the review of an application that only waits for its submission; "" without a reason."""
    if not matches(enrollment, ctx, keys_of(enrollment, ctx)) or not may_ask(origin):
        return ""
    return question(enrollment, ctx)


def notice_after(enrollment: Quote) -> list[str]:
    """What the answer to a submission tells that asked nothing before."""
    rows = PossibleDuplicate.objects.filter(application__enrollment=enrollment, confirmed=False)
    if not rows.exists():
        return []
    return [_("If you applied for the same plans before, call us: each application is paid by itself.")]


def may_ask(origin: Origin) -> bool:
    """Whether the question may be asked once more: a visitor's network address can't try out many people."""
    if origin.kind in _SELLERS:
        return True
    try:
        throttle.check("duplicate-asked", network_of(origin.ip), limit=_TOLD, window=_DAY, announced=False)
    except TooManyRequests:
        return False
    return True


@transaction.atomic
def duplicate_settle(*, pk: int, note: str, origin: Origin) -> PossibleDuplicate:
    """Staff have looked at a pair and say in ``note`` what was done. Settled again, it stays as it was settled first.

    Raises NotFound, and FieldErrors without a note."""
    row = lock_row(PossibleDuplicate.objects.filter(pk=pk))
    if row is None:
        raise NotFound
    if not note.strip():
        raise FieldErrors.single("note", texts.REQUIRED)
    if row.status == DuplicateStatus.OPEN:
        row.status, row.note = DuplicateStatus.SETTLED, note.strip()[:300]
        row.settled_at, row.settled_by_id = clock.now(), origin.user_id
        row.save(update_fields=["status", "settled_at", "settled_by", "note"])
        for key in (row.application_id, row.earlier_id):
            record("application.duplicate_settled", origin=origin, subject_type="application", subject_id=key)
    return row


def renew_person_key(row: PersonKey) -> bool:
    """Index what a submitted application's person is known by with the current key, as it was signed."""
    indexes = keys_of(row.application.enrollment, signed_context(row.application)).get(row.kind)
    if not indexes:
        return False
    row.index = indexes[0]
    row.save(update_fields=["index"])
    return True


def index_due_duplicates() -> int:
    """Know the people of applications that were submitted before this was kept (the ticker calls this). Returns how
    many were read."""
    own = PersonKey.objects.filter(application=OuterRef("pk"))
    rows = Application.objects.filter(~Exists(own), submitted_at__isnull=False).order_by("submitted_at")
    keys = list(rows.values_list("pk", flat=True)[:_AT_ONCE])
    for key in keys:
        _index(key)
    return len(keys)


@transaction.atomic
def _index(key: UUID) -> None:
    application = lock_row(Application.objects.select_related("enrollment__brand").filter(pk=key))
    if application is None or application.person_keys.exists():
        return
    ctx = signed_context(application)
    keys, result = find_locked(application.enrollment, ctx)
    if ctx.cart.effective_date:
        keep_person_keys(application, keys, result, ctx.cart.effective_date, confirmed=False)
