"""A group's administrator uploads a roster: columns, rows to fix, preview, saving, undoing, invitations."""

import base64
import gzip
import io
from datetime import date

import pytest
import time_machine
from openpyxl import Workbook

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.engine import OrderRefused
from planfront.coverage.models import Change, Policy, Version
from planfront.coverage.tests.test_facts import disability_by_income
from planfront.coverage.timeline import Covered, Role
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.models import Member, Relative, RosterImport, RosterIssue
from planfront.members.roster.services import map_roster, start_applying_roster, start_undoing_roster, upload_roster
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import GroupAdministrator
from planfront.parties.groups.services import create_group
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve, dental

MORNING = "2027-03-17T17:00:00Z"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(MORNING, tick=True) as clock:
        yield clock


@pytest.fixture
def acme(world, sign_in):
    return sign_in("group@demo.test")


def book(*rows):
    made = Workbook()
    for row in rows:
        made.active.append(row)
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()


def encoded(body):
    return base64.b64encode(body if isinstance(body, bytes) else body.encode()).decode()


def call(client, path, **sent):
    answer = client.post(path, sent)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def read(client, path, **query):
    answer = client.get(path, **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def upload(client, body, name="people.csv"):
    return call(client, "upload-roster", file_name=name, content=encoded(body))


def checked(client, body, name="people.csv", words=()):
    """An upload with its guessed columns, once every row was checked."""
    sent = upload(client, body, name)
    columns = [column["field"] for column in sent["mapping"]["columns"]]
    call(client, "map-roster", roster_id=sent["roster_id"], columns=columns, words=list(words))
    return worked(client, sent)


def worked(client, roster):
    run_pending()
    return read(client, "get-roster", roster_id=roster["roster_id"])


def step(client, roster, name):
    call(client, "take-roster-step", roster_id=roster["roster_id"], step=name)
    return worked(client, roster)


def counts(roster, *names):
    return tuple(roster["counts"][name] for name in names)


AWKWARD = book(
    ["Acme people, November"],
    ["Emp #", "First", "Last", "DOB", "Start", "Dept type", "Work mail", "Shirt", "Sex", "SSN", "Zip"],
    ["CF-9", "Nadia", "Fox", "4/17/89", 45_979, "H", "n.fox@mailbox.example", "M", "F", "219-09-1234", 2138],
    ["CF-10", "Kofi", "Mensah", "13/04/1990", "11/23/2026", "S", "k.mensah@mailbox,example", "L", "M", "", "43215"],
    ["CF-11", "Hugo", "Lind", "17-Apr-1988", "2026-11-23", "SH", "", "S", "M", "", "43215"],
    ["Total", 3],
)
WORDS = [
    {"kind": "group_class_id", "key": "h", "meaning": "Hourly"},
    {"kind": "group_class_id", "key": "s", "meaning": "Salaried"},
]


def test_a_payroll_sheet_is_read_explained_fixed_and_saved(acme, world):
    sent = upload(acme, AWKWARD, "roster-nov.xlsx")
    assert (sent["state"], sent["file_name"], sent["counts"]) == ("mapping", "roster-nov.xlsx", None)
    assert [(column["heading"], column["field"]) for column in sent["mapping"]["columns"]] == [
        ("Emp #", "employee_number"),
        ("First", "first_name"),
        ("Last", "last_name"),
        ("DOB", "birth_date"),
        ("Start", "hired_on"),
        ("Dept type", "group_class_id"),
        ("Work mail", "email"),
        ("Shirt", ""),
        ("Sex", "gender"),
        ("SSN", "ssn"),
        ("Zip", "zip"),
    ]
    assert sent["mapping"]["columns"][9]["samples"] == ["•••-••-1234"]
    columns = [column["field"] for column in sent["mapping"]["columns"]]
    asked = call(acme, "preview-roster-columns", roster_id=sent["roster_id"], columns=columns)["questions"]
    assert [
        (one["kind"], [(word["text"], word["rows"], word["meaning"]) for word in one["words"]]) for one in asked
    ] == [("group_class_id", [("H", 1, ""), ("S", 1, ""), ("SH", 1, "")])]
    assert Member.objects.filter(group=world.group).count() == 0

    call(acme, "map-roster", roster_id=sent["roster_id"], columns=columns, words=WORDS)
    roster = worked(acme, sent)
    assert roster["state"] == "ready"
    assert counts(roster, "rows", "added", "skipped", "unused") == (4, 1, 2, 1)
    held = read(acme, "get-held-rows", roster_id=sent["roster_id"])["result"]
    assert [(row["row"], row["name"], row["employee"]) for row in held] == [
        (4, "Kofi Mensah", "CF-10"),
        (5, "Hugo Lind", "CF-11"),
    ]
    wrong = {cell["field"]: (cell["problems"], cell["likely"]) for cell in held[0]["cells"]}
    assert wrong == {
        "birth_date": (["There is no month 13. Did you mean 04/13/1990?"], "04/13/1990"),
        "email": (["Not an email address."], "k.mensah@mailbox.example"),
    }
    (hugo,) = held[1]["cells"]
    assert [choice["value"] for choice in hugo["choices"]] == ["Hourly", "Salaried"]
    assert hugo["problems"] == ["The group has no class “SH”. There are: Hourly, Salaried."]

    cells = [{"row": 4, "field": name, "text": likely} for name, (_said, likely) in wrong.items()]
    call(acme, "mend-roster", roster_id=sent["roster_id"], cells=cells, left_out=[5])
    roster = worked(acme, roster)
    assert counts(roster, "added", "skipped") == (2, 0)
    added = read(acme, "get-roster-changes", roster_id=sent["roster_id"], effect="added")
    assert [row["name"] for row in added["result"]] == ["Nadia Fox", "Kofi Mensah"]
    assert Member.objects.filter(group=world.group).count() == 0

    roster = step(acme, roster, "apply")
    assert (roster["state"], roster["may_undo"], roster["skipped_roster"]) == ("applied", True, None)
    nadia = Member.objects.get(employee_number="CF-9")
    assert (nadia.birth_date, nadia.hired_on, nadia.zip, nadia.group_class, nadia.ssn_last4) == (
        date(1989, 4, 17),
        date(2025, 11, 18),
        "02138",
        world.hourly,
        "1234",
    )
    assert Member.objects.get(employee_number="CF-10").birth_date == date(1990, 4, 13)
    again = upload(acme, AWKWARD, "roster-dec.xlsx")  # the columns and words of last time
    assert [column["field"] for column in again["mapping"]["columns"]][5] == "group_class_id"
    assert [word["meaning"] for word in again["mapping"]["questions"][0]["words"]].count("") == 1


SEMICOLONS = "\ufeffsep=;\r\nNachname;Last;First;DOB;Sex;E-mail\r\nx;Peña;Zoë;04/17/1988;F;zoe@mailbox.example\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_files_of_any_encoding_and_separator_are_read_packed_or_not(acme, encoding):
    text = SEMICOLONS if encoding != "cp1252" else SEMICOLONS.lstrip("\ufeff")
    body = text.encode(encoding)
    for sent in (body, gzip.compress(body)):
        roster = checked(acme, sent)
        assert counts(roster, "added") == (1,)
        (row,) = read(acme, "get-roster-changes", roster_id=roster["roster_id"], effect="added")["result"]
        assert row["name"] == "Zoë Peña"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "The file is empty."),
        ("???", "The file didn't arrive whole. Choose it again."),
        (encoded(gzip.compress(b"Last,First\n" * 50)[:20]), "The file didn't arrive whole. Choose it again."),
        (encoded(gzip.compress(b"a,b\n" * (3 << 20))), "The file is larger than 10 MB."),
        (encoded(b"\x89PNG\r\n\x1a\n\x00\x00"), "This is not a text file. Save it as CSV (UTF-8) or XLSX."),
        (encoded(b"PK\x03\x04no zip"), "The workbook is broken or is not an XLSX file."),
        (
            encoded(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")),
            "The workbook has a password. Remove it in your spreadsheet program, save it, and choose it again.",
        ),
        (encoded(b"Last,First,DOB\n"), "The file has no rows below its headings."),
    ],
)
def test_a_file_that_cannot_be_read_says_why(acme, content, words):
    answer = acme.post("upload-roster", {"file_name": "people.xlsx", "content": content})
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": "file", "error_message": words}]
    assert not RosterImport.objects.exists()


