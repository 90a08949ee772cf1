"""Files that the store hands out. Each kind declares its columns where it is written, and the back office lists all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import TextChoices
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "pdf": "application/pdf",
}


class Need(TextChoices):
    """The work that needs a file. Lists of settings are for whoever keeps them."""

    ACCOUNTING = "accounting", _("Accounting")
    PAYROLL = "payroll", _("Payroll")
    INSURERS = "insurers", _("Insurers")
    AUDITOR = "auditor", _("Auditors")
    DAILY = "daily", _("Daily work")
    SETTINGS = "settings", _("Settings")


EXPLAINED = (Need.ACCOUNTING, Need.PAYROLL, Need.AUDITOR)
"""The needs whose files have a sentence for each column. In the others the headings say enough."""


@dataclass(frozen=True)
class FileColumn:
    heading: Text
    meaning: Text = ""

    @property
    def is_english(self) -> bool:
        """Return whether the file has the heading in English in every language."""
        return isinstance(self.heading, str)


NAME = FileColumn(_("Name"), _("Name of the person."))
EMAIL = FileColumn(_("Email"), _("Email address."))
PHONE = FileColumn(_("Phone"))
BIRTH_DATE = FileColumn(_("Birth date"))
GROUP = FileColumn(_("Group"))
STATUS = FileColumn(_("Status"))
PLANS = FileColumn(_("Plans"))
MONTHLY = FileColumn(_("Monthly"))
LAST_CHANGE = FileColumn(_("Last change"))


def columns_of(*columns: FileColumn | Text) -> tuple[FileColumn, ...]:
    """Return columns of which some are headings alone."""
    return tuple(column if isinstance(column, FileColumn) else FileColumn(column) for column in columns)


@dataclass(frozen=True)
class FileKind:
    """A kind of file. ``name`` begins the file's name, ``content`` is a sentence; a document has no columns.

    ``permission`` ("app.view_model") opens it in the back office, where ``place`` is the page to fetch it from;
    ``readers`` says who may fetch what the store's desks hand out by their ``calls``.
    """

    name: str
    title: Text
    content: Text
    need: Need
    columns: tuple[FileColumn, ...] = ()
    forms: tuple[str, ...] = ("csv",)
    permission: str = ""
    place: str = ""
    readers: Text = ""
    calls: tuple[str, ...] = ()

    @property
    def is_english(self) -> bool:
        """Return whether its title, that of a page in English, is the same in every language."""
        return isinstance(self.title, str)

    @property
    def has_words(self) -> bool:
        """Return whether its columns are explained; else the page has their headings alone."""
        return all(column.meaning for column in self.columns)

    @property
    def heading(self) -> list[str]:
        return [str(column.heading) for column in self.columns]


def answer_file(
    kind: FileKind, form: str, content: bytes | Iterable[str], name: str, *, inline: bool = False
) -> HttpResponse | StreamingHttpResponse:
    """Return a file in one of its kind's forms, under ``name`` without its ending. Text is sent while it is written."""
    content_type = _TYPES[kind.forms[kind.forms.index(form)]]
    answer: HttpResponse | StreamingHttpResponse
    if isinstance(content, bytes):
        answer = HttpResponse(content, content_type=content_type)
    else:
        answer = StreamingHttpResponse(content, content_type=content_type)
    way = "inline" if inline else "attachment"
    answer.headers["Content-Disposition"] = f'{way}; filename="{name}.{form}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
