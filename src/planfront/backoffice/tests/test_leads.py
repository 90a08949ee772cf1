from datetime import date

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.leads.models import (
    AssistantQuestion,
    ConsentRevocation,
    ConsentText,
    Lead,
    LeadAnswer,
    LocationConsent,
    RepEnquiry,
)
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db
BASE = "/backoffice/leads"
PERSON = {"name": "Ana Ruiz", "phone": "6145550148", "email": "ana@example.com", "state": "OH"}


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def interest(brand):
    return AssistantQuestion.objects.create(position=1, question="For whom?", kind="choice", options="Me\nMy company")


def question(**given):
    return {"position": 2, "question": "How many?", "kind": "text", "options": "", "active": "on", **given}


def test_leads_are_listed_as_people_and_opening_one_is_recorded(staff, visitor, brand, interest):
    rep = create_agent(code="REP1001", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com")
    name = AssistantQuestion.objects.create(position=2, question="Your name?", fact="name")
    for item, answer in ((interest, "Me"), (name, "Ana Ruiz")):
        visitor.post("assist/add", {"question_id": item.pk, "answer": answer, "device_id": "d1"})
    lead = Lead.objects.get()
    listed = staff.get(f"{BASE}/lead/")
    assert listed.context["cl"].result_count == 1
    assert b"Ana Ruiz" in listed.content
    exported = b"".join(staff.get(f"{BASE}/lead/export.csv").streaming_content)
    assert b"Ana Ruiz" not in exported
    opened = staff.get(f"{BASE}/lead/{lead.pk}/change/")
    assert b"Ana Ruiz" in opened.content
    assert AuditEvent.objects.filter(action="backoffice.lead.opened", subject_id=str(lead.pk)).count() == 1
    inlines = {
        f"{name}-{key}": 0
        for name in ("answers", "rep_notes", "consents", "revocations")
        for key in ("TOTAL_FORMS", "INITIAL_FORMS")
    }
    sent = {"status": "CONTACTED", "assigned": rep.pk, "notes": "Called her.", "lost_reason": "", **inlines}
    assert staff.post(f"{BASE}/lead/{lead.pk}/change/", sent).status_code == 302
    lead.refresh_from_db()
    assert (lead.status, lead.assigned, lead.notes) == ("CONTACTED", rep, "Called her.")
    assert LeadAnswer.objects.count() == 2
    for query, result in (("status__exact=NEW", 0), ("status__exact=CONTACTED", 1)):
        assert staff.get(f"{BASE}/lead/?{query}").context["cl"].result_count == result


def test_staff_assign_a_lead_only_to_a_rep_who_may_take_it(staff, visitor, brand):
    place = AssistantQuestion.objects.create(position=1, question="Your ZIP code?", fact="zip")
    visitor.post("assist/add", {"question_id": place.pk, "answer": "75201", "device_id": "d1"})
    lead = Lead.objects.get()
    ohioan, texan, elsewhere = (
        create_agent(code=f"R{name}", brands=brands, first_name=name, last_name="Lee", email=f"{name}@example.com")
        for name, brands in (("Olga", [brand]), ("Tex", [brand]), ("Ada", []))
    )
    for rep, state in ((ohioan, "OH"), (texan, "TX")):
        License.objects.create(agent=rep, state=state, number="1", expires_on=date(2030, 5, 1))
    names = ("answers", "rep_notes", "consents", "revocations")
    inlines = {f"{name}-{key}": 0 for name in names for key in ("TOTAL_FORMS", "INITIAL_FORMS")}
    inlines |= {"answers-TOTAL_FORMS": 1, "answers-INITIAL_FORMS": 1, "answers-0-id": LeadAnswer.objects.get().pk}

    def assign(rep):
        sent = {"status": "NEW", "assigned": rep.pk, "notes": "", "lost_reason": "", **inlines}
        answer = staff.post(f"{BASE}/lead/{lead.pk}/change/", sent)
        lead.refresh_from_db()
        return answer.content.decode()

    assert "Olga Lee isn&#x27;t licensed in Texas." in assign(ohioan)
    assert "Ada Lee doesn&#x27;t sell at this brand." in assign(elsewhere)
    assert (assign(texan), lead.assigned) == ("", texan)
    assert AuditEvent.objects.filter(action="lead.handed_over").count() == 1


def test_staff_prepare_the_quote_of_a_lead_for_its_rep(staff, visitor, make_client, brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    rep = create_agent(
        code="REP1001", brands=[brand], first_name="Jordan", last_name="Lee", email="j@example.com", user=user
    )
    place = AssistantQuestion.objects.create(position=1, question="Your ZIP code?", fact="zip")
    visitor.post("assist/add", {"question_id": place.pk, "answer": "75201", "device_id": "d1"})
    lead = Lead.objects.get()
    url, page = f"{BASE}/lead/{lead.pk}/quote/", f"{BASE}/lead/{lead.pk}/change/"
    typed = {"dob": "05/18/1992", "gender": "1", "tier": "IO"}
    assert staff.get(url).status_code == 405
    assert b"Assign the lead to a rep first." in staff.post(url, typed, follow=True).content
    Lead.objects.update(assigned=rep)
    assert b"Gender: Field is required" in staff.post(url, {**typed, "gender": ""}, follow=True).content
    assert b"The quote is ready. Jordan Lee opens it from the lead" in staff.post(url, typed, follow=True).content
    assert b"Jordan Lee has a quote open for this lead." in staff.get(page).content
    client = make_client("shop.test")
    assert client.sign_in("rep@demo.test").status_code == 200
    shown = client.get("get-lead", lead_id=str(lead.pk)).json()["data"]
    assert (shown["has_quote"], shown["missing"]) == (True, [])
    started = client.post("start-lead-quote", {"lead_id": str(lead.pk)}).json()["data"]
    answer = client.get("get-enrollment-temp-info", enrollment_id=started["temp_enrollment_id"])
    assert answer.json()["data"]["result"]["zip"] == "75201"


def test_an_enquiry_opens_on_its_own_page_and_is_not_reopened_beside_a_newer_one(staff, visitor):
    path = "/api/v2/agent-registration-query"
    visitor.post(path, PERSON)
    first = RepEnquiry.objects.get()
    assert b"Ana" not in staff.get(f"{BASE}/repenquiry/").content
    opened = staff.get(f"{BASE}/repenquiry/{first.pk}/change/").content
    assert b"Ana Ruiz" in opened
    assert b"(614) 555-0148" in opened
    inlines = {f"{name}-{key}": 0 for name in ("consents", "revocations") for key in ("TOTAL_FORMS", "INITIAL_FORMS")}
    forms = {**inlines, "notes": ""}
    change = f"{BASE}/repenquiry/{first.pk}/change/"
    assert staff.post(change, {"status": "LOST", **forms}).status_code == 302
    visitor.post(path, PERSON)
    assert RepEnquiry.objects.count() == 2
    refused = staff.post(change, {"status": "NEW", **forms})
    assert b"The same person has sent another inquiry" in refused.content
    first.refresh_from_db()
    assert (first.status, first.name) == ("LOST", "Ana Ruiz")


def test_questions_are_edited_in_both_languages(staff, interest):
    value = question(
        question_es="¿Cuántos?",
        when_question=interest.pk,
        when_answers="My company",
        kind="choice",
        options="1\n2",
        options_es="Uno\nDos",
    )
    assert staff.post(f"{BASE}/assistantquestion/add/", value).status_code == 302
    row = AssistantQuestion.objects.get(position=2)
    assert row.i18n == {"es": {"question": "¿Cuántos?", "options": "Uno\nDos"}}
    assert b"after 1: My company" in staff.get(f"{BASE}/assistantquestion/").content


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "choice", "options": "One"}, "Enter at least two answers"),
        ({"kind": "choice", "options": "A\nB", "options_es": "A"}, "Enter as many lines as in English."),
        ({"when": True, "when_answers": "No one"}, "Enter one or more of: Me, My company."),
        ({"when": True, "when_answers": ""}, "Enter one or more of: Me, My company."),
        ({"when": True, "when_answers": "Me", "position": 1}, "Choose a question with a lower position."),
        ({"when_answers": "Me"}, "Choose the question that these answers belong to."),
    ],
)
def test_a_broken_tree_is_refused(staff, interest, given, message):
    if given.pop("when", False):
        given["when_question"] = interest.pk
    answer = staff.post(f"{BASE}/assistantquestion/add/", question(**given))
    assert message in answer.content.decode()
    assert AssistantQuestion.objects.count() == 1


