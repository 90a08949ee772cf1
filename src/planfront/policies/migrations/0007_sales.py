"""What was sold becomes policies of the book, with their sales beside them. In batches, each in a transaction of its
own: one that was stopped goes on where it was."""

from urllib.parse import unquote

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Exists, OuterRef

from planfront.book.migrations._carrying import (
    First,
    Once,
    Progress,
    check_constraints_now,
    first_versions,
    has_table,
    keep_trying,
    keys_in_batches,
    write_all,
)

TABLE = "policies_policy"
_OVER = ("cancelled", "terminated")


def carry_policies(apps, schema_editor):
    if not has_table(schema_editor.connection, TABLE):
        return
    rows = apps.get_model("policies", "Policy").objects
    progress = Progress("Policies", rows.count())
    for batch in keys_in_batches(rows):
        keep_trying(lambda batch=batch: _carry(apps, batch), TABLE)
        progress.add(len(batch))


def _carry(apps, keys):
    """In one transaction, what isn't carried yet."""
    policies, sales = apps.get_model("book", "Policy"), apps.get_model("policies", "Sale")
    missing = set(keys).difference(sales.objects.filter(pk__in=keys).values_list("pk", flat=True))
    batch = list(_old_rows(apps).filter(pk__in=missing).order_by("pk")) if missing else []
    carried = [_policy(policies, row) for row in batch]
    firsts = map(_first, carried, batch)
    write_all(
        [
            (policies, [vars(policy) for policy in carried]),
            *first_versions(apps, firsts),
            (sales, [_sale(row) for row in batch]),
        ]
    )


def _rest(apps):
    """The keys of what isn't carried yet, in batches. All of both tables is looked through."""
    carried = apps.get_model("policies", "Sale").objects.filter(pk=OuterRef("pk"))
    return keys_in_batches(apps.get_model("policies", "Policy").objects.filter(~Exists(carried)))


def _old_rows(apps):
    """Policies from before with what is carried over of their enrollments and groups."""
    rows = apps.get_model("policies", "Policy").objects.select_related("confirmation__enrollment__group")
    enrollment = ["member", "group", "portal", "agent", "tier", "dob", "gender", "state", "zip", "county_fips"]
    enrollment += ["tobacco", "income", "hours"]
    group = [f"group__{name}" for name in ("sic", "eligible_employees", "participation")]
    return rows.only(
        *(column.name for column in rows.model._meta.fields),
        *(f"confirmation__{name}" for name in ("brand_id", "created_at")),
        *(f"confirmation__enrollment__{name}" for name in [*enrollment, *group]),
    )


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


def _first(policy, row):
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
    return First(
        policy,
        born=enrollment.dob,
        place={"state": enrollment.state, "zip": enrollment.zip, "county_fips": enrollment.county_fips},
        inputs={name: value for name, value in said.items() if value not in (None, "")},
        proof=row.proof,
    )


def _sale(row):
    return {
        "policy_id": row.pk,
        "confirmation_id": row.confirmation_id,
        "plan_id": row.plan_id,
        "category": row.category,
        "plan_pricing_id": row.plan_pricing_id,
        "monthly": row.monthly,
        "one_time": row.one_time,
        "proof": row.proof,
    }


class _RemoveIndex(Once, migrations.RemoveIndex):
    tables = (TABLE,)

    def is_done(self, connection, to_state):
        if not has_table(connection, TABLE):
            return True
        with connection.cursor() as cursor:
            return self.name not in connection.introspection.get_constraints(cursor, TABLE)


class _CreateModel(Once, migrations.CreateModel):
    tables = ("policies_confirmation", "book_policy")

    def is_done(self, connection, to_state):
        return has_table(connection, f"policies_{self.name.lower()}")


class _WithRest(Once):
    """A step that every policy has to be carried over for, also those that a running store sold after the last batch:
    before the tables are taken, and again when they are."""

    def catch_up(self, apps):
        for batch in _rest(apps):
            keep_trying(lambda batch=batch: _carry(apps, batch), TABLE)

    def prepare(self, apps, schema_editor):
        for batch in _rest(apps):
            _carry(apps, batch)
        check_constraints_now(schema_editor.connection)


class _AlterField(_WithRest, migrations.AlterField):
    tables = ("policies_confirmation", TABLE, "policies_underwritingcase", "book_policy")

    def is_done(self, connection, to_state):
        with connection.cursor() as cursor:
            relations = connection.introspection.get_relations(cursor, f"policies_{self.model_name}")
        return relations[f"{self.name}_id"][1] == "book_policy"


class _DeleteModel(_WithRest, migrations.DeleteModel):
    tables = ("policies_confirmation", TABLE)

    def is_done(self, connection, to_state):
        return not has_table(connection, TABLE)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("policies", "0006_contribution"), ("book", "0004_append_only"), ("shopping", "0013_quote")]
    operations = [
        _RemoveIndex(model_name="policy", name="policies_premium"),
        _CreateModel(
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
        _AlterField(
            model_name="underwritingcase",
            name="policy",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="case", to="book.policy"
            ),
        ),
        _DeleteModel(name="Policy"),
    ]
