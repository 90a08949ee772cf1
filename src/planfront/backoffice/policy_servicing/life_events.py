"""Life events: what people may report, how long they have, and from which day it counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from planfront.audit.services import Origin
from planfront.backoffice.lists.base import Page, origin_of_staff
from planfront.backoffice.policy_servicing.date_axis import draw_date_axis
from planfront.backoffice.policy_servicing.rule_form import InForceForm, RuleForm, TrialForm
from planfront.coverage import services
from planfront.coverage.day_wording import describe_step, describe_window, explain
from planfront.coverage.effective_days import DayAnswer, Step
from planfront.coverage.models import LifeEvent, Reason, Reporter, RuleEdition, StartsOrEnds
from planfront.coverage.selectors import answer_of, count_reasons, draft_of, edition_on, list_events, try_out
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound


@dataclass(frozen=True)
class EventRow:
    """A life event in the list. ``draft``: what its draft would change of the window; "" for nothing."""

    event: LifeEvent
    window: str
    draft: str
    day: str
    paper: str
    reporters: str


class LifeEventPage(Page):
    """The list leads to each event's rule; names and order are edited on a page of their own."""

    fields = ("key", ("name", "name_es"), ("happened", "happened_es"), "x12", ("order", "active"), "ends_work")
    prepopulated_fields = {"key": ("name",)}
    list_display = ("name", "key", "order", "active")
    no_filter = "a short list that stands on one page, with the rule of each"
    no_search = no_filter

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Protect the key: reported events refer to it."""
        return ("key",) if obj is not None else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Any]:
        return {} if obj is not None else dict(self.prepopulated_fields)

    def response_add(self, request: HttpRequest, obj: LifeEvent, post_url_continue: str | None = None) -> HttpResponse:
        messages.success(request, f"{obj.name} was added. Write its rule and publish it.")
        return HttpResponseRedirect(reverse("admin:life_event_rule", args=[obj.pk]))

    def get_urls(self) -> list[URLPattern]:
        own = [path("<int:event_id>/rule/", self.admin_site.admin_view(self.rule_view), name="life_event_rule")]
        return [*own, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return self._page(request, {"title": "Life events"})

    def rule_view(self, request: HttpRequest, event_id: int) -> HttpResponse:
        event = get_object_or_404(list_events(), pk=event_id)
        if request.method != "POST":
            return self._rule_page(request, event)
        if not self.has_change_permission(request, event):
            raise PermissionDenied
        step = _STEPS.get(request.POST.get("do", ""), _try_out)
        form = RuleForm(request.POST, instance=RuleEdition(event=event))
        try:
            done = step(request, event, form, origin_of_staff(request))
        except FieldErrors as error:
            done = ""
            for item in error.errors:
                messages.error(request, str(item.error_message))
        except (BusinessError, NotFound) as error:
            done = ""
            messages.error(request, str(error.message))
        if not done:
            return self._rule_page(request, event, form)
        messages.success(request, done)
        return HttpResponseRedirect(reverse("admin:life_event_rule", args=[event.pk]))

    def _rule_page(self, request: HttpRequest, event: LifeEvent, sent: RuleForm | None = None) -> HttpResponse:
        """Return the page's context. ``sent`` is the rule as typed, tried out where it can be."""
        today = clock.today()
        draft, current = draft_of(event), edition_on(event, today)
        edition = draft or current or RuleEdition(event=event)
        form = RuleForm(instance=edition)
        if sent is not None:
            form, edition = sent, sent.instance if sent.is_valid() else edition
        typed = request.POST if request.method == "POST" else request.GET
        days = TrialForm(typed if "happened" in typed else None, initial=_usual_days(today))
        happened, reported = _days_of(days, today)
        answer = answer_of(edition, happened, reported)
        trials = [try_out(edition, trial) for trial in event.trials.all()]
        ends = edition.effect == StartsOrEnds.ENDS
        context = {
            "title": event.name,
            "event": event,
            "form": form,
            "draft": draft,
            "current": current,
            "coming": [row for row in event.editions.all() if row.in_force_from and row.in_force_from > today],
            "was": {name: getattr(current, name) for name in services.RULE_FIELDS} if draft and current else {},
            "ends": ends,
            "days": days,
            "answer": answer,
            "day": answer.day if isinstance(answer, DayAnswer) else None,
            "why": explain(answer, edition.rule, edition.window, happened, reported),
            "ruler": draw_date_axis(event.happened, happened, reported, answer, edition.window, ends=ends),
            "trials": trials,
            "differ": sum(not trial.kept for trial in trials),
            "in_force": InForceForm(
                request.POST if "from_day" in request.POST else None,
                initial={"from_day": _next_first(today)},
            ),
            "may": self.has_change_permission(request, event),
        }
        return self._page(request, context)

    def _page(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        shared = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "rows": [_event_row(event) for event in list_events()],
            "reasons": count_reasons(),
            "may_add": self.has_add_permission(request),
        }
        return TemplateResponse(request, "backoffice/coverage/life_events.html", {**shared, **context})


