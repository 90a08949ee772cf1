"""Existing members, their people, and the reference lists that forms about people offer."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Value
from django.db.models.functions import Concat, Lower, Upper

from planfront.kernel.database.month_day import MonthDay
from planfront.kernel.security.fields import BlindIndexField, EncryptedJSONField, EncryptedTextField
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.names import NameColumn
from planfront.kernel.text.parse import SUFFIXES, full_name
from planfront.members.person_facts import FactKind


class Gender(models.IntegerChoices):
    MALE = 0, "Male"
    FEMALE = 1, "Female"
    OTHER = 2, "Others"


class MaritalStatus(models.IntegerChoices):
    SINGLE = 0, "Single"
    MARRIED = 1, "Married"
    DIVORCED = 2, "Divorced"
    WIDOWED = 3, "Widowed"


MARITAL_NAMES = dict(MaritalStatus.choices)


MOST_HOURS, MOST_SALARY = 100, 99_999_999
SUFFIX_CHOICES = [(suffix, suffix) for suffix in SUFFIXES]
_FIRST = ("first_name", "id")


class Member(models.Model):
    """A person enrolled with a brand. Its id is the ``user_id`` of the calls.

    The social security number is in ``Identity``, sealed; lists need only its last four digits.
    """

    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    group = models.ForeignKey("parties.Group", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    group_class = models.ForeignKey(
        "parties.GroupClass",
        verbose_name="class",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Leave empty for the group's default class.",
    )
    agent = models.ForeignKey("parties.Agent", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    portal = models.ForeignKey("parties.Portal", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    first_name = NameColumn(max_length=60)
    middle_name = NameColumn(max_length=60, blank=True)
    last_name = NameColumn(max_length=60)
    suffix = models.CharField(max_length=4, blank=True, choices=SUFFIX_CHOICES, default="", db_default="")
    birth_date = models.DateField()
    gender = models.PositiveSmallIntegerField(choices=Gender.choices)
    email = models.EmailField(db_index=True)
    phone = models.CharField(max_length=10, blank=True, db_index=True)
    address1 = models.CharField(max_length=80, blank=True)
    address2 = models.CharField(max_length=80, blank=True)
    city = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip = models.CharField(max_length=5, blank=True)
    county = models.CharField(max_length=60, blank=True)
    # Where letters go, if not to the home address.
    mailing_address1 = models.CharField("street address", max_length=80, blank=True, default="", db_default="")
    mailing_address2 = models.CharField("second line", max_length=80, blank=True, default="", db_default="")
    mailing_city = models.CharField("city", max_length=60, blank=True, default="", db_default="")
    mailing_state = models.CharField("state", max_length=2, blank=True, default="", db_default="")
    mailing_zip = models.CharField("ZIP code", max_length=5, blank=True, default="", db_default="")
    marital_status = models.PositiveSmallIntegerField(null=True, blank=True)
    is_smoker = models.BooleanField(null=True, blank=True)
    ssn_last4 = models.CharField(max_length=4, blank=True, db_index=True, editable=False)
    employee_number = models.CharField(
        max_length=40,
        blank=True,
        help_text="The group's own number for the person or family. Its rosters use it to find them.",
    )
    hired_on = models.DateField(null=True, blank=True)
    left_on = models.DateField(
        "last day of work", null=True, blank=True, help_text="Leave empty while the person works for the group."
    )
    reminded_on = models.DateField(
        null=True, editable=False, help_text="Day of the last reminder to enroll that the group sent."
    )
    weekly_hours = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_HOURS)],
        help_text="Usual working hours a week.",
    )
    annual_salary = models.DecimalField(
        max_digits=11,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(MOST_SALARY)],
        help_text="Dollars a year before tax.",
    )
    active = models.BooleanField(default=True)
    enrolled_here = models.BooleanField(
        default=False, editable=False, help_text="Added by an application submitted in the store."
    )
    merged_into = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
        editable=False,
        db_index=False,
        help_text="The record that stays, where this one was a second record of the same person.",
    )
    search = models.GeneratedField(
        expression=Lower(
            Concat(
                "first_name",
                Value(" "),
                "middle_name",
                Value(" "),
                "last_name",
                Value(" "),
                "email",
                output_field=models.CharField(),
            )
        ),
        output_field=models.CharField(max_length=450),
        db_persist=True,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "employee_number"],
                condition=models.Q(group__isnull=False) & ~models.Q(employee_number=""),
                name="member_employee_number",
                violation_error_message="Another member of the group has this number.",
            )
        ]
        indexes = [
            # A rep's or group's list in each order: a page is read off the index, whoever else the brand has. The first
            # two hold what is searched, too.
            models.Index(
                fields=["brand", "last_name", *_FIRST, "agent", "group", "active", "search"], name="member_by_name"
            ),
            models.Index(fields=["group", "last_name", *_FIRST, "brand", "active", "search"], name="member_of_group"),
            models.Index(fields=["brand", "birth_date", "id", "agent", "group", "active"], name="member_by_birth"),
            models.Index(fields=["group", "birth_date", "id", "brand", "active"], name="member_of_group_birth"),
            models.Index(fields=["brand", "group", "agent", "active"], name="member_by_group"),
            models.Index(fields=["brand", "email", "id", "agent", "group", "active"], name="member_by_email"),
            models.Index(fields=["group", "email", "id", "brand", "active"], name="member_of_group_email"),
            models.Index(Upper("employee_number"), name="member_by_employee_number"),
            models.Index("agent", MonthDay("birth_date"), "brand", "active", name="member_birthdays"),
            models.Index(fields=["merged_into"], name="member_merged", condition=models.Q(merged_into__isnull=False)),
            models.Index(fields=["id"], name="member_not_active", condition=models.Q(active=False)),
        ]

    def __str__(self) -> str:
        return f"member {self.pk}"

    @property
    def name(self) -> str:
        return full_name(self)

    @property
    def mailing_lines(self) -> tuple[str, ...]:
        """Lines of the address that letters go to."""
        return self.address_lines("mailing_") or self.address_lines()

    def address_lines(self, kind: str = "") -> tuple[str, ...]:
        """Return the lines of the home address, or of the ``mailing_`` one."""
        names = ("address1", "address2", "city", "state", "zip")
        address1, address2, city, state, code = (getattr(self, f"{kind}{name}") for name in names)
        place = " ".join(filter(None, (f"{city}," if city else "", state, code)))
        return tuple(filter(None, (address1, address2, place)))


class Identity(models.Model):
    """A member's social security number: sealed, with a keyed index to find duplicates."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.OneToOneField(Member, on_delete=models.CASCADE, related_name="identity")
    ssn = EncryptedTextField()
    ssn_index = BlindIndexField(db_index=True)

    class Meta:
        verbose_name_plural = "Social Security numbers"

    def __str__(self) -> str:
        return f"identity of member {self.member_id}"


