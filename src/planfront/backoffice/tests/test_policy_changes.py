"""Staff change a policy on its page: form, preview, writing, refusals and taking back. Prices are those of TIERS."""

import re
from datetime import date
from decimal import Decimal
from html import unescape

import pytest
import time_machine
from django.db import transaction

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.catalog.models import Plan, PlanOption, PlanRule
from planfront.catalog.tests.factories import make_plan
from planfront.coverage import ledger
from planfront.coverage.age_limits import drop_due
from planfront.coverage.models import Change, LifeEvent, Policy, Version
from planfront.coverage.pricing import Pricing
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.members.models import Member, Relative
from planfront.parties.groups.models import Contribution
from planfront.parties.groups.services import create_group
from planfront.rating.engine import cell
from planfront.shopping.tests.factories import approve, dental, rate_by_age

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
MATEO = {"person": "new", "first_name": "Mateo", "last_name": "Santos", "birth_date": "03/02/2027", "role": "child"}
BIRTH = {**MATEO, "event": "birth", "happened_on": "03/02/2027", "gender": "0"}


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True) as traveller:
        yield traveller


@pytest.fixture
def robin(brand):
    return User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Robin Vale")


@pytest.fixture
def staff(client, robin):
    client.force_login(robin)
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def maria(brand):
    return Member.objects.create(
        brand=brand,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="maria@mailbox.example",
        state="TX",
        zip="75201",
    )


@pytest.fixture
def policy(maria):
    return issue(maria.brand, number="P-1", plan_id=dental().pk, member_id=maria.pk)


COLUMBUS = {"address1": "12 Alder Street", "city": "Columbus", "zip": "43215"}


def page_of(policy):
    return f"/backoffice/coverage/policy/{policy.pk}/change/"


def form_of(policy, kind):
    return f"/backoffice/coverage/policy/{policy.pk}/to/{kind}/"


