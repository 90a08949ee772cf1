from django.apps import AppConfig


class EnrollmentConfig(AppConfig):
    name = "planfront.enrollment"
    label = "enrollment"

    def ready(self) -> None:
        """Offer the wizard's columns to get-enrollment-temp-info, and connect figures and key rotation."""
        from functools import partial

        from planfront.audit.day_figures import COUNT_DAY
        from planfront.enrollment.application import wire
        from planfront.enrollment.application.health_access import record_health_seen
        from planfront.enrollment.pages import selectors
        from planfront.enrollment.submission.duplicates import renew_person_key
        from planfront.enrollment.submission.search_keys import renew_search_key
        from planfront.enrollment.worklists import figures
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.shopping.quote.client import CLIENT_NAME
        from planfront.shopping.quote.temp_info import COLUMNS, Column

        COUNT_DAY.connect(figures.count_day, key=figures.APPLICATION)
        COUNT_DAY.connect(figures.count_waiting_of_day, key=figures.WAITING)
        RENEW_INDEX.connect(renew_person_key, key="enrollment.PersonKey.index")
        RENEW_INDEX.connect(renew_search_key, key="enrollment.SearchKey.index")

        CLIENT_NAME.connect(selectors.applicant_name, key="application")
        for column in wire.COLUMN_TO_STEP:
            watcher = record_health_seen if column in ("health_info", "dependent_info") else None
            COLUMNS.connect(Column(partial(selectors.temp_info_column, name=column), watcher), key=column)
