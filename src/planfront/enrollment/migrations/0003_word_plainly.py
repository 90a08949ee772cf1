from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("enrollment", "0002_triggers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="agreementtext",
            name="tick_other",
            field=models.CharField(
                blank=True,
                help_text='Used when someone signs for the applicant, such as "{applicant} authorizes these payments."',
                max_length=300,
                verbose_name="tick of a rep or group administrator",
            ),
        ),
        migrations.AlterField(
            model_name="application",
            name="state",
            field=models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("submitted", "Submitted"),
                    ("pending", "Pending underwriting"),
                    ("accepted", "Accepted"),
                    ("active", "Active"),
                    ("terminated", "Terminated"),
                    ("cancelled", "Canceled"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="transition",
            name="from_state",
            field=models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("submitted", "Submitted"),
                    ("pending", "Pending underwriting"),
                    ("accepted", "Accepted"),
                    ("active", "Active"),
                    ("terminated", "Terminated"),
                    ("cancelled", "Canceled"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="transition",
            name="to_state",
            field=models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("submitted", "Submitted"),
                    ("pending", "Pending underwriting"),
                    ("accepted", "Accepted"),
                    ("active", "Active"),
                    ("terminated", "Terminated"),
                    ("cancelled", "Canceled"),
                ],
                max_length=10,
            ),
        ),
    ]
