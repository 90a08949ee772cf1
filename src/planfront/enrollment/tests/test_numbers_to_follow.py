"""Social Security numbers that follow: where plans allow it, of newborns and beneficiaries, told until they came."""

from datetime import date, timedelta

import pytest

from planfront.catalog.models import Plan, PlanOffer
from planfront.enrollment.models import Application, OutstandingNumber, Section, SignatureEvidence
from planfront.enrollment.signing.document_content import describe
from planfront.enrollment.tests.conftest import fill_cart, problems
from planfront.enrollment.tests.test_beneficiaries import JONAH
from planfront.enrollment.tests.test_dependents import CHILD, SPOUSE, listed
from planfront.kernel import clock
from planfront.kernel.text.parse import show_date
from planfront.members.models import Identity
from planfront.members.selectors import dependents_without_number
from planfront.members.services import create_member, find_or_add_relatives
from planfront.rating.engine import cell
from planfront.rating.services import approve_table, create_table

WITHOUT = {"ssn": "", "ssn_later": "1"}
REQUIRED = "Field is required"


def born(days_ago):
    return show_date(clock.today() - timedelta(days=days_ago))


def newborn(days_ago=20, **change):
    return {**CHILD, "first_name": "Nora", "birthdate": born(days_ago), **WITHOUT, **change}


def allow(*tokens):
    Plan.objects.update(requirements=list(tokens or ["ssn_may_follow"]), updated_at=clock.now())


@pytest.fixture
def child(make_wizard):
    allow()
    return make_wizard("IC").answer_questions()


@pytest.fixture
def insured(wizard):
    allow("ssn_may_follow", "beneficiary_info")
    return wizard.answer_questions()


def check(wizard, person):
    return problems(wizard.post("validate-single-dependent", primary_info=person))


def form(wizard, name):
    return {person["field_name"]: person for person in wizard.data(f"get-form-fields-{name}")["result"]}


def test_a_newborns_number_may_follow_and_an_older_childs_may_not(child):
    assert child.post("validate-single-dependent", primary_info=newborn(364)).status_code == 200
    assert check(child, newborn(365)) == {"primary_info.ssn": REQUIRED}
    assert check(child, newborn(ssn_later="0")) == {"primary_info.ssn": REQUIRED}
    tick = form(child, "dependent-primary-info")["ssn_later"]
    assert tick["show_if"] == {"all": [{"field": "birthdate", "after": born(365)}]}


def test_a_plan_says_how_old_a_newborn_may_be(child):
    allow("ssn_may_follow:30")
    assert child.post("validate-single-dependent", primary_info=newborn(29)).status_code == 200
    assert check(child, newborn(30)) == {"primary_info.ssn": REQUIRED}


@pytest.mark.parametrize("token", ["ssn_may_follow:soon", "ssn_may_follow:-1", "ssn_may_follow_not"])
def test_a_misspelt_rule_allows_nothing(child, token):
    allow(token)
    assert check(child, newborn()) == {"primary_info.ssn": REQUIRED}
    assert "ssn_later" not in form(child, "dependent-primary-info")


def test_every_plan_of_the_cart_has_to_allow_it(make_wizard, store):
    second = Plan.objects.create(carrier=store.dental.carrier, name="Ostrander Vision", category="vision")
    PlanOffer.objects.create(plan=second, eff_from=date(2026, 1, 1))
    rows = [cell("9.00", tier="IC", area="OH-1")]
    table = create_table(plan_id=second.pk, method="TIER", eff_from=date(2026, 1, 1), rows=rows, area_scheme="ours")
    approve_table(table_id=table.pk)
    child = make_wizard("IC").answer_questions()
    fill_cart(child.client, child.id, second)
    Plan.objects.filter(pk=store.dental.pk).update(requirements=["ssn_may_follow"], updated_at=clock.now())
    assert check(child, newborn()) == {"primary_info.ssn": REQUIRED}
    Plan.objects.filter(pk=second.pk).update(requirements=["ssn_may_follow:20"], updated_at=clock.now())
    assert child.post("validate-single-dependent", primary_info=newborn(19)).status_code == 200
    assert check(child, newborn(20)) == {"primary_info.ssn": REQUIRED}


def test_a_number_that_is_given_counts_whatever_is_ticked(child):
    answer = child.post("save-dependent-info-to-temp", dependents=listed(newborn(ssn="524440472"))).json()["data"]
    (person,) = answer["result"]["dependents"]
    assert (person["primary_info"]["ssn"], person["primary_info"]["ssn_later"]) == ("Ending 0472", "")


