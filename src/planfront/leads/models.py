"""Leads: what visitors tell the chat, who wants to become a rep, and what they agreed to. Personal text is sealed."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from planfront.kernel import clock
from planfront.kernel.security.fields import BlindIndexField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class Kind(models.TextChoices):
    TEXT = "text", "Any text"
    CHOICE = "choice", "One of the listed answers"
    PHONE = "phone", "Phone number"
    EMAIL = "email", "Email address"


CONTACTS = (Kind.PHONE, Kind.EMAIL)


class Fact(models.TextChoices):
    """A fact about a person that a question of the chat asks for. Phone and email are known by the question's kind."""

    NAME = "name", "Their name"
    COVERED = "covered", "Who is to be covered"
    WANTED = "wanted", "Kinds of plans they want"
    WORDS = "words", "What they need, in their own words"
    ZIP = "zip", "ZIP code"
    BORN = "born", "Birth date"


class Progress(models.TextChoices):
    """Progress of an enquiry."""

    NEW = "NEW", "New"
    CONTACTED = "CONTACTED", "Contacted"
    WON = "WON", "Won"
    LOST = "LOST", "Lost"


class LeadStatus(models.TextChoices):
    """Progress of a lead. A call sets Contacted, a sent quote Quoted, a submitted enrollment Won."""

    NEW = "NEW", "New"
    CONTACTED = "CONTACTED", "Contacted"
    QUOTED = "QUOTED", "Quoted"
    WON = "WON", "Won"
    LOST = "LOST", "Lost"


WORKED_ON = (LeadStatus.CONTACTED, LeadStatus.QUOTED)
"""Leads that a rep works on: kept however old they get."""
OPEN = (LeadStatus.NEW, *WORKED_ON)


class LostReason(models.TextChoices):
    NO_REPLY = "no_reply", "Couldn't reach them"
    PRICE = "price", "The price"
    ELSEWHERE = "elsewhere", "Covered elsewhere"
    NOT_INTERESTED = "not_interested", "Not interested"
    NOT_ELIGIBLE = "not_eligible", "Not eligible"
    WRONG_CONTACT = "wrong_contact", "Wrong contact details"
    OTHER = "other", "Another reason"


class CallOutcome(models.TextChoices):
    TALKED = "talked", "We talked"
    MESSAGE = "message", "Left a message"
    NO_ANSWER = "no_answer", "No answer"


class Purpose(models.TextChoices):
    PHONE = "phone", "Calls and texts"
    EMAIL = "email", "Email"
    LOCATION = "location", "Location"


class How(models.TextChoices):
    """The way a person told us that they take something back."""

    SITE = "site", "On the site"
    PHONE = "phone", "By phone"
    EMAIL = "email", "By email"
    TEXT = "text", "By text message"
    LETTER = "letter", "By letter"
    OTHER = "other", "Another way"


