"""Names shared by the whole engine: methods, roles, tiers, factor kinds and error codes."""

from enum import StrEnum


class Method(StrEnum):
    """The way a table turns its cells into a premium."""

    TIER = "TIER"
    MEMBER = "MEMBER"
    UNIT = "UNIT"
    FLAT = "FLAT"


class AgeBasis(StrEnum):
    """The day on which an age is taken."""

    EFFECTIVE = "effective"
    JAN1 = "jan1"
    NEAREST = "nearest"


class AgeMode(StrEnum):
    """The age that counts: the one on the effective date (attained), or the one on the policy's first day (issue)."""

    ATTAINED = "attained"
    ISSUE = "issue"


class UnitBase(StrEnum):
    """The amount that one unit of a UNIT table is counted in."""

    FACE = "FACE"
    WEEKLY_BENEFIT = "WEEKLY_BENEFIT"
    MONTHLY_PAYROLL = "MONTHLY_PAYROLL"


class Role(StrEnum):
    """The person a rate is for."""

    SELF = "SELF"
    SPOUSE = "SPOUSE"
    CHILD = "CHILD"


class Tier(StrEnum):
    """The people covered: member only, member + spouse, member + child(ren), family."""

    IO = "IO"
    IS = "IS"
    IC = "IC"
    IF = "IF"


SPOUSE_TIERS = frozenset({Tier.IS, Tier.IF})
CHILD_TIERS = frozenset({Tier.IC, Tier.IF})


class FactorKind(StrEnum):
    """The fact a rate factor depends on. MODE is a divisor (payments a year); the others multiply."""

    TIER = "TIER"
    AREA = "AREA"
    SIC = "SIC"
    GROUP_SIZE = "GROUP_SIZE"
    PARTICIPATION = "PARTICIPATION"
    MODE = "MODE"


class FeeKind(StrEnum):
    """FLAT: an amount of money. PCT: per cent of the premium."""

    FLAT = "FLAT"
    PCT = "PCT"


class RatingErrorCode(StrEnum):
    """The store's pricing answers. The engine itself raises those marked with an asterisk."""

    ENROLLMENT = "enrollmentIdError"
    PORTAL = "portalError"  # *
    STATE = "stateError"
    CHANGE_PLAN = "changePid"
    PLAN_AGE = "planAgeError"  # *
    SMOKER = "smokerError"  # *
    SALARY = "salaryError"  # *
    HOUR = "hourError"
    QUESTIONS = "newQuestionsError"
    TIER = "tierError"  # *
    MET = "metError"  # *
    AGE = "ageError"  # *


class RatingError(Exception):
    """No price, and why. `detail` is for operators and logs: it holds no personal data."""

    def __init__(self, code: RatingErrorCode, detail: str) -> None:
        super().__init__(f"{code.value}: {detail}")
        self.code = code
        self.detail = detail


class RateTableError(RatingError):
    """The table itself is wrong (two cells tie, a component or option has no cell).

    Shoppers get `planAgeError`, the code whose text the server words, so that one bad table
    takes one plan off a listing and never the listing down.
    """

    def __init__(self, detail: str) -> None:
        super().__init__(RatingErrorCode.PLAN_AGE, detail)
