"""People who are only named in another person's application: its dependents and beneficiaries.

They are found by name and birth date or by number, get a copy of what is said about them, and can be removed from an
application that isn't submitted yet. What was signed stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms.named import NamedPerson
from planfront.enrollment.models import Application, Proposal, Screenshot, Section, State
from planfront.enrollment.steps.registry import BENEFICIARY, DEPENDENT, PERSONAL, furthest_step
from planfront.enrollment.worklists.search import KeyKind, known_by
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.text.parse import digits, show_date
from planfront.kernel.text.words import is_name
from planfront.privacy import words
from planfront.privacy.registry import Clues, Kept, Links, Mention, Text
from planfront.shopping.privacy import kept_enrollment

Answers = Mapping[str, Any]


def matches_clues(clues: Clues, stored: Answers) -> bool:
    """Return whether a person of an application fits the clues: by number, or by birth date with name or last four."""
    person = NamedPerson.read(stored)
    number = digits(person.ssn)
    if clues.number and number == clues.number:
        return True
    if clues.born is None or person.birthdate != clues.born:
        return False
    same_name = bool(clues.name) and is_name(clues.name, person.first_name, person.last_name)
    return same_name or bool(clues.last_four and number.endswith(clues.last_four))


def candidate_answers(clues: Clues, key: str) -> Iterator[tuple[Application, Answers]]:
    """Yield applications that may name a person, with a step's answers: submitted ones by keyed hash and as they were
    signed, drafts one by one."""
    applications = Application.objects.filter(enrollment__brand=clues.brand_id).select_related("enrollment")
    condition = None
    if clues.number or clues.last_four:
        condition = known_by(KeyKind.LAST_FOUR, (clues.number or clues.last_four)[-4:])
    elif clues.born:
        condition = known_by(KeyKind.BORN, clues.born.isoformat())
    if condition is None:
        return
    for application in applications.filter(condition, submitted_at__isnull=False).iterator(chunk_size=100):
        yield application, application.frozen.get("answers", {}).get(key, {})
    drafts = Section.objects.filter(key=key, application__in=applications.filter(state=State.DRAFT))
    for section in drafts.select_related("application__enrollment").iterator(chunk_size=100):
        yield section.application, section.answers


@dataclass(frozen=True)
class List:
    """A step's list of people: ``step`` its key, ``name`` and ``key`` those of the list and of a person's id in it."""

    step: str
    name: str
    key: str
    title: Text

    def mention(self) -> Mention:
        return Mention(
            table=f"enrollment.{self.name}",
            title=self.title,
            period=words.WITH_APPLICATION,
            search=self._search,
            describe=self._describe,
            show=self._show,
            kept=self._kept,
            erase=self._erase,
            within=self._within,
        )

    def _search(self, clues: Clues) -> Iterator[str]:
        for application, answers in candidate_answers(clues, self.step):
            for person in self._people(answers):
                if person.get(self.key) and matches_clues(clues, person):
                    yield f"{application.pk}:{person[self.key]}"

    def _people(self, answers: Answers) -> Iterator[Answers]:
        for name in (self.name, "set_aside"):
            yield from answers.get(name, [])

    def _at(self, key: str) -> tuple[Application, Answers] | None:
        """The application of a mention, and what it says of the person; None when it doesn't any more."""
        application_id, _colon, person_id = key.partition(":")
        rows = Application.objects.filter(pk=UUID(application_id)).select_related("enrollment")
        if (application := rows.first()) is None:
            return None
        for person in self._people(self._answers(application)):
            if person.get(self.key) == person_id:
                return application, person
        return None

    def _answers(self, application: Application) -> Answers:
        if application.submitted_at is not None:
            signed: Answers = application.frozen.get("answers", {}).get(self.step, {})
            return signed
        section = Section.objects.filter(application=application, key=self.step).first()
        return section.answers if section is not None else {}

    def _describe(self, key: str) -> str:
        at = self._at(key)
        if at is None:
            return key
        application, person = at[0], NamedPerson.read(at[1])
        born = show_date(person.birthdate)
        return f"{person.name}, {born} ({application.applicant}, {clock.show_day(application.created_at)})"

    def _show(self, key: str) -> dict[str, Any] | None:
        at = self._at(key)
        return {name: value for name, value in at[1].items() if value and name != self.key} if at else None

    def _kept(self, key: str) -> Kept | None:
        at = self._at(key)
        return kept_enrollment(at[0].enrollment) if at else None

    def _within(self, keys: Iterable[str]) -> Links:
        applications = Application.objects.filter(pk__in={key.partition(":")[0] for key in keys})
        pairs = list(applications.values_list("pk", "enrollment_id"))
        yield "enrollment.application", [pk for pk, _enrollment in pairs]
        yield "shopping.quote", [enrollment for _pk, enrollment in pairs]
        yield (
            "enrollment.section",
            Section.objects.filter(application__in=[pk for pk, _one in pairs]).values_list("pk", flat=True),
        )

    @transaction.atomic
    def _erase(self, keys: Iterable[str]) -> None:
        """Take people out of applications that were not sent. Who fills one in passes the step again."""
        for key in keys:
            application_id, _colon, person_id = key.partition(":")
            section = lock_row(Section.objects.filter(application=UUID(application_id), key=self.step))
            if section is None:
                continue
            answers = dict(section.answers)
            for name in (self.name, "set_aside"):
                if name in answers:
                    answers[name] = [answer for answer in answers[name] if answer.get(self.key) != person_id]
            answers.pop("confirmed", None)
            Application.objects.filter(pk=section.application_id).update(version=F("version") + 1)
            application = Application.objects.get(pk=section.application_id)
            application.last_step = furthest_step(application.last_step, self.step)
            application.save(update_fields=["last_step"])
            section.answers, section.draft, section.draft_at = answers, {}, None
            section.saved_at, section.version = clock.now(), application.version
            section.save()
            Proposal.objects.filter(hand_over__application=section.application_id, key=self.step).delete()
            # The steps' pictures show the names, in this one and in what comes after.
            Screenshot.objects.filter(application=section.application_id).delete()


_DEPENDENTS: Promise = _("Named as a dependent in someone's application")
_BENEFICIARIES: Promise = _("Named as a beneficiary in someone's application")
LISTS = (
    List(DEPENDENT.key, "dependents", "dependent_id", _DEPENDENTS),
    List(BENEFICIARY.key, "beneficiaries", "beneficiary_id", _BENEFICIARIES),
)


def applicant_applications(clues: Clues) -> Iterator[UUID]:
    """Applications whose applicant has the name and birth date."""
    if clues.name and clues.born:
        for application, answers in candidate_answers(clues, PERSONAL.key):
            if matches_clues(clues, answers):
                yield application.pk
