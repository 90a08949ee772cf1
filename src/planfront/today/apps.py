from django.apps import AppConfig


class TodayConfig(AppConfig):
    name = "planfront.today"
    label = "today"
    verbose_name = "Today"
