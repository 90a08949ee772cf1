"""Policies in force elsewhere that come by a file: the book equals the file, errors are named, nothing comes twice.

Prices by hand, a month: member 36.85, with spouse 71.75, with children 69.95, family 104.85. Today is 10/14/2026.
"""

import csv
import re
from collections import defaultdict
from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.db.models import Count
from django.urls import reverse

from planfront.accounts.models import User
from planfront.catalog.models import Plan, PlanCode, PlanRider
from planfront.catalog.tests.factories import make_carrier
from planfront.coverage.age_limits import drop_due
from planfront.coverage.models import Change, CoverageEvent, CoveredPerson, Policy, Version
from planfront.coverage.renewal import runs
from planfront.coverage.renewal.runs import NewRun
from planfront.coverage.tests.policies import issue
from planfront.enrollment.worklists.rounds import load_round
from planfront.imports import services, storage
from planfront.imports.errors import CanNotRollBack, SamePerson, Stale
from planfront.imports.models import StagedChange
from planfront.imports.registry import importer
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.members.identifiers import subscriber_number
from planfront.members.models import DuplicateMember, Member, Relative
from planfront.members.services import create_member
from planfront.parties.groups.models import Contribution, GroupClass, OpenEnrollment
from planfront.parties.groups.services import create_group
from planfront.shopping.tests.factories import dental, rate_by_tier

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

EE = {
    "Insurer": "Halden Dental",
    "Plan": "HD-1500",
    "Group code": "ACME01",
    "Employee number": "1001",
    "Relationship": "EE",
    "Last name": "Marlowe",
    "First name": "Dana",
    "Date of birth": "04/17/1988",
    "Gender": "Female",
    "ZIP": "75201",
    "Effective date": "01/01/2026",
    "Premium": "36.85",
}
SPOUSE = {"Relationship": "Spouse", "Last name": "Marlowe", "First name": "Kim", "Date of birth": "05/02/1987"}
CHILD = {"Relationship": "Child", "Last name": "Marlowe", "First name": "Ari", "Date of birth": "03/09/2015"}
LAPORTE = {**EE, "Employee number": "1002", "Last name": "Laporte", "First name": "Lee", "Date of birth": "2/3/1990"}
SOLIS = {
    **EE,
    "Insurer": "brightwater",
    "Plan": "Brightwater Vision",
    "Group code": "",
    "Employee number": "",
    "Last name": "Solis",
    "First name": "Renata",
    "Date of birth": "06/01/1979",
    "Insurer ID": "BW-77",
    "Effective date": "03/01/2026",
    "Premium": "9.95",
}
NO_NUMBER = "Write the member number, the group and employee number, or the insurer's ID of the person."
SAME_ID = "Row 22 has the same ID. A group's or plan's number isn't a policy's: leave it empty."


@pytest.fixture(autouse=True)
def now():
    with time_machine.travel("2026-10-14T15:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def plan(db):
    plan = dental()
    PlanCode.objects.create(plan=plan, code="HD-1500")
    return plan


@pytest.fixture
def vision(db):
    carrier = make_carrier("brightwater", name="Brightwater")
    return dental("Brightwater Vision", carrier=carrier, category="vision")


@pytest.fixture
def acme(brand, plan):
    group = create_group(code="ACME01", name="Acme", brands=[brand], pay_periods=24)
    Contribution.objects.create(group=group, plan_id=plan.pk, kind="percent", value=50)
    return group


@pytest.fixture
def staff(db):
    return [User.objects.create_superuser(f"{name}@demo.test", "planfront-demo") for name in ("admin", "approver")]


@pytest.fixture
def staged(tmp_path, staff, acme, vision):
    def staged(*rows, name="book.csv", **given):
        path = tmp_path / name
        headings = list(dict.fromkeys(heading for row in [EE, *rows] for heading in row))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, headings)
            writer.writeheader()
            writer.writerows(rows)
        return services.import_file(kind="policies", path=path, by=staff[0], given=given)

    return staged


def on_record(brand, group, number, name, born, **more):
    first, last = name.split()
    place = {"state": "TX", "zip": "75201", "email": f"{first.lower()}@demo.test"}
    people = {"first_name": first, "last_name": last, "birth_date": born, "gender": 1}
    return create_member(brand=brand, group=group, employee_number=number, **people, **place, **more)


