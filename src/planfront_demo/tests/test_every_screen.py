"""Fields that most plans don't ask for can be met in the demo."""

import pytest

from planfront.enrollment.tests.conftest import PERSONAL, problems

pytestmark = pytest.mark.django_db
SHOPPER = {"zip": "10001", "dob": "04/17/1989", "gender": "1", "tier": "IF", "eprocess": "applicant"}
MEASURES = {"weight", "height_feet", "height_inch"}


def begun(client, **change):
    """A family's quote."""
    key = client.post("add-filter-for-new-user", {**SHOPPER, **change}).json()["data"]["temp_enrollment_id"]
    assert client.put(f"change-filter-info/{key}", {"is_smoker": "0"}).status_code == 200
    client.post("store-temp-dependent-info", {"enrollment_id": key, "dep_dob": "09/02/1987", "no_of_children": 1})
    return key


def required_fields(client, key, form):
    listed = client.get(f"get-form-fields-{form}", enrollment_id=key).json()["data"]["result"]
    return {item["field_name"] for item in listed if item["required"]}


def in_cart(client, key, plan_id):
    answer = client.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": plan_id}).json()
    assert answer["status"] == "success", answer


def test_two_plans_ask_for_weight_and_height(world, make_client):
    client = make_client("localhost")
    key = begun(client)
    in_cart(client, key, 1202)
    assert required_fields(client, key, "personal-info") >= MEASURES
    assert required_fields(client, key, "dependent-primary-info") >= MEASURES
    client.get("remove-plan-from-cart", enrollment_id=key, plan_id=1202)
    in_cart(client, key, 1002)
    assert not required_fields(client, key, "personal-info") & MEASURES


@pytest.mark.parametrize(("zip_code", "is_asked"), [("10001", True), ("43215", False)])
def test_new_york_asks_whether_life_insurance_is_replaced(world, make_client, zip_code, is_asked):
    client = make_client("localhost")
    key = begun(client, zip=zip_code, tier="IO")
    in_cart(client, key, 1406)
    assert ("replaces_coverage" in required_fields(client, key, "personal-info")) is is_asked
    if is_asked:
        body = {"enrollment_id": key, **PERSONAL}
        assert problems(client.post("save-personal-info", body)) == {"replaces_coverage": "Field is required"}
        text = problems(client.post("save-personal-info", {**body, "replaces_coverage": "1"}))
        assert set(text) == {"replaced_carrier_name", "replaced_policy_number"}
        assert client.post("save-personal-info", {**body, "replaces_coverage": "0"}).status_code == 200


def test_one_member_has_a_family_on_record(world, make_client):
    client = make_client("localhost")
    client.sign_in("luis@demo.test")
    key = client.post("add-filter-for-member", {"tier": "IF"}).json()["data"]["temp_enrollment_id"]
    listed = client.get("get-dependents-existing-user-enrollment", enrollment_id=key).json()["data"]["result"]
    names = [dependent["primary_info"]["first_name"] for dependent in listed["dependents"]]
    assert names == ["Carmen", "Elena", "Mateo"]
    heirs = client.get("get-beneficiaries-existing-user-enrollment", enrollment_id=key).json()["data"]
    assert [
        (beneficiary["first_name"], beneficiary["beneficiary_percentage"]) for beneficiary in heirs["beneficiaries"]
    ] == [
        ("Carmen", "60"),
        ("Elena", "40"),
    ]


def test_a_site_that_links_to_the_store_is_known(world, make_client):
    answer = make_client("copperline.localhost").get("/get-external-site-infromation", site_name="elevate").json()
    assert (answer["statusCode"], answer["data"]["site_name"]) == (200, "elevate")
