"""The first steps of an installation: read from the installation itself, so a step is done while it is true. The page
of first steps, the first page and system status all ask here."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Model, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.accounts.models import StaffRole, User
from planfront.backoffice.health import machine, own_names, work
from planfront.backoffice.health.check_result import Tone
from planfront.brands import selectors as brands
from planfront.brands.models import Brand, Domain, LegalKey, LegalText
from planfront.catalog.models import Carrier, Plan
from planfront.catalog.selectors import offered_states
from planfront.catalog.translating import plans_missing_spanish
from planfront.integrations import ports
from planfront.integrations.models import StepWaiver
from planfront.integrations.own_domains import MailFacts, WebFacts
from planfront.integrations.states import state_name
from planfront.integrations.waivers import read_waivers
from planfront.kernel import clock
from planfront.kernel.observing.backup_note import read_note
from planfront.kernel.text.parse import show_date
from planfront.messaging.models import OutboundEmail, Status
from planfront.parties.reps.selectors import licensed_states
from planfront.rating.models import RateTable
from planfront.rating.selectors import name_tables, schemes_without_map
from planfront.shopping.opening import nothing_to_buy

logger = logging.getLogger(__name__)
_FEW = 3
CHECK_WEB, CHECK_MAIL, TEST_MAIL = "check_web", "check_mail", "test_mail"
_OPTIONAL = frozenset({"returned", "payment", "partners"})
"""Steps that a store can do without, if its operator says why."""
_CHECKS_OUTSIDE = ("address", "phone", "email")


@dataclass(frozen=True)
class Detail:
    """A part of a step's evidence. ``is_met`` None: it isn't known."""

    label: str
    text: str
    is_met: bool | None


@dataclass(frozen=True)
class Step:
    """A step with its evidence. ``is_done`` None: it couldn't be checked.

    ``verb`` is the button while it isn't done; without ``href`` and ``action`` it is done outside. ``action``: the
    value of a button that checks it. ``advice`` and ``entry``: what to copy where. ``watched``: the key of what system
    status watches for it. ``may_waive``: it isn't done, and the store can do without.
    """

    key: str
    title: str
    evidence: str
    is_done: bool | None
    verb: str = ""
    href: str = ""
    action: str = ""
    details: tuple[Detail, ...] = ()
    advice: str = ""
    entry: str = ""
    may_test: bool = False
    watched: str = ""
    may_waive: bool = False
    waiver: StepWaiver | None = None

    @property
    def is_settled(self) -> bool:
        return bool(self.is_done or self.waiver)


@dataclass(frozen=True)
class Part:
    title: str
    steps: Sequence[Step]

    @property
    def done(self) -> int:
        return sum(step.is_settled for step in self.steps)


def list_parts() -> list[Part]:
    """Return the steps in their order."""
    waivers = read_waivers()
    parts = {
        _("To be found"): [_brand(), _address(), _email(), _returned(), _legal_texts()],
        _("To sell"): [_insurers(), _plans(), _rates(), _areas(), _licenses()],
        _("To run it safely"): [_second_person(), _backup(), _cards(), _partners()],
    }
    return [
        Part(title, [_offer_waiver(step, waivers.get(step.key)) for step in steps]) for title, steps in parts.items()
    ]


def list_steps() -> list[Step]:
    """Return all steps; none while the database can't be read, which system status says itself."""
    try:
        return [step for part in list_parts() for step in part.steps]
    except DatabaseError as error:
        logger.warning("First steps could not be read: %s", type(error).__name__)
        return []


def _offer_waiver(step: Step, waiver: StepWaiver | None) -> Step:
    """Return a step; an open one that may be waived with its waiver, or the offer of one."""
    if step.is_done or not may_waive(step.key):
        return step
    return replace(step, waiver=waiver, may_waive=waiver is None)


def may_waive(key: str) -> bool:
    return key in _OPTIONAL


def _listed(model: type[Model], view: str = "changelist") -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}")


def address_of_upload(kind: str) -> str:
    """Return the page that takes a file of a kind."""
    return f"{reverse('admin:imports_importrun_add')}?kind={kind}"


def _name_few(names: Sequence[str]) -> str:
    first = ", ".join(names[:_FEW])
    left = len(names) - _FEW
    return _("%(names)s and %(count)d more") % {"names": first, "count": left} if left > 0 else first


