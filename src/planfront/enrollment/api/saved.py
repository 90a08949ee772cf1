"""The answer of every save of a step."""

from __future__ import annotations

from dataclasses import asdict

from planfront.enrollment.api import schemas
from planfront.enrollment.application.results import SaveResult
from planfront.enrollment.application.visits import Visit
from planfront.enrollment.forms import schemas as forms_schemas
from planfront.enrollment.forms.base import Step
from planfront.enrollment.pages.next_page import next_page
from planfront.kernel.http.envelope import Answer, ok, responses

SAVED = responses(schemas.Saved, business=True)


def answer_saved(visit: Visit, body: forms_schemas.StepBody | None, step: Step, result: SaveResult) -> Answer:
    """The answer of a step's save, with the page that the body asks for."""
    page = next_page(visit, result.opened, step, body.go_to if body else "")
    return ok(
        {
            "version": result.version,
            "next": {"tab_name": result.next_tab, "href": result.next_href},
            "notices": list(result.notices),
            "suggested_address": asdict(result.suggestion) if result.suggestion else None,
            "page": page,
        }
    )
