"""Other contributions and classes of a group from a day on: the preview, and the versions that are written. Shares are
worked out by hand."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
import time_machine
from django.db import transaction
from django_tasks_db.models import DBTaskResult
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.coverage.authors import SYSTEM, Author, By
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues, read_fees
from planfront.coverage.group import new_shares
from planfront.coverage.group.fee_amounts import take_from_pay
from planfront.coverage.group.standing import stand
from planfront.coverage.group.tasks import write_shares
from planfront.coverage.group_reads import policies_of_group
from planfront.coverage.ledger import add_change, load_ledgers, lock_ledgers, withdraw_change, write
from planfront.coverage.letters.tasks import read_events
from planfront.coverage.models import Change, CoverageEvent, Policy, Version
from planfront.coverage.owed_fees import SoldFee, sum_owed
from planfront.coverage.timeline import Covered, Kind, Role, find_terms
from planfront.coverage.withdrawals import withdraw_order
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.security.ids import new_uuid
from planfront.letters.models import Letter
from planfront.members.group_people import people_by_id
from planfront.members.models import Member, Relative
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import Contribution, Group, GroupClass
from planfront.parties.groups.selectors import terms_of_id
from planfront.parties.groups.services import create_group
from planfront.parties.groups.shares import PERIODS, deductions, share
from planfront.parties.groups.terms import ContributionTerm

FIRST, JULY, AUGUST = date(2027, 1, 1), date(2027, 7, 1), date(2027, 8, 1)
BIRTH = date(2027, 8, 14)
DUES = [SoldFee("membership", Decimal("5.00"))]


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-05-20T17:00:00Z", tick=True):
        yield


@pytest.fixture
def walter(world):
    """Hourly, paid each week: half of 36.85 is 18.425, so the group pays 18.43."""
    return world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST)


@pytest.fixture
def grace(world):
    """Salaried, paid twice a month: 75 per cent of 36.85 is 27.6375."""
    return world.policy(world.person("Grace Okafor", world.salaried), "P-2", first=FIRST)


@pytest.fixture
def acme(walter, grace, make_client):
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    return client


def pay_from_july(world, value, **more):
    Contribution.objects.create(
        group=world.group, plan_id=world.plan.pk, kind="percent", value=value, eff_from=JULY, **more
    )


def preview(client, **query):
    answer = client.get("get-new-shares", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def start(client, day="07/01/2027"):
    shown = preview(client, day=day)
    return client.post("apply-new-shares", {"day": day, "digest": shown["digest"]}).json()["data"]


def apply(client, day="07/01/2027"):
    answer = start(client, day)
    run_jobs()
    return answer


def queued():
    return [job for job in DBTaskResult.objects.all() if job.args_kwargs["args"][0] == write_shares.spec.name]


def run_jobs():
    for job in queued():
        job.delete()
        write_shares.function(*job.args_kwargs["args"][1])


def split_on(policy, day, known=None):
    (record,) = load_ledgers([policy])
    terms = find_terms(record.versions, day, known)
    return str(terms.premium), str(terms.employer), str(terms.own)


def amounts(split):
    return split["premium"], split["employer"], split["own"]


def test_a_new_contribution_is_previewed_and_written_from_its_day(world, acme, walter, grace):
    pay_from_july(world, 80)
    shown = preview(acme, day="07/01/2027")
    # 80 per cent of 36.85 is 29.48; the salaried keep the 75 per cent of their class.
    (row,) = shown["result"]
    assert (row["name"], row["policy_number"], row["plan"]) == ("Walter Nguyen", "P-1", "Dental")
    assert amounts(row["before"]) == ("36.85", "18.43", "18.42")
    assert amounts(row["after"]) == ("36.85", "29.48", "7.37")
    # 18.42 × 12 / 52 is 4.2508, 7.37 × 12 / 52 is 1.7008.
    assert (row["before"]["each_pay"], row["after"]["each_pay"]) == ("$4.25 each week", "$1.70 each week")
    assert (shown["total"], shown["people"], shown["days"][0], shown["days"][-1]) == (1, 1, "06/01/2027", "05/01/2028")
    assert Version.objects.count() == 2, "a preview writes nothing"
    assert preview(acme, day="06/01/2027")["total"] == 0, "the contribution counts from July on"

    started = apply(acme)
    assert (started["day"], started["policies"]) == ("07/01/2027", 1)
    assert acme.get("get-new-shares-progress", order=started["order"]).json()["data"] == {"written": 1, "left": 0}
    begun = AuditEvent.objects.get(action="group.new_shares_started")
    assert (begun.actor_kind, begun.subject_id) == ("group", str(world.group.pk))
    assert begun.meta == {"order": started["order"], "day": "2027-07-01", "policies": 1}
    assert preview(acme, day="07/01/2027")["total"] == 0
    assert split_on(walter, date(2027, 6, 30)) == ("36.85", "18.43", "18.42")
    assert split_on(walter, JULY) == ("36.85", "29.48", "7.37")
    assert split_on(grace, JULY) == ("36.85", "27.64", "9.21")
    change = Change.objects.get(kind="shares")
    assert (change.policy.number, change.by, change.effective) == ("P-1", "group", JULY)
    event = CoverageEvent.objects.get(kind="shares")
    assert (event.policy_id, event.change_id) == (walter.pk, change.pk)
    people = acme.get("get-group-people", day="07/01/2027").json()["data"]
    assert amounts(people["total_split"]) == ("73.70", "57.12", "16.58")


def test_as_known_before_the_old_shares_hold(world, acme, walter):
    pay_from_july(world, 80)
    apply(acme)
    known = Change.objects.get(kind="shares").recorded - timedelta(microseconds=1)
    assert split_on(walter, JULY, known) == ("36.85", "18.43", "18.42")
    assert split_on(walter, JULY) == ("36.85", "29.48", "7.37")


def test_another_class_and_other_pay_periods_count_from_the_day(world, acme, walter, grace):
    Member.objects.filter(pk=walter.member_id).update(group_class=world.salaried)
    GroupClass.objects.filter(pk=world.salaried.pk).update(pay_periods=12)
    shown = preview(acme, day="07/01/2027")
    rows = {row["policy_number"]: row for row in shown["result"]}
    assert amounts(rows["P-1"]["after"]) == ("36.85", "27.64", "9.21")
    assert rows["P-2"]["before"]["each_pay"] == "$4.61 twice a month"
    assert rows["P-2"]["after"]["each_pay"] == "$9.21 a month"
    assert amounts(shown["before"]) == ("73.70", "46.07", "27.63")
    assert amounts(shown["after"]) == ("73.70", "55.28", "18.42")
    assert apply(acme)["policies"] == 2
    assert [split_on(policy, JULY)[1] for policy in (walter, grace)] == ["27.64", "27.64"]


def test_a_newborn_after_the_day_has_the_contribution_of_then(world, acme, walter):
    """60 per cent of 69.95 is 41.97, also where the group has another contribution from August on."""
    pay_from_july(world, 60)
    apply(acme)
    Contribution.objects.filter(eff_from=JULY).update(eff_to=date(2027, 7, 31))
    Contribution.objects.create(group=world.group, plan_id=world.plan.pk, kind="percent", value=20, eff_from=AUGUST)
    child = Relative.objects.create(
        member=walter.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=BIRTH
    )
    (record,) = lock_ledgers([walter.pk])
    person = Covered(str(child.pk), Role.CHILD, BIRTH, BIRTH)
    write([add_change(record, Kind.ADD_PERSON, BIRTH, compute=price_family, person=person)])
    assert split_on(walter, date(2027, 8, 13)) == ("36.85", "22.11", "14.74")
    assert split_on(walter, BIRTH) == ("69.95", "41.97", "27.98")


def price_family(terms):
    return replace(terms, premium=Decimal("69.95" if terms.tier == "IC" else "36.85"))


def add_child(policy, first):
    born = date(2020, 1, 1)
    child = Relative.objects.create(
        member=policy.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=born
    )
    (record,) = lock_ledgers([policy.pk])
    person = Covered(str(child.pk), Role.CHILD, born, first)
    write([add_change(record, Kind.ADD_PERSON, first, compute=price_family, person=person)])


def test_what_was_to_change_later_has_the_new_shares_too(world, acme, walter):
    add_child(walter, AUGUST)
    assert split_on(walter, AUGUST) == ("69.95", "34.98", "34.97")
    pay_from_july(world, 60)
    apply(acme)
    assert split_on(walter, JULY) == ("36.85", "22.11", "14.74")
    assert split_on(walter, AUGUST) == ("69.95", "41.97", "27.98")


def test_new_shares_can_be_taken_back_alone(world, acme, walter):
    pay_from_july(world, 80)
    apply(acme)
    (record,) = lock_ledgers([walter.pk])
    write([withdraw_change(record, record.history[-1])])
    assert split_on(walter, JULY) == ("36.85", "18.43", "18.42")


def correct_to(world, value):
    Contribution.objects.filter(group=world.group, eff_from=JULY).update(value=value)


def test_a_corrected_contribution_is_written_again_for_the_same_day(world, acme, walter):
    """80 per cent of 36.85 is 29.48, 60 per cent is 22.11, and of 69.95 with a child it is 41.97."""
    child = Relative.objects.create(
        member=walter.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=date(2020, 1, 1)
    )
    pay_from_july(world, 80)
    apply(acme)
    (record,) = lock_ledgers([walter.pk])
    person = Covered(str(child.pk), Role.CHILD, date(2020, 1, 1), AUGUST)
    write([add_change(record, Kind.ADD_PERSON, AUGUST, compute=price_family, person=person)])
    assert split_on(walter, AUGUST) == ("69.95", "55.96", "13.99")
    correct_to(world, 60)
    (row,) = preview(acme, day="07/01/2027")["result"]
    assert (amounts(row["before"]), amounts(row["after"])) == (("36.85", "29.48", "7.37"), ("36.85", "22.11", "14.74"))
    order = apply(acme)["order"]
    assert acme.get("get-new-shares-progress", order=order).json()["data"] == {"written": 1, "left": 0}
    assert preview(acme, day="07/01/2027")["total"] == 0
    assert split_on(walter, date(2027, 6, 30)) == ("36.85", "18.43", "18.42")
    assert split_on(walter, JULY) == ("36.85", "22.11", "14.74")
    assert split_on(walter, AUGUST) == ("69.95", "41.97", "27.98")


def test_shares_that_were_corrected_stay_so_and_are_taken_back_one_by_one(world, acme, walter):
    pay_from_july(world, 80)
    apply(acme)
    correct_to(world, 60)
    second = UUID(apply(acme)["order"])
    (record,) = lock_ledgers([walter.pk])
    write([add_change(record, Kind.END, date(2027, 12, 31))])
    assert split_on(walter, JULY) == ("36.85", "22.11", "14.74"), "a later change keeps what was corrected"
    withdraw_order(Change.objects.get(kind="end").order, Author(By.STAFF, 1))
    withdraw_order(second, Author(By.STAFF, 1))
    assert split_on(walter, JULY) == ("36.85", "29.48", "7.37")
    first = Change.objects.filter(kind="shares").earliest("recorded")
    withdraw_order(first.order, Author(By.STAFF, 1))
    assert split_on(walter, JULY) == ("36.85", "18.43", "18.42")
    apply(acme)
    assert split_on(walter, JULY) == ("36.85", "22.11", "14.74"), "what was taken back isn't recalled"


def test_a_tier_that_begins_on_the_day_has_new_contributions_too(world, acme, walter):
    """Half of 69.95 is 34.98, 60 per cent is 41.97."""
    add_child(walter, JULY)
    assert split_on(walter, JULY) == ("69.95", "34.98", "34.97")
    pay_from_july(world, 60)
    apply(acme)
    assert split_on(walter, JULY) == ("69.95", "41.97", "27.98")


def test_who_pays_all_and_what_has_ended_or_begins_later(world, acme, walter):
    """A contribution that is no longer there: the person pays all. Policies without that day are left alone."""
    world.policy(world.person("Aisha Rahman"), "P-3", first=FIRST, ends_on=date(2027, 6, 30))
    world.policy(world.person("Owen Hale"), "P-4", first=JULY)
    Contribution.objects.filter(group=world.group, group_class=None).delete()
    shown = preview(acme, day="07/01/2027")
    (row,) = shown["result"]
    assert (row["policy_number"], amounts(row["after"])) == ("P-1", ("36.85", "0.00", "36.85"))
    apply(acme)
    assert split_on(walter, JULY) == ("36.85", "0", "36.85")


def test_what_has_moved_since_is_refused_and_nothing_is_written(world, acme, walter):
    pay_from_july(world, 80)
    digest = preview(acme, day="07/01/2027")["digest"]
    Contribution.objects.filter(eff_from=JULY).update(value=70)
    answer = acme.post("apply-new-shares", {"day": "07/01/2027", "digest": digest}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert not Change.objects.filter(kind="shares").exists()


@pytest.mark.parametrize("day", ["05/01/2027", "07/15/2027", "06/01/2028", "sometime"])
def test_only_months_to_come_can_be_chosen(acme, day):
    assert acme.get("get-new-shares", day=day).status_code == 422
    assert acme.post("apply-new-shares", {"day": day, "digest": "0" * 64}).status_code == 422


def test_only_administrators_of_the_group(acme, stranger):
    assert stranger.get("get-new-shares").status_code == 404
    assert stranger.post("apply-new-shares", {"digest": "0" * 64}).status_code == 404


def test_many_people_are_written_some_at_a_time(world, acme, walter, grace, monkeypatch):
    for number in range(3, 8):
        world.policy(world.person(f"N{number} Person"), f"P-{number}", first=FIRST)
    pay_from_july(world, 80)
    monkeypatch.setattr(new_shares, "AT_ONCE", 2)
    assert apply(acme)["policies"] == 6
    assert Change.objects.filter(kind="shares").count() == 6
    assert len(set(Change.objects.filter(kind="shares").values_list("order", flat=True))) == 1
    assert preview(acme, day="07/01/2027")["total"] == 0


def test_a_part_that_is_written_again_adds_nothing(world, acme, walter):
    pay_from_july(world, 80)
    start(acme)
    (job,) = queued()
    run_jobs()
    write_shares.function(*job.args_kwargs["args"][1])
    assert Change.objects.filter(kind="shares").count() == 1


@pytest.mark.parametrize("value", [70, 50], ids=["another contribution", "back to what was agreed before"])
def test_what_moves_before_the_worker_begins_is_left_and_counted(world, acme, walter, grace, value):
    """A contribution edited after the agreement: nothing but what was previewed is written."""
    pay_from_july(world, 80)
    order = start(acme)["order"]
    Contribution.objects.filter(eff_from=JULY).update(value=value)
    run_jobs()
    assert not Change.objects.filter(kind="shares").exists()
    assert split_on(walter, JULY) == ("36.85", "18.43", "18.42")
    assert acme.get("get-new-shares-progress", order=order).json()["data"] == {"written": 0, "left": 1}


def test_only_the_part_that_has_moved_is_left(world, acme, walter, grace, monkeypatch):
    monkeypatch.setattr(new_shares, "AT_ONCE", 1)
    Contribution.objects.filter(group=world.group).update(value=80)
    order = start(acme)["order"]
    Member.objects.filter(pk=grace.member_id).update(group_class=world.hourly)
    run_jobs()
    assert (split_on(walter, JULY)[1], split_on(grace, JULY)[1]) == ("29.48", "27.64")
    assert acme.get("get-new-shares-progress", order=order).json()["data"] == {"written": 1, "left": 1}


def test_the_progress_of_another_group_isnt_shown(world, acme, walter, brand, make_client):
    pay_from_july(world, 80)
    order = apply(acme)["order"]
    user = User.objects.create_user("other@demo.test", "planfront-demo", role="group", name="Other")
    create_group(code="OTHER1", name="Other", brands=[brand], user=user)
    other = make_client("shop.test")
    other.sign_in("other@demo.test")
    assert other.get("get-new-shares-progress", order=order).json()["data"] == {"written": 0, "left": 0}


def letters():
    """Return who was written to, and what is between the greeting and the number to call."""
    run_pending()
    rows = Letter.objects.order_by("created_at", "recipient")
    return [(row.recipient, row.document["data"]["paragraphs"][1:-1]) for row in rows]


SAME = "Here's what you and Acme pay for your plans from 07/01/2027. Your coverage and its price stay the same."
SAME_ES = "Esto es lo que usted y Acme pagan por sus planes desde el 07/01/2027. Su cobertura y el precio no cambian."
WALTER = (
    "From 07/01/2027, you pay $7.37 a month for Dental (P-1) instead of $18.42. "
    "Acme pays $29.48 instead of $18.43. Your payroll deduction is $1.70 each week instead of $4.25 each week."
)


def test_who_pays_another_share_gets_a_letter(world, acme, walter, grace):
    """80 per cent for the hourly; the salaried keep the 75 per cent of their class, and get no letter."""
    pay_from_july(world, 80)
    apply(acme)
    assert letters() == [("Walter Nguyen", [SAME, WALTER])]
    letter = Letter.objects.get()
    assert (letter.kind, letter.subject) == ("shares", "What you pay changes on 07/01/2027")
    assert (letter.mailed, letter.on_paper, letter.policies) == (True, False, ["P-1"])
    mail = OutboundEmail.objects.get(kind="letter")
    assert (mail.to, mail.subject) == ("walter@mail.example", "What you pay changes on 07/01/2027 – Shop")


def test_one_letter_tells_of_all_plans_whatever_parts_are_written_in(world, acme, walter, grace, monkeypatch):
    vision = world.another_plan()
    world.policy(walter.member, "P-3", plan=vision, name="Vision", first=FIRST)
    Contribution.objects.filter(group=world.group, group_class=None).update(value=80)
    monkeypatch.setattr(new_shares, "AT_ONCE", 1)
    Contribution.objects.filter(group_class=world.salaried).update(value=50)
    start(acme)
    jobs = queued()
    assert len(jobs) == 2
    for job in jobs:
        job.delete()
        write_shares.function(*job.args_kwargs["args"][1])
        run_pending()
    grace_pays = (
        "From 07/01/2027, you pay $18.42 a month for Dental (P-2) instead of $9.21. "
        "Acme pays $18.43 instead of $27.64. "
        "Your payroll deduction is $9.21 twice a month instead of $4.61 twice a month."
    )
    assert letters() == [
        ("Walter Nguyen", [SAME, WALTER, WALTER.replace("Dental (P-1)", "Vision (P-3)")]),
        ("Grace Okafor", [SAME, grace_pays]),
    ]


def test_another_class_is_told_in_the_language_of_the_member(world, acme, walter):
    """From half each week to 75 per cent twice a month."""
    user = User.objects.create_user("walter@mail.example", "planfront-demo", role="member", language="es")
    Member.objects.filter(pk=walter.member_id).update(group_class=world.salaried, user=user)
    apply(acme)
    assert letters() == [
        (
            "Walter Nguyen",
            [
                SAME_ES,
                (
                    "Desde el 07/01/2027, usted paga $9.21 al mes por Dental (P-1) en lugar de $18.42. "
                    "Acme paga $27.64 en lugar de $18.43. "
                    "El descuento de su salario es de $4.61 dos veces al mes en lugar de $4.25 cada semana."
                ),
            ],
        )
    ]
    assert Letter.objects.get().subject == "Lo que usted paga cambia el 07/01/2027"


def test_another_deduction_alone_is_told_and_another_rule_for_the_same_amounts_isnt(world, acme, walter, grace):
    GroupClass.objects.filter(pk=world.salaried.pk).update(pay_periods=12)
    Contribution.objects.filter(group=world.group, group_class=None).update(kind="amount", value="18.43")
    assert apply(acme)["policies"] == 2
    assert letters() == [
        (
            "Grace Okafor",
            [
                SAME,
                (
                    "From 07/01/2027, you still pay $9.21 a month for Dental (P-2). "
                    "Your payroll deduction is $9.21 a month instead of $4.61 twice a month."
                ),
            ],
        )
    ]


def test_who_pays_all_of_it_is_told_no_deduction(world, acme, walter):
    Contribution.objects.filter(group=world.group, group_class=None).delete()
    apply(acme)
    assert letters() == [
        (
            "Walter Nguyen",
            [
                SAME,
                (
                    "From 07/01/2027, you pay $36.85 a month for Dental (P-1) instead of $18.42. "
                    "Acme pays $0.00 instead of $18.43."
                ),
            ],
        )
    ]


def test_each_day_from_which_a_share_differs_is_told(world, acme, walter):
    add_child(walter, AUGUST)
    letters()
    Letter.objects.all().delete()
    pay_from_july(world, 60)
    apply(acme)
    ((_to, told),) = letters()
    # 69.95 × 60 per cent is 41.97; 14.74 × 12 / 52 is 3.40, 34.97 × 12 / 52 is 8.07, 27.98 × 12 / 52 is 6.46.
    assert told[1:] == [
        (
            "From 07/01/2027, you pay $14.74 a month for Dental (P-1) instead of $18.42. "
            "Acme pays $22.11 instead of $18.43. Your payroll deduction is $3.40 each week instead of $4.25 each week."
        ),
        (
            "From 08/01/2027, you pay $27.98 a month for Dental (P-1) instead of $34.97. "
            "Acme pays $41.97 instead of $34.98. Your payroll deduction is $6.46 each week instead of $8.07 each week."
        ),
    ]


def test_the_payer_of_dues_is_brought_to_policies_with_new_contributions(world, make_client):
    """Half of 36.85 and 5.00 of dues are Walter's, 23.42; without the dues 18.42 are left, 4.2508 from each pay."""
    walter = world.person("Walter Nguyen")
    policy = world.policy(walter, "P-1", first=FIRST, sold_with=DUES)
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    world.group.flags = {"pays_dues": True}
    world.group.save()
    (row,) = preview(client, day="07/01/2027")["result"]
    assert (amounts(row["before"]), amounts(row["after"])) == (
        ("41.85", "18.43", "23.42"),
        ("41.85", "23.43", "18.42"),
    )
    assert apply(client)["policies"] == 1
    assert [(fee.payer, fee.first, fee.last) for fee in read_fees([policy.pk])] == [
        ("member", FIRST, date(2027, 6, 30)),
        ("group", JULY, None),
    ]
    assert preview(client, day="07/01/2027")["total"] == 0
    for day, own in (("06/30/2027", "23.42"), ("07/01/2027", "18.42")):
        people = client.get("get-group-people", day=day).json()["data"]
        assert people["total_split"]["own"] == own
    assert split_on(policy, JULY) == ("36.85", "18.43", "18.42")
    dues = "The group pays the association membership, $5.00 a month, from 07/01/2027 on."
    assert letters() == [("Walter Nguyen", [SAME, dues])]


