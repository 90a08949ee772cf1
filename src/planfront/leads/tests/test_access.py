import pytest

from planfront.accounts.models import VisitorSession
from planfront.kernel import clock
from planfront.leads.models import LeadAnswer, LocationConsent
from planfront.parties.groups.services import create_group
from planfront.shopping.models import EnrollmentGrant, Quote

pytestmark = pytest.mark.django_db


@pytest.fixture
def quote(visitor, brand, hidden):
    """A quote that the rep without a public page made for the visitor, opened by the link that was mailed."""
    group = create_group(code="QUIET", name="Quiet Works", brands=[brand])
    now = clock.now()
    result = Quote.objects.create(
        brand=brand,
        agent=hidden,
        group=group,
        zip="43215",
        state="OH",
        dob=clock.today().replace(year=1989),
        gender=1,
        tier="IO",
        created_at=now,
        updated_at=now,
        expires_at=now,
    )
    EnrollmentGrant.objects.create(
        enrollment=result, session=VisitorSession.objects.earliest("created_at"), via="quote", created_at=now
    )
    return result


def test_a_lead_names_a_rep_or_group_without_a_page_only_where_its_quote_is_open(visitor, stranger, quote, questions):
    rep, group = quote.agent_id, quote.group_id
    answer = {"question_id": questions[0].pk, "answer": "Me", "device_id": "d1", "agent_id": rep}
    place = {"device_id": "d1", "store_information": 1, "agent_id": rep, "group_id": group}
    for client, status in ((visitor, 200), (stranger, 404)):
        assert client.get("assist/get", device_id="d1", agent_id=rep).status_code == status
        assert client.post("assist/add", answer).status_code == status
        assert client.get("check-lead-information", device_id="d1", agent_id=rep).status_code == status
        assert client.get("get-lead-information", **place).status_code == status
        assert client.get("get-lead-information", **place | {"agent_id": ""}).status_code == status
    assert LeadAnswer.objects.count() == 1
    assert set(LocationConsent.objects.values_list("group_id", flat=True)) == {group}
