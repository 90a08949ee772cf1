"""The record of coverage: policies, the people they cover, their changes and their versions.

Changes and versions are only added, which the database itself sees to. What lists need of a policy stands on its row
and on those of its people; ``ledger.write`` keeps it as the versions say.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Upper

from planfront.coverage.authors import By
from planfront.coverage.states import PolicyState, in_state, is_open
from planfront.coverage.timeline import SELF, Kind, Role
from planfront.kernel import clock
from planfront.kernel.security.fields import EncryptedJSONField
from planfront.kernel.security.ids import new_uuid


class PolicyRows(models.QuerySet["Policy"]):
    """Policies by their state on a day, and by what they cover."""

    def in_state(self, state: str, day: date) -> PolicyRows:
        return self.filter(in_state(state, day))

    def open_on(self, day: date) -> PolicyRows:
        return self.filter(is_open(day))

    def rated_elsewhere(self, places: Mapping[int, tuple[str, str]]) -> list[Any]:
        """Return policies whose last version (``rated_state``, ``rated_zip``) is rated for another place than their
        member's. ``places``: state and ZIP by member."""
        latest = Version.objects.filter(policy=OuterRef("pk"), in_force=True).order_by("-effective", "-recorded")
        rated: models.QuerySet[Any] = self.filter(member_id__in=list(places)).annotate(
            rated_state=Subquery(latest.values("state")[:1]), rated_zip=Subquery(latest.values("zip")[:1])
        )
        return [
            row
            for row in rated.exclude(rated_state=None)
            if row.rated_state != places[row.member_id][0] or row.rated_zip not in ("", places[row.member_id][1])
        ]

    def covering(self, key: str = SELF) -> PolicyRows:
        """Return policies that cover a person, by their key."""
        return self.filter(people__key=key).distinct()


class Policy(models.Model):
    """One plan of one subscriber. Its row has what its last version says, for lists.

    ``effective_date`` is its first day and ``end_date`` its last one: None without an end, before the first one
    where it was cancelled from the first day. ``member``: None until it is known whose it is, and again once the
    person was erased after it ended; a person whom a policy names is never just deleted. ``agent``: the rep who
    sold it; who looks after it is in RepAssignment. ``tier``: see rating.engine.Tier. ``monthly``: premium, riders
    and fees, None where no premium is on record. ``amount``: face amount. ``riders``: ``[{"code", "name",
    "price"}]``. ``sold_fees``: what it was sold with beside its price (see owed_fees).
    ``household``: the policies that owe the association's dues once together, as it was when this one was sold; None:
    its member owes them.
    ``predecessor``: this one took its place: of a member who died (see survivors), or with another insurer (see
    issuing.move_policy). One that was undone or cancelled doesn't count.
    ``carried_over``: the import with which it came, as it was in force elsewhere. ``insurer_number``: what the insurer
    calls it, None where it isn't known.
    ``awaits_decision``: the insurer has yet to decide on all of it. ``erasing``: its history may be deleted with
    it. ``shown_on``: the day whose terms the row has.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    number = models.CharField(max_length=40, unique=True)
    brand = models.ForeignKey("brands.Brand", on_delete=models.PROTECT, related_name="+", db_index=False)
    member = models.ForeignKey(
        "members.Member", null=True, blank=True, on_delete=models.PROTECT, related_name="policies", db_index=False
    )
    group = models.ForeignKey("parties.Group", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    portal = models.ForeignKey(
        "parties.Portal", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    agent = models.ForeignKey("parties.Agent", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    plan_id = models.BigIntegerField(db_index=True)
    plan_name = models.CharField(max_length=200)
    category = models.CharField(max_length=20)
    tier = models.CharField(max_length=2, blank=True)
    monthly = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    amount = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    riders = models.JSONField(default=list)
    sold_fees = models.JSONField(null=True, blank=True)
    household = models.UUIDField(null=True, blank=True, editable=False)
    predecessor = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="successors",
        editable=False,
        db_index=False,
    )
    carried_over = models.ForeignKey(
        "imports.ImportRun",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        editable=False,
        db_index=False,
    )
    insurer_number = models.CharField(max_length=40, null=True, blank=True)
    effective_date = models.DateField()
    end_date = models.DateField(null=True, blank=True)
    awaits_decision = models.BooleanField(default=False)
    erasing = models.BooleanField(default=False, editable=False)
    shown_on = models.DateField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField()

    objects = PolicyRows.as_manager()

    class Meta:
        verbose_name_plural = "policies"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["predecessor"],
                condition=Q(end_date=None) | Q(end_date__gte=F("effective_date")),
                name="coverage_followed_once",
            )
        ]
        indexes = [
            models.Index(fields=["-effective_date", "number"], name="coverage_listed"),
            models.Index(fields=["member", "-effective_date", "id"], name="coverage_of_member"),
            models.Index(fields=["brand", "created_at"], name="coverage_of_brand"),
            models.Index(fields=["group", "id"], name="coverage_of_group"),
            models.Index(Upper("number"), name="coverage_by_number"),
            models.Index(fields=["end_date", "id"], name="coverage_ends", condition=Q(end_date__isnull=False)),
            models.Index(fields=["household"], name="coverage_of_household", condition=Q(household__isnull=False)),
            # Without those that follow none: where few do, an index of all looks as dear as reading the table.
            models.Index(fields=["predecessor"], name="coverage_followed", condition=Q(predecessor__isnull=False)),
            models.Index(fields=["carried_over"], name="coverage_of_import", condition=Q(carried_over__isnull=False)),
            models.Index(
                fields=["insurer_number"], name="coverage_insurer_number", condition=Q(insurer_number__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def state(self) -> PolicyState:
        return self.state_on(clock.today())

    def state_on(self, day: date) -> PolicyState:
        """The same as ``states.in_state`` for a row that was read."""
        if self.end_date is not None and self.end_date < self.effective_date:
            return PolicyState.CANCELLED
        if self.awaits_decision:
            return PolicyState.PENDING
        if self.effective_date > day:
            return PolicyState.ACCEPTED
        if self.end_date is not None and self.end_date < day:
            return PolicyState.ENDED
        return PolicyState.ACTIVE


class CoveredPerson(models.Model):
    """A person whom a policy covers or covered. ``key`` is timeline.SELF for the subscriber, else the relative's id as
    text.

    ``original_date``: the first day ever, on which prices by age at issue hang. ``effective_date`` and ``end_date``:
    the days of the last stay (see ledger.stays_of). ``insurer_id``: what the carrier calls
    the person. ``stays``: a child who stays covered beyond the age limit, such as one with a disability.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="people", db_index=False)
    key = models.CharField(max_length=40)
    relative = models.ForeignKey("members.Relative", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=10, choices=[(role.value, role.value) for role in Role])
    birth_date = models.DateField()
    original_date = models.DateField()
    effective_date = models.DateField()
    end_date = models.DateField(null=True, blank=True)
    insurer_id = models.CharField(max_length=40, blank=True)
    stays = models.BooleanField(default=False)

    class Meta:
        ordering = ["policy", "role", "birth_date", "id"]
        constraints = [models.UniqueConstraint(fields=["policy", "key"], name="coverage_person_once")]
        indexes = [
            models.Index(fields=["role", "birth_date", "policy"], name="coverage_people_by_age"),
            models.Index(fields=["insurer_id"], name="coverage_people_by_id", condition=~Q(insurer_id="")),
        ]

    def __str__(self) -> str:
        return f"{self.role} of policy {self.policy_id}"


