"""Payment rules and bill dates count up the edition of what the operator sets (catalog.configuration)."""

from django.db import migrations

from planfront.catalog.migrations._revisions import watching


class Migration(migrations.Migration):
    dependencies = [("billing", "0006_vault_removals"), ("catalog", "0009_revisions")]
    operations = [watching("settings", "billing_paymentrule", "billing_billdate", by_brand=True)]
