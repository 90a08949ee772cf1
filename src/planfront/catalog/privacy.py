"""No one's rows are looked for here."""

from planfront.privacy.registry import declare_exempt

declare_exempt(
    "plans",
    "catalog.carrier",
    "catalog.plan",
    "catalog.planoption",
    "catalog.plancostshare",
    "catalog.planbenefit",
    "catalog.planfiling",
    "catalog.providernetwork",
    "catalog.plandocument",
    "catalog.planquestionset",
    "catalog.questionsetversion",
    "catalog.planquestion",
    "catalog.planquestionoption",
    "catalog.planrider",
    "catalog.planoffer",
    "catalog.planrule",
    "catalog.plantier",
    "catalog.planservicearea",
    "catalog.planfee",
    "catalog.planswitch",
    "catalog.planblackout",
    "catalog.revision",
)
declare_exempt(
    "numbers of plans, groups and stores", "catalog.plancode", "catalog.groupnumber", "catalog.accountnumber"
)