WITHDRAWAL = "withdrawal"
INTO_CLASS = "class"
"""The fact of changes that come of a person's move to another class of the group: its name, by language."""
_KINDS = [*((kind.value, kind.value) for kind in Kind), (WITHDRAWAL, WITHDRAWAL)]


class Change(models.Model):
    """Something that happens to a policy (see timeline.Change). ``facts`` are what its kind says, names excepted, and
    the ``note`` of whoever made it.

    ``order``: changes that were made together. ``withdraws``: the change that a withdrawal takes back. ``before`` and
    ``after``: what its day costs a month with fees, None where nothing is in force or nothing is on record.
    """

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="changes", db_index=False)
    kind = models.CharField(max_length=12, choices=_KINDS)
    effective = models.DateField()
    recorded = models.DateTimeField()
    facts = models.JSONField(default=dict)
    order = models.UUIDField(default=new_uuid)
    withdraws = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(
        "coverage.LifeEvent", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    happened_on = models.DateField(null=True, blank=True)
    reported_on = models.DateField()
    reason = models.ForeignKey(
        "coverage.Reason", null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    by = models.CharField(max_length=6, choices=By.choices)
    by_user = models.BigIntegerField(null=True, blank=True)
    before = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    after = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)

    class Meta:
        ordering = ["policy", "recorded", "id"]
        indexes = [
            models.Index(fields=["policy", "recorded"], name="coverage_changes"),
            models.Index(fields=["order"], name="coverage_order"),
            models.Index(fields=["reported_on", "policy"], name="coverage_reported", condition=Q(event__isnull=False)),
            models.Index(fields=["event", "policy"], name="coverage_by_event", condition=Q(event__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of policy {self.policy_id}"


class Version(models.Model):
    """The terms of a policy from a day on, with the instant since when they are known (see timeline.Version). Not in
    force: nothing is.

    ``covered``: [{"key", "role", "birth_date", "original_date", "joined_on"}]. ``riders``: codes. ``inputs``: what a
    price depends on beside these (see pricing.INPUTS). ``rated_on``: the day whose rates it has. ``fees``: a month's.
    ``employer`` and ``own``: the group's and the person's part of the premium; ``share``: with rule and class, of
    the contribution of ``shared_on``; ``group_pays``: fees beside the price (see timeline.Terms).
    """

    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="versions", db_index=False)
    change = models.ForeignKey(Change, on_delete=models.CASCADE, related_name="versions")
    effective = models.DateField()
    recorded = models.DateTimeField()
    in_force = models.BooleanField()
    plan_id = models.BigIntegerField(null=True)
    tier = models.CharField(max_length=2, blank=True)
    state = models.CharField(max_length=2, blank=True)
    zip = models.CharField(max_length=5, blank=True)
    county_fips = models.CharField(max_length=5, blank=True)
    amount = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    riders = models.JSONField(default=list)
    covered = models.JSONField(default=list)
    inputs = models.JSONField(default=dict)
    rated_on = models.DateField(null=True)
    premium = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    fees = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    proof = models.JSONField(default=dict)
    employer = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    own = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    share = models.JSONField(null=True)
    shared_on = models.DateField(null=True, editable=False)
    group_pays = models.JSONField(null=True, editable=False)

    class Meta:
        ordering = ["policy", "effective", "recorded", "id"]
        indexes = [
            models.Index(fields=["policy", "effective", "recorded", "id"], name="coverage_versions"),
            models.Index(fields=["effective", "policy"], name="coverage_versions_by_day"),
        ]

    def __str__(self) -> str:
        return f"policy {self.policy_id} from {self.effective}"


class Designation(models.Model):
    """The beneficiaries of a policy since a day: [{"name", "relationship", "share"}], sealed. An
    application adds when a person was "born" (ISO), and those under 18 have a "trustee"."""

    id = models.UUIDField(primary_key=True, default=new_uuid, editable=False)
    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="designations")
    effective = models.DateField()
    recorded = models.DateTimeField()
    people: Any = EncryptedJSONField()

    class Meta:
        ordering = ["policy", "effective", "recorded"]

    def __str__(self) -> str:
        return f"designation of policy {self.policy_id} from {self.effective}"


class RepAssignment(models.Model):
    """A rep who looks after a policy from a day on. ``share``: per cent of it; those of a day add up to 100."""

    policy = models.ForeignKey(Policy, on_delete=models.CASCADE, related_name="reps")
    agent = models.ForeignKey("parties.Agent", on_delete=models.PROTECT, related_name="+", db_index=False)
    share = models.DecimalField(max_digits=5, decimal_places=2, default=100)
    effective_date = models.DateField()
    end_date = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["policy", "effective_date"]
        indexes = [models.Index(fields=["agent", "policy"], name="coverage_of_rep")]

    def __str__(self) -> str:
        return f"rep {self.agent_id} of policy {self.policy_id}"


class ServicedPolicy(models.Model):
    """A policy that a rep looks after; or, where ``agent`` is None, one of a group, whose reps look after all of those.

    The database writes these rows (``migrations/_serviced.py``), so that a rep's book is added up and looked through
    without its policies. ``until``: the last day of the rep's assignments, None where there is none. ``counts_from``
    and ``counts_to``: the days on which it is in force and the rep looks after it, ``9999-12-31`` without an end; from
    after to where there are none. ``guest``: it was assigned to the rep, and its member is another rep's or nobody's.
    All else is the policy's.
    """

    policy = models.ForeignKey(
        Policy, on_delete=models.DO_NOTHING, related_name="serviced", db_constraint=False, db_index=False
    )
    agent = models.ForeignKey(
        "parties.Agent", null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    until = models.DateField(null=True)
    counts_from = models.DateField()
    counts_to = models.DateField()
    guest = models.BooleanField()
    number = models.CharField(max_length=40)
    brand = models.ForeignKey(
        "brands.Brand", on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    group = models.ForeignKey(
        "parties.Group", null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    member = models.ForeignKey(
        "members.Member", null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    effective_date = models.DateField()
    end_date = models.DateField(null=True)
    monthly = models.DecimalField(max_digits=10, decimal_places=2, null=True)

    class Meta:
        verbose_name_plural = "serviced policies"
        constraints = [models.UniqueConstraint("policy", Coalesce("agent", 0), name="coverage_serviced_once")]
        indexes = [
            models.Index(
                fields=["agent", "brand", "member", "counts_from", "counts_to", "monthly"], name="coverage_serviced"
            ),
            models.Index(
                fields=["agent", "end_date", "number"],
                name="coverage_serviced_ends",
                condition=Q(end_date__isnull=False),
            ),
            models.Index(fields=["agent", "member"], name="coverage_serviced_guests", condition=Q(guest=True)),
            models.Index(fields=["group", "member"], name="coverage_serviced_groups", condition=Q(agent__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"policy {self.policy_id} of rep {self.agent_id}"
