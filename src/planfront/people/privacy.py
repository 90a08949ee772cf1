"""Whom an identity provider knows."""

from django.utils.translation import gettext_lazy as _

from planfront.people.models import SignOnIdentity
from planfront.privacy.registry import Holding, declare, declare_exempt

declare(
    Holding(SignOnIdentity, _("Single sign-on"), _("As long as the account."), of={"user": "accounts.user"}),
)
declare_exempt("a brand's provider", "people.singlesignon")
declare_exempt("sign-ins under way, for minutes", "people.signonattempt")
declare_exempt("mails that were asked for, until a job has looked whose address it is", "people.mailrequest")
