"""Files of reps and of groups, from upload to live and back."""

import csv
from datetime import date
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import PlanCode
from planfront.catalog.tests.factories import make_carrier, make_plan
from planfront.imports import services
from planfront.imports.errors import CanNotRollBack, SamePerson, Stale
from planfront.imports.models import ImportRun
from planfront.imports.registry import importer
from planfront.kernel import clock
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import AgentGroup, Group, GroupAdministrator, PayPeriods
from planfront.parties.groups.selectors import terms_of
from planfront.parties.groups.services import create_portal
from planfront.parties.reps.models import Agent
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db

REP = {
    "Rep code": "r4410",
    "First name": "Ann",
    "Last name": "Lee",
    "Email": "ann.lee@demo.test",
    "Phone": "(614) 555-0148",
    "Brands": "Shop",
    "License state": "Ohio",
    "License number": "OH-440127",
    "License to": "2/28/2027",
    "Insurer": "Halden Dental",
    "Appointment state": "OH",
    "Appointed on": "2021-04-15",
}
SECOND_LICENSE = {"Rep code": "R4410", "License state": "TX", "License number": "TX-9", "License line": "life"}
GROUP = {
    "Group code": "harbor",
    "Group name": "Harbor Bakery",
    "Brands": "shop",
    "Portals": "Work",
    "Rep codes": "R4410",
    "Address": "12 Quay St",
    "City": "Boston",
    "State": "MA",
    "ZIP code": "2110",
    "SIC": "175",
    "Eligible employees": "42",
    "Pay periods": "26",
    "Class": "Full time",
    "Default class": "yes",
    "Categories": "vision; dental",
    "Waiting period": "30 days",
    "Coverage starts": "next",
    "Contribution for": "dental",
    "Contribution": "80%",
    "At most": "$60",
    "Enrollment opens": "11/1/2027",
    "Enrollment closes": "11/30/2027",
    "First day covered": "1/1/2028",
    "Administrator email": "Kim@harbor.example",
    "Administrator name": "Kim Ortega",
}
FAMILY = {"Group code": "HARBOR", "Class": "Full time", "Tier": "Family", "Contribution": "$50"}
PART_TIME = {"Group code": "HARBOR", "Class": "Part time", "May enroll": "No"}


@pytest.fixture
def world(brand):
    make_carrier()
    create_portal(code="work", name="Work", brands=[brand])
    return brand


@pytest.fixture
def rep(world):
    return create_agent(code="R4410", brands=[world], first_name="Ann", last_name="Lee", email="ann.lee@demo.test")


@pytest.fixture
def people(db):
    return [User.objects.create_superuser(f"{name}@demo.test", "planfront-demo") for name in ("admin", "approver")]


@pytest.fixture
def write(tmp_path):
    def write(*rows):
        path = tmp_path / "people.csv"
        names = list(dict.fromkeys(name for row in rows for name in row))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(rows)
        return path

    return write


@pytest.fixture
def staged(write, people):
    def staged(kind, *rows):
        return services.import_file(kind=kind, path=write(*rows), by=people[0])

    return staged


@pytest.fixture
def live(staged, people):
    def live(kind, *rows):
        run = staged(kind, *rows)
        assert run.state == "staged", issues(run)
        services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())
        return services.take_run_live(run_id=run.pk)

    return live


def issues(run):
    return [(issue.row, issue.column, issue.message) for issue in run.issues.order_by("pk")]


def test_reps_come_with_licenses_and_appointments(world, staged, live):
    run = staged("reps", REP, SECOND_LICENSE)
    assert run.review["headline"] == "1 new"
    assert run.review["counts"] == {"new": 1, "changed": 0, "licenses": 2, "appointments": 1}
    (change,) = run.review["changes"]
    assert (change["what"], change["before"]) == ("R4410 (new)", "")
    assert change["after"] == (
        "First name: Ann; Last name: Lee; Email: ann.lee@demo.test; Phone: 6145550148; Brands: shop; "
        "License OH, Life, accident and health: License number OH-440127, License to 02/28/2027; "
        "License TX, Life: License number TX-9; Appointment halden, OH, 04/15/2021"
    )
    assert not Agent.objects.exists(), "a preview changes nothing"
    services.discard_run(run_id=run.pk)
    live("reps", REP, SECOND_LICENSE)
    rep = Agent.objects.get()
    assert (rep.code, rep.name, rep.phone, rep.user) == ("R4410", "Ann Lee", "6145550148", None)
    assert [brand.key for brand in rep.brands.all()] == ["shop"]
    assert list(rep.licenses.values_list("state", "number", "line", "expires_on")) == [
        ("OH", "OH-440127", "life_health", date(2027, 2, 28)),
        ("TX", "TX-9", "life", None),
    ]
    assert list(rep.appointments.values_list("carrier_id", "state", "appointed_on")) == [
        (make_carrier().pk, "OH", date(2021, 4, 15))
    ]
    assert not OutboundEmail.objects.exists()
    assert AuditEvent.objects.filter(action="agent.created", subject_id=str(rep.pk)).count() == 1