def test_who_has_no_number_yet_is_not_doubled_and_gets_one_later(child):
    child.post("save-dependent-info-to-temp", dependents=listed(newborn()))
    again = child.post("save-dependent-info-to-temp", dependents=listed(newborn())).json()["data"]["result"]
    (person,) = again["dependents"]
    assert again["set_aside"] == []
    assert (person["primary_info"]["ssn"], person["primary_info"]["ssn_later"]) == ("", "1")
    twice = child.post("save-dependent-info-to-temp", dependents=listed(newborn(), newborn()))
    assert problems(twice) == {"dependents.1.primary_info.first_name": "This person is already on the list."}
    assert check(child, newborn()) == {"primary_info.first_name": "This person is already on the list."}
    twins = child.post("save-dependent-info-to-temp", dependents=listed(newborn(), newborn(first_name="Noel")))
    assert len(twins.json()["data"]["result"]["dependents"]) == 2
    known = person["primary_info"]["dependent_id"]
    numbered = newborn(dependent_id=known, ssn="524440472", ssn_later="0")
    done = child.post("save-dependent-info-to-temp", dependents=listed(numbered)).json()["data"]["result"]
    assert done["dependents"][0]["primary_info"]["ssn"] == "Ending 0472"
    assert [person["primary_info"]["first_name"] for person in done["set_aside"]] == ["Noel"]


def test_a_call_that_leaves_the_tick_out_changes_nothing(child):
    child.post("save-dependent-info-to-temp", dependents=listed(newborn()))
    stored = Section.objects.get(key="dependent_info").answers["dependents"][0]
    same = {"dependent_id": stored["dependent_id"], **{name: newborn()[name] for name in CHILD if name != "ssn"}}
    assert child.post("save-dependent-info", dependents=listed(same)).json()["status"] == "success"
    assert Section.objects.get(key="dependent_info").answers["dependents"][0]["ssn_later"] == "1"
    assert child.tabs()["dependent_info"]["status"] == "done"


def test_a_plan_that_wants_the_number_opens_the_tab_again(child):
    child.post("save-dependent-info", dependents=listed(newborn()))
    allow("none")
    assert child.tabs()["dependent_info"]["status"] == "error"


def test_a_spouses_number_never_follows(make_wizard):
    allow()
    couple = make_wizard("IS").answer_questions()
    assert check(couple, {**SPOUSE, **WITHOUT}) == {"primary_info.ssn": REQUIRED}


def test_a_beneficiarys_number_may_follow(insured):
    person = {**JONAH, **WITHOUT, "beneficiary_percentage": "100"}
    assert insured.post("validate-single-beneficiary", **person).status_code == 200
    hidden = {"not": {"all": [{"field": "ssn_later", "eq": "1"}]}}
    assert hidden in form(insured, "beneficiary-info")["ssn"]["show_if"]["all"]
    for _again in range(2):
        assert insured.post("save-beneficiary-info", beneficiaries=[person]).json()["status"] == "success"
        (kept,) = insured.data("get-beneficiaries-existing-user-enrollment")["result"]["beneficiaries"]
        assert (kept["ssn"], kept["ssn_later"]) == ("", "1")
    allow("beneficiary_info")
    assert problems(insured.post("validate-single-beneficiary", **person)) == {"ssn": REQUIRED}


def test_missing_numbers_are_told_until_they_come(child):
    child.post("save-dependent-info", accept_price=1, dependents=listed(newborn()))
    child.billing()
    child.sign()
    (card,) = [
        person for person in child.data("get-review-summary")["result"] if person["tab_name"] == "dependent_info"
    ]
    assert card["rows"] == [{"label": "Child", "value": "Nora Castillo (Social Security Number follows)"}]
    assert child.submit().json()["status"] == "success"
    receipt = child.data("get-receipt")
    assert receipt["numbers_to_follow"] == ["Nora Castillo"]
    (step,) = [next_step for next_step in receipt["next_steps"] if next_step["kind"] == "number"]
    assert "Nora Castillo" in step["text"]
    (row,) = dependents_without_number()
    assert (row.first_name, row.last_name, row.relationship, row.ssn) == ("Nora", "Castillo", "child", "")
    assert not OutstandingNumber.objects.exists()
    assert "Follows later" in str(describe(Application.objects.get(), SignatureEvidence.objects.get(), "code"))


