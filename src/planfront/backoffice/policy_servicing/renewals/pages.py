"""Renewal runs in the back office: the list, a new run, a run's page, and the policies in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from planfront.accounts.models import User
from planfront.backoffice.lists.base import Page, ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.filters import brands_of, by_choice, by_words
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.policy_servicing.renewals import story
from planfront.backoffice.policy_servicing.renewals.forms import NewRunForm, crosswalk_forms, rows_of, usual_days
from planfront.backoffice.scope import brand_ids
from planfront.coverage.models import Choice, ItemState, Outcome, RenewalItem, RenewalRun, RunState
from planfront.coverage.renewal import reads, runs
from planfront.coverage.renewal.reads import MOVES
from planfront.kernel import clock
from planfront.kernel.errors import AppError, BusinessError, Conflict, FieldErrors

AGREE = "coverage.agree_renewalrun"
_LABELS = {
    RunState.PREVIEWING.label: "info",
    RunState.PREVIEWED.label: "warning",
    RunState.AGREED.label: "warning",
    RunState.WRITING.label: "info",
    RunState.STOPPED.label: "danger",
    RunState.DONE.label: "success",
}
_MOVING = (RunState.PREVIEWING, RunState.WRITING)


class RenewalPage(Page):
    brand_path = "brand_id"
    list_display = ("title", "store", "shown_state", "policies", "answer_by", "write_on", "made_by")
    list_filter = ("state", "first_day")
    list_select_related = ("brand", "made_by")
    no_search = "runs are few and known by their day"
    ordering = ("-first_day", "-id")

    @column("Run", ordering="first_day")
    def title(self, run: RenewalRun) -> str:
        return f"Renewal for {run.first_day:%m/%d/%Y}"

    @column("Store", ordering="brand__name")
    def store(self, run: RenewalRun) -> str:
        return run.brand.name if run.brand else "All stores"

    @column("State", ordering="state", label=_LABELS)
    def shown_state(self, run: RenewalRun) -> str:
        return run.get_state_display()

    @column("Policies", ordering="counted")
    def policies(self, run: RenewalRun) -> int:
        return cast(int, run.counted)  # type: ignore[attr-defined]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RenewalRun]:
        rows: QuerySet[RenewalRun] = super().get_queryset(request)
        return rows.annotate(counted=Count("items"))

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:run_id>/crosswalk/", wrap(self.crosswalk_view), name="renewal_crosswalk"),
            path("<int:run_id>/progress/", wrap(self.progress_view), name="renewal_progress"),
            *super().get_urls(),
        ]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = NewRunForm(
            request.POST or None,
            initial=usual_days(clock.today()),
            stores=brands_of(request),
            everywhere=brand_ids(request) is None,
        )
        if request.method == "POST" and form.is_valid():
            try:
                run = runs.create_run(form.to_run(), by=cast(User, request.user), origin=origin_of_staff(request))
            except FieldErrors as refused:
                for error in refused.errors:
                    form.add_error(error.target_element, str(error.error_message))
            else:
                messages.success(
                    request, "The renewal run was created. Choose the plan that follows each plan, then preview it."
                )
                return HttpResponseRedirect(reverse("admin:renewal_crosswalk", args=[run.pk]))
        return self._page(request, "renewal_new", {"title": "New renewal", "form": form})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        run = self._run(request, object_id)
        if request.method == "POST":
            return self._step(request, run)
        return self._page(request, "renewal", self._story(request, run))

    def _run(self, request: HttpRequest, object_id: object) -> RenewalRun:
        if not str(object_id).isdecimal():
            raise Http404
        rows = self.get_queryset(request).select_related("brand", "made_by", "agreed_by")
        run = rows.filter(pk=int(str(object_id))).first()
        if run is None:
            raise Http404
        return run

    def _step(self, request: HttpRequest, run: RenewalRun) -> HttpResponse:
        step = _STEPS.get(request.POST.get("do", ""))
        if step is None:
            raise Http404
        permission, work = step
        if not request.user.has_perm(permission):
            raise PermissionDenied
        try:
            messages.success(request, work(request, run))
        except (BusinessError, Conflict) as refused:
            messages.error(request, str(refused.message))
        return HttpResponseRedirect(reverse("admin:coverage_renewalrun_change", args=[run.pk]))

    def _story(self, request: HttpRequest, run: RenewalRun) -> dict[str, Any]:
        summary, user = reads.summarize(run), cast(User, request.user)
        written = story.state_count(summary, [ItemState.WRITTEN, ItemState.OVER])
        aside = story.state_count(summary, [ItemState.ASIDE])
        own, plans = run.made_by_id == user.pk, story.plan_rows(run)
        return {
            "title": f"Renewal for {run.first_day:%m/%d/%Y}",
            "run": run,
            "summary": summary,
            "steps": story.steps_of(run, clock.today()),
            "moving": run.state in _MOVING,
            "bars": story.bars_of(summary),
            "worst": story.worst_of(run),
            "fall": story.fall_of(run),
            "plans": [row for row in plans if row.count or not summary.total],
            "empty_plans": [row for row in plans if not row.count and summary.total],
            "plan_count": len({row.plan for row in plans}),
            "outcomes": story.outcome_lines(summary),
            "choices": story.choice_lines(summary),
            "waiting": story.waiting_of(summary),
            "over_ten": summary.moves[-1].count,
            "over_ten_key": len(MOVES) - 1,
            "before": story.money_text(summary.before),
            "after": story.money_text(summary.after),
            "more": story.signed_text(summary.difference),
            "percent": story.percent_text(summary.points),
            "written": written,
            "aside": aside,
            "to_go": story.state_count(summary, [ItemState.WAITING]),
            "width": f"{written * 100 / summary.total:.2f}" if summary.total else "0",
            "aside_width": f"{aside * 100 / summary.total:.2f}" if summary.total else "0",
            "years": (run.first_day.year - 1, run.first_day.year),
            "may": request.user.has_perm("coverage.change_renewalrun"),
            "may_agree": request.user.has_perm(AGREE) and not own,
            "own": own,
            "made_by": story.person_name(run.made_by),
            "agreed_by": story.person_name(run.agreed_by),
            "items": f"{reverse('admin:coverage_renewalitem_changelist')}?run__id__exact={run.pk}",
        }

    def crosswalk_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        run = self._run(request, run_id)
        if run.state not in (RunState.DRAFT, RunState.PREVIEWED) or not self.has_change_permission(request, run):
            return HttpResponseRedirect(reverse("admin:coverage_renewalrun_change", args=[run.pk]))
        formset = crosswalk_forms(run, request.POST if request.method == "POST" else None)
        if request.method == "POST" and formset.is_valid():
            try:
                runs.set_crosswalk(run_id=run.pk, rows=rows_of(formset), origin=origin_of_staff(request))
            except (FieldErrors, Conflict) as refused:
                messages.error(request, _words(refused))
            else:
                messages.success(request, "The crosswalk was saved.")
                return HttpResponseRedirect(reverse("admin:coverage_renewalrun_change", args=[run.pk]))
        title = f"Crosswalk for {run.first_day:%m/%d/%Y}"
        return self._page(request, "renewal_crosswalk", {"title": title, "run": run, "formset": formset})

    def progress_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        """Return the progress of a run as JSON, for its page."""
        run = self._run(request, run_id)
        summary = reads.summarize(run)
        total = summary.total
        done = total - summary.states.get(ItemState.WAITING.value, 0) if run.state == RunState.WRITING else total
        words = "Written" if run.state == RunState.WRITING else "Previewed"
        progress = {
            "percent": done * 100 // total if total and run.state == RunState.WRITING else 0,
            "label": words,
            "done": done,
            "total": total if run.state == RunState.WRITING else 0,
            "moving": run.state in _MOVING,
        }
        return JsonResponse(progress, headers={"Cache-Control": "no-store"})

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        shared = {**self.admin_site.each_context(request), "opts": self.opts}
        return TemplateResponse(request, f"backoffice/coverage/{name}.html", {**shared, **context})


def _words(refused: AppError) -> str:
    if isinstance(refused, FieldErrors):
        return " ".join(str(error.error_message) for error in refused.errors)
    return str(refused.message)


def _start_preview(request: HttpRequest, run: RenewalRun) -> str:
    runs.start_preview(run_id=run.pk, origin=origin_of_staff(request))
    return "We're calculating the preview."


def _agree_to_run(request: HttpRequest, run: RenewalRun) -> str:
    runs.agree_run(run_id=run.pk, by=cast(User, request.user), origin=origin_of_staff(request))
    return f"Approved. Members can choose until {run.answer_by:%m/%d/%Y}."


def _stop_run(request: HttpRequest, run: RenewalRun) -> str:
    runs.stop_run(run_id=run.pk, origin=origin_of_staff(request))
    return "Stopped. No policy is left half done."


def _go_on(request: HttpRequest, run: RenewalRun) -> str:
    runs.go_on(run_id=run.pk, origin=origin_of_staff(request))
    return "It continues."


def _give_up(request: HttpRequest, run: RenewalRun) -> str:
    runs.give_up_run(run_id=run.pk, origin=origin_of_staff(request))
    return "The renewal run was canceled. Its policies can go into another run."


def _renew_aside(request: HttpRequest, run: RenewalRun) -> str:
    """Renew all policies that were set aside for one reason, as they are now."""
    problem = request.POST.get("problem", "")
    if problem not in story.MAY_GO_ON:
        raise Conflict
    aside = run.items.filter(state=ItemState.ASIDE, problem=problem)
    taken = runs.take_back_aside(
        run_id=run.pk,
        item_ids=list(aside.values_list("pk", flat=True)),
        by=cast(User, request.user),
        origin=origin_of_staff(request),
    )
    return f"{taken} {'policy is' if taken == 1 else 'policies are'} renewed as they are now."


_CHANGE = "coverage.change_renewalrun"
_STEPS: dict[str, tuple[str, Callable[[HttpRequest, RenewalRun], str]]] = {
    "preview": (_CHANGE, _start_preview),
    "agree": (AGREE, _agree_to_run),
    "stop": (_CHANGE, _stop_run),
    "go-on": (_CHANGE, _go_on),
    "give-up": (_CHANGE, _give_up),
    "renew-aside": (AGREE, _renew_aside),
}


class MoveFilter(SimpleListFilter):
    """Policies by how much more they cost."""

    title = "change of price"
    parameter_name = "move"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(at), label) for at, (label, _low, _high) in enumerate(MOVES)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or ""
        is_offered = chosen.isdecimal() and int(chosen) < len(MOVES)
        return reads.of_size(queryset, int(chosen)) if is_offered else queryset


_WHY_ASIDE = {str(problem): words for problem, (words, _advice) in story.PROBLEMS.items()}


class RenewalItemPage(PrivateSearch, ReadOnlyPage):
    """Policies in runs: the preview as a table."""

    brand_path = "policy__brand_id"
    find_by = "Find by policy number or member"
    list_display = (
        "number",
        "member_name",
        "shown_outcome",
        "shown_state",
        "why_aside",
        "before",
        "after",
        "difference",
        "chosen",
    )
    list_filter = (
        "run",
        by_words("outcome", "outcome", dict(Outcome.choices)),
        by_words("state", "state", dict(ItemState.choices)),
        by_words("answer", "choice", dict(Choice.choices)),
        by_words("problem", "problem", _WHY_ASIDE),
        MoveFilter,
        by_choice("open task", "open", ("yes", "To decide"), reads.items_to_decide),
    )
    list_select_related = ("policy__member", "run")
    search_fields = ("=policy__number", "policy__member__first_name", "policy__member__last_name")
    ordering = ("-difference", "policy_id")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return story.name_chosen_plans(super().get_queryset(request))

    @column("Policy", ordering="policy__number")
    def number(self, item: RenewalItem) -> str:
        return item.policy.number

    @column("Member", ordering="policy__member__last_name")
    def member_name(self, item: RenewalItem) -> str:
        return item.policy.member.name if item.policy.member else "–"

    @column("What happens to it", ordering="outcome")
    def shown_outcome(self, item: RenewalItem) -> str:
        return item.get_outcome_display()

    @column("State", ordering="state", label={"Written": "success", "Set aside": "warning"})
    def shown_state(self, item: RenewalItem) -> str:
        return item.get_state_display()

    @column("Reason", ordering="problem")
    def why_aside(self, item: RenewalItem) -> str:
        return story.problem_words(item.problem)[0] if item.state == ItemState.ASIDE else "–"

    @column("Answer", ordering="choice")
    def chosen(self, item: RenewalItem) -> str:
        return story.answer_text(item) or "–"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the policy, where its problem is solved."""
        item = self.get_object(request, object_id)
        if item is None or not self.has_view_permission(request, item):
            raise Http404
        if item.state == ItemState.ASIDE:
            why, advice = story.problem_words(item.problem)
            words = [f"Set aside in the renewal for {item.first_day:%m/%d/%Y}: {why}. {advice}"]
            if answer := story.answer_text(item):
                words.append(f"The member answered: {answer}.")
            messages.warning(request, " ".join(words))
        return HttpResponseRedirect(reverse("admin:coverage_policy_change", args=[item.policy_id]))


PAGES = ((RenewalRun, RenewalPage), (RenewalItem, RenewalItemPage))
