"""A death through the back office: policies, prices, the one letter, and nothing to the dead."""

import re
from datetime import date
from decimal import Decimal
from html import unescape
from pathlib import Path
from uuid import UUID

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

import planfront
from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.backoffice.policy_servicing.policy_head import policy_address
from planfront.brands.services import save_settings
from planfront.catalog.models import Plan
from planfront.catalog.tests.factories import make_carrier, make_plan
from planfront.coverage import issuing, ledger
from planfront.coverage.approvals.deaths import report_death
from planfront.coverage.authors import Author, By
from planfront.coverage.changes import designate
from planfront.coverage.client_search import birthdays
from planfront.coverage.fees import read_dues, settle_fees
from planfront.coverage.ledger import Cause
from planfront.coverage.letters.writing import send_to_member, write_of_order
from planfront.coverage.models import Change, Policy, ReportedChange, StaffChangeRequest
from planfront.coverage.owed_fees import DUES, SoldFee, store_sold
from planfront.coverage.reason_codes import find_code
from planfront.coverage.schemas import DeathReport
from planfront.coverage.tests.policies import issue, send
from planfront.coverage.timeline import SELF, Covered, Role
from planfront.kernel.security.crypto import blind_index
from planfront.letters.kinds import Kind as LetterKind
from planfront.letters.models import Letter
from planfront.letters.selectors import letters_to_print
from planfront.letters.services import NewLetter, Recipient
from planfront.members.duplicates.merging import merge, preview_merge
from planfront.members.duplicates.search import find_duplicates
from planfront.members.duplicates.undoing import undo_merge
from planfront.members.models import Death, DuplicateMember, Identity, Member, Relative
from planfront.members.person_history import SSN_INDEX
from planfront.members.selectors import facts
from planfront.members.services import create_member, mark_dead
from planfront.messaging.models import OutboundEmail, Status
from planfront.parties.groups.services import create_group
from planfront.rating.models import RateTable
from planfront.shopping.tests.factories import dental, rate_by_tier

TODAY = "2027-05-04T17:00:00Z"
JUNE = "6f1f2f0a-0000-4000-8000-000000000001"
NELL = "6f1f2f0a-0000-4000-8000-000000000002"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(TODAY, tick=True):
        yield


@pytest.fixture
def arthur(brand, db):
    member = create_member(
        brand=brand,
        first_name="Arthur",
        last_name="Bellamy",
        birth_date=date(1989, 4, 17),
        gender=0,
        email="arthur@demo.test",
        address1="88 Elm Street",
        city="Dallas",
        state="TX",
        zip="75201",
    )
    for key, name, role, born in ((JUNE, "June", "spouse", 1988), (NELL, "Nell", "child", 2015)):
        Relative.objects.create(
            pk=key,
            member=member,
            kind="dependent",
            relationship=role,
            first_name=name,
            last_name="Bellamy",
            birth_date=date(born, 1, 2),
        )
    return member


@pytest.fixture
def family(arthur):
    return issue(
        arthur.brand,
        Covered(JUNE, Role.SPOUSE, date(1988, 1, 2), date(2026, 1, 1)),
        Covered(NELL, Role.CHILD, date(2015, 1, 2), date(2026, 1, 1)),
        number="P-1",
        plan_id=dental().pk,
        member_id=arthur.pk,
        tier="IF",
        premium="104.85",
    )


@pytest.fixture
def life(arthur):
    plan = dental("Life")
    Plan.objects.filter(pk=plan.pk).update(requirements=["beneficiary_info"])
    policy = issue(arthur.brand, number="P-2", name="Life", plan_id=plan.pk, member_id=arthur.pk, premium="27.81")
    designate([policy], [{"name": "June Bellamy", "relationship": "spouse", "share": 100}])
    return policy


@pytest.fixture
def membership(arthur):
    plan = dental("Membership")
    Plan.objects.filter(pk=plan.pk).update(is_membership=True)
    return issue(arthur.brand, number="P-3", name="Membership", plan_id=plan.pk, member_id=arthur.pk, premium="5.00")


@pytest.fixture
def staff(client, db):
    user = User.objects.create_user("robin@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def typed(**more):
    return {"person": "self", "died_on": "05/01/2027", "proof": "Death certificate", **more}


def post(client, policy, family="ask", **more):
    """``family``: the choice for each policy of the member."""
    mine = Policy.objects.filter(member=policy.member_id)
    more = {f"family-{key}": family for key in mine.values_list("pk", flat=True)} | more
    return client.post(reverse("admin:policy_death", args=[policy.pk]), typed(**more))


def record(client, policy, **more):
    preview = post(client, policy, do="preview", **more)
    assert preview.status_code == 200
    answer = post(client, policy, do="write", digest=preview.context_data["sheet"].digest, **more)
    assert answer.status_code == 302, answer.content.decode()
    return preview


def last_days(*policies):
    for policy in policies:
        policy.refresh_from_db()
    return [policy.end_date for policy in policies]


DIED, END_OF_MONTH = date(2027, 5, 1), date(2027, 5, 31)


@pytest.mark.parametrize(("family_choice", "family_ends"), [("ask", None), ("end", END_OF_MONTH)])
def test_one_act_ends_what_the_person_had_alone(staff, arthur, family, life, membership, family_choice, family_ends):
    preview = record(staff, family, family=family_choice)
    rows = {row.number: (row.fate, row.day, row.before) for row in preview.context_data["sheet"].rows}
    assert rows == {
        "P-1": ("stays until the family has answered", "", "104.85")
        if family_choice == "ask"
        else ("ends for everyone", "05/31/2027", "104.85"),
        "P-2": ("ends", "05/01/2027", "27.81"),
        "P-3": ("ends", "05/01/2027", "5.00"),
    }
    assert last_days(family, life, membership) == [family_ends, DIED, DIED]
    death = Death.objects.get(member=arthur, relative=None)
    assert (death.died_on, death.proof) == (DIED, "Death certificate")
    ends = Change.objects.filter(kind="end")
    assert {(row.event.key, row.reason.key, row.happened_on) for row in ends} == {("death", "died", DIED)}
    assert len({row.order for row in ends}) == 1
    event = AuditEvent.objects.get(action="member.death_recorded")
    assert (event.subject_id, event.meta["proof"]) == (str(arthur.pk), "Death certificate")


def test_those_who_stay_get_one_letter_with_how_to_claim(staff, arthur, family, life):
    record(staff, family)
    order = Change.objects.filter(kind="end").first().order
    write_of_order(order, 0)
    letter = Letter.objects.get()
    assert (letter.kind, letter.recipient, letter.mailed, letter.on_paper) == ("death", "June Bellamy", False, True)
    words = str(letter.document)
    for sentence in (
        "Dear June,",
        "We're very sorry that Arthur has died.",
        "Dental stays as it is until we've talked with you.",
        "Life ends on 05/01/2027.",
        "The benefit of Life goes to June Bellamy (100%).",
        "give policy number P-2.",
    ):
        assert sentence in words, (sentence, words)


def test_the_letter_names_the_trustee_of_a_child(staff, arthur, family, life):
    child = {"name": "Iris Bellamy", "relationship": "child", "share": 100, "trustee": "Rosa Vale"}
    designate([life], [child])
    record(staff, family)
    write_of_order(Change.objects.filter(kind="end").first().order, 0)
    assert "The benefit of Life goes to Iris Bellamy (100%, trustee Rosa Vale)." in str(Letter.objects.get().document)


ENGLISH = [
    "Dear June,",
    "We're very sorry that Arthur has died.",
    "Dental continues in your name from 06/01/2027 and costs $69.95 a month. Life ends on 05/01/2027.",
    "The benefit of Life goes to June Bellamy (100%). To claim it, contact Halden Dental and give policy number P-2.",
    "If there's anything we can take off your hands, please call us at (800) 555-0142.",
]
SPANISH = [
    "Estimado/a June:",
    "Lamentamos mucho el fallecimiento de Arthur.",
]


@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [("en", "After the death of Arthur", ENGLISH), ("es", "Después del fallecimiento de Arthur", SPANISH)],
)
def test_the_preview_shows_the_letter_as_it_is_then_written(staff, arthur, family, life, language, subject, words):
    arthur.user = User.objects.create_user("arthur@demo.test", "planfront-demo", role="member", language=language)
    arthur.save()
    preview = record(staff, family, family="takes_over")
    (shown,) = preview.context_data["sheet"].effects.letters
    assert (shown.recipient, shown.language, shown.subject) == ("June Bellamy", language, subject)
    assert shown.paragraphs[: len(words)] == words
    page = unescape(preview.content.decode())
    for text in (f'lang="{language}"', "The letter to June Bellamy", *shown.paragraphs):
        assert text in page
    assert "Sent once, on paper, instead of every other message." in page
    letter = Letter.objects.get()
    assert (letter.subject, letter.document["data"]["paragraphs"]) == (subject, shown.paragraphs)


