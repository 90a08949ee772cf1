"""Compares an import of rates with what is in force: each draft table with the table it would follow.

One pair of tables is in memory at a time, so that a file of a million rates can be reviewed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q

from planfront.catalog import selectors as catalog_selectors
from planfront.catalog.snapshot import Catalog, PlanView
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.rating.anomalies import Finding, Rate, describe_rate, find_anomalies
from planfront.rating.models import RateTable, TableStatus
from planfront.rating.queries import stored_rows
from planfront.rating.review_areas import describe_names, find_unreachable
from planfront.rating.review_dates import DAY, date_findings
from planfront.rating.table_checks import table_digest

if TYPE_CHECKING:
    from planfront.imports.models import ImportRun

MAX_CHANGES, MAX_WARNINGS = 50, 20  # shown: changes in all, warnings of each kind
MAX_FIRST_RATES = 10
"""Of each plan that had no rates."""
SETTINGS = (
    "method",
    "area_scheme",
    "age_basis",
    "age_mode",
    "max_children_rated",
    "child_cap_under",
    "child_age",
    "spouse_on_own_age",
    "unit_base",
    "unit_size",
    "benefit_pct",
    "benefit_min",
    "benefit_max",
    "earn_cap",
    "default_amount",
    "modal_factor",
    "earn_round",
    "benefit_round",
    "unit_round",
    "factor_round",
    "component_round",
    "premium_round",
    "components",
    "age_reductions",
    "unisex_states",
    "children_only",
)
CENT = Decimal("0.01")


def run_review(run: ImportRun) -> dict[str, Any]:
    """The review of the tables an import has made, before or after they are drafts."""
    rows = RateTable.objects.filter(source_id=run.pk).values_list("pk", flat=True)
    return review_tables(list(rows))


def review_basis(run: ImportRun) -> str:
    """Return a digest of the tables in force of the run's plans, which the review compares with. One query."""
    plans = RateTable.objects.filter(source_id=run.pk).values("plan_id")
    tables = RateTable.objects.filter(plan_id__in=plans, status=TableStatus.APPROVED).order_by("pk")
    return sha256(repr(list(tables.values_list("pk", "eff_from", "eff_to"))).encode()).hexdigest()


def review_tables(table_ids: Sequence[int]) -> dict[str, Any]:
    """The review as JSON: headline, counts, percent (least, most, average), changes, warnings."""
    tables = list(RateTable.objects.filter(pk__in=table_ids).order_by("plan_id", "eff_from"))
    review = _Review(_plan_names(tables), catalog_selectors.catalog())
    neighbours = _approved_tables({table.plan_id for table in tables})
    for number, table in enumerate(tables):
        approved = neighbours.get(table.plan_id, [])
        _review_table(review, table, _table_before(table, approved))
        same_plan = [other for other in tables[:number] if other.plan_id == table.plan_id]
        review.warn(date_findings(table, approved, same_plan))
    _report_ended_plans(review, tables)
    review.warn(find_unreachable(review.areas, min((table.eff_from for table in tables), default=clock.today())))
    return review.as_json(len(tables))


@dataclass
class _Warning:
    """A finding reported once, with the areas and tables it applies to."""

    code: str
    text: str
    areas: set[str] = field(default_factory=set)
    starts: set[date] = field(default_factory=set)

    def summary(self) -> str:
        where = describe_names("area", sorted(self.areas))
        when = f"rates from {' and '.join(map(show_date, sorted(self.starts)))}" if len(self.starts) > 1 else ""
        places = "; ".join(filter(None, (where, when)))
        return f"{self.text} ({places})" if places else self.text


class Change(NamedTuple):
    """A rate that differs."""

    what: str
    before: Decimal
    after: Decimal


