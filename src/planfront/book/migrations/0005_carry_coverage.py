"""What members had on record becomes policies, and policies without a history get their first change and version."""

from django.db import migrations, transaction

from planfront.book.migrations import _carrying
from planfront.book.migrations._carrying import First, Progress, in_batches


def carry_coverage(apps, schema_editor):
    rows = _carrying.coverage_rows(apps)
    progress = Progress("Coverage of members", rows.count())
    for batch in in_batches(rows):
        _carrying.carry_coverage(apps, batch)
        progress.add(len(batch))


def write_history(apps, schema_editor):
    policies, changes = (apps.get_model("book", name).objects for name in ("Policy", "Change"))
    for batch in in_batches(policies.only("pk")):
        keys = {policy.pk for policy in batch}
        told = changes.filter(policy__in=keys).order_by().values_list("policy_id", flat=True)
        if untold := keys.difference(told):
            with transaction.atomic():
                rows = policies.filter(pk__in=untold).select_related("member")
                _carrying.write_first_versions(
                    apps,
                    [
                        First(row, row.member and row.member.birth_date, _carrying.place_of(row.member))
                        for row in rows.order_by("pk")
                    ],
                )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("book", "0004_append_only"),
        ("members", "0011_enrolled_here"),
        ("policies", "0007_sales"),
    ]
    operations = [
        migrations.RunPython(carry_coverage, migrations.RunPython.noop),
        migrations.RunPython(write_history, migrations.RunPython.noop),
    ]