def test_a_change_that_breaks_a_dependent_question_is_refused(staff, interest, brand):
    AssistantQuestion.objects.create(
        position=2, question="How many?", when_question=interest, when_answers="My company"
    )
    change = f"{BASE}/assistantquestion/{interest.pk}/change/"
    kept = {"position": 1, "question": "For whom?", "kind": "choice", "options": "Me\nMy company", "active": "on"}
    for changed, message in (
        ({"options": "Me\nSomebody"}, "depends on an answer that isn"),
        ({"position": 3}, "is asked after this one"),
        ({"brand": brand.pk}, "is asked on other brands, too"),
    ):
        assert message in staff.post(change, kept | changed).content.decode()
    assert staff.post(change, kept | {"options": "Me\nMy company\nBoth"}).status_code == 302


def test_a_consent_text_gets_the_next_version_and_never_changes(staff):
    for text in ("First.", "{seller} may call me."):
        data = {"purpose": "phone", "text": text, "text_es": "En español."}
        assert staff.post(f"{BASE}/consenttext/add/", data).status_code == 302
    rows = ConsentText.objects.order_by("version")
    assert [(row.version, row.text) for row in rows] == [(1, "First."), (2, "{seller} may call me.")]
    change = f"{BASE}/consenttext/{rows[0].pk}/change/"
    assert "En español." in staff.get(change).content.decode()
    assert staff.post(change, {"purpose": "phone", "text": "Other."}).status_code == 403
    assert staff.post(f"{BASE}/consenttext/{rows[0].pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_withdrawal_is_added_on_the_leads_page_and_never_changed(staff, visitor, interest):
    ConsentText.objects.create(purpose="phone", version=1, text="{seller} may call me.")
    box = [{"purpose": "phone", "version": 1}]
    visitor.post("assist/add", {"question_id": interest.pk, "answer": "Me", "device_id": "d1", "consents": box})
    lead = Lead.objects.get()
    change = f"{BASE}/lead/{lead.pk}/change/"
    empty = {
        f"{name}-{key}": 0
        for name in ("answers", "rep_notes", "consents", "revocations")
        for key in ("TOTAL_FORMS", "INITIAL_FORMS")
    }
    data = {"revocations-TOTAL_FORMS": 1, "revocations-0-purpose": "phone", "revocations-0-how": "phone"}
    assert staff.post(change, {"status": "NEW", "notes": "", **empty, **data}).status_code == 302
    row = ConsentRevocation.objects.get()
    assert (row.lead, row.purpose, row.version, row.how) == (lead, "phone", 1, "phone")
    event = AuditEvent.objects.get(action="consent.revoked")
    assert event.actor_kind == "staff"
    assert b"By phone" in staff.get(change).content
    listed = staff.get(f"{BASE}/consentrevocation/")
    assert listed.context["cl"].result_count == 1
    assert staff.post(f"{BASE}/consentrevocation/{row.pk}/change/", {"how": "other"}).status_code == 403


def test_staff_withdraw_a_location(staff, visitor):
    visitor.get("get-lead-information", store_information=1, device_id="d1")
    row = LocationConsent.objects.get()
    sent = {"action": "withdraw", "_selected_action": [row.pk]}
    for _twice in range(2):
        assert staff.post(f"{BASE}/locationconsent/", sent).status_code == 302
    assert list(LocationConsent.objects.order_by("at").values_list("allowed", "how")) == [
        (True, "site"),
        (False, "other"),
    ]
