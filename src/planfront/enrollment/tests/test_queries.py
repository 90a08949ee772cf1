"""What the calls of an application ask the database, exactly: a query more is a decision."""

import pytest

from planfront.enrollment.tests.test_resume import code_of, resume, save
from planfront.kernel.memory import caches
from planfront.messaging.models import OutboundEmail
from planfront.shopping.tests.test_queries import queries

pytestmark = pytest.mark.counts_queries
TABLES = ("shopping_cartline", "enrollment_requirementprofile", "billing_paymentrule")


class Counted:
    """Counts calls: ``counted(name, call)``; then ``counted.counts`` has the numbers by name."""

    def __init__(self):
        self.counts = {}

    def __call__(self, name, call):
        self.counts[name] = len(queries(call))


@pytest.fixture
def counted():
    return Counted()


def test_each_call_of_a_journey_takes_a_fixed_number_of_queries(wizard, counted):
    wizard.get("get-filtered-plans")  # the process holds catalog and rates from now on
    wizard.personal()
    counted("get-dynamic-tabs", lambda: wizard.get("/get-dynamic-tabs"))
    counted("get-form-fields-contact-info", lambda: wizard.get("get-form-fields-contact-info"))
    typed = {"tab_name": "contact_info", "values": {"city": "Columbus"}}
    counted("save-draft", lambda: wizard.post("save-draft", **typed))
    counted("save-draft again", lambda: wizard.post("save-draft", **typed))
    counted("save-personal-info", lambda: wizard.personal(first_name="Mara"))
    counted("save-personal-info again", lambda: wizard.personal(first_name="Mara"))
    counted("save-contact-info", wizard.contact)
    counted("save-billing-info", wizard.billing)
    counted("get-form-fields-agreement-info", lambda: wizard.get("get-form-fields-agreement-info"))
    counted("get-agreement-texts", lambda: wizard.get("get-agreement-texts"))
    signing = wizard.signing()
    counted("save-agreement-info", lambda: wizard.post("save-agreement-info", **signing))
    counted("get-dynamic-tabs, signed", lambda: wizard.get("/get-dynamic-tabs"))
    counted("get-review-summary", lambda: wizard.get("get-review-summary"))
    counted("save-review-info", wizard.submit)
    counted("save-review-info again", wizard.submit)
    counted("get-receipt", lambda: wizard.get("get-receipt"))
    assert counted.counts == {
        "get-dynamic-tabs": 8,
        "get-form-fields-contact-info": 5,
        "save-draft": 10,
        "save-draft again": 7,
        "save-personal-info": 13,
        "save-personal-info again": 7,
        "save-contact-info": 12,
        "save-billing-info": 13,
        "get-form-fields-agreement-info": 37,
        "get-agreement-texts": 11,
        "save-agreement-info": 16,
        "get-dynamic-tabs, signed": 5,
        "get-review-summary": 9,
        "save-review-info": 39,
        "save-review-info again": 8,
        "get-receipt": 5,
    }


def test_saving_and_resuming_take_a_fixed_number_of_queries(wizard, stranger, counted):
    wizard.personal()
    counted("save-enrollment", lambda: save(wizard))
    code = code_of(OutboundEmail.objects.get(kind="resume_code"))
    counted("continue-enrollment", lambda: resume(stranger, code))
    counted("get-dynamic-tabs", lambda: stranger.get("/get-dynamic-tabs", enrollment_id=wizard.id))
    assert counted.counts == {"save-enrollment": 48, "continue-enrollment": 44, "get-dynamic-tabs": 10}


@pytest.mark.parametrize(("call", "rules"), [("personal", 0), ("billing", 1)])
def test_a_save_reads_the_quote_once_and_how_it_is_paid_only_where_that_is_asked(wizard, call, rules):
    wizard.answer_questions()
    caches.clear_all()
    statements = queries(getattr(wizard, call))
    read = {table: sum(f'FROM "{table}"' in sql for sql in statements) for table in TABLES}
    assert read == dict(zip(TABLES, (1, 1, rules), strict=True))


def test_prices_of_a_submission_are_read_after_its_lock(wizard):
    wizard.up_to("sign")
    statements = queries(wizard.submit)
    lock = next(place for place, sql in enumerate(statements) if "SAVEPOINT" in sql)
    tables = ("catalog_revision", '"shopping_cartline"')  # what is held goes by the edition
    places = {name: [place for place, sql in enumerate(statements) if f"FROM {name}" in sql] for name in tables}
    assert all(place and min(place) > lock for place in places.values()), places
    assert not [sql for sql in statements if '"rating_' in sql]