class AssistantQuestion(models.Model):
    """A question of the chat. It is asked in order of ``position``, and only when its condition holds.

    ``options`` and ``when_answers`` hold one answer a line, in English; ``stands_for`` one line for each option, "-"
    for nothing; ``i18n`` as in the catalog.
    """

    brand = models.ForeignKey(
        "brands.Brand",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Leave empty to ask on every brand.",
    )
    position = models.PositiveSmallIntegerField(default=1, db_index=True)
    question = models.CharField(max_length=300)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.TEXT)
    options = models.TextField(blank=True, max_length=2000, help_text="Answers to choose from, one per line.")
    fact = models.CharField(
        "asks for",
        max_length=8,
        choices=Fact.choices,
        blank=True,
        default="",
        db_default="",
        help_text="What the answer tells about the person. Reps see it on the lead, and quotes start with it.",
    )
    stands_for = models.TextField(
        "answers stand for",
        blank=True,
        default="",
        db_default="",
        max_length=2000,
        help_text="One line for each answer. For who is covered: IO (member), IS (and spouse), IC (and children), "
        "IF (family) or - (none of these). For kinds of plans: their categories, separated by spaces, or -.",
    )
    when_question = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name="only after",
        help_text="Leave empty to always ask. Otherwise choose an earlier choice question.",
    )
    when_answers = models.TextField(
        blank=True, max_length=2000, verbose_name="when answered", help_text="The answers, one per line, in English."
    )
    i18n = models.JSONField(default=dict, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        verbose_name = "chat question"
        ordering = ["position", "id"]

    def __str__(self) -> str:
        return f"{self.position}. {self.question}"


class Lead(models.Model):
    """One visitor's chat with one rep (or with the brand), or a person whom a rep added by hand. A chat belongs to the
    session that made it; ``device_id`` only tells the chats of a session apart. ``added_by``: the name of the one who
    added the person, as it was then; empty for a chat."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey("accounts.VisitorSession", null=True, on_delete=models.SET_NULL, related_name="+")
    device_id = models.CharField(max_length=64)
    agent = models.ForeignKey("parties.Agent", null=True, on_delete=models.PROTECT, related_name="+")
    added_by = models.CharField(max_length=200, blank=True, default="", db_default="", editable=False)
    page = models.CharField(max_length=200, blank=True)
    language = models.CharField(max_length=5, default="en")
    status = models.CharField(max_length=9, choices=LeadStatus.choices, default=LeadStatus.NEW, db_index=True)
    lost_reason = models.CharField(max_length=14, choices=LostReason.choices, blank=True, default="", db_default="")
    follow_up_on = models.DateField(
        "follow up on", null=True, blank=True, help_text="The day on which the rep's list of the day has it again."
    )
    assigned = models.ForeignKey(
        "parties.Agent",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        verbose_name="assigned rep",
    )
    handed_by = models.ForeignKey(
        "parties.Agent",
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The rep who handed it over last. They go on reading it.",
    )
    held = models.BooleanField(
        "keep",
        default=False,
        help_text="Keep it no matter how old it gets. Leads being worked on (Contacted, Quoted) are always kept.",
    )
    notes = EncryptedTextField(blank=True)
    created_at = models.DateTimeField(db_index=True)
    updated_at = models.DateTimeField()
    completed_at = models.DateTimeField(null=True, help_text="When the last question was answered.")

    class Meta:
        indexes = [
            # A rep's leads, all and by status: a page is read off the index.
            models.Index(fields=["assigned", "brand", "updated_at", "id"], name="lead_of_rep"),
            models.Index(fields=["assigned", "status", "brand", "updated_at", "id"], name="lead_of_rep_status"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "device_id", "agent"], condition=Q(agent__isnull=False), name="lead_once_rep"
            ),
            models.UniqueConstraint(
                fields=["session", "device_id"], condition=Q(agent__isnull=True), name="lead_once_brand"
            ),
        ]

    def __str__(self) -> str:
        return f"Lead of {clock.show_moment(self.created_at)}"


class LeadAnswer(models.Model):
    """An answer, with the question as it was asked. A choice is kept in English. Without a question it is a fact that
    a rep wrote down: ``fact`` is a Fact, "phone" or "email"."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    lead = models.ForeignKey(Lead, on_delete=models.CASCADE, related_name="answers")
    question = models.ForeignKey(AssistantQuestion, null=True, on_delete=models.PROTECT, related_name="+")
    fact = models.CharField(max_length=8, blank=True, default="", db_default="")
    asked = models.CharField(max_length=300)
    answer = EncryptedTextField()
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["lead", "question"], condition=Q(question__isnull=False), name="lead_answer_once"
            ),
            models.UniqueConstraint(fields=["lead", "fact"], condition=Q(question=None), name="lead_fact_once"),
        ]

    def __str__(self) -> str:
        return self.asked

    @property
    def tells(self) -> str:
        """Return "phone", "email" or a Fact; "" for an answer to a question of the brand's own."""
        if self.question is None:
            return self.fact
        return self.question.kind if self.question.kind in CONTACTS else self.question.fact


def telling(*kinds: str) -> Q:
    """Return the answers that tell a phone number or an address: ``kinds`` of CONTACTS."""
    return Q(question__kind__in=kinds) | Q(question=None, fact__in=kinds)


class LeadWord(models.Model):
    """The beginning of a word of a lead's answers, as a keyed hash: the answers themselves are sealed."""

    lead = models.ForeignKey(Lead, on_delete=models.CASCADE, related_name="words")
    token = BlindIndexField()

    class Meta:
        indexes = [models.Index(fields=["token", "lead"], name="lead_word")]

    def __str__(self) -> str:
        return f"word of {self.lead_id}"


