"""Payment of an enrollment: the method its sponsor allows, the days offered, and the account that is charged."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Coalesce

from planfront.kernel.security.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid


class Method(models.TextChoices):
    EFT = "eft", "EFT"
    CC = "cc", "Credit card"
    LIST = "list", "List bill"
    ELIST = "elist", "EFT list bill"
    STMT = "stmt", "Statement"


class AccountType(models.TextChoices):
    CHECKING = "checking", "Checking"
    SAVINGS = "savings", "Savings"


class HolderType(models.TextChoices):
    INDIVIDUAL = "individual", "Individual"
    COMPANY = "company", "Company"


def _filled(name: str) -> Coalesce:
    """An id or 0: two rows without it are alike, which NULLs never are."""
    return Coalesce(name, 0)


class PaymentRule(models.Model):
    """The method a plan is paid by. The most specific matching row wins: group, portal, plan, brand; with no row it is
    EFT. ``cc`` means by card or EFT. A cart is paid in the way that all its plans allow."""

    brand_id = models.BigIntegerField(null=True, blank=True)
    group_id = models.BigIntegerField(null=True, blank=True)
    portal_id = models.BigIntegerField(null=True, blank=True)
    plan_id = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="For this plan only. With EFT here, no cart that includes it can be paid by card.",
    )
    method = models.CharField(max_length=5, choices=Method.choices)
    descriptor = models.CharField(
        max_length=60, blank=True, help_text="Text on the bank statement. Leave empty for the brand's name."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                *map(_filled, ("brand_id", "group_id", "portal_id", "plan_id")),
                name="payment_rule_once",
                violation_error_message="There is a rule for this brand, group, portal and plan already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.method} for {self.group_id or self.portal_id or self.plan_id or self.brand_id or 'all'}"


class BillDate(models.Model):
    """A day of the month that may be chosen. Rows of a brand replace the general ones (brand empty)."""

    brand_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    day = models.PositiveSmallIntegerField(help_text="1 to 28.")

    class Meta:
        ordering = ["day"]
        constraints = [
            models.UniqueConstraint(
                _filled("brand_id"), "day", name="bill_date_once", violation_error_message="This day is there already."
            ),
            models.CheckConstraint(
                condition=models.Q(day__range=(1, 28)),
                name="bill_date_in_every_month",
                violation_error_message="Choose a day from 1 to 28: every month has it.",
            ),
        ]

    def __str__(self) -> str:
        return str(self.day)


class Instrument(models.Model):
    """An account or card that is charged. The account number is sealed; ``last4`` is what people see. Of a card there
    is the gateway's reference, never its number or security code."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    method = models.CharField(max_length=5, choices=Method.choices)
    account_name = models.CharField(max_length=60, blank=True)
    bank_name = models.CharField(max_length=80, blank=True)
    routing_number = models.CharField(max_length=9, blank=True)
    account_number = EncryptedTextField(blank=True)
    account_index = BlindIndexField(blank=True, db_index=True, editable=False)
    last4 = models.CharField(max_length=4, blank=True)
    account_type = models.CharField(max_length=8, choices=AccountType.choices, blank=True)
    account_holder_type = models.CharField(max_length=10, choices=HolderType.choices, blank=True)
    card_gateway = models.CharField(max_length=40, blank=True, help_text="The gateway whose vault holds the card.")
    card_customer = EncryptedTextField(blank=True)
    card_token = EncryptedTextField(blank=True)
    card_brand = models.CharField(max_length=20, blank=True)
    expiration_month = models.PositiveSmallIntegerField(null=True, blank=True)
    expiration_year = models.PositiveSmallIntegerField(null=True, blank=True)
    card_details = EncryptedJSONField(blank=True)  # names on the card and billing address
    saved_at = models.DateTimeField()

    class Meta:
        abstract = True


class PaymentMethod(Instrument):
    """The account, card or bill an enrollment is paid from.

    One row per enrollment: a change before submission replaces the values. After it, a ``PaymentAgreement`` takes its
    place.
    """

    enrollment = models.OneToOneField("shopping.Quote", on_delete=models.CASCADE, related_name="payment_method")
    member_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    bill_date = models.PositiveSmallIntegerField(default=28, help_text="0 means billed in another way.")

    def __str__(self) -> str:
        return f"{self.method} of enrollment {self.enrollment_id}"


