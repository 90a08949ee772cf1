"""What was on record of people before is handed over with their data and goes with them."""

import json
from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.audit.services import Origin
from planfront.kernel import clock
from planfront.members.models import Member, PersonVersion
from planfront.members.person_history import FactCause
from planfront.members.services import add_relative, change_person, create_member
from planfront.privacy.export import as_json, masked
from planfront.privacy.services import load_person, open_request, request_approve

pytestmark = pytest.mark.django_db


@pytest.fixture
def maria(brand):
    member = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, ssn="523443386"
    )
    child = add_relative(
        member=member,
        kind="dependent",
        relationship="child",
        first_name="Mateo",
        last_name="Santos",
        birth_date=date(2015, 5, 5),
    )
    change_person(member.pk, None, FactCause("marriage", note="By phone"), last_name="Vale", ssn="523443387")
    change_person(member.pk, child.pk, FactCause("move"), address1="12 Alder Street")
    return member


@pytest.fixture
def ask(brand, maria):
    def asked(kind):
        return open_request(
            brand_id=brand.pk,
            kind=kind,
            how="phone",
            received_on=clock.real_today(),
            subject={"name": "Maria Vale"},
            anchors={"members.member": [str(maria.pk)]},
            origin=Origin("staff", user_id=User.objects.create_user("asks@demo.test", role="staff").pk),
        )

    return asked


def test_a_person_is_handed_what_was_on_record_before(ask):
    row = ask("export")
    text = as_json(row, load_person(row))
    for value in ("Santos", "Vale", "523443386", "12 Alder Street", "By phone"):
        assert value in text
    shown = json.dumps(masked(load_person(row)), default=str)
    assert ("523443386" in shown, "523443387" in shown) == (False, False)
    assert "12 Alder Street" in shown


def test_history_is_erased_with_the_person(ask):
    assert PersonVersion.objects.count() == 5
    approves = User.objects.create_user("approves@demo.test", role="staff")
    request_approve(row=ask("erasure"), origin=Origin("staff", user_id=approves.pk))
    assert not PersonVersion.objects.exists()
    assert not Member.objects.exists()
