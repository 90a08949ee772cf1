"""The page for staff who open what their account doesn't allow."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import defaults

from planfront.backoffice.site import site


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 403 with a page of the back office, or Django's own answer outside of it."""
    if not request.path.startswith(reverse("admin:index")):
        return defaults.permission_denied(request, exception)
    page = {
        "title": _("You can't open this page"),
        "words": _("Your account doesn't allow it. If you need it for your work, ask an administrator."),
        "back": reverse("admin:index"),
        "back_text": _("Go to Home"),
    }
    return render(request, "backoffice/refused.html", {**site.each_context(request), **page}, status=403)
