from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session

from planfront.accounts.models import VisitorSession
from planfront.accounts.services import prune_sessions
from planfront.kernel import clock
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import start

pytestmark = pytest.mark.django_db


def test_expired_sessions_go_and_live_ones_stay(visitor, stranger):
    key = start(visitor)
    now = clock.now()
    ended = VisitorSession.objects.get(pk=Quote.objects.get().session_id)
    VisitorSession.objects.filter(pk=ended.pk).update(expires_at=now - timedelta(seconds=1))
    assert prune_sessions() == 1
    assert [item.pk for item in VisitorSession.objects.all()] != [ended.pk]
    assert VisitorSession.objects.count() == 1
    assert Quote.objects.get(public_id=key).session_id is None
    assert visitor.get("get-cart-count", enrollment_id=key).status_code == 401
    assert stranger.get("get-cart-count", enrollment_id=key).status_code == 404
    assert prune_sessions() == 0


def test_expired_staff_sessions_go_too(db):
    for number, days in enumerate((-1, 1)):
        Session.objects.create(session_key=str(number), session_data="", expire_date=clock.now() + timedelta(days=days))
    prune_sessions()
    assert Session.objects.get().session_key == "1"