HEAD = "Emp #,Last,First,DOB,Sex,Email,Last day worked\n"
OWEN = "7,Hale,Owen,04/17/1989,F,{email},{ends}\n"


def test_nobody_is_ended_by_an_upload(acme, world, owen):
    world.person("Ida Marsh")
    Member.objects.filter(pk=owen.pk).update(employee_number="7")
    body = (
        HEAD + OWEN.format(email="owen.hale@mailbox.example", ends="04/30/2027") + "8,Gone,Al,1/1/1980,M,,1/31/2027\n"
    )
    roster = checked(acme, body)
    assert counts(roster, "added", "changed", "missing", "unused") == (0, 1, 1, 1)
    assert [person["name"] for person in roster["missing"]] == ["Ida Marsh"]
    said = "The file says they leave on 04/30/2027. An upload ends no one's employment: to end it, open their page."
    assert {"where": "G2", "text": said} in roster["notes"]
    (change,) = read(acme, "get-roster-changes", roster_id=roster["roster_id"])["result"]
    assert change["differences"] == [{"label": "Email", "before": owen.email, "after": "owen.hale@mailbox.example"}]
    assert change["member_id"] == owen.pk
    step(acme, roster, "apply")
    owen.refresh_from_db()
    assert (owen.email, owen.left_on) == ("owen.hale@mailbox.example", None)
    assert not Change.objects.filter(kind="end").exists()


