"""Staff of one brand, in the whole demo world: no list, search or export shows them a row of another brand."""

import csv
import io

import pytest

from planfront.accounts.models import User
from planfront.backoffice.registry import PAGES
from planfront.backoffice.site import site
from planfront.brands.models import Brand

PAGES_OF_BRANDS = [(model, page) for model, page in PAGES if page.brand_path is not None]


@pytest.fixture
def staff(client, world):
    def signed_in(email):
        client.defaults["HTTP_HOST"] = "localhost"
        client.force_login(User.objects.get(email=email))
        return client

    return signed_in


def brands_of(rows, path):
    """The brands of listed rows; for rows with several, those that include none of one's own."""
    if path == "brands":
        return {own.key for row in rows for own in [next(iter(row.brands.filter(key="juniper")), row.brands.first())]}
    result = rows.model.objects.filter(pk__in=[row.pk for row in rows]).values_list(path, flat=True)
    named = dict(Brand.objects.values_list("pk", "key"))
    return {named.get(item, item) for item in result}


def test_every_list_search_and_export_is_limited_to_the_staff_members_brand(staff):
    client = staff("juniper-admin@demo.test")
    seen, hidden = 0, 0
    for model, page in PAGES_OF_BRANDS:
        address = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"
        answer = client.get(address)
        listed = answer.context["cl"].queryset
        every = site.get_model_admin(model).model._default_manager.count()
        assert listed.count() <= every
        if model is not User:
            assert brands_of(listed, page.brand_path) <= {"juniper"}, model
        lines = b"".join(client.get(f"{address}export.csv").streaming_content).decode("utf-8-sig")
        assert len(list(csv.reader(io.StringIO(lines)))) == listed.count() + 1, model
        for item in (client.get(address, {"q": "a"}), client.post(address, {"find": "a"}, follow=True)):
            if answer.status_code == 200 and "cl" in (answer.context or {}):
                assert set(item.context["cl"].queryset.values_list("pk")) <= set(listed.values_list("pk")), model
        seen, hidden = seen + listed.count(), hidden + every - listed.count()
    assert seen > 0
    assert hidden > 50


def test_each_role_can_do_what_it_is_allowed_to(staff):
    member = "/backoffice/members/member/"
    may = {}
    for email in ("service@demo.test", "reader@demo.test"):
        client = staff(email)
        row = client.get(member).context["cl"].queryset.first()
        may[email] = (
            client.get(f"{member}{row.pk}/change/?record").context["has_change_permission"],
            client.get("/backoffice/parties/agent/add/").status_code,
            client.get("/backoffice/catalog/plan/").status_code,
        )
    assert may == {"service@demo.test": (True, 403, 403), "reader@demo.test": (False, 403, 403)}
