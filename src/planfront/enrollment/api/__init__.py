"""The calls of this room, subject by subject."""

from ninja import Router

from planfront.enrollment.api import beneficiaries, dependents, forms, resume, saves, tabs
from planfront.enrollment.api.documents import router as documents
from planfront.enrollment.api.handover import router as handover
from planfront.enrollment.api.rounds import router as rounds
from planfront.enrollment.api.signing import router as signing
from planfront.enrollment.api.worklists import router as worklists
from planfront.enrollment.payments.api import router as payments

router = Router(tags=["enrollment"])
for subject in (
    *(tabs.router, forms.router, saves.router, beneficiaries.router, dependents.router),
    *(signing, documents, handover, resume.router, worklists, rounds, payments),
):
    router.add_router("", subject)
bootstrap = tabs.bootstrap

__all__ = ["bootstrap", "router"]
