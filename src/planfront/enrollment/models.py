"""The application of one enrollment: its sections, states, signatures, and the codes that bring people back to it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Coalesce

from planfront.kernel import clock
from planfront.kernel.security.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class State(models.TextChoices):
    DRAFT = "draft", "Draft"
    SUBMITTED = "submitted", "Submitted"
    PENDING = "pending", "Pending underwriting"
    ACCEPTED = "accepted", "Accepted"
    ACTIVE = "active", "Active"
    TERMINATED = "terminated", "Terminated"
    CANCELLED = "cancelled", "Canceled"


class Application(models.Model):
    """One per enrollment. ``version`` grows with every write, so that two windows notice each other.

    After submission ``frozen`` holds the whole application as it was signed for, with the SHA-256 of its text.
    ``applicant`` is the person's name, for lists and their search; everything else that was answered is sealed.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    enrollment = models.OneToOneField("shopping.Quote", on_delete=models.PROTECT, related_name="application")
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    version = models.PositiveIntegerField(default=1)
    applicant = models.CharField(max_length=200, blank=True)
    definitions = models.PositiveSmallIntegerField(default=1)
    frozen = EncryptedJSONField(blank=True)
    frozen_sha256 = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField(db_index=True)
    submitted_at = models.DateTimeField(null=True, blank=True)
    # Null, not "": a column with a default would copy the table, and SQLite would lose its triggers.
    last_step = models.CharField(max_length=24, null=True, editable=False)
    """The furthest step that was finished; null before the first."""

    class Meta:
        verbose_name = "enrollment"
        indexes = [
            # How many came how far is counted without the frozen texts: of the quotes of some days, and of what waits.
            models.Index(fields=["enrollment", "state", "id"], name="enrollment_begun"),
            models.Index(fields=["state", "updated_at", "enrollment", "id"], name="enrollment_waiting"),
            models.Index(fields=["last_step", "updated_at"], name="enrollment_last_step"),
        ]

    def __str__(self) -> str:
        """Return the name that staff read. Reads the confirmation, so not for long lists."""
        confirmation = getattr(self.enrollment, "confirmation", None)
        if confirmation is not None:
            return f"Confirmation {confirmation.number}"
        return f"Enrollment of {clock.show_moment(self.created_at)}"


class Section(models.Model):
    """One tab's answers. ``answers`` passed every rule when saved; ``draft`` is what was typed and not yet checked.

    ``version`` is the application's version at the last change of this section.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="sections")
    key = models.CharField(max_length=24)
    answers = EncryptedJSONField(blank=True)
    draft = EncryptedJSONField(blank=True)
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField(null=True, blank=True)
    draft_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "key"], name="section_unique")]
        # The furthest step that was finished is read without the sealed answers.
        indexes = [models.Index(fields=["application", "key", "saved_at"], name="enrollment_finished")]

    def __str__(self) -> str:
        return f"{self.key} of {self.application_id}"

    @property
    def stamp(self) -> str:
        """Changes with the answers, and not with drafts."""
        return self.saved_at.isoformat() if self.saved_at else "new"


class Transition(models.Model):
    """A change of an application's state: who, when, why."""

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="transitions")
    from_state = models.CharField(max_length=10, choices=State.choices)
    to_state = models.CharField(max_length=10, choices=State.choices)
    at = models.DateTimeField()
    actor_kind = models.CharField(max_length=16)
    actor_id = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=120)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.from_state} → {self.to_state}"