class Relative(models.Model):
    """A member's dependent or beneficiary on record. A roster may hold nothing but the birth date of one. Of a change
    that was taken back the dependent it added is kept as ``FORMER``, for the names in histories only."""

    class Kind(models.TextChoices):
        DEPENDENT = "dependent", "Dependent"
        BENEFICIARY = "beneficiary", "Beneficiary"
        FORMER = "former", "Added by a change that was taken back"

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="relatives")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    relationship = models.CharField(max_length=20)
    first_name = NameColumn(max_length=60, blank=True)
    middle_name = NameColumn(max_length=60, blank=True)
    last_name = NameColumn(max_length=60)
    suffix = models.CharField(max_length=4, blank=True, choices=SUFFIX_CHOICES, default="", db_default="")
    birth_date = models.DateField()
    gender = models.PositiveSmallIntegerField(choices=Gender.choices, null=True, blank=True)
    ssn = EncryptedTextField(blank=True)
    # Empty: at the member's home.
    address1 = models.CharField("street address", max_length=80, blank=True, default="", db_default="")
    address2 = models.CharField("second line", max_length=80, blank=True, default="", db_default="")
    city = models.CharField(max_length=60, blank=True, default="", db_default="")
    state = models.CharField(max_length=2, blank=True, default="", db_default="")
    zip = models.CharField("ZIP code", max_length=5, blank=True, default="", db_default="")
    county = models.CharField(max_length=60, blank=True, default="", db_default="")
    percentage = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["birth_date"], name="members_relative_born"),
            models.Index(
                fields=["member"], condition=models.Q(kind="dependent", ssn=""), name="members_relative_no_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of member {self.member_id}"


class PersonVersion(models.Model):
    """Facts of a member or relative from a day on (see person_facts). ``facts``: by column, with a number under "ssn",
    sealed. ``order``: what was changed together, of coverage too. ``by``: the role of whoever wrote it. ``cause``: why,
    such as "move" or "roster". ``note``: what they wrote down. ``number``: its place among the person's rows, from 1
    on; ``withdraws``: of the row that a withdrawal takes back."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.CASCADE, related_name="versions", db_index=False
    )
    relative = models.ForeignKey(
        Relative, null=True, blank=True, on_delete=models.CASCADE, related_name="versions", db_index=False
    )
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in FactKind])
    effective = models.DateField(null=True, blank=True)
    recorded = models.DateTimeField()
    recorded_on = models.DateField()
    facts: Any = EncryptedJSONField()
    number = models.PositiveIntegerField()
    withdraws = models.PositiveIntegerField(null=True, blank=True)
    order = models.UUIDField(null=True, blank=True)
    by = models.CharField(max_length=7)
    by_user = models.BigIntegerField(null=True, blank=True)
    cause = models.CharField(max_length=40, blank=True)
    note = EncryptedTextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["member", "number"], condition=models.Q(member__isnull=False), name="person_of_member"
            ),
            models.UniqueConstraint(
                fields=["relative", "number"], condition=models.Q(relative__isnull=False), name="person_of_relative"
            ),
            models.CheckConstraint(
                condition=models.Q(member__isnull=False, relative__isnull=True)
                | models.Q(member__isnull=True, relative__isnull=False),
                name="person_version_of_one",
            ),
        ]
        indexes = [
            models.Index(fields=["order"], name="person_order", condition=models.Q(order__isnull=False)),
            models.Index(fields=["effective"], name="person_due", condition=models.Q(effective__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {'member' if self.member_id else 'relative'} {self.member_id or self.relative_id}"


class Leaving(models.Model):
    """A last day of work that a group's administrator reported. Its id names the plans' ends that were reported with
    it, too. ``before``: the last day that was on record until then."""

    id = models.UUIDField(primary_key=True, editable=False)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+", db_index=False)
    last_day = models.DateField()
    before = models.DateField(null=True, blank=True)
    by_user = models.BigIntegerField(null=True, blank=True)
    recorded_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["recorded_at"]
        indexes = [models.Index(fields=["member", "recorded_at"], name="member_leavings")]

    def __str__(self) -> str:
        return f"member {self.member_id} leaves on {self.last_day}"


class Death(models.Model):
    """The death of a member, or of one of their dependents. ``proof``: the paper that was seen, "" for none yet.
    ``closed_account``: it turned the member's account off. ``act``: of what was recorded together of one person who is
    on several members' records; None: on this one alone."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="deaths")
    relative = models.OneToOneField(Relative, null=True, blank=True, on_delete=models.CASCADE, related_name="death")
    died_on = models.DateField()
    proof = models.CharField(max_length=120, blank=True)
    recorded_at = models.DateTimeField()
    by_user = models.BigIntegerField(null=True, blank=True)
    closed_account = models.BooleanField(default=False)
    act = models.UUIDField(null=True, blank=True, db_index=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member"], condition=models.Q(relative=None), name="member_dies_once")
        ]

    def __str__(self) -> str:
        return f"death in the family of member {self.member_id} on {self.died_on}"


class DuplicateState(models.TextChoices):
    """waiting → apart | merged → undone. What was undone may be decided about again."""

    WAITING = "waiting", "Waiting"
    MERGED = "merged", "Merged"
    APART = "apart", "Two people"
    UNDONE = "undone", "Merge undone"


class DuplicateMember(models.Model):
    """Two records of a brand that may be one person's. ``first`` has the lower id. ``matched``: which of "name",
    "email" and "phone" are alike beside the birth date. ``reason``: why they are two people.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+", db_index=False)
    first = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    matched = models.JSONField(default=list)
    state = models.CharField(max_length=7, choices=DuplicateState.choices, default=DuplicateState.WAITING)
    found_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = EncryptedTextField(blank=True)

    class Meta:
        verbose_name = verbose_name_plural = "possible duplicate members"
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="member_duplicates_once"),
            models.CheckConstraint(condition=models.Q(first__lt=models.F("second")), name="member_duplicates_in_order"),
        ]
        indexes = [
            models.Index(fields=["brand", "state", "-found_at"], name="member_duplicates_listed"),
            models.Index(fields=["-state", "-found_at", "-id"], name="member_duplicates_everywhere"),
        ]

    def __str__(self) -> str:
        return f"members {self.first_id} and {self.second_id}"


class MergeRecord(models.Model):
    """The rows that a merge moved, so that it can be undone. ``rows``: {table: {"column", "rows": [[key, what has to be
    the same for undoing], …]}}; ``columns``: {"stays" or "goes": {column: [before, after]}}, both sealed."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    pair = models.ForeignKey(DuplicateMember, on_delete=models.CASCADE, related_name="merges")
    stays = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    goes = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    rows: Any = EncryptedJSONField()
    columns: Any = EncryptedJSONField()
    counts = models.JSONField(default=dict)
    merged_at = models.DateTimeField()
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-merged_at"]
        constraints = [
            models.UniqueConstraint(fields=["goes"], condition=models.Q(undone_at=None), name="member_merged_once"),
        ]

    def __str__(self) -> str:
        return f"member {self.goes_id} into {self.stays_id}"


class ReferenceItem(models.Model):
    """An operator's own entry of a reference list. A list with rows here replaces the shipped one.

    ``flags`` knows: needs_text (a free-text field follows the choice), refused (the choice can't go on), and of a
    beneficiary's relationship asks: trust or estate.
    """

    list_key = models.SlugField(max_length=40)
    value = models.CharField(max_length=30)
    name = models.CharField(max_length=120)
    name_es = models.CharField(max_length=120, blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    flags = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["list_key", "order", "id"]
        constraints = [models.UniqueConstraint(fields=["list_key", "value"], name="reference_item_unique")]

    def __str__(self) -> str:
        return f"{self.list_key}: {self.name}"


class RosterState(models.TextChoices):
    """mapping → checking → refused | ready → applying → applied → undoing → undone; discarded from all before applying.

    A refused or ready roster may be mapped anew, and its held rows mended: then it is checked again. Refused means that
    nothing can go in yet; a ready one may have held rows, too.
    """

    MAPPING = "mapping", "Columns to confirm"
    CHECKING = "checking", "Checking"
    REFUSED = "refused", "Refused"
    READY = "ready", "Ready to apply"
    APPLYING = "applying", "Applying"
    APPLIED = "applied", "Applied"
    UNDOING = "undoing", "Undoing"
    UNDONE = "undone", "Undone"
    DISCARDED = "discarded", "Discarded"


class RosterImport(models.Model):
    """A group's file of people. ``table`` is what the file said (headings and rows), sealed, until it is applied.

    ``mapping`` has a column's position by field; ``words`` says what words of a column mean, by kind of column: the
    group's next file begins with them. ``corrections`` is what was mended on the page, sealed: see
    ``roster.table``. ``outcomes`` has the effect of each employee's row, and "held" of each row
    that can't go in before it is mended; applying leaves those to a roster of their own, whose ``rest_of`` is this
    one. ``recheck`` are the rows that the next check has to look at, None for all. ``headings_hash`` finds the
    columns that were confirmed for such a file before. ``claim`` names the process that may write to it.
    ``problem`` says why it could not be applied or undone. ``by_group``: an administrator of the group uploaded it, so
    that it ends no one's employment and says nothing of people outside the group. ``language``: of what is said of its
    rows. ``missing``: ids of the group's people who aren't in the file.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+")
    group = models.ForeignKey("parties.Group", on_delete=models.PROTECT, related_name="+")
    file_name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=9, choices=RosterState.choices, default=RosterState.MAPPING)
    table = EncryptedJSONField(blank=True)
    mapping = models.JSONField(default=dict, blank=True)
    words = models.JSONField(default=dict, blank=True)
    headings_hash = models.CharField(max_length=64, blank=True, editable=False)
    everybody_employee = models.BooleanField(default=False)
    corrections = EncryptedJSONField(blank=True)
    outcomes = models.JSONField(default=dict, blank=True)
    recheck = models.JSONField(null=True, blank=True)
    rest_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rests")
    counts = models.JSONField(default=dict, blank=True)
    by_group = models.BooleanField(default=False)
    language = models.CharField(max_length=5, default="en")
    missing = models.JSONField(default=list, blank=True)
    rows_total = models.PositiveIntegerField(default=0)
    rows_done = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)
    claim = models.UUIDField(null=True, blank=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True, blank=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "roster"
        permissions = [("apply_rosterimport", "Can apply rosters and undo them")]
        indexes = [models.Index(fields=["brand", "-created_at"], name="roster_by_brand")]

    def __str__(self) -> str:
        return f"roster {self.file_name}"


class RosterIssue(models.Model):
    """A problem with a row (fatal: it and its family are held back), or something worth a look. Never has a value of
    the file."""

    roster = models.ForeignKey(RosterImport, on_delete=models.CASCADE, related_name="issues")
    row = models.PositiveIntegerField()
    field = models.CharField(max_length=30, blank=True)
    code = models.CharField(max_length=30)
    message = models.CharField(max_length=300)
    fatal = models.BooleanField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"row {self.row}: {self.message}"


class RosterChange(models.Model):
    """The effect of a roster on one member. ``before`` and ``after`` are the person's whole state, sealed; undoing puts
    ``before`` back where the member is still as in ``after``. ``kept`` says why not."""

    class Effect(models.TextChoices):
        NEW = "new", "New member"
        CHANGED = "changed", "Changed"
        ENDED = "ended", "Coverage ends"

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    roster = models.ForeignKey(RosterImport, on_delete=models.CASCADE, related_name="changes")
    row = models.PositiveIntegerField()
    effect = models.CharField(max_length=7, choices=Effect.choices)
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=200)
    fields = models.JSONField(default=list)
    before = EncryptedJSONField(blank=True)
    after = EncryptedJSONField()
    kept = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["row"]
        indexes = [models.Index(fields=["roster", "effect", "row"], name="roster_change_page")]

    def __str__(self) -> str:
        return f"{self.effect}: row {self.row}"
