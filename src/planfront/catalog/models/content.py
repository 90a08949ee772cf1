"""Facts about a plan other than its selling terms: costs as numbers, filings, documents, provider networks."""

from __future__ import annotations

from django.core.files.storage import Storage
from django.core.validators import MaxValueValidator
from django.db import models

from planfront.catalog import files, shapes
from planfront.catalog.models.base import Stamped
from planfront.catalog.models.plan import Carrier, Plan
from planfront.kernel.files.storages import storage


def document_storage() -> Storage:
    """Uploaded documents; ``webapp.media`` hands them out."""
    return storage()


class PlanCostShare(Stamped):
    """The yearly costs and limits of one person and of a family, as numbers in addition to the plan's texts.

    ``option`` names the PlanOption the numbers belong to; "" holds for every option without a row of its own. Empty
    numbers mean "no such limit"; 0.00 is a real zero. Dollars. ``texts`` keeps the words of a filed plan by column.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="cost_shares")
    option = models.CharField(max_length=30, blank=True, default="", help_text="Code of the option; empty: all.")
    deductible_individual = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    deductible_family = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    out_deductible_individual = models.DecimalField(
        "deductible, individual, out of network", max_digits=10, decimal_places=2, null=True, blank=True
    )
    out_deductible_family = models.DecimalField(
        "deductible, family, out of network", max_digits=10, decimal_places=2, null=True, blank=True
    )
    annual_maximum = models.DecimalField(
        max_digits=12, decimal_places=2, null=True, blank=True, help_text="Most the plan pays per person and year."
    )
    out_of_pocket_individual = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    out_of_pocket_family = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    orthodontia_maximum = models.DecimalField(
        max_digits=10, decimal_places=2, null=True, blank=True, help_text="Most the plan pays in a lifetime for braces."
    )
    texts = models.JSONField(default=dict, blank=True, validators=[shapes.check_description])

    class Meta:
        ordering = ["plan_id", "option"]
        constraints = [models.UniqueConstraint(fields=["plan", "option"], name="catalog_cost_once")]

    def __str__(self) -> str:
        return f"costs of plan {self.plan_id} {self.option}".strip()


class ServiceClass(models.TextChoices):
    PREVENTIVE = "preventive", "Dental: preventive"
    BASIC = "basic", "Dental: basic"
    ENDO = "endo", "Dental: root canals and gums"
    MAJOR = "major", "Dental: major"
    ORTHO = "ortho", "Dental: orthodontia"
    DENTAL_OTHER = "dental_other", "Dental: other"
    EXAM = "exam", "Vision: exam"
    FRAMES = "frames", "Vision: frames"
    LENSES = "lenses", "Vision: lenses"
    CONTACTS = "contacts", "Vision: contacts"
    VISION_OTHER = "vision_other", "Vision: other"
    OTHER = "other", "Other"


class Audience(models.TextChoices):
    ANY = "", "Everyone"
    CHILD = "child", "Children"
    ADULT = "adult", "Adults"


def _amount(name: str) -> models.DecimalField:  # type: ignore[type-arg]
    return models.DecimalField(name, max_digits=10, decimal_places=2, null=True, blank=True)


def _share(name: str) -> models.PositiveSmallIntegerField:  # type: ignore[type-arg]
    help_text = "The member's share in hundredths of a per cent: 2000 = the member pays 20%."
    return models.PositiveSmallIntegerField(
        name, null=True, blank=True, validators=[MaxValueValidator(10_000)], help_text=help_text
    )


class PlanBenefit(Stamped):
    """One service of a plan, as numbers for calculation.

    - ``copay_*``: dollars the member pays per service; ``coinsurance_*``: the member's share in hundredths of a per
      cent (the plan pays the rest); ``allowance_*``: dollars up to which the plan pays. Empty: no such amount.
    - ``deductible_*``: whether the amounts count only after the deductible; None: not stated.
    - ``waiting_months`` None: not stated; 0: from the first day.
    - ``texts``: the filed words by column ("20% Coinsurance after deductible"). A text with a condition the numbers
      can't hold leaves the number empty and sets ``conditional``.
    - ``filed``: the row came from a benefits file, and the next file may change or end it.
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="services")
    position = models.PositiveSmallIntegerField(default=1)
    service = models.CharField(max_length=16, choices=ServiceClass.choices, default=ServiceClass.OTHER)
    audience = models.CharField(max_length=5, choices=Audience.choices, blank=True, default="")
    name = models.CharField(max_length=160)
    covered = models.BooleanField(default=True)
    copay_in = _amount("copay in network")
    copay_out = _amount("copay out of network")
    coinsurance_in = _share("member's share in network")
    coinsurance_out = _share("member's share out of network")
    allowance_in = _amount("allowance in network")
    allowance_out = _amount("allowance out of network")
    deductible_in = models.BooleanField("after the deductible in network", null=True, blank=True)
    deductible_out = models.BooleanField("after the deductible out of network", null=True, blank=True)
    waiting_months = models.PositiveSmallIntegerField(null=True, blank=True)
    limit_quantity = models.DecimalField(max_digits=9, decimal_places=2, null=True, blank=True)
    limit_unit = models.CharField(max_length=60, blank=True)
    conditional = models.BooleanField(default=False, help_text="The texts say more than the numbers.")
    texts = models.JSONField(default=dict, blank=True, validators=[shapes.check_description])
    filed = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["plan_id", "position", "id"]
        constraints = [models.UniqueConstraint(fields=["plan", "name"], name="catalog_benefit_once")]

    def __str__(self) -> str:
        return self.name