class ResumeCode(models.Model):
    """A code mailed with Save & Continue Later. Only keyed hashes are stored.

    ``link_used_at`` marks the mail's link as spent (by ``link_session_id``); the code itself works until it expires.
    ``saved_in`` and ``opened_in`` are keys of the browsers (kernel.http.request) that asked for it and that used it
    last: other people's tries don't slow them. The code of a ``hand_over`` makes its user the client.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand_id = models.BigIntegerField()
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="resume_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    email_hash = models.CharField(max_length=64)
    tab = models.CharField(max_length=24)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True, blank=True)
    link_used_at = models.DateTimeField(null=True, blank=True)
    link_session_id = models.UUIDField(null=True, blank=True)
    hand_over = models.ForeignKey("HandOver", null=True, blank=True, on_delete=models.CASCADE, related_name="codes")
    saved_in = models.CharField(max_length=64, blank=True, default="", db_default="")
    opened_in = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        indexes = [models.Index(fields=["email_hash", "brand_id"], name="resume_code_of_address")]

    def __str__(self) -> str:
        return f"resume code of {self.application_id}"


class HandOverState(models.TextChoices):
    SENT = "sent", "Sent"
    OPENED = "opened", "Opened"
    RETURNED = "returned", "Returned"
    SIGNED = "signed", "Signed"
    WITHDRAWN = "withdrawn", "Taken back"


LIVE_HAND_OVER = (HandOverState.SENT, HandOverState.OPENED)


class HandOver(models.Model):
    """An application that a rep or group administrator sent to its client, who checks, signs and pays.

    At most one of an application is live: sent or opened. ``signed`` means submitted by the client. ``sender_name`` is
    the rep's or the group's; the client's address and what the two wrote to each other are sealed.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="hand_overs")
    state = models.CharField(max_length=10, choices=HandOverState.choices, default=HandOverState.SENT)
    sender_kind = models.CharField(max_length=16)
    sender_id = models.BigIntegerField()
    sender_name = models.CharField(max_length=200)
    email = EncryptedTextField()
    message = EncryptedTextField(blank=True)
    note = EncryptedTextField(blank=True)
    sent_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["sent_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["application"],
                condition=models.Q(state__in=LIVE_HAND_OVER),
                name="hand_over_once",
            )
        ]

    def __str__(self) -> str:
        return f"hand-over of {self.application_id}"


class ProposalState(models.TextChoices):
    STAGED = "staged", "Being made"
    WAITING = "waiting", "Waiting"
    ACCEPTED = "accepted", "Accepted"
    DECLINED = "declined", "Declined"
    REPLACED = "replaced", "Replaced"
    WITHDRAWN = "withdrawn", "Withdrawn"


OPEN_PROPOSAL = (ProposalState.STAGED, ProposalState.WAITING)


class Proposal(models.Model):
    """A change of one tab that the sender of a live hand-over wants, and the client hasn't accepted yet.

    ``change``: ``{"set": {field: value}, "drop": [field]}``, with ``county`` where a new ZIP needed it. A tab has at
    most one that is open (being made or waiting); a newer one replaces it.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    hand_over = models.ForeignKey(HandOver, on_delete=models.CASCADE, related_name="proposals")
    key = models.CharField(max_length=24)
    state = models.CharField(max_length=10, choices=ProposalState.choices)
    change = EncryptedJSONField()
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["hand_over", "key"], condition=models.Q(state__in=OPEN_PROPOSAL), name="proposal_once"
            )
        ]

    def __str__(self) -> str:
        return f"proposed {self.key} of {self.hand_over_id}"


class PersonKeyKind(models.TextChoices):
    NUMBER = "number", "Same Social Security number"
    PERSON = "person", "Same name and birth date"
    ACCOUNT = "account", "Same bank account"


class PersonKey(models.Model):
    """A keyed hash of something a submitted application's person is known by, to find the same person again."""

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="person_keys")
    kind = models.CharField(max_length=7, choices=PersonKeyKind.choices)
    index = BlindIndexField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "kind"], name="person_key_once")]
        indexes = [models.Index(fields=["index", "kind", "application"], name="person_key_found")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.application_id}"