def take_live(run, staff):
    assert run.state == "staged", [str(issue) for issue in run.issues.all()]
    services.approve_run(run_id=run.pk, by=staff[1], go_live_on=clock.today())
    return services.take_run_live(run_id=run.pk)


def said(run):
    return [str(issue) for issue in run.issues.order_by("row", "pk")]


def test_the_book_equals_the_file_counted_and_summed(staged, staff, brand, acme, django_capture_on_commit_callbacks):
    rows = [
        {**EE, "Tier": "Family", "Premium": "104.85", "Employer share": "60.00", "Insurer policy ID": "HD-1"},
        {**SPOUSE, "Insurer ID": "HD 2"},
        {**CHILD, "Covered since": "01/01/2024"},
        {**LAPORTE, "Effective date": "02/01/2026", "Premium": "40.00", "Bill day": "15"},
        SOLIS,
        {**SOLIS, "Plan": "HD-1500", "Insurer": "halden", "Effective date": "03/01/2026", "End date": "09/30/2026"},
    ]
    run = staged(*rows)
    assert run.review["headline"] == "4 policies, 6 people, $164.75 a month, employer share as filed $60.00"
    assert [(row["what"], row["after"]) for row in run.review["changes"]] == [
        ("Brightwater, no group, 03/2026", "1 policy, 1 person, $9.95 a month"),
        ("Halden Dental, no group, 03/2026", "1 policy, 1 person, $9.95 a month"),
        (
            "Halden Dental, Acme (ACME01), 01/2026",
            "1 policy, 3 people, $104.85 a month, employer share as filed $60.00",
        ),
        (
            "Halden Dental, Acme (ACME01), 02/2026",
            "1 policy, 1 person, $40.00 a month",
        ),
    ]
    assert [row["text"] for row in run.review["warnings"]] == [
        "3 policies cost something else by our rates: +$50.65 a month in all. They keep what is billed."
    ]
    assert not Policy.objects.exists(), "a dry run writes nothing"
    assert not Member.objects.exists()
    with pytest.raises(SamePerson):
        services.approve_run(run_id=run.pk, by=staff[0], go_live_on=clock.today())
    with django_capture_on_commit_callbacks(execute=True):
        take_live(run, staff)

    filed = defaultdict(lambda: [0, Decimal(0)])
    insurers = {"halden": "Halden Dental", "brightwater": "Brightwater"}
    for row in rows:
        if "Premium" in row:
            first = row["Effective date"]
            month = filed[insurers.get(row["Insurer"], row["Insurer"]), row["Group code"], f"{first[:2]}/{first[-4:]}"]
            month[0] += 1
            month[1] += Decimal(row["Premium"])
    book = defaultdict(lambda: [0, Decimal(0)])
    for policy in Policy.objects.select_related("group"):
        insurer = Plan.objects.get(pk=policy.plan_id).carrier.name
        month = book[insurer, policy.group.code if policy.group else "", policy.effective_date.strftime("%m/%Y")]
        month[0] += 1
        month[1] += policy.monthly
    assert dict(book) == dict(filed)
    dana = Policy.objects.get(insurer_number="HD-1")
    assert (dana.tier, dana.member.employee_number, dana.member.group, dana.carried_over) == ("IF", "1001", acme, run)
    people = dana.people.values_list("role", "original_date", "effective_date", "insurer_id")
    assert sorted(people) == [
        ("child", date(2024, 1, 1), date(2026, 1, 1), ""),
        ("spouse", date(2026, 1, 1), date(2026, 1, 1), "HD 2"),
        ("subscriber", date(2026, 1, 1), date(2026, 1, 1), ""),
    ]
    version = dana.versions.get()
    assert (version.employer, version.own, version.rated_on) == (Decimal("60.00"), Decimal("44.85"), date(2026, 1, 1))
    lee = Policy.objects.get(member__last_name="Laporte")
    assert (lee.versions.get().employer, lee.changes.get().facts["carried_over"]) == (
        Decimal("20.00"),
        {"file": "book.csv", "row": 5, "payer": "group", "bill_day": 15, "our_price": "36.85"},
    )
    ended = Policy.objects.get(end_date=date(2026, 9, 30))
    assert ended.state == "ended"
    assert DuplicateMember.objects.get().matched == ["name"], "two insurers' numbers may be one person's: staff decide"
    assert storage.name_of(run.file) not in storage.list_names(), "the file names people and isn't needed any more"