def test_the_letter_about_a_relative_is_previewed_by_email_to_the_member(staff, arthur, family):
    preview = record(staff, family, person=JUNE)
    page = unescape(preview.content.decode())
    assert "The letter to Arthur Bellamy" in page
    assert "Sent once, by email, instead of every other message." in page
    assert "<p>Dental no longer covers June from 05/02/2027 and costs $69.95 a month.</p>" in page


def bring_dues(policy):
    Policy.objects.filter(pk=policy.pk).update(sold_fees=store_sold([SoldFee(DUES, Decimal("5.00"))]))
    settle_fees([policy.member_id])


def costs_of(month):
    return [(cost.name, cost.was, cost.amount) for cost in month.costs]


LIFE = ("Life", "$27.81", "$0.00")


@pytest.mark.parametrize(
    ("family_choice", "person", "costs", "was", "total"),
    [
        (
            "takes_over",
            SELF,
            [("Dental", "$104.85", "$69.95"), LIFE, ("Association membership", "$5.00", "$5.00")],
            "$137.66",
            "$74.95",
        ),
        (
            "end",
            SELF,
            [("Dental", "$104.85", "$0.00"), LIFE, ("Association membership", "$5.00", "$0.00")],
            "$137.66",
            "$0.00",
        ),
        (
            "ask",
            SELF,
            [("Dental", "$104.85", "$104.85"), LIFE, ("Association membership", "$5.00", "$5.00")],
            "$137.66",
            "$109.85",
        ),
        (
            "ask",
            JUNE,
            [
                ("Dental", "$104.85", "$69.95"),
                ("Life", "$27.81", "$27.81"),
                ("Association membership", "$5.00", "$5.00"),
            ],
            "$137.66",
            "$102.76",
        ),
    ],
)
def test_the_side_shows_what_the_family_pays_from_the_next_month(
    staff, arthur, family, life, family_choice, person, costs, was, total
):
    bring_dues(family)
    answer = post(staff, family, do="preview", family=family_choice, person=person)
    month = answer.context_data["month"]
    assert (month.first, costs_of(month), month.was, month.total) == ("06/01/2027", costs, was, total)
    page = unescape(answer.content.decode())
    assert f"<dt>From 06/01/2027</dt><dd>{total}</dd>" in page
    assert f"<dt>Before the death</dt><dd>{was}</dd>" in page
    waits = "Including every policy that stays until the family answers."
    assert (waits in page) is (family_choice == "ask" and person == SELF)
    assert "Rates of" not in page, "facts of one policy"


def test_before_a_preview_the_side_shows_what_the_family_pays_today(staff, family, life):
    bring_dues(family)
    page = unescape(staff.get(reverse("admin:policy_death", args=[family.pk])).content.decode())
    assert "<dt>A month today</dt><dd>$137.66</dd>" in page
    assert "<dt>Dental</dt><dd>$104.85</dd>" in page
    assert ("Who we notify" in page, "Stops now" in page, "People</h2>" in page) == (False, False, True)


def test_what_a_group_pays_is_no_part_of_what_the_family_pays(staff, arthur, family):
    issue(
        arthur.brand,
        number="P-4",
        name="Vision",
        plan_id=dental("Vision").pk,
        member_id=arthur.pk,
        premium="27.81",
        share={"employer": "7.81", "own": "20.00"},
    )
    answer = post(staff, family, do="preview", family="end")
    assert costs_of(answer.context_data["month"])[1] == ("Vision", "$20.00", "$0.00")


def test_the_side_says_who_is_told_and_what_stops(staff, arthur, family, life):
    arthur.user = User.objects.create_user("arthur@demo.test", "planfront-demo", role="member")
    arthur.save()
    to = Recipient("Arthur Bellamy", "Arthur", (), "arthur@demo.test")
    with time_machine.travel("2027-04-30T17:00:00Z"):
        send_to_member(NewLetter("old", LetterKind.CHANGE, arthur.brand, arthur.pk, Recipient("A", "A"), {}))
    for key in ("a", "b", "left"):
        send_to_member(NewLetter(key, LetterKind.CHANGE, arthur.brand, arthur.pk, to, {}, paper=True))
    left = Letter.objects.get(key="left")
    OutboundEmail.objects.filter(dedupe_key=f"letter:{left.pk}").update(status=Status.SENT)
    report_death(facts(arthur), DeathReport(person_id=SELF, died_on="05/01/2027"), Author(By.REP), Origin("member"))
    preview = record(staff, family, family="takes_over", email="june@demo.test")
    effects = preview.context_data["sheet"].effects
    assert effects.told == [
        ("June Bellamy", "The letter shown here, once, on paper"),
        ("June Bellamy", "An invitation to a sign-in of their own, to june@demo.test"),
        ("1 report of this death", "Shown as recorded to the sender"),
    ]
    assert effects.stops == [
        "Arthur's sign-in",
        "2 letters to Arthur not sent yet",
        "2 paper copies waiting to be printed",
        "Later letters and renewal offers to Arthur",
    ]
    page = unescape(preview.content.decode())
    for words in ("Who we notify", "Stops now", *effects.stops, *(how for _who, how in effects.told)):
        assert words in page, words
    assert set(Letter.objects.values_list("key", flat=True)) > {"old", "left"}
    assert not Letter.objects.filter(key__in=["a", "b"]).exists()
    assert [letter.kind for letter in letters_to_print()] == ["death"]
    arthur.user.refresh_from_db()
    assert not arthur.user.is_active
    assert ReportedChange.objects.get().state == "agreed"


def test_nothing_stops_with_the_death_of_a_relative_or_a_later_answer(staff, arthur, family, life):
    assert post(staff, family, do="preview", person=JUNE).context_data["sheet"].effects.stops == []
    record(staff, family)
    later = post(staff, family, do="preview", family="takes_over")
    assert later.context_data["sheet"].effects.stops == []
    assert "Stops now" not in later.content.decode()


@pytest.mark.parametrize(("person", "is_there"), [(SELF, True), (JUNE, False)])
def test_an_email_is_typed_where_somebody_may_take_a_policy_over(staff, family, life, person, is_there):
    label = "Email of the surviving spouse or partner"
    assert label not in staff.get(reverse("admin:policy_death", args=[family.pk])).content.decode()
    assert (label in post(staff, family, do="preview", person=person).content.decode()) is is_there


def test_nothing_is_addressed_to_the_dead(staff, arthur, family):
    wish = birthdays(Member.objects.all(), date(2028, 4, 1), date(2028, 4, 30), 5)
    assert [birthday.member.pk for birthday in wish] == [arthur.pk]
    record(staff, family)
    assert birthdays(Member.objects.all(), date(2028, 4, 1), date(2028, 4, 30), 5) == []


@pytest.mark.parametrize("kind", [kind for kind in LetterKind if kind != LetterKind.DEATH])
def test_no_letter_of_any_kind_is_sent_to_the_dead(staff, arthur, family, kind):
    def letter(key):
        return NewLetter(key, kind, arthur.brand, arthur.pk, Recipient("Arthur", "Arthur"), {})

    send_to_member(letter("before"))
    assert Letter.objects.filter(kind=kind).exists()
    record(staff, family)
    assert not Letter.objects.filter(kind=kind).exists(), "it hadn't left yet"
    send_to_member(letter("after"))
    assert not Letter.objects.filter(kind=kind).exists()
    assert Letter.objects.get().kind == "death"


def test_a_letter_from_before_the_death_stays_on_record_and_is_not_printed(staff, arthur, family):
    with time_machine.travel("2027-04-30T17:00:00Z"):
        send_to_member(NewLetter("k", LetterKind.CHANGE, arthur.brand, arthur.pk, Recipient("Arthur", "Arthur"), {}))
    assert [letter.kind for letter in letters_to_print()] == ["change"]
    record(staff, family)
    assert set(Letter.objects.values_list("kind", flat=True)) == {"change", "death"}
    assert [letter.kind for letter in letters_to_print()] == ["death"]
    assert "Letters that were stopped won&#x27;t be sent." in take_back(staff, family)
    assert [letter.kind for letter in letters_to_print()] == ["death"]


