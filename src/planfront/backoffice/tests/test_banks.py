import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.imports.models import ImportRun
from planfront.integrations.models import BankRouting

pytestmark = pytest.mark.django_db
LIST = "/backoffice/integrations/bankrouting/"
IMPORT = "/backoffice/imports/importrun/add/?kind=banks"
ONE, TWO = "011000015", "011000028"


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


def text_of(answer):
    assert answer.status_code == 200
    return answer.context["adminform"].form.errors


def test_a_bank_added_by_hand_needs_a_valid_routing_number(staff):
    data = {"routing": "011000016", "name": "Harborlight", "new_routing": "1"}
    assert text_of(staff.post(f"{LIST}add/", data)) == {
        name: ["This routing number is not valid. Please check it."] for name in ("routing", "new_routing")
    }
    assert text_of(staff.post(f"{LIST}add/", data | {"routing": ONE, "new_routing": ONE})) == {
        "new_routing": ["A number can't replace itself."]
    }
    assert text_of(staff.post(f"{LIST}add/", data | {"routing": ONE, "new_routing": "", "record_type": "2"})) == {
        "new_routing": ["Enter the number that replaced this one."]
    }
    assert staff.post(f"{LIST}add/", data | {"routing": ONE, "new_routing": TWO}).status_code == 302
    assert BankRouting.objects.values_list("pk", "record_type", "new_routing").get() == (ONE, "2", TWO)
    assert AuditEvent.objects.filter(action="backoffice.bankrouting.added", subject_id=ONE).count() == 1


def test_the_list_shows_what_was_replaced_and_leads_to_the_import(staff):
    BankRouting.objects.create(routing=ONE, name="Harborlight Bank")
    BankRouting.objects.create(routing=TWO, name="Old Mill Savings", new_routing=ONE)
    page = staff.get(LIST, {"replaced": "yes"}).content.decode()
    assert f'<a href="{LIST}?q={ONE}">{ONE}</a>' in page
    assert "Harborlight Bank" not in page
    assert f'href="{IMPORT}"' in page
    assert "Old Mill Savings" in staff.get(LIST, {"q": ONE}).content.decode()


def test_a_bank_directory_is_uploaded_from_the_list(staff):
    page = staff.get(IMPORT).content.decode()
    assert "155 characters a line" in page
    file = SimpleUploadedFile("directory.txt", f"{ONE} short\n".encode())
    assert staff.post(IMPORT, {"file": file, "as_of": "", "others": "remove"}).status_code == 302
    assert ImportRun.objects.get().options["others"] == "remove"
