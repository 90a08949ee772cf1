from django.db import migrations, models


class Migration(migrations.Migration):
    """The column keeps its name: code of the release before reads it while this one comes."""

    dependencies = [("book", "0018_policy_numbers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("pendingchange", "made", "order_id"),
                migrations.AlterField(
                    "pendingchange", "order_id", models.UUIDField(blank=True, db_column="made", null=True)
                ),
            ]
        )
    ]
