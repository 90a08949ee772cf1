from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "planfront.accounts"
    label = "accounts"

    def ready(self) -> None:
        from planfront.accounts.figures import VISIT, count_day
        from planfront.audit.day_figures import COUNT_DAY

        COUNT_DAY.connect(count_day, key=VISIT)
