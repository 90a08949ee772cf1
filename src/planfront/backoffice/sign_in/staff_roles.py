"""Django's permissions from the role of the account. Which rows, say the pages (see ``scope``)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import BaseBackend

from planfront.accounts.staffing import is_working_staff, may_change, staff_role_of


class StaffRoles(BaseBackend):
    """Readers view, service works on customers' matters, administrators do everything."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        if not is_working_staff(user_obj):
            return False
        app, _dot, codename = perm.partition(".")
        verb, _bar, model = codename.partition("_")
        return verb == "view" or may_change(staff_role_of(user_obj), f"{app}.{model}")

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        return is_working_staff(user_obj)