class LeadNote(models.Model):
    """A rep's note about a lead, or a call with its outcome. Notes are only added; ``author`` is the name at that
    time."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    lead = models.ForeignKey(Lead, on_delete=models.CASCADE, related_name="rep_notes")
    author_id = models.BigIntegerField(null=True)
    author = models.CharField(max_length=200)
    text = EncryptedTextField(blank=True)
    outcome = models.CharField(max_length=9, choices=CallOutcome.choices, blank=True, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"note of {clock.show_moment(self.at)}"


class LeadQuote(models.Model):
    """A quote that was started for a lead. Copies that its client opened by a link follow from the quote."""

    lead = models.ForeignKey(Lead, on_delete=models.CASCADE, related_name="lead_quotes")
    quote = models.OneToOneField("shopping.Quote", on_delete=models.CASCADE, related_name="+")
    started_at = models.DateTimeField()

    class Meta:
        ordering = ["started_at", "id"]

    def __str__(self) -> str:
        return f"quote of {self.lead_id}"


class RepEnquiry(models.Model):
    """An enquiry of somebody who wants to become a rep. ``contact_hash`` recognizes a repeat while the enquiry is
    new."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey("accounts.VisitorSession", null=True, on_delete=models.SET_NULL, related_name="+")
    name = EncryptedTextField()
    phone = EncryptedTextField()
    email = EncryptedTextField()
    state = models.CharField(max_length=2)
    contact_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=9, choices=Progress.choices, default=Progress.NEW, db_index=True)
    held = models.BooleanField(
        "keep",
        default=False,
        help_text="Keep it no matter how old it gets. Inquiries being worked on (Contacted) are always kept.",
    )
    notes = EncryptedTextField(blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "rep inquiry"
        verbose_name_plural = "rep inquiries"
        constraints = [
            models.UniqueConstraint(
                fields=["brand", "contact_hash"], condition=Q(status="NEW"), name="rep_enquiry_once"
            )
        ]

    def __str__(self) -> str:
        return f"Enquiry of {clock.show_moment(self.created_at)}"


class ConsentText(models.Model):
    """The words people agree to. A version that was ever shown is never changed: a new one is added.

    ``{seller}`` stands for the brand's name.
    """

    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    version = models.PositiveIntegerField()
    text = models.TextField(max_length=2000, help_text="{seller} becomes the brand's name.")
    i18n = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["purpose", "version"], name="consent_text_version")]
        ordering = ["purpose", "-version"]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()}, version {self.version}"


class Consent(models.Model):
    """A person agreed to be contacted in one way: the words, when, from where, on which page."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    lead = models.ForeignKey(Lead, null=True, on_delete=models.CASCADE, related_name="consents")
    enquiry = models.ForeignKey(RepEnquiry, null=True, on_delete=models.CASCADE, related_name="consents")
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    version = models.PositiveIntegerField()
    text = models.TextField()
    page = models.CharField(max_length=200, blank=True)
    ip = models.CharField(max_length=45)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(lead=None) ^ Q(enquiry=None), name="consent_one_contact"),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()}, version {self.version}, {self.at:%m/%d/%Y}"


class ConsentRevocation(models.Model):
    """A person took back what they agreed to. ``version`` is that of the words, 0 when nothing was on record.

    Rows are only added: agreeing again creates a new Consent.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    lead = models.ForeignKey(Lead, null=True, on_delete=models.CASCADE, related_name="revocations")
    enquiry = models.ForeignKey(RepEnquiry, null=True, on_delete=models.CASCADE, related_name="revocations")
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    version = models.PositiveIntegerField()
    how = models.CharField(max_length=6, choices=How.choices)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "withdrawn consent"
        constraints = [
            models.CheckConstraint(condition=Q(lead=None) ^ Q(enquiry=None), name="revocation_one_contact"),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} withdrawn, {self.at:%m/%d/%Y}"


class LocationConsent(models.Model):
    """A device's answer to storing its location. Rows are only added; a device's last one counts."""

    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey("accounts.VisitorSession", null=True, on_delete=models.SET_NULL, related_name="+")
    device_id = models.CharField(max_length=64)
    agent = models.ForeignKey("parties.Agent", null=True, on_delete=models.PROTECT, related_name="+")
    group = models.ForeignKey("parties.Group", null=True, on_delete=models.PROTECT, related_name="+")
    allowed = models.BooleanField()
    version = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    page = models.CharField(max_length=200, blank=True)
    ip = models.CharField(max_length=45)
    how = models.CharField(max_length=6, choices=How.choices, default=How.SITE)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["session", "device_id", "-at"], name="location_device")]

    def __str__(self) -> str:
        return f"{'Allowed' if self.allowed else 'Not allowed'}, {clock.show_moment(self.at)}"
