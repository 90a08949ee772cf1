"""Rows that would contradict each other are refused, also where a condition is left empty."""

import pytest
from django.db import IntegrityError, transaction

from planfront.accounts.models import User
from planfront.billing.models import BillDate, PaymentRule
from planfront.enrollment.models import AgreementText, ClientSignature

pytestmark = pytest.mark.django_db
TEXT = {"key": "application", "version": 3, "head": "Apply", "body": "New", "tick": "Yes"}
ROWS = [
    (BillDate, {"day": 10}, {"day": 11}),
    (BillDate, {"day": 10, "brand_id": 7}, {"day": 10, "brand_id": 8}),
    (PaymentRule, {"method": "list"}, {"method": "list", "group_id": 3}),
    (PaymentRule, {"method": "list", "portal_id": 2}, {"method": "list", "portal_id": 2, "brand_id": 1}),
    (ClientSignature, {"state": "OH"}, {"state": "OH", "plan_id": 1002}),
    (AgreementText, TEXT, TEXT | {"version": 4}),
    (AgreementText, TEXT | {"plan_id": 1002}, TEXT | {"plan_id": 1002, "brand_id": 1}),
    (AgreementText, TEXT | {"brand_id": 1, "state": "OH"}, TEXT | {"brand_id": 1, "state": "TX"}),
]


@pytest.mark.parametrize(("model", "row", "other"), ROWS)
def test_duplicate_rows_are_refused_by_the_database(model, row, other):
    model.objects.create(**row)
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.create(**row)
    model.objects.create(**other)
    assert model.objects.count() == 2


@pytest.mark.parametrize("day", [0, 29])
def test_billing_days_exist_in_every_month(day):
    with pytest.raises(IntegrityError), transaction.atomic():
        BillDate.objects.create(day=day)


@pytest.mark.parametrize(
    ("model", "row", "message"),
    [
        (BillDate, {"day": "10"}, "This day is there already."),
        (BillDate, {"day": "31"}, "Choose a day from 1 to 28: every month has it."),
        (PaymentRule, {"method": "list"}, "There is a rule for this brand, group, portal and plan already."),
        (ClientSignature, {"state": "OH", "active": "on"}, "There is such a rule already."),
        (AgreementText, TEXT | {"order": "20", "i18n": "{}"}, "There is a text with this key, version and conditions"),
    ],
)
def test_the_back_office_explains_a_duplicate_row(client, brand, model, row, message):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    BillDate.objects.create(day=10)
    PaymentRule.objects.create(method="eft")
    AgreementText.objects.create(**TEXT)
    ClientSignature.objects.create(state="OH")
    url = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/add/"
    answer = client.post(url, row, headers={"Host": "shop.test"})
    assert answer.status_code == 200
    assert message in answer.content.decode()
    assert model.objects.count() == 1
