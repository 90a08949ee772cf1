import base64

import pytest
from django.test import override_settings

from planfront.kernel.security import crypto

K1 = "k1:" + base64.b64encode(b"1" * 32).decode()
K2 = "k2:" + base64.b64encode(b"2" * 32).decode()


@override_settings(FIELD_KEYS=K1)
def test_round_trip_names_the_key_and_hides_the_text():
    stored = crypto.encrypt("123456789", "app.Model.ssn", "row-1")
    assert stored.startswith("v1.k1.")
    assert "123456789" not in stored
    assert crypto.key_id(stored) == "k1"
    assert crypto.decrypt(stored, "app.Model.ssn", "row-1") == "123456789"


@override_settings(FIELD_KEYS=K1)
@pytest.mark.parametrize(("purpose", "row"), [("app.Model.ssn", "row-2"), ("app.Model.other", "row-1")])
def test_a_value_moved_to_another_row_or_field_does_not_open(purpose, row):
    stored = crypto.encrypt("123456789", "app.Model.ssn", "row-1")
    with pytest.raises(crypto.CryptoError) as caught:
        crypto.decrypt(stored, purpose, row)
    assert "123456789" not in str(caught.value)


@override_settings(FIELD_KEYS=K1)
@pytest.mark.parametrize("damage", ["", "plain", "v1.k9.AAAA", "v1.k1.!!!!", "v2.k1.AAAA"])
def test_a_damaged_value_is_an_error(damage):
    with pytest.raises(crypto.CryptoError):
        crypto.decrypt(damage, "app.Model.ssn", "row-1")


def test_rotation_reads_old_keys_and_writes_the_new_one():
    with override_settings(FIELD_KEYS=K1):
        stored = crypto.encrypt("secret", "p", "r")
        index = crypto.blind_index("123456789", "ssn")
    with override_settings(FIELD_KEYS=f"{K2},{K1}"):
        assert crypto.decrypt(stored, "p", "r") == "secret"
        assert crypto.key_id(crypto.encrypt("secret", "p", "r")) == "k2"
        assert crypto.blind_index("123456789", "ssn").startswith("k2.")
        assert crypto.blind_indexes("123456789", "ssn")[1] == index
    with override_settings(FIELD_KEYS=K2), pytest.raises(crypto.CryptoError):
        crypto.decrypt(stored, "p", "r")


@pytest.mark.parametrize("keys", ["", "k1", "k1:AAAA", f"{K1},{K1}", "k-1:" + K1[3:]])
def test_malformed_key_rings_are_refused(keys):
    with pytest.raises(crypto.CryptoError):
        crypto.Keyring.parse(keys)
