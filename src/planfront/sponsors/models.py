"""Sponsors: groups (employers and associations) and the enrollment portals (platforms) they use."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Portal(models.Model):
    """An enrollment platform. ``open_to_all``: any rep and group of its brands may use it."""

    code = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=60)
    order = models.PositiveSmallIntegerField(default=0)
    brands = models.ManyToManyField("brands.Brand", related_name="+")
    agents = models.ManyToManyField("producers.Agent", blank=True, related_name="+")
    open_to_all = models.BooleanField(default=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["order", "id"]

    def __str__(self) -> str:
        return self.name


class Group(models.Model):
    """A group. ``code`` is the Group Enrollment Code (compared in upper case).

    ``sic``, ``eligible_employees`` and ``participation`` are what rating may ask for. ``flags`` knows: hide_quote (no
    Send Personalized Quote), member_benefit_store (the group of the member-benefit-store entry). A group that requires
    an enroller code stores only its keyed hash.
    """

    code = models.CharField(max_length=20, unique=True)
    name = models.CharField(max_length=100)
    landing_url = models.SlugField(max_length=60, unique=True, null=True, blank=True)
    about = models.TextField(blank=True)
    tagline = models.CharField(max_length=160, blank=True)
    phone = models.CharField(max_length=10, blank=True, help_text="Ten digits.")
    email = models.EmailField(blank=True)
    address1 = models.CharField(max_length=80, blank=True)
    address2 = models.CharField(max_length=80, blank=True)
    city = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip = models.CharField(max_length=5, blank=True)
    sic = models.CharField(max_length=4, blank=True)
    eligible_employees = models.PositiveIntegerField(
        null=True, blank=True, help_text="Group size for plans rated by it."
    )
    participation = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Per cent of the eligible employees who take part."
    )
    logo = models.CharField(max_length=200, blank=True)
    image = models.CharField(max_length=200, blank=True)
    image_link = models.CharField(max_length=200, blank=True)
    banner_image = models.CharField(max_length=200, blank=True)
    brands = models.ManyToManyField("brands.Brand", related_name="+")
    portals = models.ManyToManyField(Portal, blank=True, related_name="groups")
    requires_enroller_code = models.BooleanField(default=False)
    enroller_code_hash = models.CharField(max_length=64, blank=True, editable=False)
    flags = models.JSONField(default=dict, blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    active = models.BooleanField(default=True)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class AgentGroup(models.Model):
    """A rep serves a group."""

    agent = models.ForeignKey("producers.Agent", on_delete=models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="agent_links")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "group"], name="agent_group_unique")]

    def __str__(self) -> str:
        return f"{self.agent_id} - {self.group_id}"
