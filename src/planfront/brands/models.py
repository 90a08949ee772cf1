"""Brands, their hosts, looks and settings."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models

from planfront.brands import files, films, pictures


class Face(models.TextChoices):
    """Type faces that the store can deliver itself."""

    HANKEN = "hanken-grotesk", "Hanken Grotesk"
    SERIF = "source-serif-4", "Source Serif 4"
    FIGTREE = "figtree", "Figtree"
    BRICOLAGE = "bricolage-grotesque", "Bricolage Grotesque"


class Brand(models.Model):
    """One white-label store. Colours are ``oklch(L C H)`` texts; everything else is derived from them.

    ``flags`` knows: hide_home_breadcrumb, landing_to_root, dental_vision_only, memberships, main_store
    (all false when absent).
    """

    key = models.SlugField(max_length=32, unique=True)
    name = models.CharField(max_length=60)
    tagline = models.CharField(max_length=120, blank=True)
    phone = models.CharField(max_length=10, blank=True, help_text="Ten digits.")
    email = models.EmailField(blank=True)
    support_hours = models.CharField(max_length=60, blank=True, default="Mon-Fri 8am-8pm ET")
    logo_key = models.CharField(
        max_length=60,
        blank=True,
        help_text="Folder of its pictures under static/art/brand. Leave empty to use pictures made from its name.",
    )
    primary = models.CharField(max_length=40, default="oklch(0.44 0.082 192)")
    accent = models.CharField(max_length=40, default="oklch(0.86 0.135 92)")
    tint = models.CharField(max_length=40, default="oklch(0.976 0.009 170)")
    radius = models.PositiveSmallIntegerField(default=10, help_text="0 to 20 px.")
    font_display = models.CharField(max_length=24, choices=Face.choices, default=Face.HANKEN)
    font_text = models.CharField(max_length=24, choices=Face.choices, default=Face.HANKEN)
    display_weight = models.PositiveSmallIntegerField(default=700)
    display_tracking = models.DecimalField(max_digits=4, decimal_places=3, default=Decimal("-0.025"), help_text="em")
    recipe = models.JSONField(
        default=dict, blank=True, editable=False, help_text="How the home page is arranged (recipes)."
    )
    flags = models.JSONField(default=dict, blank=True)
    active = models.BooleanField(default=True)

    # Pictures that stand before the brand's own where it is shown now: those of the host, those of a previewed draft.
    shown_pictures: Mapping[str, str] = MappingProxyType({})

    def __str__(self) -> str:
        return self.name

    def flag(self, name: str) -> bool:
        return self.flags.get(name) is True


class Domain(models.Model):
    """A host name (no port, lower case) that shows a brand."""

    host = models.CharField(max_length=253, unique=True)
    brand = models.ForeignKey(Brand, on_delete=models.CASCADE, related_name="domains")
    primary = models.BooleanField(default=False, help_text="Links in emails lead to this host.")
    pictures = models.JSONField(default=dict, blank=True, help_text="Addresses by kind of picture, for this host only.")

    def __str__(self) -> str:
        return self.host


class SiteSetting(models.Model):
    """A site-dynamic value of a brand: a link, an image path, an id. Never a secret: browsers may read them."""

    brand = models.ForeignKey(Brand, on_delete=models.CASCADE, related_name="settings")
    key = models.SlugField(max_length=60)
    value = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["brand", "key"], name="site_setting_unique")]

    def __str__(self) -> str:
        return f"{self.brand_id}: {self.key}"


class Asset(models.Model):
    """A picture in a brand's collection. Where it is shown say the theme (brand), the domain (one host), the landing
    page and ``place``: the drawn picture that it stands for, such as ``category/dental``.

    ``alt`` is for who doesn't see it, with ``i18n`` {"es": {"alt"}}. Width and height are 0 where files are kept as
    they were sent.
    """

    brand = models.ForeignKey(Brand, on_delete=models.CASCADE, related_name="assets")
    kind = models.CharField(max_length=24, choices=pictures.CHOICES)
    title = models.CharField(
        max_length=80, blank=True, help_text="For people who choose it here. Leave empty to use the file's name."
    )
    file = models.FileField(max_length=200, storage=files.storage, upload_to=pictures.place)
    alt = models.CharField(
        "what it shows",
        max_length=160,
        blank=True,
        help_text="For people who can't see it. Required for the front page, landing pages and categories.",
    )
    i18n = models.JSONField(default=dict, blank=True)
    place = models.CharField(max_length=40, blank=True, editable=False)
    width = models.PositiveIntegerField(default=0, editable=False)
    height = models.PositiveIntegerField(default=0, editable=False)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["kind", "-id"]
        verbose_name = "picture"
        constraints = [
            models.UniqueConstraint(
                fields=["brand", "place"], condition=~models.Q(place=""), name="picture_one_of_place"
            )
        ]

    def __str__(self) -> str:
        return self.title or (self.file.name or "").rpartition("/")[2]

    @property
    def address(self) -> str:
        return files.address(self.file.name)


class ThemeState(models.TextChoices):
    DRAFT = "draft", "Draft"
    LIVE = "live", "Live"
    PAST = "past", "Past"


class ThemeVersion(models.Model):
    """One state of a brand's look. ``values`` holds the look's fields of the brand and ``pictures`` by kind; it never
    changes once the version is live. A brand has at most one draft and one live version."""

    brand = models.ForeignKey(Brand, on_delete=models.CASCADE, related_name="themes")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=5, choices=ThemeState.choices)
    values = models.JSONField()
    note = models.CharField(max_length=160, blank=True)
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["brand", "number"], name="theme_number_unique"),
            models.UniqueConstraint(
                fields=["brand", "state"], condition=models.Q(state__in=["draft", "live"]), name="theme_one_of_state"
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"


class Audience(models.TextChoices):
    """The people a how-to video is for."""

    MEMBER = "member", "Member"
    EMPLOYER = "employer", "Employer"


class Video(models.Model):
    """A how-to video in a brand's footer, with what people who don't hear or see it need."""

    brand = models.ForeignKey(Brand, on_delete=models.CASCADE, related_name="videos")
    audience = models.CharField(max_length=10, choices=Audience.choices)
    language = models.CharField(max_length=5, choices=[("en", "English"), ("es", "Spanish")], default="en")
    title = models.CharField(max_length=120)
    film = models.FileField(
        max_length=200,
        storage=files.storage,
        upload_to=films.place,
        validators=[films.check_film],
        help_text="MP4 (H.264) or WebM, up to 100 MB.",
    )
    captions = models.FileField(
        max_length=200,
        storage=files.storage,
        upload_to=films.place,
        validators=[films.check_captions],
        help_text="WebVTT, in the language of the video.",
    )
    poster = models.FileField(
        max_length=200,
        blank=True,
        storage=files.storage,
        upload_to=films.place,
        validators=[films.check_poster],
        help_text="Picture shown before the video plays: PNG or JPEG, up to 2 MB.",
    )
    transcript = models.TextField(help_text="Everything that is said and shown. A blank line starts a new paragraph.")
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["audience", "language"]
        verbose_name = "how-to video"
        constraints = [models.UniqueConstraint(fields=["brand", "audience", "language"], name="video_unique")]

    def __str__(self) -> str:
        return self.title


class BlockKind(models.TextChoices):
    """The places of a front page, its footer and its About window that have texts."""

    HERO = "hero", "Heading and first sentence"
    PROOF = "proof", "Line below the first sentence"
    GROUPS = "groups", "Plan groups: heading"
    GROUP = "group", "Plan group"
    COVERS = "covers", "What plans cover: heading"
    CARE = "care", "What plans cover: row"
    HELP = "help", "Help: heading"
    TILE = "tile", "Tile that opens a category"
    ABOUT = "about", "About: two sentences"
    FOOTER = "footer", "Line of the footer"


class MarketingBlock(models.Model):
    """A text of a brand's front page. ``i18n`` is {"es": {"title", "text", "note"}}.

    Title, text and note mean, by kind: tile: heading, sentence, link; care: kind of care, what it includes, waiting
    period; covers: heading, sentence, small print. ``{hours}`` in the text of ``help`` stands for the support hours.
    """

    brand = models.ForeignKey(Brand, on_delete=models.CASCADE, related_name="marketing")
    kind = models.CharField(max_length=10, choices=BlockKind.choices)
    key = models.SlugField(
        max_length=30,
        blank=True,
        help_text="Of a plan group: low_deductible, high_annual_maximum, bundled or vision. Of a tile: its category.",
    )
    position = models.PositiveSmallIntegerField(default=0)
    title = models.CharField(max_length=120)
    text = models.CharField(max_length=300, blank=True)
    note = models.CharField(max_length=160, blank=True)
    percent = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(100)], help_text="What a plan pays, in a row of coverage."
    )
    source = models.CharField(
        max_length=300,
        blank=True,
        help_text="For a claim: who found it, where it was published, and when. Only staff see it.",
    )
    i18n = models.JSONField(default=dict, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["position", "id"]
        verbose_name = "front page text"

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """A claim is shown when it is known where it comes from."""
        if self.kind == BlockKind.PROOF and self.active and not self.source.strip():
            raise ValidationError({"source": "Say where this claim comes from, or leave it inactive."})


class LegalKey(models.TextChoices):
    """Pages about law that every page and mail links to, in the order of their links."""

    PRIVACY = "privacy", "Privacy notice"
    TERMS = "terms", "Terms of use"
    LICENSES = "licenses", "Licenses and disclosures"
    NOTICE = "not-insurance", "Non-insurance notice"
    ACCESSIBILITY = "accessibility", "Accessibility statement"
    COOKIES = "cookies", "Cookies and storage"


class LegalText(models.Model):
    """A version of a legal page, for one brand or for all. What has been in force never changes.

    ``i18n`` is {"es": {"head", "body"}}. The body takes the marks of long texts; names in braces are filled in.
    """

    brand = models.ForeignKey(
        Brand,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="legal_texts",
        help_text="Leave empty for every brand that has none of its own.",
    )
    key = models.CharField("page", max_length=20, choices=LegalKey.choices)
    version = models.PositiveIntegerField()
    head = models.CharField("heading", max_length=120)
    body = models.TextField(max_length=40_000)
    i18n = models.JSONField(default=dict, blank=True)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    effective_from = models.DateField(
        null=True, blank=True, help_text="First day. Leave empty for the day it is published."
    )

    class Meta:
        ordering = ["brand", "key", "-version"]
        verbose_name = "legal text"
        constraints = [
            models.UniqueConstraint(
                fields=["brand", "key", "version"],
                condition=models.Q(brand__isnull=False),
                name="legal_text_of_brand_once",
            ),
            models.UniqueConstraint(
                fields=["key", "version"], condition=models.Q(brand=None), name="legal_text_of_all_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.head}, version {self.version}"


class Revision(models.Model):
    """One row whose number grows with every change to brands, so that other processes drop their copies."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)
