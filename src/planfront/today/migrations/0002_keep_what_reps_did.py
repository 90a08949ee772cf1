"""Reps' ticked off tasks become marks on their list of work."""

from datetime import UTC, datetime, time
from typing import Any

from django.db import migrations

BATCH = 500


def copy_done_tasks(apps: Any, _schema_editor: Any) -> None:
    done_tasks, marks = apps.get_model("coverage", "DoneTask"), apps.get_model("today", "WorkMark")
    rows = done_tasks.objects.filter(agent__user__isnull=False, agent__brands__isnull=False)
    listed = rows.order_by("pk").values_list("agent__user_id", "agent__brands", "key", "done_on")
    batch = []
    for user_id, brand_id, key, done_on in listed.iterator(chunk_size=BATCH):
        kind, _colon, item = key.partition(":")
        at = datetime.combine(done_on, time(12), UTC)
        batch.append(marks(user_id=user_id, brand_id=brand_id, kind=kind, item=item, at=at))
        if len(batch) == BATCH:
            marks.objects.bulk_create(batch, ignore_conflicts=True)
            batch = []
    marks.objects.bulk_create(batch, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("today", "0001_say_what_is_done"),
        ("coverage", "0017_household"),
        ("parties", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(copy_done_tasks, migrations.RunPython.noop),
    ]
