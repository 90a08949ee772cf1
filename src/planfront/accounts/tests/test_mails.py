import pytest

from planfront.messaging.account_mails import KINDS
from planfront.messaging.rendering import render

pytestmark = pytest.mark.django_db
FACTS = {"name": "Ana Ruiz", "link": "https://shop.test/sign-in/x#secret"}
MORE = {
    "account_email_changed": {"email": "a•••@r•••.test"},
    "payment_changed": {"day": "12/28/2026"},
    "enrollment_reminder": {"group": "Halden", "until": "12/04/2026"},
    "change_waits": {"member": "Leo Ruiz", "change": "Leo", "group": "Halden"},
    "decisions_wait": {"count": 2, "changes": [{"kind": "report", "policies": "P-1", "days": 4}]},
    "correction_answered": {"change": "Leo", "why": "Leo"},
    "daily_summary": {"total": "2", "counts": ["Leo: 2"], "items": ["Leo"], "unsubscribe": "https://shop.test/x"},
    "change_declined": {"decider": "Eva Moss", "change": "Leo", "why": "Leo"},
}


def sentences(brand, kind, language):
    result = render(brand, kind, FACTS | MORE.get(kind, {}), language)
    assert f'lang="{language}"' in result.html
    return {result.subject, *(line.strip() for line in result.text.splitlines() if len(line.split()) > 2)}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_mail_about_accounts_is_in_the_persons_language(brand, kind):
    english, spanish = sentences(brand, kind, "en"), sentences(brand, kind, "es")
    assert len(english) == len(spanish) >= 3
    shared = english & spanish
    assert not [line for line in shared if not line.startswith("Shop ")], shared
