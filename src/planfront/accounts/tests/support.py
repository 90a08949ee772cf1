"""What the tests of accounts by mail share."""

import re

from planfront.kernel.jobs.tasks import run_pending
from planfront.messaging.models import OutboundEmail


def mails(kind):
    run_pending()
    return list(OutboundEmail.objects.filter(kind=kind).order_by("created_at"))


def secret_of(mail):
    return re.search(r"/sign-in/[a-z-]+#([\w-]+)", mail.text)[1]
