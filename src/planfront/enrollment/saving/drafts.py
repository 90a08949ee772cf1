"""Autosave: what was typed, unchecked, apart from checked answers. Never holds sensitive numbers."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.enrollment.application import context, store, wire
from planfront.enrollment.application.results import SaveResult
from planfront.enrollment.forms.base import Answers, Step, StepContext
from planfront.enrollment.steps import registry
from planfront.enrollment.steps.health import form as health_form
from planfront.enrollment.steps.registry import BY_KEY, HEALTH
from planfront.integrations.cards import luhn
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_text
from planfront.kernel.text.parse import digits

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

_SSN = re.compile(r"(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)")
_NUMBER = re.compile(r"(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)")


def step_of(tab: str, name: str = "tab_name") -> Step:
    """The step of a tab's name. FieldErrors on ``name``, as the call calls it."""
    key = wire.step_key(tab)
    step = BY_KEY.get(key) if key else None
    if step is None:
        raise FieldErrors.single(name, texts.CHOICE)
    return step


def looks_secret(value: str) -> bool:
    """A social security number, or a card number by its check digit, somewhere in the text."""
    text = fold_text(value)
    if _SSN.search(text):
        return True
    return any(luhn(digits(match.group())) for match in _NUMBER.finditer(text))


def _is_storable(text: str) -> bool:
    """No lone surrogates: they have no UTF-8 form."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def draft_values(ctx: StepContext, step: Step, values: dict[str, Any]) -> Answers:
    """The values a draft may hold: the tab's own editable fields, nothing that is or looks sensitive."""
    fields = step.fields(context.for_step(ctx, step))
    allowed = {field.field_name for field in fields if field.draftable and not field.read_only}
    allowed |= step.draft_also
    storable = {}
    for name, value in values.items():
        if name in allowed - step.sensitive and isinstance(value, str | int | None):
            text = "" if value is None else str(value)[:2000]
            if not looks_secret(text) and _is_storable(text):
                storable[name] = text
    return storable


@transaction.atomic
def save_draft(
    *, quote: Quote, tab: str, values: dict[str, Any], version: int | None, side: Side = "client"
) -> tuple[int, datetime, Answers]:
    """Keep typed values. Returns the new version, the time, and what else changed elsewhere after ``version``. Raises
    Conflict with the server's values of the sent fields that were changed there."""
    step = step_of(tab)
    opened = store.open_draft(quote, side)
    storable = draft_values(opened.ctx, step, values)
    section = opened.section(step.key)
    store.check_version(section, version, storable, draft=True)
    elsewhere = store.changed_since(section, version, storable)
    if not storable:
        return opened.application.version, clock.now(), elsewhere
    return store.write_draft(opened, step.key, storable), clock.now(), elsewhere


@transaction.atomic
def take_over_health(*, quote: Quote, data: Answers, side: Side = "client") -> SaveResult:
    """Keep what an existing member answered before as a draft, until the applicant has read it. Changes nothing where
    there are answers or a draft already."""
    opened = store.open_draft(quote, side)
    if HEALTH.key not in opened.ctx.saved and HEALTH.key not in opened.ctx.drafts:
        store.write_draft(opened, HEALTH.key, draft_values(opened.ctx, HEALTH, dict(health_form.typed(data))))
        opened.refresh()
    return SaveResult(opened.application.version, HEALTH.key, registry.href(HEALTH))
