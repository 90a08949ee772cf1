"""Errors of an operator's work on rate tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from planfront.kernel.errors import AppError, Conflict


class TableNotDraft(Conflict):
    default = _("Only a draft can be changed or approved.")


class TablesOverlap(Conflict):
    default = _("Another approved table of this plan covers some of these days.")


class SamePerson(AppError):
    status = 403
    default = _("A second person has to approve this table.")


class TableUnsound(AppError):
    """The rows tie or settings are malformed; `problems` says which."""

    status = 422
    default = _("This table can't be approved until its problems are solved.")

    def __init__(self, problems: list[str]) -> None:
        super().__init__()
        self.problems = problems
