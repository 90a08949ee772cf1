"""Encrypted model fields and key rotation, shown on the members' social security numbers."""

import base64
from datetime import date

import pytest
from django.db import connection, transaction
from django.test import override_settings

from planfront.kernel.security import rekey
from planfront.kernel.security.crypto import CryptoError, blind_index
from planfront.members.models import Identity, Member
from planfront.members.person_history import SSN_INDEX

pytestmark = pytest.mark.django_db
K1 = "k1:" + base64.b64encode(b"1" * 32).decode()
K2 = "k2:" + base64.b64encode(b"2" * 32).decode()


@pytest.fixture
def member(brand):
    return Member.objects.create(
        brand=brand, first_name="Ana", last_name="Ruiz", birth_date=date(1990, 1, 2), gender=1, email="a@example.com"
    )


def identity(member, ssn="123456789"):
    return Identity.objects.create(member=member, ssn=ssn, ssn_index=blind_index(ssn, SSN_INDEX))


def column():
    with connection.cursor() as cursor:
        cursor.execute("SELECT ssn FROM members_identity")
        return cursor.fetchone()[0]


def test_the_column_holds_no_plain_text_and_the_attribute_reads_it(member):
    result = identity(member)
    assert "123456789" not in column()
    assert column().startswith("v1.")
    assert Identity.objects.get(pk=result.pk).ssn == "123456789"


def test_values_and_repr_show_nothing(member):
    identity(member)
    [value] = Identity.objects.values_list("ssn", flat=True)
    assert repr(value) == "<sealed>"


def test_update_cannot_write_plain_text(member):
    identity(member)
    with pytest.raises(TypeError), transaction.atomic():
        Identity.objects.update(ssn="987654321")
    assert Identity.objects.get().ssn == "123456789"


def test_a_value_copied_to_another_row_does_not_open(member, brand):
    first = identity(member)
    other = Member.objects.create(
        brand=brand, first_name="B", last_name="C", birth_date=date(1991, 1, 2), gender=0, email="b@example.com"
    )
    second = identity(other, "987654321")
    with connection.cursor() as cursor:
        cursor.execute("SELECT ssn FROM members_identity WHERE member_id = %s", [member.pk])
        [stolen] = cursor.fetchone()
        cursor.execute("UPDATE members_identity SET ssn = %s WHERE member_id = %s", [stolen, other.pk])
    with pytest.raises(CryptoError):
        _ = Identity.objects.get(pk=second.pk).ssn
    assert Identity.objects.get(pk=first.pk).ssn == "123456789"


def test_saving_another_field_keeps_the_sealed_text_as_it_is(member):
    result = identity(member)
    before = column()
    fresh = Identity.objects.get(pk=result.pk)
    fresh.ssn_index = "x"
    fresh.save()
    assert column() == before


def test_rekey_moves_every_value_to_the_new_key(member):
    with override_settings(FIELD_KEYS=K1):
        identity(member)
    with override_settings(FIELD_KEYS=f"{K2},{K1}"):
        assert rekey.count_remaining() == 2
        assert (rekey.rekey(), rekey.reindex()) == (1, 1)
        assert rekey.count_remaining() == 0
        assert (rekey.rekey(), rekey.reindex()) == (0, 0)
    assert column().startswith("v1.k2.")
    with override_settings(FIELD_KEYS=K2):
        assert Identity.objects.get().ssn == "123456789"
