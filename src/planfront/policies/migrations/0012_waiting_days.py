"""Name the days of drafts, too, and at first all days that have any."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.db.models import Max, Min

from planfront.kernel import clock
from planfront.policies.migrations import _stale_days


def forward(apps: Any, schema_editor: Any) -> None:
    _stale_days.install(schema_editor)
    drafts, stale_day = apps.get_model("enrollment", "Application").objects, apps.get_model("audit", "StaleDay")
    ends = drafts.filter(state="draft").aggregate(first=Min("updated_at"), last=Max("updated_at"))
    if ends["first"] is None:
        return
    first = clock.local(ends["first"]).date()
    days = range((clock.local(ends["last"]).date() - first).days + 1)
    stale_day.objects.bulk_create(stale_day(name="waiting", day=first + timedelta(days=n)) for n in days)


class Migration(migrations.Migration):
    dependencies = [("enrollment", "0022_last_step"), ("policies", "0011_stale_days")]
    operations = [migrations.RunPython(forward, migrations.RunPython.noop)]
