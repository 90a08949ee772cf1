from django.db import migrations

from planfront.book.shipped import load_shipped


def fill(apps, schema_editor):
    load_shipped(*(apps.get_model("book", name) for name in ("LifeEvent", "RuleEdition", "Reason")))


class Migration(migrations.Migration):
    dependencies = [("book", "0001_initial")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
