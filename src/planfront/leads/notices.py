"""Mail to the operator. It says that somebody waits, never who: that is read in the back office."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planfront.brands.selectors import site_url
from planfront.messaging.services import queue_email

if TYPE_CHECKING:
    from planfront.brands.models import Brand
    from planfront.leads.models import Lead, RepEnquiry


def queue_enquiry_mail(brand: Brand, enquiry: RepEnquiry) -> None:
    """Mail a brand that somebody wants to become a rep. A brand without an address gets none."""
    if brand.email:
        context = {"state": enquiry.state, "link": _page(brand, "repenquiry", enquiry.pk)}
        queue_email(
            brand=brand, kind="rep_enquiry", to=brand.email, context=context, dedupe_key=f"rep-enquiry:{enquiry.pk}"
        )


def queue_lead_mail(brand: Brand, lead: Lead) -> None:
    """Mail a brand that a visitor answered all questions of the chat."""
    if brand.email:
        rep = lead.assigned.name if lead.assigned else ""
        context = {"rep": rep, "link": _page(brand, "lead", lead.pk)}
        queue_email(brand=brand, kind="new_lead", to=brand.email, context=context, dedupe_key=f"lead:{lead.pk}")


def _page(brand: Brand, model: str, key: object) -> str:
    return f"{site_url(brand.pk)}/backoffice/leads/{model}/{key}/change/"
