from django.apps import AppConfig


class EnrollmentConfig(AppConfig):
    name = "planfront.enrollment"
    label = "enrollment"

    def ready(self) -> None:
        """Offer the wizard's columns to get-enrollment-temp-info."""
        from functools import partial

        from planfront.enrollment import selectors, wire
        from planfront.enrollment.seen import health_seen
        from planfront.shopping import tempinfo

        for column in wire.COLUMN_TO_STEP:
            watcher = health_seen if column in ("health_info", "dependent_info") else None
            tempinfo.register(column, partial(selectors.column, name=column), watcher)