def tidy(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def open_form(client, policy, kind):
    answer = client.get(form_of(policy, kind))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def preview(client, policy, kind, **typed):
    answer = client.post(form_of(policy, kind), {"do": "preview", **typed})
    assert answer.status_code == 200, answer.headers
    return unescape(answer.content.decode())


def hidden(page, name):
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    return found[1] if found else ""


def lines(page, caption="Before and after"):
    """The rows of a table of before and after, as lists of texts."""
    table = page.split(f">{caption}</caption>")[1].split("<tbody>")[1].split("</tbody>")[0]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
    return [[tidy(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def refusal(page):
    found = re.search(r'<div class="policy-refused" role="alert"><p>(.*?)</p>', page, re.DOTALL)
    return tidy(found[1]) if found else ""


def write(client, policy, kind, **typed):
    """Preview, then send what the preview shows."""
    shown = preview(client, policy, kind, **typed)
    assert hidden(shown, "digest"), refusal(shown) or tidy(shown)
    sent = {**typed, "do": "write", "digest": hidden(shown, "digest"), "seen": hidden(shown, "seen")}
    return client.post(form_of(policy, kind), sent, follow=True)


def grid(page):
    """The rows of the months that have begun, as lists of texts; [] without the table."""
    _before, _found, rest = page.partition(": was, is, difference</caption>")
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", rest.split("</table>")[0], re.DOTALL)
    return [[tidy(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


FEBRUARY = {**BIRTH, "happened_on": "02/10/2027", "birth_date": "02/10/2027"}
GROUP_PAYS = [
    ["Part", "February", "March", "For the past"],
    ["Premium", "$36.85 $69.95 +$33.10", "$36.85 $69.95 +$33.10", "+$66.20 2 × $33.10"],
    ["Acme pays", "$18.43 $34.98 +$16.55", "$18.43 $34.98 +$16.55", "+$33.10 2 × $16.55"],
    ["Maria Santos pays", "$18.42 $34.97 +$16.55", "$18.42 $34.97 +$16.55", "+$33.10 2 × $16.55"],
    ["Total", "+$33.10", "+$33.10", "+$66.20"],
]


def test_months_that_have_begun_are_shown_by_part_and_payer_before_and_after(staff, maria):
    plan, group = dental(), create_group(code="ACME01", name="Acme", brands=[maria.brand])
    Contribution.objects.create(group=group, plan_id=plan.pk, kind="percent", value=50)
    policy = issue(maria.brand, number="P-1", plan_id=plan.pk, member_id=maria.pk, group_id=group.pk)
    page = preview(staff, policy, "add_person", **FEBRUARY)
    assert grid(page) == GROUP_PAYS
    words = tidy(page)
    # 19 of 28 days of 33.10.
    assert "Whole months: a month with any covered day counts in full. By day, February would be +$22.46." in words
    done = unescape(write(staff, policy, "add_person", **FEBRUARY).content.decode())
    assert "Months with a new price" in done
    assert grid(done) == GROUP_PAYS
    order = Change.objects.get(kind="add_person").order
    withdrawn = f"/backoffice/coverage/policy/{policy.pk}/withdraw/{order}/"
    back = grid(unescape(staff.get(withdrawn).content.decode()))
    assert back[1] == ["Premium", "$69.95 $36.85 -$33.10", "$69.95 $36.85 -$33.10", "-$66.20 2 × $33.10"]
    staff.post(withdrawn)
    page = unescape(staff.get(page_of(policy)).content.decode())
    assert (grid(page), "Months with a new price" in page) == ([], False)


def test_the_months_follow_the_plans_rule_and_say_what_whole_months_would_make(staff, policy):
    Plan.objects.update(part_month="daily")
    page = preview(staff, policy, "add_person", **FEBRUARY)
    assert grid(page) == [
        ["Part", "February", "March", "For the past"],
        ["Premium", "$36.85 $59.31 +$22.46", "$36.85 $69.95 +$33.10", "+$55.56"],
    ]
    assert "Covered days ÷ days of the month. Whole months, February would be +$33.10." in tidy(page)


def test_the_rule_is_that_of_the_plan_in_force_last_in_the_month(staff, policy):
    """The plan of until 02/19 counts whole months, the one that follows counts days."""
    daily = dental("Daily")
    Plan.objects.filter(pk=daily.pk).update(part_month="daily")
    with transaction.atomic():
        (record,) = ledger.lock_ledgers([policy.pk])
        ledger.write([ledger.add_change(record, Kind.PLAN, date(2027, 2, 20), compute=Pricing(), plan_id=daily.pk)])
    page = preview(staff, policy, "add_person", **FEBRUARY)
    # 19 of 28 days of 33.10.
    assert grid(page)[1] == ["Premium", "$36.85 $59.31 +$22.46", "$36.85 $69.95 +$33.10", "+$55.56"]
    assert "Covered days ÷ days of the month. Whole months, February would be +$33.10." in tidy(page)


def test_a_change_ahead_has_no_months(staff, policy):
    page = preview(staff, policy, "end", day="03/31/2027", reason="own-choice")
    assert lines(page)
    assert grid(page) == []


def test_a_child_is_added_from_its_birth_after_a_preview_of_every_version(staff, robin, policy, maria):
    page = preview(staff, policy, "add_person", **BIRTH, note="By phone")
    assert lines(page) == [["From 03/02/2027", "Member $36.85", "Member + Child(ren) $69.95", "+$33.10"]]
    assert "Mateo Santos is covered from 03/02/2027 on." in page
    assert "We'll send Maria a letter by email." in page
    assert "It counts from the day it happened, 03/02/2027, and that day itself counts." in page
    assert "Not saved yet, from 03/02/2027: $69.95, Member + Child(ren): Maria, Mateo" in page
    assert Change.objects.count() == 1
    assert not Relative.objects.exists()
    done = write(staff, policy, "add_person", **BIRTH, note="By phone")
    assert done.redirect_chain == [(f"{page_of(policy)}#changes", 302)]
    text = tidy(unescape(done.content.decode()))
    assert "The change was saved." in text
    assert "A person joined Mateo Santos By phone" in text
    change = Change.objects.get(kind="add_person")
    assert (change.effective, change.by, change.by_user) == (date(2027, 3, 2), "staff", robin.pk)
    assert (change.event.key, change.happened_on, change.reported_on) == ("birth", date(2027, 3, 2), date(2027, 3, 17))
    assert (change.before, change.after) == (Decimal("36.85"), Decimal("69.95"))
    mateo = Relative.objects.get()
    assert (mateo.member_id, mateo.first_name, mateo.gender) == (maria.pk, "Mateo", 0)
    event = AuditEvent.objects.get(action="policy.changed")
    assert (event.actor_kind, event.actor_id, event.brand_id) == ("staff", robin.pk, policy.brand_id)
    assert event.meta["policies"] == ["P-1"]


def test_the_preview_names_the_members_other_policies(staff, policy, maria):
    issue(maria.brand, number="V-1", name="Ostrander Vision", plan_id=9, member_id=maria.pk)
    issue(maria.brand, number="V-0", name="Old Vision", plan_id=8, member_id=maria.pk, ends_on=date(2026, 12, 31))
    page = preview(staff, policy, "add_person", **BIRTH)
    assert "Maria also has Ostrander Vision (V-1): it won't change until you change it on its own page." in page
    assert "also has" not in preview(staff, policy, "end", day="03/31/2027", reason="own-choice")


def test_the_menu_has_what_the_state_of_a_policy_allows(staff, policy):
    def menu():
        page = unescape(staff.get(page_of(policy)).content.decode())
        return re.findall(rf'href="/backoffice/coverage/policy/{policy.pk}/to/(\w+)/"', page)

    assert menu() == ["add_person", "drop_person", "place", "facts", "correction", "end", "cancel"]
    write(staff, policy, "end", day="03/31/2027", reason="own-choice")
    assert menu() == ["add_person", "drop_person", "place", "facts", "correction", "end", "reinstate", "cancel"]
    moved = unescape(staff.get(page_of(policy), {"on": "01/01/2026"}).content.decode())
    assert f"/backoffice/coverage/policy/{policy.pk}/to/" not in moved
    assert "You're viewing another day. To make a change, go to today's page." in moved
    Policy.objects.update(member=None)
    assert menu() == []
    assert staff.get(form_of(policy, "end")).status_code == 404


def test_a_relative_on_record_is_chosen_and_stays_one_person(staff, policy, maria):
    daniel = Relative.objects.create(
        member=maria,
        kind="dependent",
        relationship="spouse",
        first_name="Daniel",
        last_name="Santos",
        birth_date=date(1987, 9, 2),
    )
    assert f'<option value="{daniel.pk}"' in open_form(staff, policy, "add_person")
    write(staff, policy, "add_person", person=str(daniel.pk), event="marriage", happened_on="03/10/2027")
    assert f'<option value="{daniel.pk}"' not in open_form(staff, policy, "add_person")
    assert Relative.objects.count() == 1
    last = Version.objects.last()
    assert (last.effective, last.tier, last.premium) == (date(2027, 4, 1), "IS", Decimal("71.75"))
    assert last.covered[1]["key"] == str(daniel.pk)


def test_a_person_leaves_on_the_day_that_staff_say(staff, policy):
    write(staff, policy, "add_person", **BIRTH)
    key = str(Relative.objects.get().pk)
    page = preview(staff, policy, "drop_person", key=key, day="04/01/2027")
    assert lines(page) == [["From 04/01/2027", "Member + Child(ren) $69.95", "Member $36.85", "-$33.10"]]
    write(staff, policy, "drop_person", key=key, day="04/01/2027")
    assert Version.objects.last().tier == "IO"


def test_a_move_has_the_new_place_and_a_wrong_zip_is_named(staff, policy):
    page = preview(staff, policy, "place", **{**COLUMBUS, "zip": "00000"}, event="", day="04/01/2027")
    assert "Invalid Zip code" in page
    assert 'value="00000"' in page
    assert not hidden(page, "digest")
    write(staff, policy, "place", **COLUMBUS, day="04/01/2027")
    assert (Version.objects.last().state, Version.objects.last().zip) == ("OH", "43215")


def test_another_amount_is_one_of_the_plans(staff, maria):
    plan = make_plan("Halden Life 20", category="term_life")
    for code, amount in (("A", 50_000), ("B", 100_000)):
        PlanOption.objects.create(plan=plan, code=code, label=code, amount=amount, is_default=code == "A")
    policy = issue(maria.brand, number="L-1", plan_id=plan.pk, member_id=maria.pk, amount=Decimal(50_000))
    form = open_form(staff, policy, "amount")
    assert re.findall(r'<option value="(\d[\d.]*)">', form) == ["50000.00", "100000.00"]
    page = preview(staff, policy, "amount", amount="100000.00", day="04/01/2027")
    assert refusal(page) == "It can't be saved like this. The rates have no price for it (planAgeError)."
    assert 'value="100000.00" selected' in page


def test_coverage_ends_with_a_reason_and_comes_back(staff, policy):
    page = preview(staff, policy, "end", day="03/31/2027")
    assert "This field is required." in page
    assert 'value="03/31/2027"' in page
    page = preview(staff, policy, "end", day="03/31/2027", reason="own-choice")
    assert lines(page) == [["From 04/01/2027", "Member $36.85", "No coverage", "-$36.85"]]
    assert "It covers 1 person through the end of 03/31/2027 and no one after that." in page
    write(staff, policy, "end", day="03/31/2027", reason="own-choice")
    policy.refresh_from_db()
    assert policy.end_date == date(2027, 3, 31)
    page = preview(staff, policy, "reinstate", reason="ended-in-error")
    assert lines(page) == [["From 04/01/2027", "No coverage", "Member $36.85", "+$36.85"]]
    write(staff, policy, "reinstate", reason="ended-in-error")
    policy.refresh_from_db()
    assert policy.end_date is None
    assert Change.objects.get(kind="reinstate").reason.key == "ended-in-error"


@pytest.mark.thorough
def test_a_plan_that_the_member_has_in_another_policy_does_not_come_back(staff, policy, maria):
    page = preview(staff, policy, "end", day="03/31/2027", reason="own-choice")
    write(staff, policy, "end", day="03/31/2027", reason="own-choice")
    again = issue(maria.brand, number="P-9", plan_id=policy.plan_id, member_id=maria.pk, first=date(2027, 4, 15))
    page = preview(staff, policy, "reinstate", reason="ended-in-error")
    words = "The member already has an active policy for this plan."
    assert refusal(page) == f"It can't be saved like this. {words}"
    ending = Change.objects.get(kind="end")
    address = f"/backoffice/coverage/policy/{policy.pk}/withdraw/{ending.order}/"
    page = unescape(staff.get(address).content.decode())
    assert "It can't be withdrawn. The member already has an active policy for this plan. End that one first." in tidy(
        page
    )
    answer = staff.post(address, follow=True)
    assert "The member already has an active policy for this plan" in unescape(answer.content.decode())
    policy.refresh_from_db()
    assert policy.end_date == date(2027, 3, 31)
    write(staff, again, "cancel", reason="twice")
    assert lines(preview(staff, policy, "reinstate", reason="ended-in-error"))[0][0] == "From 04/01/2027"
    assert "The change is withdrawn." in staff.post(address, follow=True).content.decode()
    policy.refresh_from_db()
    assert policy.end_date is None


def test_a_policy_that_began_lately_is_cancelled_from_its_first_day(staff, maria):
    policy = issue(maria.brand, number="P-9", plan_id=dental().pk, member_id=maria.pk, first=date(2027, 2, 1))
    page = preview(staff, policy, "cancel", reason="twice")
    assert lines(page) == [["From 02/01/2027", "Member $36.85", "No coverage", "-$36.85"]]
    assert 'class="desk-button is-danger-main" name="do" value="write">Cancel from the first day' in page
    write(staff, policy, "cancel", reason="twice")
    policy.refresh_from_db()
    assert policy.state == "cancelled"


def test_a_refusal_names_the_nearest_day_and_keeps_what_was_typed(staff, policy, today):
    late = preview(staff, policy, "add_person", **{**BIRTH, "happened_on": "01/05/2027"}, note="Called twice")
    assert refusal(late) == ("It can't be saved like this. 71 days; 60 are allowed. The last day was 03/06/2027.")
    for kept in ('value="Mateo"', 'value="01/05/2027"', 'value="Called twice"', '<option value="birth" selected'):
        assert kept in late
    reported = preview(staff, policy, "add_person", **{**BIRTH, "happened_on": "01/20/2027"}, reported_on="03/01/2027")
    assert lines(reported)[0][0] == "From 01/20/2027"
    other = preview(staff, policy, "add_person", **BIRTH, day="03/15/2027")
    assert refusal(other) == (
        "It can't be saved like this. This event's rule doesn't allow 03/15/2027. 03/02/2027 is possible: "
        "It counts from the day it happened, 03/02/2027, and that day itself counts."
    )
    assert 'name="day" value="03/15/2027"' in other
    early = preview(
        staff,
        issue(
            policy.brand,
            number="P-5",
            plan_id=policy.plan_id,
            member_id=policy.member_id,
            first=date(2027, 5, 1),
        ),
        "place",
        **COLUMBUS,
        day="04/01/2027",
    )
    assert [line[0] for line in lines(early)] == [
        "Address",
        "From 05/01/2027, TX 75201 → OH 43215",
        "Dental, From 04/01/2027, TX 75201 → OH 43215",
    ]
    assert Change.objects.filter(kind__in=("add_person", "place")).count() == 0


@pytest.mark.thorough
def test_a_day_that_was_chosen_of_another_event_is_no_choice(staff, policy):
    first = preview(staff, policy, "add_person", **BIRTH)
    again = preview(
        staff,
        policy,
        "add_person",
        **{**BIRTH, "happened_on": "03/05/2027"},
        day="03/02/2027",
        asked=hidden(first, "asked"),
    )
    assert lines(again)[0][0] == "From 03/05/2027"


def test_what_differs_from_the_preview_is_not_written_and_both_are_shown(staff, policy):
    shown = preview(staff, policy, "place", **COLUMBUS, day="04/01/2027")
    write(staff, policy, "add_person", **BIRTH)
    sent = {**COLUMBUS, "day": "04/01/2027", "do": "write"}
    sent |= {name: hidden(shown, name) for name in ("digest", "seen")}
    answer = staff.post(form_of(policy, "place"), sent)
    page = unescape(answer.content.decode())
    assert refusal(page).startswith("Nothing was saved because the result has changed since the preview.")
    days = "From 04/01/2027, TX 75201 → OH 43215"
    assert lines(page, "As it was previewed")[1:] == [[days, "Member $36.85", "Member $36.85", "$0.00"]]
    assert lines(page)[1:] == [[days, "Member + Child(ren) $69.95", "Member + Child(ren) $69.95", "$0.00"]]
    assert not Change.objects.filter(kind="place").exists()
    sent |= {name: hidden(page, name) for name in ("digest", "seen")}
    assert staff.post(form_of(policy, "place"), sent).status_code == 302
    assert Change.objects.filter(kind="place").count() == 1


def test_sending_twice_or_without_a_preview_writes_once_at_most(staff, policy):
    bare = staff.post(form_of(policy, "add_person"), {**BIRTH, "do": "write", "digest": "x", "seen": "broken"})
    assert "Nothing was saved" in bare.content.decode()
    shown = preview(staff, policy, "add_person", **BIRTH)
    sent = {**BIRTH, "do": "write", "digest": hidden(shown, "digest")}
    assert staff.post(form_of(policy, "add_person"), sent).status_code == 302
    again = staff.post(form_of(policy, "add_person"), sent)
    assert refusal(unescape(again.content.decode())) == "It can't be saved like this. This person is covered already."
    assert Change.objects.filter(kind="add_person").count() == 1


@pytest.mark.parametrize(
    ("kind", "typed", "words"),
    [
        (
            "add_person",
            {**MATEO, "birth_date": "13/40/2027"},
            "There is no month 13. Write the month first: mm/dd/yyyy.",
        ),
        ("add_person", {"person": "new"}, "This is required for a new person."),
        ("add_person", {**MATEO, "birth_date": "03/18/2027"}, "The date can't be in the future."),
        ("add_person", {**MATEO, "birth_date": "04/16/1999"}, "at least 10 years younger than the member"),
        ("add_person", {**MATEO, "birth_date": "03/18/2011", "role": "spouse"}, "at least 16 years old"),
        ("add_person", {"person": "nobody"}, "Select a valid choice."),
        ("add_person", {**BIRTH, "happened_on": ""}, "Enter the date it happened."),
        ("add_person", {**MATEO, "happened_on": "03/02/2027"}, "Say what happened on that day"),
        ("add_person", {**BIRTH, "reported_on": "03/18/2027"}, "This date is in the future."),
        ("drop_person", {"key": "self"}, "Select a valid choice."),
        ("end", {"reason": "own-choice"}, "Enter the last day of coverage."),
        ("end", {"reason": "twice", "day": "03/31/2027"}, "Select a valid choice."),
        (
            "place",
            {**COLUMBUS, "state": "TX"},
            "This ZIP code is in OH.",
        ),
        (
            "place",
            {**COLUMBUS, "note": "x" * 301},
            "at most 300 characters",
        ),
    ],
)
def test_what_cannot_be_read_is_marked_at_its_field(staff, policy, kind, typed, words):
    page = preview(staff, policy, kind, **typed)
    assert words in page
    assert "Some fields are missing or invalid. They're marked below." in page
    assert not hidden(page, "digest")


def test_staff_withdraw_a_change_after_seeing_what_that_does(staff, robin, policy, today):
    write(staff, policy, "add_person", **BIRTH)
    today.move_to("2027-04-20T17:00:00Z")
    staff.force_login(robin)
    order = Change.objects.get(kind="add_person").order
    address = f"/backoffice/coverage/policy/{policy.pk}/withdraw/{order}/"
    assert f'href="{address}"' in staff.get(page_of(policy)).text
    page = unescape(staff.get(address).content.decode())
    assert lines(page) == [["From 03/02/2027", "Member + Child(ren) $69.95", "Member $36.85", "-$33.10"]]
    done = staff.post(address, follow=True)
    assert "The change is withdrawn." in done.text
    assert f'href="{address}"' not in done.text
    assert Version.objects.last().tier == "IO"
    assert AuditEvent.objects.get(action="policy.change_withdrawn").actor_id == robin.pk
    for again in (staff.post(address, follow=True), staff.get(address, follow=True)):
        assert "The change was withdrawn already." in again.text
    assert Change.objects.filter(kind="withdrawal").count() == 1
    assert AuditEvent.objects.filter(action="policy.change_withdrawn").count() == 1
    issued = Change.objects.get(kind="issue").order
    assert staff.get(f"/backoffice/coverage/policy/{policy.pk}/withdraw/{issued}/").status_code == 404


def test_what_a_later_change_stands_on_is_not_withdrawn(staff, policy):
    write(staff, policy, "add_person", **BIRTH)
    order = Change.objects.get(kind="add_person").order
    write(staff, policy, "drop_person", key=str(Relative.objects.get().pk), day="04/01/2027")
    address = f"/backoffice/coverage/policy/{policy.pk}/withdraw/{order}/"
    words = "A later change depends on it. Withdraw that one first."
    assert words in staff.get(address).text
    assert words in staff.post(address, follow=True).text
    assert not Change.objects.filter(kind="withdrawal").exists()


def test_readers_look_and_service_changes_what_is_of_their_brands(works, policy, other_brand):
    reader = works("reader")
    assert "/to/end/" not in reader.get(page_of(policy)).text
    assert reader.get(form_of(policy, "end")).status_code == 403
    assert reader.post(form_of(policy, "end"), {"do": "preview"}).status_code == 403
    order = Change.objects.get().order
    assert reader.post(f"/backoffice/coverage/policy/{policy.pk}/withdraw/{order}/").status_code == 403
    service = works("service")
    assert service.get(form_of(policy, "end")).status_code == 200
    assert service.get(form_of(policy, "rename")).status_code == 404
    elsewhere = issue(other_brand, number="X-1")
    assert service.get(form_of(elsewhere, "end")).status_code == 404


def test_an_event_that_is_not_active_any_more_is_not_offered(staff, policy):
    LifeEvent.objects.filter(key="birth").update(active=False)
    assert '<option value="birth"' not in open_form(staff, policy, "add_person")
    assert "Select a valid choice." in preview(staff, policy, "add_person", **BIRTH)


def test_a_birth_date_is_put_right_on_the_policy_and_on_record(staff, maria, robin):
    plan = make_plan("Halden Life 20", category="term_life")
    rate_by_age(plan, [(0, 39, "20.00"), (40, 99, "30.00")])
    policy = issue(maria.brand, number="L-1", plan_id=plan.pk, member_id=maria.pk, first=date(2027, 3, 1))
    other = issue(maria.brand, number="P-2", plan_id=plan.pk, member_id=maria.pk, first=date(2027, 3, 15))
    page = preview(staff, policy, "correction", key="self", birth_date="04/17/1979", first_name="Marie")
    assert lines(page) == [
        ["Name", "Maria Santos", "Marie Santos", "–"],
        ["Birth date", "04/17/1989", "04/17/1979", "–"],
        ["From 03/01/2027", "Member $36.85", "Member $30.00", "-$6.85"],
        ["Dental, From 03/15/2027", "Member $36.85", "Member $30.00", "-$6.85"],
    ]
    write(staff, policy, "correction", key="self", birth_date="04/17/1979", first_name="Marie")
    maria.refresh_from_db()
    assert (maria.first_name, maria.last_name, maria.birth_date) == ("Marie", "Santos", date(1979, 4, 17))
    changes = Change.objects.filter(kind="correction").order_by("effective")
    assert [(change.policy.number, change.effective, change.after) for change in changes] == [
        ("L-1", date(2027, 3, 1), Decimal("30.00")),
        ("P-2", date(2027, 3, 15), Decimal("30.00")),
    ]
    assert len({change.order for change in changes}) == 1
    assert policy.people.get().birth_date == date(1979, 4, 17)
    assert other.people.get().birth_date == date(1979, 4, 17)
    event = AuditEvent.objects.get(action="member.corrected")
    assert (event.actor_id, event.fields) == (robin.pk, ["birth_date", "first_name"])


def issue_life(maria, first=date(2026, 1, 1)):
    """20.00 a month, 30.00 with tobacco."""
    plan = make_plan("Halden Life 20", category="term_life")
    approve(plan, [cell("20.00", tobacco=False), cell("30.00", tobacco=True)], method="FLAT")
    more = {"name": "Life", "premium": "20.00", "inputs": {"tobacco": False}, "first": first}
    return issue(maria.brand, number="L-1", plan_id=plan.pk, member_id=maria.pk, **more)


def test_staff_change_tobacco_in_every_policy_that_hangs_on_it(staff, maria, policy):
    life = issue_life(maria)
    page = preview(staff, policy, "facts", tobacco="yes", day="04/01/2027")
    assert lines(page) == [
        ["Tobacco", "Not recorded", "Yes", "–"],
        ["Life, From 04/01/2027", "Member $20.00", "Member $30.00", "+$10.00"],
    ]
    write(staff, policy, "facts", tobacco="yes", day="04/01/2027")
    change = Change.objects.get(kind="facts")
    assert (change.policy, change.effective, change.after) == (life, date(2027, 4, 1), Decimal("30.00"))
    again = preview(staff, policy, "facts", tobacco="")
    assert "This is already in our records. Enter what is different." in again


def test_tobacco_is_put_right_since_the_first_day_of_each_policy(staff, maria):
    policy = issue_life(maria, date(2027, 3, 1))
    page = preview(staff, policy, "correction", key="self", tobacco="yes")
    assert lines(page) == [
        ["Tobacco", "Not recorded", "Yes", "–"],
        ["From 03/01/2027", "Member $20.00", "Member $30.00", "+$10.00"],
    ]
    write(staff, policy, "correction", key="self", tobacco="yes")
    maria.refresh_from_db()
    assert maria.is_smoker is True
    assert Change.objects.get(kind="correction").facts == {"inputs": {"tobacco": True}}


def test_a_plan_whose_price_tobacco_doesnt_change_is_no_problem_of_a_correction(staff, policy, maria):
    issue_life(maria)
    page = preview(staff, policy, "correction", key="self", tobacco="yes")
    assert "doesn't cover this person" not in page
    assert lines(page)[-1] == ["Life, From 01/01/2026", "Member $20.00", "Member $30.00", "+$10.00"]


def test_a_name_is_put_right_without_a_change_of_the_policy(staff, policy):
    write(staff, policy, "add_person", **BIRTH)
    key = str(Relative.objects.get().pk)
    page = preview(staff, policy, "correction", key=key, first_name="Matteo")
    assert lines(page) == [["Name", "Mateo Santos", "Matteo Santos", "–"]]
    done = write(staff, policy, "correction", key=key, first_name="Matteo")
    assert "The change was saved." in done.text
    assert "Matteo Santos" in done.text
    assert not Change.objects.filter(kind="correction").exists()
    stale = {"key": key, "first_name": "Mattia", "do": "write", "digest": hidden(page, "digest")}
    assert "Nothing was saved" in staff.post(form_of(policy, "correction"), stale).text
    assert Relative.objects.get().first_name == "Matteo"
    same = preview(staff, policy, "correction", key=key, first_name="Matteo", birth_date="03/02/2027")
    assert "This is already in our records. Enter what is correct." in same


def test_a_child_is_kept_beyond_the_age_limit_and_its_notice_withdrawn(staff, maria):
    plan = dental()
    PlanRule.objects.create(plan=plan, role="CHILD", max_age=25)
    child = Relative.objects.create(
        member=maria,
        kind="dependent",
        relationship="child",
        first_name="Iris",
        last_name="Santos",
        birth_date=date(2001, 4, 12),
    )
    covered = Covered(str(child.pk), Role.CHILD, child.birth_date, date(2026, 1, 1))
    policy = issue(maria.brand, covered, plan_id=plan.pk, member_id=maria.pk, tier="IC", premium="69.95")
    assert drop_due() == 1
    person = policy.people.get(role="child")
    address = f"/backoffice/coverage/policy/{policy.pk}/child/{person.pk}/"
    assert staff.get(address).status_code == 405
    page = staff.post(address, {"stays": "1"}, follow=True).content.decode()
    assert "The child stays covered beyond the age limit." in page
    assert "Covered past the age limit" in page
    person.refresh_from_db()
    assert (person.stays, person.end_date) == (True, None)
    assert drop_due() == 0
    staff.post(address, {"stays": "0"})
    person.refresh_from_db()
    assert person.stays is False


def test_staff_write_what_the_insurer_calls_a_person(staff, policy):
    person = policy.people.get()
    address = f"/backoffice/coverage/policy/{policy.pk}/insurer/{person.pk}/"
    assert staff.get(address).status_code == 405
    for typed, saved, said in (
        ("  HD 4021  7785/01 ", "HD 4021 7785/01", "The insurer's ID was saved."),
        ("HD<4021>", "HD 4021 7785/01", "Use up to 40 letters, digits, spaces, dashes, dots and slashes."),
        ("7" * 41, "HD 4021 7785/01", "Use up to 40 letters"),
        ("", "", "The insurer's ID was saved."),
    ):
        page = staff.post(address, {"insurer_id": typed}, follow=True).content.decode()
        assert said in unescape(page)
        person.refresh_from_db()
        assert person.insurer_id == saved
    assert AuditEvent.objects.filter(action="coverage.insurer_id", subject_id=str(policy.pk)).count() == 2
    elsewhere = f"/backoffice/coverage/policy/{policy.pk}/insurer/{policy.pk}/"
    assert staff.post(elsewhere, {"insurer_id": "X"}).status_code == 404


def test_a_reader_writes_no_insurer_id(client, policy):
    reader = User.objects.create_user(
        "looks@demo.test", "planfront-demo", role="staff", is_staff=True, staff_role="reader", all_brands=True
    )
    client.force_login(reader)
    client.defaults["HTTP_HOST"] = "shop.test"
    address = f"/backoffice/coverage/policy/{policy.pk}/insurer/{policy.people.get().pk}/"
    assert client.post(address, {"insurer_id": "X"}).status_code == 403
    assert policy.people.get().insurer_id == ""


def test_a_reader_keeps_no_child(client, maria, policy):
    reader = User.objects.create_user(
        "reader@demo.test", "planfront-demo", role="staff", is_staff=True, staff_role="reader", all_brands=True
    )
    client.force_login(reader)
    client.defaults["HTTP_HOST"] = "shop.test"
    person = policy.people.get()
    assert client.post(f"/backoffice/coverage/policy/{policy.pk}/child/{person.pk}/", {"stays": "1"}).status_code == 403


def test_staff_add_somebody_with_a_suffix(staff, policy):
    assert '<option value="Jr.">Jr.</option>' in open_form(staff, policy, "add_person")
    assert "not one of the available choices" in preview(staff, policy, "add_person", **BIRTH, suffix="Esq.")
    write(staff, policy, "add_person", **BIRTH, suffix="Jr.")
    assert Relative.objects.get().suffix == "Jr."


def test_staff_confirm_what_is_unlikely(staff, policy):
    grown = {**BIRTH, "event": "", "happened_on": "", "birth_date": "03/02/2006", "last_name": "Ortiz"}
    assert "Yes, this is right" not in open_form(staff, policy, "add_person")
    page = preview(staff, policy, "add_person", **grown)
    assert "This adult child's last name differs from the parents'. Is it correct?" in tidy(unescape(page))
    assert not hidden(page, "digest")
    write(staff, policy, "add_person", **grown, confirmed="on")
    assert AuditEvent.objects.get(action="policy.changed").meta["confirmed"] == ["other_name"]
