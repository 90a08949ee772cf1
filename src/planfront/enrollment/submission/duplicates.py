"""Keeping what the applicant of a submitted application is known by, and the pairs that staff look at."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef

from planfront.audit.services import SYSTEM, Origin, record
from planfront.billing import selectors as billing
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.models import Application, DuplicateStatus, PersonKey, PossibleDuplicate
from planfront.enrollment.signing.document_content import signed_context
from planfront.enrollment.submission.duplicate_search import Match, duplicate_question, find_matches, keys_of
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name, lock_row
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.text import texts

if TYPE_CHECKING:
    from uuid import UUID

    from planfront.billing.models import PaymentMethod
    from planfront.shopping.models import Quote

CODE = "duplicateEnrollment"
_AT_ONCE = 200


def find_locked(
    quote: Quote, ctx: StepContext, payment: PaymentMethod | None
) -> tuple[dict[str, list[str]], list[Match]]:
    """The applicant's keys, and the matches. ``payment``: how the enrollment is paid. Inside the submission's
    transaction: of two submissions for one person the later one waits here and sees the earlier."""
    keys = keys_of(ctx, payment)
    for index in sorted(indexes[0] for indexes in keys.values()):
        lock_name(f"applicant:{quote.brand_id}:{index}")
    return keys, find_matches(quote, ctx, keys)


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


def is_doubtful(application: Application) -> bool:
    """Return whether a submitted application has a possible duplicate that was never confirmed."""
    return PossibleDuplicate.objects.filter(application=application, confirmed=False).exists()


def duplicate_error(quote: Quote, ctx: StepContext) -> BusinessError:
    """The answer to a submission that has to be confirmed."""
    return BusinessError(CODE, duplicate_question(quote, ctx))


@transaction.atomic
def settle_duplicate(*, pk: int, note: str, origin: Origin) -> PossibleDuplicate:
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


def _signed_keys(application: Application) -> dict[str, list[str]]:
    return keys_of(signed_context(application), billing.payment_of(application.enrollment))


def renew_person_key(row: PersonKey) -> bool:
    """Index what a submitted application's person is known by with the current key, as it was signed."""
    indexes = _signed_keys(row.application).get(row.kind)
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
    keys, result = find_locked(application.enrollment, ctx, billing.payment_of(application.enrollment))
    if ctx.cart.effective_date:
        keep_person_keys(application, keys, result, ctx.cart.effective_date, confirmed=False)
