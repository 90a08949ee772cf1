"""Reps' groups, portals and members, and whose enrollment it is."""

from __future__ import annotations

from tests.contract.calls.shape import Call, Rows

MARIA = {
    "user_id": 5001,
    "name": "Maria Santos",
    "dob": "03/14/1986",
    "email": "member@demo.test",
    "ssn": "Ending 0001",
    "group_info": {"group_id": 101, "group_name": "Acme Manufacturing"},
}
PORTALS = "platform_group_id platform_name platform_code"
FAMILY_PORTAL = {"platform_group_id": 1, "platform_name": "Individual & Family", "platform_code": "IF"}

CALLS = (
    Call(
        "GET /api/v1/get-group-agent-member-info",
        {"enrollment_id": "<member>"},
        {
            "enrollment_type": "existing-member",
            "result": {
                "user_info": {"first_name": "Maria", "last_name": "Santos", "user_id": 5001},
                "group_info": {"name": "Acme Manufacturing", "code": "ACME01"},
                "platforms": Rows(PORTALS),
            },
        },
        who="member",
    ),
    Call(
        "GET /api/v1/get-agent-groups",
        {"agent_id": 11},
        Rows("gid gname", has={"gid": 101, "gname": "Acme Manufacturing"}),
        who="rep",
    ),
    Call("GET /api/v1/get-enrollment-platforms", {"agent_id": 11}, Rows(PORTALS, first=FAMILY_PORTAL), who="rep"),
    Call(
        "GET /api/v1/get-agent-members", {"agent_id": 11}, {"result": Rows("plan_info policy_id", has=MARIA)}, who="rep"
    ),
    Call(
        "GET /api/v1/get-group-users",
        {"group_id": 101},
        {"result": Rows("plan_info policy_id", has=MARIA)},
        who="group",
    ),
    Call(
        "GET /api/v1/get-member-info",
        {"user_id": 5001},
        {"user_id": 5001, "first_name": "Maria", "last_name": "Santos", "zip": "75201", "state": "TX"},
        who="member",
    ),
    Call(
        "GET /api/v1/get-group-info",
        {"enrollment_id": "<member>"},
        {
            "general_info": {"group_name": "Acme Manufacturing", "group_phone": "4195550126"},
            "address_information": {"address1": "400 Foundry Street", "city": "Toledo", "state": "OH", "zip": "43604"},
        },
        who="member",
    ),
)
