from django.apps import AppConfig


class CoverageConfig(AppConfig):
    name = "planfront.coverage"
    label = "coverage"
    verbose_name = "Coverage"

    def ready(self) -> None:
        from planfront.coverage import people
        from planfront.coverage.merging import APPROVALS, POLICIES
        from planfront.kernel.database.moves import MOVES
        from planfront.members.coverage import COVERAGE

        COVERAGE.connect(people, key="planfront.coverage.people")
        MOVES.connect(POLICIES, key="planfront.coverage.Policy")
        MOVES.connect(APPROVALS, key="planfront.coverage.ReportedChange")
