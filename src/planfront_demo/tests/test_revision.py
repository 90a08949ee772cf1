"""Every write to a table of the catalog is seen as a change of it."""

from __future__ import annotations

from django.apps import apps
from django.db import connection

from planfront.billing.models import BillDate, PaymentRule
from planfront.catalog import revision
from planfront.catalog.models import Plan, PlanDocument, PlanFiling, ProviderNetwork
from planfront.catalog.tests.factories import SINCE
from planfront.catalog.tests.test_revision import parts_changed, run
from planfront.enrollment.models import AgreementText, HealthQuestion, RequirementProfile, VerificationQuestion
from planfront.leads.models import ConsentText
from planfront.members.models import ReferenceItem
from planfront.rating.models import AreaMap, RateTable

TEXTS = {
    "planbenefit",
    "plancostshare",
    "plandocument",
    "planfiling",
    "planquestion",
    "planquestionoption",
    "plan_related",
    "providernetwork",
    "providernetwork_brands",
    "providernetwork_plans",
    "questionsetversion",
}
SETTINGS = (
    PaymentRule,
    BillDate,
    RequirementProfile,
    AgreementText,
    HealthQuestion,
    VerificationQuestion,
    ReferenceItem,
    ConsentText,
)


NOT_HELD = {"revision", "plancode", "groupnumber", "accountnumber"}
"""What no process keeps a copy of: insurers' numbers are read when they are asked for."""


def watched() -> dict[str, str]:
    """Every table of the catalog, and those of rates that say what is in force, with the part it belongs to."""
    rooms = apps.get_app_config("catalog").get_models(include_auto_created=True)
    tables = [table._meta.db_table for table in rooms if table._meta.model_name not in NOT_HELD]
    parts = {table: "texts" if table.removeprefix("catalog_") in TEXTS else "plans" for table in tables}
    rates = {table._meta.db_table: "rates" for table in (RateTable, AreaMap)}
    settings = {table._meta.db_table: "settings" for table in SETTINGS}
    return {**parts, "catalog_planoffer": "offers", **rates, **settings}


def fill_empty_tables() -> None:
    """A row in each table of which the demo world has none."""
    plan = Plan.objects.get(pk=1001)
    if not PlanFiling.objects.exists():
        PlanFiling.objects.create(plan=plan)
    if not PlanDocument.objects.exists():
        PlanDocument.objects.create(plan=plan, kind="other", title="Paper", url="https://carrier.example/paper.pdf")
    BillDate.objects.get_or_create(brand_id=1, defaults={"day": 7})
    VerificationQuestion.objects.get_or_create(role="applicant", kind="code")
    AgreementText.objects.get_or_create(key="own", defaults={"head": "Own words", "body": "Own words"})
    HealthQuestion.objects.get_or_create(pk=7, defaults={"text": "Own question"})
    ReferenceItem.objects.get_or_create(list_key="own", defaults={"value": "1", "name": "One"})
    ConsentText.objects.get_or_create(purpose="location", defaults={"version": 1, "text": "Own words"})
    RequirementProfile.objects.get_or_create(name="Own profile")
    network = ProviderNetwork.objects.first() or ProviderNetwork.objects.create(kind="dental", name="Network")
    network.brands.add(1)
    network.plans.add(plan)
    plan.related.add(Plan.objects.get(pk=1002))
    if not AreaMap.objects.exists():
        AreaMap.objects.create(scheme="metro", state="TX", zip5="75201", area="CITY", eff_from=SINCE)


KEEP = "CREATE TEMPORARY TABLE kept AS SELECT * FROM {}"
CHANGES = ("UPDATE {} SET {} = {}", "DELETE FROM {}", "INSERT INTO {} SELECT * FROM kept")


def test_a_change_of_any_row_of_any_table_is_seen(world):
    fill_empty_tables()
    for table, part in watched().items():
        model = next(model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table)
        column = model._meta.concrete_fields[1].column
        run(KEEP.format(table))
        seen = []
        for change in CHANGES:
            before = revision.read(1)
            run(change.format(table, column, column))
            seen.append(parts_changed(before, revision.read(1)))
        run("DROP TABLE kept")
        if connection.vendor == "sqlite":
            assert seen == [{part}] * 3, table
        else:  # what a transaction goes on to change counts for all parts until it ends
            assert all(part in parts for parts in seen), table
