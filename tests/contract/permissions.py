"""Who may do what: every operation of the API stands here under the rules that hold for it.

A rule says which ids a request names and which kinds of session get an answer to it (see ``scene``). Everybody else is
refused as if the ids did not exist. An operation that takes several ids has a rule for each of them.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from planfront.catalog.plan_checks import check_call
from planfront.coverage.models import Change
from planfront.enrollment.tests.conftest import BILLING, CONTACT, PERSONAL, png
from planfront.enrollment.tests.test_beneficiaries import IRIS, JONAH
from planfront.enrollment.tests.test_employer import EMPLOYER
from planfront.kernel import clock
from planfront.kernel.days.months import months_later
from planfront.kernel.text.parse import show_date
from planfront.leads.models import AssistantQuestion
from tests.contract.scene import (
    ACCOUNTS,
    BASICS,
    COVERAGE,
    ELSEWHERE,
    FOREIGN,
    FORMER,
    MOVED,
    PASSWORD,
    PLAN,
    READER,
    ROSTER,
    SECOND,
    STAFF,
    Scene,
)

Kinds = frozenset[str]


@dataclass(frozen=True)
class Case:
    """A request by its ids, the same with ids that nobody has, who gets an answer, and who is asked for it."""

    name: str
    ids: dict[str, Any]
    unknown: dict[str, Any]
    may: Kinds
    asked: Kinds


HERE = frozenset({"visitor", "other visitor", *ACCOUNTS, FOREIGN})
THERE = frozenset({"visitor there", "staff there", *(f"{kind} there" for kind in MOVED)})
# Every kind of session. Staff of another brand get no answer here to anything that needs a session.
ALL = HERE | THERE | {ELSEWHERE}
SIGNED_IN = (HERE | THERE) - {"visitor", "other visitor", "visitor there"}
# A rep or group administrator without a row at this brand makes no quotes.
QUOTING = (HERE | THERE) - {FOREIGN, FORMER, "rep there", "group there"}
DESKS = frozenset({"rep", "other rep", "group", SECOND, "other group"})
# Each has a list of work.
READERS_OF_WORK = DESKS | {"member", "other member"}
ADMINISTRATORS = frozenset({"group", SECOND, "other group"})
OF_REP = frozenset({"rep", *STAFF})
OF_GROUP = frozenset({"group", SECOND, *OF_REP})
OF_MEMBER = frozenset({"member", *OF_GROUP})
# Whose sessions open the quote of each owner. Staff look at quotes in the back office, where that is recorded.
OPENS = {
    "visitor": {"visitor"},
    "rep": {"rep"},
    "group": {"group", SECOND},
    "member": {"member", "group", SECOND, "rep"},
    READER: {READER},
}
LOOKS_ONLY = frozenset({READER})
"""Kinds of sessions that change nothing but their own account, whatever a rule grants."""
_CHANGES = """choose_roster_sheets map_roster mend_roster take_roster_step upload_roster
    add_filter_for_existing_user add_filter_for_member add_filter_for_new_user add_group_person add_lead add_lead_note
    add_plan_to_cart add_plan_to_cart_prudentials agent_registration_query answer_proposal answer_quote_question
    apply_new_shares ask_about_quote ask_correction assist_add begin_card_setup card_token cart_checkout change_contact
    begin_payment_card change_payment designate_beneficiaries
    change_filter_info change_group_administrator_mail change_tier choose_renewal continue_enrollment decide_approval
    delete_dependent_in_io direct_continue finish_card_setup get_agreement_texts hand_over_leads
    invite_group_administrator keep_designation log_call move_lead open_quote
    move_class remove_group_administrator remove_plan_from_cart
    remind_group_people remove_plan_from_cart_post renew_quote report_death report_leaving resend_code resend_quote
    assign_quotes resend_quotes
    return_hand_over
    save_aflac_questions save_agreement_info save_beneficiary_info save_beneficiary_info_to_temp
    save_billing_info save_billing_info_existing save_cart_riders save_contact_info save_dependent_info
    save_dependent_info_to_temp save_draft save_employer_info save_enroller_code save_enrollment
    save_personal_info save_portrait save_primary_health_info save_question_answers save_review_info
    save_screenshot send_enrollment_code send_to_client send_verification_code start_lead_quote
    store_temp_dependent_info submit_change
    track_elevate_traffic undo_class_move undo_tier_change update_filter_portal withdraw_change withdraw_enrollment
    withdraw_hand_over change_work correct_birth_date fix_group_person"""
CHANGES = frozenset(_CHANGES.split())
"""The calls that change more than the caller's own account, session and consents."""
NO_ID, NO_TEXT = 2_147_483_000, "no-such-thing"


