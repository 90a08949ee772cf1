"""What a roster may say of a person: the fields, the headings they are known by, and how a cell is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from planfront.integrations.states import state_of
from planfront.kernel.parse import ssn9, us_date, us_phone, zip5
from planfront.members.models import Gender

SELF, SPOUSE, CHILD = "self", "spouse", "child"


class BadCell(Exception):
    """Why a cell can't be taken. The text never repeats the cell."""


@dataclass(frozen=True)
class Field:
    """``known`` are other headings, in lower-case letters and digits only. ``read`` raises BadCell."""

    name: str
    label: str
    help: str
    example: str
    read: Callable[[str], object]
    known: tuple[str, ...] = ()
    required: bool = False


def _words(most: int) -> Callable[[str], str]:
    def read(cell: str) -> str:
        text = " ".join(cell.split())
        if len(text) > most:
            raise BadCell(f"Longer than {most} characters.")
        if not text.isprintable():
            raise BadCell("Has characters that can't be shown.")
        return text

    return read


def _name(cell: str) -> str:
    text = _words(60)(cell)
    if not re.fullmatch(r"[^\W\d_](?:[^\W\d_]|[ .'’\-])*", text):
        raise BadCell("Only letters, blanks, hyphens and apostrophes.")
    return text


def _date(cell: str) -> date:
    found = us_date(cell.strip().split(" ")[0].split("T")[0])
    if found is None:
        raise BadCell("Not a date. Write mm/dd/yyyy.")
    return found


def _choice(what: dict[str, object], text: str) -> Callable[[str], object]:
    def read(cell: str) -> object:
        key = re.sub(r"[^a-z0-9]", "", cell.lower())
        if key not in what:
            raise BadCell(text)
        return what[key]

    return read


def _ssn(cell: str) -> str:
    """A spreadsheet drops leading zeros of a number."""
    plain = re.sub(r"[\s-]", "", cell)
    found = ssn9(plain.zfill(9) if re.fullmatch(r"[0-9]{7,8}", plain) else plain)
    if found is None:
        raise BadCell("Not a Social Security Number. Write all nine digits.")
    return found


def _zip(cell: str) -> str:
    found = zip5(cell.strip().zfill(5) if re.fullmatch(r"[0-9]{3,4}", cell.strip()) else cell)
    if found is None:
        raise BadCell("Not a ZIP code of five digits.")
    return found


def _phone(cell: str) -> str:
    found = us_phone(cell)
    if found is None:
        raise BadCell("Not a phone number of ten digits.")
    return found


def _email(cell: str) -> str:
    text = cell.strip().lower()
    if not re.fullmatch(r"[^@\s,;<>]{1,64}@[^@\s,;<>]+\.[^@\s,;<>.]{2,}", text) or len(text) > 254:
        raise BadCell("Not an e-mail address.")
    return text


def _state(cell: str) -> str:
    found = state_of(cell.strip())
    if not found:
        raise BadCell("Not a state. Write two letters.")
    return found


_GENDERS: dict[str, object] = {
    **dict.fromkeys(("m", "male", "0", "man"), Gender.MALE.value),
    **dict.fromkeys(("f", "female", "1", "woman"), Gender.FEMALE.value),
    **dict.fromkeys(("x", "o", "u", "other", "others", "2", "nonbinary", "unknown"), Gender.OTHER.value),
}
_RELATIONS: dict[str, object] = {
    **dict.fromkeys(("ee", "employee", "self", "member", "subscriber", "insured", "primary", "e"), SELF),
    **dict.fromkeys(("spouse", "sp", "husband", "wife", "domesticpartner", "partner", "dp", "s"), SPOUSE),
    **dict.fromkeys(("child", "ch", "son", "daughter", "stepchild", "dependent", "dep", "c"), CHILD),
}
_MARITAL: dict[str, object] = {
    **dict.fromkeys(("single", "s", "0", "nevermarried"), 0),
    **dict.fromkeys(("married", "m", "1"), 1),
    **dict.fromkeys(("divorced", "d", "2"), 2),
    **dict.fromkeys(("widowed", "w", "3"), 3),
}

