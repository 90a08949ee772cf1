from django.apps import AppConfig


class EnrollmentConfig(AppConfig):
    name = "planfront.enrollment"
    label = "enrollment"
