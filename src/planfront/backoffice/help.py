"""The operator's page of help: the usual tasks of staff in a few sentences each, for the pages that link to them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


@dataclass(frozen=True)
class Topic:
    """A task: its steps, and the page it is done on. ``place`` is an address of the side bar."""

    title: Promise
    text: Promise
    steps: tuple[Promise, ...]
    place: str
    link: Promise


TOPICS = {
    "day": Topic(
        gettext_lazy("Start your day"),
        gettext_lazy("Home lists everything waiting for your team, with the day each item is due."),
        (
            gettext_lazy("Open the first item, and do what its page asks for. The count in the menu drops right away."),
            gettext_lazy("System status on the right says whether everything works."),
            gettext_lazy("Press / on any page to find a person, policy, plan, quote or page. Press ? to see all keys."),
        ),
        "/backoffice/",
        gettext_lazy("Go to Home"),
    ),
    "caller": Topic(
        gettext_lazy("Answer a caller"),
        gettext_lazy("A person's page shows their policies, payments, emails, calls and open tasks."),
        (
            gettext_lazy("Press / and enter a name, phone number, email address or policy number."),
            gettext_lazy("Read what they have and pay. Each policy's link opens its prices, changes and people."),
            gettext_lazy(
                "Open sealed values such as a Social Security number only if you need them. You'll give a reason."
            ),
        ),
        "/backoffice/members/member/",
        gettext_lazy("Find a member"),
    ),
    "policies": Topic(
        gettext_lazy("Change or end a policy"),
        gettext_lazy("A preview shows every price before and after. Nothing changes until you save it."),
        (
            gettext_lazy("Open the policy, choose Change, and enter the day and the reason."),
            gettext_lazy("Preview it, compare both prices, and save."),
            gettext_lazy("A change that reaches far back needs a second person, who sees the same preview."),
            gettext_lazy("Made a mistake? Withdraw the change under Every change. It stays in the history."),
        ),
        "/backoffice/coverage/policy/",
        gettext_lazy("See policies"),
    ),
    "rosters": Topic(
        gettext_lazy("Upload a group's roster"),
        gettext_lazy("Use the file that the group's payroll system exports. An upload never ends anyone's coverage."),
        (
            gettext_lazy("Upload the file, and check how its columns were matched."),
            gettext_lazy("Fix rows with errors on the page, or leave them out."),
            gettext_lazy("Review what would change, and apply it."),
        ),
        "/backoffice/members/rosterimport/",
        gettext_lazy("See rosters"),
    ),
    "imports": Topic(
        gettext_lazy("Import plans and rates"),
        gettext_lazy("A file is imported completely or not at all, and shoppers see nothing until it goes live."),
        (
            gettext_lazy("Choose what the file contains. Columns lists what we can read, with examples."),
            gettext_lazy("Fix what the check reports, in the file or on the page, and check it again."),
            gettext_lazy("A second person reviews the differences, approves them, and chooses the day they go live."),
        ),
        "/backoffice/imports/importrun/",
        gettext_lazy("See imports"),
    ),
    "brands": Topic(
        gettext_lazy("Open a brand"),
        gettext_lazy("Only staff can see a new brand until you publish it."),
        (
            gettext_lazy("Enter its name and address. You can copy the look and texts of another brand."),
            gettext_lazy("Its Start page lists what is missing. Each missing item leads to its field."),
            gettext_lazy("Choose Preview to use the store as a shopper would. Publish it when everything is ready."),
        ),
        "/backoffice/brands/brand/",
        gettext_lazy("See brands"),
    ),
    "status": Topic(
        gettext_lazy("Check that everything works"),
        gettext_lazy("System status says what is down or not set up, and what to do about it."),
        (
            gettext_lazy("Set up what the page lists first: without email, for example, no code reaches a shopper."),
            gettext_lazy("Follow the steps of each problem, then choose Check again."),
            gettext_lazy("A failed job or email can be tried again on its own page."),
        ),
        "/backoffice/health/",
        gettext_lazy("See system status"),
    ),
    "privacy": Topic(
        gettext_lazy("Answer a privacy request"),
        gettext_lazy("People may ask for a copy of their data, or for its erasure."),
        (
            gettext_lazy("Enter the request on the day it arrives. Its page shows the day you must answer by."),
            gettext_lazy("Confirm who is asking before you send a copy or erase anything."),
            gettext_lazy("A second person approves an erasure. The page shows what is erased and what must be kept."),
        ),
        "/backoffice/privacy/privacyrequest/",
        gettext_lazy("See privacy requests"),
    ),
}


def help_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show the tasks whose pages the signed-in member of staff may open."""
    context = site.each_context(request)
    entries = [entry for group in context["sidebar_navigation"] for entry in group["items"]]
    places = {page["link"] for entry in entries for page in (entry, *entry["items"])}
    topics = [(key, topic) for key, topic in TOPICS.items() if topic.place in places]
    return TemplateResponse(request, "backoffice/help.html", {**context, "title": _("Help"), "topics": topics})


def link_to_help(key: str) -> SafeString:
    """Return a link to a task's section."""
    return format_html(
        '<a class="o-help" href="{}#{}"><span class="material-symbols-outlined" aria-hidden="true">help</span>'
        "{}: {}</a>",
        reverse("admin:help"),
        key,
        _("Help"),
        TOPICS[key].title,
    )