def test_the_same_file_again_changes_nothing(rep, staged, live):
    live("reps", REP, SECOND_LICENSE)
    again = staged("reps", REP, SECOND_LICENSE)
    assert (again.review["headline"], again.counts) == ("Nothing would change.", {"reps": 1, "already as they are": 1})
    live("groups", GROUP, FAMILY, PART_TIME)
    again = staged("groups", GROUP, FAMILY, PART_TIME)
    assert again.review["headline"] == "Nothing would change."
    assert again.counts == {"groups": 1, "already as they are": 1, "eligible employees": 42}


def test_groups_come_with_what_they_need_to_be_used(rep, live):
    run = live("groups", GROUP, FAMILY, PART_TIME)
    assert run.review["counts"] == {
        "new": 1,
        "changed": 0,
        "classes": 2,
        "contributions": 2,
        "enrollment_windows": 1,
        "administrators": 1,
    }
    assert run.counts == {"groups": 1, "eligible employees": 42}
    group = Group.objects.get()
    assert (group.code, group.zip, group.sic, group.pay_periods) == ("HARBOR", "02110", "0175", 26)
    assert [portal.code for portal in group.portals.all()] == ["work"]
    assert AgentGroup.objects.get().agent == rep
    terms = terms_of(group)
    full, part = terms.classes
    assert (full.name, full.categories, full.waiting.count) == ("Full time", {"dental", "vision"}, 30)
    assert full.waiting.first_day(date(2027, 1, 2)) == date(2027, 3, 1)
    assert (terms.default_id, part.name, part.eligible) == (full.id, "Part time", False)
    dental, family = terms.contributions
    assert (dental.kind, dental.value, dental.cap, dental.category) == ("percent", 80, 60, "dental")
    assert (family.kind, family.value, family.tier, family.class_id) == ("amount", 50, "IF", full.id)
    (window,) = terms.windows
    assert (window.closes_on, window.class_id) == (date(2027, 11, 30), full.id)
    administrator = GroupAdministrator.objects.get().user
    assert (administrator.email, administrator.name) == ("kim@harbor.example", "Kim Ortega")
    assert not administrator.has_usable_password()
    assert not OutboundEmail.objects.exists(), "nobody is invited"


def test_a_file_changes_what_it_names_and_leaves_the_rest(rep, live, staged):
    live("groups", GROUP, FAMILY, PART_TIME)
    change = {
        "Group code": "harbor",
        "Phone": "8005550142",
        "Class": "Full time",
        "Contribution": "70%",
        "Tier": "Family",
    }
    run = live("groups", change)
    assert run.review["changes"] == [
        {
            "what": "HARBOR (changed)",
            "before": "Contribution Full time, Family: Contribution $50.00",
            "after": "Phone: 8005550142; Contribution Full time, Family: Contribution 70%",
            "percent": None,
        }
    ]
    group = Group.objects.get()
    assert (group.phone, group.city, group.classes.count(), group.contributions.count()) == (
        "8005550142",
        "Boston",
        2,
        2,
    )
    services.roll_back_run(run_id=run.pk)
    group.refresh_from_db()
    assert (group.phone, group.contributions.last().value) == ("", 50)


@pytest.mark.parametrize("name", ["HD-1500", "halden ppo", "number"])
def test_a_contribution_names_a_plan_as_policies_do(rep, live, name):
    plan = make_plan(name="Halden PPO")
    PlanCode.objects.create(plan=plan, code="HD-1500")
    live("groups", {**GROUP, "Contribution for": str(plan.pk) if name == "number" else name, "Tier": "EE + Spouse"})
    contribution = Group.objects.get().contributions.get()
    assert (contribution.plan_id, contribution.category, contribution.tier) == (plan.pk, "", "IS")


def test_what_a_file_could_not_write_stays_as_it_is(rep, live):
    live("groups", GROUP)
    Group.objects.update(state="PR", phone="0")
    live("groups", {"Group code": "HARBOR", "City": "San Juan"})
    group = Group.objects.get()
    assert (group.city, group.state, group.phone) == ("San Juan", "PR", "0")


