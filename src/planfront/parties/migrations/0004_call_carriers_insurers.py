from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("parties", "0003_word_help_plainly"),
    ]

    operations = [
        migrations.AlterField(
            model_name="appointment",
            name="carrier_id",
            field=models.BigIntegerField(db_index=True, verbose_name="insurer"),
        ),
        migrations.AlterConstraint(
            model_name="appointment",
            name="appointment_once",
            constraint=models.UniqueConstraint(
                fields=("agent", "carrier_id", "state", "appointed_on"),
                name="appointment_once",
                violation_error_message="There is an appointment of this insurer, state and day already.",
            ),
        ),
    ]
