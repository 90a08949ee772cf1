"""The envelope of every API answer, and the typed forms of its failures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, TypedDict, TypeVar

from django.http import HttpResponse
from pydantic import BaseModel, Field

from planfront.kernel.errors import NotFound

T = TypeVar("T")


class Answer(TypedDict):
    """The body of an answer as a route gives it; ninja checks ``data`` against what the operation declares."""

    status: str
    statusCode: int
    message: str
    data: object


def refusal(status: int, message: object, data: object = None) -> Answer:
    """Return the body of an ``ErrorAnswer`` or a ``FieldErrorAnswer``, for what answers outside an operation."""
    return {"status": "error", "statusCode": status, "message": str(message), "data": data or {}}


class Envelope(BaseModel, Generic[T]):
    """Success: ``data`` as the operation declares it."""

    status: Literal["success"] = "success"
    statusCode: int = 200  # noqa: N815 - the wire name
    message: str = ""
    data: T


class Nothing(BaseModel):
    """``data`` of an answer that carries none."""


class Result(BaseModel, Generic[T]):
    """Lists and single values inside ``data.result``."""

    result: T


class ErrorItem(BaseModel):
    target_element: str = Field(description="Dotted name of the field that is wrong.", examples=["zip"])
    error_message: str = Field(description="Problem of the field, in words for people.", examples=["Field is required"])


class FieldErrorAnswer(BaseModel):
    """HTTP 422: one item per field."""

    status: Literal["error"] = "error"
    statusCode: int = 422  # noqa: N815
    message: str
    data: list[ErrorItem]


class BusinessAnswer(BaseModel):
    """HTTP 200, a business "no": ``errorCode`` of the specification with its text and data. A plan that another version
    takes the place of has ``changePid`` as its status, too."""

    status: Literal["error", "changePid"] = "error"
    statusCode: int = 200  # noqa: N815
    errorCode: str  # noqa: N815
    message: str = ""
    data: dict[str, Any] = {}


class ErrorAnswer(BaseModel):
    """Any other refusal (401, 403, 404, 409, 413, 429)."""

    status: Literal["error"] = "error"
    statusCode: int  # noqa: N815
    message: str
    data: dict[str, Any] = {}


_STATUSES = (401, 403, 404, 409, 413, 429)


def responses(model: Any, *, business: bool = False) -> dict[int, Any]:
    """``response=`` of an operation: ``Envelope[model]`` plus the failures every operation shares.

    ``business=True`` adds the HTTP 200 refusal with an errorCode.
    """
    success: Any = Envelope[model]
    answers: dict[int, Any] = {200: success | BusinessAnswer if business else success}
    answers[422] = FieldErrorAnswer
    answers.update(dict.fromkeys(_STATUSES, ErrorAnswer))
    return answers


def ok(data: object = None, message: str = "") -> Answer:
    """Return the success envelope as a plain dict; ninja validates it against the declared model."""
    return {
        "status": "success",
        "statusCode": 200,
        "message": str(message),
        "data": {} if data is None else data,
    }


def ok_json(data: bytes) -> HttpResponse:
    """Return the success envelope around ``data`` that is JSON already, as the operation declares it."""
    body = b'{"status":"success","statusCode":200,"message":"","data":%b}' % data
    return HttpResponse(body, content_type="application/json; charset=utf-8")


def nothing_there(message: str = "", data: object = None) -> Answer:
    """Return the success envelope of the calls that say "nothing there" by statusCode 204 in the body."""
    return {**ok(data, message), "statusCode": 204}


def ok_or_nothing(read: Callable[[], object]) -> Answer:
    """Answer with the value that ``read`` returns; where it raises NotFound, with "nothing there" and its message."""
    try:
        return ok(read())
    except NotFound as error:
        return nothing_there(str(error.message))
