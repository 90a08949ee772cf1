"""The edition of each part of the catalog, counted up by triggers on every table of it."""

from django.db import migrations

from planfront.catalog.migrations._revisions import FUNCTIONS, watch
from planfront.kernel.database.operations import Install

TABLES = {
    "catalog_carrier": "plans",
    "catalog_plan": "plans",
    "catalog_planoption": "plans",
    "catalog_planrule": "plans",
    "catalog_plantier": "plans",
    "catalog_planservicearea": "plans",
    "catalog_planfee": "plans",
    "catalog_planswitch": "plans",
    "catalog_planblackout": "plans",
    "catalog_planquestionset": "plans",
    "catalog_planquestionset_plans": "plans",
    "catalog_planrider": "plans",
    "catalog_plancostshare": "texts",
    "catalog_planbenefit": "texts",
    "catalog_planfiling": "texts",
    "catalog_plandocument": "texts",
    "catalog_plan_related": "texts",
    "catalog_planquestion": "texts",
    "catalog_planquestionoption": "texts",
    "catalog_questionsetversion": "texts",
    "catalog_providernetwork": "texts",
    "catalog_providernetwork_brands": "texts",
    "catalog_providernetwork_plans": "texts",
}


def install(schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for sql in FUNCTIONS:
            schema_editor.execute(sql)
    for table, part in TABLES.items():
        watch(schema_editor, table, part)
    watch(schema_editor, "catalog_planoffer", "offers", by_brand=True)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0001_initial")]
    operations = [Install(install)]
