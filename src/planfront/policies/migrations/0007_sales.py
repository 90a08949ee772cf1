"""What was sold becomes policies of the book, with their sales beside them. In batches, each in a transaction of its
own: one that was stopped goes on where it was."""

from urllib.parse import unquote

import django.db.models.deletion
from django.db import migrations, models, transaction

from planfront.book.migrations._carrying import write_first_version

BATCH = 1000
_OVER = ("cancelled", "terminated")


def carry_policies(apps, schema_editor):
    old, sales = apps.get_model("policies", "Policy"), apps.get_model("policies", "Sale")
    policies = apps.get_model("book", "Policy")
    last = None
    while True:
        rows = old.objects.order_by("pk").select_related("confirmation__enrollment__group")
        batch = list((rows if last is None else rows.filter(pk__gt=last))[:BATCH])
        if not batch:
            return
        last = batch[-1].pk
        done = set(policies.objects.filter(pk__in=[row.pk for row in batch]).values_list("pk", flat=True))
        with transaction.atomic():
            missing = [row for row in batch if row.pk not in done]
            carried = policies.objects.bulk_create([_policy(policies, row) for row in missing])
            for policy, row in zip(carried, missing, strict=True):
                _write_history(apps, policy, row)
            sales.objects.bulk_create([_sale(sales, row) for row in missing])


def _policy(policies, row):
    enrollment = row.confirmation.enrollment
    over = row.status in _OVER
    return policies(
        id=row.pk,
        number=row.number,
        brand_id=row.confirmation.brand_id,
        member_id=enrollment.member_id,
        group_id=enrollment.group_id,
        portal_id=enrollment.portal_id,
        agent_id=enrollment.agent_id,
        plan_id=row.plan_id,
        plan_name=row.plan_name,
        category=row.category,
        tier=enrollment.tier,
        monthly=row.monthly,
        amount=row.amount,
        riders=row.riders,
        contribution=row.contribution,
        effective_date=row.effective_date,
        end_date=row.effective_date.fromordinal(row.effective_date.toordinal() - 1) if over else None,
        awaits_decision=row.status == "pending",
        created_at=row.confirmation.created_at,
    )


def _write_history(apps, policy, row):
    enrollment, group = row.confirmation.enrollment, row.confirmation.enrollment.group
    said = {
        "option": unquote(row.plan_pricing_id.split(":")[1]) if row.plan_pricing_id.count(":") == 3 else "",
        "tobacco": enrollment.tobacco,
        "sex": {0: "M", 1: "F"}.get(enrollment.gender),
        "income": None if enrollment.income is None else str(enrollment.income),
        "hours": enrollment.hours,
        "sic": group and group.sic,
        "group_size": group and group.eligible_employees,
        "participation": group and group.participation,
    }
    write_first_version(
        apps,
        policy,
        born=enrollment.dob,
        place={"state": enrollment.state, "zip": enrollment.zip, "county_fips": enrollment.county_fips},
        inputs={name: value for name, value in said.items() if value not in (None, "")},
        proof=row.proof,
    )


def _sale(sales, row):
    return sales(
        policy_id=row.pk,
        confirmation_id=row.confirmation_id,
        plan_id=row.plan_id,
        category=row.category,
        plan_pricing_id=row.plan_pricing_id,
        monthly=row.monthly,
        one_time=row.one_time,
        proof=row.proof,
    )


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("policies", "0006_contribution"), ("book", "0004_append_only"), ("shopping", "0013_quote")]
    operations = [
        migrations.RemoveIndex(model_name="policy", name="policies_premium"),
        migrations.CreateModel(
            name="Sale",
            fields=[
                (
                    "policy",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="sale",
                        serialize=False,
                        to="book.policy",
                    ),
                ),
                ("plan_id", models.BigIntegerField(db_index=True)),
                ("category", models.CharField(max_length=20)),
                ("plan_pricing_id", models.CharField(max_length=200)),
                ("monthly", models.DecimalField(decimal_places=2, max_digits=10)),
                ("one_time", models.DecimalField(decimal_places=2, max_digits=10)),
                ("proof", models.JSONField(default=dict)),
                (
                    "confirmation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sales",
                        to="policies.confirmation",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["confirmation", "plan_id", "category", "monthly"], name="policies_premium")
                ],
            },
        ),
        migrations.RunPython(carry_policies, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="underwritingcase",
            name="policy",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="case", to="book.policy"
            ),
        ),
        migrations.DeleteModel(name="Policy"),
    ]
