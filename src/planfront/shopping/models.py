"""Tables of quotes, the sessions that may open them, carts, sent quotes, and answers to plans' questions."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models

from planfront.audit.services import SAMPLE
from planfront.kernel.security.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid, public_token
from planfront.parties.groups.terms import TIERS


class EProcess(models.TextChoices):
    REP = "rep", "Rep"
    APPLICANT = "applicant", "Applicant"
    GROUP = "group", "Group"


class EnrollType(models.TextChoices):
    NEW_MEMBER = "new-member", "New member"
    NEW_GROUP_MEMBER = "new-group-member", "New group member"
    EXISTING_MEMBER = "existing-member", "Existing member"


class Status(models.TextChoices):
    DRAFT = "draft", "Draft"
    SUBMITTED = "submitted", "Submitted"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Stage(models.TextChoices):
    """The progress of an application, as lists show it. The application's state decides; this follows it."""

    DRAFT = "draft", "Draft"
    SAVED = "saved", "Saved for later"
    WAITING = "waiting", "Waiting for signature"
    SUBMITTED = "submitted", "Submitted"
    PENDING = "pending", "Pending underwriting"
    ACCEPTED = "accepted", "Accepted"
    ACTIVE = "active", "Active"
    ENDED = "ended", "Ended"


_LISTED, _SHOWN = ("brand", "listed", "updated_at", "id"), ("stage", "status", "expires_at")


class Quote(models.Model):
    """One shopper's answers on one brand. ``public_id`` is the ``enrollment_id`` of the calls: unguessable, but never
    authority alone (see shopping.access). ``version`` grows with every change of the profile or the cart."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    public_id = models.CharField(max_length=32, unique=True, default=public_token, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    session = models.ForeignKey("accounts.VisitorSession", null=True, on_delete=models.SET_NULL, related_name="+")

    eprocess = models.CharField(max_length=10, choices=EProcess.choices, blank=True)
    enroll_type = models.CharField(max_length=16, choices=EnrollType.choices, default=EnrollType.NEW_MEMBER)
    open_type = models.CharField(max_length=10, blank=True)
    agent = models.ForeignKey("parties.Agent", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    group = models.ForeignKey("parties.Group", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    portal = models.ForeignKey("parties.Portal", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey("members.Member", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    policy_id = models.CharField(max_length=40, blank=True)
    referral = models.CharField(max_length=60, blank=True)
    renewed_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="renewals")

    zip = models.CharField(max_length=5)
    state = models.CharField(max_length=2)
    county_fips = models.CharField(max_length=5, blank=True)
    county_name = models.CharField(max_length=60, blank=True)
    city = models.CharField(max_length=80, blank=True)
    dob = models.DateField()
    gender = models.PositiveSmallIntegerField(validators=[MaxValueValidator(2)])
    tier = models.CharField(max_length=2, choices=TIERS)
    tobacco = models.BooleanField(null=True)
    income = models.DecimalField(max_digits=11, decimal_places=2, null=True, blank=True)
    hours = models.PositiveSmallIntegerField(null=True, blank=True)
    spouse_dob = models.DateField(null=True, blank=True)
    spouse_covered = models.BooleanField(null=True, help_text="Family only: no when it said it enrolls no spouse.")
    children = models.PositiveSmallIntegerField(null=True, blank=True)
    coverage = models.JSONField(default=list, blank=True)
    categories = models.JSONField(default=list, blank=True)

    effective_date = models.DateField(null=True, blank=True)
    checked_out_at = models.DateTimeField(null=True, blank=True)
    handed_over_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Since when the client reviews, signs and pays; empty while it isn't with the client.",
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.DRAFT)
    listed = models.BooleanField(default=False, help_text="Has something in the cart, or its application was begun.")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            # Lists of a rep's or group's enrollments, all and by stage: a page is read off the index.
            models.Index(fields=["agent", *_LISTED, *_SHOWN], name="shopping_list_agent"),
            models.Index(fields=["agent", "stage", *_LISTED, *_SHOWN[1:]], name="shopping_stage_agent"),
            models.Index(fields=["group", *_LISTED, *_SHOWN], name="shopping_list_group"),
            models.Index(fields=["group", "stage", *_LISTED, *_SHOWN[1:]], name="shopping_stage_group"),
            # Counts of quotes by day and progress are read from the index.
            models.Index(fields=["created_at", "brand", "checked_out_at", "referral", "id"], name="shopping_enr_begun"),
            # Previews, which figures and lists leave out, are few.
            models.Index(fields=["referral", "id"], name="shopping_samples", condition=models.Q(referral=SAMPLE)),
        ]

    def __str__(self) -> str:
        return f"enrollment {self.id}"


class EnrollmentWord(models.Model):
    """A word of the person's name, folded, to find enrollments by. Rep and group are copied, for the index."""

    enrollment = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="words")
    agent_id = models.BigIntegerField(null=True)
    group_id = models.BigIntegerField(null=True)
    word = models.CharField(max_length=30)

    class Meta:
        indexes = [
            models.Index(
                name="shopping_word_agent",
                fields=["agent_id", "word", "enrollment"],
                opclasses=["int8_ops", "varchar_pattern_ops", "uuid_ops"],
            ),
            models.Index(
                name="shopping_word_group",
                fields=["group_id", "word", "enrollment"],
                opclasses=["int8_ops", "varchar_pattern_ops", "uuid_ops"],
            ),
        ]

    def __str__(self) -> str:
        return f"word of {self.enrollment_id}"


