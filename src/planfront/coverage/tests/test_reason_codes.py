"""The code of each change that insurers are told."""

import pytest

from planfront.coverage.models import Change, LifeEvent, Reason
from planfront.coverage.reason_codes import find_code
from planfront.coverage.shipped import EVENT_CODES, EVENTS

pytestmark = pytest.mark.django_db


def test_each_shipped_life_event_has_its_code():
    assert {event.key for event in EVENTS} == EVENT_CODES.keys()
    assert dict(LifeEvent.objects.values_list("key", "x12")) == EVENT_CODES
    wanted = {"birth": "02", "adoption": "05", "marriage": "32", "death": "03", "move": "43", "divorce": "01"}
    assert EVENT_CODES.items() >= wanted.items()


@pytest.mark.parametrize(
    ("kind", "event", "reason", "code"),
    [
        ("add_person", "birth", "", "02"),
        ("place", "move", "", "43"),
        ("end", "death", "", "03"),
        ("end", "left-work", "retired", "04"),
        ("end", "", "unpaid", "59"),
        ("drop_person", "", "reached-age", "07"),
        ("cancel", "", "never-paid", "59"),
        ("issue", "", "", "28"),
        ("renewal", "", "", "41"),
        ("plan", "", "", "22"),
        ("correction", "", "", "25"),
        ("end", "", "", "AI"),
        ("withdrawal", "", "", "AI"),
    ],
)
def test_the_reason_decides_then_the_life_event_then_the_kind(kind, event, reason, code):
    change = Change(
        kind=kind,
        event=LifeEvent.objects.filter(key=event).first(),
        reason=Reason.objects.filter(key=reason).first(),
    )
    assert find_code(change) == code


def test_an_event_and_a_reason_without_codes_leave_it_to_the_kind():
    change = Change(kind="renewal", event=LifeEvent(name="Other"), reason=Reason(name="Other"))
    assert find_code(change) == "41"
