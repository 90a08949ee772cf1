"""Look-ups and checks of single values: ZIP, phone, email, bank routing number."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router
from pydantic import BaseModel, Field

from planfront.accounts.acts import Act, does
from planfront.integrations import banks, emails, phones, zips
from planfront.integrations.states import Purpose, mail_place_names, state_names, zip_problem
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http.envelope import Answer, Result, ok, responses
from planfront.kernel.http.networks import network_of
from planfront.kernel.http.request import ApiRequest, client_ip
from planfront.kernel.text import texts

router = Router(tags=["reference"])
Short = Annotated[str, Field(max_length=254)]


class State(BaseModel):
    name: str
    abbrev: str


class CountyChoice(BaseModel):
    """A county of a ZIP; ``county`` or ``fips`` may be sent as ``county``."""

    county: str
    state: str
    fips: str = Field(description="County's FIPS code; empty where it isn't known.", examples=["36119"])


class ZipAnswer(BaseModel):
    zip: str
    state: str
    city: str
    cities: list[str] = Field(description="Cities of the ZIP.", examples=[["Chicago"]])
    counties: list[CountyChoice] = Field(
        description="Counties of the ZIP to choose from, where prices or plans depend on them; else []."
    )
    county_required: bool = Field(description="True if a county has to be chosen before prices.")


class ZipState(BaseModel):
    """``state`` is the one with most homes where the ZIP lies in two."""

    state: str
    abbrev: str
    name: str
    city: str
    states: list[str] = Field(description="States of the ZIP: two where it lies in two.", examples=[["IL"]])


class ZipBody(BaseModel):
    zip: Annotated[str, Field(max_length=20)]


class EmailBody(BaseModel):
    email: Short


class CheckedPhone(BaseModel):
    """``value``: ten digits. ``doubt``: the outside service could not be asked; take the number as it is."""

    value: str
    is_valid: bool
    line_type: str = Field(
        "", description="Type of line: `mobile`, `landline`, `voip` …; empty where no one knows.", examples=["mobile"]
    )
    doubt: bool = False


class CheckedEmail(BaseModel):
    """``value``: the address with a lower-case domain. ``doubt``: the outside service could not be asked, or doesn't
    know the address; take it as it is."""

    value: str
    is_valid: bool
    suggestion: str = Field("", description="What was probably meant; empty for nothing else.", examples=[""])
    doubt: bool = False


class BankName(BaseModel):
    """The bank of a routing number. ``name`` is upper case, "" when the bank is unknown (then it can be typed). A
    replaced number still works until the bank switches it off: this is a hint, no error."""

    name: str
    routing_number: str
    city: str = ""
    state: str = ""
    new_routing_number: str = Field(
        "", description="Routing number that replaced this one after a merger; empty if none did.", examples=[""]
    )
    new_name: str = Field(
        "", description="Name of the bank of the new number, upper case; empty when unknown.", examples=[""]
    )


class BankLookup(BaseModel):
    response: BankName = Field(description="The bank.")


def known_zip(text: str, target: str, purpose: Purpose = Purpose.HOME) -> zips.ZipInfo:
    """Return the ZIP's facts, or the spec's message on field ``target``."""
    info = zips.lookup(text)
    if not text.strip():
        raise FieldErrors.single(target, texts.REQUIRED)
    if info is None and (len(text.strip()) != 5 or not text.strip().isdigit()):
        raise FieldErrors.single(target, texts.ZIP_WIZARD)
    problem = zip_problem(info.states if info else (), purpose)
    if info is None or problem:
        raise FieldErrors.single(target, problem)
    return info


def _zip_answer(request: ApiRequest, text: str) -> Answer:
    info = known_zip(text, "zip")
    asks = zips.county_matters(info, request.brand.id)
    places = info.places if asks else ()
    return ok(
        ZipAnswer(
            zip=info.zip,
            state=info.state,
            city=info.city,
            cities=list(info.cities),
            counties=[CountyChoice(county=place.county, state=place.state, fips=place.fips) for place in places],
            county_required=asks,
        )
    )


@router.get("/get-states", response=responses(Result[list[State]]), operation_id="get_states")
def get_states(request: HttpRequest) -> Answer:
    """The fifty states and the District of Columbia."""
    return ok({"result": [State(name=name, abbrev=abbrev) for abbrev, name in state_names().items()]})


@router.get("/validate-zip-code", response=responses(ZipAnswer), operation_id="validate_zip_code")
def validate_zip_code(
    request: ApiRequest,
    zip_code: Annotated[str, Query(max_length=20, description="ZIP code, five digits.", examples=["60601"])],
) -> Answer:
    """Is this a ZIP of an area where plans are sold? 422 on ``zip`` with the message when not."""
    return _zip_answer(request, zip_code)


@router.post("/service/validate-zip-code", response=responses(ZipAnswer), operation_id="service_validate_zip_code")
@does(Act.READ)
def service_validate_zip_code(request: ApiRequest, body: ZipBody) -> Answer:
    """The same check, as a service call."""
    return _zip_answer(request, body.zip)


@router.get("/lookup-zip-state", response=responses(ZipState), operation_id="lookup_zip_state")
def lookup_zip_state(
    request: HttpRequest,
    zip: Annotated[str, Field(max_length=20)],  # noqa: A002
    purpose: Purpose = Purpose.HOME,
) -> Answer:
    """State of a ZIP, for filling the address form. ``purpose``: home, in a state where plans are sold; mail, also in a
    territory or of the military."""
    info = known_zip(zip, "zip", purpose)
    name = mail_place_names()[info.state]
    return ok(ZipState(state=info.state, abbrev=info.state, name=name, city=info.city, states=list(info.states)))


@router.get("/validate-phone-numverify", response=responses(CheckedPhone), operation_id="validate_phone_numverify")
def validate_phone_numverify(request: HttpRequest, phone: Annotated[str, Field(max_length=40)]) -> Answer:
    """Can this be a working phone number? 422 on ``phone`` when not."""
    result = phones.check(phone, asker=network_of(client_ip(request)))
    if not result.valid:
        raise FieldErrors.single("phone", texts.PHONE)
    body = CheckedPhone(value=result.number, is_valid=True, line_type=result.line_type, doubt=result.doubt)
    return ok(body, phones.words_of_doubt() if result.doubt else "")


@router.post("/validate-email-neverbounce", response=responses(CheckedEmail), operation_id="validate_email_neverbounce")
@does(Act.READ)
def validate_email_neverbounce(request: HttpRequest, body: EmailBody) -> Answer:
    """Can this be a working email address? 422 on ``email`` when not: malformed, disposable, or unable to receive "
    "email."""
    result = emails.check(body.email, asker=network_of(client_ip(request)))
    if problem := emails.problem_of(result):
        raise FieldErrors.single("email", problem)
    checked = CheckedEmail(value=result.address, is_valid=True, suggestion=result.suggestion, doubt=result.doubt)
    return ok(checked, emails.words_of_doubt() if result.doubt else "")


@router.get("/lookup-routing-number", response=responses(BankLookup), operation_id="lookup_routing_number")
def lookup_routing_number(
    request: HttpRequest,
    q: Annotated[str, Query(max_length=20, description="Routing number, nine digits.", examples=["110000000"])],
) -> Answer:
    """Name of the bank with routing number ``q``. 422 on ``routing_number`` when the number can't be right."""
    digits = q.strip()
    if len(digits) != 9 or not digits.isdigit():
        raise FieldErrors.single("routing_number", _("Routing number must be of 9 digits"))
    bank = banks.lookup(digits)
    if bank is None:
        raise FieldErrors.single("routing_number", _("This routing number is not valid. Please check it."))
    bank_name = BankName(
        name=bank.name.upper(),
        routing_number=digits,
        city=bank.city,
        state=bank.state,
        new_routing_number=bank.new_routing,
        new_name=bank.new_name.upper(),
    )
    return ok(BankLookup(response=bank_name), _bank_note(bank))


def _bank_note(bank: banks.Bank) -> str:
    if bank.new_routing:
        return _("This bank now uses routing number %(number)s. Please check your number.") % {
            "number": bank.new_routing
        }
    return "" if bank.name else _("We don't know this bank. Please enter the bank's name.")
