"""Look-ups of the numbers and codes that insurers use (models.insurers)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import CharField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from planfront.catalog.models import INSURER_NUMBER, AccountNumber, GroupNumber, Plan, PlanCode

_EXACT_FIRST = ("-option", "-tier")


def explain_number(text: str) -> str:
    """Return why an insurer can't have such a number or id, "" if it can."""
    try:
        INSURER_NUMBER(text)
    except ValidationError as refused:
        return str(refused.message)
    return ""


def group_numbers_of(group_ids: Iterable[int]) -> dict[tuple[int, int], str]:
    """Return the numbers of groups at insurers, by group and carrier."""
    rows = GroupNumber.objects.filter(group__in=set(group_ids)).order_by()
    return {(row[0], row[1]): row[2] for row in rows.values_list("group_id", "carrier_id", "number")}


class PlanName(NamedTuple):
    """A name, number or code of a plan. ``option``: the one that an insurer's code is of."""

    text: str
    carrier_id: int
    plan_id: int
    plan_name: str
    category: str
    option: str = ""


def list_plan_names() -> list[PlanName]:
    """Return what plans are called: number, name, code, HIOS id and their insurers' codes. Two queries."""
    plans = {row.pk: row for row in Plan.objects.only("carrier", "category", "name", "code", "hios_plan_id")}
    named = [
        PlanName(text, row.carrier_id, row.pk, row.name, row.category)
        for row in plans.values()
        for text in (str(row.pk), row.name, row.code, row.hios_plan_id)
        if text
    ]
    for code in PlanCode.objects.all():
        row = plans[code.plan_id]
        named.append(PlanName(code.code, row.carrier_id, row.pk, row.name, row.category, code.option))
    return named


def annotate_numbers(rows: QuerySet[Any], option: Coalesce) -> QuerySet[Any]:
    """Add to rows of a plan, tier, group and brand what the insurer calls these: ``insurer_code``, ``group_number``,
    ``account_number``; None where it has none. The code is that of the option and tier, else of the option, else of the
    tier, else of the plan. ``option``: the code of the option that is held."""
    held = rows.annotate(
        option_held=Coalesce(option, Value(""), output_field=CharField()),
        carrier_held=Subquery(Plan.objects.filter(pk=OuterRef("plan_id")).values("carrier")[:1]),
    )
    codes = PlanCode.objects.filter(
        Q(option="") | Q(option=OuterRef("option_held")),
        Q(tier="") | Q(tier=OuterRef("tier")),
        plan=OuterRef("plan_id"),
    )
    groups = GroupNumber.objects.filter(group=OuterRef("group_id"), carrier=OuterRef("carrier_held"))
    accounts = AccountNumber.objects.filter(brand=OuterRef("brand_id"), carrier=OuterRef("carrier_held"))
    annotated: QuerySet[Any] = held.annotate(
        insurer_code=Subquery(codes.order_by(*_EXACT_FIRST).values("code")[:1]),
        group_number=Subquery(groups.values("number")[:1]),
        account_number=Subquery(accounts.values("number")[:1]),
    )
    return annotated
