"""The edition of each part of the catalog, counted up by triggers on every table of it."""

from django.db import migrations, models

from planfront.catalog.migrations._revisions import DROP_FUNCTIONS, FUNCTIONS, unwatch, watch

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


def forward(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for sql in FUNCTIONS:
            schema_editor.execute(sql)
    for table, part in TABLES.items():
        watch(schema_editor, table, part)
    watch(schema_editor, "catalog_planoffer", "offers", by_brand=True)


def backward(apps, schema_editor):
    for table in (*TABLES, "catalog_planoffer"):
        unwatch(schema_editor, table)
    if schema_editor.connection.vendor == "postgresql":
        for sql in DROP_FUNCTIONS:
            schema_editor.execute(sql)


class Migration(migrations.Migration):
    dependencies = [("catalog", "0008_issuer_ids")]
    operations = [
        migrations.CreateModel(
            name="Revision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("brand_id", models.BigIntegerField()),
                ("part", models.CharField(max_length=10)),
                ("number", models.BigIntegerField()),
                ("writer", models.BigIntegerField(default=0)),
            ],
            options={
                "indexes": [models.Index(fields=["brand_id", "part"], name="catalog_revision_of")],
            },
        ),
        migrations.RunPython(forward, backward),
    ]
