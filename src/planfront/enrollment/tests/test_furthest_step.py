"""The step of an application that lists and figures go by."""

import pytest

from planfront.enrollment.steps.registry import furthest_step


@pytest.mark.parametrize(
    ("reached", "finished", "furthest"),
    [
        (None, "primary_info", "primary_info"),
        ("primary_info", "contact_info", "contact_info"),
        ("billing_info", "contact_info", "billing_info"),
        ("contact_info", "contact_info", "contact_info"),
        (None, "enroller_code", None),
        ("contact_info", "enroller_code", "contact_info"),
    ],
)
def test_the_furthest_step_is_the_later_one_and_no_code_is_a_step(reached, finished, furthest):
    assert furthest_step(reached, finished) == furthest
