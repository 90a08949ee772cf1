from django.db import migrations

from planfront.coverage.shipped import load_shipped


def fill(apps, schema_editor):
    load_shipped(*(apps.get_model("coverage", name) for name in ("LifeEvent", "RuleEdition", "Reason")))


class Migration(migrations.Migration):
    dependencies = [("coverage", "0001_initial")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
