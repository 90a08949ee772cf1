"""Producers: the reps (agents) who sell, their licences and referral links."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Agent(models.Model):
    """A rep. ``code`` is the Rep Access Code (compared in upper case); ``landing_url`` is one path segment."""

    code = models.CharField(max_length=20, unique=True)
    first_name = models.CharField(max_length=60)
    middle_name = models.CharField(max_length=60, blank=True)
    last_name = models.CharField(max_length=60)
    email = models.EmailField()
    phone = models.CharField(max_length=10, blank=True, help_text="Ten digits.")
    landing_url = models.SlugField(max_length=60, unique=True, null=True, blank=True)
    bio = models.TextField(blank=True)
    tagline = models.CharField(max_length=160, blank=True)
    image = models.CharField(max_length=200, blank=True)
    image_link = models.CharField(max_length=200, blank=True)
    banner_image = models.CharField(max_length=200, blank=True)
    logo = models.CharField(max_length=200, blank=True)
    brands = models.ManyToManyField("brands.Brand", related_name="+")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    active = models.BooleanField(default=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "rep"

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def name(self) -> str:
        return " ".join(filter(None, (self.first_name, self.middle_name, self.last_name)))


class License(models.Model):
    """A rep's licence to sell in one state."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="licenses")
    state = models.CharField(max_length=2)
    number = models.CharField(max_length=30)
    expires_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "state"], name="license_agent_state")]

    def __str__(self) -> str:
        return f"{self.state} {self.number}"


class Referral(models.Model):
    """A link ``/referrals?rid=<code>`` that credits a rep."""

    code = models.SlugField(max_length=40, unique=True)
    brand = models.ForeignKey("brands.Brand", on_delete=models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="referrals")
    active = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.code
