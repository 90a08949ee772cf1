"""Rate tables and rating areas count up the catalog's edition of rates."""

from django.db import migrations

from planfront.catalog.migrations._revisions import unwatch, watch

TABLES = ("rating_ratetable", "rating_areamap")


def forward(apps, schema_editor):
    for table in TABLES:
        watch(schema_editor, table, "rates")


def backward(apps, schema_editor):
    for table in TABLES:
        unwatch(schema_editor, table)


class Migration(migrations.Migration):
    dependencies = [("rating", "0005_children_only"), ("catalog", "0009_revisions")]
    operations = [migrations.RunPython(forward, backward)]
