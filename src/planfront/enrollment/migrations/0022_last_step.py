"""The furthest step that was finished becomes a column, filled in batches beside a running store."""

from django.db import migrations, models

from planfront.kernel.large_indexes import AddIndexBeside

ORDER = (
    "primary_info",
    "contact_info",
    "employer_info",
    "beneficiary_info",
    "primary_health_info",
    "dependent_info",
    "billing_info",
    "agreement_info",
    "review_info",
)
BATCH = 1000


def fill(apps, schema_editor):
    application, section = apps.get_model("enrollment", "Application"), apps.get_model("enrollment", "Section")
    keys, last = application.objects.order_by("pk").values_list("pk", flat=True), None
    while batch := list((keys if last is None else keys.filter(pk__gt=last))[:BATCH]):
        last, furthest = batch[-1], {}
        done = section.objects.filter(application__in=batch, key__in=ORDER, saved_at__isnull=False).order_by()
        for owner, key in done.values_list("application_id", "key"):
            furthest[owner] = max(furthest.get(owner, key), key, key=ORDER.index)
        for key in ORDER:
            reached = [owner for owner, step in furthest.items() if step == key]
            application.objects.filter(pk__in=reached, last_step=None).update(last_step=key)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("enrollment", "0021_watched_settings")]
    operations = [
        migrations.AddField("application", "last_step", models.CharField(max_length=24, null=True, editable=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        AddIndexBeside("application", models.Index(fields=["last_step", "updated_at"], name="enrollment_last_step")),
    ]
