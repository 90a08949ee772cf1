"""Opening what is sealed: each time for a reason, and on record."""

from __future__ import annotations

import base64
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from planfront.accounts.models import StaffRole, User
from planfront.audit.services import opened
from planfront.backoffice.base import origin_of_staff
from planfront.backoffice.scope import for_staff
from planfront.backoffice.sealed import BY_WHAT, PARTS
from planfront.enrollment.models import Application
from planfront.enrollment.services.documents import SignedFile
from planfront.kernel import clock

REASONS = {
    "customer": "The customer asked",
    "underwriting": "Underwriting",
    "payment": "A problem with a payment",
    "correction": "Correcting what was entered",
    "complaint": "A complaint or an inquiry",
    "audit": "An audit",
}
BRAND = "enrollment__brand_id"


class OpenForm(forms.Form):
    what = forms.ChoiceField(
        label="What to open", choices=[(part.what, part.title) for part in PARTS], widget=UnfoldAdminSelectWidget
    )
    why = forms.ChoiceField(label="Why", choices=[("", "Choose"), *REASONS.items()], widget=UnfoldAdminSelectWidget)
    note = forms.CharField(
        label="Note", min_length=3, max_length=120, widget=UnfoldAdminTextInputWidget,
        help_text="A case or ticket number, at least 3 characters, no personal data.",
    )  # fmt: skip


@never_cache
def open_application(request: HttpRequest, application_id: UUID, context: dict[str, Any]) -> HttpResponse:
    """GET asks what and why; POST shows one part, once, and leaves a record of it. Readers open nothing."""
    user = request.user
    if not isinstance(user, User) or not (user.is_superuser or user.staff_role != StaffRole.READER):
        raise PermissionDenied
    application = for_staff(request, Application.objects.select_related("enrollment__confirmation"), BRAND).filter(
        pk=application_id
    ).first()  # fmt: skip
    if application is None:
        raise Http404
    form, values, part = OpenForm(request.POST or None), [], None
    made: SignedFile | None = None
    if request.method == "POST" and form.is_valid():
        part = BY_WHAT[form.cleaned_data["what"]]
        opened(
            what=[part.what], why=form.cleaned_data["why"], note=form.cleaned_data["note"],
            origin=origin_of_staff(request, application.enrollment.brand_id), subject_type="application",
            subject_id=application.pk,
        )  # fmt: skip
        values, made = list(part.read(application)), part.file(application)
    told = {
        **context, "title": "Open what is sealed", "application": application, "form": form, "part": part,
        "values": values, "file": made and _in_page(made), "at": clock.now(),
        "why": REASONS.get(form.cleaned_data["why"]) if part else "",
        "may_read": request.user.has_perm("audit.view_openedrecord"),
    }  # fmt: skip
    return TemplateResponse(request, "backoffice/sealed.html", told)


def _in_page(made: SignedFile) -> dict[str, str]:
    """The file as a link's address: it comes with the page that says that it was recorded, and with no other."""
    coded = base64.b64encode(made.content).decode()
    return {"name": made.name, "address": f"data:application/pdf;base64,{coded}"}
