"""Name the days whose figures have to be counted again, and at first all days that have any."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.db.models import Max, Min

from planfront.kernel import clock
from planfront.policies.migrations import _stale_days

COUNTED = {
    ("accounts", "VisitorSession"): ("visit",),
    ("shopping", "Quote"): ("quote", "application"),
    ("policies", "Confirmation"): ("enrollment", "sale", "sale_by_rep"),
}


def forward(apps: Any, schema_editor: Any) -> None:
    _stale_days.install(schema_editor)
    stale_day = apps.get_model("audit", "StaleDay")
    for (app, model), names in COUNTED.items():
        ends = apps.get_model(app, model).objects.aggregate(first=Min("created_at"), last=Max("created_at"))
        if ends["first"] is None:
            continue
        first = clock.local(ends["first"]).date()
        days = [first + timedelta(days=n) for n in range((clock.local(ends["last"]).date() - first).days + 1)]
        stale_day.objects.bulk_create(stale_day(name=name, day=day) for name in names for day in days)


def backward(_apps: Any, schema_editor: Any) -> None:
    _stale_days.remove(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_name_words"),
        ("audit", "0008_day_figures"),
        ("book", "0015_reported"),
        ("catalog", "0008_issuer_ids"),
        ("enrollment", "0020_applicant_words"),
        ("policies", "0010_second_person"),
        ("shopping", "0013_quote"),
    ]
    operations = [migrations.RunPython(forward, backward)]