def test_the_payer_of_dues_is_brought_by_a_second_run_for_the_same_day(world, make_client):
    policy = world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST, sold_with=DUES)
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    pay_from_july(world, 80)
    apply(client)
    world.group.flags = {"pays_dues": True}
    world.group.save()
    assert preview(client, day="07/01/2027")["total"] == 1
    apply(client)
    assert [(fee.payer, fee.first, fee.last) for fee in read_fees([policy.pk])] == [
        ("member", FIRST, date(2027, 6, 30)),
        ("group", JULY, None),
    ]
    assert split_on(policy, JULY) == ("36.85", "29.48", "7.37")
    assert preview(client, day="07/01/2027")["total"] == 0


BY_GROUP_FROM_JULY = [("member", FIRST, date(2027, 6, 30)), ("group", JULY, None)]


def payers_of(policy):
    return [(fee.payer, fee.first, fee.last) for fee in read_fees([policy.pk])]


def let_group_pay_dues(world, pays):
    world.group.flags = {"pays_dues": pays}
    world.group.save()


def add_child_from_june(policy):
    """Add a child by staff, in September, back to June."""
    child = Relative.objects.create(
        member=policy.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=date(2020, 1, 1)
    )
    (record,) = lock_ledgers([policy.pk])
    person = Covered(str(child.pk), Role.CHILD, date(2020, 1, 1), date(2027, 6, 1))
    write([add_change(record, Kind.ADD_PERSON, date(2027, 6, 1), compute=price_family, person=person)])


