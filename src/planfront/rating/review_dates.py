"""The days of a draft table against those of the tables of its plan: shared, replaced, left without rates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.rating.anomalies import Finding
from planfront.rating.models import RateTable

DAY = timedelta(days=1)


def date_findings(table: RateTable, approved: list[RateTable], drafts: list[RateTable]) -> Iterator[Finding]:
    """Days that two tables share, and days that no table covers. The same rates for the same days are not reported."""
    for other in drafts:
        if _share_days(table, other):
            yield Finding(
                "overlap", f"{_title(table)}: the file has {_describe_span(other)} for some of these days too"
            )
    for other in approved:
        if _share_days(table, other) and not _is_same(table, other):
            yield from _report_overlap(table, other)
    yield from _find_gaps(table, approved, drafts)


def _is_same(table: RateTable, other: RateTable) -> bool:
    """The rates in force, filed again: of the days that are not over nothing changes."""
    start = max(table.eff_from, clock.today())
    covers = other.eff_from <= start and other.eff_to == table.eff_to
    return covers and bool(table.digest) and table.digest == other.digest


def _title(table: RateTable) -> str:
    return f"Plan {table.plan_id} from {show_date(table.eff_from)}"


def _describe_span(table: RateTable) -> str:
    return f"rates from {show_date(table.eff_from)} {f'to {show_date(table.eff_to)}' if table.eff_to else 'on'}"


def _report_overlap(table: RateTable, other: RateTable) -> Iterator[Finding]:
    """Report what happens to a table in force on the new one's days: it is ended early, replaced, or in the way."""
    ends, far = table.eff_to or date.max, date.max
    if other.eff_from < table.eff_from:
        if other.eff_to is not None:
            yield Finding(
                "cutShort", f"{_title(table)}: {_describe_span(other)} end on {show_date(table.eff_from - DAY)}"
            )
        if ends < (other.eff_to or ends):
            yield Finding("gap", f"{_title(table)}: no rates from {show_date(ends + DAY)} to {show_date(other.eff_to)}")
    elif (other.eff_to or far) <= ends:
        yield Finding("replaced", f"{_title(table)}: {_describe_span(other)} are withdrawn")
    else:
        yield Finding("overlap", f"{_title(table)}: {_describe_span(other)} cover some of these days; it can't go live")
    today = clock.today()
    if table.eff_from < today and other.eff_from < today:
        begin = f"the new ones begin on {show_date(today)} at best"
        text = f"{_title(table)}: days before today keep the rates they have; {begin}"
        yield Finding("backdated", text)


def _find_gaps(table: RateTable, approved: list[RateTable], drafts: list[RateTable]) -> Iterator[Finding]:
    earlier = [other.eff_to for other in (*approved, *drafts) if other.eff_from < table.eff_from]
    last = None if None in earlier else max((end for end in earlier if end), default=None)
    if last is not None and last + DAY < table.eff_from:
        yield Finding(
            "gap", f"{_title(table)}: no rates from {show_date(last + DAY)} to {show_date(table.eff_from - DAY)}"
        )
    later = [other.eff_from for other in approved if other.eff_from > table.eff_from]
    if later and table.eff_to and table.eff_to + DAY < min(later):
        yield Finding(
            "gap", f"{_title(table)}: no rates from {show_date(table.eff_to + DAY)} to {show_date(min(later) - DAY)}"
        )


def _share_days(rate_table: RateTable, other: RateTable) -> bool:
    far = date.max
    return rate_table.eff_from <= (other.eff_to or far) and other.eff_from <= (rate_table.eff_to or far)
