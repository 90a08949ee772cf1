"""Shapes of the enrollment calls on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from planfront.billing.schemas import BillingText, ExistingBank, ExistingCard
from planfront.enrollment.forms.body import Entry, Flag, Notes, as_text, takes
from planfront.enrollment.steps.base import Block, FieldDef, Row
from planfront.enrollment.steps.beneficiary.form import FORM as BENEFICIARY_FORM
from planfront.enrollment.steps.billing.form import FORM as BILLING_FORM
from planfront.enrollment.steps.contact.form import FORM as CONTACT_FORM
from planfront.enrollment.steps.dependent.form import FORM as DEPENDENT_FORM
from planfront.enrollment.steps.employer.form import FORM as EMPLOYER_FORM
from planfront.kernel.money import Money
from planfront.kernel.schema import Token
from planfront.shopping.cart.schemas import Cart

# A 2 MB picture in base64, with its data URL prefix.
DataUrl = Annotated[str, BeforeValidator(as_text), Field(max_length=2_900_000)]
Version = Annotated[int, Field(ge=0, le=2_147_483_647)] | None


class ByEnrollment(BaseModel):
    enrollment_id: Token


class StepBody(ByEnrollment):
    """``version``: the one the page was loaded with; a newer change of the same tab answers 409. ``go_to``: the page
    whose content the answer brings along: "next", that of the tab after this one, or "review"."""

    version: Version = None
    go_to: Annotated[str, Field(max_length=10)] = ""

    def answers(self) -> dict[str, Any]:
        return self.model_dump(
            exclude_unset=True,
            exclude={"enrollment_id", "version", "go_to", "accept_price", "accept_duplicate", "county"},
        )


# --- tabs and forms -------------------------------------------------------------------------------------------------


class Tab(BaseModel):
    """``missing`` counts what keeps the tab from being done. ``theirs``: handed over, somebody else fills it in;
    ``clients_alone``: then it is always the client who does. ``form_href`` answers the form, ``save_href`` takes the
    answers, ``column`` is its name in save-enrollment, ``picture_name`` that of its picture; each is empty where there
    is none."""

    tab_name: str
    title: str
    card_title: str
    required: bool
    order: int
    status: Literal["locked", "todo", "started", "done", "error"]
    href: str
    missing: int
    theirs: bool = False
    form_href: str = ""
    save_href: str = ""
    column: str = ""
    picture_name: str = ""
    clients_alone: bool = False


class TabLink(BaseModel):
    tab_name: str
    href: str


class Totals(BaseModel):
    initial_month_cost: Money
    recurring_month_cost: Money


class HandOverBrief(BaseModel):
    """``live``: the client has the application; ``may_send``: it can be handed over now; ``waiting``: changes that
    wait for the client's yes."""

    side: Literal["seller", "client", "guest"]
    live: bool
    may_send: bool
    waiting: int


class Tabs(BaseModel):
    """``hand_over`` is null where there is nobody to hand over to."""

    result: list[Tab]
    resume: TabLink
    state: str
    receipt_href: str
    version: int
    totals: Totals
    effective_date: str
    enrolling_for: str
    hand_over: HandOverBrief | None = None


class Form(BaseModel):
    """``disclaimer`` stands with the dependents' form only."""

    result: list[FieldDef]
    title: str
    lead: str
    version: int
    disclaimer: str = ""


class Saved(BaseModel):
    """``next`` is the tab to go to; ``notices`` say what changed beside the answers (for instance prices). ``page``:
    what the page asked for with ``go_to`` shows."""

    version: int
    next: TabLink
    notices: list[str] = []
    page: NextPage | None = None


class RequiredOut(BaseModel):
    required: bool


class TabRequired(BaseModel):
    result: RequiredOut


# --- steps ----------------------------------------------------------------------------------------------------------


class EnrollerCodeBody(ByEnrollment):
    enrollerCode: Entry = ""  # noqa: N815 - the wire name


@takes(CONTACT_FORM)
class ContactBody(StepBody):
    """``zip`` may be a ZIP+4; its last four digits are kept in ``zip4``. ``accept_price`` 1: the new price that a
    changed ZIP brings was shown and taken. ``county``: only after ``countyRequired``, for a new ZIP that lies in
    several counties. ``birth_state``: a state or territory, or FC for another country, which ``birth_country`` names.
    """

    county: Entry = ""
    accept_price: Flag = ""


