"""Member cards: to be shown at a desk, and as a file to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, cast

from django.utils.translation import gettext_lazy
from ninja import Query, Router

from planfront.coverage import card_schemas as schemas
from planfront.coverage import cards
from planfront.coverage.authors import author_of
from planfront.kernel.files.handed_out import FileKind, Need
from planfront.kernel.http.envelope import Answer, ok, responses
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.http.schema import OptionalId
from planfront.members.access import load_member

if TYPE_CHECKING:
    from planfront.brands.models import Brand

router = Router(tags=["coverage"])
CARDS = FileKind(
    "cards",
    gettext_lazy("Cards"),
    gettext_lazy("A card for each person and plan, to print or to keep on a phone."),
    Need.DAILY,
    forms=("pdf", "png"),
    readers=gettext_lazy("The member, and who looks after the member, at their desks"),
    calls=("get_cards_file",),
)


@router.get("/get-cards", response=responses(list[schemas.CoverageCard]), operation_id="get_cards")
def get_cards(request: ApiRequest, member_id: OptionalId = None) -> Answer:
    """A card for each person and plan that is shown at a desk, the member's own first."""
    return ok(cards.list_cards(load_member(request, member_id), author_of(request)))


@router.get("/get-cards-file", response=responses(schemas.CardsFile), operation_id="get_cards_file")
def get_cards_file(
    request: ApiRequest,
    member_id: OptionalId = None,
    card: Annotated[str, Query(max_length=200, description="Id of one card; empty for all of them.")] = "",
    form: Annotated[Literal["pdf", "png"], Query(description="A PDF, or a picture of one card.")] = "pdf",
) -> Answer:
    """The same as a tagged PDF, four cards to a page; or one ``card`` alone, for a phone, as a PDF or a picture. 404
    without any."""
    listed = cards.list_cards(load_member(request, member_id), author_of(request))
    return ok(cards.make_cards_file(cast("Brand", request.brand), listed, only=card, form=form))
