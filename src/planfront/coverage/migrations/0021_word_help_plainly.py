from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("coverage", "0020_carried_over_policies"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="reportedchange",
            options={
                "ordering": ["asked_at", "id"],
                "verbose_name": "pending change",
                "verbose_name_plural": "pending changes",
            },
        ),
        migrations.AlterField(
            model_name="lifeevent",
            name="ends_work",
            field=models.BooleanField(
                default=False, help_text="If a group reports it, its day is the person's last day of work there."
            ),
        ),
    ]
