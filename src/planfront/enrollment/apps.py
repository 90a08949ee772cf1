from django.apps import AppConfig


class EnrollmentConfig(AppConfig):
    name = "planfront.enrollment"
    label = "enrollment"

    def ready(self) -> None:
        """Offer the wizard's columns to get-enrollment-temp-info; say how the index of applicants is made anew."""
        from functools import partial

        from planfront.enrollment.application import selectors, wire
        from planfront.enrollment.application.health_access import health_seen
        from planfront.enrollment.application.services.duplicates import renew_person_key
        from planfront.enrollment.application.services.search_keys import renew_search_key
        from planfront.kernel.rekey import renew_with
        from planfront.shopping.quote import temp_info
        from planfront.shopping.quote.client import name_with

        renew_with("enrollment.PersonKey.index", renew_person_key)
        renew_with("enrollment.SearchKey.index", renew_search_key)

        name_with(selectors.first_name_typed)
        for column in wire.COLUMN_TO_STEP:
            watcher = health_seen if column in ("health_info", "dependent_info") else None
            temp_info.register(column, partial(selectors.temp_info_column, name=column), watcher)