def test_an_upload_is_undone_until_midnight(acme, world, owen, today):
    Member.objects.filter(pk=owen.pk).update(employee_number="7")
    body = HEAD + OWEN.format(email="new@mailbox.example", ends="") + "8,Fox,Nadia,1/1/1980,F,nadia@mailbox.example,\n"
    before = owen.email
    roster = step(acme, checked(acme, body), "apply")
    assert (counts(roster, "added", "changed", "invited"), roster["may_undo"]) == ((1, 1, 1), True)
    roster = step(acme, roster, "undo")
    assert (roster["state"], counts(roster, "restored", "kept")) == ("undone", (2, 0))
    owen.refresh_from_db()
    assert owen.email == before
    assert not Member.objects.filter(last_name="Fox").exists()

    again = step(acme, checked(acme, body), "apply")
    today.move_to("2027-03-18T16:00:00Z")
    acme.start()
    acme.sign_in("group@demo.test")
    assert not read(acme, "get-roster", roster_id=again["roster_id"])["may_undo"]
    answer = acme.post("take-roster-step", {"roster_id": again["roster_id"], "step": "undo"})
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "An upload can be undone until midnight. Call us to change what it saved.",
    )


def test_people_are_invited_after_midnight_when_it_cannot_be_undone_any_more(acme, world, today):
    body = HEAD + "8,Fox,Nadia,1/1/1980,F,nadia@mailbox.example,\n9,Grant,Olive,1/1/1981,F,,\n"
    step(acme, step(acme, checked(acme, body), "apply"), "undo")
    step(acme, checked(acme, body), "apply")
    invited = OutboundEmail.objects.filter(kind="account_invitation")
    assert not invited.exists()
    today.move_to("2027-03-18T16:00:00Z")
    run_pending()
    assert invited.count() == 1
    assert User.objects.get(email="nadia@mailbox.example").role == "member"


def test_rows_that_are_skipped_wait_as_an_upload_of_their_own_and_can_be_downloaded(acme, world):
    body = HEAD + "8,Fox,Nadia,1/1/1980,F,,\n9,Grant,Olive,13/04/1981,F,,\n"
    roster = step(acme, checked(acme, body, "nov.csv"), "apply")
    assert counts(roster, "added", "skipped") == (1, 1)
    file = read(acme, "get-roster-file", roster_id=roster["skipped_roster"], kind="csv")
    assert file["name"] == "nov-rows-to-fix.csv"
    lines = base64.b64decode(file["content"]).decode("utf-8-sig").splitlines()
    assert lines[1] == "9,Grant,Olive,13/04/1981,F,,,3,Date of birth: There is no month 13. Did you mean 04/13/1981?"
    assert AuditEvent.objects.filter(action="roster.exported", meta__rows=1).count() == 1


