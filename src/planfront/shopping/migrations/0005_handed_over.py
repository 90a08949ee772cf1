"""Since when an enrollment waits for its client to check, sign and pay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shopping", "0004_quotes")]

    operations = [
        migrations.AddField(
            model_name="tempenrollment",
            name="handed_over_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Since when the client checks, signs and pays; empty while nobody waits for it.",
                null=True,
            ),
        ),
    ]
