"""What backdated changes cost for months that have begun: rows that are only added, like changes and versions."""

import django.db.models.deletion
from django.db import migrations, models

import planfront.kernel.security.ids
from planfront.kernel.database.operations import run_sql

_TABLE = "coverage_adjustment"
_ABORT = "BEGIN SELECT RAISE(ABORT, 'coverage is append-only'); END"
_KEPT = "EXISTS (SELECT 1 FROM coverage_policy WHERE id = OLD.policy_id AND NOT erasing)"
SQLITE = [
    f"CREATE TRIGGER {_TABLE}_no_update BEFORE UPDATE ON {_TABLE} {_ABORT}",
    f"CREATE TRIGGER {_TABLE}_no_delete BEFORE DELETE ON {_TABLE} WHEN {_KEPT} {_ABORT}",
]
POSTGRES = [
    f"CREATE TRIGGER {_TABLE}_no_change BEFORE UPDATE OR DELETE ON {_TABLE} "
    "FOR EACH ROW EXECUTE FUNCTION coverage_append_only()"
]


class Migration(migrations.Migration):
    dependencies = [("coverage", "0007_event_codes")]

    operations = [
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=planfront.kernel.security.ids.new_uuid,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("order", models.UUIDField()),
                ("month", models.DateField()),
                ("payer", models.CharField(choices=[("member", "Member"), ("group", "Group")], max_length=6)),
                ("amount", models.DecimalField(decimal_places=2, max_digits=10)),
                ("recorded", models.DateTimeField()),
                (
                    "change",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="adjustments",
                        to="coverage.change",
                    ),
                ),
                (
                    "policy",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="adjustments",
                        to="coverage.policy",
                    ),
                ),
            ],
            options={
                "ordering": ["policy", "recorded", "month", "payer"],
                "indexes": [models.Index(fields=["policy", "month"], name="coverage_adjustments")],
                "constraints": [
                    models.UniqueConstraint(fields=("change", "month", "payer"), name="coverage_adjustment_once"),
                    models.CheckConstraint(
                        condition=models.Q(("amount", 0), _negated=True), name="coverage_adjustment_amount"
                    ),
                ],
            },
        ),
        run_sql(postgres=POSTGRES, sqlite=SQLITE),
    ]
