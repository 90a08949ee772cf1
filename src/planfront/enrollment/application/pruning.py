"""Deleting by age what applications leave behind. Signed records stay as evidence."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.audit.pruning import days_ago, exclude_held, in_batches, prune, record_pruned
from planfront.enrollment.models import (
    Application,
    HandOver,
    Proposal,
    ResumeCode,
    Screenshot,
    Section,
    SignatureEvidence,
    SignerCheck,
    State,
    TextsShown,
)
from planfront.enrollment.steps.dependent.step import DependentStep
from planfront.enrollment.steps.health.step import HealthStep
from planfront.enrollment.worklists.figures import applications_tally
from planfront.kernel import clock
from planfront.sales.selectors import decided_before
from planfront.shopping.cart.selectors import quotes_with_plan_answers
from planfront.shopping.quoting.pruning import clear_plan_answers, expired_before, prune_quotes

_CHUNK = 200
_HEALTH = "health_info"


def prune_expired(now: datetime | None = None) -> int:
    """Delete what people typed and never sent once its quote has expired for good, then the quotes. Returns how many
    quotes went. An application that was signed, or that a mailed code still opens, stays."""
    moment = now or clock.now()
    codes = ResumeCode.objects.filter(application=OuterRef("pk"), expires_at__gt=moment)
    signatures = SignatureEvidence.objects.filter(application=OuterRef("pk"))
    expired = exclude_held(
        Application.objects.filter(
            ~Exists(codes), ~Exists(signatures), state=State.DRAFT, enrollment__expires_at__lt=expired_before(moment)
        )
    )
    keys = list(expired.values_list("pk", flat=True))
    for start in range(0, len(keys), _CHUNK):
        with transaction.atomic():
            rows = expired.filter(pk__in=keys[start : start + _CHUNK])
            applications_tally(rows)
            rows.delete()
    record_pruned("application", len(keys))
    return prune_quotes(now=moment)


def prune_submitted(now: datetime | None = None) -> int:
    """Delete what submitted applications no longer need (KEEP_SUBMITTED_DRAFTS_DAYS): drafts, proposals, letters
    between rep and client, codes and checks of signers. Return the number of rows."""
    limit = days_ago(settings.ENV.keep_submitted_drafts, now)
    done = exclude_held(Application.objects.filter(submitted_at__lt=limit))
    drafts = Section.objects.filter(application__in=done).exclude(draft="")
    letters = HandOver.objects.filter(~Q(message="") | ~Q(note=""), application__in=done)
    texts_shown = TextsShown.objects.filter(enrollment__in=done.values("enrollment"))
    return sum(
        (
            record_pruned("submitted_draft", in_batches(drafts, lambda batch: batch.update(draft="", draft_at=None))),
            record_pruned("hand_over_letter", in_batches(letters, lambda batch: batch.update(message="", note=""))),
            prune("proposal", Proposal.objects.filter(hand_over__application__in=done)),
            prune("resume_code", ResumeCode.objects.filter(application__in=done)),
            prune("signer_check", SignerCheck.objects.filter(application__in=done)),
            prune("texts_shown", texts_shown),
            prune("page_picture", Screenshot.objects.filter(at__lt=days_ago(settings.ENV.keep_pictures, now))),
        )
    )


def prune_health_answers(now: datetime | None = None) -> int:
    """Drop the working copies of health answers of applications that no insurer decides on any more
    (KEEP_HEALTH_DAYS). What was signed keeps them, sealed. Returns how many applications had some."""
    limit = days_ago(settings.ENV.keep_health, now)
    sent = Application.objects.exclude(state=State.DRAFT).filter(submitted_at__lt=limit)
    done = exclude_held(sent).filter(decided_before(limit))
    own = Section.objects.filter(application__in=done, key=HealthStep.key).exclude(answers="")
    count = in_batches(own, lambda batch: batch.update(answers=""))
    count += sum(map(_forget_health, Section.objects.filter(application__in=done, key=DependentStep.key).iterator()))
    quotes = quotes_with_plan_answers(done.values("enrollment"))
    cleared = 0

    def clear(batch: QuerySet[Any]) -> None:
        nonlocal cleared
        cleared += clear_plan_answers(batch)

    in_batches(quotes, clear)
    return record_pruned("health_answers", count + cleared)


def _forget_health(section: Section) -> bool:
    """Take the health answers of dependents from their list."""
    people = section.answers.get("dependents", [])
    if not any(_HEALTH in person for person in people):
        return False
    stripped = [{name: value for name, value in person.items() if name != _HEALTH} for person in people]
    section.answers = {**section.answers, "dependents": stripped}
    section.save(update_fields=["answers"])
    return True