def test_letters_to_members_go_through_the_check_of_deaths():
    source = Path(planfront.__file__).parent
    callers = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if "tests" not in path.parts and re.search(r"(?<!def )\bsend_letter\(", path.read_text())
    }
    assert callers == {"coverage/letters/deaths.py", "coverage/letters/writing.py"}


def test_the_dead_persons_account_is_turned_off(staff, arthur, family, make_client):
    arthur.user = User.objects.create_user("arthur@demo.test", "planfront-demo", role="member")
    arthur.save()
    member = make_client("shop.test")
    assert member.sign_in("arthur@demo.test").status_code == 200
    assert member.get("get-coverage").status_code == 200
    record(staff, family, person=JUNE)
    assert member.get("get-coverage").status_code == 200, "a death in the family leaves the member's account"
    record(staff, family)
    assert member.get("get-coverage").status_code == 401
    again = make_client("shop.test").sign_in("arthur@demo.test")
    assert (again.status_code, again.json()["message"]) == (
        422,
        "This account is turned off. Please call us if you need it.",
    )


def test_a_report_sent_back_after_the_death_mails_nobody(staff, arthur, family):
    waiting = report_death(
        facts(arthur), DeathReport(person_id=JUNE, died_on="05/01/2027"), Author(By.MEMBER), Origin("member")
    )
    record(staff, family)
    staff.post(f"/backoffice/coverage/reportedchange/{waiting.pk}/change/", {"do": "send-back", "reason": "Alive."})
    waiting.refresh_from_db()
    assert waiting.state == "declined"
    assert not OutboundEmail.objects.filter(to="arthur@demo.test").exists()


def test_a_relative_who_died_is_dropped_with_the_new_price(staff, arthur, family, life):
    preview = record(staff, life, person=JUNE)
    assert [(row.number, row.fate, row.before, row.after) for row in preview.context_data["sheet"].rows] == [
        ("P-1", "goes on without them", "104.85", "69.95")
    ]
    change = Change.objects.get(kind="drop_person")
    assert (change.effective, change.before, change.after) == (date(2027, 5, 2), Decimal("104.85"), Decimal("69.95"))
    write_of_order(change.order, 0)
    letter = Letter.objects.get()
    assert (letter.kind, letter.recipient, letter.mailed) == ("death", "Arthur Bellamy", True)
    words = "Dental no longer covers June from 05/02/2027 and costs $69.95 a month."
    assert words in str(letter.document)
    assert last_days(family, life) == [None, None]


def test_a_planned_end_after_the_death_comes_earlier_and_one_before_it_stays(staff, arthur, life, membership):
    for policy, day in ((life, date(2027, 6, 30)), (membership, date(2027, 4, 30))):
        issued = policy.member
        assert issued.pk == arthur.pk
        end_policy(policy, day)
    record(staff, life)
    assert last_days(life, membership) == [DIED, date(2027, 4, 30)]


def end_policy(policy, day):
    with transaction.atomic():
        issuing.set_last_days(ledger.lock_ledgers([policy.pk]), {policy.pk: day}, Cause())


@pytest.mark.parametrize(
    ("day", "problem"),
    [
        ("05/05/2027", "This date is in the future."),
        ("03/04/2027", ""),
        ("", "This field is required."),
        ("05/04/2027", ""),
        ("03/05/2027", ""),
    ],
)
def test_days_of_death(staff, family, day, problem):
    page = post(staff, family, died_on=day, do="preview")
    assert page.status_code == 200
    errors = page.context_data["form"].errors.get("died_on", [])
    assert bool(errors) is bool(problem)
    assert not problem or problem in errors[0]


@pytest.mark.parametrize(("day", "back"), [("03/05/2027", 0), ("03/04/2027", 61)])
def test_one_person_alone_records_no_death_that_reaches_further_back(staff, family, life, day, back):
    preview = post(staff, family, died_on=day, do="preview")
    assert preview.context_data["sheet"].back == back
    assert ("A second person must approve it." in preview.content.decode()) is bool(back)
    answer = post(staff, family, died_on=day, do="write", digest=preview.context_data["sheet"].digest)
    assert answer.status_code == (200 if back else 302)
    assert Death.objects.exists() is not bool(back)
    assert last_days(life) == [None if back else date(2027, 3, 5)]


@pytest.fixture
def kit(brand):
    """A second person of the service team, signed in."""
    user = User.objects.create_user(
        "kit@demo.test", role="staff", is_staff=True, staff_role="service", name="Kit Marsh"
    )
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    client = Client(headers={"host": "shop.test"})
    client.force_login(user)
    return client


LATE = {"died_on": "03/01/2027"}
ASKED = "Approve recording a death in the family of Arthur Bellamy"


def ask(client, policy, **more):
    preview = post(client, policy, do="preview", **LATE, **more)
    assert 'value="ask">Ask Kit Marsh to approve</button>' in preview.content.decode()
    answer = post(client, policy, do="ask", digest=preview.context_data["sheet"].digest, **LATE, **more)
    assert answer.status_code == 302, answer.content.decode()
    return StaffChangeRequest.objects.latest("asked_at")


def asked_address(row):
    return reverse("admin:policy_asked", args=[row.policy_id, row.pk])


def decide(client, row, do, **more):
    page = unescape(client.post(asked_address(row), {"do": do, **more}, follow=True).content.decode())
    row.refresh_from_db()
    return page


def test_a_second_person_agrees_to_the_whole_act_as_previewed(staff, kit, arthur, family, life):
    row = ask(staff, family, family="takes_over", email="june@demo.test")
    assert (row.kind, row.state, row.effective) == ("death", "waiting", date(2027, 3, 1))
    assert not Death.objects.exists()
    assert not Letter.objects.exists()
    assert last_days(family, life) == [None, None]
    assert (ASKED in tasks(kit), ASKED in tasks(staff)) == (True, False)
    assert "Approve and save" not in staff.get(asked_address(row)).content.decode()
    assert "Another person has to decide." in decide(staff, row, "agree")
    page = kit.get(asked_address(row)).content.decode()
    for words in ("Arthur Bellamy", "(P-1) goes on in the name of the surviving spouse", "Approve and save"):
        assert words in page
    assert "You approved it, and the change was saved." in decide(kit, row, "agree")
    assert last_days(family, life) == [date(2027, 3, 31), date(2027, 3, 1)]
    following = Policy.objects.get(number="P-1-S")
    assert (following.effective_date, following.member.email) == (date(2027, 4, 1), "june@demo.test")
    ends = Change.objects.filter(kind="end")
    assert {(end.order, end.by_user) for end in ends} == {(row.order_id, row.asked_by_id)}
    assert Letter.objects.filter(kind="death").count() == 1
    assert Death.objects.get().died_on == date(2027, 3, 1)
    assert ASKED not in tasks(kit)


def test_a_death_is_sent_back_with_a_reason_and_asked_again(staff, kit, family, life):
    row = ask(staff, family)
    assert "Enter the reason for sending it back" in decide(kit, row, "send-back", reason="")
    assert "It was sent back to" in decide(kit, row, "send-back", reason="Which hospital?")
    assert (row.state, Death.objects.exists(), ASKED in tasks(kit)) == ("sent_back", False, False)
    page = staff.get(asked_address(row)).content.decode()
    again = f"{reverse('admin:policy_death', args=[row.policy_id])}?again={row.pk}"
    assert ("Which hospital?" in page, again in page) == (True, True)
    form = staff.get(again).context_data["form"]
    assert (form["died_on"].value(), form["proof"].value()) == ("03/01/2027", "Death certificate")
    ask(staff, family)
    row.refresh_from_db()
    assert row.state == "withdrawn"


def test_a_death_that_would_do_something_else_by_now_goes_back(staff, kit, family, life):
    row = ask(staff, family, family="end")
    end_policy(life, date(2027, 2, 10))
    page = kit.get(asked_address(row)).content.decode()
    assert ("The result has changed since the request." in page, "Approve and save" in page) == (True, False)
    assert "Nothing was saved" in decide(kit, row, "agree")
    assert (row.state, Death.objects.exists(), last_days(family)) == ("sent_back", False, [None])


def test_a_late_answer_of_the_family_waits_for_a_second_person(staff, kit, family, life):
    end_policy(life, date(2027, 1, 10))
    record(staff, family, died_on="01/10/2027")
    assert last_days(family, life) == [None, date(2027, 1, 10)]
    late = {"died_on": "01/10/2027", "family": "takes_over"}
    preview = post(staff, family, do="preview", **late)
    post(staff, family, do="ask", digest=preview.context_data["sheet"].digest, **late)
    assert last_days(family) == [None]
    decide(kit, StaffChangeRequest.objects.get(), "agree")
    assert last_days(family) == [date(2027, 1, 31)]
    assert Policy.objects.get(number="P-1-S").effective_date == date(2027, 2, 1)