def test_an_application_with_every_number_keeps_no_list(wizard):
    allow()
    wizard.up_to("sign")
    wizard.submit()
    assert wizard.data("get-receipt")["numbers_to_follow"] == []
    assert not OutstandingNumber.objects.exists()
    assert not dependents_without_number().exists()


def test_a_beneficiarys_missing_number_is_kept_with_the_application(insured):
    person = {**JONAH, **WITHOUT, "beneficiary_percentage": "100"}
    assert insured.post("save-beneficiary-info", beneficiaries=[person]).json()["status"] == "success"
    insured.billing()
    insured.sign()
    assert insured.submit().json()["status"] == "success"
    row = OutstandingNumber.objects.get()
    assert (row.person["name"], row.number, row.application) == ("Jonah Castillo", "", Application.objects.get())
    assert not dependents_without_number().exists()


@pytest.mark.parametrize(("signed_in", "number"), [(True, "524440472"), (False, "")])
def test_only_an_application_of_somebody_signed_in_adds_a_number_on_record(brand, signed_in, number):
    born = date(2026, 1, 2)
    member = create_member(
        brand=brand, first_name="Maren", last_name="Castillo", birth_date=date(1990, 1, 1), gender=1, email=""
    )
    nora = {"relationship": "child", "first_name": "Nora", "last_name": "Castillo", "birth_date": born}
    find_or_add_relatives(member, "dependent", [{**nora, "ssn": ""}], fill_numbers=signed_in)
    find_or_add_relatives(member, "dependent", [{**nora, "ssn": "524440472"}], fill_numbers=signed_in)
    find_or_add_relatives(member, "dependent", [{**nora, "ssn": "525440473"}], fill_numbers=signed_in)
    assert member.relatives.get().ssn == number
    assert dependents_without_number().count() == (0 if signed_in else 1)


NOT_HERE = "This is an ITIN. A Social Security Number is required for Halden Dental PPO."


@pytest.mark.parametrize("number", ["900-70-1234", "999881234", "912-90-1234", "900\u201150\u20111234", "999-99-1234"])
def test_a_person_with_an_itin_enrolls_where_the_plan_takes_one(wizard, number):
    assert problems(wizard.personal(ssn=number)) == {"ssn": NOT_HERE}
    allow("itin_accepted")
    assert wizard.personal(ssn=number).status_code == 200
    assert wizard.fields("personal-info")["ssn"]["value"] == f"Ending {number[-4:]}"


@pytest.mark.parametrize("number", ["900-93-1234", "900-66-1234", "900-89-1234", "900-49-1234", "900-00-1234"])
def test_a_number_that_is_no_itin_is_wrong_everywhere(wizard, number):
    assert problems(wizard.personal(ssn=number)) == {"ssn": "Invalid Social Security Number"}
    allow("itin_accepted")
    assert problems(wizard.personal(ssn=number)) == {"ssn": "Invalid Social Security Number"}


def test_dependents_and_beneficiaries_have_the_same_rule(make_wizard, insured):
    child = make_wizard("IC")
    assert check(child, {**CHILD, "ssn": "900701234"}) == {"primary_info.ssn": NOT_HERE}
    refused = problems(insured.post("validate-single-beneficiary", **{**JONAH, "ssn": "900701234"}))
    assert refused == {"ssn": NOT_HERE}
    allow("itin_accepted", "beneficiary_info")
    assert child.post("validate-single-dependent", primary_info={**CHILD, "ssn": "900701234"}).status_code == 200
    assert insured.post("validate-single-beneficiary", **{**JONAH, "ssn": "900701234"}).status_code == 200


def test_the_form_says_where_an_itin_will_do(make_wizard):
    child = make_wizard("IC")
    hint = "No Social Security Number? Enter an ITIN."
    assert hint not in form(child, "personal-info")["ssn"]["hint"]
    assert hint not in child.data("get-form-fields-dependent-primary-info")["disclaimer"]
    allow("itin_accepted")
    assert hint in form(child, "personal-info")["ssn"]["hint"]
    assert hint in child.data("get-form-fields-dependent-primary-info")["disclaimer"]


def test_whoever_enrolls_with_an_itin_is_on_record_with_it(wizard):
    allow("itin_accepted")
    wizard.answer_questions(primary_info={"ssn": "900701234"})
    wizard.billing(), wizard.sign()
    assert wizard.submit().json()["status"] == "success"
    assert Identity.objects.get().ssn == "900701234"
