"""Letters are deleted by age, once nothing has to be proved by them any more."""

from datetime import timedelta

import pytest

from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.letters.models import Letter
from planfront.letters.pruning import prune_letters
from planfront.letters.services import make_print_file, send_letter
from planfront.letters.tests.test_letters import NOBODY, letter

pytestmark = pytest.mark.django_db


def later(days):
    return clock.now() + timedelta(days=days)


def test_letters_are_kept_for_as_long_as_evidence(brand):
    send_letter(letter(brand))
    Letter.objects.update(on_paper=False)
    assert prune_letters(later(3649)) == 0
    assert prune_letters(later(3651)) == 1
    assert not Letter.objects.exists()
    event = AuditEvent.objects.filter(action="letter.pruned").get()
    assert event.meta == {"count": 1}


def test_what_waits_for_the_printer_stays_until_it_is_printed(brand):
    send_letter(letter(brand))
    Letter.objects.update(on_paper=True)
    assert prune_letters(later(3651)) == 0
    make_print_file(by=None, brands=None, origin=NOBODY)
    assert prune_letters(later(3651)) == 1
