"""Staff are reminded of what waits for their decision: who, of what, and on which days."""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import StaffBrand, User
from planfront.brands.models import Brand
from planfront.coverage.approvals import staff
from planfront.coverage.approvals.reminders import remind_due
from planfront.coverage.models import ReportedChange, StaffChangeRequest
from planfront.messaging.models import OutboundEmail

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=False) as traveller:
        yield traveller


def colleague(name, role, *brands, **more):
    email = f"{name}@demo.test"
    user = User.objects.create_user(email, role="staff", is_staff=True, staff_role=role, **more)
    for brand in brands:
        StaffBrand.objects.create(user=user, brand_id=brand.pk)
    return user


@pytest.fixture
def team(brand):
    """Kit and Ada may decide, Ben looks, and Eve works for another store."""
    other = Brand.objects.create(key="other", name="Other")
    return {
        "kit": colleague("kit", "service", brand),
        "ada": colleague("ada", "admin", brand, other),
        "ben": colleague("ben", "reader", brand),
        "eve": colleague("eve", "admin", other),
    }


@pytest.fixture
def policy(world):
    return world.policy(world.person("Owen Hale"), "P-1")


def ask_colleague(policy, user):
    return staff.ask(
        policy_id=policy.pk, kind="end", typed={}, digest="d", shown=[], effective=date(2026, 9, 30), by=user.pk
    )


def report_leaving(policy, sign_in):
    """Owen left on 12/14/2026: that reaches back too far for the group alone."""
    acme = sign_in("group@demo.test")
    order = {
        "member_id": policy.member_id,
        "event": "left-work",
        "happened_on": "12/14/2026",
        "reason": "left-work",
    }
    digest = acme.post("preview-leaving", order).json()["data"]["digest"]
    assert acme.post("report-leaving", {**order, "digest": digest}).status_code == 200


def reminders():
    """Return who was reminded of what; forget it."""
    rows = OutboundEmail.objects.filter(kind="decisions_wait").order_by("to")
    lines = {row.to: [line for line in row.text.splitlines() if line.startswith("- ")] for row in rows}
    OutboundEmail.objects.filter(kind="decisions_wait").update(kind="earlier")
    return lines


def test_staff_are_reminded_on_the_third_day_and_each_week_after(team, policy, clock):
    ask_colleague(policy, team["kit"])
    sent = {}
    for day in range(17, 32):
        clock.move_to(f"2027-03-{day}T17:00:00Z")
        remind_due()
        remind_due()
        for to, lines in reminders().items():
            sent[day, to] = lines
    assert sent == {
        (20, "ada@demo.test"): ["- Change to policy P-1: waiting for 3 days"],
        (27, "ada@demo.test"): ["- Change to policy P-1: waiting for 10 days"],
    }


def test_one_email_lists_all_that_the_reader_may_decide_on(team, world, policy, sign_in, clock):
    ask_colleague(policy, team["kit"])
    report_leaving(policy, sign_in)
    clock.move_to("2027-03-18T17:00:00Z")
    ask_colleague(world.policy(world.person("Ida Moss"), "P-2"), team["ada"])
    clock.move_to("2027-03-21T17:00:00Z")
    assert remind_due() == 2
    assert reminders() == {
        "ada@demo.test": [
            "- Change to policy P-1: waiting for 4 days",
            "- Reported change to policy P-1: waiting for 4 days",
        ],
        "kit@demo.test": [
            "- Reported change to policy P-1: waiting for 4 days",
            "- Change to policy P-2: waiting for 3 days",
        ],
    }
    clock.move_to("2027-03-24T17:00:00Z")
    assert remind_due() == 0, "what came after the first reminder isn't due until it has waited, too"


def test_a_day_on_which_the_store_was_down_is_made_up_for_once(team, policy, clock):
    ask_colleague(policy, team["kit"])
    clock.move_to("2027-03-22T17:00:00Z")
    assert remind_due() == 1
    assert reminders() == {"ada@demo.test": ["- Change to policy P-1: waiting for 5 days"]}
    clock.move_to("2027-03-26T17:00:00Z")
    assert remind_due() == 0
    clock.move_to("2027-03-27T17:00:00Z")
    assert remind_due() == 1


def test_what_is_decided_or_waits_for_the_group_is_nothing_to_remind_staff_of(team, policy, sign_in, clock):
    row = ask_colleague(policy, team["kit"])
    report_leaving(policy, sign_in)
    ReportedChange.objects.update(waits_for="group")
    staff.send_back(row.pk, team["ada"].pk, "Not like this")
    clock.move_to("2027-03-20T17:00:00Z")
    assert remind_due() == 0
    assert StaffChangeRequest.objects.get().state == "sent_back"


def test_the_email_names_nobody_and_is_in_the_readers_language(team, policy, sign_in, clock):
    User.objects.filter(pk=team["ada"].pk).update(language="es")
    User.objects.filter(pk=team["kit"].pk).update(is_active=False)
    report_leaving(policy, sign_in)
    clock.move_to("2027-03-20T17:00:00Z")
    remind_due()
    mail = OutboundEmail.objects.get(kind="decisions_wait")
    assert (mail.to, mail.subject) == ("ada@demo.test", "1 cambio espera su decisión – Shop")
    assert mail.text.split("--")[0] == (
        "1 cambio espera su decisión\n\n"
        "La cobertura no cambia hasta que alguien apruebe estas solicitudes o las devuelva.\n"
        "- Cambio informado de la póliza P-1: en espera desde hace 3 días\n\n"
        "http://shop.test:8000/backoffice/\n\n"
        "Se lo recordaremos en una semana si siguen en espera.\n\n"
    )
    assert "Owen" not in mail.html + mail.text
