from django.apps import AppConfig


class CoverageConfig(AppConfig):
    name = "planfront.coverage"
    label = "coverage"
    verbose_name = "Coverage"

    def ready(self) -> None:
        from planfront.coverage import people, repricing
        from planfront.coverage.events import READERS, publish_people
        from planfront.coverage.importers.policies import CarriedPolicies
        from planfront.coverage.insurer_ids import InsurerIds
        from planfront.coverage.letters.tasks import read_events
        from planfront.coverage.merging import APPROVALS, POLICIES
        from planfront.imports.registry import IMPORTERS
        from planfront.kernel.database.moves import MOVES
        from planfront.members.coverage import COVERAGE, REPRICING
        from planfront.members.person_history import PERSON_WRITTEN

        READERS.connect(read_events, key="planfront.coverage.letters")
        COVERAGE.connect(people, key="planfront.coverage.people")
        REPRICING.connect(repricing, key="planfront.coverage.repricing")
        IMPORTERS.connect(InsurerIds(), key=InsurerIds.kind)
        IMPORTERS.connect(CarriedPolicies(), key=CarriedPolicies.kind)
        PERSON_WRITTEN.connect(publish_people)
        MOVES.connect(POLICIES, key="planfront.coverage.Policy")
        MOVES.connect(APPROVALS, key="planfront.coverage.ReportedChange")