def _quotes(quotes: dict[str, str], among: Kinds = HERE) -> Iterator[Case]:
    unknown = dict.fromkeys(("enrollment_id", "tempId"), NO_TEXT)
    for owner, key in quotes.items():
        # At the other brand no quote of this one is found, so it is enough that each account tries its own there.
        asked = HERE | (
            {"visitor there", "staff there", ELSEWHERE} if owner == "visitor" else {f"{owner} there"} & THERE
        )
        yield Case(f"{owner}'s quote", dict.fromkeys(unknown, key), unknown, among & OPENS[owner], asked)


def _named(name: str, value: str, may: Kinds, wrong: Any = NO_ID) -> Callable[[Scene], list[Case]]:
    """A request that names one thing of the scene."""
    return lambda scene: [Case(f"{value} as {name}", {name: scene.ids[value]}, {name: wrong}, may, ALL)]


def _several(scene: Scene, name: str, of_one: Callable[[Any], Any]) -> Case:
    """A request of a group's administrators that names several members."""
    known, unknown = ({name: [of_one(key)]} for key in (scene.ids["member"], NO_ID))
    return Case(f"member among {name}", known, unknown, frozenset({"group", SECOND}), ALL)


def _all(may: Kinds) -> Callable[[Scene], list[Case]]:
    """A request that names nothing."""
    return lambda _scene: [Case("no ids", {}, {}, may, ALL)]


def _code(scene: Scene) -> list[Case]:
    ids = {"code": scene.ids["code"], "email": scene.ids["code's email"]}
    return [Case("a mailed code", ids, ids | {"code": "AAAAAAAAAA"}, HERE, ALL)]


def _of_rep(name: str, value: str) -> Callable[[Scene], list[Case]]:
    """A request that names several things of a rep."""
    unknown = {name: ["6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"]}
    return lambda scene: [Case(f"{value} among {name}", {name: [scene.ids[value]]}, unknown, frozenset({"rep"}), ALL)]


def _proposal(scene: Scene) -> list[Case]:
    ids = {"enrollment_id": scene.ids["handed"], "proposal_id": scene.ids["proposal"]}
    unknown = ids | {"proposal_id": "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"}
    return [Case("a proposal", ids, unknown, frozenset({"client"}), HERE | THERE | {"client"})]


