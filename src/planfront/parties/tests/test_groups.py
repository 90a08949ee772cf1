import pytest
from django.utils.translation import override

from planfront.accounts.models import User
from planfront.parties.groups import selectors, services
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(brand):
    return services.create_group(
        code="acme01",
        name="Acme Manufacturing",
        brands=[brand],
        landing_url="acme",
        about="Since 1952.",
        phone="6145550100",
    )


def test_a_code_finds_its_group(visitor, make_client, group, other_brand):
    answer = visitor.get("validate-group", group_code="Acme01")
    assert answer.json()["data"] == {
        "group_id": group.pk,
        "name": "Acme Manufacturing",
        "code": "ACME01",
        "landing_url": "acme",
    }
    assert visitor.get("validate-group", group_code="NOPE").status_code == 204
    assert make_client("other.test").get("validate-group", group_code="ACME01").status_code == 204


def test_employees_with_the_right_code_are_let_in_and_guessing_is_slowed_down(visitor, group):
    codes = ["ACME01"] * 40 + ["NOPE"] * 31 + ["ACME01"]
    statuses = [visitor.get("validate-group", group_code=code).status_code for code in codes]
    assert statuses == [200] * 40 + [204] * 30 + [429] * 2


def test_a_groups_landing_and_about_pages_are_answered(visitor, group):
    data = visitor.get("get-group-landing-page-info", group_id=group.pk).json()["data"]
    assert data["display_name"] == "Acme Manufacturing"
    assert data["display_phone"] == "(614) 555-0100"
    assert visitor.get("get-group-about-page-info", group_id=group.pk).json()["data"] == {"gweb_aboutus": "Since 1952."}


def test_a_group_without_a_page_shows_to_its_own_people_only(visitor, make_client, brand):
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group", name="Pat")
    north = services.create_group(code="NORTH2", name="Northwind", brands=[brand], user=user)
    assert visitor.get("get-group-landing-page-info", group_id=north.pk).status_code == 404
    own = make_client("shop.test")
    own.sign_in("group@demo.test")
    assert own.get("get-group-landing-page-info", group_id=north.pk).status_code == 200


def test_default_and_benefit_store_groups_are_public(visitor, brand):
    from planfront.brands.services import save_settings

    plain = services.create_group(id=77, code="DEF", name="Default", brands=[brand])
    store = services.create_group(
        id=1929, code="MBS", name="Store", brands=[brand], flags={"member_benefit_store": True}
    )
    assert visitor.get("get-group-landing-page-info", group_id=plain.pk).status_code == 404
    save_settings(brand=brand, values={"default_group_id": "77"})
    assert visitor.get("get-group-landing-page-info", group_id=plain.pk).status_code == 200
    assert visitor.get("get-group-landing-page-info", group_id=store.pk).status_code == 200


def test_enroller_codes_are_hashed_and_bound_to_their_group(group, brand):
    assert selectors.enroller_code_matches(group.pk, "anything")
    services.set_enroller_code(group=group, code="ENR-2556")
    assert "2556" not in group.enroller_code_hash
    assert selectors.enroller_code_matches(group.pk, "enr 2556")
    assert not selectors.enroller_code_matches(group.pk, "ENR-2512")
    other = services.create_group(code="TWO", name="Two", brands=[brand])
    services.set_enroller_code(group=other, code="ENR-2512")
    assert not selectors.enroller_code_matches(other.pk, "ENR-2556")


def test_a_portal_for_groups_only_is_offered_with_a_group_or_to_a_rep_who_chooses_one_next(make_client, brand, group):
    open_one = services.create_portal(code="IND", name="Individual & Family", brands=[brand])
    employers = services.create_portal(code="GB", name="Group Benefits", brands=[brand], groups_only=True)
    group.portals.add(employers)
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    rep = create_agent(code="R1", brands=[brand], first_name="A", last_name="B", email="a@example.com", user=user)
    services.link_agent_to_group(agent_id=rep.pk, group=group)
    visitor, signed_in = make_client("shop.test"), make_client("shop.test")
    assert signed_in.sign_in("rep@demo.test").status_code == 200

    def ids(client, **query):
        return [item["platform_group_id"] for item in client.get("get-enrollment-platforms", **query).json()["data"]]

    assert ids(visitor) == [open_one.pk]
    assert ids(visitor, group_id=group.pk) == ids(signed_in, agent_id=rep.pk, group_id=group.pk) == [employers.pk]
    assert ids(signed_in, agent_id=rep.pk) == [open_one.pk, employers.pk]
    (listed,) = signed_in.get("get-agent-groups", agent_id=rep.pk).json()["data"]
    assert listed["platforms"] == [employers.pk]
    group.portals.clear()
    (listed,) = signed_in.get("get-agent-groups", agent_id=rep.pk).json()["data"]
    assert listed["platforms"] == [open_one.pk, employers.pk]


def test_portals_are_offered_by_brand_rep_and_group(visitor, brand, other_brand, group):
    open_one = services.create_portal(code="IND", name="Individual & Family", brands=[brand])
    own = services.create_portal(code="OWN", name="Own", brands=[brand], open_to_all=False)
    services.create_portal(code="ELSE", name="Elsewhere", brands=[other_brand])
    agent = create_agent(
        code="R1", brands=[brand], first_name="A", last_name="B", email="a@example.com", landing_url="a-b"
    )
    own.agents.add(agent)
    assert [p.id for p in selectors.portals_for(brand.pk)] == [open_one.pk]
    assert [p.id for p in selectors.portals_for(brand.pk, agent.pk)] == [open_one.pk, own.pk]
    group.portals.add(own)
    assert [p.id for p in selectors.portals_for(brand.pk, group_id=group.pk)] == [own.pk]
    listed = visitor.get("get-enrollment-platforms").json()["data"]
    named = {"platform_name": "Individual & Family", "platform_code": "IND"}
    assert listed == [{"platform_group_id": open_one.pk, **named, "groups_only": False}]
    assert visitor.get("get-enrollment-platforms", agent_id=10**9).status_code == 404


def test_a_portal_is_called_by_its_name_in_the_reader_s_language(brand):
    named = services.create_portal(
        code="IF", name="Individual & Family", name_es="Individual y familiar", brands=[brand]
    )
    plain = services.create_portal(code="OWN", name="Own", brands=[brand])
    for language, names in (("en", ["Individual & Family", "Own"]), ("es", ["Individual y familiar", "Own"])):
        with override(language):
            shown = [selectors.portal_by_id(brand.pk, portal.pk) for portal in (named, plain)]
        assert [portal.name for portal in shown if portal] == names
