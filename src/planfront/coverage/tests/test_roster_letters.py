"""A roster that ends coverage writes to whose it was: each once, by the worker, and not if it is undone first."""

from datetime import date

import pytest
import time_machine

from planfront.coverage.letters import writing
from planfront.coverage.models import Change
from planfront.coverage.tests.policies import issue
from planfront.kernel.jobs.tasks import run_pending
from planfront.letters.models import Letter
from planfront.members.models import Member, RosterState
from planfront.members.roster.services import (
    map_roster,
    start_applying_roster,
    start_undoing_roster,
    upload_roster,
)
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.services import create_group

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
HEAD = "Emp ID,Last,First,DOB,Sex,Term Date\n"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def group(brand):
    return create_group(code="ACME", name="Acme", brands=[brand])


@pytest.fixture
def people(brand, group):
    """Two policies each, but for Cyd, who has none."""
    for number, name in enumerate(("Ann", "Ben", "Cyd"), 1):
        member = create_member(
            brand=brand,
            group=group,
            first_name=name,
            last_name="Lee",
            birth_date=date(1990, 1, number),
            gender=0,
            email=f"{name.lower()}@mail.example",
            employee_number=str(number),
        )
        for plan in (1, 2) if name != "Cyd" else ():
            issue(brand, number=f"P-{name}-{plan}", plan_id=plan, member_id=member.pk, group_id=group.pk)


@pytest.fixture
def applied(brand, group, people):
    def applied(text, *, letters=True):
        roster = upload_roster(
            brand_id=brand.pk, group_id=group.pk, file_name="people.csv", blocks=[(HEAD + text).encode()], by=None
        )
        map_roster(roster_id=roster.pk, mapping=roster.mapping)
        run_pending()
        start_applying_roster(roster_id=roster.pk)
        if letters:
            run_pending()
        return roster

    return applied


ENDS = "1,Lee,Ann,01/01/1990,M,03/31/2027\n2,Lee,Ben,01/02/1990,M,03/31/2027\n3,Lee,Cyd,01/03/1990,M,03/31/2027\n"


def letter_rows():
    return [(letter.recipient, letter.kind, letter.policies) for letter in Letter.objects.order_by("policies")]


def undo(roster):
    start_undoing_roster(roster_id=roster.pk)
    run_pending()
    roster.refresh_from_db()
    assert roster.state == RosterState.UNDONE


def test_each_person_whose_coverage_ends_gets_one_letter(applied, monkeypatch):
    monkeypatch.setattr(writing, "_AT_ONCE", 1)
    applied(ENDS)
    assert letter_rows() == [
        ("Ann Lee", "termination", ["P-Ann-1", "P-Ann-2"]),
        ("Ben Lee", "termination", ["P-Ben-1", "P-Ben-2"]),
    ]
    assert OutboundEmail.objects.filter(kind="letter").count() == 2
    letter = Letter.objects.order_by("policies").first()
    assert letter.subject == "Your coverage ends on 03/31/2027"
    assert Change.objects.filter(kind="end").values("order").distinct().count() == 1


def test_a_file_that_ends_nothing_writes_to_nobody(applied):
    applied("1,Lee,Ann,01/01/1990,F,\n")
    assert letter_rows() == []


def test_another_last_day_is_told_as_the_end_that_it_is(applied):
    applied("1,Lee,Ann,01/01/1990,M,03/31/2027\n")
    applied("1,Lee,Ann,01/01/1990,M,03/20/2027\n")
    subjects = list(Letter.objects.order_by("created_at").values_list("subject", flat=True))
    assert subjects == ["Your coverage ends on 03/31/2027", "Your coverage ends on 03/20/2027"]


def test_an_undo_before_the_letters_went_withdraws_them(applied):
    roster = applied(ENDS)
    assert len(letter_rows()) == 2
    OutboundEmail.objects.filter(kind="letter").update(status="QUEUED")
    undo(roster)
    assert letter_rows() == []
    assert not OutboundEmail.objects.filter(kind="letter").exists()
    assert not Member.objects.exclude(left_on=None).exists()


def test_an_undo_after_the_letters_went_tells_whoever_read_them(applied):
    roster = applied(ENDS)
    OutboundEmail.objects.filter(kind="letter", to="ann@mail.example").update(status="SENT")
    undo(roster)
    assert sorted(letter_rows()) == [
        ("Ann Lee", "change", ["P-Ann-1", "P-Ann-2"]),
        ("Ann Lee", "termination", ["P-Ann-1", "P-Ann-2"]),
    ]