@dataclass
class _Review:
    """Sums up as it goes; keeps only what is shown."""

    names: dict[int, str]
    catalog: Catalog
    counts: Counter[str] = field(default_factory=Counter)
    changes: list[dict[str, Any]] = field(default_factory=list)
    first_rates: list[dict[str, Any]] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    more: Counter[str] = field(default_factory=Counter)
    warnings: dict[Hashable, _Warning] = field(default_factory=dict)
    areas: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    new_plans: set[int] = field(default_factory=set)
    least: Decimal | None = None
    most: Decimal | None = None
    total: Decimal = Decimal(0)

    def change(self, plan_id: int, row: Rate, before: Decimal) -> None:
        percent = (row.rate - before) * 100 / before
        self.counts["changed"] += 1
        self.total += percent
        self.least = percent if self.least is None else min(self.least, percent)
        self.most = percent if self.most is None else max(self.most, percent)
        if len(self.changes) < MAX_CHANGES:
            self.changes.append(
                self._change_line(plan_id, row) | {"before": _format_rate(before), "percent": _format_percent(percent)}
            )

    def add_first_rates(self, plan_id: int, rows: list[Rate]) -> None:
        """Show the approver the first rates of a plan that had none."""
        self.new_plans.add(plan_id)
        room = MAX_CHANGES - len(self.first_rates)
        self.first_rates += [self._change_line(plan_id, row) for row in rows[: min(room, MAX_FIRST_RATES)]]

    def _change_line(self, plan_id: int, row: Rate) -> dict[str, Any]:
        return {
            "what": f"{self.names[plan_id]}: {describe_rate(row)}",
            "plan_id": plan_id,
            "area": row.area,
            "tier": row.tier,
            "age": "" if row.age_lo is None else str(row.age_lo),
            "before": None,
            "after": _format_rate(row.rate),
            "percent": None,
        }

    def warn(self, result: Iterable[Finding], table: RateTable | None = None) -> None:
        """Add findings to the review: the first of each kind, with the areas and tables of the plan where it comes
        again."""
        plan_id, start = (table.plan_id, table.eff_from) if table else (None, None)
        for item in result:
            same = item.same if item.same is not None else item.text
            key = (item.code, plan_id, same)
            warning = self.warnings.get(key)
            if warning is None:
                if self.kinds[item.code] >= MAX_WARNINGS:
                    self.more[item.code] += 1
                    continue
                self.kinds[item.code] += 1
                text = item.text if isinstance(item.text, str) else item.text()
                text_of_plan = f"{self.names[plan_id]}: {text}" if plan_id is not None else text
                warning = self.warnings[key] = _Warning(item.code, text_of_plan)
            if item.area:
                warning.areas.add(item.area)
            if start is not None:
                warning.starts.add(start)

    def as_json(self, tables: int) -> dict[str, Any]:
        counts = self.counts
        warnings = [{"code": warning.code, "text": warning.summary()} for warning in self.warnings.values()]
        warnings += [{"code": code, "text": f"… and {count:,} more of this kind."} for code, count in self.more.items()]
        counts["newPlans"] = len(self.new_plans)
        average = self.total / counts["changed"] if counts["changed"] else None
        percent = {"least": self.least, "most": self.most, "average": average}
        return {
            "headline": self._headline(tables, average),
            "counts": {
                name: counts[name]
                for name in ("rates", "new", "ended", "changed", "unchanged", "newPlans", "plansNotInFile")
            }
            | {"tables": tables},
            "percent": {name: None if value is None else _format_percent(value) for name, value in percent.items()},
            "changes": [*self.changes, *self.first_rates][:MAX_CHANGES],
            "warnings": sorted(warnings, key=lambda warning: _ORDER.get(warning["code"], 99)),
        }

    def _headline(self, tables: int, average: Decimal | None) -> str:
        counts = self.counts
        text = f"{_format_count(counts['rates'], 'rate')} in {_format_count(tables, 'table')}"
        if average is None:
            return text
        changed = _format_count(counts["changed"], "rate")
        least, most, mean = map(_format_percent, (self.least, self.most, average))
        return f"{text}; {changed} in force would change by {least} % to {most} %, {mean} % on average"


_KINDS = (
    *("overlap", "unreachable", "backdated", "gap", "replaced", "cutShort", "endedPlan", "ended"),
    *("missingTier", "missingArea"),
)
_ORDER = {code: at for at, code in enumerate(_KINDS)}


def _format_count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _format_percent(value: Decimal | None) -> str:
    return "" if value is None else f"{value.quantize(CENT):+}"


def _format_rate(rate: Decimal) -> str:
    """Format a rate with at least two decimals, and as many as it has."""
    text = f"{rate:f}".rstrip("0")
    return text if len(text.partition(".")[2]) >= 2 else f"{rate:.2f}"


def _plan_names(tables: Iterable[RateTable]) -> dict[int, str]:
    names = catalog_selectors.plan_names({table.plan_id for table in tables})
    return {plan_id: f"{name} ({plan_id})" for plan_id, name in names.items()}


def _approved_tables(plan_ids: set[int]) -> dict[int, list[RateTable]]:
    result: dict[int, list[RateTable]] = {}
    tables = RateTable.objects.filter(plan_id__in=plan_ids, status=TableStatus.APPROVED).order_by("eff_from")
    for table in tables:
        result.setdefault(table.plan_id, []).append(table)
    return result


def _table_before(table: RateTable, approved: list[RateTable]) -> RateTable | None:
    """The table this one follows: in force on its first day, or the last one before that."""
    earlier = [other for other in approved if other.eff_from <= table.eff_from]
    return earlier[-1] if earlier else None


def _rows(table: RateTable) -> Iterator[Rate]:
    return map(Rate._make, stored_rows(table.pk))


