from django.db import migrations

from planfront.book.shipped import open_riders


def open_them(apps, schema_editor):
    open_riders(*(apps.get_model("book", name) for name in ("LifeEvent", "RuleEdition")))


class Migration(migrations.Migration):
    dependencies = [("book", "0012_ends_of_work")]
    operations = [migrations.RunPython(open_them, migrations.RunPython.noop)]
