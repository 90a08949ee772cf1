"""Pages that open sealed values: each alone, for a reason, and on record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache

from planfront.accounts.models import StaffRole, User
from planfront.audit.models import AuditEvent
from planfront.audit.services import OPENED, record_opened
from planfront.backoffice.applications import signed_paper
from planfront.backoffice.applications.sealed import REASONS, Seal, Shown, context_of, seals_of
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.scope import for_staff
from planfront.enrollment.models import Application
from planfront.kernel import clock

BRAND = "enrollment__brand_id"
# How long an opened value stays on the page, and for how long looking at the same page again is one look.
MINUTES = 5
_SAME_LOOK = timedelta(minutes=30)


class OpenForm(forms.Form):
    """The reason for opening a value."""

    why = forms.ChoiceField(choices=[*REASONS.items()], error_messages={"required": "Choose a reason."})
    note = forms.CharField(
        min_length=3, max_length=120, error_messages={"required": "Write a note of at least 3 characters."}
    )


def may_open(request: HttpRequest) -> bool:
    """Return whether the member of staff may see answers. Readers may not."""
    user = request.user
    return isinstance(user, User) and (user.is_superuser or user.staff_role != StaffRole.READER)


def application_for(request: HttpRequest, application_id: UUID) -> Application:
    """Return an application of the staff's brands, or raise 404."""
    rows: QuerySet[Application] = Application.objects.select_related("enrollment__confirmation", "enrollment__brand")
    match = for_staff(request, rows, BRAND).filter(pk=application_id).first()
    if match is None:
        raise Http404
    return match


def record_look(request: HttpRequest, application: Application, what: str, why: str) -> None:
    """Put on record that somebody looks at a page of what was answered; again after half an hour."""
    origin = origin_of_staff(request, application.enrollment.brand_id)
    since = clock.now() - _SAME_LOOK
    looks = AuditEvent.objects.filter(
        subject_id=str(application.pk), action=OPENED, actor_id=origin.user_id, at__gt=since
    ).values_list("fields", flat=True)
    if [what] not in list(looks):
        record_opened(what=[what], why=why, origin=origin, subject_type="application", subject_id=application.pk)


@dataclass(frozen=True)
class Sealed:
    """An application, a policy or a member with sealed values."""

    subject_type: str
    subject_id: UUID | int
    brand_id: int


def sealed_application(application: Application) -> Sealed:
    return Sealed("application", application.pk, application.enrollment.brand_id)


def open_seal(request: HttpRequest, sealed: Sealed, seal: Seal, form: OpenForm) -> list[Shown]:
    """Return the value, after its opening was recorded."""
    record_opened(
        what=[seal.what],
        why=form.cleaned_data["why"],
        note=form.cleaned_data["note"],
        whose=seal.whose,
        origin=origin_of_staff(request, sealed.brand_id),
        subject_type=sealed.subject_type,
        subject_id=sealed.subject_id,
    )
    return list(seal.read())


def load_open_seal(request: HttpRequest, sealed: Sealed, seals: dict[str, Seal]) -> dict[str, Any]:
    """Return the context of a page with seals: the open one with its values, the form with errors, and the reasons."""
    text: dict[str, Any] = {
        "reasons": REASONS.items(),
        "minutes": MINUTES,
        "open_key": "",
        "values": [],
        "wrong_key": "",
        "form": None,
    }
    if request.method != "POST" or "seal" not in request.POST:
        return text
    seal, form = seals.get(request.POST["seal"]), OpenForm(request.POST)
    if seal is None:
        raise Http404
    if not form.is_valid():
        return {**text, "wrong_key": seal.key, "form": form}
    return {**text, "open_key": seal.key, "values": open_seal(request, sealed, seal, form), "form": form}


@never_cache
def open_application(request: HttpRequest, application_id: UUID, context: dict[str, Any]) -> HttpResponse:
    """Show the application with everything sensitive closed; POST opens one value of it."""
    if not may_open(request):
        raise PermissionDenied
    application = application_for(request, application_id)
    ctx = context_of(application)
    seals = seals_of(application, ctx)
    record_look(request, application, "application", "reading")
    text = load_open_seal(request, sealed_application(application), seals)
    page = {
        **context,
        **text,
        "title": "As signed" if application.submitted_at else "As of now",
        "application": application,
        "name": signed_paper.name_of(ctx),
        "tab": "signed",
        "chapters": signed_paper.chapters_of(application, ctx, seals),
        "money": signed_paper.money_of(application),
        "signing": signed_paper.signing_of(application, seals),
        "others": signed_paper.others_of(seals),
        "may_read": request.user.has_perm("audit.view_openedrecord"),
    }
    return TemplateResponse(request, "backoffice/desk/signed.html", page)