@pytest.mark.thorough
def test_a_large_book_of_several_groups_equals_its_file(staged, staff, brand, acme):
    """5,200 rows: every second policy is of a couple or a family, every fifth ended, every seventh is no group's."""
    create_group(code="BELL02", name="Bell", brands=[brand], pay_periods=26)
    people = {"IO": (), "IS": (SPOUSE,), "IF": (SPOUSE, CHILD)}
    rows, filed = [], defaultdict(lambda: [0, 0, Decimal(0), 0])
    for number in range(2971):
        tier = ("IO", "IS", "IO", "IF")[number % 4]
        group = "" if number % 7 == 0 else ("ACME01", "BELL02")[number // 6 % 2]
        first, last = f"{1 + number % 6:02}/01/2026", "09/30/2026" if number % 5 == 0 else ""
        premium = Decimal("36.85") + number % 100
        name = "Bo" + "".join(chr(97 + number // 26**at % 26) for at in range(3))
        own = {"Group code": group, "Employee number": str(number) if group else "", "Insurer ID": f"P{number}"}
        own |= {"Last name": name, "Effective date": first, "End date": last, "Premium": str(premium)}
        rows += [{**EE, **own}, *({**row, "Last name": name} for row in people[tier])]
        month = filed["Halden Dental", group, first[:2], bool(last)]
        month[:] = [month[0] + 1, month[1] + 1 + len(people[tier]), month[2] + premium, month[3] + len(people[tier])]
    assert len(rows) > 5000
    take_live(staged(*rows), staff)
    book = defaultdict(lambda: [0, 0, Decimal(0), 0])
    policies = Policy.objects.annotate(Count("people"), Count("people__relative"))
    columns = ("group__code", "effective_date", "end_date", "monthly", "people__count", "people__relative__count")
    for group, first, last, monthly, covered, others in policies.values_list(*columns):
        month = book["Halden Dental", group or "", first.strftime("%m"), last is not None]
        month[:] = [month[0] + 1, month[1] + covered, month[2] + monthly, month[3] + others]
    assert dict(book) == dict(filed)
    assert (len(book), Member.objects.count(), Relative.objects.count()) == (36, 2971, len(rows) - 2971)
    assert Version.objects.filter(in_force=True).count() == 2971
    again = staged(*rows, name="again.csv")
    assert again.review["counts"] == {"new": 0, "unchanged": 2971}


def test_nobody_hears_of_what_they_know(staged, staff, acme, mailoutbox):
    take_live(staged({**EE, "End date": "12/31/2026", "Email": "dana@marlowe.example"}), staff)
    run_pending()
    assert not Letter.objects.exists()
    assert not mailoutbox
    assert set(CoverageEvent.objects.values_list("kind", flat=True)) == {"issue"}


def test_a_second_upload_changes_nothing(staged, staff):
    rows = [{**EE, "Premium": "71.75", "Insurer policy ID": "HD-1"}, SPOUSE, LAPORTE, SOLIS]
    take_live(staged(*rows), staff)
    before = [list(model.objects.order_by("pk").values()) for model in (Policy, Member, Relative, Change, Version)]
    again = staged(*rows, name="again.csv")
    assert (again.review["headline"], again.review["counts"]) == ("Nothing would change.", {"new": 0, "unchanged": 3})
    take_live(again, staff)
    after = [list(model.objects.order_by("pk").values()) for model in (Policy, Member, Relative, Change, Version)]
    assert after == before
    dearer = staged({**EE, "Premium": "80.00", "Insurer policy ID": "HD-1"}, SPOUSE)
    number = Policy.objects.get(insurer_number="HD-1").number
    assert said(dearer) == [f"row 2, Premium: On record as {number} for $71.75 a month: stays so."]


def test_each_planted_error_is_named_with_its_row_its_column_and_what_is_right(staged, brand, acme, plan):
    PlanRider.objects.create(plan=plan, code="ortho", label="Orthodontics", component="ortho")
    gone = subscriber_number(999_999)
    known = on_record(brand, acme, "7", "Ana Ito", date(1980, 1, 1))
    issue(brand, number="P-7", plan_id=plan.pk, member_id=known.pk, first=date(2025, 6, 1))
    person = iter(range(2001, 2100))

    def ee(**cells):
        return {**EE, "Employee number": str(next(person)), **{name.replace("_", " "): v for name, v in cells.items()}}

    run = staged(
        ee(Insurer="Haldn"),
        ee(Plan="HD-9999"),
        ee(Group_code="ACME02"),
        ee(Effective_date="31/12/2026"),
        {**ee(), "End date": "12/31/2025"},
        {**ee(), "Tier": "Family"},
        {**SPOUSE, "Premium": "12"},
        {**ee(), "Employer share": "36.86"},
        {**ee(), "Bill day": "31"},
        {**ee(), "Riders": "orto"},
        {**ee(), "Member number": gone},
        {**EE, "Employee number": ""},
        {**ee(), "Date of birth": ""},
        {**ee(), "Premium": "71.75"},
        {**CHILD, "Date of birth": "03/09/1986"},
        {**ee(), "ZIP": ""},
        {**EE, "Employee number": "7"},
        {**EE, "Employee number": "7", "Date of birth": "01/01/1980"},
        EE,
        {**EE, "Effective date": "05/01/2026"},
        {**ee(), "Insurer policy ID": "HD-1"},
        {**ee(), "Insurer policy ID": "HD-1"},
        {**ee(), "Payer": "Aunt", "Covered since": "02/01/2026"},
    )
    assert run.state == "refused"
    own = subscriber_number(known.pk)
    assert said(run) == [
        "row 2, Insurer: Write one of: Brightwater; Halden Dental.",
        "row 3, Plan: Write one of: Halden Dental PPO 1500.",
        "row 4, Group code: Write one of: ACME01.",
        "row 5, Effective date: There is no month 31. Did you mean 12/31/2026?",
        "row 6, End date: Before the policy's first day, 01/01/2026.",
        "row 7, Tier: The people in these rows make it IS (Member + Spouse).",
        "row 8, Premium: Row 7, the member's, says something else. Leave this cell empty.",
        "row 9, Employer share: More than the premium. Write at most 36.85.",
        "row 10, Bill day: Write a day from 1 to 28: every month has it.",
        "row 11, Riders: Write one of: ortho.",
        "row 12, Member number: No member of this store has this number. Leave it empty for someone who is new.",
        f"row 13, Member number: {NO_NUMBER}",
        "row 14, Date of birth: Field is required",
        "row 16, Date of birth: A child can't be older than the employee. Please check the date of birth.",
        "row 17, ZIP: Field is required",
        f"row 18, Date of birth: The member with this number, {own}, has another date of birth on record.",
        "row 19, Plan: The member has this plan from 06/01/2025 on, as policy P-7. Leave the row out.",
        "row 21, Plan: Row 20 has the same plan of this member on the same days. Leave one out.",
        f"row 23, Insurer policy ID: {SAME_ID}",
        "row 24, Payer: Write one of: Member; Group.",
        "row 24, Covered since: After the policy's first day, 01/01/2026. The member is covered from then on.",
    ]
    assert not StagedChange.objects.exists()


def test_amounts_tiers_and_names_are_read_as_people_type_them(staged, staff):
    typed = {"Insurer": "HALDEN dental", "Plan": "hd 1500", "Premium": "$1,036.", "Employer share": ".50"}
    take_live(staged({**EE, **typed, "Tier": "ee only", "Payer": "Employer", "Tobacco": "n"}), staff)
    version = Version.objects.get()
    assert (version.premium, version.employer, version.policy.plan_name) == (
        1036,
        Decimal("0.50"),
        "Halden Dental PPO 1500",
    )
    assert version.inputs["tobacco"] is False


def test_a_name_that_two_plans_have_is_asked_about(staged, plan):
    other = dental(plan.name, carrier=plan.carrier)
    PlanCode.objects.create(plan=other, code="HD-1501")
    run = staged({**EE, "Plan": plan.name}, {**LAPORTE, "Plan": "HD-1501"})
    assert said(run) == [f"row 2, Plan: Several are called so. Write one of: {plan.pk}; {other.pk}."]


def test_people_who_joined_later_do_so_and_what_was_paid_before_isn_t_known(staged, staff):
    baby = {**CHILD, "Date of birth": "06/10/2026", "Covered since": "06/10/2026"}
    take_live(staged({**EE, "Premium": "104.85"}, SPOUSE, baby), staff)
    policy = Policy.objects.get()
    assert (policy.tier, policy.monthly, policy.effective_date) == ("IF", Decimal("104.85"), date(2026, 1, 1))
    versions = policy.versions.order_by("effective").values_list("effective", "tier", "premium", "employer")
    assert list(versions) == [
        (date(2026, 1, 1), "IS", None, Decimal(0)),
        (date(2026, 6, 10), "IF", Decimal("104.85"), Decimal("52.43")),
    ]
    assert policy.people.get(role="child").effective_date == date(2026, 6, 10)


def test_people_are_never_merged_without_a_number(staged, staff, brand, acme):
    nameless = on_record(brand, acme, "", "Dana Marlowe", date(1988, 4, 17))
    numbered = on_record(brand, acme, "1002", "Lee Laporte-Reyes", date(1990, 2, 3))
    number = {"Member number": subscriber_number(numbered.pk), "Employee number": ""}
    vision = {"Insurer": "Brightwater", "Plan": "Brightwater Vision"}
    take_live(staged(EE, LAPORTE, {**LAPORTE, **number, **vision}), staff)
    assert {policy.plan_name for policy in numbered.policies.all()} == {"Halden Dental PPO 1500", "Brightwater Vision"}
    assert not nameless.policies.exists()
    pair = DuplicateMember.objects.get()
    assert pair.first_id == nameless.pk
    numbered.refresh_from_db()
    assert numbered.last_name == "Laporte-Reyes", "a record stays as it is"


def test_a_roll_back_takes_everything_back_and_the_file_can_come_again(staged, staff, brand, acme):
    kept = on_record(brand, acme, "1002", "Lee Laporte", date(1990, 2, 3))
    rows = [{**EE, "Premium": "71.75"}, SPOUSE, {**LAPORTE, "Premium": "69.95"}, {**CHILD, "Last name": "Laporte"}]
    run = take_live(staged(*rows), staff)
    assert (Policy.objects.count(), Relative.objects.count()) == (2, 2)
    with pytest.raises(SamePerson):
        services.roll_back_run(run_id=run.pk, by=staff[0])
    services.roll_back_run(run_id=run.pk, by=staff[1])
    left = [model.objects.count() for model in (Policy, Change, Version, CoveredPerson, Relative)]
    assert (left, list(Member.objects.all())) == ([0, 0, 0, 0, 0], [kept])
    take_live(staged(*rows), staff)
    assert Policy.objects.count() == 2


def test_nothing_is_rolled_back_once_something_was_built_on_it(staged, staff, plan):
    run = take_live(staged(EE, LAPORTE), staff)
    rate_by_tier(plan, {"IO": "38.00"}, since=date(2027, 1, 1))
    renewal = runs.create_run(NewRun(date(2027, 1, 1), date(2026, 12, 15), date(2026, 12, 28), (plan.pk,)), by=None)
    runs.start_preview(run_id=renewal.pk)
    run_pending()
    number = Policy.objects.order_by("number").first().number
    with pytest.raises(CanNotRollBack) as refused:
        services.roll_back_run(run_id=run.pk, by=staff[1])
    assert str(refused.value.message).startswith("Policy C")
    assert Policy.objects.filter(number=number, erasing=False).exists()
    assert Policy.objects.count() == 2


def test_what_changed_since_the_review_stops_going_live(staged, staff, brand, acme, plan):
    run = staged(EE, LAPORTE)
    services.approve_run(run_id=run.pk, by=staff[1], go_live_on=clock.today())
    lee = on_record(brand, acme, "1002", "Lee Laporte", date(1990, 2, 3))
    issue(brand, number="P-7", plan_id=plan.pk, member_id=lee.pk)
    with pytest.raises(Stale):
        services.take_run_live(run_id=run.pk)
    assert [policy.number for policy in Policy.objects.all()] == ["P-7"]
    assert list(Member.objects.all()) == [lee]


def test_renewal_ageing_out_and_letters_take_it_like_any_other(staged, staff, plan, now):
    ari = {**CHILD, "Date of birth": "12/20/2000"}
    disabled = {**CHILD, "Relationship": "Disabled Child", "First name": "Noa", "Date of birth": "12/20/1998"}
    rate_by_tier(plan, {"IO": "38.00", "IS": "74.10", "IC": "72.00", "IF": "108.00"}, since=date(2027, 1, 1))
    take_live(staged({**EE, "Premium": "65.00", "Email": "dana@marlowe.example"}, ari, disabled), staff)
    policy = Policy.objects.get()
    now.move_to("2026-11-01T15:00:00Z")
    drop_due()
    run_pending()
    assert dict(policy.people.values_list("relative__first_name", "end_date"))["Ari"] == date(2026, 12, 31)
    assert policy.people.get(relative__first_name="Noa").stays
    assert [letter.kind for letter in Letter.objects.all()] == ["ageing_out"]


def test_the_template_is_read_as_it_is(tmp_path, staff, acme):
    path = tmp_path / "policies.csv"
    body = importer("policies").template("policies.csv").body.replace(b"Example: ", b"")
    body = body.replace(b"Ostrander Mutual", b"Halden Dental").replace(b"MILL", b"ACME01")
    path.write_bytes(body)
    run = services.import_file(kind="policies", path=path, by=staff[0])
    assert said(run) == [
        "row 2, Plan: Write one of: Halden Dental PPO 1500.",
    ]
    PlanCode.objects.update(code="OM-D1500")
    path.write_bytes(body.replace(b"Dana", b"Dan"))
    run = services.import_file(kind="policies", path=path, by=staff[0])
    assert (said(run), run.review["counts"]) == ([], {"new": 1, "unchanged": 0})


def test_staff_read_where_a_policy_comes_from_and_its_price_by_our_rates(staged, staff, client):
    take_live(staged({**EE, "Premium": "40.00", "Bill day": "15", "Insurer policy ID": "HD-1"}), staff)
    policy = Policy.objects.get()
    client.force_login(staff[1])
    address = reverse("admin:coverage_policy_change", args=[policy.pk])
    page = client.get(address, headers={"host": "shop.test"}).content.decode()
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Carried over Import book.csv , row 2 Billed to Group, on day 15 of the month As billed $40.00" in words
    assert "By our rates $36.85 Insurer's policy ID HD-1" in words
    assert "What Effective Why A month Entered Carried over" in words
    assert f'href="{reverse("admin:imports_importrun_change", args=[policy.carried_over_id])}"' in page
    address = reverse("admin:imports_importrun_change", args=[policy.carried_over_id])
    page = client.get(address, headers={"host": "shop.test"}).content.decode()
    assert "1 policy costs something else by our rates: -$3.15 a month in all. It keeps what is billed." in page


@pytest.mark.parametrize("number", ["HD-400117", "4001170022"])
def test_staff_find_a_policy_by_the_number_of_its_insurer(staged, staff, client, number):
    take_live(staged({**EE, "Insurer policy ID": number}, LAPORTE), staff)
    policy = Policy.objects.get(insurer_number=number)
    other = Policy.objects.exclude(pk=policy.pk).get()
    client.force_login(staff[1])
    for address, box in (("admin:everything", "words"), ("admin:coverage_policy_changelist", "find")):
        answer = client.post(reverse(address), {box: number}, headers={"host": "shop.test"}, follow=True)
        page = answer.content.decode()
        assert (policy.number in page, other.number in page) == (True, False), address


def test_a_person_with_coverage_isn_t_reminded_to_enroll(staged, staff, brand, acme):
    on_record(brand, acme, "1001", "Dana Marlowe", date(1988, 4, 17), hired_on=date(2026, 10, 1))
    GroupClass.objects.create(group=acme, name="Everyone", is_default=True)
    OpenEnrollment.objects.create(group=acme, opens_on=date(2026, 12, 1), closes_on=date(2026, 12, 15))
    assert len(load_round(acme.pk, brand.pk).awaited) == 1
    take_live(staged({**EE, "Effective date": "10/05/2026"}), staff)
    assert load_round(acme.pk, brand.pk).awaited == []
