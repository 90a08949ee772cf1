"""A list takes as many queries for thirty rows as for three."""

from collections.abc import Callable
from datetime import date
from itertools import count
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import User
from planfront.backoffice.registry import PAGES
from planfront.billing.models import BillDate
from planfront.brands.models import Video
from planfront.imports.models import ImportRun
from planfront.kernel import clock
from planfront.leads.models import Consent, ConsentRevocation
from planfront.rating.models import RateTable

pytestmark = pytest.mark.django_db
NUMBERS = count(1)
JOB = {"args": ["planfront.kernel.tasks:reap", [], 0], "kwargs": {}}
# What a column's kind doesn't tell. Only a second person may approve, so one of two is left out.
GIVEN = {
    BillDate: lambda number: {"day": number % 28 + 1, "brand_id": number},
    Consent: lambda number: {"enquiry": None},
    ConsentRevocation: lambda number: {"enquiry": None},
    DBTaskResult: lambda number: {"args_kwargs": JOB, "priority": 0, "worker_ids": []},
    ImportRun: lambda number: {"approved_by": None, "state": "refused"},
    RateTable: lambda number: {"approved_by": None, "method": "FLAT", "version": number, "modal_factor": 1},
    Video: lambda number: {"language": str(number)},
}
KINDS: tuple[tuple[Any, Callable[[int], Any]], ...] = (
    (models.BooleanField, lambda number: True),
    (models.DateTimeField, lambda number: clock.now()),
    (models.DateField, lambda number: date(2026, 1, 1)),
    (models.DecimalField, lambda number: 1),
    (models.IntegerField, lambda number: number),
    (models.EmailField, lambda number: f"person{number}@example.com"),
    (models.JSONField, lambda number: {}),
    (models.FileField, lambda number: ""),
    ((models.CharField, models.TextField), str),
)


def make(model, amount):
    """Rows with every column filled, references too: an empty one would hide the queries it costs."""
    rows = [model(**columns(model, next(NUMBERS))) for _ in range(amount)]
    return model._default_manager.bulk_create(rows)


def columns(model, number):
    made = GIVEN.get(model, lambda number: {})(number)
    for field in model._meta.fields:
        if field.name not in made and field.attname not in made and not isinstance(field, models.AutoField):
            made |= {field.name: content} if (content := value(model, field, number)) is not None else {}
    return made


def value(model, field, number):
    if field.is_relation:
        if field.related_model is model:
            return None
        existing = None if field.one_to_one else field.related_model._default_manager.first()
        return existing or make(field.related_model, 1)[0]
    if field.choices:
        return field.flatchoices[0][0]
    if field.has_default() and not field.unique:
        return field.get_default()
    content = next((fill(number) for kinds, fill in KINDS if isinstance(field, kinds)), None)
    return content[-field.max_length :] if isinstance(content, str) and field.max_length else content


def queries(client, model):
    url = f"/backoffice/{model._meta.app_label}/{model._meta.model_name}/"
    client.get(url)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        page = client.get(url)
    return page.context["cl"].result_count, [one["sql"] for one in captured]


@pytest.mark.counts_queries
@pytest.mark.parametrize("model", [model for model, _page in PAGES], ids=lambda model: model._meta.label)
def test_a_list_takes_the_same_queries_for_3_and_30_rows(client, brand, model):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    make(model, 3)
    few, first = queries(client, model)
    make(model, 27)
    many, second = queries(client, model)
    assert many - few == 27
    assert len(second) == len(first), [sql for sql in second if sql not in first]
