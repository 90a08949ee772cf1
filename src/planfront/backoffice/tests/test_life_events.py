"""Life events in the back office: a rule is read, tried out, kept as a draft and put in force from a day to come."""

import re
from datetime import date
from html import unescape

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.coverage.models import LifeEvent, Reason, RuleEdition, Trial
from planfront.coverage.selectors import answer_of, edition_on
from planfront.coverage.shipped import load_shipped
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
LIST = "/backoffice/coverage/lifeevent/"
RULE = {
    "effect": "starts",
    "base": "later",
    "step": "next_first",
    "cut_off": "",
    "months_back": "0",
    "earliest": "",
    "days_before": "0",
    "days_after": "60",
    "retroactive_limit": "0",
    "paper": "Marriage certificate",
    "paper_es": "Acta de matrimonio",
    "reporters": ["member", "group", "rep"],
    "opens": ["add_person", "plan", "rider", "amount", "beneficiary", "name"],
    "happened": "02/13/2027",
    "reported": "02/16/2027",
    "from_day": "06/01/2027",
}


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr(clock, "today", lambda: date(2027, 2, 20))
    load_shipped(LifeEvent, RuleEdition, Reason)


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def marriage(db):
    return LifeEvent.objects.get(key="marriage")


def rule_page(event):
    return f"{LIST}{event.pk}/rule/"


def send(staff, event, do, **change):
    return staff.post(rule_page(event), {**RULE, **change, "do": do}, follow=True)


def text_of(answer):
    assert answer.status_code == 200
    content = re.sub(r"<(script|style|select)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def test_the_list_says_each_rule_in_five_columns(staff):
    text = text_of(staff.get(LIST))
    assert "Birth 60 days after The day itself Birth certificate, can come later Member, Group, Rep" in text
    assert "Death No limit Ends that day Certificate Staff" in text
    assert "Medicare 90 days before or after Ends the day before Medicare card Member, Group, Rep" in text
    assert "Other coverage gained 60 days after Ends with the month before" in text


def test_the_back_office_is_in_english_whatever_the_browser_asks_for(staff):
    text = text_of(staff.get(LIST, headers={"accept-language": "es"}))
    assert "Birth 60 days after The day itself" in text
    assert "días" not in text
    assert "Estado del sistema" in text_of(staff.get("/backoffice/health/", headers={"accept-language": "es"}))


def test_two_days_are_tried_out_with_what_is_typed_and_nothing_is_kept(staff, marriage):
    tried = text_of(send(staff, marriage, "try"))
    assert (
        "May start on 03/01/2027. The report of 02/16/2027 is the later day, and the next first is 03/01/2027." in tried
    )
    assert "Last day to report 04/14/2027" in tried
    other = text_of(send(staff, marriage, "try", base="event", step="same_day", retroactive_limit="2"))
    assert "Refused. That's too far back: 02/14/2027 is the earliest day." in other
    late = text_of(send(staff, marriage, "try", happened="12/20/2026", reported="02/25/2027"))
    assert "Refused. 67 days; 60 are allowed. The last day was 02/18/2027." in late
    assert marriage.editions.count() == 1


def test_a_draft_is_kept_beside_the_rule_in_force_and_discarded(staff, marriage):
    text = text_of(send(staff, marriage, "draft", days_after="90"))
    assert "The draft was saved." in text
    assert "draft: 90 days after" in text
    assert "was 60" in text
    assert edition_on(marriage, date(2027, 2, 20)).days_after == 60
    assert marriage.editions.get(in_force_from=None).days_after == 90
    event = AuditEvent.objects.filter(action="coverage.draft_saved").latest("pk")
    assert event.fields == ["days_after"]
    assert "The draft was deleted." in text_of(send(staff, marriage, "discard"))
    assert not marriage.editions.filter(in_force_from=None).exists()


def test_a_rule_put_in_force_counts_for_what_happens_from_its_day_on(staff, marriage):
    text = text_of(send(staff, marriage, "force", days_after="90", base="event"))
    assert "Published for events on or after 06/01/2027." in text
    before, after = date(2027, 5, 31), date(2027, 6, 1)
    old, new = (edition_on(LifeEvent.objects.get(pk=marriage.pk), day) for day in (before, after))
    assert (old.days_after, new.days_after) == (60, 90)
    assert answer_of(old, before, date(2027, 7, 2)).day == date(2027, 8, 1)
    assert answer_of(new, after, date(2027, 6, 1)).day == date(2027, 7, 1)
    assert "A new version applies from 06/01/2027." in text_of(staff.get(rule_page(marriage)))


@pytest.mark.parametrize(
    ("from_day", "message"),
    [
        ("02/20/2027", "Choose a day to come: what happened keeps its rule."),
        ("13/45/2027", "There is no month 13. Write the month first: mm/dd/yyyy."),
        ("", "This field is required."),
    ],
)
def test_a_rule_is_not_put_in_force_for_a_day_that_is_over(staff, marriage, from_day, message):
    assert message in text_of(send(staff, marriage, "force", from_day=from_day, days_after="90"))
    assert not marriage.editions.exclude(in_force_from=date(2026, 1, 1)).filter(in_force_from__isnull=False).exists()


def test_a_second_edition_begins_after_the_first(staff, marriage):
    send(staff, marriage, "force", days_after="90")
    text = text_of(send(staff, marriage, "force", days_after="30", from_day="05/01/2027"))
    assert "Choose a day after 06/01/2027." in text
    assert marriage.editions.get(in_force_from=None).days_after == 30, "what was typed is kept as the draft"


def test_an_edition_to_come_is_taken_back_as_the_draft(staff, marriage):
    send(staff, marriage, "force", days_after="90")
    coming = marriage.editions.get(in_force_from=date(2027, 6, 1))
    assert "This version is the draft again." in text_of(send(staff, marriage, "take-back", edition=coming.pk))
    assert marriage.editions.get(in_force_from=None).days_after == 90
    send(staff, marriage, "force", days_after="90", from_day="03/01/2027")
    assert edition_on(LifeEvent.objects.get(pk=marriage.pk), date(2027, 3, 1)).days_after == 90


def test_what_is_in_force_or_beside_a_draft_is_not_taken_back(staff, marriage):
    current = marriage.editions.get()
    assert "This edition is in force" in text_of(send(staff, marriage, "take-back", edition=current.pk))
    send(staff, marriage, "force", days_after="90")
    send(staff, marriage, "draft", days_after="45")
    coming = marriage.editions.get(in_force_from=date(2027, 6, 1))
    assert "There is a draft already." in text_of(send(staff, marriage, "take-back", edition=coming.pk))
    assert "Not found." in text_of(send(staff, marriage, "take-back", edition="99999"))
    assert marriage.editions.filter(in_force_from=date(2027, 6, 1)).exists()


def test_a_trial_that_would_have_another_answer_stops_a_rule(staff, marriage):
    assert "The test case was saved" in text_of(send(staff, marriage, "keep-trial"))
    trial = Trial.objects.get()
    assert trial.expected == date(2027, 3, 1)
    stopped = text_of(send(staff, marriage, "force", base="event", step="same_day", retroactive_limit=""))
    assert "A test case would give a different answer. Accept it, or fix the rule." in stopped
    assert "02/13/2027 02/16/2027 02/13/2027 has to be 03/01/2027" in stopped
    taken = text_of(
        send(staff, marriage, "retake-trial", base="event", step="same_day", retroactive_limit="", trial=trial.pk)
    )
    assert "The test case now expects the new answer." in taken
    assert Trial.objects.get().expected == date(2027, 2, 13)
    text = text_of(send(staff, marriage, "force", base="event", step="same_day", retroactive_limit=""))
    assert "Published for events on or after 06/01/2027." in text


def test_a_trial_may_have_to_be_refused(staff, marriage):
    send(staff, marriage, "keep-trial", happened="12/20/2026", reported="02/25/2027")
    assert Trial.objects.get().expected is None
    text = text_of(send(staff, marriage, "try", days_after="90"))
    assert "has to be refused" in text
    assert "The test case was deleted." in text_of(send(staff, marriage, "remove-trial", trial=Trial.objects.get().pk))
    assert not Trial.objects.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"step": "same_day", "cut_off": "15"}, "A cut-off goes with the first or the last of a month."),
        ({"base": "event", "cut_off": "15"}, "A cut-off looks at the report"),
        ({"days_after": "4000"}, "Ensure this value is less than or equal to 3650."),
        ({"reporters": []}, "This field is required."),
        ({"step": "whenever"}, "Select a valid choice. whenever is not one of the available choices."),
        ({"happened": "02/30/2027"}, "February 2027 has 28 days. Check the day."),
        ({"happened": "01/01/9999"}, "Enter a date as mm/dd/yyyy."),
    ],
)
def test_what_can_not_be_a_rule_is_said_and_stays_typed(staff, marriage, change, message):
    answer = send(staff, marriage, "try" if "happened" in change else "draft", paper="A paper of its own", **change)
    assert message in text_of(answer)
    assert "A paper of its own" in answer.content.decode()
    assert marriage.editions.count() == 1