def test_a_death_is_recorded_once_and_only_as_previewed(staff, arthur, family, life):
    preview = post(staff, family, do="preview")
    end_policy(life, date(2027, 4, 30))
    stale = post(staff, family, do="write", digest=preview.context_data["sheet"].digest)
    assert (stale.status_code, "It wasn't recorded." in stale.content.decode()) == (200, True)
    assert not Death.objects.exists()
    record(staff, family)
    again = post(staff, life, do="preview")
    assert "person" in again.context_data["form"].errors, "the dead can't be chosen again"
    assert Letter.objects.filter(kind="death").count() == 1


@pytest.mark.parametrize(("role", "status"), [("reader", 403), ("service", 200)])
def test_only_those_who_change_coverage_record_a_death(works, family, role, status):
    assert post(works(role), family, do="preview").status_code == status
    assert not Change.objects.exclude(kind="issue").exists()


def test_a_death_of_another_brands_member_is_not_there(works, family, other_brand):
    assert post(works("service", other_brand), family, do="preview").status_code == 404


def test_a_reported_death_waits_on_the_first_page_and_fills_in_the_form(staff, arthur, family, life):
    body = DeathReport(person_id=JUNE, died_on="05/01/2027", note="Nell has the certificate")
    report_death(facts(arthur), body, Author(By.MEMBER), Origin("member"))
    row = ReportedChange.objects.get()
    listed = f"/backoffice/coverage/reportedchange/{row.pk}/change/"
    first_page = staff.get("/backoffice/").content.decode()
    assert (listed in first_page, "Record a reported death" in first_page) == (True, True)
    assert "About Arthur Bellamy." in first_page
    assert "A death is reported" in staff.get(policy_address(family)).content.decode()
    page = staff.get(listed).content.decode()
    address = f"{reverse('admin:policy_death', args=[family.pk])}?report={row.pk}"
    assert (address in page, "Approve and save" in page, "Nell has the certificate" in page) == (True, False, True)
    form = staff.get(address).context_data["form"]
    assert (form["person"].value(), form["died_on"].value()) == (JUNE, "05/01/2027")
    assert staff.post(listed, {"do": "agree"}, follow=True).status_code == 200
    assert not Change.objects.exclude(kind="issue").exists(), "only the page of deaths records it"
    record(staff, life, person=JUNE)
    row.refresh_from_db()
    assert (row.state, row.order_id) == ("agreed", Change.objects.get(kind="drop_person").order)
    assert "recorded it on 05/04/2027" in staff.get(listed).content.decode()


def test_a_reported_death_is_sent_back_with_a_reason(staff, arthur, family):
    report_death(facts(arthur), DeathReport(person_id=SELF, died_on="05/01/2027"), Author(By.MEMBER), Origin("member"))
    row = ReportedChange.objects.get()
    listed = f"/backoffice/coverage/reportedchange/{row.pk}/change/"
    staff.post(listed, {"do": "send-back", "reason": "No"})
    row.refresh_from_db()
    assert row.state == "waiting"
    staff.post(listed, {"do": "send-back", "reason": "Arthur called us himself."})
    row.refresh_from_db()
    assert (row.state, row.reason) == ("declined", "Arthur called us himself.")
    assert not Death.objects.exists()


def test_the_surviving_spouse_takes_the_family_policy_over(staff, arthur, family, life, membership):
    Policy.objects.filter(pk=family.pk).update(sold_fees=store_sold([SoldFee(DUES, Decimal("5.00"))]))
    preview = record(staff, family, family="takes_over", email="june@demo.test")
    rows = {row.number: (row.fate, row.day, row.before, row.after) for row in preview.context_data["sheet"].rows}
    assert rows == {
        "P-1": ("goes on in the name of the surviving spouse or partner", "05/31/2027", "104.85", "69.95"),
        "P-2": ("ends", "05/01/2027", "27.81", ""),
        "P-3": ("ends", "05/01/2027", "5.00", ""),
    }
    assert "From 06/01/2027 it is June Bellamy's, with P-1-S as its number" in preview.content.decode()
    assert last_days(family, life, membership) == [END_OF_MONTH, DIED, DIED]
    following = Policy.objects.get(number="P-1-S")
    june = following.member
    assert (june.name, june.birth_date, june.email, june.address1) == (
        "June Bellamy",
        date(1988, 1, 2),
        "june@demo.test",
        "88 Elm Street",
    )
    assert (following.predecessor, following.plan_id, following.tier, following.monthly, following.effective_date) == (
        family,
        family.plan_id,
        "IC",
        Decimal("69.95"),
        date(2027, 6, 1),
    )
    assert [(fee.amount, fee.first, fee.last) for fee in read_dues([june.pk])[june.pk]] == [
        (Decimal("5.00"), date(2027, 6, 1), None)
    ]
    nell = june.relatives.get()
    assert (nell.first_name, nell.relationship, nell.kind) == ("Nell", "child", "dependent")
    people = {(row.key, row.role, row.original_date, row.effective_date) for row in following.people.all()}
    first, begun = date(2026, 1, 1), date(2027, 6, 1)
    assert people == {(SELF, "subscriber", first, begun), (str(nell.pk), "child", first, begun)}
    version = following.versions.get()
    assert (version.rated_on, version.premium) == (first, Decimal("69.95"))
    old, new = (staff.get(policy_address(policy)).content.decode() for policy in (family, following))
    assert (policy_address(following) in old, policy_address(family) in new) == (True, True)


STAYS = "The association membership, $5.00 a month, stays with the other plans."
ENDS = "The association membership, $5.00 a month, ends on 05/31/2027 with the last of the plans."


@pytest.mark.parametrize(
    ("family_choice", "person", "words"),
    [
        ("ask", SELF, STAYS),
        ("end", SELF, ENDS),
        ("takes_over", SELF, f"{ENDS} June Bellamy owes it starting 06/01/2027."),
        ("ask", JUNE, ""),
    ],
)
def test_the_preview_says_what_becomes_of_the_dues(staff, arthur, family, life, family_choice, person, words):
    Policy.objects.filter(pk=family.pk).update(sold_fees=store_sold([SoldFee(DUES, Decimal("5.00"))]))
    settle_fees([arthur.pk])
    page = post(staff, family, do="preview", family=family_choice, person=person)
    assert page.context_data["sheet"].dues == words
    assert ("association membership" in page.content.decode()) is bool(words)


def test_without_dues_a_death_says_nothing_of_them(staff, family, life):
    assert post(staff, family, do="preview", family="end").context_data["sheet"].dues == ""


def test_the_letter_says_that_the_policy_goes_on_in_the_survivors_name(staff, arthur, family, life):
    record(staff, family, family="takes_over")
    (letter,) = Letter.objects.all()
    assert letter.recipient == "June Bellamy"
    assert "Dental continues in your name from 06/01/2027 and costs $69.95 a month." in str(letter.document)


def test_the_family_answers_after_the_death_is_on_record(staff, arthur, family, life):
    record(staff, family)
    assert last_days(family, life) == [None, DIED]
    again = post(staff, family, do="preview", died_on="05/02/2027", family="takes_over")
    assert again.context_data["form"].errors["died_on"] == ["A death on 05/01/2027 is already recorded."]
    preview = post(staff, family, do="preview")
    refused = post(staff, family, do="write", digest=preview.context_data["sheet"].digest)
    assert "It wasn't recorded." in refused.content.decode()
    record(staff, family, family="takes_over")
    assert last_days(family, life) == [END_OF_MONTH, DIED]
    assert Policy.objects.get(number="P-1-S").member.first_name == "June"
    assert Death.objects.count() == 1
    assert "person" in post(staff, family, do="preview").context_data["form"].errors


ASK_FAMILY = "Ask the family of Arthur Bellamy what to do with Dental"


def tasks(client):
    return client.get("/backoffice/").content.decode()


