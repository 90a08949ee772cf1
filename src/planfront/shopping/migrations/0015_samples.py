"""Previews of a store are left out of figures and lists by an index of them alone."""

from django.db import migrations, models

from planfront.kernel.large_indexes import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("shopping", "0014_quote_questions")]
    operations = [
        AddIndexBeside(
            "quote",
            models.Index(fields=["referral", "id"], name="shopping_samples", condition=models.Q(referral="theme preview")),
        )
    ]