def test_an_event_is_added_and_has_no_rule_before_one_is_in_force(staff):
    added = staff.post(
        f"{LIST}add/",
        {"key": "citizenship", "name": "Citizenship", "happened": "Became a citizen", "order": "20", "active": "on"},
        follow=True,
    )
    assert "Citizenship was added. Write its rule and publish it." in text_of(added)
    event = LifeEvent.objects.get(key="citizenship")
    assert edition_on(event, date(2027, 2, 20)) is None
    assert "Citizenship No rule yet" in text_of(staff.get(LIST))
    send(staff, event, "force")
    assert edition_on(LifeEvent.objects.get(pk=event.pk), date(2027, 6, 1)).days_after == 60


def test_only_administrators_change_rules(works, marriage):
    reader = works("reader")
    assert reader.get(LIST).status_code == 403, "rules are of all brands"
    everywhere = works("service")
    User.objects.filter(email="service@demo.test").update(is_superuser=False)
    assert everywhere.post(rule_page(marriage), {**RULE, "do": "draft"}).status_code == 403
    assert marriage.editions.count() == 1


def test_who_only_reads_tries_the_rule_out_too(client, brand, marriage):
    client.defaults["HTTP_HOST"] = "shop.test"
    reader = User.objects.create_user(
        "reader@demo.test", role="staff", is_staff=True, staff_role="reader", all_brands=True
    )
    client.force_login(reader)
    text = text_of(client.get(rule_page(marriage), {"happened": "02/13/2027", "reported": "03/30/2027", "do": "try"}))
    assert "May start on 04/01/2027. The report of 03/30/2027 is the later day" in text
    assert "Put in force" not in text
    assert client.post(rule_page(marriage), {**RULE, "do": "draft"}).status_code == 403


def test_reasons_have_the_codes_that_carriers_are_told(staff):
    text = text_of(staff.get("/backoffice/coverage/reason/"))
    assert "Not paid" in text
    assert Reason.objects.get(key="unpaid").x12 == "59"
    assert Reason.objects.count() == 22
