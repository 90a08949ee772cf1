"""The calls of the application."""

from ninja import Router

from planfront.enrollment.api import (
    agreement,
    beneficiaries,
    dependents,
    documents,
    forms,
    handover,
    resume,
    saves,
    tabs,
    work,
)

router = Router(tags=["enrollment"])
for _module in (tabs, forms, saves, beneficiaries, dependents, agreement, documents, handover, resume, work):
    router.add_router("", _module.router)
bootstrap = tabs.bootstrap

__all__ = ["bootstrap", "router"]
