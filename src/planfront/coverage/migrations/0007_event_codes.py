"""Life events have the code that insurers are told."""

from django.db import migrations, models

from planfront.coverage.shipped import load_event_codes


def fill(apps, _editor):
    load_event_codes(apps.get_model("coverage", "LifeEvent"))


class Migration(migrations.Migration):
    dependencies = [("coverage", "0006_who_pays")]

    operations = [
        migrations.AddField(
            model_name="lifeevent",
            name="x12",
            field=models.CharField(blank=True, max_length=3, verbose_name="code for carriers"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
