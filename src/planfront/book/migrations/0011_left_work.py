from django.db import migrations

from planfront.book.shipped import add_shipped_event


def add(apps, schema_editor):
    add_shipped_event(*(apps.get_model("book", name) for name in ("LifeEvent", "RuleEdition")), "left-work")


class Migration(migrations.Migration):
    dependencies = [("book", "0010_renewal_names")]
    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
