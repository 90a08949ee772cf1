"""Consent texts count up the edition of what the operator sets (catalog.configuration)."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching


class Migration(migrations.Migration):
    dependencies = [("leads", "0006_key_of_index"), ("catalog", "0009_revisions")]
    operations = [watching("settings", "leads_consenttext")]
