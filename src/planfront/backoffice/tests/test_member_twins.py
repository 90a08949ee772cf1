"""Members who are added or edited in the back office are looked up for likely twins."""

from datetime import date
from html import unescape

import pytest

from planfront.audit.services import SYSTEM
from planfront.backoffice.tests.forms import MEMBER_INLINES
from planfront.members.models import DuplicateMember, Member
from planfront.members.person_history import FactCause
from planfront.members.services import change_person, create_member

pytestmark = pytest.mark.django_db
ADD = "/backoffice/members/member/add/"


@pytest.fixture
def maria(brand):
    return create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, phone="2145550183"
    )


def typed(brand, **more):
    return {
        "brand": str(brand.pk),
        "first_name": "María",
        "last_name": "SANTOS",
        "birth_date": "04/17/1989",
        "gender": "1",
        "email": "",
        "active": "on",
        **MEMBER_INLINES,
        **more,
    }


def send(client, address, data):
    answer = client.post(address, data, follow=True)
    assert answer.status_code == 200
    assert not [form.errors for form in [answer.context.get("adminform")] if form and form.errors]
    return unescape(answer.content.decode())


def test_who_is_added_by_hand_and_is_alike_becomes_a_pair_and_is_said_at_once(works, brand, maria):
    page = send(works("admin"), ADD, typed(brand))
    added = Member.objects.exclude(pk=maria.pk).get()
    pair = DuplicateMember.objects.get()
    assert (pair.first_id, pair.second_id, pair.matched) == (maria.pk, added.pk, ["name"])
    assert "This may be the same person as Maria Santos" in page


def test_an_edit_that_makes_somebody_alike_finds_the_pair_once(works, brand, maria):
    other = create_member(brand=brand, first_name="Mary", last_name="S", birth_date=date(1989, 4, 17), gender=1)
    client, address = works("admin"), f"/backoffice/members/member/{other.pk}/change/"
    names = {"first_name": "Mary", "last_name": "S"}
    send(client, address, typed(brand, **names, city="Dallas"))
    assert not DuplicateMember.objects.exists(), "nothing that makes alike was changed"
    for _twice in range(2):
        page = send(client, address, typed(brand, **names, phone="(214) 555-0183"))
    assert "This may be the same person as Maria Santos" in page
    assert DuplicateMember.objects.get().matched == ["phone"]


def test_a_name_that_is_corrected_finds_the_pair(brand, maria):
    other = create_member(brand=brand, first_name="Mary", last_name="Santos", birth_date=date(1989, 4, 17), gender=1)
    change_person(other.pk, None, FactCause("correction", SYSTEM, is_correction=True), first_name="Maria")
    assert DuplicateMember.objects.get().second_id == other.pk


def test_a_last_day_of_work_before_the_day_of_hire_is_refused(works, brand):
    answer = works("admin").post(ADD, typed(brand, hired_on="03/01/2027", left_on="02/01/2027"))
    assert "Enter a day on or after the hire date." in answer.content.decode()
    assert not Member.objects.exists()
