"""Possible duplicate members in the back office: side by side, merged with a preview, undone, or kept apart."""

import re
from datetime import date
from html import unescape
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.backoffice.tests.rows import quote
from planfront.backoffice.tests.test_policy_changes import hidden, tidy
from planfront.coverage.models import Policy
from planfront.coverage.tests.policies import issue
from planfront.kernel import clock
from planfront.members.duplicates.search import find_duplicates
from planfront.members.models import Death, DuplicateMember, Member, MergeRecord, Relative
from planfront.members.selectors import day_of_death
from planfront.members.services import create_member

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LIST = "/backoffice/members/duplicatemember/"
BORN = date(1989, 4, 17)


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2026-03-10T17:00:00Z", tick=True) as traveller:
        yield traveller


def person(brand, **more):
    more = {"first_name": "Maria", "last_name": "Santos", "birth_date": BORN, "gender": 1, "email": "", **more}
    return create_member(brand=brand, **more)


def pair_of(*members):
    find_duplicates(members[0].brand_id, members)
    return DuplicateMember.objects.get(first=members[0])


@pytest.fixture
def twins(brand):
    """Two records, the second with a number, a child and a policy: (pair, first, second)."""
    first = person(brand, email="maria@mail.example", phone="2145550183", city="Dallas", state="TX", zip="75201")
    second = person(brand, first_name="María", ssn="899550001", email="santos@mail.example", phone="2145550183")
    Relative.objects.create(
        member=second,
        kind="dependent",
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2020, 3, 2),
    )
    issue(brand, number="P-7", member_id=second.pk)
    return pair_of(first, second), first, second


def sign_in(user):
    client = Client(headers={"host": "shop.test"})
    client.force_login(user)
    return client


def staff_of(brand, role):
    user = User.objects.create_user(
        f"{role}-{brand.pk}@demo.test", role="staff", is_staff=True, staff_role=role, name="Kit Marsh"
    )
    StaffBrand.objects.create(user=user, brand_id=brand.pk)
    return sign_in(user)


@pytest.fixture
def service(brand):
    return staff_of(brand, "service")


def address(pair):
    return f"{LIST}{pair.pk}/change/"


def look(staff, pair, **query):
    answer = staff.get(address(pair), query)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def rows(page):
    """Facts side by side: label, both records, and how they compare."""
    table = page.split('class="desk-table twins-two"')[1].split("</table>")[0]
    cells = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        for row in re.findall("<tr.*?</tr>", table, re.DOTALL)[1:]
    ]
    return [[" / ".join(re.findall("<span>(.*?)</span>", cell)) or cell for cell in row] for row in cells]


