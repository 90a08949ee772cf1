"""The saved enrollment of the demo: two plans in the cart, Personal Information done, next is Contact Information."""

from __future__ import annotations

from datetime import date
from uuid import NAMESPACE_DNS, uuid5

from django.db import transaction

from planfront.audit.services import SYSTEM
from planfront.brands.models import Brand
from planfront.enrollment.application.resume_codes import create_resume_code
from planfront.enrollment.saving.tabs import save_step
from planfront.kernel import clock
from planfront.kernel.security.crypto import keyed_hash
from planfront.kernel.security.ids import CODE_ALPHABET
from planfront.kernel.text.parse import show_date
from planfront.shopping.cart.checkout import checkout_cart
from planfront.shopping.cart.services import add_cart_line
from planfront.shopping.models import Quote, Status
from planfront.shopping.quote.state import LIFE
from planfront_demo.seed_people import first_of_month

EMAIL = "maren.castillo@mailbox.example"
SAVED = uuid5(NAMESPACE_DNS, "saved.planfront.example")
"""The row's key, so that every start finds it. Its public id is random like any other."""
TAB = "contact_info"
PLANS = (1002, 1102)


def demo_code() -> str:
    """Return the installation's own ten characters, the same at every start: printed, and stored hashed."""
    number = int(keyed_hash("saved enrollment", "demo-resume-code"), 16)
    letters = []
    for _place in range(10):
        number, index = divmod(number, len(CODE_ALPHABET))
        letters.append(CODE_ALPHABET[index])
    return "".join(letters)


@transaction.atomic
def seed_saved_enrollment(*, brand: Brand, agent_id: int, portal_id: int) -> None:
    """Shop, check out and save as a visitor would."""
    now, today = clock.now(), clock.real_today()
    quote = Quote.objects.create(
        id=SAVED,
        brand=brand,
        agent_id=agent_id,
        portal_id=portal_id,
        eprocess="applicant",
        enroll_type="new-member",
        zip="43215",
        state="OH",
        county_name="Franklin County",
        city="Columbus",
        dob=date(1989, 4, 17),
        gender=1,
        tier="IF",
        tobacco=False,
        spouse_dob=date(1988, 9, 2),
        children=2,
        created_at=now,
        updated_at=now,
        expires_at=now + LIFE,
    )
    for plan_id in PLANS:
        add_cart_line(quote=quote, plan_id=plan_id, pricing_id="", origin=SYSTEM)
    start = show_date(first_of_month(today, 1))
    checkout_cart(quote=quote, effective_date=start, accept_price=True, origin=SYSTEM)
    personal = {
        "first_name": "Maren",
        "middle_name": "L",
        "last_name": "Castillo",
        "marital_status": "1",
        "ssn": "219099999",
        "prior_coverage_flag": "0",
    }
    quote.refresh_from_db()
    save_step(quote=quote, key="primary_info", data=personal, version=None, origin=SYSTEM)
    create_resume_code(quote=quote, email=EMAIL, tab=TAB, origin=SYSTEM, code=demo_code())


@transaction.atomic
def renew_saved_enrollment() -> str:
    """Put off the expiry of the enrollment and its code. Return the code, or "" when nothing is left to continue."""
    now = clock.now()
    rows = Quote.objects.filter(pk=SAVED, status=Status.DRAFT)
    if not rows.update(expires_at=now + LIFE):
        return ""
    create_resume_code(quote=rows.get(), email=EMAIL, tab=TAB, origin=SYSTEM, code=demo_code())
    return demo_code()