def _brand() -> Step:
    title, names = _("Brand"), [brand.name for brand in brands.public_brands()]
    if names:
        return Step("brand", title, _("Public: %(names)s") % {"names": _name_few(names)}, True, href=_listed(Brand))
    if brands.any_brand():
        verb, href = _("Publish a brand"), _listed(Brand)
        return Step("brand", title, _("No brand is public yet."), False, verb, href, watched="web")
    verb, href = _("Open a brand"), _listed(Brand, "add")
    return Step("brand", title, _("There is no brand yet."), False, verb, href, watched="web")


def _address() -> Step:
    title, hosts = _("Web address"), own_names.read_web()
    if not hosts:
        return Step("address", title, _("No public brand has an address."), False, _("Add an address"), _listed(Domain))
    if not settings.ENV.https:
        evidence = _("The store runs without https. Have the technician set PLANFRONT_HTTPS.")
        return Step("address", title, evidence, False)
    unchecked = [host.name for host in hosts if host.facts is None]
    if unchecked:
        evidence = _("We haven't checked yet whether %(hosts)s can be reached by https.")
        evidence %= {"hosts": _name_few(unchecked)}
        return Step("address", title, evidence, False, _("Check now"), action=CHECK_WEB)
    facts_of = {host.name: host.facts for host in hosts if host.facts}
    for host, facts in facts_of.items():
        if problem := _web_problem(host, facts):
            is_done = None if facts.problem == "unseen" else False
            return Step("address", title, problem, is_done, _("Check again"), action=CHECK_WEB)
    ends = min(facts.ends for facts in facts_of.values() if facts.ends)
    evidence = ngettext(
        "%(hosts)s answers by https. Its certificate is good until %(day)s.",
        "%(hosts)s answer by https. The first certificate is good until %(day)s.",
        len(hosts),
    )
    said = {"hosts": _name_few(list(facts_of)), "day": show_date(clock.local(ends).date())}
    return Step("address", title, evidence % said, True, href=_listed(Domain))


def _web_problem(host: str, facts: WebFacts) -> str:
    problems = {
        "name": _("The internet doesn't know %(host)s yet. Have its DNS entry point here."),
        "connection": _("%(host)s doesn't answer by https."),
        "certificate": _("The certificate of %(host)s isn't valid."),
        "other": _("Another site answers at %(host)s."),
        "unseen": _("We can't look at %(host)s from here. Open it in a browser."),
    }
    problem = facts.problem
    if not problem and (facts.ends is None or facts.ends <= clock.now()):
        problem = "certificate"
    return problems[problem] % {"host": host} if problem else ""


def _email() -> Step:
    title, href = _("Email"), _listed(OutboundEmail)
    if not settings.SMTP_URL:
        evidence = _("Emails are kept and not sent. Have the technician set SMTP_URL, then restart.")
        return Step("email", title, evidence, False, watched="mails")
    through = _("Goes out through %(server)s") % {"server": urlsplit(settings.SMTP_URL).hostname}
    senders = own_names.read_mail()
    worst = next((sender for sender in senders if sender.facts is None or _untrusted(sender.facts)), None)
    has_sent = OutboundEmail.objects.filter(status=Status.SENT).exists()
    if worst is None and has_sent:
        return Step("email", title, _("%(through)s. Inboxes can trust it.") % {"through": through}, True, href=href)
    if worst is None:
        evidence = _("%(through)s. None was sent yet.") % {"through": through}
        return Step("email", title, evidence, False, may_test=True, watched="mails")
    if worst.facts is None:
        evidence = _("%(through)s. We haven't checked yet whether inboxes trust %(domain)s.")
        said = {"through": through, "domain": worst.name}
        return Step("email", title, evidence % said, False, _("Check now"), action=CHECK_MAIL, may_test=True)
    return _untrusted_email(title, through, worst.name, worst.facts)


def _untrusted(facts: MailFacts) -> bool:
    return {facts.spf, facts.dkim, facts.dmarc} != {"yes"}


def _untrusted_email(title: str, through: str, domain: str, facts: MailFacts) -> Step:
    details = tuple(_mail_details(domain, facts))
    is_unknown = all(detail.is_met is None for detail in details)
    if is_unknown:
        evidence = _("%(through)s. No DNS server answered when we checked %(domain)s.")
    else:
        evidence = _("%(through)s, but many inboxes won't trust %(domain)s yet.")
    advice, entry = ("", "") if is_unknown else _advise(domain, facts)
    said = {"through": through, "domain": domain}
    return Step(
        "email",
        title,
        evidence % said,
        None if is_unknown else False,
        _("Check again"),
        action=CHECK_MAIL,
        details=details,
        advice=advice,
        entry=entry,
        may_test=True,
    )


