"""A call that anybody may make is limited, or stands here with the reason why it needs no limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract import permissions, scene
from tests.contract.reaching import requests_of_walk
from tests.contract.test_reached import OPERATIONS, send
from tests.fixtures import taken_back

pytestmark = pytest.mark.django_db
_OPEN = ("anybody, even without a session", "any session", "any session of who can make quotes")
PUBLIC = {operation for rule in _OPEN for operation in permissions.RULES[rule][1].split()}
UNLIMITED = {
    "Held in memory, so it costs as much as a file": """consent_texts coverages get_average_work_week
        get_bargaining_unit get_beneficiary_relationships get_common_menu get_compensation_types get_default_info
        get_elevate_info get_employment_status get_enrollment_platforms get_ethnic_category
        get_external_site_infromation get_featured_plans get_goenroll_footer_plan get_holiday_policy
        get_menu_filtered_plans get_plan_detail get_plan_detail_by_query get_related_plans get_single_sign_on
        get_states get_ticket_link get_vacation_policy root_get_default_info root_get_external_site_infromation""",
    "Reads one row by its key, and everybody may know what it says": """assist_get lookup_zip_state
        root_validate_landing_page service_validate_zip_code validate_dob validate_landing_page validate_zip_code""",
    "Of the asker's own session, whose rows go by their age": """add_filter_for_new_user check_lead_information
        session_me sign_out start_session stay_signed_in time_out_session""",
    "Limited for each asker where it asks a service outside (integrations.outside)": """lookup_routing_number
        validate_email_neverbounce validate_phone_numverify""",
    "Limited where figures have to be worked out, which are then held": "get_home_sections",
}


@pytest.fixture(scope="module")
def people(_seeded: None, django_db_blocker: Any) -> Iterator[scene.Scene]:
    with django_db_blocker.unblock(), taken_back():
        yield scene.build()


def test_every_public_call_is_limited_or_says_why_not(people, db):
    unlimited = {operation for operations in UNLIMITED.values() for operation in operations.split()}
    assert unlimited <= PUBLIC, f"No longer public: {sorted(unlimited - PUBLIC)}"
    limited: dict[str, bool] = {}
    for request in requests_of_walk(OPERATIONS, people):
        wanted = request.operation_id in PUBLIC and request.session in ("visitor", "no session")
        if wanted and request.operation_id not in limited:
            limited[request.operation_id] = "RateLimit-Policy" in send(request).headers
    assert set(limited) == PUBLIC
    bare = {operation for operation, has_limit in limited.items() if not has_limit}
    assert not bare - unlimited, f"Limit these, or say in this file why they need no limit: {sorted(bare - unlimited)}"
    assert not unlimited - bare, f"Limited by now: {sorted(unlimited - bare)}"