class SearchKey(models.Model):
    """A keyed hash that staff look a submitted application up by: the last four of a number, a phone, a birth date, or
    the name of a covered person or beneficiary."""

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="search_keys")
    index = BlindIndexField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "index"], name="search_key_once")]
        indexes = [models.Index(fields=["index", "application"], name="search_key_found")]

    def __str__(self) -> str:
        return f"Search key of {self.application_id}"


class DuplicateStatus(models.TextChoices):
    OPEN = "open", "Open"
    SETTLED = "settled", "Settled"


class PossibleDuplicate(models.Model):
    """Two submitted applications that seem to be of one person, with a plan in common that begins on the same day.

    ``matched``: the kinds of keys that are alike. ``plans``: names of the plans in common. ``confirmed``: the later one
    was submitted on purpose, after the question. Staff settle it with a note.
    """

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="duplicates")
    earlier = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="later_duplicates")
    matched = models.JSONField(default=list)
    plans = models.JSONField(default=list)
    effective_date = models.DateField()
    confirmed = models.BooleanField(default=False)
    status = models.CharField(
        max_length=7, choices=DuplicateStatus.choices, default=DuplicateStatus.OPEN, db_index=True
    )
    found_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-found_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["application", "earlier"], name="possible_duplicate_once")]

    def __str__(self) -> str:
        return f"possible duplicate of {self.earlier_id}"


class OutstandingNumber(models.Model):
    """A beneficiary's Social Security number that was to follow when an application was submitted. It came since, or is
    missing. A dependent is on record, and so is the number that is missing (``members.dependents_without_number``).

    ``person_id`` says whose of the frozen answers; ``person`` has their name, birth date and what they are, sealed like
    the number.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="outstanding_numbers")
    person_id = models.CharField(max_length=64)
    person = EncryptedJSONField()
    number = EncryptedTextField(blank=True)
    created_at = models.DateTimeField()
    added_at = models.DateTimeField(null=True, blank=True, db_index=True)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name, verbose_name_plural = "beneficiary without a number", "beneficiaries without a number"
        ordering = ["created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["application", "person_id"], name="outstanding_number_once")]

    def __str__(self) -> str:
        return f"number of beneficiary {self.person_id}"


class CallNote(models.Model):
    """A call about an enrollment, written down by staff. ``checked`` names what the caller was asked and knew, never
    the answers; the text is sealed."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="call_notes")
    checked = models.JSONField(default=list)
    text = EncryptedTextField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"call about {self.application_id}"


class SignatureEvidence(models.Model):
    """One act of signing, chained to the record before it. Triggers refuse deletes and changes of the plain columns;
    the sealed ones may be sealed again with a newer key.

    ``record_hash`` is SHA-256 over the previous hash and the canonical evidence text (with the picture's hash in it).
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    sequence = models.PositiveBigIntegerField(unique=True)
    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="signatures")
    content_sha256 = models.CharField(max_length=64)
    evidence = EncryptedJSONField()
    picture = EncryptedTextField(blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    record_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "signature"
        ordering = ["sequence"]

    def __str__(self) -> str:
        return f"signature {self.sequence}"


class SignedDocument(models.Model):
    """The signed application as a PDF, made once after the submission and sealed. Triggers refuse deletes and changes
    of the plain columns, as with signatures.

    ``code`` is printed on its pages and tells whether the document is genuine. ``record_hash`` is SHA-256 over the
    document's hash, the frozen application's, the signature's record and the record of the document before.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    sequence = models.PositiveBigIntegerField(unique=True)
    application = models.OneToOneField(Application, on_delete=models.PROTECT, related_name="document")
    signature = models.ForeignKey(SignatureEvidence, on_delete=models.PROTECT, related_name="+")
    brand_id = models.BigIntegerField(db_index=True)
    code = models.CharField(max_length=20, unique=True)
    language = models.CharField(max_length=5)
    name = models.CharField(max_length=120)
    content = EncryptedTextField()
    sha256 = models.CharField(max_length=64, db_index=True)
    frozen_sha256 = models.CharField(max_length=64)
    signature_hash = models.CharField(max_length=64)
    previous_hash = models.CharField(max_length=64, blank=True)
    record_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ["sequence"]

    def __str__(self) -> str:
        return f"signed application {self.sequence}"


