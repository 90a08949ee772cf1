"""Dependents: tier rules, masking, coming back, prices."""

import pytest

from planfront.catalog.models import Plan
from planfront.enrollment.models import RequirementProfile, Section
from planfront.enrollment.tests.conftest import problems, wizard_of
from planfront.shopping.models import Quote

SPOUSE = {
    "first_name": "Jonah",
    "last_name": "Castillo",
    "birthdate": "09/02/1987",
    "gender": "0",
    "ssn": "523-44-3386",
    "relationship": "spouse",
}
CHILD = {
    "first_name": "Iris",
    "last_name": "Castillo",
    "birthdate": "05/21/2017",
    "gender": "1",
    "ssn": "524440472",
    "relationship": "child",
}


def listed(*people):
    return [{"primary_info": person} for person in people]


def child(number):
    return {**CHILD, "first_name": f"Iris{'abcdefghijkl'[number]}", "ssn": f"5244404{number + 10}"}


@pytest.fixture
def family(visitor, store):
    result = wizard_of(visitor, store, "IF")
    result.answer_questions()
    return result


def test_the_tab_appears_when_the_tier_has_dependents(family, wizard):
    assert family.tabs()["dependent_info"]["required"]
    assert not wizard.tabs()["dependent_info"]["required"]
    assert family.data("get-form-fields-dependent-primary-info")["lead"] == "Spouse & Child information required"
    required = family.data("check-tab-required", tab_name="dependent_info")["result"]
    assert required == {"required": True}
    assert family.data("check-tab-required", tab_name="primary_health_info")["result"] == {"required": False}


@pytest.mark.parametrize(
    ("change", "target", "message"),
    [
        ({"first_name": ""}, "first_name", "Field is required"),
        ({"first_name": "1"}, "first_name", "Please enter valid first name"),
        ({"last_name": "#"}, "last_name", "Please enter valid last name"),
        ({"birthdate": ""}, "birthdate", "Field is required"),
        ({"birthdate": "13/45/2020"}, "birthdate", "There is no month 13. Write the month first: mm/dd/yyyy."),
        ({"birthdate": "12/31/1900"}, "birthdate", "Check the year. That is more than 120 years ago."),
        ({"gender": ""}, "gender", "Field is required"),
        ({"gender": "2"}, "gender", "Choose one of the listed values."),
        ({"ssn": "1"}, "ssn", "Invalid Social Security Number"),
        ({"ssn": ""}, "ssn", "Field is required"),
        ({"ssn": "512-34-5678"}, "ssn", "This is the applicant's Social Security Number."),
    ],
)
def test_each_invalid_field_of_a_dependent_has_its_message(family, change, target, message):
    answer = family.post("validate-single-dependent", primary_info={**CHILD, **change})
    assert problems(answer)[f"primary_info.{target}"] == message


YOUNGER = "A child must be at least 10 years younger than the applicant or the spouse. Please check the date of birth."
NOT_OLDER = "A child can't be older than the applicant. Please check the date of birth."
UNTIL = (
    "Plans cover children until they turn 26. Please call us about an older child who depends on you because of a "
    "disability."
)


@pytest.mark.parametrize(
    ("person", "born", "message"),
    [
        (SPOUSE, "01/02/2015", "A spouse must be at least 16 years old."),
        (CHILD, "01/02/1985", YOUNGER),
        (CHILD, "09/01/1997", YOUNGER),
        (CHILD, "09/02/1997", UNTIL),
        (CHILD, "01/02/2999", "The date can't be in the future."),
        (CHILD, "05/21/2017", None),
    ],
)
def test_birth_dates_must_be_possible(family, person, born, message):
    """The applicant was born on 04/17/1989, the spouse of the quote on 09/02/1987."""
    answer = family.post("validate-single-dependent", primary_info={**person, "birthdate": born})
    if message is None:
        assert answer.status_code == 200
    else:
        assert problems(answer) == {"primary_info.birthdate": message}


def test_ages_count_on_the_first_day_of_coverage(family):
    Quote.objects.update(dob="1970-04-17", spouse_dob="1971-09-02")
    first = Quote.objects.get().effective_date
    turned = {**CHILD, "birthdate": f"{first:%m/%d}/{first.year - 26}"}
    day_later = {**CHILD, "birthdate": f"{first:%m}/{first.day + 1:02}/{first.year - 26}"}
    assert problems(family.post("validate-single-dependent", primary_info=turned)) == {"primary_info.birthdate": UNTIL}
    assert family.post("validate-single-dependent", primary_info=day_later).status_code == 200