class MemberEmailBody(BaseModel):
    email: Entry = ""
    enrollment_id: Token | None = None


class EmailChecked(BaseModel):
    email: str


@takes(DEPENDENT_FORM)
class DependentPerson(BaseModel):
    """``relationship`` may be left out: the tier decides. An empty ``ssn`` of a known ``dependent_id`` is unchanged.
    ``ssn_later`` 1: a newborn has no number yet, where the plans allow that. ``employed`` is kept for older callers."""

    employed: Entry = "0"


class ConditionQuestion(BaseModel):
    """``conditions``: the details of a yes, one record of names and values as its question asks for them."""

    question_id: Entry = ""
    question_text: Notes = ""
    yes_no_flag: Entry = ""
    conditions: Annotated[list[dict[Entry, Entry]], Field(max_length=5)] = []


class MedicationQuestion(BaseModel):
    question_id: Entry = ""
    question_text: Notes = ""
    yes_no_flag: Entry = ""
    medications: Annotated[list[dict[Entry, Entry]], Field(max_length=5)] = []


class HealthInfo(BaseModel):
    """``confirmed`` 1: every question was read, also those answered with No. A form that begins with No asks for it."""

    condition_questions: Annotated[list[ConditionQuestion], Field(max_length=60)] = []
    medication_question: MedicationQuestion | None = None
    notes: Notes = ""
    confirmed: Flag = ""


class DependentIn(BaseModel):
    """``health_info`` where health questions are asked; left out, what was stored stays."""

    primary_info: DependentPerson
    health_info: HealthInfo | None = None


class SingleDependentBody(ByEnrollment, DependentIn):
    pass


class DependentsBody(StepBody):
    """The whole list in its order. ``spouse_choice``: yes or no, where the form asks for it. ``stamp``: that of the
    list as it was read; 409 when it changed since. ``forget``: ids of people who were set aside and don't come back."""

    dependents: Annotated[list[DependentIn], Field(max_length=30)] = []
    spouse_choice: Entry = ""
    forget: Annotated[list[Entry], Field(max_length=30)] = []
    stamp: Entry = ""
    accept_price: Flag = ""


class DependentOut(BaseModel):
    """``health_values``: the answers about their health by the names of the form."""

    dependent_id: str
    primary_info: DependentPerson
    health_info: HealthInfo | None = None
    health_values: dict[str, str] = {}


class DependentRules(BaseModel):
    tier: str
    premier: bool
    min: int
    max: int
    ask_spouse: bool
    heading: str


class ClosestPlan(BaseModel):
    plan_id: int
    plan_name: str


class Switched(BaseModel):
    """A change of the tier that undo-tier-change takes back. ``left``: how many plans left the cart with it."""

    from_tier: str
    from_name: str
    to_tier: str
    to_name: str
    left: int


class TierLine(BaseModel):
    """A plan's, or the membership's (plan_id 0), monthly amount. ``new`` null: not sold in that tier, and why; it
    leaves the cart. ``closest``: the plan of its category that comes closest to it."""

    plan_id: int
    plan_name: str
    old: str
    new: str | None
    message: str
    closest: ClosestPlan | None


class TierOffer(BaseModel):
    """The tier that the list of dependents fits, with what each month and the first payment cost before and after.
    ``covered``: who would be covered beside the member. ``signed``: a signature that would have to be given again."""

    from_tier: str
    from_name: str
    to_tier: str
    to_name: str
    covered: list[str]
    lines: list[TierLine]
    old_total: str
    new_total: str
    old_first: str
    new_first: str
    signed: bool


class TierOffered(BaseModel):
    result: TierOffer | None


class TierBody(ByEnrollment):
    """``tier`` and ``accepted_total`` as get-tier-change has them in ``to_tier`` and ``new_total``."""

    tier: Entry = ""
    accepted_total: Entry = ""


class Dependents(BaseModel):
    """``set_aside``: removed dependents that can be taken back by their id."""

    dependents: list[DependentOut]
    set_aside: list[DependentOut]
    spouse_choice: str
    first_track: bool
    rules: DependentRules
    switched: Switched | None = None
    stamp: str = "new"


class DependentsResult(BaseModel):
    result: Dependents


class DependentStaged(BaseModel):
    version: int
    result: Dependents


class DependentChecked(BaseModel):
    dependent_id: str
    relationship: str