def _event_row(event: LifeEvent) -> EventRow:
    draft, current = draft_of(event), edition_on(event, clock.today())
    edition = current or draft
    if edition is None:
        return EventRow(event, "No rule yet", "", "", "", "")
    changed = describe_window(draft.window) if draft and current else ""
    paper = f"{edition.paper}, can come later" if edition.paper and edition.paper_may_follow else edition.paper
    return EventRow(
        event,
        describe_window(edition.window) if current else "Draft only",
        f"draft: {changed}" if changed and changed != describe_window(edition.window) else "",
        describe_step(Step(edition.step), ends=edition.effect == StartsOrEnds.ENDS),
        paper or "None",
        ", ".join(str(Reporter(reporter).label) for reporter in edition.reporters),
    )


def _usual_days(today: date) -> dict[str, date]:
    return {"happened": today - timedelta(days=14), "reported": today}


def _days_of(form: TrialForm, today: date) -> tuple[date, date]:
    usual = _usual_days(today)
    typed = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return typed.get("happened", usual["happened"]), typed.get("reported", usual["reported"])


def _next_first(today: date) -> date:
    return (today.replace(day=1) + timedelta(days=32)).replace(day=1)


def _try_out(_request: HttpRequest, _event: LifeEvent, _form: RuleForm, _origin: Origin) -> str:
    """Save nothing; the page shows the results of the typed rule."""
    return ""


def _save_draft(_request: HttpRequest, event: LifeEvent, form: RuleForm, origin: Origin) -> str:
    if not form.is_valid():
        return ""
    services.save_draft(event_id=event.pk, values=form.cleaned_data, origin=origin)
    return "The draft was saved. The current rule doesn't change."


def _discard_draft(_request: HttpRequest, event: LifeEvent, _form: RuleForm, origin: Origin) -> str:
    services.discard_draft(event_id=event.pk, origin=origin)
    return "The draft was deleted."


def _put_in_force(request: HttpRequest, event: LifeEvent, form: RuleForm, origin: Origin) -> str:
    days = InForceForm(request.POST)
    if not form.is_valid() or not days.is_valid():
        return ""
    services.save_draft(event_id=event.pk, values=form.cleaned_data, origin=origin)
    edition = services.put_in_force(event_id=event.pk, from_day=days.cleaned_data["from_day"], origin=origin)
    return f"Published for events on or after {edition.in_force_from:%m/%d/%Y}. Earlier events keep their rule."


def _take_back(request: HttpRequest, event: LifeEvent, _form: RuleForm, origin: Origin) -> str:
    services.take_back(event_id=event.pk, edition_id=_read_number(request.POST.get("edition")), origin=origin)
    return "This version is the draft again."


def _keep_trial(request: HttpRequest, event: LifeEvent, form: RuleForm, origin: Origin) -> str:
    """Save a trial of the rule, and first the changed rule as the draft: a trial is of the rule on the page."""
    days = TrialForm(request.POST)
    if not form.is_valid() or not days.is_valid():
        return ""
    _keep_what_is_shown(event, form, origin)
    happened, reported = days.cleaned_data["happened"], days.cleaned_data["reported"]
    services.keep_trial(event_id=event.pk, happened_on=happened, reported_on=reported, origin=origin)
    return "The test case was saved. Future rules must give the same answer."


def _retake_trial(request: HttpRequest, event: LifeEvent, form: RuleForm, origin: Origin) -> str:
    trial = event.trials.filter(pk=_read_number(request.POST.get("trial"))).first()
    if trial is None or not form.is_valid():
        return ""
    _keep_what_is_shown(event, form, origin)
    days = {"happened_on": trial.happened_on, "reported_on": trial.reported_on}
    services.keep_trial(event_id=event.pk, origin=origin, **days)
    return "The test case now expects the new answer."


def _remove_trial(request: HttpRequest, event: LifeEvent, _form: RuleForm, origin: Origin) -> str:
    services.remove_trial(event_id=event.pk, trial_id=_read_number(request.POST.get("trial")), origin=origin)
    return "The test case was deleted."


def _keep_what_is_shown(event: LifeEvent, form: RuleForm, origin: Origin) -> None:
    in_force = draft_of(event) or edition_on(event, clock.today())
    values = form.cleaned_data
    if in_force is None or any(getattr(in_force, name) != values[name] for name in services.RULE_FIELDS):
        services.save_draft(event_id=event.pk, values=values, origin=origin)


def _read_number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else 0


_STEPS: dict[str, Callable[[HttpRequest, LifeEvent, RuleForm, Origin], str]] = {
    "draft": _save_draft,
    "discard": _discard_draft,
    "force": _put_in_force,
    "take-back": _take_back,
    "keep-trial": _keep_trial,
    "retake-trial": _retake_trial,
    "remove-trial": _remove_trial,
}


class ReasonPage(Page):
    list_display = ("name", "use", "x12", "active")
    list_filter = ("use", "active")
    search_fields = ("name", "key", "x12")
    fields = ("key", "use", ("name", "name_es"), "x12", ("order", "active"))
    prepopulated_fields = {"key": ("name",)}

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("key",) if obj is not None else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Any]:
        return {} if obj is not None else dict(self.prepopulated_fields)


PAGES = ((LifeEvent, LifeEventPage), (Reason, ReasonPage))