RULES: dict[str, tuple[Callable[[Scene], Any], str]] = {
    "anybody, even without a session": (_all(ALL | {"no session"}), "start_session"),
    "any session": (
        _all(HERE | THERE),
        """agent_registration_query assist_add assist_get check_lead_information consent_texts coverages
        get_average_work_week get_bargaining_unit get_beneficiary_relationships get_common_menu
        get_compensation_types get_default_info get_elevate_info get_employment_status get_enrollment_platforms
        get_ethnic_category get_external_site_infromation get_featured_plans get_goenroll_footer_plan
        get_holiday_policy get_home_sections get_lead_information get_menu_filtered_plans get_plan_detail
        get_plan_detail_by_query get_related_plans get_single_sign_on get_states get_ticket_link
        get_vacation_policy lookup_routing_number lookup_zip_state
        request_password_reset request_sign_in_link root_get_default_info root_get_external_site_infromation
        root_validate_landing_page service_validate_zip_code session_me sign_in sign_out stay_signed_in
        send_enrollment_code time_out_session validate_dob validate_email_neverbounce validate_landing_page
        validate_member_email validate_phone_numverify validate_zip_code verify_document""",
    ),
    "sessions of a brand with single sign-on": (_all(HERE), "begin_single_sign_on"),
    "any session of who can make quotes": (_all(QUOTING), "add_filter_for_new_user preview_price"),
    "reps and group administrators of the brand": (
        _all(DESKS),
        "get_desk_figures get_work_list get_sent_quotes export_work_list export_sent_quotes",
    ),
    "group administrators of the brand": (
        _all(ADMINISTRATORS),
        """add_group_person apply_new_shares get_approvals get_group_activity get_group_administrators get_group_classes
        get_group_enrollment get_group_people get_leaving_choices get_new_shares get_new_shares_progress
        get_team_requests invite_group_administrator remind_group_people""",
    ),
    "the administrator who uploaded it": (
        _named("roster_id", "roster", frozenset({"group"}), "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"),
        """choose_roster_sheets get_held_rows get_roster get_roster_changes get_roster_file map_roster mend_roster
        preview_roster_columns take_roster_step""",
    ),
    "group administrators with a roster": (
        _all(ADMINISTRATORS),
        "export_group_people get_roster_template upload_roster",
    ),
    "the administrator's group": (
        _named("administrator_id", "group's administrator", frozenset({"group", SECOND})),
        "remove_group_administrator change_group_administrator_mail",
    ),
    "the group that has to agree": (
        _named("id", "held change", frozenset({"group", SECOND}), "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"),
        "decide_approval get_approval",
    ),
    "members of the brand": (
        _all(frozenset({"member", "other member"})),
        "ask_correction begin_payment_card change_contact change_payment get_own_benefits get_own_payments",
    ),
    "reps of the brand": (
        _all(frozenset({"rep", "other rep"})),
        """add_lead export_clients export_leads get_assigned_leads get_book_of_business get_clients get_portrait
        save_portrait""",
    ),
    "those with a list of work": (_all(READERS_OF_WORK), "get_first_steps get_today mark_today_item"),
    "reps and group administrators, of their daily email": (_all(DESKS), "get_daily_email set_daily_email"),
    "nobody, of work that isn't on a list": (_all(frozenset()), "log_call"),
    "the client of the rep": (_named("member_id", "member", frozenset({"rep"})), "get_client"),
    "the rep who sent the quote": (
        _named("quote_id", "sent quote", frozenset({"rep"}), "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"),
        "get_quote_questions resend_quote",
    ),
    "the rep who sent the quotes": (
        _of_rep("quote_ids", "sent quote"),
        "assign_quotes get_quote_reps resend_quotes",
    ),
    "the rep whom the quote's client asked": (
        _named("question_id", "quote question", frozenset({"rep"}), "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"),
        "answer_quote_question",
    ),
    "the rep of the lead": (
        _named("lead_id", "lead", frozenset({"rep"}), "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"),
        "add_lead_note get_lead move_lead start_lead_quote",
    ),
    "the rep of the leads": (_of_rep("lead_ids", "lead"), "get_lead_reps hand_over_leads"),
    "any account": (
        _all(SIGNED_IN),
        """change_email change_language change_password end_other_sessions get_list_views list_own_sessions
        save_list_views second_factor_confirm second_factor_off second_factor_renew_codes second_factor_start
        second_factor_state""",
    ),
    "the account of the session": (
        _named("session_id", "session", frozenset({"rep", "rep there"}), "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"),
        "end_own_session",
    ),
    "the brand's own sessions": (
        _named("site_domain", "domain", HERE, "bm93aGVyZS5leGFtcGxl"),
        "get_domain_site_infromation get_external_site_dynamic_information root_get_domain_site_infromation",
    ),
    "the brand's own, naming a portal": (
        _named("portal_id", "portal", HERE),
        "get_common_menu get_featured_plans get_menu_filtered_plans get_related_plans",
    ),
    "who knows the rep's code": (_named("agent_code", "rep's code", HERE, NO_TEXT), "validate_agent"),
    "who knows the group's code": (_named("group_code", "group's code", HERE, NO_TEXT), "validate_group"),
    "who knows the referral": (
        _named("referral_id", "referral", HERE, NO_TEXT),
        "get_enrollment_info_referral root_get_enrollment_info_referral",
    ),
    "who has the quote's mail": (
        _named("token", "quote", HERE, NO_TEXT),
        "open_quote ask_about_quote quote_document unsubscribe_quotes",
    ),
    "who has the link of the daily email": (_named("token", "daily email", HERE, NO_TEXT), "stop_daily_email"),
    "who has the mailed code": (_code, "continue_enrollment"),
    "who has the mailed way back": (_named("id", "resume link", HERE, NO_TEXT), "direct_continue"),
    "who has the mail for a password": (
        _named("token", "reset", HERE, NO_TEXT),
        "describe_mailed_link set_password_by_link",
    ),
    "who has the mail to sign in": (_named("token", "link", HERE, NO_TEXT), "describe_mailed_link sign_in_by_link"),
    "who has the mail to the new address": (
        _named("token", "email", HERE, NO_TEXT),
        "describe_mailed_link confirm_new_email",
    ),
    "the session that went to the identity provider": (
        _named("state", "state", frozenset({"visitor"}), NO_TEXT),
        "finish_single_sign_on",
    ),
    "the session between two steps": (
        _named("ticket", "ticket", frozenset({"visitor"}), NO_TEXT),
        "sign_in_second_factor",
    ),
    "the rep's page, which is not public": (
        _named("agent_id", "rep", OF_REP),
        """add_filter_for_new_user get_agent_about_page_info get_agent_info_enroll get_agent_landing_page_info
        get_common_menu get_enrollment_platforms preview_price root_get_agent_info_enroll""",
    ),
    "the rep that a lead is for": (
        _named("agent_id", "rep", OF_REP),
        "assist_add assist_get check_lead_information get_lead_information",
    ),
    "the rep's page, by id": (_named("agentId", "rep", OF_REP), "decrypt_detail"),
    "the rep's page, by code": (_named("agentId", "rep's code", OF_REP, NO_TEXT), "decrypt_detail"),
    "the rep's book": (_named("agent_id", "rep", OF_REP), "export_agent_members get_agent_groups get_agent_members"),
    "the group's page, which is not public": (
        _named("group_id", "group", OF_GROUP),
        """add_filter_for_new_user get_common_menu get_enrollment_platforms get_featured_plans
        get_group_about_page_info get_group_agent_member_info get_group_info_enroll get_group_landing_page_info
        get_group_menu get_lead_information get_menu_filtered_plans get_related_plans preview_price
        root_get_group_info_enroll""",
    ),
    "the group's people": (_named("group_id", "group", OF_GROUP), "export_group_users get_group_users"),
    "the member's record": (
        _named("user_id", "member", OF_MEMBER),
        "add_filter_for_existing_user get_member_info root_get_member_info",
    ),
    "the member's coverage": (
        _named("member_id", "member", OF_MEMBER),
        """choose_renewal get_cards get_cards_file get_coverage get_coverage_changes get_life_events
        get_member_details get_policy get_renewal get_renewals preview_change preview_choices submit_change
        withdraw_change""",
    ),
    "a death that is reported to staff": (_named("member_id", "member", OF_MEMBER - set(STAFF)), "report_death"),
    "the member's beneficiaries": (
        _named("member_id", "member", frozenset({"member"})),
        "designate_beneficiaries keep_designation",
    ),
    "the member of the administrator's group": (
        _named("member_id", "member", frozenset({"group", SECOND})),
        "preview_leaving report_leaving",
    ),
    "the members of the administrator's group": (
        lambda scene: [_several(scene, "member_ids", lambda key: key)],
        "preview_class_move move_class remind_group_people",
    ),
    "the members who moved": (
        lambda scene: [_several(scene, "moves", lambda key: {"member_id": key, "order_id": str(UUID(int=1))})],
        "undo_class_move",
    ),
    "the employee of a group": (
        _named("member_id", "member", OF_GROUP),
        "change_work correct_birth_date fix_group_person get_group_person preview_birth_date preview_work_change",
    ),
    "the member alone": (_named("user_id", "member", frozenset({"member"})), "add_filter_for_member"),
    "the quote": (
        lambda scene: _quotes(scene.quotes),
        """add_plan_to_cart add_plan_to_cart_prudentials begin_card_setup card_token cart_checkout change_filter_info
        change_tier check_already_answered check_already_in_cart check_disability_plan check_plan check_prudential_cart
        check_prudential_plan
        check_tab_required delete_dependent_in_io finish_card_setup get_aflac_questions get_agreement_texts
        get_beneficiaries_existing_user_enrollment get_bill_date get_billing_text get_cart_amount get_cart_count
        get_cart_effective_dates get_dependents_existing_user_enrollment get_dynamic_tabs get_enrollment_temp_info
        get_existing_bank_info get_existing_card_info get_existing_primary_health_info get_featured_prices
        get_filtered_plans
        get_form_fields_agreement_info get_form_fields_beneficiary_info get_form_fields_billing_info
        get_form_fields_contact_info get_form_fields_dependent_primary_info get_form_fields_employer_info
        get_form_fields_personal_info get_group_agent_member_info get_group_info get_health_questions_dependent_info
        get_health_questions_primary_health_info get_left_side_filter_fields get_more_requirement get_payment_method
        get_plan_cart get_plan_fit get_plan_pricing_detail get_plan_pricing_detail_elevate get_plan_year_cost
        get_plan_years get_preparation
        get_questions get_review_summary get_temp_dependent_info get_tier_change get_waiting_card
        remove_plan_from_cart renew_quote
        remove_plan_from_cart_post undo_tier_change root_get_dynamic_tabs
        root_track_elevate_traffic save_aflac_questions save_agreement_info
        save_beneficiary_info save_beneficiary_info_to_temp save_billing_info save_billing_info_existing
        save_cart_riders save_contact_info save_dependent_info save_dependent_info_to_temp save_draft
        save_employer_info save_enroller_code save_enrollment save_personal_info save_primary_health_info
        save_question_answers save_review_info save_screenshot send_verification_code store_temp_dependent_info
        track_elevate_traffic
        update_filter_portal validate_member_email validate_single_beneficiary validate_single_dependent""",
    ),
    "the quote, for who sends quotes": (
        lambda scene: _quotes(scene.quotes, frozenset({"rep", "group", SECOND})),
        "get_quote_preview_content resend_code withdraw_enrollment",
    ),
    "the quote, for who hands it over": (
        lambda scene: _quotes(scene.quotes, frozenset({"rep", "group", SECOND})),
        "send_to_client withdraw_hand_over",
    ),
    "the quote, and who has it": (lambda scene: _quotes(scene.quotes), "get_hand_over"),
    "the quote, for whom it is": (
        lambda scene: _quotes(scene.quotes, frozenset({"visitor", "member"})),
        "return_hand_over",
    ),
    "the client who has the application": (_proposal, "answer_proposal"),
    "the submitted quote": (
        lambda scene: _quotes(scene.submitted),
        "get_receipt get_dynamic_tabs get_review_summary get_plan_cart get_form_fields_billing_info signed_application",
    ),
}

