"""Likely twins of all brands are listed by an index, too."""

from django.db import migrations, models

from planfront.kernel.large_indexes import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("members", "0018_name_trigrams")]
    operations = [
        AddIndexBeside(
            "twinpair", models.Index(fields=["-state", "-found_at", "-id"], name="member_twins_everywhere")
        )
    ]
