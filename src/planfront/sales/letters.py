"""Letters about sales: coverage has begun, or the insurer has decided."""

from __future__ import annotations

from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _

from planfront.coverage.fees import read_fees
from planfront.coverage.ledger import load_ledgers
from planfront.coverage.letters.writing import name_policies, recipient_of, send_to_member, sum_text
from planfront.coverage.owed_fees import sum_owed
from planfront.coverage.states import PolicyState
from planfront.coverage.timeline import find_terms, monthly_of
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import FILES, job
from planfront.kernel.money import ZERO, display_round
from planfront.kernel.text.parse import show_date
from planfront.letters.kinds import Kind as LetterKind
from planfront.letters.services import NewLetter
from planfront.sales.models import CaseKind, CaseStatus, Sale, UnderwritingCase


@job(retries=5, queue=FILES)
def write_welcome(enrollment_id: str) -> None:
    """Write one letter for policies that were bought together and are in force."""
    today = clock.today()
    sales = Sale.objects.filter(confirmation__enrollment=UUID(enrollment_id), policy__member__isnull=False)
    bought = [
        sale.policy for sale in sales.select_related("policy__member__user", "policy__brand").order_by("policy__number")
    ]
    policies = [policy for policy in bought if policy.state_on(today) == PolicyState.ACTIVE]
    if not policies:
        return
    to = recipient_of(policies[0])
    with translation.override(to.language):
        ledgers = load_ledgers(policies)
        costs = [monthly_of(find_terms(record.versions, today)) for record in ledgers]
        values = {
            **name_policies(policies),
            "day": show_date(max(policy.effective_date for policy in policies)),
            "after": sum_text([*costs, sum_owed(read_fees(policy.pk for policy in policies), today)]),
        }
    numbers = tuple(policy.number for policy in policies)
    key, brand = f"welcome:{enrollment_id}", policies[0].brand
    send_to_member(NewLetter(key, LetterKind.WELCOME, brand, policies[0].member_id, to, values, numbers))


@job(retries=5, queue=FILES)
def write_decision(case_id: str) -> None:
    """Write the insurer's decision on a plan or an amount; nothing while that is open."""
    case = UnderwritingCase.objects.select_related("policy__member__user", "policy__brand").get(pk=UUID(case_id))
    policy = case.policy
    if case.status == CaseStatus.PENDING or policy.member is None:
        return
    to = recipient_of(policy)
    with translation.override(to.language):
        values = {**name_policies([policy]), "decision": _describe_decision(case)}
    letter = NewLetter(
        f"decision:{case_id}", LetterKind.DECISION, policy.brand, policy.member_id, to, values, (policy.number,)
    )
    send_to_member(letter)


def _describe_decision(case: UnderwritingCase) -> str:
    """Return the decision in one to three sentences, in the active language. The reason stays between the insurer and
    staff."""
    approved = case.status == CaseStatus.APPROVED
    words = {
        "plan": case.policy.plan_name,
        "requested": display_round(case.requested or ZERO),
        "guaranteed": display_round(case.guaranteed or ZERO),
    }
    if case.kind == CaseKind.AMOUNT:
        if approved:
            return _("The insurer has approved the whole amount of %(requested)s for %(plan)s.") % words
        return (
            _(
                "The insurer hasn't approved %(requested)s for %(plan)s. The guaranteed amount of %(guaranteed)s "
                "stays in effect."
            )
            % words
        )
    if approved:
        return _("The insurer has accepted %(plan)s.") % words
    refused = _("The insurer hasn't accepted %(plan)s. It never took effect, and you owe nothing for it.") % words
    linked = [_("%(plan)s was taken only to go with it and is canceled too.") % {"plan": name} for name in case.linked]
    return " ".join([refused, *linked])
