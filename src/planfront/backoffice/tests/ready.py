"""An installation that is ready to sell: every first step is done."""

import json
from dataclasses import asdict, replace
from datetime import date, timedelta

from planfront.accounts.models import User
from planfront.brands.models import Brand, LegalKey, LegalText
from planfront.catalog.models import Carrier, Plan, PlanOffer
from planfront.config.env import to_mailbox
from planfront.integrations.models import DomainCheck
from planfront.integrations.own_domains import MailFacts, WebFacts
from planfront.integrations.waivers import waive_step
from planfront.kernel import clock
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import Agent, License
from planfront.rating.models import RateTable


def finish_first_steps(settings):
    """Do every step of the public brand ``shop``, for staff who are there already and one more."""
    plan = Plan.objects.create(
        carrier=Carrier.objects.create(key="c", name="Halden Dental"), category="dental", name="One"
    )
    PlanOffer.objects.create(plan=plan, eff_from=date(2020, 1, 1), states=["OH"])
    RateTable.objects.create(
        plan=plan, version=1, status="approved", method="FLAT", eff_from=date(2020, 1, 1), digest="0" * 64
    )
    License.objects.create(
        agent=Agent.objects.create(code="REP1", first_name="Jo", last_name="Lee"), state="OH", number="1"
    )
    User.objects.create_superuser("kit@demo.test", "planfront-demo", name="Kit Marsh")
    for key in LegalKey:
        LegalText.objects.get_or_create(
            key=key, brand=None, version=9, defaults={"head": "A", "body": "B", "published_at": clock.now()}
        )
    settings.SMTP_URL, settings.CARDS_OFFERED = "smtp://mail.example:25", True
    settings.MAILBOX = to_mailbox("IMAP_URL", "imaps://back%40mail.example:p@mail.example/")
    settings.ENV = replace(settings.ENV, https=True)
    keep_web("shop.test", WebFacts("", "2099-02-19T12:00:00+00:00"))
    trust_mail("shop.test", MailFacts("yes", "yes", "yes"))
    send_email()
    keep_backup(settings.VAR_DIR, timedelta(hours=8))
    waive("partners", "Our members' data come from employers.")


def waive(key, reason):
    waive_step(key, reason, None)


def send_email():
    OutboundEmail.objects.create(
        dedupe_key="sent",
        brand=Brand.objects.get(key="shop"),
        kind="test",
        to="a@b.test",
        status="SENT",
        created_at=clock.now(),
    )


def keep_web(host, facts):
    _keep(f"web:{host}", facts)


def trust_mail(domain, facts):
    _keep(f"mail:{domain}", facts)


def _keep(name, facts):
    DomainCheck.objects.update_or_create(name=name, defaults={"checked_at": clock.now(), "facts": asdict(facts)})


def keep_backup(var, ago):
    """Note a backup that was finished so long ago, and restored then."""
    finished = (clock.now() - ago).isoformat()
    (var / "run" / "backup.json").write_text(
        json.dumps({"finished": finished, "to": "/backups/one", "restored": finished})
    )