def test_a_child_is_listed_once_however_the_name_is_typed(family):
    twin = {**CHILD, "first_name": "ÍRIS", "ssn": "524440473"}
    answer = family.post("save-dependent-info", dependents=listed(SPOUSE, CHILD, twin))
    assert problems(answer)["dependents.2.primary_info.first_name"] == "This person is already on the list."


def test_a_child_of_the_spouse_may_be_close_in_age(make_wizard):
    young = make_wizard("IC", dob="04/17/2006")
    step = {**CHILD, "birthdate": "05/21/2008"}
    young.personal(marital_status="0")
    assert problems(young.post("validate-single-dependent", primary_info=step)) == {"primary_info.birthdate": YOUNGER}
    young.personal(marital_status="1")
    assert young.post("validate-single-dependent", primary_info=step).status_code == 200
    older = {**CHILD, "birthdate": "05/21/2005"}
    assert problems(young.post("validate-single-dependent", primary_info=older)) == {
        "primary_info.birthdate": NOT_OLDER
    }


def test_the_listed_spouse_counts_rather_than_the_quoted_one(family):
    parent = {**SPOUSE, "birthdate": "01/02/1975"}
    teen = {**CHILD, "birthdate": "05/21/2001"}
    both = family.post("save-dependent-info-to-temp", dependents=listed(teen, parent))
    assert both.status_code == 200, both.json()
    young = {**SPOUSE, "birthdate": "01/02/1999"}
    Quote.objects.update(dob="2000-01-01", spouse_dob="1999-01-02")
    result = problems(family.post("save-dependent-info-to-temp", dependents=listed(teen, young)))
    assert result == {"dependents.0.primary_info.birthdate": YOUNGER}


def test_a_staged_family_is_saved(family):
    staged = family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE)).json()["data"]
    assert staged["result"]["first_track"] is True
    spouse = staged["result"]["dependents"][0]
    assert spouse["primary_info"]["ssn"] == "Ending 3386"
    assert family.tabs()["dependent_info"]["status"] == "error"
    again = {**spouse["primary_info"], "ssn": ""}
    done = family.post("save-dependent-info", dependents=listed(CHILD, again)).json()
    assert done["data"]["next"]["tab_name"] == "billing_info"
    people = Section.objects.get(key="dependent_info").answers["dependents"]
    assert [(person["relationship"], person["ssn"]) for person in people] == [
        ("spouse", "523443386"),
        ("child", "524440472"),
    ]
    assert family.tabs()["dependent_info"]["status"] == "done"


def test_the_family_must_fit_the_tier(family):
    def save(*people, **more):
        return problems(family.post("save-dependent-info", dependents=listed(*people), **more))

    assert save(SPOUSE) == {"dependents": "Spouse & Child information required"}
    assert save(SPOUSE, {**SPOUSE, "ssn": "525443386"}) == {
        "dependents": "A spouse or partner is covered already, and a plan covers only one."
    }
    ten = [child(number) for number in range(10)]
    assert save(*ten) == {"dependents": "Maximum allowed number of dependents is 9"}
    assert save(SPOUSE, {**CHILD, "ssn": SPOUSE["ssn"]}) == {
        "dependents.1.primary_info.ssn": "This Social Security Number is already on the list."
    }
    assert save(SPOUSE, CHILD, spouse_choice="maybe") == {"spouse_choice": "Please select spouse status"}


def test_relationships_follow_the_tier(family, make_wizard):
    nameless = {key: value for key, value in SPOUSE.items() if key != "relationship"}

    def relation(wizard, person):
        return wizard.post("validate-single-dependent", primary_info=person).json()["data"]["relationship"]

    assert relation(family, nameless) == "spouse"
    family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE))
    young = {**nameless, "birthdate": "05/21/2017", "ssn": "524440472"}
    assert relation(family, young) == "child"
    assert relation(make_wizard("IC"), young) == "child"


def test_a_removed_person_comes_back_with_the_number(family):
    family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE, CHILD))
    before = family.data("get-dependents-existing-user-enrollment")["result"]
    spouse, iris = (dependent["primary_info"] for dependent in before["dependents"])
    gone = family.post("save-dependent-info-to-temp", dependents=listed(iris), spouse_choice="no").json()["data"]
    assert [person["dependent_id"] for person in gone["result"]["set_aside"]] == [spouse["dependent_id"]]
    back = family.post("save-dependent-info-to-temp", dependents=listed(spouse, iris), spouse_choice="yes")
    assert back.status_code == 200, back.json()
    stored = Section.objects.get(key="dependent_info").answers
    assert stored["dependents"][0]["ssn"] == "523443386"
    assert stored["set_aside"] == []


