"""The code of each change that insurers are told."""

import pytest

from planfront.coverage.models import Change, LifeEvent, Policy, Reason
from planfront.coverage.order_kinds import ORDER_KINDS
from planfront.coverage.reason_codes import KIND_CODES, find_code
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
        ("end", "", "", "07"),
        ("add_person", "", "", "29"),
        ("reinstate", "", "", "41"),
        ("withdrawal", "", "", "AI"),
    ],
)
def test_the_reason_decides_then_the_life_event_then_the_kind(kind, event, reason, code):
    change = Change(
        kind=kind,
        event=LifeEvent.objects.filter(key=event).first(),
        reason=Reason.objects.filter(key=reason).first(),
        policy=Policy(),
    )
    assert find_code(change) == code


def test_an_event_and_a_reason_without_codes_leave_it_to_the_kind():
    change = Change(kind="renewal", event=LifeEvent(name="Other"), reason=Reason(name="Other"))
    assert find_code(change) == "41"


@pytest.mark.parametrize(("member_id", "code"), [(1, "28"), (2, "11")], ids=["another insurer", "survivor"])
def test_a_policy_that_took_another_members_place_is_of_a_surviving_spouse(member_id, code):
    policy = Policy(member_id=member_id, predecessor=Policy(member_id=1))
    assert find_code(Change(kind="issue", policy=policy)) == code
    assert find_code(Change(kind="end", by="staff", policy=policy)) == "07"


def test_no_kind_of_change_lacks_a_code():
    kinds = {kind for kind, _words in Change._meta.get_field("kind").choices}
    assert KIND_CODES.keys() == kinds >= ORDER_KINDS.keys()
    assert {kind for kind, code in KIND_CODES.items() if code == "AI"} == {"withdrawal"}


def test_each_shipped_reason_has_its_code():
    assert not Reason.objects.filter(x12="").exists()


@pytest.mark.parametrize(("by", "code"), [("member", "14"), ("rep", "14"), ("group", "07"), ("staff", "07")])
def test_an_end_without_a_reason_is_a_members_own_will(by, code):
    assert find_code(Change(kind="end", by=by)) == code
    assert find_code(Change(kind="end", by=by, reason=Reason.objects.get(key="unpaid"))) == "59"
