"""The columns of a file of policies in force elsewhere. People's columns are those of rosters, under any heading that a
roster knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from planfront.imports.layouts import Layout, normalise
from planfront.imports.registry import Column
from planfront.members.roster.columns import match_columns
from planfront.members.roster.fields import BY_NAME

INSURER, PLAN, OPTION, TIER, GROUP = "Insurer", "Plan", "Option", "Tier", "Group code"
MEMBER, EFFECTIVE, END, SINCE = "Member number", "Effective date", "End date", "Covered since"
AMOUNT, RIDERS, PREMIUM, SHARE = "Amount", "Riders", "Premium", "Employer share"
PAYER, BILL_DAY, TOBACCO = "Payer", "Bill day", "Tobacco"
POLICY_ID, PERSON_ID = "Insurer policy ID", "Insurer ID"
OF_PERSON = (SINCE, PERSON_ID)
"""The columns that each person of a policy has; the others are the policy's and stand on the member's row."""
COLUMNS = (
    Column(INSURER, _("The insurer's key, name or NAIC number."), required=True, example="Ostrander Mutual"),
    Column(PLAN, _("The insurer's code, the plan's number here, or its name."), required=True, example="OM-D1500"),
    Column(OPTION, _("The code or name of the plan's option. Empty: the one with the amount, else the usual one.")),
    Column(
        TIER, _("Member, Member + Spouse, Member + Child(ren) or Family. Checked against the rows."), example="Member"
    ),
    Column(GROUP, _("The group's code here. Empty: the policy isn't a group's."), example="MILL"),
    Column(MEMBER, _("The member's number here, if the member is on record.")),
    Column(EFFECTIVE, _("The policy's first day."), required=True, example="01/01/2026"),
    Column(END, _("The last day of coverage. Empty: no end is known.")),
    Column(SINCE, _("The person's own first day. Empty: the policy's first day."), example="01/01/2024"),
    Column(AMOUNT, _("The face amount or benefit.")),
    Column(RIDERS, _("Codes or names of the plan's riders, with semicolons between them.")),
    Column(PREMIUM, _("What is billed a month for everyone on the policy."), required=True, example="36.85"),
    Column(SHARE, _("The group's part of the premium. Empty: by the group's contributions."), example="18.43"),
    Column(PAYER, _("Who is billed: Member or Group. Empty: the group, if there is one."), example="Group"),
    Column(BILL_DAY, _("The day of the month on which it is billed, 1 to 28."), example="1"),
    Column(TOBACCO, _("Whether the member uses tobacco: Yes or No."), example="No"),
    Column(POLICY_ID, _("What the insurer calls this policy. A second file finds it by this ID."), example="OM-D-1"),
    Column(PERSON_ID, _("What the insurer calls the person."), example="OM 7785 01"),
)
PERSON = (
    *("employee_number", "relationship", "last_name", "first_name", "middle_name", "suffix", "birth_date", "gender"),
    *("email", "phone", "address1", "address2", "city", "state", "zip"),
)
_NEEDED = ("last_name", "first_name", "birth_date", "gender")
PERSON_COLUMNS = tuple(
    Column(BY_NAME[name].label, _(BY_NAME[name].help), required=name in _NEEDED, example=BY_NAME[name].example)
    for name in PERSON
)
OWN = {normalise(column.name): column.name for column in COLUMNS}
KEYS = {name: key for key, name in OWN.items()}
LAYOUT = Layout[None](
    (
        *(column.name for column in COLUMNS if column.required),
        *((BY_NAME[name].label, *BY_NAME[name].known) for name in _NEEDED),
    ),
    None,
)


@lru_cache(maxsize=32)
def person_fields(headings: tuple[str, ...]) -> Mapping[str, str]:
    """Return the heading of each field of a person, by the roster's rules."""
    free = ["" if normalise(heading) in OWN else heading for heading in headings]
    return {name: headings[at] for name, at in match_columns(free).items() if name in PERSON}


def list_unread(headings: Sequence[str]) -> list[str]:
    """Return headings that no column of ours and no field of a person has."""
    known = {*person_fields(tuple(headings)).values()}
    return [heading for heading in headings if heading and heading not in known and normalise(heading) not in OWN]
