"""Changing the operator's rules of the book. A rule in force never changes: a new edition follows it from a day on.

What is refused is said to staff only, in English like the back office."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.coverage.models import LifeEvent, RuleEdition, Trial
from planfront.coverage.selectors import answer_of, edition_on, try_out
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.text.parse import show_date

RULE_FIELDS = (
    "effect",
    "base",
    "step",
    "cut_off",
    "months_back",
    "earliest",
    "days_before",
    "days_after",
    "retroactive_limit",
    "paper",
    "paper_es",
    "paper_may_follow",
    "reporters",
    "opens",
)


@transaction.atomic
def save_draft(*, event_id: int, values: Mapping[str, Any], origin: Origin) -> RuleEdition:
    """Keep a rule as the event's draft. ``values`` are those of ``RULE_FIELDS``, checked by the form."""
    event = _lock_event(event_id)
    draft = event.editions.filter(in_force_from=None).first()
    before = draft or edition_on(event, clock.today())
    changed = [name for name in RULE_FIELDS if before is None or getattr(before, name) != values[name]]
    draft = draft or RuleEdition(event=event)
    for name in RULE_FIELDS:
        setattr(draft, name, values[name])
    draft.changed_at, draft.changed_by_id = clock.business_now(), origin.user_id
    draft.save()
    _record_event("draft_saved", event, origin, fields=changed)
    return draft


@transaction.atomic
def discard_draft(*, event_id: int, origin: Origin) -> None:
    event = _lock_event(event_id)
    deleted, _rows = event.editions.filter(in_force_from=None).delete()
    if deleted:
        _record_event("draft_discarded", event, origin)


@transaction.atomic
def put_in_force(*, event_id: int, from_day: date, origin: Origin) -> RuleEdition:
    """Make the draft the rule for what happens from a day on.

    Raises BusinessError without a draft and where a trial would have another answer, FieldErrors for a day that is over
    or not after the last edition's.
    """
    event = _lock_event(event_id)
    draft = event.editions.filter(in_force_from=None).first()
    if draft is None:
        raise BusinessError("noDraft", "There is no draft to put in force.")
    last = max((row.in_force_from for row in event.editions.all() if row.in_force_from), default=None)
    if from_day <= clock.today():
        raise FieldErrors.single("from_day", "Choose a day to come: what happened keeps its rule.")
    if last is not None and from_day <= last:
        raise FieldErrors.single("from_day", f"Choose a day after {show_date(last)}.")
    if not all(try_out(draft, trial).kept for trial in event.trials.all()):
        raise BusinessError("trialsDiffer", "A test case would give a different answer. Accept it, or fix the rule.")
    draft.in_force_from = from_day
    draft.changed_at, draft.changed_by_id = clock.business_now(), origin.user_id
    draft.save()
    _record_event("rule_in_force", event, origin, meta={"from": from_day.isoformat()})
    return draft


@transaction.atomic
def take_back(*, event_id: int, edition_id: int, origin: Origin) -> None:
    """Make an edition that is not in force yet the draft again.

    Raises NotFound for another event's, BusinessError for one that is in force and beside a draft.
    """
    event = _lock_event(event_id)
    edition = event.editions.filter(pk=edition_id, in_force_from__isnull=False).first()
    if edition is None:
        raise NotFound
    if edition.in_force_from is None or edition.in_force_from <= clock.today():
        raise BusinessError("inForce", "This edition is in force: what happened under it keeps it.")
    if event.editions.filter(in_force_from=None).exists():
        raise BusinessError("draftThere", "There is a draft already. Discard it first, or put it in force.")
    from_day, edition.in_force_from = edition.in_force_from, None
    edition.changed_at, edition.changed_by_id = clock.business_now(), origin.user_id
    edition.save()
    _record_event("rule_taken_back", event, origin, meta={"from": from_day.isoformat()})


@transaction.atomic
def keep_trial(*, event_id: int, happened_on: date, reported_on: date, origin: Origin) -> Trial:
    """Freeze what the draft, else the rule in force, answers to these two days; again, it takes the new answer."""
    event = _lock_event(event_id)
    edition = event.editions.filter(in_force_from=None).first() or edition_on(event, happened_on)
    if edition is None:
        raise BusinessError("noRule", "There is no rule to try out.")
    expected = getattr(answer_of(edition, happened_on, reported_on), "day", None)
    trial, _created = Trial.objects.update_or_create(
        event=event, happened_on=happened_on, reported_on=reported_on, defaults={"expected": expected}
    )
    _record_event("trial_kept", event, origin, meta={"trial": trial.pk})
    return trial


@transaction.atomic
def remove_trial(*, event_id: int, trial_id: int, origin: Origin) -> None:
    event = _lock_event(event_id)
    deleted, _rows = event.trials.filter(pk=trial_id).delete()
    if deleted:
        _record_event("trial_removed", event, origin, meta={"trial": trial_id})


def _lock_event(event_id: int) -> LifeEvent:
    event = lock_row(LifeEvent.objects.filter(pk=event_id))
    if event is None:
        raise NotFound
    return event


def _record_event(verb: str, event: LifeEvent, origin: Origin, **more: Any) -> None:
    record(f"coverage.{verb}", origin=origin, subject_type="lifeevent", subject_id=event.pk, **more)
