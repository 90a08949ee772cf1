"""Access to the reference and the OpenAPI document of a running store: setting ``API_DOCS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest, JsonResponse

from planfront.accounts.staffing import is_working_staff, second_step_taken
from planfront.kernel.errors import NotFound
from planfront.kernel.http.envelope import refusal

V = TypeVar("V", bound=Callable[..., Any])


def may_read_docs(request: HttpRequest) -> bool:
    """``on``: everyone; ``staff``: people signed in to the back office; ``off``: no one."""
    if settings.API_DOCS == "staff":
        return is_working_staff(request.user) and second_step_taken(request)
    return bool(settings.API_DOCS == "on")


def restrict_to_readers(view: V) -> V:
    """Wrap the view for those who may read it; for others the address doesn't exist."""

    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not may_read_docs(request):
            return JsonResponse(refusal(404, NotFound.default), status=404)
        return view(request, *args, **kwargs)

    return cast(V, answer)
