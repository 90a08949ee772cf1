"""Steps to an installation's first sale, and requirements of a brand that goes public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings

from planfront.accounts.selectors import any_staff
from planfront.audit.services import Origin
from planfront.brands import legal, services
from planfront.brands import selectors as brands
from planfront.catalog import selectors as catalog
from planfront.kernel import clock
from planfront.kernel.errors import Conflict
from planfront.rating.selectors import name_tables

if TYPE_CHECKING:
    from planfront.brands.models import Brand


PLANS = "plans"


@dataclass(frozen=True)
class Requirement:
    """``text`` is what is there, or what is missing. ``field``: where it is typed on the brand's page; PLANS: it isn't
    a field, but a plan to sell."""

    text: str
    met: bool
    field: str = ""
    optional: bool = False
    note: str = ""


def count_priced_plans(brand: Brand) -> int:
    """Return how many plans a visit without rep or group can buy today."""
    store = catalog.Store(brand.pk, brands.setting_id(brand.pk, "default_portal_id"))
    listed = [view.id for view in catalog.store_plans(store)]
    return len({row[0] for row in name_tables(listed, clock.today())}) if listed else 0


def nothing_to_buy() -> bool:
    """Return whether there is a public brand and none of them has a plan with a price."""
    public = brands.public_brands()
    return bool(public) and not any(count_priced_plans(brand) for brand in public)


def list_requirements(brand: Brand) -> list[Requirement]:
    """Return what a brand needs before it can be public, in order; then what can wait."""
    plans = count_priced_plans(brand)
    postal = brands.setting(brand.pk, "postal_address")
    return [
        Requirement("Name and wordmark", bool(brand.name)),
        Requirement("Colors people can read", not services.theme_errors(brand)),
        _require_text("A phone number that people can call", brand.phone, "phone"),
        _require_text("Hours when someone answers the phone", brand.support_hours, "support_hours"),
        _require_text("An email address of the store", brand.email, "email"),
        Requirement(
            f"{plans} plan{'' if plans == 1 else 's'} with prices" if plans else "A plan with prices", plans > 0, PLANS
        ),
        *_mail_server(),
        Requirement(
            "A postal address",
            bool(postal),
            optional=True,
            note="" if postal else "This can wait; quotes can't be emailed without one",
        ),
        *_legal_drafts(brand),
    ]


def _legal_drafts(brand: Brand) -> list[Requirement]:
    count = legal.count_drafts(brand)
    text = f"{count} legal text{'' if count == 1 else 's'} to review"
    note = "This can wait; until you publish them, the store's own texts apply"
    return [Requirement(text, False, optional=True, note=note)] if count else []


def _mail_server() -> list[Requirement]:
    """Return the mail server of a store in production: without one nobody gets the code to sign with."""
    if not settings.ENV.production:
        return []
    note = "" if settings.SMTP_URL else "It sends the code to sign with: set SMTP_URL, and restart"
    return [Requirement("A mail server", bool(settings.SMTP_URL), note=note)]


def _require_text(text: str, value: str, field: str) -> Requirement:
    return Requirement(text, bool(value.strip()), field)


def publish_brand(*, brand: Brand, origin: Origin) -> None:
    """Show the brand to everyone. Raises Conflict while something it needs is missing."""
    missing = [item.text for item in list_requirements(brand) if not item.met and not item.optional]
    if missing:
        raise Conflict(f"Still missing: {'; '.join(missing)}.")
    services.set_public(brand=brand, public=True, origin=origin)


def next_steps() -> list[str]:
    """Return what an operator has to do until the first shopper can buy, in order; empty when someone can."""
    public = brands.public_brands()
    if any(count_priced_plans(brand) for brand in public):
        return []
    plan_ids = catalog.all_plan_ids()
    rates = bool(plan_ids) and bool(name_tables(plan_ids, clock.today()))
    # Brands that are public already answer for the back office, too.
    steps = {
        "Create an account for yourself: ./run manage createsuperuser": any_staff(),
        "Set BACKOFFICE_HOST to the host of the back office, and restart.": bool(settings.BACKOFFICE_HOST or public),
        "Open a brand: ./run manage open-brand KEY NAME HOST, or Brands > Add in the back office.": brands.any_brand(),
        "Add an insurer and its plans: Plans in the back office.": bool(plan_ids),
        "Import rates; a second person approves them: Rates in the back office.": rates,
        "Offer the plans in a brand, and publish it: Brands in the back office.": False,
    }
    return [step for step, done in steps.items() if not done]
