"""The rows of a file as policies: what each cell says, checked by itself and within its policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from django.utils.translation import gettext as _

from planfront.coverage.importers import columns as named
from planfront.coverage.importers.store import PlanFacts, Store
from planfront.coverage.parties import read_insurer_id
from planfront.coverage.timeline import SELF, Covered, Role, tier_of
from planfront.imports.layouts import normalise
from planfront.imports.names import BadCell
from planfront.imports.registry import Sink
from planfront.imports.tabular import Record
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.members.identifiers import read_subscriber_number
from planfront.members.roster.cells import CHILD, DISABLED, SPOUSE, is_empty
from planfront.members.roster.fields import BY_NAME
from planfront.members.roster.people import Family, Values, group_families
from planfront.members.roster.relatives import QUESTION, Answered, check_relatives
from planfront.parties.importers.cells import DAY, DOLLARS, TIER, YES_NO, accept, choice, several

if TYPE_CHECKING:
    from planfront.catalog.models import Carrier
    from planfront.parties.groups.models import Group

Row = Record[None]
T = TypeVar("T")
_CHILD_ROLES = {SPOUSE: Role.SPOUSE, CHILD: Role.CHILD}
_PAYER = choice(lambda: (("member", ("Member", "Employee")), ("group", ("Group", "Employer"))))
_read_number = accept(read_subscriber_number, lambda: _("Not a member number. It looks like M000050138."))
_read_bill_day = accept(
    lambda text: int(text) if text.isdecimal() and len(text) < 3 and 1 <= int(text) <= 28 else None,
    lambda: _("Write a day from 1 to 28: every month has it."),
)


@dataclass(frozen=True)
class FiledPerson:
    """A person of a policy. ``values``: as rosters read them. ``since``: the person's first day."""

    row: int
    values: Values
    role: Role
    since: date
    insurer_id: str


@dataclass(frozen=True)
class FiledPolicy:
    """A policy as its rows say. ``people``: the member first. ``end`` None: not known. ``share`` None: by the group's
    contributions. ``option``, ``number``: "" where the file has none."""

    record: Row
    carrier: Carrier
    plan: PlanFacts
    group: Group | None
    member_id: int | None
    people: Sequence[FiledPerson]
    effective: date
    end: date | None
    premium: Decimal
    share: Decimal | None
    amount: Decimal | None
    option: str
    riders: Sequence[str]
    payer: str
    bill_day: int | None
    tobacco: bool | None
    number: str

    @property
    def member(self) -> FiledPerson:
        return self.people[0]

    @property
    def tier(self) -> str:
        return tier_of(self.covered([SELF] * len(self.people)))

    def covered(self, keys: Sequence[str]) -> tuple[Covered, ...]:
        """Return its people under their keys."""
        return tuple(
            Covered(key, person.role, person.values["birth_date"], person.since, max(person.since, self.effective))
            for key, person in zip(keys, self.people, strict=True)
        )


class _Cells:
    """The rows of one policy, and what is wrong with them. ``bad``: so much that the policy can't be read."""

    def __init__(self, rows: Sequence[Row], sink: Sink) -> None:
        self.rows = {row.number: row for row in rows}
        self.head, self.sink, self.bad = rows[0], sink, False
        self.headings = named.person_fields(tuple(rows[0].sheet.headings))

    def text(self, column: str, row: Row | None = None) -> str:
        cell = (row or self.head).cells.get(named.KEYS[column], "")
        return "" if not cell or is_empty(cell) else cell

    def refuse(self, column: str, code: str, message: str, row: Row | None = None) -> None:
        self.bad = True
        self.sink.issue((row or self.head).issue(code, message, column))

    def say(self, row: int, name: str, code: str, message: str, held: bool) -> None:
        """Report what a roster's rules say of a row."""
        fatal = held and code != QUESTION
        self.bad = self.bad or fatal
        column = self.headings.get(name) or (BY_NAME[name].label if name in BY_NAME else "")
        self.sink.issue(self.rows[row].issue(code, message, column, fatal=fatal))

    def read(self, column: str, read: Callable[[str], T], row: Row | None = None, *, needed: bool = False) -> T | None:
        """Return what a cell says; None where it is empty or wrong."""
        text = self.text(column, row)
        if not text:
            if needed:
                self.refuse(column, "required", str(texts.REQUIRED), row)
            return None
        try:
            return read(text)
        except BadCell as problem:
            self.refuse(column, "bad", str(problem), row)
            return None