@pytest.mark.parametrize("kind", [Kind.SHARES, Kind.RENEWAL])
def test_a_change_that_reaches_back_leaves_the_payer_of_past_dues(world, kind):
    """The group pays the dues from July on; its terms of September, when a child is added, don't count for July."""
    policy = world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST, sold_with=DUES)
    let_group_pay_dues(world, True)
    (record,) = lock_ledgers([policy.pk])
    write([add_change(record, kind, JULY, compute=price_family)])
    assert payers_of(policy) == BY_GROUP_FROM_JULY
    let_group_pay_dues(world, False)
    with time_machine.travel("2027-09-20T17:00:00Z", tick=True):
        add_child_from_june(policy)
    assert split_on(policy, JULY) == ("69.95", "34.98", "34.97")
    assert payers_of(policy) == BY_GROUP_FROM_JULY


@pytest.mark.parametrize("kind", [Kind.SHARES, Kind.RENEWAL])
def test_a_change_that_reaches_back_moves_no_past_dues_to_the_group(world, kind):
    policy = world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST, sold_with=DUES)
    pay_from_july(world, 80)
    (record,) = lock_ledgers([policy.pk])
    write([add_change(record, kind, JULY, compute=price_family)])
    let_group_pay_dues(world, True)
    with time_machine.travel("2027-09-20T17:00:00Z", tick=True):
        add_child_from_june(policy)
    assert split_on(policy, JULY) == ("69.95", "55.96", "13.99")
    assert payers_of(policy) == [("member", FIRST, None)]


