"""The cart's own answers can be met through the API, as the tour says."""

import pytest

from planfront_demo.tests.showcase import CART_SHOWS, DECLINE, SHOPPER

pytestmark = pytest.mark.django_db
BASICS = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}


def start(client, **basics):
    answer = client.post("add-filter-for-new-user", BASICS | basics)
    enrollment = answer.json()["data"]["temp_enrollment_id"]
    more = {"is_smoker": "0", "annual_incode": str(SHOPPER["income"]), "working_hours": "40"}
    assert client.put(f"change-filter-info/{enrollment}", more).status_code == 200
    return enrollment


def add(client, enrollment, plan_id):
    return client.post("add-plan-to-cart", {"enrollment_id": enrollment, "plan_id": plan_id}).json()


def by_code(code: str):
    return next(show for show in CART_SHOWS if show.code == code)


def test_a_plan_in_blackout_is_refused_in_its_state_only(world, make_client):
    client, show = make_client("localhost"), by_code("blackout")
    answer = add(client, start(client, zip=show.profile["zip"]), show.plan_id)
    assert answer["errorCode"] == "blackout"
    assert answer["message"].startswith("Halden Ortho Plus is not taking new enrollments in Texas")
    assert add(client, start(client, zip="10001"), show.plan_id)["status"] == "success"


@pytest.mark.parametrize("code", ["newQuestionsError", "membershipRequired"])
def test_plans_with_questions_or_memberships_answer_their_code(world, make_client, code):
    client = make_client("localhost")
    assert add(client, start(client), by_code(code).plan_id)["errorCode"] == code


def test_a_plan_that_maria_already_has_is_refused(world, make_client):
    client = make_client("localhost")
    client.sign_in("member@demo.test")
    answer = client.post("add-filter-for-member", {"user_id": 5001, "tier": "IO"})
    enrollment = answer.json()["data"]["temp_enrollment_id"]
    assert add(client, enrollment, by_code("alreadyActive").plan_id)["errorCode"] == "alreadyActive"


def test_a_health_answer_declines(world, make_client):
    client = make_client("localhost")
    enrollment = start(client)
    body = {
        "enrollment_id": enrollment,
        "plan_id": DECLINE.plan_id,
        "answers": [{"question_id": 611, "yes_no_flag": 1}, {"question_id": 612, "yes_no_flag": 0}],
    }
    answer = client.post("save-question-answers", body).json()
    assert answer["errorCode"] == "decline"
    body["answers"][0]["yes_no_flag"] = 0
    assert client.post("save-question-answers", body).json()["status"] == "success"
    assert add(client, enrollment, DECLINE.plan_id)["status"] == "success"