class Screenshot(models.Model):
    """A masked picture of a step, as the page sent it after a save. Sealed; re-encoded before it is kept."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="screenshots")
    name = models.CharField(max_length=80)
    image = EncryptedTextField()
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "name"], name="screenshot_unique")]

    def __str__(self) -> str:
        return f"{self.name} of {self.application_id}"


class RequirementProfile(models.Model):
    """Requirements of enrollments, as data. Every row whose filled conditions hold is applied, lowest ``priority``
    first; later rows override earlier ones.

    ``tabs``: {"employer_info": true}. ``fields``: {"contact_info": {"birth_city": {"required": false, "hidden":
    true}}}; also "read_only". Names of tabs that no step answers for are ignored.
    """

    name = models.CharField(max_length=80)
    priority = models.PositiveSmallIntegerField(default=100)
    brand_id = models.BigIntegerField(null=True, blank=True)
    portal_id = models.BigIntegerField(null=True, blank=True)
    group_id = models.BigIntegerField(null=True, blank=True)
    plan_id = models.BigIntegerField(null=True, blank=True)
    category = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=2, blank=True)
    enroll_type = models.CharField(max_length=20, blank=True)
    tabs = models.JSONField(default=dict, blank=True)
    fields = models.JSONField(default=dict, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["priority", "id"]

    def __str__(self) -> str:
        return self.name


class ProfileVersion(models.Model):
    """A saved version of a requirement profile, to compare with and to return to. ``content`` is its columns."""

    profile = models.ForeignKey(RequirementProfile, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["profile", "number"], name="profile_version_once")]

    def __str__(self) -> str:
        return f"version {self.number} of profile {self.profile_id}"


class HealthQuestion(models.Model):
    """A question of the Health tab, of every brand or of one. Its id is the ``question_id`` of the wire.

    ``kind`` says what a yes asks for: general details, those of a physician, nothing more, or medications (one such
    question at most is asked). A question with answers is retired, never reworded: its words are kept with each answer.
    """

    class Kind(models.TextChoices):
        GENERAL = "general", "Condition with dates and treatment"
        PHYSICIAN = "physician", "Condition with its physician"
        PLAIN = "plain", "Yes or no only"
        MEDICATION = "medication", "Medications"

    id = models.BigIntegerField(primary_key=True)
    brand_id = models.BigIntegerField(null=True, blank=True)
    text = models.CharField(max_length=300)
    text_es = models.CharField(max_length=300, blank=True)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.GENERAL)
    of_applicant = models.BooleanField(default=True)
    of_dependents = models.BooleanField(default=True)
    order = models.PositiveSmallIntegerField(default=50)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["order", "id"]

    def __str__(self) -> str:
        return self.text


class AgreementText(models.Model):
    """A version of a text to sign. The highest version in force of each ``key`` is shown where its conditions hold.

    ``short`` says above it what it means and is not agreed to; ``tick_other`` is the tick of a rep or group
    administrator who signs for the applicant. Texts may name what ``agreements.fills`` fills in: {plans}, {monthly} ….
    A row with the key of a shipped text replaces it. ``i18n``: {"es": {"head", "body", "tick"}}. What was
    published and has been in force may have been signed: its words never change again.
    """

    key = models.SlugField(max_length=40)
    version = models.PositiveSmallIntegerField(default=1)
    order = models.PositiveSmallIntegerField(default=50)
    brand_id = models.BigIntegerField(null=True, blank=True)
    plan_id = models.BigIntegerField(null=True, blank=True)
    category = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=2, blank=True)
    head = models.CharField(max_length=120)
    body = models.TextField()
    tick = models.CharField(max_length=200)
    short = models.CharField(
        "in short", max_length=200, blank=True, help_text="A line above the text that says what it means."
    )
    tick_other = models.CharField(
        "tick of a rep or group administrator",
        max_length=300,
        blank=True,
        help_text='Used when someone signs for the applicant, such as "{applicant} authorizes these payments."',
    )
    i18n = models.JSONField(default=dict, blank=True)
    effective_from = models.DateField(null=True, blank=True)
    active = models.BooleanField(default=True)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["order", "key", "version"]
        constraints = [
            # An id or 0: two rows without it are alike, which NULLs never are.
            models.UniqueConstraint(
                *("key", "version", "state", "category", Coalesce("plan_id", 0), Coalesce("brand_id", 0)),
                name="agreement_text_once",
                violation_error_message="There is a text with this key, version and conditions already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} v{self.version} {self.state}".strip()


class ClientSignature(models.Model):
    """A rule that the applicant signs in person: reps and group administrators send them the application then. Every
    filled condition has to hold."""

    brand_id = models.BigIntegerField(null=True, blank=True)
    plan_id = models.BigIntegerField(null=True, blank=True)
    category = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=2, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        verbose_name = "client's own signature"
        verbose_name_plural = "clients' own signatures"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                *("state", "category", Coalesce("plan_id", 0), Coalesce("brand_id", 0)),
                name="client_signature_once",
                violation_error_message="There is such a rule already.",
            )
        ]

    def __str__(self) -> str:
        return f"rule {self.pk}"


class SignerRole(models.TextChoices):
    APPLICANT = "applicant", "Applicant"
    REP = "rep", "Rep"
    GROUP = "group", "Group administrator"


class VerificationKind(models.TextChoices):
    CODE = "code", "Six-digit code by mail"
    LICENCE = "licence", "Last four of the licence in the shopper's state"
    NPN = "npn", "Last four of the national producer number"


class VerificationQuestion(models.Model):
    """The first question to the person who signs. Of the rows for a role, the first that they can answer is asked: a
    rep without a license in the shopper's state isn't asked for it. Where no row fits, the product's own is asked.
    ``text`` replaces the product's words."""

    role = models.CharField(max_length=9, choices=SignerRole.choices)
    kind = models.CharField(max_length=8, choices=VerificationKind.choices)
    brand_id = models.BigIntegerField(null=True, blank=True)
    text = models.CharField("question", max_length=200, blank=True, help_text="Leave empty for the standard text.")
    i18n = models.JSONField(default=dict, blank=True)
    order = models.PositiveSmallIntegerField(default=50)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["order", "id"]
        constraints = [
            models.UniqueConstraint(
                *("role", "kind", Coalesce("brand_id", 0)),
                name="verification_question_once",
                violation_error_message="There is such a question already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.get_kind_display()}"


class SignerCheck(models.Model):
    """The proof of identity of a person who wants to sign. ``signer`` is the applicant or an account; a mailed code is
    kept as a keyed hash. ``passed_at`` counts for the session that passed."""

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="signer_checks")
    signer = models.CharField(max_length=40)
    code_hash = models.CharField(max_length=64, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    waits_until = models.DateTimeField(null=True, blank=True)
    passed_at = models.DateTimeField(null=True, blank=True)
    passed_question = models.CharField(max_length=20, blank=True)
    session_id = models.UUIDField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["application", "signer"], name="signer_check_once")]

    def __str__(self) -> str:
        return f"{self.signer} of {self.application_id}"


class TextsShown(models.Model):
    """The texts that a session fetched last for an enrollment. ``renderings`` name version and amounts."""

    enrollment = models.ForeignKey("shopping.Quote", on_delete=models.CASCADE, related_name="+")
    session_id = models.UUIDField()
    renderings = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["enrollment", "session_id"], name="texts_shown_once")]

    def __str__(self) -> str:
        return f"texts of {self.enrollment_id}"
