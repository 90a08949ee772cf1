"""Sending letters: written once, by email with the PDF, on paper where it has to be or there is no address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name, lock_row
from planfront.kernel.text.parse import show_phone
from planfront.letters.documents import describe_letter
from planfront.letters.kinds import UNKNOWN, fill_in
from planfront.letters.models import Letter, LetterText, PrintFile
from planfront.letters.selectors import find_words, letters_to_print
from planfront.letters.shipped import NEW_PRICE, SAME_PRICE
from planfront.messaging.returned import is_returned
from planfront.messaging.services import can_withdraw_mail, queue_email, withdraw_mail

if TYPE_CHECKING:
    from datetime import date

    from django.db.models import QuerySet

    from planfront.accounts.models import User
    from planfront.brands.models import Brand

MOST_PRINTED = 500
"""The most letters of one file: what a printer takes, and what a machine makes in a minute."""


@dataclass(frozen=True)
class Recipient:
    """The recipient of a letter. ``address``: lines below the name. ``email`` "": on paper only."""

    name: str
    first_name: str
    address: tuple[str, ...] = ()
    email: str = ""
    language: str = "en"


@dataclass(frozen=True)
class NewLetter:
    """A letter to be sent. ``key`` names what it tells of; ``facts``: see kinds.NAMES; ``paper``: it has to go on
    paper, too."""

    key: str
    kind: str
    brand: Brand
    member_id: int | None
    recipient: Recipient
    facts: Mapping[str, str]
    policies: tuple[str, ...] = ()
    paper: bool = False

    @cached_property
    def email(self) -> str:
        """Return the address that it goes to by email; "" for one that mail comes back from."""
        return "" if is_returned(self.brand.pk, self.recipient.email) else self.recipient.email

    @property
    def on_paper(self) -> bool:
        return self.paper or not self.email


@dataclass(frozen=True)
class Composed:
    """The words of a letter, in its recipient's language. ``text``: the version that they are of, None for those that
    come with the store."""

    language: str
    subject: str
    paragraphs: list[str]
    text: LetterText | None


def compose_letter(new: NewLetter) -> Composed:
    """Return the words of a letter as it would be written today."""
    language = new.recipient.language if new.recipient.language == "es" else "en"
    words = find_words(new.kind, new.brand.pk, language, clock.today())
    known = {"first_name": new.recipient.first_name, "brand": new.brand.name, "phone": show_phone(new.brand.phone)}
    facts = {**known, **new.facts}
    facts["price"] = _price(new.kind, language, facts)
    return Composed(language, fill_in(words.subject, facts)[:200], _paragraphs(fill_in(words.body, facts)), words.row)


@transaction.atomic
def send_letter(new: NewLetter) -> Letter:
    """Write a letter and put it on its way. The same key again gives the first letter and sends nothing."""
    earlier = Letter.objects.filter(key=new.key).first()
    if earlier is not None:
        return earlier
    brand, to, words = new.brand, new.recipient, compose_letter(new)
    document = describe_letter(
        brand,
        words.language,
        subject=words.subject,
        paragraphs=words.paragraphs,
        address=[to.name, *to.address],
        policies=new.policies,
        day=clock.today(),
        at=clock.now(),
    )
    letter, created = Letter.objects.get_or_create(
        key=new.key,
        defaults={
            "brand": brand,
            "member_id": new.member_id,
            "kind": new.kind,
            "language": words.language,
            "text": words.text,
            "policies": list(new.policies),
            "subject": words.subject,
            "recipient": to.name,
            "document": cast(Any, document),
            "mailed": bool(new.email),
            "on_paper": new.on_paper,
            "day": clock.today(),
            "created_at": clock.business_now(),
        },
    )
    if created and new.email:
        _mail(letter, brand, new.email, words.paragraphs)
    return letter


def print_returned(dedupe_key: str) -> None:
    """Have a letter printed whose mail came back, unless it was taken back meanwhile."""
    kind, _, letter = dedupe_key.partition(":")
    if kind == "letter":
        Letter.objects.filter(pk=letter, taken_back=False).update(on_paper=True)


@transaction.atomic
def withdraw_letter(key: str) -> bool:
    """Take back what nobody has read yet: a letter whose mail and paper haven't left is deleted. Of one that went by
    mail, the paper that waits for the printer isn't printed. Returns whether somebody was told, and has to be told
    again."""
    letter = lock_row(Letter.objects.filter(key=key))
    if letter is None:
        return False
    mailed = letter.mailed and not withdraw_mail(dedupe_key=f"letter:{letter.pk}")
    if not mailed and letter.print_file_id is None:
        letter.delete()
        return False
    if letter.print_file_id is None:
        letter.on_paper, letter.taken_back = False, True
        letter.save(update_fields=["on_paper", "taken_back"])
    return True


@transaction.atomic
def withdraw_letters_to(member_id: int, since: date) -> None:
    """Take back the letters to a member from a day on that haven't left yet; of earlier ones only the paper that waits
    for the printer. Nothing brings them back."""
    _papers, letters = _find_to_stop(member_id, since)
    earlier = Letter.objects.filter(member=member_id, print_file=None, day__lt=since)
    earlier.update(on_paper=False, taken_back=True)
    for key in list(letters.values_list("key", flat=True)):
        withdraw_letter(key)


def count_letters_to_stop(member_id: int, since: date) -> tuple[int, int]:
    """Return how many letters withdraw_letters_to would take back now, and of how many others the paper."""
    papers, letters = _find_to_stop(member_id, since)
    left = [row for row in letters if row.mailed and not can_withdraw_mail(dedupe_key=f"letter:{row.pk}")]
    return len(letters) - len(left), papers.count() + sum(row.on_paper for row in left)


def _find_to_stop(member_id: int, since: date) -> tuple[QuerySet[Letter], QuerySet[Letter]]:
    """Return the letters of a member of which only the paper is stopped, and those that are taken back as far as they
    haven't left."""
    waiting = Letter.objects.filter(member=member_id, print_file=None)
    return waiting.filter(on_paper=True, day__lt=since), waiting.filter(day__gte=since).order_by("pk")


