"""Django's permissions from the role of the account. Which rows, say the pages (see ``scope``)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import BaseBackend

from planfront.accounts.models import StaffRole
from planfront.accounts.staffing import is_working_staff

# What staff of the role Service change: customers' matters. Everything else is the administrators'.
CASEWORK = frozenset(
    {
        "enrollment.callnote",
        "enrollment.outstandingnumber",
        "enrollment.possibleduplicate",
        "leads.consentrevocation",
        "leads.lead",
        "leads.leadanswer",
        "leads.leadnote",
        "leads.locationconsent",
        "leads.repenquiry",
        "members.coverage",
        "members.dependent",
        "members.member",
        "members.rosterimport",
        "members.twinpair",
        "messaging.outboundemail",
        "book.policy",
        "policies.heldchange",
        "policies.underwritingcase",
        "privacy.privacyrequest",
        "shopping.sentquote",
    }
)


class StaffRoles(BaseBackend):
    """Readers view, service works on customers' matters, administrators do everything."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        if not is_working_staff(user_obj):
            return False
        app, _dot, codename = perm.partition(".")
        verb, _bar, model = codename.partition("_")
        if verb == "view" or user_obj.staff_role == StaffRole.ADMIN:
            return True
        return user_obj.staff_role == StaffRole.SERVICE and f"{app}.{model}" in CASEWORK

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        return is_working_staff(user_obj)
