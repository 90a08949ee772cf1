"""What is charged once is a fee of the policy."""

from django.db import migrations

from planfront.kernel.database.operations import Install
from planfront.sales.migrations import _stale_days


class Migration(migrations.Migration):
    dependencies = [("sales", "0002_stale_days")]

    operations = [
        migrations.RemoveField(model_name="sale", name="one_time"),
        Install(_stale_days.install),
    ]
