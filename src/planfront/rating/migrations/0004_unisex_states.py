"""States where sex may not count. SQLite rebuilds the table here, so its triggers are made again."""

from importlib import import_module

from django.db import migrations, models

before = import_module("planfront.rating.migrations.0003_import_runs")


class Migration(migrations.Migration):
    dependencies = [("rating", "0003_import_runs")]

    operations = [
        migrations.RunPython(before.drop_triggers, before.make_triggers),
        migrations.AddField(
            "ratetable",
            "unisex_states",
            models.JSONField(
                blank=True,
                default=list,
                help_text='States where sex may not count: ["MT"]. They need rows without a sex.',
            ),
        ),
        migrations.RunPython(before.make_triggers, before.drop_triggers),
    ]
