"""The kind "reps": reps with their licenses by state and the appointments that insurers gave them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from planfront.parties.groups.models import AgentGroup, Portal
from planfront.parties.importers.cells import CODE, DAY, NAME, PHONE, STATE, TEXT, catalog_choice, label_choice
from planfront.parties.importers.importer import PartyImporter
from planfront.parties.importers.parts import Cell, Form, Part, link
from planfront.parties.reps.models import Agent, Appointment, License

_HEAD = Part(
    "",
    "rep",
    Agent,
    (),
    (
        Cell("Rep code", ("code",), CODE, "The Rep Access Code, in every row.", "R4410", True),
        Cell("First name", ("first_name",), NAME, "Of a new rep.", "Ann", True),
        Cell("Middle name", ("middle_name",), NAME, ""),
        Cell("Last name", ("last_name",), NAME, "Of a new rep.", "Lee", True),
        Cell("NPN", ("npn",), TEXT, "National producer number: up to ten digits.", example="1234567"),
        Cell("Email", ("email",), TEXT, "The invitation goes here later.", "ann.lee@larkspur.example", True),
        Cell("Phone", ("phone",), PHONE, "Ten digits.", "614-555-0148"),
    ),
)


def _licenses() -> Part:
    lines = f"{'; '.join(License.Line.labels)}. Empty: the first."
    return Part(
        "licenses",
        "license",
        License,
        ("License state", "License line"),
        (
            Cell("License state", ("state",), STATE, "A row for each license.", "OH", True),
            Cell("License number", ("number",), TEXT, "As the state wrote it.", "OH-440127", True),
            Cell("License line", ("line",), label_choice(License.Line.choices), lines, "Life, accident and health"),
            Cell("License from", ("effective_on",), DAY, "First day. Empty: long in force.", "03/01/2021"),
            Cell("License to", ("expires_on",), DAY, "Last day. Empty: open.", "02/28/2027"),
        ),
        parent="agent",
        faults={"license_days": "License to"},
    )


def _appointments() -> Part:
    insurers = catalog_choice("insurers")
    return Part(
        "appointments",
        "appointment",
        Appointment,
        ("Insurer", "Appointment state", "Appointed on"),
        (
            Cell("Insurer", ("carrier_id",), insurers, "Key, name or NAIC number. A row for each.", "ostrander", True),
            Cell("Appointment state", ("state",), STATE, "Two letters.", "OH", True),
            Cell("Appointment number", ("number",), TEXT, "The insurer's number of the rep.", "OM-77120"),
            Cell("Appointed on", ("appointed_on",), DAY, "First day.", "04/15/2021", True),
            Cell("Appointment ended", ("ended_on",), DAY, "Last day. Empty: open."),
        ),
        parent="agent",
        faults={"appointment_days": "Appointment ended"},
    )


class Reps(PartyImporter):
    kind = "reps"
    title = "Reps"
    text = (
        "Reps with licenses and appointments, as CSV or XLSX. A rep with more than one license has more than one row; "
        "repeat the rep's code, and leave the other cells empty. Semicolons separate names in one cell. Empty cells "
        "keep what's on record. No one is removed or invited; invite reps from their list when you're ready."
    )
    table = Agent

    def form(self) -> Form:
        brand, portal = (Agent.brands.through, "agent", "brand"), (Portal.agents.through, "agent", "portal")
        links = (
            link("Brands", "Keys or names. A new rep needs one.", brand, ("key", "name"), "larkspur", required=True),
            link("Portals", "Codes or names of those that aren't open to all.", portal, ("code", "name")),
        )
        return Form(_HEAD, links, (_licenses(), _appointments()))

    def uses(self, party: Any) -> Iterator[str]:
        if party.user_id:
            yield _("%s has an account") % party.code
        for code in AgentGroup.objects.filter(agent=party).order_by("group").values_list("group__code", flat=True)[:5]:
            yield _("%(rep)s serves %(group)s") % {"rep": party.code, "group": code}
