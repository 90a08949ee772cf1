"""Who may open a shopper's profile. The id alone opens nothing."""

from __future__ import annotations

from planfront.eligibility.remedies import restart
from planfront.kernel import clock, texts
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.http import ApiRequest
from planfront.shopping.models import EnrollmentGrant, Status, TempEnrollment


def access_enrollment(request: ApiRequest, enrollment_id: str) -> TempEnrollment:
    """The enrollment, for the session that made it or was granted it, its rep, its group's administrator or its member.

    Raises NotFound for everybody else and on other brands, and the business error ``enrollmentIdError`` when an
    unfinished quote has expired.
    """
    found = (
        TempEnrollment.objects.select_related("agent", "group", "portal", "member")
        .filter(public_id=enrollment_id, brand_id=request.brand.id)
        .first()
    )
    if found is None or not _may_open(request, found):
        raise NotFound
    if found.status == Status.DRAFT and found.expires_at <= clock.now():
        raise BusinessError("enrollmentIdError", texts.EXPIRED_QUOTE, {"remedy": restart().wire()})
    return found


def _may_open(request: ApiRequest, enrollment: TempEnrollment) -> bool:
    if enrollment.session_id == request.visitor.id or _belongs_to_actor(request, enrollment):
        return True
    return EnrollmentGrant.objects.filter(enrollment=enrollment, session_id=request.visitor.id).exists()


def _belongs_to_actor(request: ApiRequest, enrollment: TempEnrollment) -> bool:
    owners = {"rep": enrollment.agent, "group": enrollment.group, "member": enrollment.member}
    owner = owners.get(request.actor.kind)
    # An operator who deactivates a rep, group or member ends what their account may open.
    return owner is not None and owner.active and owner.user_id is not None and owner.user_id == request.actor.user_id