# --- employer, beneficiaries and health -----------------------------------------------------------------------------


@takes(EMPLOYER_FORM)
class EmployerBody(StepBody):
    """``holiday_policy``: the ticked policies, as a list, a comma-separated text or flags 0/1 by name."""


@takes(BENEFICIARY_FORM)
class BeneficiaryIn(BaseModel):
    """An empty ``ssn`` of a known ``beneficiary_id`` is unchanged. ``dob`` is another name of ``birthdate``. The
    relationship decides what is asked: of a trust ``trust_name``, ``trustee`` and ``trust_date`` (mm/dd/yyyy) in place
    of names, birth date and number, of an estate only the percentage. ``name`` may come back as it was read.
    ``ssn_later`` 1: a person's number follows, where the plans allow that."""

    name: Entry = ""
    dob: Entry = ""


class SingleBeneficiaryBody(BeneficiaryIn):
    """Without ``enrollment_id`` the person is checked alone, not beside the applicant and the others on the list."""

    enrollment_id: Token | None = None


class BeneficiariesBody(StepBody):
    """``stamp``: that of the list as it was read; 409 when it changed since."""

    beneficiaries: Annotated[list[BeneficiaryIn], Field(max_length=10)] = []
    stamp: Entry = ""


class BeneficiaryOut(BaseModel):
    """``name``: what a list calls the beneficiary. Of a trust and an estate a person's answers are empty."""

    beneficiary_id: str
    name: str = ""
    first_name: str = ""
    middle_name: str = ""
    last_name: str = ""
    birthdate: str = ""
    ssn: str
    ssn_later: str = ""
    relationship: str
    trust_name: str = ""
    trustee: str = ""
    trust_date: str = ""
    beneficiary_percentage: str


class Beneficiaries(BaseModel):
    """``total`` of the shares in per cent; ``max`` beneficiaries at most. Numbers come masked."""

    beneficiaries: list[BeneficiaryOut]
    total: int
    max: int
    stamp: str = "new"


class BeneficiariesResult(BaseModel):
    """``beneficiaries``: those of ``result``."""

    beneficiaries: list[BeneficiaryOut]
    result: Beneficiaries


class BeneficiariesStaged(BaseModel):
    version: int
    result: Beneficiaries


class BeneficiaryChecked(BaseModel):
    beneficiary_id: str


class HealthQuestionOut(BaseModel):
    """``kind``: general, physician, plain or medication; what a yes asks for."""

    question_id: int
    question_text: str
    kind: str


class HealthQuestions(BaseModel):
    """``codition_questions`` is spelt so on the wire."""

    codition_questions: list[HealthQuestionOut]
    medication_question: HealthQuestionOut | None


class HealthForm(Form, HealthQuestions):
    """The questions, and the form that asks them: its fields are named by the path and id of their question.
    ``on_record``: an existing member answered before, and the answers were not taken over yet."""

    on_record: bool = False


class HealthBody(StepBody, HealthInfo):
    """``from_record`` 1: these are the answers of get-existing-primary-health-info, which nobody has read again yet.
    They wait as a draft for a save without it."""

    from_record: Flag = ""


class HealthResult(BaseModel):
    """Nothing for people who answered no such questions before."""

    result: HealthInfo | None


# --- review and agreement -------------------------------------------------------------------------------------------


class TextPiece(BaseModel):
    """Words of a text: as they were, ``del`` gone, or ``ins`` new."""

    kind: Literal["", "del", "ins"]
    text: str


class SignatureText(BaseModel):
    """A text to accept. ``accepted_at``: the time at which who asks accepted it as it reads now, "" for one that needs
    a tick. ``pieces``: the text, with what changed in it since the last signature."""

    text_id: str
    text_head: str
    tick_label: str
    accepted_at: str
    pieces: list[TextPiece]


class SignerOut(BaseModel):
    """Who signs in this session. ``role``: applicant, or rep and group for those who sign in their own name for the
    ``applicant``; ``of`` is the group that somebody administers. ``sentence`` is what review, receipt, document and
    record will say."""

    role: Literal["applicant", "rep", "group"]
    name: str
    code: str
    of: str
    applicant: str
    sentence: str


