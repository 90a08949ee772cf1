from django.db import migrations

from planfront.catalog.migrations._revisions import watching


class Migration(migrations.Migration):
    dependencies = [("billing", "0001_initial"), ("catalog", "0002_revisions")]
    operations = [watching("settings", "billing_paymentrule", "billing_billdate", by_brand=True)]