def _review_table(result: _Review, table: RateTable, old: RateTable | None) -> None:
    """Compare one table with the one before, and check it on its own."""
    plan_id, rows = table.plan_id, list(_rows(table))
    _seal(table, rows)
    before = {row.keys: row for row in _rows(old)} if old else {}
    result.counts["rates"] += len(rows)
    if old is None:
        result.add_first_rates(plan_id, rows)
    sold_before, sold = _summarize(before.values()), _summarize(rows)
    result.areas[table.area_scheme] |= sold.areas - {""}
    if not before:
        result.counts["new"] += len(rows)
    for row in rows if before else ():
        was = before.pop(row.keys, None)
        if was is None:
            result.counts["new"] += 1
        elif was.rate != row.rate:
            result.change(plan_id, row, was.rate)
        else:
            result.counts["unchanged"] += 1
    result.counts["ended"] += len(before)
    result.warn(_find_ended_rows(before.values()), table)
    result.warn(_find_missing(result.catalog.plans.get(plan_id), sold, sold_before, table), table)
    result.warn(find_anomalies(rows), table)
    result.warn(_find_changed_settings(table, old), table)


def _seal(table: RateTable, rows: list[Rate]) -> None:
    """Store a table's digest and row count for the approval, so that going live doesn't read a million rows again."""
    if table.status == TableStatus.DRAFT and not table.digest:
        table.digest, table.row_count = table_digest(table, rows), len(rows)
        table.save(update_fields=["digest", "row_count"])


class _Sold(NamedTuple):
    tiers: set[str]
    areas: set[str]


def _summarize(rows: Iterable[Rate]) -> _Sold:
    sold = _Sold(set(), set())
    for row in rows:
        sold.tiers.add(row.tier)
        sold.areas.add(row.area)
    return sold


def _find_ended_rows(rows: Iterable[Rate]) -> Iterator[Finding]:
    for row in rows:
        yield Finding("ended", f"{describe_rate(row)}: {_format_rate(row.rate)} so far, no rate from now on")


def _find_missing(view: PlanView | None, sold: _Sold, before: _Sold, table: RateTable) -> Iterator[Finding]:
    """Tiers the catalog sells or that had rates, and areas that had rates, without one now."""
    expected = before.tiers | (set(view.terms.tiers) if view else set())
    if "" not in sold.tiers and table.method == "TIER":
        for tier in sorted(expected - sold.tiers - {""}):
            yield Finding("missingTier", f"no rate for {describe_rate(_BLANK._replace(tier=tier))}")
    if "" not in sold.areas:
        for area in sorted(before.areas - sold.areas - {""}):
            yield Finding("missingArea", f"no rate in area {area}")
    if view is not None and view.rate_is_estimate:
        yield Finding("estimated", "these rates are estimates; the insurer may charge another price")


_BLANK = Rate("BASE", "", "", None, None, "", None, None, "", None, "", Decimal(1))


def _find_changed_settings(table: RateTable, old: RateTable | None) -> Iterator[Finding]:
    """Report settings and factors that change, since they change the price, too."""
    for name in SETTINGS if old else ():
        old_value, new = getattr(old, name), getattr(table, name)
        if old_value != new:
            words = str(RateTable._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
            yield Finding("settings", f"{words} changes from {old_value or 'nothing'} to {new or 'nothing'}")
    if old is not None and _factors(old) != _factors(table):
        yield Finding("settings", "the factors change")


def _factors(table: RateTable) -> list[tuple[Any, ...]]:
    return list(table.factors.order_by("kind", "key").values_list("kind", "key", "factor"))


def _report_ended_plans(result: _Review, tables: Sequence[RateTable]) -> None:
    """Plans of the same carriers that have rates and are not in the file: theirs stay as they are."""
    if not tables:
        return
    plan_ids = {table.plan_id for table in tables}
    first = min(table.eff_from for table in tables)
    siblings = catalog_selectors.plans_of_same_carriers(plan_ids)
    if all(table.area_scheme == "cms" for table in tables):
        siblings = _of_public_files(siblings, plan_ids)
    tables_in_force = RateTable.objects.filter(
        Q(eff_to=None) | Q(eff_to__gte=first - DAY),
        plan_id__in=siblings.keys() - plan_ids,
        status=TableStatus.APPROVED,
        eff_from__lte=first,
    ).order_by("plan_id", "eff_from")
    for table in tables_in_force:
        result.counts["plansNotInFile"] += 1
        until = f"end on {show_date(table.eff_to)}" if table.eff_to else "stay as they are"
        text = f"{siblings[table.plan_id]} ({table.plan_id}) is not in the file: its rates {until}"
        result.warn([Finding("endedPlan", text)])


def _of_public_files(siblings: dict[int, str], plan_ids: set[int]) -> dict[int, str]:
    """A public file holds an issuer's plans of one state: the first seven characters of their HIOS ids."""
    hios = {plan_id: component for component, plan_id in catalog_selectors.plan_ids_by_hios().items()}
    markets = {hios[plan_id][:7] for plan_id in plan_ids if plan_id in hios}
    return {plan_id: name for plan_id, name in siblings.items() if hios.get(plan_id, "")[:7] in markets}
