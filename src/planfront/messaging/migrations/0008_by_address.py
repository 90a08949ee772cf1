"""Mails are found by their address, whatever its case."""

from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    dependencies = [("messaging", "0007_request_id")]

    operations = [
        migrations.AddIndex(
            model_name="outboundemail", index=models.Index(Upper("to"), name="messaging_by_address")
        )
    ]
