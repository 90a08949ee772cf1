"""Staff see the rows of the brands they work for, and change what their role allows."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps

from planfront.accounts.models import StaffBrand, User
from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM
from planfront.backoffice.registry import PAGES
from planfront.backoffice.site import site
from planfront.brands.copying import new_brand
from planfront.brands.models import Brand
from planfront.kernel.errors import FieldErrors
from planfront.members.models import Member
from planfront.parties.groups.models import Group
from planfront.parties.reps.models import Agent

pytestmark = pytest.mark.django_db
MEMBERS, REPS = "/backoffice/members/member/", "/backoffice/parties/agent/"


def member(brand, name, **more):
    return Member.objects.create(
        brand=brand,
        first_name=name,
        last_name="Santos",
        birth_date=date(1990, 1, 2),
        gender=1,
        email=f"{name}@demo.test",
        phone="2125550101",
        state="NY",
        zip="10001",
        **more,
    )


def rep(name, *brands):
    agent = Agent.objects.create(code=name.upper(), first_name=name, last_name="Lee")
    agent.brands.add(*brands)
    return agent


def address(model):
    return f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"


def test_lists_and_searches_show_only_rows_of_ones_brands(works, brand, other_brand):
    member(brand, "Mara"), member(other_brand, "Otto")
    staff = works("admin")
    shown = staff.get(MEMBERS).content.decode()
    assert ("Mara" in shown, "Otto" in shown) == (True, False)
    assert "Other" not in shown.split("changelist-filter")[-1]
    result = staff.post(MEMBERS, {"find": "Santos"}, follow=True).content.decode()
    assert ("Mara" in result, "Otto" in result) == (True, False)
    written = b"".join(staff.get(f"{MEMBERS}export.csv").streaming_content).decode()
    assert ("Mara" in written, "Otto" in written) == (True, False)


def test_a_row_of_another_brand_is_not_found(works, brand, other_brand):
    theirs, ours = member(other_brand, "Otto"), member(brand, "Mara")
    staff = works("admin")
    assert staff.get(f"{MEMBERS}{ours.pk}/change/").status_code == 200
    for page in ("change", "history", "delete"):
        answer = staff.get(f"{MEMBERS}{theirs.pk}/{page}/", follow=True)
        assert "Otto" not in answer.content.decode(), page
    assert staff.post(f"{MEMBERS}{theirs.pk}/change/", {"first_name": "Mine"}).status_code in {302, 403, 404}
    theirs.refresh_from_db()
    assert theirs.first_name == "Otto"


def test_a_form_offers_only_what_is_the_brands(works, brand, other_brand):
    Group.objects.create(code="OURS", name="Ours").brands.add(brand)
    Group.objects.create(code="THEIRS", name="Theirs").brands.add(other_brand)
    staff = works("admin")
    query = {"app_label": "members", "model_name": "member", "field_name": "group"}
    offered = staff.get("/backoffice/autocomplete/", query).json()["results"]
    assert [item["text"] for item in offered] == [str(Group.objects.get(code="OURS"))]
    form = staff.get(f"{MEMBERS}add/").context["adminform"].form
    assert list(form.fields["brand"].queryset) == [brand]


def test_a_rep_of_several_brands_can_be_viewed_but_not_changed(works, brand, other_brand):
    own, shared, theirs = rep("ann", brand), rep("bob", brand, other_brand), rep("cid", other_brand)
    staff = works("admin")
    shown = staff.get(REPS).content.decode()
    assert [item.code in shown for item in (own, shared, theirs)] == [True, True, False]
    assert staff.get(f"{REPS}{shared.pk}/change/").context["has_change_permission"] is False
    assert staff.get(f"{REPS}{own.pk}/change/").context["has_change_permission"] is True
    assert staff.post(f"{REPS}{shared.pk}/change/", {"first_name": "Mine"}).status_code == 403
    assert set(shared.brands.all()) == {brand, other_brand}


def test_pages_of_shared_tables_are_for_staff_of_all_brands(works, brand):
    staff = works("admin")
    shared = [model for model, page in PAGES if page.brand_path is None and model is not User]
    assert shared
    for model in shared:
        assert staff.get(address(model)).status_code == 403, model
    own = {address(model) for model, page in PAGES if page.brand_path is not None}
    shown = staff.get(MEMBERS).content.decode()
    assert not [address(model) for model in shared if f'href="{address(model)}"' in shown]
    assert MEMBERS in own


@pytest.mark.parametrize("role", ["reader", "service", "admin"])
@pytest.mark.thorough
def test_every_open_page_answers_every_role(works, brand, role):
    staff = works(role)
    for model, page in PAGES:
        if page.brand_path is not None:
            assert staff.get(address(model)).status_code == 200, model


def test_each_role_may_change_what_it_is_allowed_to(works, brand):
    mara, ann = member(brand, "Mara"), rep("ann", brand)
    may = {}
    for role in ("reader", "service", "admin"):
        staff = works(role)
        may[role] = [
            staff.get(f"{MEMBERS}{mara.pk}/change/?record").context["has_change_permission"],
            staff.get(f"{REPS}{ann.pk}/change/").context["has_change_permission"],
            staff.get(f"{REPS}add/").status_code == 200,
        ]
    assert may == {"reader": [False] * 3, "service": [True, False, False], "admin": [True] * 3}


def test_staff_without_a_role_or_a_brand_see_nothing(client, works, brand):
    member(brand, "Mara")
    idle = User.objects.create_user("idle@demo.test", role="staff", is_staff=True)
    client.force_login(idle)
    assert client.get(MEMBERS).status_code == 403
    StaffBrand.objects.all().delete()
    idle.staff_role = "admin"
    idle.save()
    assert "Mara" not in client.get(MEMBERS).content.decode()


def test_staff_for_all_brands_see_all_and_the_shared_tables(works, brand, other_brand):
    member(brand, "Mara"), member(other_brand, "Otto")
    staff = works("reader", brand, all_brands=True)
    shown = staff.get(MEMBERS).content.decode()
    assert ("Mara" in shown, "Otto" in shown) == (True, True)
    assert staff.get("/backoffice/catalog/plan/").status_code == 200


def test_changes_are_on_record_with_the_brand(works, brand):
    ann = rep("ann", brand)
    mara = member(brand, "Mara")
    members: Any = site.get_model_admin(Member)
    agents: Any = site.get_model_admin(Agent)
    request = type(
        "Request",
        (),
        {"user": User.objects.create_superuser("o@demo.test", "x"), "META": {}, "headers": {}, "COOKIES": {}},
    )
    members.audit(request, mara, "looked", [])
    agents.audit(request, ann, "looked", [])
    assert sorted(AuditEvent.objects.values_list("action", "brand_id")) == [
        ("backoffice.agent.looked", None),
        ("backoffice.member.looked", brand.pk),
    ]


HOSTS = "/backoffice/brands/domain/"


def test_a_host_is_claimed_and_renamed_by_superusers_alone(works, client, brand):
    row = brand.domains.get(primary=True)
    typed = {"brand": brand.pk, "host": "free.example"}
    staff = works("admin")
    assert staff.get(HOSTS).status_code == 200
    assert staff.post(f"{HOSTS}add/", typed).status_code == 403
    staff.post(f"{HOSTS}{row.pk}/change/", {**typed, "primary": "on"})
    assert list(brand.domains.values_list("host", flat=True)) == [row.host]
    client.force_login(User.objects.create_superuser("super@demo.test", "planfront-demo"))
    assert client.post(f"{HOSTS}add/", typed).status_code == 302
    assert brand.domains.filter(host="free.example").exists()


def test_a_new_brand_takes_no_host_of_another_nor_the_back_office_s(works, client, brand, other_brand, settings):
    settings.BACKOFFICE_HOST = "office.test"
    taken, opening = other_brand.domains.get().host, "/backoffice/brands/brand/add/"
    typed = {"name": "Larkspur Benefits", "key": "larkspur", "host": taken.upper()}
    assert works("admin").post(opening, {**typed, "host": "larkspur.test"}).status_code == 403
    client.force_login(User.objects.create_superuser("super@demo.test", "planfront-demo"))
    assert "Another brand already uses this host." in client.post(opening, typed).content.decode()
    refused = client.post(opening, {**typed, "host": "Office.test"}).content.decode()
    assert "This is the host of the back office." in refused
    added = client.post(f"{HOSTS}add/", {"brand": brand.pk, "host": "office.test"}).content.decode()
    assert "This is the host of the back office." in added
    with pytest.raises(FieldErrors) as error:
        new_brand(key="larkspur", name="Larkspur", host=taken, origin=SYSTEM)
    assert [str(item.error_message) for item in error.value.errors] == ["Another brand already uses this host."]
    assert other_brand.domains.get().host == taken
    assert not Brand.objects.filter(key="larkspur").exists()


def test_staff_without_permission_see_a_page_with_a_way_back(works, brand, other_brand):
    answer = works("service").get("/backoffice/brands/brand/add/")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert '<h1 class="imports-title">You can&#x27;t open this page</h1>' in page
    assert 'href="/backoffice/"' in page


def test_templates_of_single_pages_lie_where_their_page_looks(works):
    folder = Path(apps.get_app_config("backoffice").path) / "templates" / "admin"
    own = {tuple(file.parent.relative_to(folder).parts) for file in folder.glob("*/*/*.html")}
    pages = {(model._meta.app_label, model._meta.model_name) for model in site._registry}
    assert own
    assert own <= pages
