"""The second step of staff's sign-in: a code of the authenticator app, or its set-up on the first day."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from unfold.widgets import UnfoldAdminTextInputWidget

from planfront.accounts import factor
from planfront.accounts.models import User
from planfront.audit.services import record
from planfront.backoffice.base import origin_of_staff
from planfront.kernel.errors import FieldErrors, TooManyRequests

_PASSED = "second_step"
_ISSUER = "Planfront back office"


class CodeForm(forms.Form):
    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=UnfoldAdminTextInputWidget(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}
        ),
    )


def passed(request: HttpRequest) -> bool:
    """Whether who is signed in has taken the second step, or needs none here. Asked once a request."""
    known: bool | None = getattr(request, "_second_step", None)
    if known is None:
        user = cast(User, request.user)
        known = request.session.get(_PASSED) == user.pk or (
            not settings.STAFF_SECOND_FACTOR and factor.confirmed(user) is None
        )
        request._second_step = known  # type: ignore[attr-defined] # noqa: SLF001 - Django's own way to keep it
    return known


def waits(request: HttpRequest) -> bool:
    """Staff whose password was right and who has the second step before them."""
    user = request.user
    return bool(user.is_authenticated and user.is_active and user.is_staff and not passed(request))


def record_sign_in(request: HttpRequest, *, second_factor: bool) -> None:
    """A sign-in that nothing is missing of any more."""
    record(
        "backoffice.signed_in", origin=origin_of_staff(request), subject_type="user", subject_id=request.user.pk,
        meta={"second_factor": second_factor},
    )  # fmt: skip


def target(request: HttpRequest) -> str:
    """Where the sign-in leads: a page of this host, else the back office's first."""
    wanted = request.GET.get("next", "")
    own = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if own and "/login" not in wanted else reverse("admin:index")


@never_cache
def second_step(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Ask for a code; on the first day show the key first, and the recovery codes after."""
    user = request.user
    if not (isinstance(user, User) and user.is_active and user.is_staff):
        return HttpResponseRedirect(reverse("admin:login"))
    on = factor.confirmed(user) is not None
    if on and request.session.get(_PASSED) == user.pk:
        return HttpResponseRedirect(target(request))
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        codes = _take(request, user, form, on=on)
        if codes is not None:
            request.session[_PASSED] = user.pk
            request.session.cycle_key()
            record_sign_in(request, second_factor=True)
            if not codes:
                return HttpResponseRedirect(target(request))
            told = {**context, "codes": codes, "next": target(request), "title": "Recovery codes"}
            return render(request, "backoffice/second_step/codes.html", told)
    made = None if on else factor.pending(user, _ISSUER) or factor.start(user=user, issuer=_ISSUER)
    title = "Enter your code" if on else "Set up two-step sign-in"
    return render(request, "backoffice/second_step/code.html", {**context, "form": form, "made": made, "title": title})


def _take(request: HttpRequest, user: User, form: CodeForm, *, on: bool) -> list[str] | None:
    """Recovery codes of a set-up, none of a plain step; None when the code was refused, which the form says."""
    code, origin = form.cleaned_data["code"], origin_of_staff(request)
    try:
        if not on:
            return factor.confirm(user=user, code=code, origin=origin)
        factor.check(user=user, code=code, origin=origin)
    except FieldErrors as error:
        form.add_error("code", str(error.errors[0].error_message))
    except TooManyRequests as error:
        form.add_error("code", str(error.message))
    else:
        return []
    return None