def send(staff, pair, do, **more):
    answer = staff.post(address(pair), {"do": do, **more}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def merge(staff, pair, stays, **more):
    page = look(staff, pair, stays=stays.pk)
    sent = {"stays": stays.pk, "digest": hidden(page, "digest"), "seen": hidden(page, "seen"), **more}
    return send(staff, pair, "merge", **sent)


def test_what_waits_leads_from_the_first_page_to_the_pair(service, twins):
    pair, first, second = twins
    home = unescape(service.get("/backoffice/").content.decode())
    assert f'{LIST}?state__exact=waiting"' in home
    assert "Possible duplicate members 1 " in tidy(home)
    shown = tidy(unescape(service.get(f"{LIST}?state__exact=waiting").content.decode()))
    assert f"Maria Santos ({first.pk}) and María Santos ({second.pk})" in shown
    assert "Same name and phone" in shown
    assert "0001" not in shown
    send(service, pair, "apart", reason="Cousins")
    home = unescape(service.get("/backoffice/").content.decode())
    assert "Possible duplicate members 0 " in tidy(home)


def test_both_records_stand_side_by_side_with_what_differs_in_words(service, twins):
    pair, first, second = twins
    page = look(service, pair)
    assert rows(page) == [
        ["Name", "Maria Santos", "María Santos", "Differs"],
        ["Birth date", "04/17/1989", "04/17/1989", "The same"],
        ["Social Security number", "–", "Ending 0001", f"Only {second.pk}"],
        ["Email", "maria@mail.example", "santos@mail.example", "Differs"],
        ["Phone", "(214) 555-0183", "(214) 555-0183", "The same"],
        ["Address", "Dallas, Texas 75201", "–", f"Only {first.pk}"],
        ["State", "Active", "Active", "The same"],
        ["Added", "By a roster or staff", "By a roster or staff", "The same"],
        ["Policies", "–", "P-7, Dental, active, from 01/01/2026", f"Only {second.pk}"],
        ["People they cover", "–", "P-7: The member, subscriber", f"Only {second.pk}"],
        ["Family on record", "–", "Mateo Santos, 03/02/2020, child", f"Only {second.pk}"],
    ]
    assert "On neither record: marital status, account to sign in with, group, employee number, rep, " in tidy(page)
    assert "899550001" not in page


def test_a_pair_of_records_that_have_much_takes_the_same_queries(service, twins, brand):
    pair, first, second = twins
    quote(brand, member=second)
    look(service, pair, stays=first.pk)
    with CaptureQueriesContext(connection) as few:
        look(service, pair, stays=first.pk)
    for number in range(8):
        issue(brand, number=f"M-{number}", plan_id=20 + number, member_id=first.pk if number % 2 else second.pk)
        quote(brand, member=second)
    with CaptureQueriesContext(connection) as many:
        look(service, pair, stays=first.pk)
    assert len(many) == len(few)


def test_a_merge_is_previewed_written_and_undone(service, twins):
    pair, first, second = twins
    text = tidy(look(service, pair, stays=first.pk))
    assert (
        f"What moves to record {first.pk} Policies, with their cards P-7, Dental, active, from 01/01/2026 "
        "Family and beneficiaries on record Mateo Santos, 03/02/2020, child "
        "Social Security number The number on record"
    ) in text
    assert "Email santos@mail.example: the record that stays keeps maria@mail.example" in text
    assert f"Merge into record {first.pk}" in text
    assert Policy.objects.get().member_id == second.pk
    text = tidy(merge(service, pair, first))
    assert "The records are merged. This page undoes it." in text
    assert f"Record {second.pk} of María Santos went into record {first.pk}. Kit Marsh merged them" in text
    assert Policy.objects.get().member_id == first.pk
    assert AuditEvent.objects.filter(action="member.merged").count() == 2
    text = tidy(send(service, pair, "undo"))
    assert "The merge is undone. Both records are as they were." in text
    assert f"Record {second.pk} into {first.pk} on 03/10/2026 by Kit Marsh, undone on 03/10/2026 by Kit Marsh." in text
    assert Policy.objects.get().member_id == second.pk
    assert "This was undone in the meantime." in tidy(send(service, pair, "undo"))


def test_what_differs_from_the_preview_stands_below_what_was_previewed(service, twins):
    pair, first, _second = twins
    page = look(service, pair, stays=first.pk)
    Policy.objects.update(end_date=date(2026, 12, 31))
    sent = {"stays": first.pk, "digest": hidden(page, "digest"), "seen": hidden(page, "seen")}
    text = tidy(send(service, pair, "merge", **sent))
    assert "Nothing was merged because the result has changed since the preview." in text
    assert text.index("P-7, Dental, active, from 01/01/2026 Family") < text.index(
        "active, from 01/01/2026 to 12/31/2026"
    )
    assert not MergeRecord.objects.exists()
    assert "The records are merged." in tidy(merge(service, pair, first))


def test_what_clashes_is_named_and_not_offered(service, brand, twins):
    pair, first, _second = twins
    issue(brand, number="P-1", member_id=first.pk)
    page = look(service, pair, stays=first.pk)
    reason = "P-1 and P-7 are both Dental and would cover Maria Santos twice. End or cancel one of them first."
    assert reason in tidy(page)
    assert 'value="merge"' not in page
    text = tidy(send(service, pair, "merge", stays=first.pk, digest="x", seen="x"))
    assert "Nothing was merged" in text
    assert not MergeRecord.objects.exists()


def test_two_numbers_are_merged_after_a_tick(service, brand):
    first, second = person(brand, ssn="899550001"), person(brand, ssn="899550010")
    pair = pair_of(first, second)
    assert ["Social Security number", "Ending 0001", "Ending 0010", "Differs"] in rows(look(service, pair))
    text = tidy(merge(service, pair, first))
    assert "Nothing was merged. Confirm the items below first." in text
    assert not MergeRecord.objects.exists()
    assert "The records are merged." in tidy(merge(service, pair, first, confirmed="1"))


def test_two_people_are_kept_apart_with_a_reason(service, twins):
    pair, first, second = twins
    page = send(service, pair, "apart", reason=" x ")
    assert "Say why they are two people, in 3 to 300 characters." in tidy(page)
    assert 'value="x"' in page
    assert DuplicateMember.objects.get().state == "waiting"
    text = tidy(send(service, pair, "apart", reason="Cousins of one name"))
    assert "They're two people. You won't be asked again." in text
    assert "Two people Decided by Kit Marsh on 03/10/2026: Cousins of one name" in text
    assert "They are one person" not in text
    find_duplicates(first.brand_id, [first, second])
    assert DuplicateMember.objects.get().state == "apart"
    assert "This was decided in the meantime." in tidy(send(service, pair, "apart", reason="Again"))


def test_an_undo_that_cannot_be_says_why(service, brand, twins):
    pair, first, _second = twins
    merge(service, pair, first)
    Policy.objects.update(member=person(brand, first_name="Ada"))
    words = "P-7, Dental, active, from 01/01/2026 belongs to another record by now."
    page = look(service, pair)
    assert words in tidy(page)
    assert 'value="undo"' not in page
    assert words in tidy(send(service, pair, "undo"))
    assert MergeRecord.objects.get().undone_at is None


def test_readers_look_and_other_brands_pairs_are_not_found(brand, other_brand, twins):
    pair, first, _second = twins
    reader = staff_of(brand, "reader")
    page = look(reader, pair, stays=first.pk)
    assert "Your role can only view." in page
    for offered in ('value="merge"', 'value="apart"', "They are one person"):
        assert offered not in page
    for do in ("merge", "apart", "undo"):
        answer = reader.post(address(pair), {"do": do, "stays": first.pk, "reason": "Cousins"})
        assert answer.status_code == 403
    for role in ("admin", "service", "reader"):
        away = staff_of(other_brand, role)
        assert str(pair.pk) not in away.get(LIST).content.decode()
        for answer in (away.get(address(pair)), away.post(address(pair), {"do": "undo"})):
            assert answer.status_code == 404
            assert "Santos" not in answer.content.decode()
    assert staff_of(brand, "admin").get(f"{LIST}nonsense/change/").status_code == 404
    assert DuplicateMember.objects.get().state == "waiting"
    assert "The records are merged." in tidy(merge(staff_of(brand, "service"), pair, first))


def test_what_was_not_offered_is_refused(service, brand, twins):
    pair, _first, _second = twins
    for sent in ({}, {"do": "nonsense"}, {"do": "merge"}, {"do": "merge", "stays": person(brand, last_name="Q").pk}):
        assert service.post(address(pair), sent).status_code == 403
    assert "What moves to record" not in look(service, pair, stays="nonsense")


def test_a_member_page_names_the_twin_and_a_merged_record_leads_to_the_one_that_stays(service, twins):
    pair, first, second = twins
    members = "/backoffice/members/member/"
    page = unescape(service.get(f"{members}{first.pk}/change/").content.decode())
    assert f"This may be the same person as María Santos ({second.pk})." in page
    assert f'href="{address(pair)}"' in page
    merge(service, pair, first)
    answer = service.get(f"{members}{second.pk}/change/", follow=True)
    assert answer.redirect_chain == [(f"{members}{first.pk}/change/", 302)]
    page = unescape(answer.content.decode())
    assert f"Record {second.pk} was merged into this one." in page
    assert "This may be the same person" not in page
    assert f"{members}{second.pk}/change/" not in service.get(members).content.decode()
    found = service.post("/backoffice/find/", {"q": "Santos"}, follow=True).content.decode()
    assert f">{second.pk}<" not in found


def test_of_a_record_that_was_merged_nothing_waits(service, brand, twins):
    pair, first, second = twins
    third = person(brand)
    find_duplicates(brand.pk, [third])
    assert DuplicateMember.objects.filter(state="waiting").count() == 3
    merge(service, pair, first)
    shown = tidy(unescape(service.get(f"{LIST}?state__exact=waiting").content.decode()))
    assert f"({first.pk}) and Maria Santos ({third.pk})" in shown
    assert f"({second.pk})" not in shown
    assert Member.objects.filter(merged_into=None).count() == 2


@pytest.fixture
def dead(twins):
    """The twins, of whom a death is on record on both records."""
    _pair, first, second = twins
    for member in (first, second):
        Death.objects.create(member=member, died_on=date(2026, 2, 1), recorded_at=clock.business_now())
    return twins


def test_a_death_on_both_records_stays_on_each(service, dead):
    pair, first, second = dead
    assert "The death on 02/01/2026 is on both records" in look(service, pair, stays=first.pk)
    merge(service, pair, first)
    pair.refresh_from_db()
    assert pair.state == "merged"
    assert set(Death.objects.values_list("member", flat=True)) == {first.pk, second.pk}
    send(service, pair, "undo")
    pair.refresh_from_db()
    assert pair.state == "undone"
    assert [day_of_death(member.pk) for member in (first, second)] == [date(2026, 2, 1)] * 2


def test_two_days_of_death_are_in_the_way(service, dead):
    pair, first, second = dead
    Death.objects.filter(member=second).update(died_on=date(2026, 2, 2))
    clash = "Two days of death are on record, 02/01/2026 and 02/02/2026. Take the wrong one back first."
    assert clash in look(service, pair, stays=first.pk)
    merge(service, pair, first)
    pair.refresh_from_db()
    assert pair.state == "waiting"


@pytest.mark.parametrize(("days", "kept"), [((1, 1), 1), ((1, None), 2), ((None, 1), 2)])
def test_a_relative_who_died_stays_behind_only_with_the_same_day(service, twins, days, kept):
    pair, first, second = twins
    theirs = second.relatives.get()
    own = Relative.objects.get(pk=theirs.pk)
    own.pk, own.member, own._state.adding = uuid4(), first, True
    own.save()
    for row, day in zip((own, theirs), days, strict=True):
        if day:
            Death.objects.create(
                member=row.member, relative=row, died_on=date(2026, 2, day), recorded_at=clock.business_now()
            )
    merge(service, pair, first)
    assert first.relatives.count() == kept
    assert {(row.member_id, row.relative.member_id) for row in Death.objects.all()} == (
        {(first.pk, first.pk), (second.pk, second.pk)} if kept == 1 else {(first.pk, first.pk)}
    )
