"""Import errors other than bad rows."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from planfront.kernel.errors import AppError, Conflict


class SamePerson(AppError):
    status = 403
    default = _("You uploaded this file, so someone else has to do this.")


class WrongState(Conflict):
    default = _("This import is at a different stage now, so that's no longer possible.")


class ImportBusy(Conflict):
    default = _("Another process has taken over this import.")


class ReviewStale(Conflict):
    default = _(
        "The current data has changed since this review. It's being reviewed again; check the result, then approve."
    )


class Stale(Conflict):
    """`subject` is no longer what it was when the file was read."""

    default = _("Data in this import has changed since you uploaded it. Upload the file again.")


class CanNotRollBack(Conflict):
    default = _("A later change depends on this import. Roll back that change first.")


class FileError(Exception):
    """The file as a whole can't be read: wrong format, missing heading, broken workbook."""

    def __init__(self, code: str, message: str, row: int = 0, column: str = "") -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.row, self.column = code, message, row, column


class TooManyIssues(Exception):
    """Enough rows are bad: reading on would tell nothing new."""
