from django.apps import AppConfig


class EnrollmentConfig(AppConfig):
    name = "planfront.enrollment"
    label = "enrollment"

    def ready(self) -> None:
        """Offer the wizard's columns to get-enrollment-temp-info."""
        from functools import partial

        from planfront.enrollment import selectors, wire
        from planfront.shopping import tempinfo

        for column in wire.COLUMN_TO_STEP:
            tempinfo.register(column, partial(selectors.column, name=column))