class PaymentAgreement(Instrument):
    """An account or card that a member agreed to pay an enrollment from, in place of the one before. A row is never
    changed: the newest whose first payment has come is the one that is charged.

    ``terms``: the paragraphs that were agreed to, in the language they were read in. ``starts_on``: the day of the
    first payment by it.
    """

    enrollment = models.ForeignKey("shopping.Quote", on_delete=models.CASCADE, related_name="payment_agreements")
    member_id = models.BigIntegerField(db_index=True)
    bill_date = models.PositiveSmallIntegerField()
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    starts_on = models.DateField()
    terms = models.JSONField()
    language = models.CharField(max_length=10)

    class Meta:
        ordering = ["saved_at"]

    def __str__(self) -> str:
        return f"{self.method} of enrollment {self.enrollment_id} from {self.starts_on}"


class CardSetup(models.Model):
    """A card on its way into a gateway's vault. The row is there before the gateway is asked, and its ``key`` is sent
    again until there is an answer: two presses, or a lost answer, make one setup.

    ``reference`` is the gateway's id of it. A kept card stands here until the step is saved with it.
    """

    class State(models.TextChoices):
        BEGUN = "begun", "Not answered yet"
        OPEN = "open", "Waits for a card"
        KEPT = "kept", "Kept"
        DECLINED = "declined", "Declined"
        OVER = "over", "Over"

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    enrollment = models.ForeignKey("shopping.Quote", on_delete=models.CASCADE, related_name="card_setups")
    gateway = models.CharField(max_length=40)
    key = models.CharField(max_length=64, unique=True, editable=False)
    reference = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.BEGUN)
    code = models.CharField(max_length=40, blank=True)
    customer = EncryptedTextField(blank=True)
    token = EncryptedTextField(blank=True)
    brand = models.CharField(max_length=20, blank=True)
    last4 = models.CharField(max_length=4, blank=True)
    expiration_month = models.PositiveSmallIntegerField(null=True, blank=True)
    expiration_year = models.PositiveSmallIntegerField(null=True, blank=True)
    begun_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["gateway", "reference"], condition=~models.Q(reference=""), name="card_setup_reference_once"
            ),
            # A press while another one is under way takes the row of that one.
            models.UniqueConstraint(
                fields=["enrollment", "gateway"],
                condition=models.Q(state__in=["begun", "open"]),
                name="card_setup_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"Card setup {self.state} at {self.gateway}"


class VaultRemoval(models.Model):
    """A customer that a gateway still has to delete from its vault, as nothing here names it any more. The row goes
    when it is done. ``problem``: why the last try failed, "" before the first."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    gateway = models.CharField(max_length=40)
    customer = EncryptedTextField()
    asked_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["asked_at"]

    def __str__(self) -> str:
        return f"Customer to delete at {self.gateway}"


class CardEvent(models.Model):
    """A gateway's event by webhook, kept once, however often and in whatever order events come. It is a hint to ask the
    gateway; of its body only the subject is kept."""

    gateway = models.CharField(max_length=40)
    event_id = models.CharField(max_length=120)
    kind = models.CharField(max_length=80)
    reference = models.CharField(max_length=120, blank=True)
    received_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["gateway", "event_id"], name="card_event_once")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.gateway}"


class CardAttempt(models.Model):
    """A charge to a card in the vault, or a refund of one. The row is there before the gateway is asked. Its ``key`` is
    the same until there is a definite answer; ``UNKNOWN`` says that none came.

    ``subject`` names what is paid, such as a bill. It has one attempt at a time that isn't decided.
    """

    class Kind(models.TextChoices):
        CHARGE = "charge", "Charge"
        REFUND = "refund", "Refund"

    class State(models.TextChoices):
        UNKNOWN = "unknown", "No answer yet"
        PENDING = "pending", "Pending"
        DONE = "done", "Done"
        DECLINED = "declined", "Declined"
        FAILED = "failed", "Not taken by the gateway"

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    payment_method = models.ForeignKey(PaymentMethod, on_delete=models.SET_NULL, null=True, related_name="attempts")
    charge = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="refunds")
    gateway = models.CharField(max_length=40)
    customer = EncryptedTextField(blank=True)
    token = EncryptedTextField(blank=True)
    statement = models.CharField(max_length=60, blank=True)
    about = models.CharField(max_length=120, blank=True)
    subject = models.CharField(max_length=80)
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64, unique=True, editable=False)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    state = models.CharField(max_length=8, choices=State.choices, default=State.UNKNOWN)
    reference = models.CharField(max_length=120, blank=True)
    code = models.CharField(max_length=60, blank=True)
    remedy = models.CharField(max_length=8, blank=True)
    begun_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["begun_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=models.Q(state__in=["unknown", "pending"]),
                name="card_attempt_undecided_once",
            ),
            models.UniqueConstraint(fields=["kind", "subject", "number"], name="card_attempt_number_once"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="card_attempt_amount_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.amount} {self.state}"
