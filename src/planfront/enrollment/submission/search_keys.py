"""Search keys of submitted applications, whose answers are sealed: keyed hashes of what callers know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from planfront.enrollment.application.listed_people import people_named
from planfront.enrollment.models import Application, SearchKey
from planfront.enrollment.signing.document_content import signed_context
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.worklists.search import KeyKind, index_of, indexes_of
from planfront.kernel.text.parse import digits

if TYPE_CHECKING:
    from planfront.enrollment.forms.base import StepContext

_AT_ONCE = 200


def _known_by(ctx: StepContext) -> set[tuple[KeyKind, str]]:
    result = {(KeyKind.PHONE, digits(ctx.read(ContactAnswers).phone_number)[-10:])}
    for person in people_named(ctx):
        result |= {
            (KeyKind.LAST_FOUR, digits(person.ssn)[-4:]),
            (KeyKind.BORN, person.birthdate.isoformat() if person.birthdate else ""),
            (KeyKind.NAME, person.name),
        }
    return {(kind, text) for kind, text in result if text}


def keep_search_keys(application: Application, ctx: StepContext) -> None:
    """Store what a submitted application is looked up by. Again, nothing happens."""
    rows = [SearchKey(application=application, index=index_of(kind, text)) for kind, text in _known_by(ctx)]
    SearchKey.objects.bulk_create(rows, ignore_conflicts=True)


def renew_search_key(row: SearchKey) -> bool:
    """Index with the current key what the row was made of. Two rows of the same become one."""
    for kind, text in _known_by(signed_context(row.application)):
        indexes = indexes_of(kind, text)
        if row.index in indexes:
            row.index = indexes[0]
            try:
                with transaction.atomic():
                    row.save(update_fields=["index"])
            except IntegrityError:
                row.delete()
            return True
    return False


def keep_due_search_keys() -> int:
    """Make applications findable that were submitted before this was kept (the ticker calls this). Returns how many."""
    own = SearchKey.objects.filter(application=OuterRef("pk"))
    rows = Application.objects.filter(~Exists(own), submitted_at__isnull=False).select_related("enrollment__brand")
    for application in (result := list(rows.order_by("submitted_at")[:_AT_ONCE])):
        keep_search_keys(application, signed_context(application))
    return len(result)