FIELDS = (
    Field(
        "employee_number", "Employee number",
        "Your own number of the employee; family members have the same one. The next file finds people by it.",
        "1001", _words(40),
        ("employerassignedfamilyid", "familyid", "employeeid", "empid", "empno", "employeeno", "memberid", "id",
         "subscriberid", "badge", "payrollid"),
    ),
    Field(
        "relationship", "Relationship", "EE, Spouse, Domestic Partner or Child. Without this column everybody is EE.",
        "EE", _choice(_RELATIONS, "Write EE, Spouse, Domestic Partner or Child."),
        ("employeerelationship", "relation", "relationshiptoemployee", "reltype", "dependenttype", "relationshipcode"),
    ),
    Field("last_name", "Last name", "", "Marlowe", _name, ("surname", "lname", "familyname", "last"), required=True),
    Field(
        "first_name", "First name", "", "Dana", _name, ("givenname", "fname", "forename", "first"), required=True
    ),
    Field("middle_name", "Middle name", "", "", _name, ("middle", "mi", "middleinitial", "mname")),
    Field("ssn", "Social Security Number", "Nine digits; kept encrypted.", "219-09-1234", _ssn,
          ("ssn", "social", "socialsecurity", "socialsecurityno", "ssntin", "taxid", "tin", "ss")),
    Field("birth_date", "Date of birth", "mm/dd/yyyy", "04/17/1988", _date,
          ("dob", "birthdate", "dateofbirth", "birthday", "born"), required=True),
    Field("gender", "Gender", "Male, Female or Other", "Female",
          _choice(_GENDERS, "Write Male, Female or Other."), ("sex", "gendercode"), required=True),
    Field("marital_status", "Marital status", "Single, Married, Divorced or Widowed", "Single",
          _choice(_MARITAL, "Write Single, Married, Divorced or Widowed."), ("marital", "maritalcode")),
    Field("email", "E-mail", "Needed to invite the person to sign in.", "dana@marlowe.example", _email,
          ("emailaddress", "mail", "workemail", "personalemail")),
    Field("phone", "Phone", "Ten digits", "614-555-0148", _phone,
          ("phonenumber", "cell", "cellphone", "mobile", "homephone", "telephone", "contactnumber")),
    Field("address1", "Street address 1", "", "88 Lindenhall Ave", _words(80),
          ("addressline1", "street", "streetaddress", "address", "homeaddress", "addr1", "mailingaddress")),
    Field("address2", "Street address 2", "", "", _words(80), ("addressline2", "addr2", "apt", "unit", "suite")),
    Field("city", "City", "", "Columbus", _words(60), ("town", "homecity")),
    Field("state", "State", "Two letters", "OH", _state, ("st", "homestate", "stateabbreviation", "statecode")),
    Field("zip", "ZIP", "Five digits", "43215", _zip, ("zipcode", "postalcode", "postcode", "homezip", "zip5")),
    Field("hired_on", "Date of hire", "mm/dd/yyyy", "02/01/2021", _date,
          ("hiredate", "dateofhire", "doh", "startdate", "employmentstartdate", "employmentdate")),
    Field("ends_on", "Date of termination", "The last day: the person's coverage ends then.", "", _date,
          ("terminationdate", "dateoftermination", "termdate", "enddate", "coverageenddate", "separationdate")),
)  # fmt: skip
BY_NAME = {field.name: field for field in FIELDS}
# What is kept of an employee, in the order of the member's columns.
PERSON = (
    "first_name", "middle_name", "last_name", "birth_date", "gender", "marital_status", "email", "phone", "address1",
    "address2", "city", "state", "zip", "employee_number", "hired_on",
)  # fmt: skip
RELATIVE = ("first_name", "middle_name", "last_name", "birth_date", "gender")