def _mail(letter: Letter, brand: Brand, email: str, paragraphs: list[str]) -> None:
    queue_email(
        brand=brand,
        kind="letter",
        to=email,
        context={"heading": letter.subject, "paragraphs": paragraphs, "document": letter.document},
        dedupe_key=f"letter:{letter.pk}",
        language=letter.language,
    )


@transaction.atomic
def make_print_file(*, by: User | None, brands: Iterable[int] | None, origin: Origin) -> PrintFile | None:
    """Take what waits for the printer into one file; None where nothing does. A letter is in one file only."""
    lock_name("letters.print_file")
    waiting = list(letters_to_print(brands)[:MOST_PRINTED])
    if not waiting:
        return None
    file = PrintFile.objects.create(made_at=clock.business_now(), made_by=by)
    Letter.objects.filter(pk__in=[letter.pk for letter in waiting]).update(print_file=file)
    meta = {"letters": len(waiting)}
    record("letters.print_file_made", origin=origin, subject_type="printfile", subject_id=file.pk, meta=meta)
    return file


SAMPLE: Mapping[str, str] = {
    "greeting": "Dear Maria,",
    "first_name": "Maria",
    "plans": "Sample Dental",
    "policies": "P-0000000",
    "what": "Mateo joined.",
    "day": "01/01/2027",
    "last_day": "12/31/2026",
    "answer_by": "12/15/2026",
    "before": "$36.85",
    "after": "$69.95",
    "offer": "Sample Dental renews on 01/01/2027. You don't need to do anything to keep it.",
    "compared": "Worse: deductible ($50 now, $75 then).",
    "no_answer": "If you don't answer, Sample Dental Plus starts on 01/01/2027.",
    "beneficiaries": "The beneficiaries of Sample Life were named before your divorce.",
    "child": "Iris",
    "who": "Arthur",
    "group": "Sample Company",
    "shares": (
        "From 01/01/2027, you pay $7.37 a month for Sample Dental (P-0000000) instead of $18.42. Sample Company pays "
        "$29.48 instead of $18.43. Your payroll deduction is $1.70 each week instead of $4.25 each week."
    ),
    "claim": "To claim the benefit of Sample Life, contact Sample Insurance and give policy number P-0000000.",
}


def describe_sample(text: LetterText, brand: Brand) -> dict[str, Any]:
    """Return the contents of a version as a letter, with made-up facts."""
    facts = {**SAMPLE, "brand": brand.name, "phone": show_phone(brand.phone)}
    facts["price"] = _price(text.kind, text.language, facts)
    return describe_letter(
        brand,
        text.language,
        subject=fill_in(text.subject, facts),
        paragraphs=_paragraphs(fill_in(text.body, facts)),
        address=["Maria Santos", "88 Elm Street", "Dallas, TX 75201"],
        policies=[SAMPLE["policies"]],
        day=clock.today(),
        at=clock.now(),
    )


def _price(kind: str, language: str, facts: Mapping[str, str]) -> str:
    """Return the prices from their days, else the sentence with the price before and after, for a kind that has one and
    where one is on record and something is paid afterwards; with the sentence about fees, and in a paragraph of its own
    what is owed for months that have begun."""
    words, before, after = NEW_PRICE.get((kind, language)), facts.get("before"), facts.get("after")
    sentences = [facts.get("prices", ""), facts.get("fees", "")]
    if not sentences[0] and words is not None and after and not before == after == UNKNOWN:
        sentences[0] = fill_in(SAME_PRICE[language] if before == after else words, facts)
    return "\n\n".join(filter(None, (" ".join(filter(None, sentences)), facts.get("past", ""))))


def _paragraphs(text: str) -> list[str]:
    parts = (part.strip() for part in text.replace("\r\n", "\n").split("\n\n"))
    return [part for part in parts if part]