class SignerVerification(BaseModel):
    """What who signs is asked first, unless it was answered in this session within the hour (``needed``). ``kind``: a
    mailed code goes into ``verification_code``, an ``answer`` into ``answer``. ``has_code``: one was mailed and counts
    still; ``waits``: too many answers were wrong. ``outbox``: where this store keeps mail that it doesn't send."""

    needed: bool
    kind: Literal["code", "answer"]
    question_id: str
    question: str
    hint: str
    has_code: bool
    waits: bool
    outbox: str


class Signature(BaseModel):
    """How the signature stands: signed, to be given ``again`` (``reason``), or unsigned. ``who`` signed last, on which
    day and at which time, and how many texts were ``accepted``; ``picture`` is what this session drew, a PNG data URL.

    ``client_signs``: why only the applicant may sign, "" where who asks may; ``may_send``: whether the application can
    go to its client now.
    """

    state: Literal["signed", "again", "unsigned"]
    who: str
    on: str
    at: str
    accepted: int
    picture: str
    typed_name: str
    reason: str
    texts: list[SignatureText]
    signer: SignerOut
    verification: SignerVerification
    client_signs: str
    may_send: bool


class AgreementForm(Form):
    signature: Signature


class SignerCodeSent(BaseModel):
    """The question as it stands after the call."""

    verification: SignerVerification


class RowChange(BaseModel):
    """The line of a card, counted from 0, that said something else when it was signed."""

    row: int
    was: str


class ReviewCard(BaseModel):
    tab_name: str
    title: str
    status: str
    href: str
    rows: list[Row]
    details: list[Block]
    changes: list[RowChange]


class ReviewFigure(BaseModel):
    """What the submission leads to: an amount or a day, what it is and a word about it."""

    label: str
    figure: str
    note: str


class ReviewNotice(BaseModel):
    """``text``: what is paid first and how, and what follows the submission. ``figures``: the first payment, those of
    each month and the start of the coverage; where a group is billed, the first is what comes from the person's pay.
    ``then``: the rest in half a line. ``duplicate``: what to ask first, when the same person may have applied for the
    same plans and the same day before; else empty."""

    effective_date: str
    first_payment: Money
    additional_notes: str
    text: str
    figures: list[ReviewFigure]
    then: str
    duplicate: str


class Review(BaseModel):
    """``fields``: what the page itself asks, the additional notes."""

    result: list[ReviewCard]
    fields: list[FieldDef]
    notice: ReviewNotice
    signature: Signature
    version: int


class ReviewBody(StepBody):
    """Submits. ``accept_price`` 1: a changed price was shown and taken."""

    additional_notes: Notes = ""
    first_enroll: Flag = "1"
    accept_price: Flag = ""
    accept_duplicate: Flag = ""


class Submitted(BaseModel):
    confirmation_number: str
    policy_id: str
    receipt_href: str
    version: int
    notices: list[str]


class AgreementTextOut(BaseModel):
    """``text_id`` has version and digest in it: accepting a text that has changed since asks again. ``text_short`` says
    what it means and is not agreed to."""

    text_id: str
    text_head: str
    text_body: str
    text_required: bool
    tick_label: str
    text_short: str


class AgreementBody(StepBody):
    """``accepted``: the text_id of every ticked text; those that who signs accepted before and that read the same still
    may be left out. Without the list the call says yes to every text that this session last fetched with
    ``get-agreement-texts``, and the record says that the call did; a text that reads differently by now answers
    ``accepted.<text_id>``, none fetched ``accepted``.

    ``verification_code`` is the code that was mailed, ``answer`` what another question asks for: see the form fields.
    ``signature_kind`` draw (``signature``) or type (``typed_name``). Ticks may carry the time they were made in
    ``accepted_at`` (text_id -> ISO time); the server's time is kept too. Who signs is who is signed in, whatever
    ``eprocess`` and the names beside it say.
    """

    eprocess: Entry = ""
    question_id: Entry = ""
    question: Entry = ""
    answer: Entry = ""
    verification_code: Entry = ""
    date: Entry = ""
    agent_name: Entry = ""
    agent_code: Entry = ""
    group_name: Entry = ""
    group_code: Entry = ""
    user_name: Entry = ""
    accepted: Annotated[list[Entry], Field(max_length=40)] | None = None
    accepted_at: Annotated[dict[Entry, Entry], Field(max_length=40)] = {}
    signature_kind: Entry = ""
    typed_name: Entry = ""
    signature: DataUrl = ""


# --- billing --------------------------------------------------------------------------------------------------------


