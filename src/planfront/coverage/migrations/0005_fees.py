"""Fees that members owe beside premiums: rows that are only added, like changes and versions."""

import django.db.models.deletion
from django.db import migrations, models

import planfront.kernel.security.ids
from planfront.kernel.database.operations import run_sql

_ABORT = "BEGIN SELECT RAISE(ABORT, 'coverage is append-only'); END"
_KEPT = "EXISTS (SELECT 1 FROM coverage_policy WHERE id = OLD.policy_id AND NOT erasing)"
SQLITE = [
    f"CREATE TRIGGER coverage_fee_no_update BEFORE UPDATE ON coverage_fee {_ABORT}",
    f"CREATE TRIGGER coverage_fee_no_delete BEFORE DELETE ON coverage_fee WHEN {_KEPT} {_ABORT}",
]
POSTGRES = [
    "CREATE TRIGGER coverage_fee_no_change BEFORE UPDATE OR DELETE ON coverage_fee "
    "FOR EACH ROW EXECUTE FUNCTION coverage_append_only()"
]


class Migration(migrations.Migration):
    dependencies = [("coverage", "0004_events")]

    operations = [
        migrations.AddField(
            model_name="policy",
            name="sold_fees",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Fee",
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
                (
                    "source",
                    models.CharField(choices=[("association", "Association"), ("plan", "Plan")], max_length=11),
                ),
                ("code", models.CharField(max_length=40)),
                ("plan_id", models.BigIntegerField(null=True)),
                ("amount", models.DecimalField(decimal_places=2, max_digits=10)),
                ("once", models.BooleanField(default=False)),
                ("effective", models.DateField()),
                ("until", models.DateField(blank=True, null=True)),
                (
                    "payer",
                    models.CharField(
                        choices=[("member", "Member"), ("group", "Group")], default="member", max_length=6
                    ),
                ),
                ("recorded", models.DateTimeField()),
                (
                    "policy",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fee_rows",
                        to="coverage.policy",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replaced_by",
                        to="coverage.fee",
                    ),
                ),
            ],
            options={
                "ordering": ["policy", "effective", "recorded", "id"],
                "indexes": [models.Index(fields=["policy", "effective"], name="coverage_fees")],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="coverage_fee_amount")
                ],
            },
        ),
        run_sql(postgres=POSTGRES, sqlite=SQLITE),
    ]