@pytest.mark.parametrize("end_before", [None, date(2027, 12, 31)])
@pytest.mark.parametrize("settle", ["takes_over", "end", "take back"])
def test_an_open_answer_of_the_family_is_a_task_until_it_is_recorded(staff, family, life, settle, end_before):
    if end_before:
        end_policy(family, end_before)
    assert ASK_FAMILY not in tasks(staff)
    record(staff, family)
    page, address = tasks(staff), reverse("admin:policy_death", args=[family.pk])
    assert f'href="{address}"' in page
    assert (page.count(f"<b>{ASK_FAMILY}</b>"), "Ask the family of Arthur Bellamy what to do with Life" in page) == (
        1,
        False,
    )
    assert "The death of 05/01/2027 is recorded, but the family's answer isn't." in unescape(page)
    listed = "/backoffice/coverage/policy/?family=answer"
    page = staff.get(listed).content.decode()
    assert ("P-1" in page, "P-2" in page) == (True, False)
    form = staff.get(address).context_data["form"]
    assert (form["died_on"].value(), form.fields["person"].choices[0][0]) == ("05/01/2027", SELF)
    if settle == "take back":
        take_back(staff, family)
    else:
        record(staff, family, family=settle)
    assert ASK_FAMILY not in tasks(staff)
    assert "P-1" not in staff.get(listed).content.decode()


ASK_PROOF = "Ask for the proof of a death in the family of Arthur Bellamy"


def enter_proof(client, policy, proof, person=SELF):
    address = reverse("admin:policy_death", args=[policy.pk])
    return client.post(address, {"do": "proof", "person": person, "proof": proof}, follow=True).content.decode()


@pytest.mark.parametrize("person", [SELF, JUNE])
def test_a_proof_that_is_asked_for_is_a_task_until_it_is_entered(staff, family, life, person):
    record(staff, family, person=person, proof="")
    page, address = tasks(staff), reverse("admin:policy_death", args=[family.pk])
    assert (page.count(f"<b>{ASK_PROOF}</b>"), f'href="{address}"' in page) == (1, True)
    listed = "/backoffice/members/member/?proof=asked"
    assert "Arthur" in staff.get(listed).content.decode()
    assert "Enter the proof" in staff.get(address).content.decode()
    assert "Enter the document you saw, in up to 120 characters." in enter_proof(staff, family, " ", person)
    assert "Proof of this death is no longer needed." in enter_proof(staff, family, "Paper", NELL)
    assert ASK_PROOF in tasks(staff)
    assert "The proof was saved." in enter_proof(staff, family, "Death certificate", person)
    assert Death.objects.get().proof == "Death certificate"
    assert AuditEvent.objects.get(action="member.death_proof_entered").meta["proof"] == "Death certificate"
    assert ASK_PROOF not in tasks(staff)
    assert "Arthur Bellamy" not in staff.get(listed).content.decode()
    assert "Enter the proof" not in staff.get(address).content.decode()
    assert "Proof of this death is no longer needed." in enter_proof(staff, family, "Another", person)


@pytest.mark.parametrize(("role", "has_task", "status"), [("reader", False, 403), ("service", True, 200)])
def test_only_those_who_change_coverage_are_to_ask_for_a_proof(staff, works, family, role, has_task, status):
    record(staff, family, proof="")
    client = works(role)
    assert (ASK_PROOF in tasks(client)) is has_task
    typed = {"do": "proof", "person": SELF, "proof": "Paper"}
    assert client.post(reverse("admin:policy_death", args=[family.pk]), typed, follow=True).status_code == status
    assert Death.objects.get().proof == ("Paper" if has_task else "")


def test_the_proof_comes_with_the_answer_of_the_family(staff, family, life):
    record(staff, family, proof="")
    record(staff, family, family="takes_over", proof="Death certificate")
    assert Death.objects.get().proof == "Death certificate"
    assert ASK_PROOF not in tasks(staff)


def test_a_death_with_its_proof_is_no_task(staff, family):
    record(staff, family)
    assert ASK_PROOF not in tasks(staff)
    assert "Enter the proof" not in staff.get(reverse("admin:policy_death", args=[family.pk])).content.decode()


def test_what_ends_with_the_month_of_death_anyway_waits_for_no_answer(staff, family):
    end_policy(family, END_OF_MONTH)
    record(staff, family)
    assert ASK_FAMILY not in tasks(staff)
    assert last_days(family) == [END_OF_MONTH]


@pytest.mark.parametrize(("role", "has_task"), [("reader", False), ("service", True)])
def test_only_those_who_change_coverage_are_to_ask_the_family(staff, works, family, role, has_task):
    record(staff, family)
    assert (ASK_FAMILY in tasks(works(role))) is has_task


BY_GROUP = "Acme has it for its own people."
AT_DEATH = "It pays its benefit at death, and ends."


def test_the_preview_says_why_a_policy_is_not_taken_over(staff, arthur, family):
    plan = dental("Family life")
    Plan.objects.filter(pk=plan.pk).update(requirements=["beneficiary_info"])
    spouse = Covered(JUNE, Role.SPOUSE, date(1988, 1, 2), date(2026, 1, 1))
    child = Covered(NELL, Role.CHILD, date(2015, 1, 2), date(2026, 1, 1))
    issue(arthur.brand, spouse, number="P-4", plan_id=plan.pk, member_id=arthur.pk, tier="IS", premium="71.75")
    issue(arthur.brand, child, number="P-5", plan_id=dental("Vision").pk, member_id=arthur.pk, tier="IC")
    unpriced = make_plan("No rates")
    issue(arthur.brand, spouse, number="P-6", plan_id=unpriced.pk, member_id=arthur.pk, tier="IS")
    group = create_group(code="ACME01", name="Acme", brands=[arthur.brand])
    Policy.objects.filter(pk=family.pk).update(group=group)
    preview = post(staff, family, do="preview", family="takes_over")
    problems = {row.number: row.problem for row in preview.context_data["sheet"].rows}
    assert problems == {
        "P-1": BY_GROUP,
        "P-4": AT_DEATH,
        "P-5": "It covers no surviving spouse or partner.",
        "P-6": "It has no price for the surviving spouse or partner. This plan has no rates for that day.",
    }
    refused = post(staff, family, do="write", digest=preview.context_data["sheet"].digest, family="takes_over")
    assert (refused.status_code, Death.objects.exists()) == (200, False)
    page = unescape(post(staff, family, do="preview").content.decode())
    for words in problems.values():
        assert f"Not possible: {words}" in page
    record(staff, family, family="end")
    assert set(last_days(*arthur.policies.all())) == {END_OF_MONTH}
    assert not Policy.objects.filter(predecessor__isnull=False).exists()


def test_the_family_chooses_for_each_policy(staff, arthur, family):
    both = [Covered(JUNE, Role.SPOUSE, date(1988, 1, 2), date(2026, 1, 1))]
    vision, hearing = (
        issue(arthur.brand, *both, number=number, plan_id=dental(number).pk, member_id=arthur.pk, tier="IS")
        for number in ("P-4", "P-5")
    )
    choices = {f"family-{family.pk}": "takes_over", f"family-{vision.pk}": "end", f"family-{hearing.pk}": "ask"}
    preview = record(staff, family, **choices)
    rows = preview.context_data["sheet"].rows
    assert {row.number: (row.fate, [option.value for option in row.options if option.is_chosen]) for row in rows} == {
        "P-1": ("goes on in the name of the surviving spouse or partner", ["takes_over"]),
        "P-4": ("ends for everyone", ["end"]),
        "P-5": ("stays until the family has answered", ["ask"]),
    }
    assert last_days(family, vision, hearing) == [END_OF_MONTH, END_OF_MONTH, None]
    assert list(Policy.objects.filter(predecessor__isnull=False).values_list("number", flat=True)) == ["P-1-S"]
    record(staff, hearing, family="takes_over")
    assert last_days(hearing) == [END_OF_MONTH]
    assert Policy.objects.get(number="P-5-S").member == Policy.objects.get(number="P-1-S").member


def test_insurers_read_the_death_and_the_surviving_spouse(staff, arthur, family, life):
    record(staff, family, person=NELL)
    record(staff, family, family="takes_over")
    codes = {(row.policy.number, row.kind): find_code(row) for row in Change.objects.exclude(policy=life)}
    assert codes == {
        ("P-1", "issue"): "28",
        ("P-1", "drop_person"): "03",
        ("P-1", "end"): "03",
        ("P-1-S", "issue"): "11",
    }
    assert find_code(Change.objects.get(policy=life, kind="end")) == "03"


@pytest.mark.parametrize("name", ["June", "Nell"])
def test_a_former_dependent_whom_a_policy_covers_is_of_the_family(staff, arthur, family, name):
    Relative.objects.filter(first_name=name).update(kind=Relative.Kind.FORMER)
    record(staff, family, family="takes_over")
    following = Policy.objects.get(number="P-1-S")
    assert (following.member.first_name, following.tier) == ("June", "IC")
    key = JUNE if name == "June" else NELL
    take_back(staff, family)
    record(staff, family, person=key)
    assert Death.objects.get().relative_id == UUID(key)