REP_ERRORS = [
    ({"Rep code": ""}, "Rep code", "Fill this in; every row begins with it."),
    ({"First name": "4nn"}, "First name", "Please enter valid name"),
    ({"Email": "ann.lee"}, "Email", "Enter a valid email address."),
    ({"Phone": "555-0148"}, "Phone", "Write ten digits, such as 614-555-0148."),
    ({"NPN": "A12"}, "NPN", "Up to ten digits."),
    ({"Brands": "Shopp"}, "Brands", "Write one of: shop."),
    ({"License state": "Ontario"}, "License state", "Write the two letters of a state, such as OH."),
    ({"License number": ""}, "License number", "Fill this in."),
    ({"License from": "3/1/2027"}, "License to", "It can't expire before it is in force."),
    ({"Insurer": "Hayden"}, "Insurer", "Write one of: halden."),
    ({"Appointed on": "13/40/2021"}, "Appointed on", "There is no month 13. Write the month first: mm/dd/yyyy."),
    ({"Brands": ""}, "Brands", "Fill this in."),
]
GROUP_ERRORS = [
    ({"Group name": ""}, "Group name", "Fill this in."),
    ({"State": "Boston"}, "State", "Write the two letters of a state, such as OH."),
    ({"ZIP code": "2110x"}, "ZIP code", "Write five digits, such as 43215."),
    ({"SIC": "20519"}, "SIC", "Write four digits, such as 2051."),
    ({"Rep codes": "R9"}, "Rep codes", "Write one of: R4410."),
    ({"Eligible employees": "about 40"}, "Eligible employees", "Write a whole number, such as 30."),
    (
        {"Pay periods": "13"},
        "Pay periods",
        f"Write one of: {'; '.join(PayPeriods.labels)}.",
    ),
    ({"Waiting period": "soon"}, "Waiting period", "Write days or months, such as 30 days."),
    ({"Contribution": "0.8"}, "Contribution", "Write a percentage such as 80%, or dollars a month such as $50.00."),
    ({"Contribution": "101%"}, "Contribution", "At most 100 per cent, and nothing below 0."),
    ({"Tier": "Trio"}, "Tier", "Write one of: Member; Member + Spouse; Member + Child(ren); Family."),
    ({"Enrollment closes": "10/1/2027"}, "Enrollment closes", "It can't close before it opens."),
    ({"Administrator email": "kim"}, "Administrator email", "Enter a valid email address."),
    (
        {"Administrator email": "rep@demo.test"},
        "Administrator email",
        "This address can't be invited. Please use another one.",
    ),
]


@pytest.mark.parametrize(
    ("kind", "good", "errors"), [("reps", REP, REP_ERRORS), ("groups", GROUP, GROUP_ERRORS)], ids=["reps", "groups"]
)
def test_every_bad_row_is_named_with_its_column_and_what_is_right(world, rep, staged, kind, good, errors):
    User.objects.create_user("rep@demo.test", None, role="rep")
    code = next(iter(good))
    name = "Administrator email"
    rows = [
        {**good, code: f"X{at}", **({name: f"{at}@harbor.example"} if name in good else {}), **bad}
        for at, (bad, _column, _message) in enumerate(errors)
    ]
    run = staged(kind, *rows)
    assert run.state == "refused"
    assert sorted(issues(run)) == sorted((at, column, text) for at, (_bad, column, text) in enumerate(errors, 2))


def test_rows_of_one_party_must_agree(world, rep, staged):
    rows = [
        {"Group code": "A", "Group name": "Acme", "Brands": "shop", "Class": "Staff", "Default class": "Yes"},
        {"Group code": "A", "Group name": "Acne", "Class": "staff"},
        {"Group code": "A", "Class": "Crew", "Default class": "Yes", "Administrator email": "kim@acme.example"},
        {"Group code": "B", "Group name": "Bell", "Brands": "shop", "Administrator email": "KIM@acme.example"},
    ]
    assert sorted(issues(staged("groups", *rows))) == [
        (3, "Class", "Write the class as Staff, or call it something else."),
        (3, "Group name", "Row 2 says Acme. Write the same here, or leave the cell empty."),
        (4, "Default class", "A group has one default class: Staff."),
        (5, "Administrator email", "This person administers A. Use another address here."),
    ]


def test_a_heading_of_no_column_refuses_the_file(world, staged):
    run = staged("reps", {**REP, "Licence number": "1"})
    assert issues(run) == [(1, "Licence number", "No column has this heading. Use the headings of the template.")]


@pytest.mark.parametrize("kind", ["reps", "groups"])
def test_the_template_reads_as_a_file(world, rep, staged, kind, tmp_path, people):
    create_agent(code="R4411", brands=[world], first_name="Bo", last_name="Day", email="b@b.example")
    make_carrier("ostrander", name="Ostrander Mutual")
    world.key = "larkspur"
    world.save()
    path = tmp_path / "template.csv"
    path.write_bytes(importer(kind).template(f"{kind}.csv").body.replace(b"Example: ", b""))
    run = services.import_file(kind=kind, path=path, by=people[0])
    assert (run.state, issues(run)) == ("staged", [])