def test_nothing_is_said_of_people_outside_the_group(acme, world, brand):
    other = create_group(code="OTHER", name="Other", brands=[brand])
    create_member(
        brand=brand,
        group=other,
        first_name="Ann",
        last_name="Lee",
        gender=1,
        birth_date=date(1990, 1, 1),
        email="ann@mailbox.example",
        ssn="219091234",
    )
    roster = checked(acme, "Last,First,DOB,Sex,Email,SSN\nRay,Bo,1/1/1991,M,ann@mailbox.example,219-09-1234\n")
    assert roster["notes"] == []
    ((cells,),) = ([row["cells"]] for row in read(acme, "get-held-rows", roster_id=roster["roster_id"])["result"])
    number = next(cell for cell in cells if cell["field"] == "ssn")
    assert number["problems"] == ["This number can't be saved here. Check it, or clear it and ask our team to add it."]
    assert (number["text"], number["hint"]) == ("", "ending 1234")


def test_an_upload_is_of_who_made_it(acme, world, brand, sign_in):
    roster = checked(acme, HEAD + "8,Fox,Nadia,13/04/1980,F,,\n")
    second = User.objects.create_user("second@demo.test", "planfront-demo", role="group")
    GroupAdministrator.objects.create(group=world.group, user=second)
    other = create_group(code="OTHER", name="Other", brands=[brand])
    outside = User.objects.create_user("outside@demo.test", "planfront-demo", role="group")
    GroupAdministrator.objects.create(group=other, user=outside)
    for email in ("second@demo.test", "outside@demo.test"):
        client = sign_in(email)
        for path in ("get-roster", "get-held-rows", "get-roster-changes", "get-roster-file"):
            assert client.get(path, roster_id=roster["roster_id"]).status_code == 404
        sent = {"roster_id": roster["roster_id"], "step": "apply"}
        assert client.post("take-roster-step", sent).status_code == 404


def test_what_is_wrong_is_said_in_the_language_of_who_uploads(acme):
    acme.headers["Accept-Language"] = "es"
    roster = checked(acme, HEAD + "8,Fox,Nadia,01/04/1980,F,nadia,\n")
    ((cells,),) = ([row["cells"]] for row in read(acme, "get-held-rows", roster_id=roster["roster_id"])["result"])
    assert [(cell["label"], cell["problems"]) for cell in cells] == [
        ("Correo electrónico", ["No es una dirección de correo electrónico."])
    ]


@pytest.mark.parametrize("count", [3, 60])
def test_reading_an_upload_takes_as_many_queries_for_few_rows_as_for_many(acme, count, django_assert_max_num_queries):
    lines = [f"{n},Fox,P{'abcdefghijklmnopqrstuvwxyz'[n % 26]}{'x' * (n // 26)},1/1/1980,F,," for n in range(count)]
    lines += [
        f"{count + n},Held,P{'abcdefghijklmnopqrstuvwxyz'[n % 26]}{'x' * (n // 26)},13/4/80,F,," for n in range(count)
    ]
    roster = checked(acme, HEAD + "\n".join(lines))
    assert counts(roster, "added", "skipped") == (count, count)
    with django_assert_max_num_queries(16):
        read(acme, "get-roster", roster_id=roster["roster_id"])
    with django_assert_max_num_queries(14):
        read(acme, "get-roster-changes", roster_id=roster["roster_id"], effect="added", per_page=50)
    with django_assert_max_num_queries(16):
        read(acme, "get-held-rows", roster_id=roster["roster_id"])


