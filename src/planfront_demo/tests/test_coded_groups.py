"""Groups that need an enroller code can be entered: by their page, their administrator and their rep."""

import pytest

pytestmark = pytest.mark.django_db
DENTAL = 1014
CODED = [
    (2556, "cascade", "cascade@demo.test", 5013, "elist"),
    (2512, "harbor-bay", "harbor@demo.test", 5014, "stmt"),
]
SHOPPER = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO", "type": "new-group-member"}


def text_of(answer):
    assert answer.json()["status"] == "success", answer.json()
    return answer.json()["data"]


def begun(client, quote):
    """The enrollment of a quote with a dental plan in its cart, at the first step."""
    key = quote["temp_enrollment_id"]
    text_of(client.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": DENTAL}))
    first = text_of(client.get("get-cart-effective-dates", enrollment_id=key))["result"][0]
    text_of(client.post("cart-checkout", {"enrollment_id": key, "effective_date": first}))
    return key


def code_field(client, key):
    fields = text_of(client.get("get-form-fields-personal-info", enrollment_id=key))["result"]
    return next(field for field in fields if field["field_name"] == "enrollerCode")


@pytest.mark.parametrize(("group", "page", "_sign_in", "_member", "method"), CODED)
def test_a_visitor_of_the_groups_page_needs_the_code(world, make_client, group, page, _sign_in, _member, method):
    client = make_client("localhost")
    landing = text_of(client.get("validate-landing-page", landing_page=page))
    assert (landing["type"], landing["id"]) == ("group", group)
    through = {"group_id": landing["id"], "platform_group_id": 2, "eprocess": "applicant"}
    key = begun(client, text_of(client.post("add-filter-for-new-user", SHOPPER | through)))
    assert code_field(client, key)["required"] is True
    text_of(client.post("save-enroller-code", {"enrollment_id": key, "enrollerCode": f"ENR-{group}"}))
    assert code_field(client, key)["required"] is False
    assert text_of(client.get("get-payment-method", enrollment_id=key))["result"] == method


@pytest.mark.parametrize(("group", "_page", "sign_in", "member", "_method"), CODED)
def test_administrator_and_rep_enroll_a_member_without_the_code(
    world, make_client, group, _page, sign_in, member, _method
):
    for email, process in ((sign_in, "group"), ("rep@demo.test", "rep")):
        client = make_client("localhost")
        assert client.sign_in(email).status_code == 200
        chosen = {"user_id": member, "tier": "IO", "eprocess": process, "group_id": group, "platform_group_id": 2}
        quote = text_of(client.post("add-filter-for-existing-user", chosen))
        plan = 1102 if group == 2556 else DENTAL  # the one they haven't got
        text_of(
            client.post(
                "add-plan-to-cart",
                {
                    "enrollment_id": quote["temp_enrollment_id"],
                    "plan_id": plan,
                },
            )
        )
