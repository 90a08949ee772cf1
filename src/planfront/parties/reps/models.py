"""Reps (agents), their licences, appointments and referral links."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models

from planfront.art import portraits
from planfront.kernel.text.names import NameColumn
from planfront.parties.party import Party


def check_portrait(code: str) -> None:
    if not portraits.read(code):
        raise ValidationError("This isn't the code of a portrait.")


class Agent(Party):
    """A rep. ``code`` is the Rep Access Code."""

    first_name = NameColumn(max_length=60)
    middle_name = NameColumn(max_length=60, blank=True)
    last_name = NameColumn(max_length=60)
    npn = models.CharField(
        "national producer number",
        max_length=10,
        blank=True,
        validators=[RegexValidator(r"^[0-9]{1,10}$", "Up to ten digits.")],
    )
    email = models.EmailField()
    bio = models.TextField(blank=True)
    image = models.CharField(max_length=200, blank=True, help_text="A photo.")
    portrait = models.CharField(
        "drawn portrait",
        max_length=120,
        blank=True,
        validators=[check_portrait],
        help_text="Its code, as the rep chose it. Shown if there is no photo.",
    )
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = "rep"

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.first_name, self.middle_name, self.last_name)))


class License(models.Model):
    """A rep's licence to sell in one state."""

    class Line(models.TextChoices):
        LIFE_HEALTH = "life_health", "Life, accident and health"
        LIFE = "life", "Life"
        HEALTH = "health", "Accident and health"

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="licenses")
    state = models.CharField(max_length=2)
    number = models.CharField(max_length=30)
    line = models.CharField("line of authority", max_length=11, choices=Line.choices, default=Line.LIFE_HEALTH)
    effective_on = models.DateField(null=True, blank=True, help_text="Leave empty if it has long been in force.")
    expires_on = models.DateField(
        null=True, blank=True, db_index=True, help_text="The last day. Leave empty if there is none."
    )

    class Meta:
        ordering = ["state", "line"]
        verbose_name = "license"
        constraints = [
            models.UniqueConstraint(
                fields=["agent", "state", "line"],
                name="license_agent_state_line",
                violation_error_message="There is a licence of this state and line already.",
            ),
            models.CheckConstraint(
                condition=models.Q(effective_on=None)
                | models.Q(expires_on=None)
                | models.Q(expires_on__gte=models.F("effective_on")),
                name="license_days",
                violation_error_message="It can't expire before it is in force.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.number}"

    def in_force(self, on: date) -> bool:
        return (self.effective_on is None or self.effective_on <= on) and (
            self.expires_on is None or self.expires_on >= on
        )


class Appointment(models.Model):
    """A carrier has appointed a rep in a state. ``carrier_id`` is the catalog's, which lies above this room."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="appointments")
    carrier_id = models.BigIntegerField("insurer", db_index=True)
    state = models.CharField(max_length=2)
    number = models.CharField(max_length=30, blank=True)
    appointed_on = models.DateField()
    ended_on = models.DateField(null=True, blank=True, help_text="The last day. Leave empty if there is none.")

    class Meta:
        ordering = ["state", "carrier_id", "-appointed_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["agent", "carrier_id", "state", "appointed_on"],
                name="appointment_once",
                violation_error_message="There is an appointment of this insurer, state and day already.",
            ),
            models.CheckConstraint(
                condition=models.Q(ended_on=None) | models.Q(ended_on__gte=models.F("appointed_on")),
                name="appointment_days",
                violation_error_message="It can't end before it begins.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state}, carrier {self.carrier_id}"

    def in_force(self, on: date) -> bool:
        return self.appointed_on <= on and (self.ended_on is None or self.ended_on >= on)


class Referral(models.Model):
    """A link ``/referrals?rid=<code>`` that credits a rep."""

    code = models.SlugField(max_length=40, unique=True)
    brand = models.ForeignKey("brands.Brand", on_delete=models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="referrals")
    active = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.code
