"""The calls of this room, subject by subject."""

from ninja import Router

from planfront.enrollment.application.api import beneficiaries, dependents, forms, resume, saves, tabs
from planfront.enrollment.handover.api import router as handover
from planfront.enrollment.signing.api import router as signing
from planfront.enrollment.signing.document_api import router as documents
from planfront.enrollment.worklists.api import router as worklists

router = Router(tags=["enrollment"])
for subject in (
    *(tabs.router, forms.router, saves.router, beneficiaries.router, dependents.router),
    *(signing, documents, handover, resume.router, worklists),
):
    router.add_router("", subject)
bootstrap = tabs.bootstrap

__all__ = ["bootstrap", "router"]