def test_premier_plans_take_one_child(make_wizard):
    wizard = make_wizard("IC")
    Plan.objects.update(is_premier=True)
    answer = wizard.post("save-dependent-info", dependents=listed(child(0), child(1)))
    assert problems(answer)["dependents"] == (
        "Only one child is allowed in L713 plans for IC tier please delete additional child to proceed further"
    )
    assert wizard.post("save-dependent-info", dependents=listed(child(0))).json()["status"] == "success"


def test_a_spouse_tier_needs_the_spouse(make_wizard):
    wizard = make_wizard("IS")
    assert problems(wizard.post("save-dependent-info", dependents=listed(CHILD)))["dependents"] == (
        "Spouse information required"
    )
    assert wizard.post("save-dependent-info", dependents=listed(SPOUSE)).json()["status"] == "success"


def test_the_quote_follows_the_people(family):
    answer = family.post(
        "save-dependent-info", dependents=listed({**SPOUSE, "birthdate": "01/02/1990"}, child(1), child(2))
    )
    assert answer.json()["status"] == "success"
    quote = Quote.objects.get(public_id=family.id)
    assert (str(quote.spouse_dob), quote.children) == ("1990-01-02", 2)


def test_other_people_in_the_quote_reopen_the_tab(family):
    family.post("save-dependent-info", dependents=listed(SPOUSE, CHILD))
    assert family.tabs()["dependent_info"]["status"] == "done"
    changed = family.client.put(f"change-filter-info/{family.id}", {"no_of_children": "3"})
    assert changed.status_code == 200, changed.json()
    assert family.tabs()["dependent_info"]["status"] == "error"


def test_a_tier_change_keeps_people_aside(family):
    family.post("save-dependent-info", dependents=listed(SPOUSE, CHILD))
    Quote.objects.filter(public_id=family.id).update(tier="IC")
    result = family.data("get-dependents-existing-user-enrollment")["result"]
    assert [dependent["primary_info"]["relationship"] for dependent in result["dependents"]] == ["child"]
    assert [person["primary_info"]["relationship"] for person in result["set_aside"]] == ["spouse"]
    assert family.tabs()["dependent_info"]["status"] == "error"


def test_member_only_forgets_dependents(family):
    family.post("save-dependent-info", dependents=listed(SPOUSE, CHILD))
    family.post("delete-dependent-in-IO")
    assert Section.objects.get(key="dependent_info").answers["dependents"]
    Quote.objects.filter(public_id=family.id).update(tier="IO")
    assert family.post("delete-dependent-in-IO").status_code == 200
    assert Section.objects.get(key="dependent_info").answers == {}


def test_the_open_form_survives_a_refresh(family):
    values = {"first_name": "Iris", "relationship": "child", "ssn": "524-44-0472", "dependent_id": ""}
    family.post("save-draft", tab_name="dependent_info", values=values)
    fields = family.fields("dependent-primary-info")
    assert (fields["first_name"]["value"], fields["relationship"]["value"]) == ("Iris", "child")
    assert fields["ssn"]["value"] == ""
    assert "524" not in str(Section.objects.get(key="dependent_info").draft)
    family.post("save-dependent-info-to-temp", dependents=listed(CHILD))
    assert family.fields("dependent-primary-info")["first_name"]["value"] == ""


def test_a_list_changed_in_another_tab_is_not_written_over(family):
    """Drafts in between don't matter; another list does."""
    first = family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE, CHILD), stamp="new").json()["data"]
    spouse, iris = (dependent["primary_info"] for dependent in first["result"]["dependents"])
    read = first["result"]["stamp"]
    family.post("save-draft", tab_name="dependent_info", values={"first_name": "Jonas"})
    renamed = {**spouse, "first_name": "Jonas"}
    second = family.post("save-dependent-info-to-temp", dependents=listed(renamed, iris), stamp=read)
    assert second.status_code == 200, second.json()
    again = family.post("save-dependent-info-to-temp", dependents=listed(renamed, iris), stamp=read)
    assert again.status_code == 200
    late = family.post("save-dependent-info-to-temp", dependents=listed(spouse), stamp=read)
    assert late.status_code == 409
    assert family.post("save-dependent-info", dependents=listed(spouse), stamp=read).status_code == 409
    shown = family.data("get-dependents-existing-user-enrollment")["result"]
    assert [dependent["primary_info"]["first_name"] for dependent in shown["dependents"]] == ["Jonas", "Iris"]
    done = family.post("save-dependent-info", dependents=listed(renamed, iris), stamp=shown["stamp"])
    assert done.json()["status"] == "success"