def test_a_former_dependent_whom_nothing_covers_is_not_to_be_chosen(staff, arthur, life):
    Relative.objects.filter(first_name="Nell").update(kind=Relative.Kind.FORMER)
    form = staff.get(reverse("admin:policy_death", args=[life.pk])).context_data["form"]
    assert [name for _key, name in form.fields["person"].choices] == ["Arthur Bellamy", "June Bellamy"]


ARTHURS_NUMBER = "532145678"


@pytest.fixture
def june(arthur):
    """June as a member of her own, whose vision policy covers Arthur by his number."""
    Identity.objects.create(member=arthur, ssn=ARTHURS_NUMBER, ssn_index=blind_index(ARTHURS_NUMBER, SSN_INDEX))
    june = put_june_on_record(arthur)
    husband = Relative.objects.create(
        member=june,
        kind="dependent",
        relationship="spouse",
        first_name="Art",
        last_name="Bellamy",
        birth_date=arthur.birth_date,
        ssn=ARTHURS_NUMBER,
    )
    covered = Covered(str(husband.pk), Role.SPOUSE, husband.birth_date, date(2026, 1, 1))
    plan = dental("Vision")
    issue(arthur.brand, covered, number="P-8", name="Vision", plan_id=plan.pk, member_id=june.pk, tier="IS")
    return june


def test_a_death_ends_what_the_person_had_on_every_record(staff, arthur, june, family, life):
    before = [coverage_of(policy) for policy in Policy.objects.order_by("number")]
    preview = record(staff, family, family="takes_over")
    assert [(row.number, row.owner, row.fate) for row in preview.context_data["sheet"].rows] == [
        ("P-1", "", "goes on in the name of the surviving spouse or partner"),
        ("P-2", "", "ends"),
        ("P-8", "June Bellamy", "goes on without them"),
    ]
    page = unescape(preview.content.decode())
    assert "Art Bellamy</b>, in the family of June Bellamy: the same number and birth date." in page
    vision = Policy.objects.get(number="P-8")
    assert last_days(family, life, vision) == [END_OF_MONTH, DIED, None]
    assert (vision.tier, vision.people.get(role="spouse").end_date) == ("IO", DIED)
    assert Policy.objects.get(number="P-1-S").member == june
    assert {(row.member_id, row.relative is None) for row in Death.objects.all()} == {
        (arthur.pk, True),
        (june.pk, False),
    }
    letter = Letter.objects.get(kind="death")
    assert (letter.recipient, letter.mailed) == ("June Bellamy", True)
    for words in (
        "Dental continues in your name from 06/01/2027",
        "Vision no longer covers Art from 05/02/2027",
        "Life ends on 05/01/2027.",
        "give policy number P-2.",
    ):
        assert words in str(letter.document), words
    assert "The death was taken back" in take_back(staff, vision, str(vision.people.get(role="spouse").key))
    assert not Death.objects.exists()
    assert [coverage_of(policy) for policy in Policy.objects.exclude(number="P-1-S").order_by("number")] == before
    assert Policy.objects.get(number="P-1-S").state == "cancelled"
    assert not Letter.objects.filter(kind="death").exists()


def give_number(key, ssn=ARTHURS_NUMBER):
    relative = Relative.objects.get(pk=key)
    relative.ssn = ssn
    relative.save()


def put_nell_on_record(arthur, **fields):
    """Return Nell's father Carl, whose policy covers her too."""
    names = {"first_name": "Carl", "last_name": "Ortiz", "birth_date": date(1987, 3, 3), "gender": 0}
    carl = create_member(brand=fields.pop("brand", arthur.brand), **names)
    facts = {"first_name": "NELL", "last_name": "Bellamy", "birth_date": date(2015, 1, 2), **fields}
    nell = Relative.objects.create(member=carl, kind="dependent", relationship="child", **facts)
    child = Covered(str(nell.pk), Role.CHILD, nell.birth_date, date(2026, 1, 1))
    return issue(carl.brand, child, number="P-9", plan_id=dental().pk, member_id=carl.pk, tier="IC", premium="69.95")


@pytest.mark.parametrize("ticked", [False, True])
def test_staff_are_asked_about_a_likely_twin(staff, arthur, family, ticked):
    carls = put_nell_on_record(arthur)
    nell = carls.people.get(role="child").key
    preview = post(staff, family, person=NELL, do="preview")
    assert "NELL Bellamy, in the family of Carl Ortiz, is the same person" in preview.content.decode()
    record(staff, family, person=NELL, **({f"same-{carls.member_id}-{nell}": "yes"} if ticked else {}))
    deaths = {row.relative_id for row in Death.objects.all()}
    assert deaths == ({UUID(NELL), UUID(nell)} if ticked else {UUID(NELL)})
    carls.refresh_from_db()
    assert carls.tier == ("IO" if ticked else "IC")
    letters = {(letter.member_id, letter.recipient) for letter in Letter.objects.filter(kind="death")}
    assert letters == {
        (arthur.pk, "Arthur Bellamy"),
        *([(carls.member_id, "Carl Ortiz")] if ticked else []),
    }


@pytest.mark.parametrize(
    "differs",
    [{"birth_date": date(2015, 1, 3)}, {"first_name": "Nelly"}, {"ssn": "532145679"}, {"kind": "beneficiary"}],
)
def test_another_person_is_no_twin(staff, arthur, family, differs):
    give_number(NELL)
    kind = differs.pop("kind", "")
    carls = put_nell_on_record(arthur, **differs)
    if kind:
        Relative.objects.filter(member=carls.member_id).update(kind=kind)
    preview = post(staff, family, person=NELL, do="preview")
    assert preview.context_data["sheet"].others == []


def test_a_namesake_of_another_brand_is_no_twin(staff, arthur, family, other_brand):
    put_nell_on_record(arthur, brand=other_brand)
    assert post(staff, family, person=NELL, do="preview").context_data["sheet"].others == []


def test_a_record_that_comes_up_after_the_preview_is_shown_first(staff, arthur, family):
    give_number(NELL)
    preview = post(staff, family, person=NELL, do="preview")
    put_nell_on_record(arthur, ssn=ARTHURS_NUMBER)
    answer = post(staff, family, person=NELL, do="write", digest=preview.context_data["sheet"].digest)
    assert (answer.status_code, Death.objects.exists()) == (200, False)
    assert "It wasn't recorded." in answer.content.decode()


def test_a_spouse_takes_over_what_the_brands_default_group_sold(staff, arthur, family):
    group = create_group(code="DIRECT77", name="Direct Members", brands=[arthur.brand])
    save_settings(brand=arthur.brand, values={"default_group_id": str(group.pk)})
    Policy.objects.filter(pk=family.pk).update(group=group)
    preview = record(staff, family, family="takes_over")
    assert [row.fate for row in preview.context_data["sheet"].rows] == [
        "goes on in the name of the surviving spouse or partner"
    ]
    following = Policy.objects.get(number="P-1-S")
    assert (following.member.name, following.group, following.predecessor) == ("June Bellamy", group, family)


def put_june_on_record(arthur):
    """Return June as a member of her own, known by her number."""
    spouse = Relative.objects.get(pk=JUNE)
    spouse.ssn = "512345678"
    spouse.save()
    names = {"first_name": "June", "last_name": "Bellamy", "birth_date": date(1988, 1, 2), "gender": 1}
    return create_member(brand=arthur.brand, ssn="512345678", email="june.own@demo.test", **names)


def test_a_spouse_on_record_as_a_member_takes_over_on_that_record(staff, arthur, family):
    own = put_june_on_record(arthur)
    record(staff, family, family="takes_over", email="other@demo.test")
    assert Policy.objects.get(number="P-1-S").member == own
    own.refresh_from_db()
    assert (own.email, Member.objects.count()) == ("june.own@demo.test", 2)


def take_back(client, policy, person="self", reason="The hospital took one for another."):
    address = reverse("admin:policy_death", args=[policy.pk])
    return client.post(address, {"do": "take-back", "person": person, "reason": reason}, follow=True).content.decode()


def coverage_of(policy):
    (record,) = ledger.load_ledgers([policy])
    return [(period.first, period.last, period.terms) for period in ledger.periods_of(record.versions)]


