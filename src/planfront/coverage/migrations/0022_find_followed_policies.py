import django.db.models.deletion
from django.db import migrations, models

_INDEX = 'INDEX "coverage_policy_predecessor_id_ea1fe9fb"'


class Migration(migrations.Migration):
    dependencies = [("coverage", "0021_word_help_plainly")]

    operations = [
        migrations.AddIndex(
            model_name="policy",
            index=models.Index(
                condition=models.Q(("predecessor__isnull", False)), fields=["predecessor"], name="coverage_followed"
            ),
        ),
        # Without a new table, which SQLite would make for a changed column: that would take its triggers along.
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(f"DROP {_INDEX}", f'CREATE {_INDEX} ON "coverage_policy" ("predecessor_id")')],
            [
                migrations.AlterField(
                    model_name="policy",
                    name="predecessor",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="successors",
                        to="coverage.policy",
                    ),
                )
            ],
        ),
    ]
