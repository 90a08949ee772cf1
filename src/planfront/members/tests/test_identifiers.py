"""The store's own numbers of people."""

from uuid import UUID

import pytest

from planfront.members.identifiers import dependent_number, read_subscriber_number, subscriber_number


@pytest.mark.parametrize(
    ("member", "number"), [(1, "M000000018"), (5013, "M000050138"), (99_999_999, "M999999998"), (0, "M000000000")]
)
def test_a_subscriber_has_one_number_with_a_check_digit(member, number):
    assert subscriber_number(member) == number
    assert read_subscriber_number(f" {number.lower()} ") == member


@pytest.mark.parametrize(
    "typed", ["M000050139", "M000050148", "M00005013", "5013", "D000050138", "PF1234567-01", "", "M0000501380"]
)
def test_another_number_or_a_wrong_digit_is_nobody(typed):
    assert read_subscriber_number(typed) is None


def test_every_single_wrong_digit_is_noticed():
    right = subscriber_number(5013)
    wrong = [f"{right[:at]}{digit}{right[at + 1 :]}" for at in range(1, 10) for digit in "0123456789"]
    assert {read_subscriber_number(number) for number in wrong if number != right} == {None}


def test_a_dependent_has_a_number_of_their_own():
    first, second = UUID(int=1), UUID(int=(5 << 64) + 32)
    assert (dependent_number(first), dependent_number(second)) == ("D000000000001", "D000000000010")
    assert dependent_number(UUID("ffffffff-ffff-4fff-bfff-ffffffffffff")) == "DZZZZZZZZZZZZ"