@takes(BILLING_FORM)
class BillingBody(StepBody):
    pass


class BillingExistingBody(StepBody):
    """``bank_id``: one of get-existing-bank-info, or ``card_id``: one of get-existing-card-info; their other fields may
    be sent along and are not read."""

    model_config = ConfigDict(extra="ignore")

    payment_method: Entry = ""
    bank_id: Entry = ""
    card_id: Entry = ""
    bill_date: Entry = ""


# --- before the first step ------------------------------------------------------------------------------------------


class NeedOut(BaseModel):
    """``key``: numbers, births, measures, employer, beneficiaries, health, payment or mail. ``whose``: lines that
    say for whom or for which plan it is."""

    key: str
    title: str
    text: str
    whose: list[str]


class StepOut(BaseModel):
    """``text``: what the step asks and what for. ``minutes``: how long it takes most people."""

    tab_name: str
    title: str
    text: str
    minutes: int


class PreparationOut(BaseModel):
    """``fresh``: nothing was answered yet. ``begin``: the step at ``href``, to begin with or to go on at."""

    title: str
    lead: str
    needs: list[NeedOut]
    steps: list[StepOut]
    minutes: int
    fresh: bool
    begin: StepOut
    href: str


# --- drafts, save and resume ----------------------------------------------------------------------------------------


class DraftBody(ByEnrollment):
    """``values``: changed fields of one tab. Social security, account and card numbers are never kept in a draft."""

    tab_name: Entry
    version: Version = None
    values: Annotated[dict[Entry, Notes | None], Field(max_length=60)] = {}


class DraftSaved(BaseModel):
    """``others``: fields that another window has changed since the version that was sent, with their values."""

    version: int
    saved_at: str
    others: dict[str, str]


def _kept(value: Any) -> Any:
    """One mistake for what can't be kept, not one for each kind that could."""
    if isinstance(value, dict | list | str | None):
        return value
    raise ValueError


class SaveLaterBody(ByEnrollment):
    """``tab``: cart_info or any tab of the wizard, in either spelling. ``data`` is kept as that tab's draft.

    ``name`` and ``message`` are those of a quote: cart_info sent by a rep or a group administrator. ``with_needs`` 1:
    the mail also lists what the application will ask for.
    """

    email: Entry = ""
    name: Entry = ""
    tab: Entry = ""
    message: Annotated[str, BeforeValidator(as_text), Field(max_length=5000)] = ""
    data: Annotated[dict[str, Any] | list[Any] | str | None, BeforeValidator(_kept)] = None
    with_needs: Flag = ""


class SavedForLater(BaseModel):
    """The code itself goes out by mail only."""

    email: str
    expires_on: str


class ContinueBody(BaseModel):
    code: Entry = ""
    email: Entry = ""


class ResumeOthers(BaseModel):
    group_id: int | None
    platform_group_id: int | None
    agent_id: int | None
    open_type: str
    type: str
    eprocess: str


class Resumed(BaseModel):
    """``href`` is where to go: the saved tab, or the receipt of a submitted enrollment."""

    enrollment_id: str
    saved_tab: str
    others: ResumeOthers
    href: str


class ScreenshotBody(ByEnrollment):
    name: Annotated[str, BeforeValidator(as_text), Field(max_length=80)]
    image: DataUrl


# --- the page after a save ------------------------------------------------------------------------------------------


class NextForm(Form):
    """The form of the next step, with what some steps say beside their fields."""

    on_record: bool = False
    signature: Signature | None = None


class NextTerms(BillingText):
    """What is authorized with ``payment_method`` and ``bill_date``, as the form opens with them."""

    payment_method: str
    bill_date: str


class NextPage(BaseModel):
    """The content of the page after a save. ``saved``: the review card of the step that was saved. ``tab_name``: the
    step of the page, "" where only the frame is known. ``cart`` is null where the save didn't change it; another
    ``cart_version`` than the page's says that something else did."""

    wizard: Tabs
    cart: Cart | None
    cart_version: int
    saved: ReviewCard
    tab_name: str
    form: NextForm | None = None
    dependents: Dependents | None = None
    beneficiaries: Beneficiaries | None = None
    banks: list[ExistingBank] | None = None
    cards: list[ExistingCard] | None = None
    terms: NextTerms | None = None
    agreement_texts: list[AgreementTextOut] | None = None
    review: Review | None = None


Saved.model_rebuild()
