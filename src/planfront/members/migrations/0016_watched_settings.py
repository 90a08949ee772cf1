"""Lists of choices count up the edition of what the operator sets (catalog.configuration)."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching


class Migration(migrations.Migration):
    dependencies = [("members", "0015_last_day_of_work"), ("catalog", "0009_revisions")]
    operations = [watching("settings", "members_referenceitem")]