def test_another_class_in_a_file_changes_shares_as_on_a_persons_page(acme, world):
    walter, hugo = world.person("Walter Nguyen", employee_number="CF-1"), world.person("Hugo Lind")
    for member, number in ((walter, "P-1"), (hugo, "P-2")):
        world.policy(member, number)
    body = book(
        ["Employee number", "First name", "Last name", "Date of birth", "Sex", "Class"],
        ["CF-1", "Walter", "Nguyen", "04/17/1989", "F", "Salaried"],
    )
    roster = checked(acme, body, "people.xlsx")
    (row,) = read(acme, "get-roster-changes", roster_id=roster["roster_id"], effect="changed")["result"]
    said = "Dental: Acme pays $27.64 a month instead of $18.43. Walter is paid twice a month."
    assert row["notes"] == [said]
    step(acme, roster, "apply")

    order = {"member_id": hugo.pk, "class_id": world.salaried.pk, "day": "04/01/2027"}
    digest = call(acme, "preview-work-change", **order)["digest"]
    call(acme, "change-work", **order, digest=digest)

    def splits(day):
        people = read(acme, "get-group-people", day=day)["result"]
        return {person["member_id"]: person["split"] for person in people}

    shares = splits("04/01/2027")
    assert shares[walter.pk] == shares[hugo.pk]
    assert (shares[walter.pk]["employer"], shares[walter.pk]["own"]) == ("27.64", "9.21")
    assert splits("03/31/2027")[walter.pk]["own"] == "18.42"

    step(acme, roster, "undo")
    walter.refresh_from_db()
    assert walter.group_class is None
    assert splits("04/01/2027")[walter.pk]["own"] == "18.42"


def test_other_birth_dates_in_a_file_are_held_without_a_word_of_coverage_elsewhere(acme, world):
    """Walter has a plan of the group and two of his own; his husband is on one of those."""
    walter, born = world.person("Walter Nguyen", employee_number="CF-1"), date(1990, 5, 1)
    sam = Relative.objects.create(
        member=walter,
        kind="dependent",
        relationship="spouse",
        first_name="Sam",
        last_name="Nguyen",
        birth_date=born,
        gender=0,
        ssn="219091234",
    )
    world.policy(walter, "P-1")
    world.policy(walter, "OWN-1", plan=dental("Private plan"))
    spouse = Covered(str(sam.pk), Role.SPOUSE, born, date(2026, 1, 1))
    world.policy(walter, "OWN-2", spouse, plan=dental("Other private plan"), tier="IS")
    Policy.objects.filter(number__startswith="OWN").update(group=None)
    said = "Correct the birth date on the person's page, where you see the price first."
    head = "Emp #,Last,First,DOB,Sex,Spouse Name,Spouse DOB,Spouse SSN\n"
    for own, his in (("04/17/1979", "05/01/1990"), ("04/17/1989", "05/02/1990")):
        roster = checked(acme, f"{head}CF-1,Nguyen,Walter,{own},F,Sam Nguyen,{his},219-09-1234\n")
        issues = RosterIssue.objects.filter(roster=roster["roster_id"], code="priced")
        assert [(issue.field, issue.message, issue.fatal) for issue in issues] == [("birth_date", said, True)]


def test_another_address_in_a_file_is_held_without_a_word_of_coverage_elsewhere(acme, world):
    walter = world.person("Walter Nguyen", employee_number="CF-1")
    world.policy(walter, "OWN-1", plan=dental("Private plan"))
    Policy.objects.filter(number="OWN-1").update(group=None)
    roster = checked(acme, "Emp #,Last,First,DOB,Sex,State,Zip\nCF-1,Nguyen,Walter,04/17/1989,F,NY,10001\n")
    issues = RosterIssue.objects.filter(roster=roster["roster_id"], code="priced")
    said = "Report the move on the person's page, so the price follows."
    assert [(issue.field, issue.message) for issue in issues] == [("zip", said)]


PAY = "Employee number,First name,Last name,Date of birth,Sex,Annual salary,Hours a week,Class\n"


def insured_by_income(world):
    """Walter with a plan of the group and one of his own, each at 60 % of 52,000.00 a year: 60 units of 0.50."""
    walter = world.person("Walter Nguyen", employee_number="CF-1", annual_salary=52000, weekly_hours=40)
    plan = disability_by_income()
    for number in ("D-1", "OWN-1"):
        world.policy(
            walter, number, plan=plan, name="Income", category="di", premium="30.00", inputs={"income": "52000.00"}
        )
    Policy.objects.filter(number="OWN-1").update(group=None)
    return walter


def premiums(number):
    return [(row.effective, row.premium) for row in Version.objects.filter(policy__number=number).order_by("recorded")]


