"""The figures of the dashboard, each from a constant number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property, partial
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from planfront.accounts.figures import visits
from planfront.audit import day_figures
from planfront.backoffice.dashboard.query import DashboardQuery
from planfront.backoffice.dashboard.tables import Bar, Column, Figure, Link, Share, draw_bars, scale_size, text_of
from planfront.catalog.figures import PlanFact, plan_facts
from planfront.catalog.selectors import category_label
from planfront.enrollment.worklists import figures as applications
from planfront.kernel import clock, money
from planfront.kernel.days.period import Period
from planfront.kernel.files.handed_out import FileKind, Need
from planfront.kernel.text.parse import show_date
from planfront.parties.reps.selectors import expiring_licences, rep_names
from planfront.sales import figures as policies
from planfront.sales.figures import Premium
from planfront.shopping.worklists.figures import Begun, quotes_begun

_COLUMNS_AT_MOST = 62
LICENCE_DAYS = 60
_count = partial(Column, number=True)
_SOLD = (
    Column("Policies", _("Policies submitted in the period and not canceled."), number=True),
    Column("Monthly premium", _("Premium a month in dollars, without fees and dues."), number=True),
    Column("Of that, pending", _("Part of it that waits for the insurer's approval."), number=True),
)
_FUNNEL = (*map(_count, ("Visits", "Quotes", "Carts", "Applications", "Enrollments")),)
_REP = (Column("Rep"), Column("Code"))
COLUMNS = {
    "funnel": (Column("Brand"), *_FUNNEL, _count("Of quotes")),
    "steps": (Column("Step"), *map(_count, ("Reached", "Finished", "Stopped here", "Of reached"))),
    "days": (Column("Day"), _count("Enrollments")),
    "carriers": (Column("Insurer", _("Name of the insurer.")), *_SOLD),
    "categories": (Column("Category", _("Kind of plan, such as dental or vision.")), *_SOLD),
    "reps": (_count("Place"), *_REP, _count("Enrollments"), _SOLD[1]),
    "licences": (*_REP, *map(Column, ("State", "Line", "Number", "Expires")), _count("Days left")),
    "stuck": (Column("Stopped at"), _count("Applications")),
}
FILES = {
    key: FileKind(
        key,
        title,
        content,
        Need.ACCOUNTING if key in ("carriers", "categories") else Need.DAILY,
        COLUMNS[key],
        place="admin:dashboard",
    )
    for key, title, content in (
        ("funnel", _("From visit to enrollment"), _("One line per brand, for the days you choose.")),
        ("steps", _("Where applications stop"), _("One line per step, for the days you choose.")),
        ("days", _("Enrollments by day, week or month"), _("One line per day, week or month.")),
        ("carriers", _("Premium by insurer"), _("One line per insurer, for the days you choose.")),
        ("categories", _("Premium by category"), _("One line per kind of plan, for the days you choose.")),
        ("reps", _("Reps and what they sold"), _("One line per rep, for the days you choose.")),
        ("licences", _("Licenses that expire soon"), _("One line per license, as of today.")),
        ("stuck", _("Stuck applications"), _("One line per step, as of now.")),
    )
}


@dataclass(frozen=True)
class Key:
    """A number with its change against as many days before."""

    label: str
    text: str
    change: str


class Dashboard:
    """The figures for what is asked; what several of them need is read once."""

    def __init__(self, query: DashboardQuery) -> None:
        self.asked, self.period, self.ids = query, query.period, query.brand_ids
        day_figures.refresh()

    @cached_property
    def plans(self) -> dict[int, PlanFact]:
        return plan_facts()

    @cached_property
    def dues(self) -> frozenset[int]:
        return frozenset(key for key, plan in self.plans.items() if not plan.is_insurance)

    @cached_property
    def visits(self) -> Mapping[int, int]:
        return visits(self.period, self.ids)

    @cached_property
    def quotes(self) -> Mapping[int, Begun]:
        return quotes_begun(self.period, self.ids)

    @cached_property
    def applications(self) -> Mapping[int, applications.Applications]:
        return applications.applications_begun(self.period, self.ids)

    @cached_property
    def premium(self) -> Mapping[tuple[int, str], Premium]:
        return policies.premium_by_plan(self.period, self.ids, self.dues)

    @cached_property
    def by_day(self) -> Mapping[date, int]:
        return policies.enrollments_by_day(self.period, self.ids)

    def numbers(self) -> list[Key]:
        """The numbers on top."""
        before = self.period.before()
        sold_before = policies.premium_by_plan(before, self.ids, self.dues)
        return [
            _key_figure("Visits", sum(self.visits.values()), sum(visits(before, self.ids).values())),
            _key_figure("Quotes", sum(quote.quotes for quote in self.quotes.values()), _count_quotes(before, self.ids)),
            _key_figure(
                "Enrollments", sum(self.by_day.values()), sum(policies.enrollments_by_day(before, self.ids).values())
            ),
            _key_figure("Monthly premium sold", _monthly_premium(self.premium), _monthly_premium(sold_before)),
        ]

    def figure(self, key: str) -> Figure:
        figure: Figure = FIGURES[key](self)
        return figure

    def funnel(self) -> Figure:
        """Visits, quotes, carts, applications, enrollments."""
        stages = [str(column.heading) for column in _FUNNEL]
        result = [(name, self._stages(key)) for key, name in self.asked.shown_brands]
        sums = [sum(counts[number] for _name, counts in result) for number in range(5)]
        lengths = [
            (
                stage,
                size,
                f"{size:,}" + (f" · {Share(size, before)} of {stages[at - 1].lower()}" if size <= before > 0 else ""),
            )
            for at, (stage, size, before) in enumerate(zip(stages, sums, [0, *sums], strict=False))
        ]
        return Figure(
            key="funnel",
            title="From visit to enrollment",
            bars=draw_bars(lengths),
            columns=COLUMNS["funnel"],
            rows=[(name, *counts, Share(counts[4], counts[1])) for name, counts in result],
            total=("All", *sums, Share(sums[4], sums[1])) if len(result) > 1 else (),
            most=100,
            note="How many of the quotes started in this period have reached each step by today.",
        )

    def _stages(self, brand_id: int) -> tuple[int, int, int, int, int]:
        quote = self.quotes.get(brand_id, Begun())
        application = self.applications.get(brand_id, applications.Applications())
        return (
            self.visits.get(brand_id, 0),
            quote.quotes,
            max(quote.carts, application.begun),
            application.begun,
            application.submitted,
        )

    def steps(self) -> Figure:
        """Return the figure of the steps at which applications end."""
        every = applications.Applications()
        for application in self.applications.values():
            every.submitted += application.submitted
            every.stopped.update(application.stopped)
        with override("en"):  # the whole dashboard is in English
            steps = applications.steps_of(every)
        return Figure(
            key="steps",
            title="Where applications stop",
            most=100,
            columns=COLUMNS["steps"],
            rows=[
                (item.title, item.reached, item.finished, item.left, Share(item.left, item.reached)) for item in steps
            ]
            if every.begun
            else [],
            bars=draw_bars(
                [
                    (item.title, item.left, f"{item.left:,} of {item.reached:,} · {Share(item.left, item.reached)}")
                    for item in steps
                ]
            ),
            note="Applications from the same quotes that weren't submitted, by the step where they stopped.",
        )

    def days(self) -> Figure:
        """Enrollments by day, week or month, so that the columns stay wide enough."""
        title, slot_of = _time_slots(self.period)
        counts: defaultdict[date, int] = defaultdict(int)
        for day in self.period.each():
            counts[slot_of(day)] += self.by_day.get(day, 0)
        longest = max(counts.values(), default=0)
        return Figure(
            key="days",
            title=f"Enrollments by {title}",
            most=_COLUMNS_AT_MOST,
            columns=[replace(COLUMNS["days"][0], heading=title.capitalize()), *COLUMNS["days"][1:]],
            rows=list(counts.items()) if longest else [],
            days=[Bar(show_date(day), scale_size(count, longest), f"{count:,}") for day, count in counts.items()]
            if longest
            else [],
            note=f"Submitted in this period. The highest column is {longest:,}." if longest else "",
        )

    def carriers(self) -> Figure:
        return self._sold(
            "carriers",
            "Premium by insurer",
            lambda plan_id, _category: self.plans[plan_id].carrier if plan_id in self.plans else "No longer on file",
        )

    def categories(self) -> Figure:
        return self._sold("categories", "Premium by category", lambda _plan_id, category: category_label(category))

    def _sold(self, key: str, title: str, name_of: Callable[[int, str], str]) -> Figure:
        sums: defaultdict[str, Premium] = defaultdict(Premium)
        for (plan_id, category), item in self.premium.items():
            sums[name_of(plan_id, category)].add(item)
        rows = sorted(sums.items(), key=lambda item: (-item[1].monthly, item[0]))
        every = Premium()
        for _name, item in rows:
            every.add(item)
        longest = rows[0][1].monthly if rows else money.ZERO
        return Figure(
            key=key,
            title=title,
            legend=("In force", "Pending underwriting") if every.pending else (),
            columns=COLUMNS[key],
            rows=[(name, sold.policies, sold.monthly, sold.pending) for name, sold in rows],
            total=("All", every.policies, every.monthly, every.pending) if rows else (),
            bars=[
                Bar(name, scale_size(sold.monthly, longest), text_of(sold.monthly), scale_size(sold.pending, longest))
                for name, sold in rows[:15]
            ],
            note="Monthly premium, without fees and dues, of what was submitted in this period and not canceled.",
        )

    def reps(self) -> Figure:
        """The league of reps."""
        counts = policies.enrollments_by_rep(self.period, self.ids)
        sold = policies.premium_by_rep(self.period, self.ids)
        names = rep_names(key for key in counts if key is not None)
        rows = sorted(
            (
                (names.get(key, ("", "No longer on file")), count, sold[key])
                for key, count in counts.items()
                if key is not None
            ),
            key=lambda item: (-item[2], -item[1], item[0]),
        )
        return Figure(
            key="reps",
            title="Reps",
            empty="No rep enrolled anyone in this period.",
            columns=COLUMNS["reps"],
            rows=[
                (place, Link(name, _filtered_list("enrollment_application", rep=code)), code, count, monthly)
                for place, ((code, name), count, monthly) in enumerate(rows, start=1)
            ],
            note=_without_rep(counts[None], sold[None]),
        )

    def licences(self) -> Figure:
        """Licences of reps that run out soon, or did lately."""
        today = clock.today()
        licences = expiring_licences(self.ids, LICENCE_DAYS, today=today, expired_since=LICENCE_DAYS)
        return Figure(
            key="licences",
            title=f"Licenses that expire within {LICENCE_DAYS} days",
            columns=COLUMNS["licences"],
            rows=[
                (
                    Link(item.agent_name, reverse("admin:parties_agent_change", args=[item.agent_id])),
                    item.agent_code,
                    item.state,
                    item.line,
                    item.number,
                    item.expires_on,
                    item.days,
                )
                for item in licences
            ],
            note="As of today. Licenses that expired in as many days before today are also listed.",
            empty="No licenses expire soon.",
        )

    def stuck(self) -> Figure:
        """Return applications without progress for some days, by their step."""
        now = clock.now()
        with override("en"):
            result = applications.stuck_by_step(
                now=now, since=now - timedelta(days=self.asked.stuck), brand_ids=self.ids
            )
        extra = {"brand": str(self.asked.brand)} if self.asked.brand else {}
        waiting = [
            (title, count, _filtered_list("enrollment_application", stuck=str(self.asked.stuck), step=key, **extra))
            for key, title, count in result
            if count
        ]
        longest = max((count for _title, count, _href in waiting), default=0)
        return Figure(
            key="stuck",
            title=f"Stuck applications: no activity for {self.asked.stuck} days",
            columns=COLUMNS["stuck"],
            rows=[(Link(title, href), count) for title, count, href in waiting],
            bars=[
                Bar(title, scale_size(count, longest), f"{count:,}", label_href=href) for title, count, href in waiting
            ],
            total=("All", sum(count for _title, count, _href in waiting)) if len(waiting) > 1 else (),
            note="As of now, regardless of the dates above.",
            empty="No application is stuck.",
        )


def _key_figure(label: str, now: int | Decimal, before: int | Decimal) -> Key:
    change = now - before
    words = f"{'+' if change > 0 else '−'}{text_of(abs(change))} against" if change else "As in"
    return Key(label, text_of(now), words)


def _monthly_premium(premium: Mapping[tuple[int, str], Premium]) -> Decimal:
    return sum((item.monthly for item in premium.values()), money.ZERO)


def _count_quotes(period: Period, ids: frozenset[int] | None) -> int:
    return sum(item.quotes for item in quotes_begun(period, ids).values())


def _filtered_list(model: str, **query: str) -> str:
    return f"{reverse(f'admin:{model}_changelist')}?{urlencode(query)}"


def _without_rep(count: int, monthly: Decimal) -> str:
    """Return a sentence about enrollments without a rep; "" without any."""
    many = "enrollment" if count == 1 else "enrollments"
    return f"Without a rep: {count:,} {many}, {money.display(monthly)} a month." if count else ""


def _time_slots(period: Period) -> tuple[str, Callable[[date], date]]:
    """Return the kind of slot (day, week, month), and the function from a day to its slot's first day."""
    if period.days <= _COLUMNS_AT_MOST:
        return "day", lambda day: day
    if period.days <= _COLUMNS_AT_MOST * 7:
        return "week", lambda day: max(period.first, day - timedelta(days=day.weekday()))
    return "month", lambda day: max(period.first, day.replace(day=1))


FIGURES: dict[str, Callable[[Dashboard], Figure]] = {
    "funnel": Dashboard.funnel,
    "steps": Dashboard.steps,
    "days": Dashboard.days,
    "carriers": Dashboard.carriers,
    "categories": Dashboard.categories,
    "reps": Dashboard.reps,
    "licences": Dashboard.licences,
    "stuck": Dashboard.stuck,
}