CHARGED = "The association membership, $5.00 a month, is charged separately."
BY_GROUP = "The group pays the association membership, $5.00 a month."
GOES_ON = "The association membership, $5.00 a month, continues with the plan."


@pytest.mark.parametrize(
    ("sold", "later", "words"),
    [
        (True, True, BY_GROUP),
        (True, False, BY_GROUP),
        (False, False, CHARGED),
        (False, True, CHARGED),
    ],
)
def test_the_letter_of_a_change_names_the_payer_of_the_dues(world, sold, later, words):
    """The payer of today counts: with new contributions another one pays from July on."""
    let_group_pay_dues(world, sold)
    policy = world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST, sold_with=DUES)
    let_group_pay_dues(world, later)
    if later != sold:
        (record,) = lock_ledgers([policy.pk])
        write([add_change(record, Kind.SHARES, JULY)])
    letters()
    Letter.objects.all().delete()
    add_child_from_june(policy)
    ((_to, paragraphs),) = letters()
    text = " ".join(paragraphs)
    assert [other for other in (CHARGED, BY_GROUP) if other in text] == [words]


@pytest.mark.parametrize(("pays", "words"), [(True, f"{GOES_ON} The group pays it."), (False, GOES_ON)])
def test_dues_that_go_on_say_that_the_group_pays_them(world, pays, words):
    let_group_pay_dues(world, pays)
    policy = world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST, sold_with=DUES)
    (record,) = lock_ledgers([policy.pk])
    write([add_change(record, Kind.END, date(2027, 6, 30))])
    (record,) = load_ledgers([policy])
    back = add_change(record, Kind.REINSTATE, JULY)
    assert describe_dues(preview_dues([back]), ending=False) == words


