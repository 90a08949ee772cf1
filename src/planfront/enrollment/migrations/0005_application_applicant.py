"""Names beside the sealed answers, so that lists can show and search them."""

from django.db import migrations, models


def fill(apps, schema_editor):
    for section in apps.get_model("enrollment", "Section").objects.filter(key="primary_info").iterator():
        answers = {**(section.answers or {}), **(section.draft or {})}
        parts = (str(answers.get(part, "") or "") for part in ("first_name", "middle_name", "last_name"))
        name = " ".join(filter(None, parts))[:200]
        apps.get_model("enrollment", "Application").objects.filter(pk=section.application_id).update(applicant=name)


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0004_once_without_ids")]

    operations = [
        migrations.AddField(
            model_name="application",
            name="applicant",
            field=models.CharField(blank=True, default="", max_length=200),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