def test_the_uploader_does_not_approve_or_roll_back(rep, staged, live, people):
    run = staged("groups", GROUP)
    with pytest.raises(SamePerson):
        services.approve_run(run_id=run.pk, by=people[0], go_live_on=clock.today())
    services.discard_run(run_id=run.pk)
    run = live("groups", GROUP)
    with pytest.raises(SamePerson):
        services.roll_back_run(run_id=run.pk, by=people[0])


def test_rolling_back_takes_away_what_the_file_brought(rep, live, people):
    before = {"licenses": rep.licenses.count(), "phone": rep.phone}
    reps, groups = live("reps", REP, SECOND_LICENSE), live("groups", GROUP, FAMILY)
    services.roll_back_run(run_id=groups.pk, by=people[1])
    assert not Group.objects.exists()
    assert not GroupAdministrator.objects.exists()
    services.roll_back_run(run_id=reps.pk, by=people[1])
    rep.refresh_from_db()
    assert {"licenses": rep.licenses.count(), "phone": rep.phone} == before
    live("groups", GROUP, FAMILY)
    assert GroupAdministrator.objects.get().user.email == "kim@harbor.example", "the account waits as before"


def test_rolling_back_is_refused_once_something_builds_on_it(world, live, people):
    reps, groups = live("reps", REP), live("groups", GROUP, PART_TIME)
    more = live("groups", {"Group code": "HARBOR", "Class": "Crew"})
    group = Group.objects.get()
    crew = group.classes.get(name="Crew")
    columns = {"first_name": "Mia", "last_name": "Roy", "birth_date": date(1990, 1, 1), "gender": 1}
    member = create_member(brand=world, group=group, group_class=crew, **columns)

    def reason(run):
        with pytest.raises(CanNotRollBack) as refused:
            services.roll_back_run(run_id=run.pk, by=people[1])
        return str(refused.value.message)

    assert reason(more) == "It is in use by now: HARBOR Crew: members."
    member.group_class = None
    member.save()
    services.roll_back_run(run_id=more.pk, by=people[1])
    assert reason(groups) == "It is in use by now: HARBOR: members."
    member.delete()
    assert reason(reps) == "It is in use by now: R4410 serves HARBOR."
    user = GroupAdministrator.objects.get().user
    user.set_password("planfront-demo")
    user.save()
    assert reason(groups) == "kim@harbor.example administers the group by now."
    assert Group.objects.get().classes.count() == 2


def test_a_party_changed_since_keeps_the_file_from_going_live(rep, staged, people):
    run = staged("reps", REP)
    Agent.objects.update(phone="8005550142")
    with pytest.raises(Stale):
        services.approve_run(run_id=run.pk, by=people[1], go_live_on=clock.today())


def test_the_command_line_brings_reps_and_names_bad_rows(world, people, write, capsys):
    call_command("import", "reps", write(REP, SECOND_LICENSE), approve_as="approver@demo.test")
    assert "1 new" in (output := capsys.readouterr().out)
    assert "licenses: 2" in output
    assert Agent.objects.get().licenses.count() == 2
    with pytest.raises(CommandError, match="rejected, and nothing changed: 1 error"):
        call_command("import", "groups", write({**GROUP, "Rep codes": "", "State": "Boston"}))
    assert "row 2, State: Write the two letters of a state, such as OH." in capsys.readouterr().err


def test_the_back_office_explains_reads_and_approves_a_file(rep, client, people, write):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(people[0])
    base = "/backoffice/imports/importrun/"
    page = client.get(f"{base}add/?kind=groups").content.decode()
    assert "A category, or a plan's name, number or insurer's code. Empty: every plan." in unescape(page)
    assert f"{base}template/groups/groups.csv" in page
    body = SimpleUploadedFile("groups.csv", write(GROUP, FAMILY).read_bytes())
    assert client.post(f"{base}add/?kind=groups", {"file": body}).status_code == 302
    run = services.stage_file(run_id=ImportRun.objects.get().pk)
    page = client.get(f"{base}{run.pk}/change/").content.decode()
    assert "Contribution Full time, dental: Contribution 80%" in page
    assert "<dt>Eligible employees</dt><dd>42</dd>" in page
    client.force_login(people[1])
    today = {"go_live_on": clock.today().isoformat()}
    page = client.post(f"{base}{run.pk}/step/approve/", today, follow=True).content.decode()
    assert "This import is live." in page
    assert "Kim Ortega" in client.get(f"/backoffice/parties/group/{Group.objects.get().pk}/change/").content.decode()
