"""The days whose figures have to be counted again are named by triggers."""

from django.db import migrations

from planfront.kernel.database.operations import Install
from planfront.sales.migrations import _stale_days


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("audit", "0001_initial"),
        ("coverage", "0001_initial"),
        ("catalog", "0001_initial"),
        ("enrollment", "0001_initial"),
        ("sales", "0001_initial"),
        ("shopping", "0001_initial"),
    ]
    operations = [Install(_stale_days.install)]