def test_a_death_by_mistake_is_taken_back_exactly_and_once(staff, arthur, family, life, membership):
    arthur.user = User.objects.create_user("arthur@demo.test", "planfront-demo", role="member")
    arthur.save()
    end_policy(life, date(2027, 6, 30))
    before = [coverage_of(policy) for policy in (family, life, membership)]
    record(staff, family, family="takes_over")
    assert [coverage_of(policy) for policy in (family, life, membership)] != before
    assert Letter.objects.filter(kind=LetterKind.DEATH).count() == 1
    assert "Enter the reason for taking it back" in take_back(staff, family, reason="")
    assert Death.objects.exists()
    done = take_back(staff, family)
    assert "The death was taken back, and every policy is as before." in done
    assert "The hospital took one for another." in done
    assert not Letter.objects.filter(kind=LetterKind.DEATH).exists()
    assert [coverage_of(policy) for policy in (family, life, membership)] == before
    assert last_days(family, life, membership) == [None, date(2027, 6, 30), None]
    assert Policy.objects.get(number="P-1-S").state == "cancelled"
    assert not Death.objects.exists()
    arthur.user.refresh_from_db()
    assert arthur.user.is_active
    assert "It may have been taken back already." in take_back(staff, family)
    withdrawals = Change.objects.filter(kind="withdrawal")
    assert {row.facts["note"] for row in withdrawals} == {"The hospital took one for another."}
    assert withdrawals.count() == 3
    event = AuditEvent.objects.get(action="member.death_taken_back")
    assert event.meta["reason"] == "The hospital took one for another."
    record(staff, family, family="takes_over")
    again = Policy.objects.get(number="P-1-S2")
    assert (again.predecessor, again.member) == (family, Policy.objects.get(number="P-1-S").member)


def test_a_relatives_death_is_taken_back_and_another_one_stays(staff, arthur, family):
    before = coverage_of(family)
    record(staff, family, person=JUNE)
    record(staff, family, person=NELL, died_on="05/02/2027")
    assert "The death was taken back" in take_back(staff, family, NELL)
    _first, second = coverage_of(family)
    assert ([person.key for person in second[2].covered], second[0]) == ([SELF, NELL], date(2027, 5, 2))
    assert "The death was taken back" in take_back(staff, family, JUNE)
    assert coverage_of(family) == before


def test_an_account_that_was_off_before_stays_off(staff, arthur, family):
    arthur.user = User.objects.create_user("arthur@demo.test", role="member", is_active=False)
    arthur.save()
    record(staff, family)
    take_back(staff, family)
    arthur.user.refresh_from_db()
    assert not arthur.user.is_active


@pytest.mark.parametrize(("role", "stands"), [("reader", True), ("service", False)])
def test_only_those_who_change_coverage_take_a_death_back(staff, works, family, role, stands):
    record(staff, family)
    works(role).post(
        reverse("admin:policy_death", args=[family.pk]), {"do": "take-back", "person": "self", "reason": "Alive"}
    )
    assert Death.objects.exists() is stands


def test_a_spouse_who_died_too_takes_nothing_over_and_gets_no_letter(staff, arthur, family, life):
    record(staff, family, person=JUNE)
    (row, _life) = post(staff, family, do="preview", family="takes_over").context_data["sheet"].rows
    assert row.problem == "It covers no surviving spouse or partner."
    preview = record(staff, family, family="end")
    assert {row.number: (row.fate, row.day) for row in preview.context_data["sheet"].rows} == {
        "P-1": ("ends for everyone", "05/31/2027"),
        "P-2": ("ends", "05/01/2027"),
    }
    assert last_days(family, life) == [END_OF_MONTH, DIED]
    assert Member.objects.get() == arthur
    letter = Letter.objects.get(kind="death", on_paper=True)
    assert letter.recipient == "Family of Arthur Bellamy"
    assert letter.document["data"]["paragraphs"][0] == "Dear family of Arthur Bellamy,"


def test_a_couple_who_died_together_leave_nothing_to_ask(staff, arthur):
    spouse = Covered(JUNE, Role.SPOUSE, date(1988, 1, 2), date(2026, 1, 1))
    both = issue(arthur.brand, spouse, number="P-4", plan_id=dental().pk, member_id=arthur.pk, tier="IS")
    record(staff, both)
    assert last_days(both) == [None], "it waits for June's answer"
    record(staff, both, person=JUNE)
    letters = [(letter.recipient, letter.mailed) for letter in Letter.objects.order_by("created_at")]
    assert letters == [("June Bellamy", False), ("Family of Arthur Bellamy", False)]
    record(staff, both)
    assert last_days(both) == [DIED]


@pytest.mark.parametrize(("last_day", "problem"), [(None, True), (date(2027, 5, 31), False)])
def test_a_survivor_has_no_plan_twice(staff, arthur, family, last_day, problem):
    june = put_june_on_record(arthur)
    own = issue(arthur.brand, number="P-7", plan_id=family.plan_id, member_id=june.pk, premium="36.85")
    if last_day:
        end_policy(own, last_day)
    preview = post(staff, family, do="preview", family="takes_over")
    (row,) = preview.context_data["sheet"].rows
    assert row.problem == ("The surviving spouse or partner has this plan already." if problem else "")
    answer = post(staff, family, do="write", digest=preview.context_data["sheet"].digest, family="takes_over")
    assert answer.status_code == (200 if problem else 302)
    assert Policy.objects.filter(number="P-1-S").exists() is not problem
    assert Death.objects.exists() is not problem


@pytest.fixture
def premier(family, membership):
    """The family's dental plan, which needs the membership."""
    Plan.objects.filter(pk=family.plan_id).update(is_premier=True)
    return family


def test_a_membership_passes_with_the_plan_that_needs_it(staff, arthur, premier, membership):
    preview = record(staff, premier, family="takes_over")
    passes = "goes on in the name of the surviving spouse or partner"
    assert {row.number: (row.fate, row.day) for row in preview.context_data["sheet"].rows} == {
        "P-1": (passes, "05/31/2027"),
        "P-3": (passes, "05/31/2027"),
    }
    assert last_days(premier, membership) == [END_OF_MONTH, END_OF_MONTH]
    plan, following = (Policy.objects.get(number=number) for number in ("P-1-S", "P-3-S"))
    assert plan.member == following.member != arthur
    assert (following.plan_id, following.tier, following.effective_date) == (
        membership.plan_id,
        "IO",
        date(2027, 6, 1),
    )
    assert [(person.key, person.role) for person in following.people.all()] == [(SELF, "subscriber")]


@pytest.mark.parametrize(("choice", "last"), [("ask", None), ("end", END_OF_MONTH)])
def test_a_membership_stays_as_long_as_a_plan_of_the_family(staff, premier, membership, choice, last):
    record(staff, premier, family=choice)
    assert last_days(premier, membership) == [last, last]


def test_a_membership_ends_where_the_survivor_has_one(staff, arthur, premier, membership):
    june = put_june_on_record(arthur)
    issue(arthur.brand, number="P-7", plan_id=membership.plan_id, member_id=june.pk, premium="5.00")
    record(staff, premier, family="takes_over")
    assert last_days(membership) == [END_OF_MONTH]
    assert set(june.policies.values_list("number", flat=True)) == {"P-1-S", "P-7"}


def test_a_plan_that_waits_needs_its_membership_too(staff, arthur, premier, membership):
    spouse = Covered(JUNE, Role.SPOUSE, date(1988, 1, 2), date(2026, 1, 1))
    second = dental("Vision")
    Plan.objects.filter(pk=second.pk).update(is_premier=True)
    vision = issue(arthur.brand, spouse, number="P-4", plan_id=second.pk, member_id=arthur.pk, tier="IS")
    choices = {f"family-{premier.pk}": "takes_over", f"family-{vision.pk}": "ask"}
    preview = post(staff, premier, do="preview", **choices)
    assert {row.number: row.problem for row in preview.context_data["sheet"].rows} == {
        "P-1": "",
        "P-3": "",
        "P-4": "This plan needs its membership, which ends earlier.",
    }


def test_a_plan_passes_only_with_its_membership(staff, arthur, premier, membership):
    group = create_group(code="ACME01", name="Acme", brands=[arthur.brand])
    Policy.objects.filter(pk=membership.pk).update(group=group)
    preview = post(staff, premier, do="preview", family="takes_over")
    assert {row.number: row.problem for row in preview.context_data["sheet"].rows} == {
        "P-1": "This plan needs its membership, which ends earlier.",
        "P-3": "",
    }


def test_a_death_whose_policy_would_have_no_price_is_not_taken_back(staff, arthur, family):
    record(staff, family, person=JUNE)
    dropped = Change.objects.get(kind="drop_person").order
    record(staff, family, person=NELL)
    RateTable.objects.all().delete()
    assert "A policy would have no price as it was before the death." in take_back(staff, family, JUNE)
    assert Death.objects.count() == 2
    address = reverse("admin:policy_withdraw", args=[family.pk, dropped])
    assert "The policy would have no price as it was before." in staff.get(address).content.decode()
    assert not Change.objects.filter(kind="withdrawal").exists()