key_of = lru_cache(maxsize=4096)(normalise)


def split_policies(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each policy: the member's, then those of its other people."""
    together: list[Row] = []
    for row in rows:
        if together and not _is_relative(row):
            yield together
            together = []
        together.append(row)
    if together:
        yield together


def _is_relative(row: Row) -> bool:
    heading = named.person_fields(tuple(row.sheet.headings)).get("relationship", "")
    cell = row.cells.get(key_of(heading), "")
    try:
        return not is_empty(cell) and BY_NAME["relationship"].read(cell, date.min) in (*_CHILD_ROLES, DISABLED)
    except BadCell:
        return False


def read_policy(rows: Sequence[Row], store: Store, today: date, sink: Sink) -> FiledPolicy | None:
    """Return the policy that rows say; None where something is wrong with them, which is reported."""
    cells = _Cells(rows, sink)
    if _is_relative(rows[0]):
        cells.say(rows[0].number, "relationship", "noMember", _("The member's row comes first. Write EE there."), True)
        return None
    carrier = cells.read(named.INSURER, store.carriers.find, needed=True)
    plan = cells.read(named.PLAN, lambda text: store.plan(carrier, text), needed=True) if carrier else None
    group = cells.read(named.GROUP, store.groups.find)
    effective = cells.read(named.EFFECTIVE, DAY.read, needed=True)
    end = cells.read(named.END, DAY.read)
    premium = cells.read(named.PREMIUM, DOLLARS.read, needed=True)
    member_id = cells.read(named.MEMBER, _read_number)
    amount, tier = cells.read(named.AMOUNT, DOLLARS.read), cells.read(named.TIER, TIER.read)
    share, payer = _read_share(cells, group, premium), _read_payer(cells, group)
    bill_day, tobacco = cells.read(named.BILL_DAY, _read_bill_day), cells.read(named.TOBACCO, YES_NO.read)
    number = cells.read(named.POLICY_ID, _read_id) or ""
    family = _read_family(cells, rows, today)
    _check_repeats(cells, rows)
    if carrier is None or plan is None or effective is None or premium is None or family is None:
        return None
    last = _check_end(cells, effective, end)
    people = _list_people(cells, family, effective, last)
    # What is only unlikely becomes a note.
    check_relatives(family.person, family.relatives, min(today, last or today), plan.until, Answered(), cells.say)
    _check_number(cells, family, group, member_id)
    option = cells.read(named.OPTION, plan.options.find)
    policy = FiledPolicy(
        record=rows[0],
        carrier=carrier,
        plan=plan,
        group=group,
        member_id=member_id,
        people=people,
        effective=effective,
        end=last,
        premium=premium,
        share=share,
        amount=amount,
        option=option or plan.option_of(cells.text(named.PLAN), amount),
        riders=cells.read(named.RIDERS, lambda text: _read_riders(text, plan)) or [],
        payer=payer,
        bill_day=bill_day,
        tobacco=tobacco,
        number=number,
    )
    if tier not in (None, policy.tier):
        people_tier = f"{policy.tier} ({TIER.write(policy.tier)})"
        cells.refuse(named.TIER, "tier", _("The people in these rows make it %s.") % people_tier)
    return None if cells.bad else policy


def _read_family(cells: _Cells, rows: Sequence[Row], today: date) -> Family | None:
    """Return the people of a policy, by the rosters' rules."""
    by_field = []
    for row in rows:
        filled = {name: row.cells.get(key_of(heading), "") for name, heading in cells.headings.items()}
        by_field.append((row.number, {name: cell for name, cell in filled.items() if cell}))
    for _number, filled in by_field[1:]:
        filled.pop("employee_number", None)  # theirs, if any: whose they are says the row above
    bad_before, cells.bad = cells.bad, False
    people = group_families(by_field, today, cells.say)
    family = people.families[0] if len(people.families) == 1 and not cells.bad else None
    cells.bad = cells.bad or bad_before
    return family if family is not None and family.person else None


def _list_people(cells: _Cells, family: Family, effective: date, last: date | None) -> list[FiledPerson]:
    listed = [(family.row, family.person, Role.SUBSCRIBER)]
    listed += [(row, values, _CHILD_ROLES[values["relationship"]]) for row, values in family.relatives]
    people = []
    for number, values, role in listed:
        row = cells.rows[number]
        since = cells.read(named.SINCE, DAY.read, row) or effective
        if since < values["birth_date"]:
            since = _refuse_day(cells, row, _("Before the date of birth."), effective)
        elif last is not None and since > last >= effective:
            since = _refuse_day(cells, row, _("After the policy's last day, %s.") % show_date(last), effective)
        elif role is Role.SUBSCRIBER and since > effective:
            message = _("After the policy's first day, %s. The member is covered from then on.")
            since = _refuse_day(cells, row, message % show_date(effective), effective)
        people.append(FiledPerson(number, values, role, since, cells.read(named.PERSON_ID, _read_id, row) or ""))
    return people


def _refuse_day(cells: _Cells, row: Row, message: str, otherwise: date) -> date:
    cells.refuse(named.SINCE, "day", message, row)
    return otherwise


def _check_end(cells: _Cells, effective: date, end: date | None) -> date | None:
    if end is not None and end < effective:
        cells.refuse(named.END, "day", _("Before the policy's first day, %s.") % show_date(effective))
    return end


def _check_number(cells: _Cells, family: Family, group: Group | None, member_id: int | None) -> None:
    """People are told apart by numbers alone."""
    number = family.person.get("employee_number")
    if number and _names_no_group(cells, group):
        cells.refuse(named.GROUP, "required", _("Write the code of the group whose employee number this is."))
    elif not number and member_id is None and not cells.text(named.PERSON_ID):
        message = _("Write the member number, the group and employee number, or the insurer's ID of the person.")
        cells.refuse(named.MEMBER, "required", message)


def _check_repeats(cells: _Cells, rows: Sequence[Row]) -> None:
    """Report cells of other rows that differ from the member's row, where the policy's cells stand."""
    for column in named.OWN.values():
        for row in rows[1:] if column not in named.OF_PERSON else ():
            again = cells.text(column, row)
            if again and key_of(again) != key_of(cells.text(column)):
                message = _("Row %d, the member's, says something else. Leave this cell empty.")
                cells.refuse(column, "differs", message % rows[0].number, row)


def _names_no_group(cells: _Cells, group: Group | None) -> bool:
    """Return whether the policy is no group's; a name that isn't known is refused by itself."""
    return group is None and not cells.text(named.GROUP)


def _read_share(cells: _Cells, group: Group | None, premium: Decimal | None) -> Decimal | None:
    share = cells.read(named.SHARE, DOLLARS.read)
    if share is not None and premium is not None and share > premium:
        cells.refuse(named.SHARE, "share", _("More than the premium. Write at most %s.") % f"{premium:.2f}")
    elif share and _names_no_group(cells, group):
        cells.refuse(named.SHARE, "share", _("Only a group's policy has an employer share. Write the group's code."))
    return share


def _read_payer(cells: _Cells, group: Group | None) -> str:
    payer = cells.read(named.PAYER, _PAYER.read)
    if payer == "group" and _names_no_group(cells, group):
        cells.refuse(named.PAYER, "payer", _("The policy isn't a group's. Write Member, or the group's code."))
    return payer or ("group" if group else "member")


def _read_id(text: str) -> str:
    try:
        return read_insurer_id(text)
    except FieldErrors as refused:
        raise BadCell(" ".join(str(error.error_message) for error in refused.errors)) from None


def _read_riders(text: str, plan: PlanFacts) -> list[str]:
    return list(dict.fromkeys(map(plan.riders.find, several(text))))
