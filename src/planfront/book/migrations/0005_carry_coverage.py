"""What members had on record becomes policies, and policies without a history get their first change and version."""

from django.db import migrations
from django.db.models import Exists, OuterRef

from planfront.book.migrations import _carrying
from planfront.book.migrations._carrying import First, Progress, keep_trying, keys_in_batches


def carry_coverage(apps, schema_editor):
    rows = apps.get_model("members", "Coverage").objects
    progress = Progress("Coverage of members", rows.count())
    for batch in keys_in_batches(rows):
        keep_trying(lambda batch=batch: _carrying.carry_coverage(apps, batch), "members_coverage")
        progress.add(len(batch))


def write_history(apps, schema_editor):
    """Rows with a history are left out by the query, so that going on after a stop reads none of them."""
    policies, changes = (apps.get_model("book", name).objects for name in ("Policy", "Change"))
    without_history = policies.filter(~Exists(changes.filter(policy=OuterRef("pk"))))
    for batch in keys_in_batches(without_history):
        rows = policies.filter(pk__in=batch).select_related("member").order_by("pk")
        firsts = [First(row, row.member and row.member.birth_date, _carrying.place_of(row.member)) for row in rows]
        _carrying.write_all(_carrying.first_versions(apps, firsts))


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
