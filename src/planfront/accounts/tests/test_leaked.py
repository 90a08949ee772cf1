"""Passwords on lists of leaked ones are refused, whatever the list's size, and without telling anybody."""

import hashlib

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from planfront.accounts.leaked import is_leaked
from planfront.config.env import EnvError, to_hashes

STOLEN = [f"stolen-password-{number}" for number in range(200)]


def digest(password):
    return hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


@pytest.fixture
def keep(settings):
    """Name an operator's list."""

    def name(path):
        object.__setattr__(settings.ENV, "leaked_passwords", path)

    before = settings.ENV.leaked_passwords
    yield name
    name(before)


def listed(path, *, counts=True, lower=False, end="\n"):
    lines = sorted(digest(password) + (":17" if counts else "") for password in STOLEN)
    text = "\n".join(lines) + end
    path.write_text(text.lower() if lower else text)
    return path


@pytest.mark.parametrize("password", ["123456789012", "qwertyuiop123", "princessa123", "1q2w3e4r5t6y7u8i9o0p"])
def test_the_bundled_list_holds_common_passwords_of_twelve_letters_or_more(password):
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["stolen-password-7", "paddle over copper moss", "Ünïcödé pass 月月月", "x" * 128, "short", ""]
)
def test_uncommon_passwords_are_accepted(password):
    assert not is_leaked(password)


@pytest.mark.parametrize("form", [{}, {"counts": False}, {"lower": True}, {"end": ""}, {"end": "\r\n"}])
def test_the_whole_of_an_operators_file_is_searched(keep, tmp_path, form):
    keep(listed(tmp_path / "hashes.txt", **form))
    assert [password for password in STOLEN if not is_leaked(password)] == []
    assert not any(is_leaked(f"{password}!") for password in STOLEN)


def test_an_operators_folder_has_a_file_for_each_prefix(keep, tmp_path):
    for password in STOLEN:
        name, rest = digest(password)[:5], digest(password)[5:]
        (tmp_path / f"{name}.txt").write_text(f"{'0' * 35}:1\n{rest}:4\n")
    keep(tmp_path)
    assert all(map(is_leaked, STOLEN))
    assert not is_leaked("paddle over copper moss")


def test_lists_with_one_entry_or_none_are_read(keep, tmp_path):
    path = tmp_path / "hashes.txt"
    path.write_text(digest("stolen-password-7"))
    keep(path)
    assert (is_leaked("stolen-password-7"), is_leaked("stolen-password-8")) == (True, False)
    path.write_text("")
    assert not is_leaked("stolen-password-7")


def test_a_missing_list_is_reported_but_blocks_no_password(keep, tmp_path, caplog):
    keep(tmp_path)
    (tmp_path / f"{digest('stolen-password-7')[:5]}.txt").mkdir()
    assert not is_leaked("stolen-password-7")
    assert "LEAKED_PASSWORDS can't be read" in caplog.text
    assert "stolen-password" not in caplog.text


def test_the_setting_says_what_is_wrong_with_it(tmp_path):
    assert to_hashes("LEAKED_PASSWORDS", "") is None
    path = listed(tmp_path / "hashes.txt")
    assert to_hashes("LEAKED_PASSWORDS", str(path)) == path
    with pytest.raises(EnvError, match="can't be read"):
        to_hashes("LEAKED_PASSWORDS", str(tmp_path / "nothing"))
    path.write_text("hunter2\n")
    with pytest.raises(EnvError, match="has to hold SHA-1 hashes"):
        to_hashes("LEAKED_PASSWORDS", str(path))
