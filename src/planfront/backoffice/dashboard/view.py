"""The figures of some days on one page, and each of their tables as CSV."""

from __future__ import annotations

from dataclasses import replace

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse

from planfront.audit.services import record
from planfront.backoffice.dashboard.figures import FIGURES, FILES, Dashboard
from planfront.backoffice.dashboard.query import STUCK, read_query
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.export import csv_answer


def dashboard(request: HttpRequest, site: AdminSite) -> HttpResponse:
    question = read_query(request)
    numbers = Dashboard(question)
    context = {
        **site.each_context(request),
        "title": "Dashboard",
        "asked": question,
        "stuck_days": STUCK,
        "keys": numbers.numbers(),
        "figures": [numbers.figure(key) for key in FIGURES],
    }
    return TemplateResponse(request, "backoffice/dashboard.html", context)


def figure_csv(request: HttpRequest, key: str) -> HttpResponseBase:
    """One table, with every row of it."""
    if key not in FIGURES:
        raise Http404
    question = read_query(request)
    figure = Dashboard(question).figure(key)
    record(
        "backoffice.dashboard.exported",
        origin=origin_of_staff(request, question.brand),
        subject_type="dashboard",
        subject_id=key,
        meta={"from": question.period.first.isoformat(), "to": question.period.last.isoformat()},
    )
    return csv_answer(replace(FILES[key], columns=tuple(figure.columns)), figure.lines())
