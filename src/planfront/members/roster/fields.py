"""The fields that a roster may have of a person, and their headings. Of a family in one row: of each person in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from planfront.members.roster import cells
from planfront.members.roster.cells import CHILD, SPOUSE, Read, words


@dataclass(frozen=True)
class Field:
    """``known`` are other headings, in lower-case letters and digits only."""

    name: str
    label: str
    help: str
    example: str
    read: Read
    known: tuple[str, ...] = ()
    required: bool = False


FIELDS = (
    Field(
        "employee_number",
        "Employee number",
        "Your own number of the employee; family members have the same one. The next file finds people by it.",
        "1001",
        words(40),
        (
            *(
                "employerassignedfamilyid",
                "familyid",
                "familyidno",
                "familyno",
                "employeeid",
                "empid",
                "empidno",
                "empno",
            ),
            *(
                "employeeno",
                "employeeidno",
                "eeid",
                "eeno",
                "memberid",
                "id",
                "idno",
                "subscriberid",
                "badge",
                "badgeno",
            ),
            *("payrollid", "payrollno", "payrollnumber", "personnelno", "personnelnumber", "fileno", "clockno"),
        ),
    ),
    Field(
        "relationship",
        "Relationship",
        "EE, Spouse, Domestic Partner or Child. Where no row of the file says so, everyone is an employee.",
        "EE",
        cells.relation,
        (
            *(
                "employeerelationship",
                "relation",
                "rel",
                "reln",
                "relationshiptoemployee",
                "relationtoemployee",
                "reltype",
            ),
            *("relationshiptosubscriber", "dependenttype", "relationshipcode", "relationcode", "relcode", "membertype"),
            *("eespch", "eespousechild", "eeordep", "dependentstatus"),
        ),
    ),
    Field(
        "full_name",
        "Whole name",
        "Instead of first and last name: Last, First or First Last.",
        "",
        cells.full_name,
        (
            "name",
            "employeename",
            "fullname",
            "membername",
            "eename",
            "nameofemployee",
            "lastfirst",
            "lastnamefirstname",
        ),
    ),
    Field(
        "last_name",
        "Last name",
        "",
        "Marlowe",
        cells.name,
        ("surname", "lname", "familyname", "last", "lastnm", "employeelastname", "eelastname"),
        required=True,
    ),
    Field(
        "first_name",
        "First name",
        "",
        "Dana",
        cells.name,
        ("givenname", "fname", "forename", "first", "firstnm", "employeefirstname", "eefirstname", "legalfirstname"),
        required=True,
    ),
    Field(
        "suffix",
        "Suffix",
        "Jr., Sr., II, III or IV.",
        "",
        cells.suffix,
        ("namesuffix", "namesfx", "suffixname", "sfx", "generation", "employeesuffix", "eesuffix"),
    ),
    Field("middle_name", "Middle name", "", "", cells.name, ("middle", "mi", "middleinitial", "mname", "minit")),
    Field(
        "ssn",
        "Social Security Number",
        "Nine digits; kept encrypted.",
        "219-09-1234",
        cells.ssn,
        (
            *(
                "ssn",
                "ssno",
                "ssnno",
                "ssnumber",
                "social",
                "socialno",
                "socialsecurity",
                "socialsecurityno",
                "socsecno",
            ),
            *("ssntin", "taxid", "taxidno", "tin", "ss", "employeessn", "eessn", "soc", "socsec"),
        ),
    ),
    Field(
        "birth_date",
        "Date of birth",
        "mm/dd/yyyy. Also 19880417, 17-Apr-1988 and 4/17/88.",
        "04/17/1988",
        cells.birth_date,
        ("dob", "birthdate", "dateofbirth", "birthday", "born", "bdate", "birthdt", "birth", "employeedob", "eedob"),
        required=True,
    ),
    Field(
        "gender",
        "Gender",
        "Male, Female or Other. Employees without it are asked about.",
        "Female",
        cells.gender,
        ("sex", "gendercode", "sexcode", "mf", "genderidentity", "legalsex", "employeegender", "eegender"),
    ),
    Field(
        "marital_status",
        "Marital status",
        "Single, Married, Divorced or Widowed",
        "Single",
        cells.marital_status,
        ("marital", "maritalcode", "maritalstat"),
    ),
    Field(
        "email",
        "Email",
        "Needed to invite the person to sign in.",
        "dana@marlowe.example",
        cells.email,
        ("emailaddress", "mail", "workemail", "personalemail", "emailaddr", "employeeemail"),
    ),
    Field(
        "phone",
        "Phone",
        "Ten digits",
        "614-555-0148",
        cells.phone,
        (
            *(
                "phonenumber",
                "phoneno",
                "cell",
                "cellno",
                "cellphone",
                "mobile",
                "mobileno",
                "mobilephone",
                "homephone",
            ),
            *("telephone", "telephoneno", "tel", "contactnumber", "contactno"),
        ),
    ),
    Field(
        "address1",
        "Street address 1",
        "",
        "88 Lindenhall Ave",
        words(80),
        (
            *(
                "addressline1",
                "street",
                "street1",
                "streetaddress",
                "address",
                "homeaddress",
                "addr",
                "addr1",
                "homeaddress1",
            ),
            *("mailingaddress", "mailingaddress1", "residenceaddress"),
        ),
    ),
    Field(
        "address2",
        "Street address 2",
        "",
        "",
        words(80),
        ("addressline2", "addr2", "street2", "homeaddress2", "apt", "aptno", "unit", "unitno", "suite"),
    ),
    Field("city", "City", "", "Columbus", words(60), ("town", "homecity", "mailingcity")),
    Field("state", "State", "Two letters", "OH", cells.state, ("st", "homestate", "stateabbreviation", "statecode")),
    Field(
        "zip",
        "ZIP",
        "Five digits",
        "43215",
        cells.zip_code,
        ("zipcode", "postalcode", "postcode", "homezip", "homezipcode", "zip5", "zippostal"),
    ),
    Field(
        "hired_on",
        "Date of hire",
        "mm/dd/yyyy",
        "02/01/2021",
        cells.day,
        (
            *(
                "hiredate",
                "hiredt",
                "dateofhire",
                "datehired",
                "doh",
                "startdate",
                "employmentstartdate",
                "employmentdate",
            ),
            *("originalhiredate", "hired", "dthired", "start", "started", "startdt", "dateofemployment"),
        ),
    ),
    Field(
        "ends_on",
        "Date of termination",
        "The last day of work: the person's coverage ends then.",
        "",
        cells.day,
        (
            *(
                "terminationdate",
                "dateoftermination",
                "dateterminated",
                "termdate",
                "termdt",
                "enddate",
                "coverageenddate",
            ),
            *("separationdate", "lastday", "lastdayworked"),
        ),
    ),
    Field(
        "group_class_id",
        "Class",
        "The name of one of the group's classes: what the employee may enroll in and what the group pays.",
        "",
        cells.words(80),
        (
            *("employeeclass", "eeclass", "classname", "classcode", "benefitclass", "benefitsclass", "groupclass"),
            *("employmentclass", "jobclass", "eligibilityclass", "employeetype", "emptype", "eetype", "depttype"),
        ),
    ),
    Field(
        "weekly_hours",
        "Hours a week",
        "Usual working hours. Disability plans ask for them.",
        "40",
        cells.hours,
        (
            *(
                "hours",
                "hrs",
                "weeklyhours",
                "weeklyhrs",
                "hoursperweek",
                "hrsperweek",
                "hrswk",
                "hourswk",
                "hoursweek",
            ),
            *("hoursworked", "hoursworkedperweek", "scheduledhours", "schedhours", "standardhours", "stdhours"),
            *("averagehours", "avghours", "avgweeklyhours", "workinghours", "workhours", "hoursscheduled"),
        ),
    ),
    Field(
        "annual_salary",
        "Annual salary",
        "Dollars a year. Disability plans ask for it.",
        "48000",
        cells.salary,
        (
            *(
                "salary",
                "annualpay",
                "annualearnings",
                "annualcompensation",
                "annualcomp",
                "annualincome",
                "annualrate",
            ),
            *("annualwages", "basesalary", "baseannualsalary", "basepay", "annualbasesalary", "yearlysalary"),
            *("salaryannual", "earnings", "compensation", "annualizedsalary"),
        ),
    ),
)

# A family in one row: columns of the spouse and of each child.
MOST_CHILDREN = 8
OWNERS = {SPOUSE: SPOUSE, **{f"{CHILD}_{number}": CHILD for number in range(1, MOST_CHILDREN + 1)}}
_OF_FAMILY = (
    "full_name",
    "last_name",
    "first_name",
    "middle_name",
    "suffix",
    "ssn",
    "birth_date",
    "gender",
    "relationship",
)


def _family_field(owner: str, field: Field) -> Field:
    who = owner.replace("_", " ").capitalize()
    label = f"{who}: {field.label if field.name == 'ssn' else field.label.lower()}"
    return replace(field, name=f"{owner}_{field.name}", label=label, required=False)


BY_NAME = {field.name: field for field in FIELDS}
FAMILY = {
    owner: {
        name: _family_field(owner, BY_NAME[name]) for name in _OF_FAMILY if (owner, name) != (SPOUSE, "relationship")
    }
    for owner in OWNERS
}
BY_NAME |= {field.name: field for fields in FAMILY.values() for field in fields.values()}


def label_of(name: str) -> str:
    """Return a field's name for its reader. The labels of ``FIELDS`` themselves are headings to be recognized."""
    field = BY_NAME[name]
    owner = next((owner for owner in OWNERS if name.startswith(f"{owner}_")), "")
    if not owner:
        return _(field.label)
    kind, _under, number = owner.partition("_")
    who = _("Spouse") if kind == SPOUSE else _("Child %s") % number
    return f"{who}: {_(BY_NAME[name.removeprefix(f'{owner}_')].label)}"


# What is kept of an employee, in the order of the member's columns.
PERSON = (
    "first_name",
    "middle_name",
    "last_name",
    "suffix",
    "birth_date",
    "gender",
    "marital_status",
    "email",
    "phone",
    "address1",
    "address2",
    "city",
    "state",
    "zip",
    "employee_number",
    "hired_on",
    "left_on",
    "group_class_id",
    "weekly_hours",
    "annual_salary",
)
RELATIVE = ("first_name", "middle_name", "last_name", "suffix", "birth_date", "gender")