class PlanFiling(Stamped):
    """The carrier's filing of a plan (Plan Attributes file). Only imports write it.

    ``texts`` keeps every other filed column that a shopper or an operator may ask for, as it was written.
    """

    plan = models.OneToOneField(Plan, on_delete=models.CASCADE, related_name="filing")
    business_year = models.PositiveSmallIntegerField(null=True, blank=True)
    issuer_id = models.CharField(max_length=5, db_index=True)
    state = models.CharField(max_length=2)
    market = models.CharField(max_length=40, blank=True)
    dental_only = models.BooleanField(default=False)
    metal_level = models.CharField(max_length=20, blank=True)
    plan_type = models.CharField(max_length=20, blank=True)
    guaranteed_rate = models.BooleanField(null=True, blank=True)
    child_only = models.CharField(max_length=40, blank=True)
    service_area_id = models.CharField(max_length=12, blank=True)
    network_id = models.CharField(max_length=12, blank=True)
    variants = models.JSONField(default=list, blank=True, validators=[shapes.check_texts])
    effective_date = models.DateField(null=True, blank=True)
    expiration_date = models.DateField(null=True, blank=True)
    texts = models.JSONField(default=dict, blank=True, validators=[shapes.check_description])

    class Meta:
        indexes = [models.Index(fields=["issuer_id", "state", "service_area_id"], name="catalog_filing_area")]

    def __str__(self) -> str:
        return f"filing of plan {self.plan_id}"


class NetworkKind(models.TextChoices):
    DENTAL = "dental", "Dental"
    VISION = "vision", "Vision"


class ProviderNetwork(Stamped):
    """Dentists or eye doctors who take certain plans, with a search page of their own.

    ``brands`` lists it on those brands' Providers page; without brands it is on every brand's. ``carrier`` None: a
    network that several carriers use. ``code``: the NetworkId of filed plans.
    """

    name = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=6, choices=NetworkKind.choices)
    search_url = models.URLField("provider search page", max_length=300)
    carrier = models.ForeignKey(
        Carrier, null=True, blank=True, on_delete=models.SET_NULL, related_name="networks", verbose_name="insurer"
    )
    code = models.CharField(max_length=12, blank=True)
    note = models.CharField(max_length=200, blank=True, help_text="For example how many dentists there are.")
    i18n = models.JSONField(default=dict, blank=True, validators=[shapes.check_i18n])
    brands = models.ManyToManyField("brands.Brand", blank=True, related_name="+")
    plans = models.ManyToManyField(Plan, blank=True, related_name="networks")
    active = models.BooleanField(default=True)
    sort_order = models.PositiveSmallIntegerField(default=100)

    class Meta:
        ordering = ["kind", "sort_order", "name"]

    def __str__(self) -> str:
        return self.name


class DocumentKind(models.TextChoices):
    SUMMARY = "summary", "Summary of benefits"
    BROCHURE = "brochure", "Brochure"
    CERTIFICATE = "certificate", "Certificate of insurance"
    OUTLINE = "outline", "Outline of coverage"
    FORM = "form", "Form"
    OTHER = "other", "Other"


class PlanDocument(Stamped):
    """A brochure, certificate or summary to open: an uploaded ``file``, or ``url``, a path here or a full address.

    A summary with neither is made from the plan's own data each time it is opened (``webapp.media``).
    """

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=30, choices=DocumentKind.choices, default=DocumentKind.BROCHURE)
    title = models.CharField(max_length=120)
    url = models.CharField("link", max_length=300, blank=True, validators=[files.check_link])
    file = models.FileField(
        max_length=200,
        blank=True,
        storage=document_storage,
        upload_to=files.document_path,
        validators=[files.check_document],
        help_text="PDF, PNG or JPEG, up to 10 MB.",
    )
    language = models.CharField(max_length=5, choices=[("en", "English"), ("es", "Spanish")], default="en")
    sort_order = models.PositiveSmallIntegerField(default=100)

    class Meta:
        ordering = ["sort_order", "id"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        files.check_source(self.kind, self.url, bool(self.file))

    @property
    def href(self) -> str:
        """The address where a browser opens it."""
        return files.href(self.pk, self.plan_id, self.kind, self.url, self.file.name or "", self.language)
