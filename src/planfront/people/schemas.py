"""What the calls about the signed-in person say."""

from __future__ import annotations

from pydantic import BaseModel


class Who(BaseModel):
    """Who is signed in, to be shown. Ids of the person's own rows only; none of them opens anything by itself.

    ``user_id`` is the member's id, as everywhere in the calls. ``party`` is the rep's, group's or member's own name.
    """

    role: str
    name: str
    email: str
    agent_id: int | None
    group_id: int | None
    user_id: int | None
    party: str
    code: str
    contact_email: str
    contact_phone: str
