from django.db import migrations, models


class Migration(migrations.Migration):
    """The column keeps its name: code of the release before reads it while this one comes."""

    dependencies = [("policies", "0012_waiting_days")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("heldchange", "made", "order_id"),
                migrations.AlterField(
                    "heldchange", "order_id", models.UUIDField(blank=True, db_column="made", null=True)
                ),
            ]
        )
    ]
