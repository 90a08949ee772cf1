"""The first steps of an installation: read from the installation itself, so a step is done while it is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import ngettext

from planfront.accounts.models import StaffRole, User
from planfront.backoffice.health import machine
from planfront.backoffice.health.check_result import Tone
from planfront.backoffice.health.page import may_look
from planfront.brands import selectors as brands
from planfront.brands.models import Brand, Domain, LegalKey, LegalText
from planfront.catalog.models import Carrier, Plan
from planfront.catalog.translating import plans_missing_spanish
from planfront.kernel import clock
from planfront.parties.reps.models import License
from planfront.rating.models import RateTable
from planfront.rating.selectors import name_tables

_FEW = 3


@dataclass(frozen=True)
class Step:
    """A step with its evidence. ``verb`` is the button while it isn't done; without ``href`` it is done outside."""

    title: str
    evidence: str
    is_done: bool
    verb: str = ""
    href: str = ""


@dataclass(frozen=True)
class Part:
    title: str
    steps: Sequence[Step]

    @property
    def done(self) -> int:
        return sum(step.is_done for step in self.steps)


def first_steps_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show the steps to staff of all brands."""
    if not may_look(request):
        raise PermissionDenied
    parts = list_parts()
    steps = [step for part in parts for step in part.steps]
    left = [step for step in steps if not step.is_done]
    context = {
        **site.each_context(request),
        "title": "First steps",
        "parts": parts,
        "next": next((step for step in left if step.href), None),
        "done": len(steps) - len(left),
        "all": len(steps),
        "left": len(left),
        "headline": _headline(len(left)),
        "looked_at": clock.show_hour(clock.now()),
        "begun": [
            _begin("People", "Rosters of groups", "members_rosterimport_add"),
            _begin("Rates, banks and ZIP codes", "A second person agrees", "imports_importrun_add"),
        ],
    }
    return TemplateResponse(request, "backoffice/first_steps.html", context)


def count_steps() -> tuple[int, int]:
    """Return how many steps are done, and how many there are."""
    steps = [step for part in list_parts() for step in part.steps]
    return sum(step.is_done for step in steps), len(steps)


def _begin(title: str, note: str, page: str) -> dict[str, str]:
    return {"title": title, "note": note, "href": reverse(f"admin:{page}")}


def _headline(left: int) -> str:
    if not left:
        return "You’re ready to sell"
    return ngettext("%(n)d step to go", "%(n)d steps to go", left) % {"n": left}


def list_parts() -> list[Part]:
    return [
        Part("To be found", [_brand(), _address(), _email(), _legal_texts()]),
        Part("To sell", [_insurers(), _plans(), _rates(), _licenses()]),
        Part("To run it safely", [_second_person(), _backup(), _cards()]),
    ]


def _listed(model: type[Model], view: str = "changelist") -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}")


def _name_few(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_FEW])
    return f"{shown} and {len(names) - _FEW} more" if len(names) > _FEW else shown


def _brand() -> Step:
    names = [brand.name for brand in brands.public_brands()]
    if names:
        return Step("A brand", f"Public: {_name_few(names)}", True, href=_listed(Brand))
    if brands.any_brand():
        return Step("A brand", "No brand is public yet", False, "Publish a brand", _listed(Brand))
    return Step("A brand", "There is no brand yet", False, "Open a brand", _listed(Brand, "add"))


def _address() -> Step:
    rows = Domain.objects.filter(brand__in=[brand.pk for brand in brands.public_brands()], primary=True)
    hosts = list(rows.order_by("host").values_list("host", flat=True))
    if hosts:
        return Step("Its address", _name_few(hosts), True, href=_listed(Domain))
    return Step("Its address", "No public brand has an address", False, "Add an address", _listed(Domain, "add"))


def _email() -> Step:
    if settings.SMTP_URL:
        return Step("Email", f"Goes out through {urlsplit(settings.SMTP_URL).hostname}", True)
    evidence = "Emails are kept and not sent. Have the technician set SMTP_URL, then restart"
    return Step("Email", evidence, False)


def _legal_texts() -> Step:
    rows = LegalText.objects.exclude(published_at=None).filter(Q(brand=None) | Q(brand__active=True))
    published = set(rows.values_list("key", flat=True))
    missing = [str(key.label) for key in LegalKey if key.value not in published]
    if missing:
        evidence = f"Still the product’s own: {_name_few(missing)}"
        return Step("Legal texts", evidence, False, "Review them", _listed(LegalText))
    return Step("Legal texts", f"{len(published)} published", True, href=_listed(LegalText))


def _insurers() -> Step:
    names = list(Carrier.objects.order_by("name").values_list("name", flat=True)[:50])
    if names:
        return Step("Insurers", _name_few(names), True, href=_listed(Carrier))
    return Step("Insurers", "There is none yet", False, "Add an insurer", _listed(Carrier, "add"))


def _plans() -> Step:
    count = Plan.objects.filter(active=True).count()
    if not count:
        return Step("Plans", "There is none yet", False, "Add a plan", _listed(Plan, "add"))
    lacking = len(plans_missing_spanish())
    spanish = f", {lacking} without Spanish texts" if lacking else ", all with texts in both languages"
    return Step(
        "Plans", ngettext("%(n)d plan", "%(n)d plans", count) % {"n": count} + spanish, True, href=_listed(Plan)
    )


def _rates() -> Step:
    plans = set(Plan.objects.filter(active=True).values_list("pk", flat=True))
    priced = {row[0] for row in name_tables(plans, clock.today())} if plans else set()
    if not priced:
        href = reverse("admin:imports_importrun_add")
        return Step("Rates", "No plan has a price in force", False, "Upload rates", href)
    left = len(plans - priced)
    evidence = f"{left} of {len(plans)} plans have no price today" if left else "Every plan has a price today"
    return Step("Rates", evidence, True, href=_listed(RateTable))


def _licenses() -> Step:
    day = clock.today()
    rows = License.objects.filter(agent__active=True)
    rows = rows.filter(Q(effective_on=None) | Q(effective_on__lte=day), Q(expires_on=None) | Q(expires_on__gte=day))
    states = sorted(set(rows.values_list("state", flat=True)))
    href = reverse("admin:parties_agent_changelist")
    if states:
        evidence = ngettext("Reps are licensed in %(n)d state", "Reps are licensed in %(n)d states", len(states))
        return Step("Licenses", evidence % {"n": len(states)}, True, href=href)
    return Step("Licenses", "No rep has a license in force", False, "Add a license", href)


def _second_person() -> Step:
    rows = User.objects.filter(is_staff=True, is_active=True).exclude(staff_role=StaffRole.READER)
    names = [row.name or row.email for row in rows.order_by("pk")[:50]]
    if len(names) > 1:
        return Step(
            "A second person", f"{_name_few(names)} can agree to each other’s changes", True, href=_listed(User)
        )
    evidence = "No one can approve what needs two people"
    return Step("A second person", evidence, False, "Add an account", _listed(User, "add"))


def _backup() -> Step:
    look = machine.check_backups({})
    if look.tone == Tone.SETUP:
        return Step("A backup", "None was made yet. Have the technician run ./run backup", False)
    return Step("A backup", look.sentence, look.tone == Tone.GOOD)


def _cards() -> Step:
    if settings.CARDS_OFFERED:
        return Step("Payment", "Members can pay by card and by bank account", True)
    evidence = "Members can pay by bank account only. Have the technician set CARD_GATEWAY"
    return Step("Payment", evidence, False)