PROVES = {"continue_enrollment", "validate_agent", "validate_group"}
"""Here only success is a grant: a wrong code is a field's error, or an answer without content."""

_CHILD = {
    "first_name": "Ana",
    "last_name": "Castillo",
    "birthdate": "05/05/2015",
    "gender": "1",
    "relationship": "child",
}
_PNG = png()


def _first_order() -> str:
    """That the member's policy was issued by."""
    return str(Change.objects.get(policy__number=DENTAL, kind="issue").order)


def _first_question() -> int:
    """Of the chat; the database numbers them."""
    return AssistantQuestion.objects.get(position=1).pk


DENTAL = COVERAGE.format(kind="member")
_END = {"kind": "end", "policies": [DENTAL], "last_day": lambda: show_date(clock.today() + timedelta(days=30))}
_LEAVING = {
    "event": "left-work",
    "happened_on": lambda: show_date(clock.today()),
    "reason": "left-work",
}
_WORK = {
    "weekly_hours": "31",
    "day": lambda: show_date(months_later(clock.today().replace(day=1), 1)),
}
VALUES: dict[str, dict[str, Any]] = {
    "begin_card_setup": {"back": "/enrollment/billing-information"},
    "add_filter_for_existing_user": {"tier": "IO"},
    "add_group_person": {
        "first_name": "Ben",
        "last_name": "Castro",
        "birth_date": "02/03/1990",
        "gender": 0,
        "email": "ben-castro@walk.example",
        "hired_on": "03/01/2026",
    },
    "choose_roster_sheets": {"names": ["Staff"]},
    "map_roster": {"columns": ["last_name", "first_name", "birth_date", "gender"]},
    "preview_roster_columns": {"columns": ["last_name", "first_name", "birth_date", "gender"]},
    "take_roster_step": {"step": "discard"},
    "upload_roster": {"file_name": "people.csv", "content": base64.b64encode(ROSTER.encode()).decode()},
    "add_lead_note": {"text": "Called, no answer"},
    "add_filter_for_member": {"tier": "IO"},
    "add_filter_for_new_user": BASICS,
    "add_plan_to_cart": {"plan_id": 1102},
    "add_plan_to_cart_prudentials": {"plan_id": 1403, "plan_id1": 1601},
    "agent_registration_query": {"name": "Ana Ruiz", "phone": "6145550148", "email": "ana@walk.example", "state": "OH"},
    "answer_proposal": {"answer": "accept"},
    "assist_add": {"question_id": _first_question, "answer": "Just me", "device_id": "tab-1"},
    "ask_correction": {"fact": "name", "text": "Ana Ruiz"},
    "assist_get": {"device_id": "tab-1"},
    "change_contact": {"phone": "6145550199"},
    "begin_payment_card": {"back": "/coverage/payment"},
    "change_payment": {"payment_method": "eft", "agreed": True, "digest": "0", "password": "not this one"},
    "change_language": {"language": "es"},
    "change_email": {"email": "newer@walk.example", "password": PASSWORD},
    "change_filter_info": {"working_hours": "35"},
    "change_password": {"password": PASSWORD, "new_password": f"{PASSWORD}-again"},
    "check_lead_information": {"device_id": "tab-1"},
    "check_tab_required": {"tab_name": "contact_info"},
    "get_aflac_questions": {"plan_id": 1401},
    "get_external_site_infromation": {"site_name": "elevate"},
    "get_lead_information": {"device_id": "tab-1", "store_information": 1},
    "get_plan_year_cost": {"plans": [{"plan_id": PLAN}]},
    "get_policy": {"number": DENTAL},
    "get_renewal": {"number": DENTAL},
    "choose_renewal": {"number": DENTAL, "choice": "keep"},
    "get_questions": {"plan_id": 1902},
    "get_quote_preview_content": {"name": "Ana Ruiz", "email": "ana@walk.example"},
    "invite_group_administrator": {"email": "third-group@walk.example", "name": "Ana Ruiz", "language": "en"},
    "decide_approval": {"agree": False, "reason": "The certificate is missing."},
    "finish_single_sign_on": {"code": "a-code"},
    "lookup_routing_number": {"q": BILLING["routing_number"]},
    "add_lead": {"name": "Ana Ruiz", "email": "ana@walk.example"},
    "move_lead": {"status": "WON"},
    "hand_over_leads": {"agent_id": 1},
    "assign_quotes": {"agent_id": 1},
    "start_lead_quote": {"zip": "75201", "dob": "05/18/1992", "gender": "1", "tier": "IO"},
    "lookup_zip_state": {"zip": BASICS["zip"]},
    "keep_designation": {"policy_number": DENTAL},
    "designate_beneficiaries": {
        "policy_number": DENTAL,
        "people": [{"name": "Ana Ruiz", "relationship": "parent", "share": 100}],
    },
    "log_call": {"key": "ending:none", "outcome": "talked"},
    "save_list_views": {"list": "quotes", "views": []},
    "set_daily_email": {"on": False},
    "mark_today_item": {"key": "application:none", "mark": "open"},
    "save_portrait": {"portrait_code": "olive.bob.dark.none.none.open.shirt.first.window"},
    "preview_price": BASICS,
    "preview_work_change": _WORK,
    "change_work": {**_WORK, "digest": "0" * 64},
    "preview_class_move": {"class_id": 1},
    "move_class": {"class_id": 1, "digest": "0" * 64},
    "preview_birth_date": {"birth_date": "04/17/1988"},
    "correct_birth_date": {"birth_date": "04/17/1988", "digest": "0" * 64},
    "preview_change": _END,
    "preview_choices": _END,
    "preview_leaving": _LEAVING,
    "apply_new_shares": {"digest": "0" * 64},
    "get_new_shares_progress": {"order": "6f3c0d0e-5f0a-4f57-9a55-0f6c1f5f7f00"},
    "report_leaving": {**_LEAVING, "digest": "0" * 64},
    "request_password_reset": {"email": "other-member@walk.example"},
    "resend_code": {"email": "ana@walk.example"},
    "request_sign_in_link": {"email": "other-member@walk.example"},
    "save_aflac_questions": {"plan_id": 1401},
    "save_agreement_info": {"verification_code": "000000", "signature_kind": "type", "typed_name": "maren castillo"},
    "save_beneficiary_info": {"beneficiaries": [JONAH, IRIS]},
    "save_beneficiary_info_to_temp": {"beneficiaries": [JONAH]},
    "save_billing_info": BILLING,
    "save_billing_info_existing": {"bank_id": NO_TEXT},
    "save_contact_info": CONTACT,
    "save_dependent_info": {"dependents": [{"primary_info": _CHILD}]},
    "save_dependent_info_to_temp": {"dependents": [{"primary_info": _CHILD}]},
    "save_employer_info": EMPLOYER,
    "save_draft": {"tab_name": "contact_info", "values": {"city": "Dublin"}},
    "save_enroller_code": {"enrollerCode": "ENR-1"},
    "save_enrollment": {"email": "ana@walk.example", "name": "Ana Ruiz", "tab": "cart_info"},
    "save_personal_info": PERSONAL,
    "report_death": {"person_id": "self", "died_on": lambda: show_date(clock.today())},
    "save_question_answers": {"plan_id": 1902},
    "save_screenshot": {"name": "contact_info", "image": _PNG},
    "second_factor_off": {"password": PASSWORD},
    "second_factor_renew_codes": {"password": PASSWORD},
    "second_factor_start": {"password": PASSWORD},
    "send_to_client": {"email": "ana@walk.example"},
    "service_validate_zip_code": {"zip": BASICS["zip"]},
    "set_password_by_link": {"password": f"{PASSWORD}-again"},
    "sign_in": {"email": "other-member@walk.example", "password": PASSWORD},
    "store_temp_dependent_info": {"no_of_children": "1"},
    "submit_change": {**_END, "digest": "0" * 64},
    "update_filter_portal": {"platform_group_id": 1},
    "validate_dob": {"dob": BASICS["dob"]},
    "validate_email_neverbounce": {"email": "ana@walk.example"},
    "validate_landing_page": {"landing_page": "jordan-lee"},
    "validate_member_email": {"email": "ana@walk.example"},
    "validate_phone_numverify": {"phone": "6145550148"},
    "validate_single_beneficiary": JONAH,
    "validate_single_dependent": {"primary_info": _CHILD},
    "verify_document": {"code": "AAAA-AAAA-AAAA-AAAA", "sha256": "0" * 64},
    "withdraw_change": {"order_id": _first_order},
    "withdraw_enrollment": {"reason": "mistake"},
    "validate_zip_code": {"zip_code": BASICS["zip"]},
}


def values(operation_id: str) -> dict[str, Any]:
    """What a request says beside its ids. Calls that also answer at the root say the same there."""
    match = VALUES.get(operation_id.removeprefix("root_"), {})
    result = {name: value() if callable(value) else value for name, value in match.items()}
    return {"plan_id": PLAN, "pid": PLAN, "hash": check_call(PLAN)} | result


def may(operation_id: str, case: Case) -> Kinds:
    """Return the kinds of sessions that get an answer to a case of the operation."""
    return case.may - LOOKS_ONLY if operation_id.removeprefix("root_") in CHANGES else case.may


def rules_of(operation_id: str) -> list[str]:
    return [name for name, (_cases, operations) in RULES.items() if operation_id in operations.split()]