def test_new_shares_that_are_taken_back_before_their_letter_leaves_are_never_told(world, acme, walter):
    pay_from_july(world, 80)
    apply(acme)
    assert len(letters()) == 1
    withdraw_order(Change.objects.get(kind="shares").order, Author(By.STAFF, 1))
    assert letters() == []
    assert not OutboundEmail.objects.filter(kind="letter").exists()


def test_new_shares_that_are_taken_back_later_are_told_once_more(world, acme, walter):
    pay_from_july(world, 80)
    apply(acme)
    assert len(letters()) == 1
    OutboundEmail.objects.update(status="SENT")
    withdraw_order(Change.objects.get(kind="shares").order, Author(By.STAFF, 1))
    read_events.enqueue()
    back = (
        "From 07/01/2027, you pay $18.42 a month for Dental (P-1) instead of $7.37. "
        "Acme pays $18.43 instead of $29.48. Your payroll deduction is $4.25 each week instead of $1.70 each week."
    )
    assert letters() == [("Walter Nguyen", [SAME, WALTER]), ("Walter Nguyen", [SAME, back])]


PERCENT = st.integers(0, 100).map(Decimal)
PREMIUMS = st.lists(st.decimals(1, 400, places=2), min_size=1, max_size=3)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PREMIUMS, PERCENT, PERCENT, st.none() | st.decimals(0, 60, places=2), st.sampled_from(PERIODS))
def test_people_are_policies_with_fees_and_deductions_before_and_after(world, premiums, percent, other, cap, periods):
    """A person's plans with the dues: People is the sum of versions and fee rows, for any contribution before and after
    a day, and each of the year's deductions adds up to twelve months of what the person pays."""
    with transaction.atomic():
        Contribution.objects.all().delete()
        Contribution.objects.create(group=world.group, kind="percent", value=percent, cap=cap)
        Group.objects.filter(pk=world.group.pk).update(pay_periods=periods)
        member = world.person("Noor Haddad")
        for number, premium in enumerate(premiums, 1):
            world.policy(member, f"R-{number}", first=FIRST, premium=premium, sold_with=DUES)
        Contribution.objects.all().update(value=other)
        for part in new_shares.cut_parts(world.group.pk, JULY, new_shares.find_new_shares(world.group.pk, JULY)):
            new_shares.write_part(world.group.pk, JULY, SYSTEM, new_uuid(), part)
        for day in (FIRST, date(2027, 6, 30), JULY):
            check_people(world.group.pk, member.pk, day, sum(premiums), percent if day < JULY else other, cap, periods)
        transaction.set_rollback(True)


def check_people(group_id, member_id, day, premium, percent, cap, periods):
    records = load_ledgers(Policy.objects.filter(member=member_id))
    terms = [find_terms(record.versions, day) for record in records]
    fees = read_fees(record.policy.pk for record in records)
    policies = policies_of_group(group_id, [member_id])[member_id]
    (person,) = people_by_id(group_id, [member_id]).values()
    standing = stand(person, terms_of_id(group_id), policies, day, has_request=False)
    people = standing.amounts
    granted = ContributionTerm(1, "percent", percent, cap)
    assert people.premium == premium + Decimal("5.00") == sum(row.premium for row in terms) + sum_owed(fees, day)
    assert people.employer == sum(row.employer for row in terms)
    assert people.employer == sum(share(row.premium, granted).employer for row in terms)
    assert people.own == people.premium - people.employer == people.taken.own
    rows = take_from_pay([*(plan.amounts for plan in standing.running), *(fee for _fee, fee in standing.fees)])
    assert sum(sum(deductions(row.taken.own, periods)) for row in rows) == people.own * 12
