"""Licences and appointments: where a rep may sell, what expires, what staff should look at."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from planfront.parties.reps.models import Appointment, License
from planfront.parties.reps.selectors import expiring_licences, licence_label, licence_problems, licences_in_force
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)


@pytest.fixture
def rep(brand):
    return create_agent(code="R1", brands=[brand], first_name="Ann", last_name="Lee", email="a@b.example")


def licence(rep, state, number, **more):
    return License.objects.create(agent=rep, state=state, number=number, **more)


def test_a_licence_counts_from_its_first_day_to_its_last(rep):
    licence(rep, "OH", "1", effective_on=TODAY, expires_on=TODAY)
    licence(rep, "TX", "2", effective_on=date(2026, 11, 22))
    licence(rep, "NY", "3", expires_on=date(2026, 11, 20))
    licence(rep, "NY", "4", line=License.Line.LIFE)
    assert licences_in_force(rep.pk, TODAY) == {"OH", "NY"}
    assert licences_in_force(rep.pk, date(2026, 11, 22)) == {"TX", "NY"}
    assert [licence_label(rep.pk, state, TODAY) for state in ("OH", "TX", "NY")] == ["OH 1", "", "NY 4"]


def test_a_licence_whose_number_names_its_state_names_it_once(rep):
    licence(rep, "OH", "OH-000011")
    assert licence_label(rep.pk, "OH", TODAY) == "OH-000011"


def test_a_rep_without_licences_is_free_unless_one_is_needed(rep):
    assert licences_in_force(rep.pk, TODAY) is None
    assert licences_in_force(rep.pk, TODAY, needed=True) == frozenset()
    licence(rep, "NY", "3", expires_on=date(2026, 11, 20))
    assert licences_in_force(rep.pk, TODAY) == frozenset()


def test_what_expires_is_listed_soonest_first_by_brand(rep, brand, other_brand):
    elsewhere = create_agent(code="R2", brands=[other_brand], first_name="Bo", last_name="Day", email="b@b.example")
    licence(rep, "OH", "1", expires_on=date(2026, 12, 21))
    licence(rep, "TX", "2", expires_on=date(2026, 12, 22))
    licence(rep, "NY", "3", expires_on=date(2026, 11, 20))
    licence(elsewhere, "CA", "4", expires_on=TODAY)
    licences = expiring_licences([brand.pk], 30, today=TODAY)
    assert [(item.agent_code, item.state, item.days, item.line) for item in licences] == [
        ("R1", "OH", 30, "Life, accident and health")
    ]
    assert [licence.state for licence in expiring_licences(None, 30, today=TODAY)] == ["CA", "OH"]
    assert [licence.days for licence in expiring_licences(None, 0, today=TODAY, expired_since=5)] == [-1, 0]


def test_staff_are_told_what_is_wrong(rep):
    assert licence_problems(rep.pk, TODAY) == ["No license is on record."]
    licence(rep, "NY", "3", expires_on=date(2026, 11, 20))
    licence(rep, "OH", "1", expires_on=date(2026, 12, 1))
    licence(rep, "TX", "2", effective_on=date(2026, 12, 1))
    for state in ("OH", "NY", "CA"):
        Appointment.objects.create(agent=rep, carrier_id=1, state=state, appointed_on=date(2026, 1, 1))
    Appointment.objects.filter(state="CA").update(ended_on=date(2026, 11, 20))
    assert licence_problems(rep.pk, TODAY) == [
        "NY: license 3 expired on 11/20/2026.",
        "OH: license 1 expires on 12/01/2026, in 10 days.",
        "TX: license 2 is not in force before 12/01/2026.",
        "NY: appointed by an insurer, but no license in force.",
    ]


@pytest.mark.parametrize(
    "more", [{"state": "OH"}, {"state": "TX", "effective_on": TODAY, "expires_on": date(2026, 1, 1)}]
)
def test_one_licence_per_state_and_line_and_days_in_order(rep, more):
    licence(rep, "OH", "1")
    with pytest.raises(IntegrityError), transaction.atomic():
        License.objects.create(agent=rep, number="2", **more)
