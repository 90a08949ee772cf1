"""Months that have begun whose price a change makes another one: what each cost, costs now, and who bears it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from planfront.catalog.models import PART_MONTHS
from planfront.catalog.selectors import part_month_of
from planfront.catalog.terms import PartMonth
from planfront.coverage.models import Adjustment
from planfront.coverage.past_months import MonthDifference, Owed, find_plan, owed_for
from planfront.kernel import clock
from planfront.kernel.money import ZERO, display, display_change

if TYPE_CHECKING:
    from planfront.catalog.snapshot import Catalog
    from planfront.coverage.history import PolicyHistory
    from planfront.coverage.ledger import Entry
    from planfront.coverage.models import Policy
    from planfront.coverage.timeline import Version


@dataclass(frozen=True)
class Cell:
    """An amount of a month. ``difference`` "" where it stays."""

    month: str
    was: str
    now: str
    difference: str


@dataclass(frozen=True)
class Row:
    """A part of the price, by month. ``total``: what it adds for all of them, and how often which amount."""

    label: str
    cells: Sequence[Cell]
    total: str
    times: str


@dataclass(frozen=True)
class MonthGrid:
    """``together``: the last row, with all parts. ``rule``: the plan's, where a part of a month counts by it;
    ``contrast``: what another one would have made of it."""

    title: str
    months: Sequence[str]
    rows: Sequence[Row]
    together: Row
    rule: str = ""
    contrast: str = ""


def draw_entry_grid(entry: Entry) -> MonthGrid | None:
    """Return the months that a change reaches back over; None where it reaches none, or a price isn't on record."""
    differences = entry.past_months(clock.today())
    if not differences:
        return None
    earlier, versions, policy = entry.earlier, entry.ledger.versions, entry.ledger.policy
    grid = _draw_grid(policy, differences)
    partial = next((row for row in differences if _is_partial(row.month, entry.added)), None)
    if partial is None:
        return grid
    plan_id = find_plan(versions, partial.month) or find_plan(earlier, partial.month) or policy.plan_id
    rule = part_month_of(plan_id)
    return replace(grid, rule=dict(PART_MONTHS)[rule], contrast=_contrast_rule(rule, partial.month, earlier, versions))


def draw_policy_grid(story: PolicyHistory, plans: Catalog) -> MonthGrid | None:
    """Return the months of a policy that cost something else now than when they began; None without any."""
    firsts: dict[date, Adjustment] = {}
    for row in Adjustment.objects.filter(policy=story.policy.pk).order_by("recorded"):
        firsts.setdefault(row.month, row)
    versions, differences = story.record.versions, []
    rule_of = cache(lambda plan_id: part_month_of(plan_id, plans))
    for month, first in sorted(firsts.items()):
        earlier = [version for version in versions if version.recorded < first.recorded]
        before, after = owed_for(earlier, month, rule_of), owed_for(versions, month, rule_of)
        if before is not None and after is not None and before != after:
            differences.append(MonthDifference(month, before, after))
    return _draw_grid(story.policy, differences) if differences else None


def _draw_grid(policy: Policy, differences: Sequence[MonthDifference]) -> MonthGrid:
    member = policy.member.name if policy.member is not None else "The member"
    group = policy.group.name if policy.group is not None else "The group"
    has_fees = any(row.before.fees or row.after.fees for row in differences)
    has_group = any(row.before.employer or row.after.employer for row in differences)
    parts = [
        ("Premium", [(row.before.premium, row.after.premium) for row in differences], True),
        ("Fees", [(row.before.fees, row.after.fees) for row in differences], has_fees),
        (f"{group} pays", [(row.before.employer, row.after.employer) for row in differences], has_group),
        (f"{member} pays", [(row.before.own, row.after.own) for row in differences], has_fees or has_group),
    ]
    months = [_month_name(row.month, differences) for row in differences]
    together = [(row.before.total, row.after.total) for row in differences]
    return MonthGrid(
        policy.plan_name,
        months,
        [_build_row(label, months, amounts) for label, amounts, has_amounts in parts if has_amounts],
        _build_row("Total", months, together),
    )


def _month_name(month: date, differences: Sequence[MonthDifference]) -> str:
    """Return the month's name, with its year where the months are of several years."""
    several = len({row.month.year for row in differences}) > 1
    return f"{month:%B %Y}" if several else f"{month:%B}"


def _build_row(label: str, months: Sequence[str], amounts: Sequence[tuple[Decimal, Decimal]]) -> Row:
    cells = [
        Cell(month, display(before), display(after), display_change(after - before) if after != before else "")
        for month, (before, after) in zip(months, amounts, strict=True)
    ]
    added = [after - before for before, after in amounts]
    same = len(set(added)) == 1 and len(added) > 1
    return Row(
        label, cells, display_change(sum(added, ZERO)), f"{len(added)} × {display(abs(added[0]))}" if same else ""
    )


def _is_partial(month: date, added: Sequence[Version]) -> bool:
    return any(row.effective.day > 1 and row.effective.replace(day=1) == month for row in added)


def _contrast_rule(rule: PartMonth, month: date, earlier: Sequence[Version], versions: Sequence[Version]) -> str:
    """Return what another rule would have made of a month."""
    other, words = (PartMonth.WHOLE, "Whole months") if rule is PartMonth.DAILY else (PartMonth.DAILY, "By day")
    before, after = (owed_for(rows, month, lambda _plan_id: other) or Owed() for rows in (earlier, versions))
    return f"{words}, {month:%B} would be {display_change(after.total - before.total)}."
