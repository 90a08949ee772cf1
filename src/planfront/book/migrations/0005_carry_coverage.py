"""What members had on record becomes policies, and policies without a history get their first change and version.

In batches, each in a transaction of its own: one that was stopped goes on where it was.
"""

from datetime import timedelta
from uuid import NAMESPACE_OID, uuid5

from django.db import migrations, transaction
from django.utils import timezone

from planfront.book.migrations._carrying import NOWHERE, write_first_version

BATCH = 1000
DAY = timedelta(days=1)


def carry_coverage(apps, schema_editor):
    policies = apps.get_model("book", "Policy")
    rows = apps.get_model("members", "Coverage").objects.select_related("member").order_by("pk")
    last = 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        done = set(policies.objects.filter(pk__in=[_key(row) for row in batch]).values_list("pk", flat=True))
        same = policies.objects.filter(number__in=[row.policy_number for row in batch])
        taken = {policy.number: policy for policy in same}
        with transaction.atomic():
            for row in [row for row in batch if _key(row) not in done and not _is_sold(row, taken)]:
                number = row.policy_number
                number = f"C-{row.pk}" if not number or number in taken else number
                taken[number] = _policy(policies, row, number)
                taken[number].save(force_insert=True)


def _key(row):
    """The policy of a row, always the same: what was carried over is known by it."""
    return uuid5(NAMESPACE_OID, f"members.coverage:{row.pk}")


def _is_sold(row, taken):
    """The row tells of a policy that was sold here."""
    policy = taken.get(row.policy_number)
    return policy is not None and policy.pk.version != 5 and policy.member_id == row.member_id


def _policy(policies, row, number):
    member, today = row.member, timezone.localdate()
    ended = row.end_date
    if row.status != "ACTIVE" and (ended is None or ended >= today):
        ended = today - DAY
    return policies(
        id=_key(row),
        number=number,
        brand_id=member.brand_id,
        member_id=member.pk,
        group_id=member.group_id,
        portal_id=member.portal_id,
        agent_id=member.agent_id,
        plan_id=row.plan_id,
        plan_name=row.plan_name,
        category=row.category,
        effective_date=row.effective_date,
        end_date=ended,
        created_at=timezone.now(),
    )


def _place(policy):
    member = policy.member
    return {"state": member.state, "zip": member.zip, "county_fips": ""} if member else NOWHERE


def write_history(apps, schema_editor):
    policies = apps.get_model("book", "Policy")
    rows = policies.objects.filter(changes=None).select_related("member").order_by("pk")
    while batch := list(rows[:BATCH]):
        with transaction.atomic():
            for policy in batch:
                write_first_version(apps, policy, born=policy.member and policy.member.birth_date, place=_place(policy))


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
