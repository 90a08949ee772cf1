"""The second step of staff's sign-in: a code of the authenticator app, or its set-up on the first day."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from unfold.widgets import UnfoldAdminTextInputWidget

from planfront.accounts import factor, trusted_devices
from planfront.accounts.models import User
from planfront.accounts.staffing import SECOND_STEP, second_step_taken
from planfront.audit.services import record
from planfront.backoffice.lists.base import origin_of_staff
from planfront.kernel.errors import FieldErrors, TooManyRequests

_ISSUER = "Planfront back office"


class CodeForm(forms.Form):
    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )


def awaits_second_step(request: HttpRequest) -> bool:
    """Return whether the password was right and the second step is still to come."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff and not second_step_taken(request))


def record_sign_in(request: HttpRequest, *, second_factor: bool) -> None:
    """Record a completed sign-in."""
    record(
        "backoffice.signed_in",
        origin=origin_of_staff(request),
        subject_type="user",
        subject_id=request.user.pk,
        meta={"second_factor": second_factor},
    )


def sign_in_target(request: HttpRequest) -> str:
    """Return the requested page of the back office; its first page for any other address."""
    address = request.POST.get("next") or request.GET.get("next", "")
    own = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if own and _is_inside(address) and "/login" not in address else reverse("admin:index")


def _is_inside(address: str) -> bool:
    r"""Return whether a browser stays in the back office at this address. It reads ``..``, encoded too, and ``\`` as
    ``/``."""
    segments = unquote(urlsplit(address).path).replace("\\", "/").split("/")
    return address.startswith(reverse("admin:index")) and not {".", ".."} & set(segments)


@never_cache
def second_step(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Ask for a code; on the first day show the key first, and the recovery codes after."""
    user = request.user
    if not (isinstance(user, User) and user.is_active and user.is_staff):
        return HttpResponseRedirect(reverse("admin:login"))
    on = factor.find_confirmed(user) is not None
    if on and request.session.get(SECOND_STEP) == user.pk:
        return HttpResponseRedirect(sign_in_target(request))
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        codes = _check_code(request, user, form, on=on)
        if codes is not None:
            request.session[SECOND_STEP] = user.pk
            request.session.cycle_key()
            record_sign_in(request, second_factor=True)
            text = {**context, "codes": codes, "next": sign_in_target(request), "title": "Recovery codes"}
            answer: HttpResponse = HttpResponseRedirect(sign_in_target(request))
            if codes:
                answer = render(request, "backoffice/second_step/codes.html", text)
            trusted_devices.remember(request, answer, user)
            return answer
    result = None if on else factor.find_pending(user, _ISSUER) or factor.start_setup(user=user, issuer=_ISSUER)
    title = "Enter your code" if on else "Set up two-step sign-in"
    return render(
        request, "backoffice/second_step/code.html", {**context, "form": form, "made": result, "title": title}
    )


def _check_code(request: HttpRequest, user: User, form: CodeForm, *, on: bool) -> list[str] | None:
    """Return recovery codes of a set-up, [] of a plain step, None for a refused code, which the form explains."""
    code, origin = form.cleaned_data["code"], origin_of_staff(request)
    try:
        if not on:
            return factor.confirm_setup(user=user, code=code, origin=origin)
        factor.check_code(user=user, code=code, origin=origin)
    except FieldErrors as error:
        form.add_error("code", str(error.errors[0].error_message))
    except TooManyRequests as error:
        form.add_error("code", str(error.message))
    else:
        return []
    return None