def _mail_details(domain: str, facts: MailFacts) -> list[Detail]:
    several = _("There are several entries, so none of them counts.")
    unknown = _("We don't know.")
    texts = {
        "SPF": {
            "yes": _("It says which servers may send for %(domain)s."),
            "missing": _("Missing, so inboxes can't tell your server from others."),
            "several": several,
            "anyone": _("It lets anyone send in your name."),
        },
        "DKIM": {
            "yes": _("Inboxes can check your signature."),
            "missing": _("We found no key, so many inboxes file your email as spam."),
        },
        "DMARC": {
            "yes": _("It says what to do with email in your name that isn't yours."),
            "missing": _("Missing, so anyone can send in your name."),
            "several": several,
        },
    }
    values = {"SPF": facts.spf, "DKIM": facts.dkim, "DMARC": facts.dmarc}
    return [
        Detail(
            label, texts[label].get(value, unknown) % {"domain": domain}, None if value == "unknown" else value == "yes"
        )
        for label, value in values.items()
    ]


def _advise(domain: str, facts: MailFacts) -> tuple[str, str]:
    """Return what to do about the first thing that is wrong, and the entry to copy; "" where only the email provider
    knows it."""
    add = _("Ask the person who runs %(domain)s to add this entry, then check again.") % {"domain": domain}
    if facts.spf == "missing":
        server = urlsplit(settings.SMTP_URL or "").hostname
        return add, f"{domain}  TXT\nv=spf1 mx a:{server} ~all"
    if facts.dkim == "missing":
        return _(
            "Your email provider's pages show the entry for its key. If it's there already, have the technician set "
            "DKIM_SELECTOR to its name."
        ), ""
    if facts.dmarc == "missing":
        return add, f"_dmarc.{domain}  TXT\nv=DMARC1; p=quarantine"
    return _("Ask the person who runs %(domain)s to correct its entry, then check again.") % {"domain": domain}, ""


def _returned() -> Step:
    title, look = _("Returned email"), work.check_returned({})
    if look.tone == Tone.SETUP:
        evidence = _("Email that comes back isn't read. Have the technician set IMAP_URL.")
        return Step("returned", title, evidence, False, watched="returned")
    return Step("returned", title, look.sentence, look.tone == Tone.GOOD, watched="returned")


def _legal_texts() -> Step:
    title, href = _("Legal texts"), _listed(LegalText)
    rows = LegalText.objects.exclude(published_at=None).filter(Q(brand=None) | Q(brand__active=True))
    published = set(rows.values_list("key", flat=True))
    missing = [str(key.label) for key in LegalKey if key.value not in published]
    if missing:
        evidence = _("The product's own are still used: %(names)s.") % {"names": _name_few(missing)}
        return Step("legal", title, evidence, False, _("Review them"), href)
    return Step("legal", title, _("%(count)d published") % {"count": len(published)}, True, href=href)


def _insurers() -> Step:
    title, names = _("Insurers"), list(Carrier.objects.order_by("name").values_list("name", flat=True)[:50])
    if names:
        return Step("insurers", title, _name_few(names), True, href=_listed(Carrier))
    evidence = _("There is no insurer yet.")
    return Step("insurers", title, evidence, False, _("Add an insurer"), _listed(Carrier, "add"))


def _plans() -> Step:
    title, count = _("Plans"), Plan.objects.filter(active=True).count()
    if not count:
        return Step("plans", title, _("There is no plan yet."), False, _("Add a plan"), _listed(Plan, "add"))
    evidence = ngettext("%(n)d plan", "%(n)d plans", count) % {"n": count}
    return Step("plans", title, evidence, True, href=_listed(Plan))


def place_to_price() -> str:
    """Return the page where a brand that sells nothing goes on: to its first plan, to rates, or to offers."""
    return next((step.href for step in (_plans(), _rates()) if not step.is_done), _listed(Plan))


def count_plans_without_spanish() -> int:
    """Return how many plans have texts in English alone. It reads every plan, so only the page of steps asks."""
    return len(plans_missing_spanish())


def _rates() -> Step:
    title = _("Rates")
    plans = set(Plan.objects.filter(active=True).values_list("pk", flat=True))
    priced = {row[0] for row in name_tables(plans, clock.today())} if plans else set()
    if not priced:
        evidence, href = _("No plan has a price in force."), address_of_upload("rates")
        return Step("rates", title, evidence, False, _("Upload rates"), href, watched="web")
    if nothing_to_buy():
        evidence = _("No public brand sells a plan that has a price.")
        return Step("rates", title, evidence, False, _("Offer a plan"), _listed(Plan), watched="web")
    left, all_plans = len(plans - priced), len(plans)
    evidence = _("%(left)d of %(all)d plans have no price today") if left else _("Every plan has a price today")
    return Step("rates", title, evidence % {"left": left, "all": all_plans}, True, href=_listed(RateTable))