BRIGHTWATER = {"IO": "20.00", "IS": "40.00", "IC": "38.00", "IF": "57.00"}
TAKEN_OVER = "goes on in the name of the surviving spouse or partner"


def move_to_brightwater(make_client, policy, happened_on):
    """Move a policy to another insurer on the first of the next month; return the policy that follows it."""
    plan = make_plan("Brightwater Dental", carrier=make_carrier("brightwater", name="Brightwater"))
    rate_by_tier(plan, BRIGHTWATER)
    User.objects.create_user("desk@demo.test", "planfront-demo", role="staff", is_staff=True, is_superuser=True)
    desk = make_client("shop.test")
    desk.sign_in("desk@demo.test")
    order = {"kind": "plan", "event": "marriage", "happened_on": happened_on, "member_id": policy.member_id}
    send(desk, {**order, "policies": [policy.number], "plans": {policy.number: plan.pk}})
    return Policy.objects.get(predecessor=policy)


DIED_BEFORE_MOVE = {"died_on": "03/10/2027"}
MARCH_31, APRIL_30 = date(2027, 3, 31), date(2027, 4, 30)


@pytest.fixture
def moved(make_client, family):
    """The policy of another insurer that follows the family's on 05/01/2027."""
    with time_machine.travel("2027-04-20T17:00:00Z"):
        following = move_to_brightwater(make_client, family, "04/20/2027")
    assert (following.number, following.effective_date) == ("P-1-S", date(2027, 5, 1))
    assert last_days(family) == [APRIL_30]
    return following


@pytest.mark.both_databases
def test_a_policy_of_another_insurer_passes_with_the_one_it_follows(staff, family, moved):
    before = [coverage_of(policy) for policy in (family, moved)]
    choices = DIED_BEFORE_MOVE | {f"family-{family.pk}": "takes_over", f"family-{moved.pk}": "ask"}
    rows = record(staff, family, **choices).context_data["sheet"].rows
    assert [(row.number, row.fate, row.day, row.first, len(row.options)) for row in rows] == [
        ("P-1", TAKEN_OVER, "03/31/2027", "04/01/2027", 3),
        ("P-1-S", TAKEN_OVER, "03/31/2027", "05/01/2027", 0),
    ]
    assert last_days(family, moved) == [MARCH_31, APRIL_30]
    assert moved.state == "cancelled"
    junes = Policy.objects.filter(member__first_name="June").order_by("number")
    shown = [(row.number, row.predecessor, row.effective_date, row.end_date, row.monthly) for row in junes]
    assert shown == [
        ("P-1-S2", family, date(2027, 4, 1), APRIL_30, Decimal("69.95")),
        ("P-1-S3", moved, date(2027, 5, 1), None, Decimal("38.00")),
    ]
    assert "The death was taken back" in take_back(staff, family)
    assert [coverage_of(policy) for policy in (family, moved)] == before
    assert [policy.state for policy in junes.all()] == ["cancelled", "cancelled"]


@pytest.mark.parametrize(("choice", "last", "state"), [("end", MARCH_31, "cancelled"), ("ask", APRIL_30, "active")])
def test_a_policy_of_another_insurer_takes_no_other_choice(staff, family, moved, choice, last, state):
    choices = DIED_BEFORE_MOVE | {f"family-{family.pk}": choice, f"family-{moved.pk}": "takes_over"}
    record(staff, family, **choices)
    assert last_days(family, moved)[0] == last
    assert moved.state == state
    assert Policy.objects.count() == 2


def test_the_family_chooses_for_a_policy_that_begins_after_the_month_of_death(staff, family, moved):
    choices = {"died_on": "04/10/2027", f"family-{family.pk}": "end", f"family-{moved.pk}": "takes_over"}
    rows = record(staff, family, **choices).context_data["sheet"].rows
    assert [(row.number, row.day, len(row.options)) for row in rows] == [
        ("P-1", "04/30/2027", 0),
        ("P-1-S", "04/30/2027", 3),
    ]
    assert (Policy.objects.get(number="P-1-S2").predecessor, last_days(family)) == (moved, [APRIL_30])


@pytest.mark.parametrize(("choice", "fate"), [("end", "ends for everyone"), ("takes_over", TAKEN_OVER)])
def test_the_family_chooses_for_policies_on_the_persons_other_record(staff, arthur, june, family, choice, fate):
    vision = Policy.objects.get(number="P-8")
    key = str(vision.people.get(role="spouse").key)
    preview = record(staff, vision, person=key, **{f"family-{family.pk}": choice})
    rows = preview.context_data["sheet"].rows
    chosen = {row.number: [option.value for option in row.options if option.is_chosen] for row in rows}
    assert chosen == {"P-8": [], "P-1": [choice]}
    assert [(row.number, row.owner, row.fate) for row in rows] == [
        ("P-8", "", "goes on without them"),
        ("P-1", "Arthur Bellamy", fate),
    ]
    assert last_days(family) == [END_OF_MONTH]
    assert Policy.objects.filter(number="P-1-S", member=june).exists() is (choice == "takes_over")


@pytest.mark.both_databases
def test_a_death_is_taken_back_after_the_survivor_moved_to_another_insurer(staff, make_client, family):
    before = coverage_of(family)
    record(staff, family, family="takes_over")
    following = Policy.objects.get(number="P-1-S")
    with time_machine.travel("2027-06-10T17:00:00Z"):
        again = move_to_brightwater(make_client, following, "06/09/2027")
    assert (again.number, again.effective_date, again.state) == ("P-1-S2", date(2027, 7, 1), "accepted")
    with time_machine.travel("2027-06-11T17:00:00Z"):
        staff.force_login(User.objects.get(email="robin@demo.test"))
        assert "The death was taken back" in take_back(staff, family)
    states = {policy.number: (policy.state, policy.end_date) for policy in Policy.objects.all()}
    assert states["P-1"] == ("active", None)
    assert (states["P-1-S"][0], states["P-1-S2"][0]) == ("cancelled", "cancelled")
    assert coverage_of(family) == before
    assert not Death.objects.exists()


@pytest.mark.both_databases
def test_a_death_that_waits_is_withdrawn_when_it_is_recorded_another_way(staff, kit, family, life):
    first, second = ask(staff, family), ask(staff, life)
    assert ASKED in tasks(kit)
    decide(kit, second, "agree")
    first.refresh_from_db()
    assert (first.state, second.state) == ("withdrawn", "agreed")
    assert ASKED not in tasks(kit)
    event = AuditEvent.objects.get(action="policy.change_taken_back")
    assert (event.subject_id, event.meta["request"]) == (str(family.pk), str(first.pk))


def test_a_death_of_another_person_waits_on(staff, kit, family, life):
    waiting = ask(staff, family, person=NELL)
    record(staff, family)
    waiting.refresh_from_db()
    assert (waiting.state, ASKED in tasks(kit)) == ("waiting", True)


def test_a_death_recorded_later_by_one_person_withdraws_what_waits(staff, kit, family, life):
    waiting = ask(staff, family)
    record(staff, family)
    waiting.refresh_from_db()
    assert (waiting.state, ASKED in tasks(kit)) == ("withdrawn", False)


@pytest.mark.both_databases
@pytest.mark.parametrize("together", [True, False])
def test_a_death_on_merged_records_is_taken_back_once_they_are_apart(staff, brand, arthur, life, together):
    other = create_member(brand=brand, first_name="Arthur", last_name="Bellamy", birth_date=arthur.birth_date, gender=0)
    find_duplicates(brand.pk, [other])
    pair = DuplicateMember.objects.get(first=arthur)
    if together:
        record(staff, life, **{f"same-{other.pk}-self": "1"})
    else:
        with transaction.atomic():
            mark_dead(other, None, DIED, "", Origin("staff"))
        record(staff, life)
    digest = preview_merge(pair, arthur.pk).digest
    kept = merge(pair_id=pair.pk, stays_id=arthur.pk, digest=digest, confirmed=True, origin=Origin("staff"))
    refused = "It wasn't taken back. Two of the person's records were merged since. Undo that merge first."
    assert refused in unescape(take_back(staff, life))
    assert (Death.objects.count(), last_days(life)) == (2, [DIED])
    undo_merge(record_id=kept.pk, origin=Origin("staff"))
    assert "The death was taken back" in take_back(staff, life)
    assert (Death.objects.count(), last_days(life)) == (0 if together else 1, [None])
