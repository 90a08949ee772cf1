"""Policies from before the book, for the migrations that carry them over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

DAY = timedelta(days=1)
NOWHERE = {"state": "", "zip": "", "county_fips": ""}


def write_first_version(
    apps: Any,
    policy: Any,
    *,
    born: date | None,
    place: Mapping[str, str],
    inputs: Mapping[str, Any] | None = None,
    proof: Mapping[str, Any] | None = None,
) -> None:
    """The issue of a policy, its first terms and its end, where it has one, with the models as they were then.

    Whoever else it covered is not known.
    """
    changes, versions, people = (apps.get_model("book", name) for name in ("Change", "Version", "CoveredPerson"))
    first, covered = policy.effective_date, []
    if born is not None:
        person = {"key": "self", "role": "subscriber", "birth_date": born.isoformat()}
        covered = [{**person, "original_date": first.isoformat()}]
        people.objects.create(
            policy=policy,
            key="self",
            role="subscriber",
            birth_date=born,
            original_date=first,
            effective_date=first,
            end_date=policy.end_date,
        )
    terms = {
        "plan_id": policy.plan_id,
        "tier": policy.tier,
        "place": place,
        "covered": covered,
        "rated_on": first.isoformat(),
        "amount": None if policy.amount is None else str(policy.amount),
        "riders": [rider["code"] for rider in policy.riders],
        "inputs": inputs or {},
        "premium": None if policy.monthly is None else str(policy.monthly),
        "fees": "0",
        "proof": proof or {},
    }
    stamp: dict[str, Any] = {"policy": policy, "recorded": policy.created_at, "reported_on": first, "by": "system"}
    issue = changes.objects.create(kind="issue", effective=first, after=policy.monthly, facts={"terms": terms}, **stamp)
    versions.objects.create(
        policy=policy,
        change=issue,
        effective=first,
        recorded=policy.created_at,
        in_force=True,
        plan_id=policy.plan_id,
        tier=policy.tier,
        amount=policy.amount,
        riders=terms["riders"],
        covered=covered,
        rated_on=first,
        premium=policy.monthly,
        inputs=terms["inputs"],
        proof=terms["proof"],
        **place,
    )
    if policy.end_date is None:
        return
    cancelled = policy.end_date < first
    stamp["recorded"] = policy.created_at + timedelta(microseconds=1)
    day = first if cancelled else policy.end_date
    end = changes.objects.create(
        kind="cancel" if cancelled else "end", effective=day, before=policy.monthly, facts={}, **stamp
    )
    versions.objects.create(
        policy=policy,
        change=end,
        effective=first if cancelled else policy.end_date + DAY,
        recorded=stamp["recorded"],
        in_force=False,
    )