def test_other_pay_in_a_file_reprices_the_groups_plans_as_on_a_persons_page(acme, world):
    walter = insured_by_income(world)
    roster = checked(acme, PAY + "CF-1,Walter,Nguyen,04/17/1989,M,41600,40,\n")
    assert roster["state"] == "ready"
    (row,) = read(acme, "get-roster-changes", roster_id=roster["roster_id"], effect="changed")["result"]
    assert row["notes"] == ["Income (D-1): $24.00 a month from 04/01/2027, instead of $30.00."]
    roster = step(acme, roster, "apply")
    assert (roster["state"], roster["problem"]) == ("applied", "")
    walter.refresh_from_db()
    assert (walter.annual_salary, walter.gender) == (41600, 0)
    assert premiums("D-1") == [(date(2026, 1, 1), 30), (date(2027, 4, 1), 24)]
    assert premiums("OWN-1") == [(date(2026, 1, 1), 30)]
    assert step(acme, roster, "undo")["state"] == "undone"
    walter.refresh_from_db()
    assert walter.annual_salary == 52000
    assert premiums("D-1")[-1] == (date(2027, 4, 1), 30)


def test_another_gender_in_a_file_reprices_the_groups_plans(acme, world):
    walter = world.person("Walter Nguyen", employee_number="CF-1")
    plan = make_plan("Life by sex", category="term_life")
    approve(plan, [cell("20.00", sex="F"), cell("30.00", sex="M")], method="FLAT")
    facts = {"plan": plan, "name": "Life", "category": "term_life", "premium": "20.00", "inputs": {"sex": "F"}}
    world.policy(walter, "L-1", **facts)
    world.policy(walter, "OWN-1", **facts)
    Policy.objects.filter(number="OWN-1").update(group=None)
    roster = step(acme, checked(acme, PAY + "CF-1,Walter,Nguyen,04/17/1989,M,,,\n"), "apply")
    assert roster["state"] == "applied"
    assert premiums("L-1") == [(date(2026, 1, 1), 20), (date(2027, 4, 1), 30)]
    assert premiums("OWN-1") == [(date(2026, 1, 1), 20)]


def test_another_class_and_pay_in_a_file_of_staff_reprice_plans_outside_the_group_too(world):
    walter = insured_by_income(world)
    body = PAY + "CF-1,Walter,Nguyen,04/17/1989,F,41600,40,Salaried\n"
    roster = upload_roster(
        brand_id=world.brand.pk, group_id=world.group.pk, file_name="pay.csv", blocks=[body.encode()], by=None
    )
    map_roster(roster_id=roster.pk, mapping=roster.mapping)
    run_pending()
    said = RosterIssue.objects.get(roster=roster.pk, code="priced").message
    for number in ("OWN-1", "D-1"):
        assert said.count(f"Income ({number}): $24.00 a month from 04/01/2027, instead of $30.00.") == 1
    start_applying_roster(roster_id=roster.pk)
    run_pending()
    roster.refresh_from_db()
    assert (roster.state, roster.problem) == ("applied", "")
    for number in ("OWN-1", "D-1"):
        assert premiums(number)[-1] == (date(2027, 4, 1), 24)
    start_undoing_roster(roster_id=roster.pk)
    run_pending()
    walter.refresh_from_db()
    assert (walter.annual_salary, walter.group_class) == (52000, None)
    for number in ("OWN-1", "D-1"):
        assert premiums(number)[-1] == (date(2027, 4, 1), 30)


@pytest.mark.parametrize(("name", "state"), [("preview_repricing", "refused"), ("reprice", "ready")])
def test_what_cannot_be_worked_out_leaves_the_reason_and_no_endless_wait(acme, world, monkeypatch, name, state):
    insured_by_income(world)

    def refuse(*_args, **_more):
        raise OrderRefused("event")

    monkeypatch.setattr(f"planfront.coverage.repricing.{name}", refuse)
    roster = checked(acme, PAY + "CF-1,Walter,Nguyen,04/17/1989,F,41600,40,\n")
    if name == "reprice":
        roster = step(acme, roster, "apply")
    assert (roster["state"], roster["problem"]) == (state, str(OrderRefused("event").message))
