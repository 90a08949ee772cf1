"""Which tables the back office shows, and how."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from unfold.forms import AuthenticationForm
from unfold.sites import UnfoldAdminSite

from planfront.backoffice import (
    application_pages,
    brand_pages,
    case_pages,
    catalog_pages,
    import_pages,
    lead_pages,
    party_pages,
    question_pages,
    quote_pages,
    rate_pages,
    system_pages,
)
from planfront.kernel import throttle
from planfront.kernel.errors import TooManyRequests

PAGES = (
    *brand_pages.PAGES,
    *party_pages.PAGES,
    *catalog_pages.PAGES,
    *question_pages.PAGES,
    *rate_pages.PAGES,
    *import_pages.PAGES,
    *lead_pages.PAGES,
    *quote_pages.PAGES,
    *application_pages.PAGES,
    *case_pages.PAGES,
    *system_pages.PAGES,
)


class StaffSignIn(AuthenticationForm):  # type: ignore[misc]
    """The sign-in form, limited to ten tries in a quarter of an hour per address."""

    def clean(self) -> dict[str, Any]:
        subject = str(self.cleaned_data.get("username", "")).strip().lower()
        try:
            throttle.check("backoffice", subject, limit=10, window=timedelta(minutes=15))
        except TooManyRequests as error:
            raise ValidationError(str(error.message)) from None
        cleaned: dict[str, Any] = super().clean()
        throttle.clear("backoffice", subject)
        return cleaned


class BackofficeSite(UnfoldAdminSite):  # type: ignore[misc]
    """Django's admin with unfold's look; the namespace stays "admin" because its templates name it."""

    login_form = StaffSignIn
    index_title = "Back office"


def build() -> BackofficeSite:
    """The site with every page."""
    site = BackofficeSite(name="admin")
    for model, page in PAGES:
        site.register(model, page)
    return site
