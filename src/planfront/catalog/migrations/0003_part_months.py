"""The rule by which a plan charges parts of months."""

from django.db import migrations, models

from planfront.catalog.migrations._revisions import watch
from planfront.kernel.database.operations import Install


def watch_plans_again(schema_editor):
    """SQLite makes the table of plans again for a new column, and drops its triggers."""
    if schema_editor.connection.vendor == "sqlite":
        watch(schema_editor, "catalog_plan", "plans")


class Migration(migrations.Migration):
    dependencies = [("catalog", "0002_revisions")]

    operations = [
        migrations.AddField(
            model_name="plan",
            name="part_month",
            field=models.CharField(
                choices=[
                    ("whole", "Whole months: a month with any covered day counts in full"),
                    (
                        "fifteenth",
                        "The 15th decides: a start by the 15th or an end after it counts in full, others not at all",
                    ),
                    ("half", "Half months: from the 16th on, or to the 15th, half"),
                    ("daily", "Covered days ÷ days of the month"),
                    ("thirty", "Days of a month of 30; the 31st counts as the 30th"),
                    ("thirtieths", "Covered days ÷ 30, at most a month"),
                    ("year", "Covered days ÷ days of the year, × 12: full months differ"),
                ],
                default="whole",
                help_text="Of a month in which coverage begins, ends or changes.",
                max_length=10,
            ),
        ),
        Install(watch_plans_again),
    ]
