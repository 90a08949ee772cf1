"""The API: one document, every room's router."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ninja import NinjaAPI, Router
from ninja.openapi.docs import Swagger
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from planfront import __version__
from planfront.accounts.auth import VisitorToken
from planfront.api import errors, reference
from planfront.api.context_headers import check_context_headers
from planfront.api.docs_gate import restrict_to_readers
from planfront.api.renderer import OrjsonRenderer
from planfront.api.role_gate import check_role, require_declaration
from planfront.api.strict import refuse_unknown_names

# Rooms that answer calls, in the order of the interactive documentation.
ROOMS = (
    "accounts",
    "webapp",
    "brands",
    "integrations",
    "parties",
    "members",
    "catalog",
    "eligibility",
    "shopping",
    "leads",
    "enrollment",
    "billing",
    "sales",
    "coverage",
    "today",
)

ROOT = "root"
Mount = tuple[str, str, str | None]
# What a room's api module may hold, where it answers, and the prefix of its second mount's names.
_MOUNTS: tuple[Mount, ...] = (
    ("router", "/api/v1", None),
    ("router_v2", "/api/v2", None),
    ("bootstrap", "/api/v1", None),
    ("bootstrap", "", ROOT),
    ("root", "", ROOT),
)
# Paths that are a variable as a whole (/api/v1/{hash}) would hide every path mounted after them.
_LAST: tuple[Mount, ...] = (("router_last", "/api/v1", None),)


class StoreApi(NinjaAPI):
    """An API whose document has the reference's words."""

    def get_openapi_schema(self, **_options: Any) -> OpenAPISchema:
        return self._document

    @cached_property  # making it takes a second
    def _document(self) -> OpenAPISchema:
        document = super().get_openapi_schema()
        reference.complete(document)
        reference.require_what_is_always_sent(document)
        return document


api = StoreApi(
    title="Planfront",
    version=__version__,
    description=reference.guide(),
    servers=[{"url": "/", "description": "this store"}],
    auth=VisitorToken(),
    urls_namespace="api",
    docs_url="/api/v1/docs",
    openapi_url="/api/v1/openapi.json",
    docs_decorator=restrict_to_readers,
    docs=Swagger(settings={"persistAuthorization": True}),
    renderer=OrjsonRenderer(),
)
errors.install(api)
api.add_decorator(refuse_unknown_names)
api.add_decorator(check_context_headers)
api.add_decorator(check_role)


def _share_response_models() -> None:
    """Make one response model for each type of answer instead of one for each status of each operation (ADR 32)."""
    make = Operation._create_response_model  # noqa: SLF001 - no public way to say how one is made

    @cache
    def shared_model(answer: Any) -> Any:
        return make(None, answer)  # type: ignore[arg-type]

    Operation._create_response_model = lambda _operation, answer: shared_model(answer)  # type: ignore[assignment,method-assign]  # noqa: SLF001


def _mount(room: str, mounts: tuple[Mount, ...]) -> None:
    name = f"planfront.{room}.api"
    if find_spec(f"planfront.{room}") is None or find_spec(name) is None:
        return
    module = import_module(name)
    for attribute, prefix, names in mounts:
        result = getattr(module, attribute, None)
        if isinstance(result, Router):
            api.add_router(prefix, result, url_name_prefix=names)


def _complete_operations() -> None:
    """Each call has declared what it does. Those that also answer at the root get operation ids of their own, so that
    clients can tell them apart."""
    for bound in api._get_bound_routers():  # noqa: SLF001 - ninja has no public way to rename one mount's operations
        for view in bound.path_operations.values():
            for operation in view.operations:
                require_declaration(operation)
                if bound.url_name_prefix == ROOT:
                    operation.operation_id = f"{ROOT}_{operation.operation_id}"


_share_response_models()
for _mounts in (_MOUNTS, _LAST):
    for _room in ROOMS:
        _mount(_room, _mounts)
_complete_operations()
