"""Members who are not active are few, and listed by an index of them alone."""

from django.db import migrations, models

from planfront.kernel.large_indexes import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("members", "0019_twins_everywhere")]
    operations = [
        AddIndexBeside(
            "member", models.Index(fields=["id"], name="member_not_active", condition=models.Q(active=False))
        )
    ]