def _areas() -> Step:
    title, unmapped = _("Areas"), schemes_without_map(clock.today())
    if unmapped:
        evidence = _("Rates depend on areas, and no file says which places are in them: %(names)s.")
        evidence %= {"names": _name_few(unmapped)}
        return Step("areas", title, evidence, False, _("Upload areas"), address_of_upload("rating-areas"))
    states = _states_on_sale()
    if states is None:
        return Step("areas", title, _("Every state"), True, href=_listed(Plan))
    if not states:
        evidence = _("No public brand offers a plan anywhere.")
        return Step("areas", title, evidence, False, _("Offer a plan"), _listed(Plan))
    return Step("areas", title, _name_few(_name_states(states)), True, href=_listed(Plan))


def _states_on_sale() -> frozenset[str] | None:
    return offered_states([brand.pk for brand in brands.public_brands()], clock.today())


def _name_states(states: Iterable[str]) -> list[str]:
    return sorted(state_name(state) or state for state in states)


def _licenses() -> Step:
    title, href = _("Licenses"), reverse("admin:parties_agent_changelist")
    licensed = licensed_states(clock.today())
    if not licensed:
        return Step("licenses", title, _("No rep has a license in force."), False, _("Add a license"), href)
    missing = _name_states((_states_on_sale() or frozenset()) - licensed)
    if missing:
        evidence = _("Plans are offered where no rep is licensed: %(states)s.") % {"states": _name_few(missing)}
        return Step("licenses", title, evidence, False, _("Add a license"), href)
    count = len(licensed)
    evidence = ngettext("Reps are licensed in %(n)d state", "Reps are licensed in %(n)d states", count) % {"n": count}
    return Step("licenses", title, evidence, True, href=href)


def _second_person() -> Step:
    title = _("Second person")
    rows = User.objects.filter(is_staff=True, is_active=True).exclude(staff_role=StaffRole.READER)
    names = [row.name or row.email for row in rows.order_by("pk")[:50]]
    if len(names) > 1:
        evidence = _("%(names)s can approve each other's changes") % {"names": _name_few(names)}
        return Step("person", title, evidence, True, href=_listed(User))
    evidence = _("No one can approve what needs two people.")
    return Step("person", title, evidence, False, _("Add an account"), _listed(User, "add"))


def _backup() -> Step:
    title, look = _("Backup"), machine.check_backups({})
    if look.tone == Tone.SETUP:
        evidence = _("None was made yet. Have the technician run ./run backup.")
        return Step("backup", title, evidence, False, watched="backups")
    if look.tone != Tone.GOOD:
        return Step("backup", title, look.sentence, False, watched="backups")
    if read_note(settings.VAR_DIR).restored is None:
        evidence = _("%(made)s It counts once ./run restore has brought it back in another place.")
        return Step("backup", title, evidence % {"made": look.sentence}, False)
    return Step("backup", title, look.sentence, True)


def _cards() -> Step:
    title = _("Payment")
    if settings.CARDS_OFFERED:
        return Step("payment", title, _("Members can pay by card and by bank account"), True)
    evidence = _("Members can pay by bank account only. Have the technician set CARD_GATEWAY.")
    return Step("payment", title, evidence, False)


def _partners() -> Step:
    """Look at who checks addresses, phone numbers and email addresses: the companies that a store needs a contract
    with, beside those of email and cards."""
    title, href = _("Partners"), reverse("admin:outside")
    embedded = [port for port in _CHECKS_OUTSIDE if ports.is_embedded(port)]
    names = [str(ports.title_of(port)) for port in _CHECKS_OUTSIDE if port not in embedded]
    if embedded:
        checked = _name_few([str(ports.PORTS[port].title).lower() for port in embedded])
        evidence = _("No outside service checks whether these exist: %(names)s.") % {"names": checked}
        return Step("partners", title, evidence, False, _("View outside services"), href)
    look = work.check_services({})
    if look.tone == Tone.WARN:
        return Step("partners", title, look.sentence, False, _("View outside services"), href, watched="services")
    return Step("partners", title, _("In use: %(names)s.") % {"names": _name_few(names)}, True, href=href)