class EnrollmentGrant(models.Model):
    """A session that may open a quote it didn't start."""

    enrollment = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="grants")
    session = models.ForeignKey("accounts.VisitorSession", on_delete=models.CASCADE, related_name="+")
    via = models.CharField(max_length=20)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["enrollment", "session"], name="shopping_grant_once")]

    def __str__(self) -> str:
        return f"{self.via} grant"


class CartLine(models.Model):
    """A plan in the cart with its price, and the proof of that price.

    ``premium`` has no fees in it; ``fees`` is ``[{"code", "amount", "once"}]`` with amounts as text. ``error_code`` is
    set while the plan can't be sold to the changed shopper; the old price stays for comparison. ``paired_with`` ties a
    membership to the premier plan it came with: both stay or both go. ``riders``: ``[{"code", "component",
    "amount"}]``, parts of the premium; ``rider_of`` ties a rider that is a plan of its own to its plan. ``evidence``
    (see cart.line_price) is set while a part of the amount waits for the insurer's decision: premium and fees are those
    of the guaranteed part. ``contribution`` (see pricing.sponsorship): the group's and the shopper's share of the
    premium.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    enrollment = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="lines")
    plan = models.ForeignKey("catalog.Plan", on_delete=models.PROTECT, related_name="+")
    plan_pricing_id = models.CharField(max_length=200)
    option = models.CharField(max_length=40, blank=True)
    premium = models.DecimalField(max_digits=10, decimal_places=2)
    fees = models.JSONField(default=list)
    proof = models.JSONField(default=dict)
    error_code = models.CharField(max_length=30, blank=True)
    paired_with = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="pairs")
    riders = models.JSONField(default=list)
    rider_of = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="rider_lines")
    evidence = models.JSONField(default=dict)
    contribution = models.JSONField(default=dict)
    added_at = models.DateTimeField()
    priced_at = models.DateTimeField()

    class Meta:
        ordering = ["added_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["enrollment", "plan"], name="shopping_line_once"),
            models.CheckConstraint(condition=models.Q(premium__gte=0), name="shopping_line_premium"),
        ]

    def __str__(self) -> str:
        return f"plan {self.plan_id} in {self.enrollment_id}"


class Outcome(models.TextChoices):
    ACCEPTED = "accepted", "Accepted"
    DECLINED = "declined", "Declined"
    REFERRED = "referred", "Decided by the insurer"
    INCOMPLETE = "incomplete", "Not yet enough"


class PlanAnswers(models.Model):
    """A shopper's answers to one ``version`` of a questionnaire for one plan. The answers are encrypted."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    enrollment = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="plan_answers")
    plan = models.ForeignKey("catalog.Plan", on_delete=models.PROTECT, related_name="+")
    question_set = models.ForeignKey("catalog.PlanQuestionSet", on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    answers = EncryptedJSONField(blank=True)
    answered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "plan answers"
        constraints = [
            models.UniqueConstraint(fields=["enrollment", "plan", "question_set"], name="shopping_answers_once")
        ]

    def __str__(self) -> str:
        return f"answers for plan {self.plan_id}"


class QuoteOutcome(models.TextChoices):
    """The outcome of a sent quote. A quote without an enrollment is expired after its last day, whatever the row
    says."""

    SENT = "sent", "Sent"
    OPENED = "opened", "Opened"
    MOVED = "moved", "Opened, prices moved"
    ENROLLED = "enrolled", "Enrolled"


class SentQuote(models.Model):
    """A cart sent by email as a quote, kept as it was: lines with their price proofs, sums, the shopper's answers.

    ``frozen`` holds ``{"profile", "lines", "effective_date"}`` (see sent_quotes.services); ``sha256`` is that of its
    canonical JSON. The link's token is found by a keyed hash, the recipient by words (``QuoteWord``); the sealed token
    makes the same link again for the sender. ``outcome_at``: the time of the outcome.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    enrollment = models.ForeignKey(Quote, null=True, on_delete=models.SET_NULL, related_name="quotes")
    agent = models.ForeignKey("parties.Agent", null=True, on_delete=models.PROTECT, related_name="+")
    group = models.ForeignKey("parties.Group", null=True, on_delete=models.PROTECT, related_name="+")
    sender_kind = models.CharField(max_length=10, choices=EProcess.choices)
    sender_name = models.CharField(max_length=200)
    recipient_name = EncryptedTextField()
    recipient_email = EncryptedTextField()
    recipient_hash = BlindIndexField(db_index=True)
    message = EncryptedTextField(blank=True)
    frozen = EncryptedJSONField()
    sha256 = models.CharField(max_length=64)
    initial_month_cost = models.DecimalField(max_digits=10, decimal_places=2)
    recurring_month_cost = models.DecimalField(max_digits=10, decimal_places=2)
    token_hash = BlindIndexField(unique=True)
    token = EncryptedTextField(blank=True)
    sends = models.PositiveSmallIntegerField(default=1)
    outcome = models.CharField(max_length=8, choices=QuoteOutcome.choices, default=QuoteOutcome.SENT)
    outcome_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "quote"
        indexes = [
            # Lists of a sender's quotes, all and by outcome: a page is read off the index.
            models.Index(fields=["agent", "brand", "sent_at", "id"], name="shopping_quote_agent"),
            models.Index(fields=["agent", "outcome", "brand", "sent_at", "id"], name="shopping_outcome_agent"),
            models.Index(fields=["group", "brand", "sent_at", "id"], name="shopping_quote_group"),
            models.Index(fields=["group", "outcome", "brand", "sent_at", "id"], name="shopping_outcome_group"),
        ]

    def __str__(self) -> str:
        return f"quote {self.id}"


class QuoteWord(models.Model):
    """The beginning of a word of a quote's recipient, as a keyed hash: names and addresses themselves are sealed."""

    quote = models.ForeignKey(SentQuote, on_delete=models.CASCADE, related_name="words")
    token = BlindIndexField()

    class Meta:
        indexes = [models.Index(fields=["token", "quote"], name="shopping_quote_word")]

    def __str__(self) -> str:
        return f"word of {self.quote_id}"


class QuoteQuestion(models.Model):
    """A question to the sender of a quote, and the answer. Only the visit that asked sees both: others may have the
    link.

    ``plan_name``: the plan in question, "" for the whole quote. ``language``: the asker's. ``answer``: "" while
    ``answered_at`` is null, and when it was answered outside the store.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    quote = models.ForeignKey(SentQuote, on_delete=models.CASCADE, related_name="questions")
    session = models.ForeignKey("accounts.VisitorSession", null=True, on_delete=models.SET_NULL, related_name="+")
    plan_name = models.CharField(max_length=200, blank=True)
    text = EncryptedTextField()
    language = models.CharField(max_length=5, default="en")
    asked_at = models.DateTimeField()
    answer = EncryptedTextField(blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["quote", "asked_at"], name="shopping_quote_question"),
            models.Index(
                fields=["quote"], name="shopping_question_waiting", condition=models.Q(answered_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"question about {self.quote_id}"


class QuoteOpening(models.Model):
    """The copy of a sent quote that one session works on. Others with the link get their own copy."""

    quote = models.ForeignKey(SentQuote, on_delete=models.CASCADE, related_name="openings")
    session = models.ForeignKey("accounts.VisitorSession", on_delete=models.CASCADE, related_name="+")
    enrollment = models.ForeignKey(Quote, on_delete=models.CASCADE, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["quote", "session"], name="shopping_opened_once")]

    def __str__(self) -> str:
        return f"opening of {self.quote_id}"
