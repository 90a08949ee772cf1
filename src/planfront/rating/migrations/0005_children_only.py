"""Plans for children alone. SQLite may rebuild the table here, so its triggers are made again."""

from importlib import import_module

from django.db import migrations, models

before = import_module("planfront.rating.migrations.0003_import_runs")


class Migration(migrations.Migration):
    dependencies = [("rating", "0004_unisex_states")]

    operations = [
        migrations.RunPython(before.drop_triggers, before.make_triggers),
        migrations.AddField(
            "ratetable",
            "children_only",
            models.BooleanField(
                default=False, help_text="The applicant buys for the children; adults are not covered."
            ),
        ),
        migrations.RunPython(before.make_triggers, before.drop_triggers),
    ]