def test_the_review_card_names_height_and_weight(family):
    flags = {name: {"required": True} for name in ("weight", "height_feet", "height_inch")}
    RequirementProfile.objects.create(name="life", fields={"dependent_info": flags})
    sized = {"weight": "60", "height_feet": "4", "height_inch": "2"}
    missing = problems(family.post("validate-single-dependent", primary_info=CHILD))
    assert missing == {f"primary_info.{name}": "Field is required" for name in sized}
    tall = {**SPOUSE, "weight": "160", "height_feet": "6", "height_inch": ""}
    assert problems(family.post("validate-single-dependent", primary_info=tall)) == {
        "primary_info.height_inch": "Field is required"
    }
    family.post("save-dependent-info", dependents=listed({**tall, "height_inch": "0"}, {**CHILD, **sized}))
    card = {person["tab_name"]: person for person in family.data("get-review-summary")["result"]}["dependent_info"]
    rows = [{row["label"]: row["value"] for row in block["rows"]} for block in card["details"]]
    assert [(row["Weight (lbs)"], row["Height"]) for row in rows] == [("160", "6 ft 0 in"), ("60", "4 ft 2 in")]


def test_a_repeated_call_does_not_duplicate_a_dependent(family):
    version = family.data("get-form-fields-dependent-primary-info")["version"]
    sent = {"dependents": listed(SPOUSE, CHILD), "version": version, "stamp": "new"}
    first, second = (family.post("save-dependent-info-to-temp", **sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["data"] == second.json()["data"]
    assert second.json()["data"]["result"]["set_aside"] == []
    taken = family.post("validate-single-dependent", primary_info={**CHILD, "ssn": SPOUSE["ssn"]})
    assert problems(taken) == {"primary_info.ssn": "This Social Security Number is already on the list."}


def test_somebody_deleted_and_entered_again_is_the_same_person(family):
    family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE, CHILD))
    family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE))
    back = family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE, CHILD)).json()["data"]["result"]
    assert (len(back["dependents"]), back["set_aside"]) == (2, [])


@pytest.mark.parametrize("wrapped", [True, False])
def test_saving_for_later_keeps_a_list_as_its_own_call_does(family, wrapped):
    later = {"email": "maren@mailbox.example", "tab": "dependent_info"}
    people = listed(SPOUSE, CHILD)
    data = {"dependents": people, "spouse_choice": "yes"} if wrapped else people
    assert family.post("save-enrollment", **later, data=data).status_code == 200
    stored = family.data("get-dependents-existing-user-enrollment")["result"]
    assert [dependent["primary_info"]["first_name"] for dependent in stored["dependents"]] == ["Jonah", "Iris"]
    assert stored["first_track"] is True
    wrong = listed(SPOUSE, {**CHILD, "ssn": "1"})
    assert problems(family.post("save-enrollment", **later, data=wrong)) == {
        "dependents.1.primary_info.ssn": "Invalid Social Security Number"
    }
    assert problems(family.post("save-enrollment", **later, data=["x"])) == {"dependents.0": "This value is not valid."}
    assert family.data("get-dependents-existing-user-enrollment")["result"]["dependents"] == stored["dependents"]


def test_an_adult_child_of_another_name_is_asked_about_once(family):
    grown = {**CHILD, "birthdate": "05/21/2004", "last_name": "Ortiz"}
    question = "This adult child's last name differs from the parents'. Is it correct?"
    assert problems(family.post("validate-single-dependent", primary_info=grown)) == {
        "primary_info.last_name.confirmed.other_name": question
    }
    refused = family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE, grown))
    assert problems(refused) == {"dependents.1.primary_info.last_name.confirmed.other_name": question}
    confirmed = {**grown, "confirmed": ["other_name"]}
    staged = family.post("save-dependent-info-to-temp", dependents=listed(SPOUSE, confirmed)).json()["data"]["result"]
    person = staged["dependents"][1]["primary_info"]
    assert person["confirmed"] == "other_name"
    same = {**person, "confirmed": "", "gender": "0"}
    assert family.post("save-dependent-info", dependents=listed(SPOUSE, same), accept_price="1").status_code == 200
    other = {**same, "last_name": "Baker"}
    assert problems(family.post("validate-single-dependent", primary_info=other)) == {
        "primary_info.last_name.confirmed.other_name": question
    }


def test_a_spouse_under_18_is_asked_about(family):
    first = Quote.objects.get().effective_date
    young = {**SPOUSE, "birthdate": f"{first.month:02}/{first.day:02}/{first.year - 17}"}
    assert problems(family.post("validate-single-dependent", primary_info=young)) == {
        "primary_info.birthdate.confirmed.young_spouse": "The spouse is under 18. Is the date of birth correct?"
    }
    confirmed = {**young, "confirmed": "young_spouse"}
    assert family.post("validate-single-dependent", primary_info=confirmed).status_code == 200
