"""Rosters of one group: uploaded, checked, applied."""

import pytest

from planfront.kernel.jobs.tasks import run_pending
from planfront.members.models import RosterState
from planfront.members.roster.services import map_roster, start_applying_roster, upload_roster
from planfront.members.tests.rosters import DANA, HEAD, KIT, OMAR, ROBIN
from planfront.parties.groups.services import create_group


@pytest.fixture
def group(brand):
    return create_group(code="ACME", name="Acme", brands=[brand])


@pytest.fixture
def upload(brand, group):
    def upload(text=HEAD + DANA + ROBIN + KIT + OMAR, name="people.csv"):
        body = text if isinstance(text, bytes) else text.encode()
        return upload_roster(brand_id=brand.pk, group_id=group.pk, file_name=name, blocks=[body], by=None)

    return upload


@pytest.fixture
def checked(upload):
    def checked(*args):
        roster = upload(*args)
        map_roster(roster_id=roster.pk, mapping=roster.mapping)
        run_pending()
        roster.refresh_from_db()
        return roster

    return checked


@pytest.fixture
def applied(checked):
    def applied(*args):
        roster = checked(*args)
        assert roster.state == RosterState.READY, list(roster.issues.values_list("row", "field", "message"))
        start_applying_roster(roster_id=roster.pk)
        run_pending()
        roster.refresh_from_db()
        return roster

    return applied
