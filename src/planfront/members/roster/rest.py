"""The rows of a roster that can't go in yet: held back when the others are applied, and a roster of their own then."""

from __future__ import annotations

from typing import Any

from planfront.kernel import clock
from planfront.members.models import RosterImport, RosterIssue, RosterState
from planfront.members.roster.state import chunks
from planfront.members.roster.table import corrections_of, parts_of, read_table

HELD = "held"


def held_rows(roster: RosterImport) -> list[int]:
    return sorted(int(row) for row, outcome in roster.outcomes.items() if outcome == HELD)


def leave_rest(roster: RosterImport) -> RosterImport | None:
    """A roster of what is held back, with what is known of it; None when nothing is. In the transaction that
    applies."""
    rows = set(held_rows(roster))
    if not rows:
        return None
    table, corrections = read_table(roster), corrections_of(roster)
    rows_left = [[number, cells] for number, cells in table["rows"] if number in rows]
    mended, confirmed = (
        {row: values for row, values in corrections[name].items() if int(row) in rows}
        for name in ("cells", "confirmed")
    )
    sealed: dict[str, Any] = {
        "table": {"headings": table["headings"], "rows": rows_left, "parts": parts_of(roster)},
        "corrections": {"cells": mended, "left_out": [], "confirmed": confirmed},
    }
    rest = RosterImport.objects.create(
        brand_id=roster.brand_id,
        group_id=roster.group_id,
        file_name=roster.file_name,
        sha256=roster.sha256,
        state=RosterState.REFUSED,
        mapping=roster.mapping,
        words=roster.words,
        headings_hash=roster.headings_hash,
        everybody_employee=roster.everybody_employee,
        outcomes={str(row): HELD for row in sorted(rows)},
        rest_of=roster,
        rows_total=len(rows_left),
        created_by_id=roster.created_by_id,
        by_group=roster.by_group,
        language=roster.language,
        created_at=clock.business_now(),
        checked_at=roster.checked_at,
        **sealed,
    )
    for part in chunks(sorted(rows)):
        RosterIssue.objects.filter(roster=roster, row__in=part).update(roster=rest)
    bad = rest.issues.filter(fatal=True).count()
    rest.counts = {"rows": len(rows_left), HELD: len(rows), "bad": bad, "notes": rest.issues.count() - bad}
    rest.save(update_fields=["counts"])
    return rest
